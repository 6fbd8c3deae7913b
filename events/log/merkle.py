"""
The Merkle tree over the leaves of a log, its proofs and their checks.

The tree is the one of RFC 6962 section 2.1, the algorithms that check proofs
are those of RFC 9162 sections 2.1.3.2 and 2.1.4.2::

    leaf    SHA-256(0x00 || payload)
    node    SHA-256(0x01 || left || right)
    empty   SHA-256("")

Everywhere below a *leaf* is the 32-byte hash of a payload, never the payload.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Literal

from rollbook.events.errors import RollbookError

HASH_BYTES = 32
EMPTY_ROOT = sha256(b"").digest()
MAX_TREE_SIZE = 2**63 - 1
"""Largest number of leaves that a proof may speak of, as in C2SP tlog-checkpoint."""

ProofKind = Literal["inclusion", "consistency"]
Fault = Literal["size", "index", "length", "hash", "old_root", "root"]


class ProofError(RollbookError):
    """
    A proof was asked for that cannot exist, or one does not prove what it should.

    ``proof`` is ``"inclusion"`` or ``"consistency"``.  ``fault`` says what is
    wrong: ``size`` or ``index`` out of range, ``length`` (too few or too many
    hashes), ``hash`` (one is not 32 bytes), ``old_root`` or ``root`` (the hashes
    do not lead to it).  ``reason`` says it in words.
    """

    def __init__(self, proof: ProofKind, fault: Fault, reason: str) -> None:
        self.proof = proof
        self.fault = fault
        self.reason = reason
        super().__init__(f"{proof} proof refused ({fault}): {reason}")


def leaf_hash(payload: bytes) -> bytes:
    """
    Give the leaf of *payload*: 32 bytes.  RFC 6962 section 2.1.

    >>> leaf_hash(b"").hex()[:16]
    '6e340b9cffb37a98'
    """
    return sha256(b"\x00" + payload).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Give the hash of the node above *left* and *right*.  RFC 6962 section 2.1."""
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """
    A growing tree that keeps one hash a set bit of its size, and no leaf.

    So a log of a million entries needs twenty hashes.  Appending costs two
    hashes on average, the root one a kept hash.

    >>> tree = Tree()
    >>> tree.root() == EMPTY_ROOT
    True
    >>> tree.append(leaf_hash(b""))
    >>> tree.size, tree.root() == leaf_hash(b"")
    (1, True)
    """

    __slots__ = ("_peaks", "_size")

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self._size = 0
        self._peaks: list[bytes] = []
        self.extend(leaves)

    @property
    def size(self) -> int:
        """Number of leaves so far."""
        return self._size

    def append(self, leaf: bytes) -> None:
        """Add *leaf*, 32 bytes; ``ValueError`` if it has another length."""
        self.extend((leaf,))

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add *leaves*, 32 bytes each, in order; ``ValueError`` on another length."""
        for leaf in leaves:
            if len(leaf) != HASH_BYTES:
                raise ValueError(f"a leaf is {HASH_BYTES} bytes, not {len(leaf)}")
            self._push(leaf)

    def _push(self, node: bytes) -> None:
        # Each trailing one bit of the size is a full subtree as large as the
        # one being carried: the two make a larger one.
        bits = self._size
        peaks = self._peaks
        while bits & 1:
            node = sha256(b"\x01" + peaks.pop() + node).digest()
            bits >>= 1
        peaks.append(node)
        self._size += 1

    def root(self) -> bytes:
        """Give the root over all leaves so far; the empty root for none."""
        if not self._peaks:
            return EMPTY_ROOT
        node = self._peaks[-1]
        for peak in self._peaks[-2::-1]:
            node = node_hash(peak, node)
        return node


def root(leaves: Iterable[bytes]) -> bytes:
    """Give the root over *leaves* (32 bytes each); it reads them once, in order."""
    return Tree(leaves).root()


def inclusion_proof(leaves: Sequence[bytes], index: int, size: int) -> list[bytes]:
    """
    Prove that leaf *index* is in the tree of the first *size* leaves.

    Gives the hashes beside the path, from the leaf's sibling upwards (RFC 6962
    section 2.1.1).  *leaves* may be lazy; each is read once.  Raises
    `ProofError` unless ``0 <= index < size <= len(leaves)``.
    """
    if not 0 <= size <= len(leaves):
        raise ProofError("inclusion", "size", f"there are {len(leaves)} leaves, not {size}")
    _check_index(index, size)
    start, end, path = 0, size, list[bytes]()
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            path.append(_range_root(leaves, middle, end))
            end = middle
        else:
            path.append(_range_root(leaves, start, middle))
            start = middle
    path.reverse()
    return path


def consistency_proof(leaves: Sequence[bytes], old: int, new: int) -> list[bytes]:
    """
    Prove that the tree of the first *new* leaves continues that of the first *old*.

    The hashes are those of RFC 6962 section 2.1.2.  *leaves* may be lazy; each
    is read at most once.  Raises `ProofError` unless
    ``0 < old <= new <= len(leaves)``: any tree continues the empty one, so a
    proof from size 0 would say nothing.
    """
    if new > len(leaves):
        raise ProofError("consistency", "size", f"there are {len(leaves)} leaves, not {new}")
    _check_growth(old, new)
    start, end, path = 0, new, list[bytes]()
    while end != old:
        middle = start + _split(end - start)
        if old <= middle:
            path.append(_range_root(leaves, middle, end))
            end = middle
        else:
            path.append(_range_root(leaves, start, middle))
            start = middle
    if start:
        # The old tree is not itself a subtree of the new one, so whoever
        # checks the proof does not know this hash yet.
        path.append(_range_root(leaves, start, end))
    path.reverse()
    return path


def verify_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes
) -> None:
    """
    Check that *proof* leads from *leaf* at *index* to *root*, the tree of *size* leaves.

    Returns nothing; raises `ProofError` if it does not.  RFC 9162 section 2.1.3.2.
    """
    _check_index(index, size)
    _check_hashes("inclusion", [leaf, *proof[: MAX_TREE_SIZE.bit_length() + 1]])
    position, last, node = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            raise ProofError("inclusion", "length", f"{len(proof)} hashes are too many")
        if position & 1 or position == last:
            node = node_hash(sibling, node)
            while not position & 1 and position:
                position, last = position >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        position, last = position >> 1, last >> 1
    if last:
        raise ProofError("inclusion", "length", f"{len(proof)} hashes are too few")
    if node != root:
        raise ProofError(
            "inclusion", "root", f"leaf {index} does not lead to the root of size {size}"
        )


def verify_consistency(
    old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    """
    Check that the tree (*size*, *root*) continues the tree (*old_size*, *old_root*).

    Returns nothing; raises `ProofError` if *proof* does not show it, and for an
    *old_size* of 0, which proves nothing.  Roots of equal sizes are compared as
    they stand.  RFC 9162 section 2.1.4.2.
    """
    _check_growth(old_size, size)
    if old_size == size:
        _check_same(old_root, root, proof)
        return
    path = list(proof[: 2 * MAX_TREE_SIZE.bit_length()])
    if not path or len(path) != len(proof):
        raise ProofError("consistency", "length", f"{len(proof)} hashes cannot be right")
    if old_size & (old_size - 1) == 0:
        # The old tree is a subtree of the new one: its root starts the path.
        path.insert(0, old_root)
    _check_hashes("consistency", path)
    old_node, node = _walk_consistency(old_size, size, path)
    if old_node != old_root:
        raise ProofError("consistency", "old_root", f"not the root of the old size {old_size}")
    if node != root:
        raise ProofError("consistency", "root", f"not the root of the new size {size}")


def _walk_consistency(old_size: int, size: int, path: list[bytes]) -> tuple[bytes, bytes]:
    position, last = old_size - 1, size - 1
    while position & 1:
        position, last = position >> 1, last >> 1
    old_node = node = path[0]
    for sibling in path[1:]:
        if last == 0:
            raise ProofError("consistency", "length", f"{len(path)} hashes are too many")
        if position & 1 or position == last:
            old_node, node = node_hash(sibling, old_node), node_hash(sibling, node)
            while not position & 1 and position:
                position, last = position >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        position, last = position >> 1, last >> 1
    if last:
        raise ProofError("consistency", "length", f"{len(path)} hashes are too few")
    return old_node, node


def _split(size: int) -> int:
    """Give the largest power of two below *size* (2 or more)."""
    return 1 << ((size - 1).bit_length() - 1)


def _range_root(leaves: Sequence[bytes], start: int, end: int) -> bytes:
    return root(leaves[number] for number in range(start, end))


def _check_index(index: int, size: int) -> None:
    if not 0 < size <= MAX_TREE_SIZE:
        raise ProofError("inclusion", "size", f"a tree of size {size} has no such proof")
    if not 0 <= index < size:
        raise ProofError("inclusion", "index", f"{index} is not in a tree of size {size}")


def _check_growth(old_size: int, size: int) -> None:
    if old_size == 0:
        raise ProofError("consistency", "size", "every tree continues the empty one")
    if not 0 < old_size <= size <= MAX_TREE_SIZE:
        raise ProofError("consistency", "size", f"from {old_size} to {size} is no growth")


def _check_same(old_root: bytes, root: bytes, proof: Sequence[bytes]) -> None:
    if len(proof):
        raise ProofError("consistency", "length", "equal sizes need no hashes")
    if old_root != root:
        raise ProofError("consistency", "root", "two roots for one size: the history was changed")


def _check_hashes(proof: ProofKind, hashes: Iterable[bytes]) -> None:
    for number, value in enumerate(hashes):
        if len(value) != HASH_BYTES:
            raise ProofError(proof, "hash", f"hash {number} is {len(value)} bytes, not 32")

"""The tree of a log, against public vectors, a plain recursion, and laws."""

import base64
import json
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.log import merkle
from rollbook.events.log.merkle import ProofError, Tree, leaf_hash

ROOT = Path(__file__).parents[3]
VECTORS = json.loads((ROOT / "tests/vectors/evidence.json").read_text())
DATA = Path(os.environ.get("ROLLBOOK_DATA", ROOT.parent / "shared/data"))
PUBLIC = DATA / "merkle/transparency-dev/testdata"

LEAVES = [leaf_hash(bytes([number])) for number in range(130)]
sizes = st.integers(1, len(LEAVES))


def plain_root(leaves: Sequence[bytes]) -> bytes:
    """The definition of RFC 6962 section 2.1, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return sha256(b"\x01" + plain_root(leaves[:split]) + plain_root(leaves[split:])).digest()


def plain_inclusion(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The definition of RFC 6962 section 2.1.1."""
    if len(leaves) == 1:
        return []
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    left, right = leaves[:split], leaves[split:]
    if index < split:
        return [*plain_inclusion(index, left), plain_root(right)]
    return [*plain_inclusion(index - split, right), plain_root(left)]


def plain_consistency(old: int, leaves: Sequence[bytes], complete: bool = True) -> list[bytes]:
    """The definition of RFC 6962 section 2.1.2."""
    if old == len(leaves):
        return [] if complete else [plain_root(leaves)]
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    left, right = leaves[:split], leaves[split:]
    if old <= split:
        return [*plain_consistency(old, left, complete), plain_root(right)]
    return [*plain_consistency(old - split, right, False), plain_root(left)]


def unhex(texts: list[str]) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


class Lazy(Sequence[bytes]):
    """Leaves that exist only when asked for, and count how often they are."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.reads = 0

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index):
        assert 0 <= index < self.size
        self.reads += 1
        return leaf_hash(index.to_bytes(8, "big"))


class TestOwnVectors:
    def test_every_root_of_the_vectors(self):
        """The roots of the first 0 to 8 leaves are those of the vectors."""
        leaves = [leaf_hash(data) for data in unhex(VECTORS["tree"]["leaf_data_hex"])]
        expected = unhex(VECTORS["tree"]["roots_of_first_n"])
        assert [merkle.root(leaves[:size]) for size in range(9)] == expected

    def test_every_inclusion_proof_of_the_vectors(self):
        """Proofs are made exactly so, and hold."""
        vectors = VECTORS["proofs"]
        leaves = [leaf_hash(data) for data in unhex(vectors["leaf_data_hex"])]
        root = bytes.fromhex(vectors["root"])
        assert merkle.root(leaves) == root
        assert len(vectors["inclusion"]) == 5
        for case in vectors["inclusion"]:
            index, proof = case["index"], unhex(case["proof"])
            assert merkle.inclusion_proof(leaves, index, 23) == proof
            merkle.verify_inclusion(leaves[index], index, 23, proof, root)

    def test_every_consistency_proof_of_the_vectors(self):
        """Growth proofs are made exactly so, and hold."""
        vectors = VECTORS["proofs"]
        leaves = [leaf_hash(data) for data in unhex(vectors["leaf_data_hex"])]
        root = bytes.fromhex(vectors["root"])
        assert len(vectors["consistency"]) == 5
        for case in vectors["consistency"]:
            old, proof = case["old"], unhex(case["proof"])
            old_root = bytes.fromhex(case["old_root"])
            assert merkle.root(leaves[:old]) == old_root
            assert merkle.consistency_proof(leaves, old, 23) == proof
            merkle.verify_consistency(old, old_root, 23, root, proof)


def public_cases(kind: str) -> list[dict]:
    if not (PUBLIC / kind).is_dir():
        pytest.skip(f"no public test vectors in {PUBLIC}; set ROLLBOOK_DATA")
    return [json.loads(path.read_text()) for path in sorted((PUBLIC / kind).rglob("*.json"))]


def unbase64(texts: list[str] | None) -> list[bytes]:
    return [base64.b64decode(text) for text in texts or ()]


class TestPublicVectors:
    """All of the transparency-dev vectors for inclusion and consistency."""

    def test_inclusion(self):
        """Each is accepted or refused as its author says."""
        cases = public_cases("inclusion")
        assert len(cases) >= 90
        for case in cases:
            leaf, root = unbase64([case["leafHash"], case["root"]])
            try:
                merkle.verify_inclusion(
                    leaf, case["leafIdx"], case["treeSize"], unbase64(case["proof"]), root
                )
                refused = False
            except ProofError:
                refused = True
            assert refused is case["wantErr"], case["desc"]

    def test_consistency(self):
        """Each is accepted or refused as its author says; size 0 never passes."""
        cases = public_cases("consistency")
        assert len(cases) >= 90
        for case in cases:
            roots = unbase64([case["root1"], case["root2"]])
            try:
                merkle.verify_consistency(
                    case["size1"], roots[0], case["size2"], roots[1], unbase64(case["proof"])
                )
                refused = False
            except ProofError:
                refused = True
            assert refused is case["wantErr"], case["desc"]


class TestAgainstTheDefinition:
    def test_roots_of_all_small_sizes(self):
        """The growing tree and the recursion of the RFC agree at every size."""
        tree = Tree()
        for size in range(len(LEAVES) + 1):
            assert tree.size == size
            assert tree.root() == merkle.root(LEAVES[:size]) == plain_root(LEAVES[:size])
            if size < len(LEAVES):
                tree.append(LEAVES[size])

    def test_all_proofs_of_small_sizes(self):
        """Every proof up to 20 leaves is that of the recursion of the RFC."""
        for size in range(1, 21):
            for number in range(size):
                made = merkle.inclusion_proof(LEAVES, number, size)
                assert made == plain_inclusion(number, LEAVES[:size])
                made = merkle.consistency_proof(LEAVES, number + 1, size)
                assert made == plain_consistency(number + 1, LEAVES[:size])

    def test_the_tree_keeps_one_hash_a_set_bit(self):
        """Memory grows with the logarithm of the size."""
        tree = Tree(LEAVES[:127])
        assert len(tree._peaks) == 7
        tree.append(LEAVES[127])
        assert len(tree._peaks) == 1


class TestLaws:
    @given(sizes, st.data())
    def test_the_proof_of_any_index_holds_and_no_flipped_bit_does(self, size, data):
        """A bit changed in leaf, proof or root, or another index, is refused."""
        index = data.draw(st.integers(0, size - 1))
        root, leaf = merkle.root(LEAVES[:size]), LEAVES[index]
        proof = merkle.inclusion_proof(LEAVES, index, size)
        merkle.verify_inclusion(leaf, index, size, proof, root)
        parts = [leaf, *proof, root]
        changed = data.draw(st.integers(0, len(parts) - 1))
        parts[changed] = flipped(parts[changed], data.draw(st.integers(0, 255)))
        with pytest.raises(ProofError) as caught:
            merkle.verify_inclusion(parts[0], index, size, parts[1:-1], parts[-1])
        assert caught.value.fault == "root"
        other = data.draw(st.integers(0, size).filter(lambda number: number != index))
        with pytest.raises(ProofError):
            merkle.verify_inclusion(leaf, other, size, proof, root)

    @given(sizes, st.data())
    def test_any_two_sizes_are_consistent_and_no_flipped_bit_is(self, size, data):
        """A bit changed in a root or in the proof is refused."""
        old = data.draw(st.integers(1, size))
        roots = [merkle.root(LEAVES[:old]), merkle.root(LEAVES[:size])]
        proof = merkle.consistency_proof(LEAVES, old, size)
        merkle.verify_consistency(old, roots[0], size, roots[1], proof)
        parts = [*roots, *proof]
        changed = data.draw(st.integers(0, len(parts) - 1))
        parts[changed] = flipped(parts[changed], data.draw(st.integers(0, 255)))
        with pytest.raises(ProofError):
            merkle.verify_consistency(old, parts[0], size, parts[1], parts[2:])

    @given(sizes, st.data())
    def test_a_changed_history_has_no_consistency_proof(self, size, data):
        """The proof made over a log with one old leaf changed does not lead to the old root."""
        old = data.draw(st.integers(1, size))
        changed = list(LEAVES[:size])
        at = data.draw(st.integers(0, old - 1))
        changed[at] = flipped(changed[at], 0)
        proof = merkle.consistency_proof(changed, old, size)
        with pytest.raises(ProofError):
            merkle.verify_consistency(
                old, merkle.root(LEAVES[:old]), size, merkle.root(changed), proof
            )

    @given(sizes, st.data())
    def test_a_shorter_or_longer_proof_is_refused(self, size, data):
        """The number of hashes must be exactly right."""
        index = data.draw(st.integers(0, size - 1))
        root = merkle.root(LEAVES[:size])
        proof = merkle.inclusion_proof(LEAVES, index, size)
        for wrong in [proof[:-1], [*proof, root], [root, *proof], [*proof, b"short"]]:
            if wrong != proof:
                with pytest.raises(ProofError):
                    merkle.verify_inclusion(LEAVES[index], index, size, wrong, root)


def flipped(value: bytes, bit: int) -> bytes:
    return (int.from_bytes(value) ^ (1 << bit)).to_bytes(len(value))


class TestForgedProofs:
    @pytest.mark.parametrize("size", range(1, 18))
    def test_an_inclusion_proof_holds_for_its_leaf_place_and_root_only(self, size):
        """Any other hash, any other place and any other root is refused by name."""
        root, other = merkle.root(LEAVES[:size]), merkle.root(LEAVES[1 : size + 1])
        for index in range(size):
            proof = merkle.inclusion_proof(LEAVES, index, size)
            merkle.verify_inclusion(LEAVES[index], index, size, proof, root)
            assert faults(LEAVES[size], index, size, proof, root) == "root"
            assert faults(LEAVES[index], index, size, proof, other) == "root"
            assert faults(LEAVES[index], index + size, size, proof, root) == "index"
            assert faults(LEAVES[index], index - size - 1, size, proof, root) == "index"
            assert faults(LEAVES[index], index, size, [*proof, root], root) == "length"
            for at in range(len(proof)):
                wrong = [*proof[:at], flipped(proof[at], 0), *proof[at + 1 :]]
                assert faults(LEAVES[index], index, size, wrong, root) == "root"
                assert faults(LEAVES[index], index, size, proof[:at], root) == "length"

    @pytest.mark.parametrize("size", range(2, 18))
    def test_a_consistency_proof_holds_for_its_two_roots_only(self, size):
        """Who rewrote the history before or after the old size is told so."""
        root, other = merkle.root(LEAVES[:size]), merkle.root(LEAVES[1 : size + 1])
        for old in range(1, size):
            old_root = merkle.root(LEAVES[:old])
            proof = merkle.consistency_proof(LEAVES, old, size)
            merkle.verify_consistency(old, old_root, size, root, proof)
            assert growth_faults(old, old_root, size, other, proof) == "root"
            assert growth_faults(old, old_root, size, root, []) == "length"
            assert growth_faults(old, old_root, size, root, proof[:-1]) == "length"
            assert growth_faults(old, old_root, size, root, [*proof, root]) == "length"
            if old & (old - 1):
                assert growth_faults(old, other, size, root, proof) == "old_root"
            for at in range(len(proof)):
                wrong = [*proof[:at], flipped(proof[at], 0), *proof[at + 1 :]]
                assert growth_faults(old, old_root, size, root, wrong) in ("old_root", "root")

    def test_equal_sizes_have_equal_roots_and_no_hashes(self):
        """The same tree needs no proof, and two roots for one size are a changed history."""
        root, other = merkle.root(LEAVES[:5]), merkle.root(LEAVES[1:6])
        merkle.verify_consistency(5, root, 5, root, [])
        assert growth_faults(5, root, 5, root, [root]) == "length"
        assert growth_faults(5, root, 5, other, []) == "root"

    def test_a_history_changed_behind_the_old_size_and_before_it(self):
        """The old root still leads on, or does not: the error says which of the two is wrong."""
        old_root, root = merkle.root(LEAVES[:6]), merkle.root(LEAVES[:9])
        after = [*LEAVES[:7], LEAVES[100], LEAVES[8]]
        proof = merkle.consistency_proof(after, 6, 9)
        assert growth_faults(6, old_root, 9, root, proof) == "root"
        before = [LEAVES[100], *LEAVES[1:9]]
        proof = merkle.consistency_proof(before, 6, 9)
        assert growth_faults(6, old_root, 9, merkle.root(before), proof) == "old_root"


def faults(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> str:
    """Say what is wrong with an inclusion proof."""
    with pytest.raises(ProofError) as caught:
        merkle.verify_inclusion(leaf, index, size, proof, root)
    assert caught.value.proof == "inclusion"
    return caught.value.fault


def growth_faults(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> str:
    """Say what is wrong with a consistency proof."""
    with pytest.raises(ProofError) as caught:
        merkle.verify_consistency(old, old_root, size, root, proof)
    assert caught.value.proof == "consistency"
    return caught.value.fault


class TestBorders:
    @pytest.mark.parametrize(
        ("index", "size", "fault"),
        [(0, 0, "size"), (-1, 4, "index"), (4, 4, "index"), (0, 131, "size"), (0, -1, "size")],
    )
    def test_no_inclusion_proof_outside_the_tree(self, index, size, fault):
        """Making one is refused with what is wrong."""
        with pytest.raises(ProofError) as caught:
            merkle.inclusion_proof(LEAVES, index, size)
        assert (caught.value.proof, caught.value.fault) == ("inclusion", fault)

    @pytest.mark.parametrize(("old", "new"), [(0, 4), (0, 0), (5, 4), (-1, 4), (4, 131)])
    def test_no_consistency_proof_from_nothing_or_backwards(self, old, new):
        """Size 0 above all, making and checking alike."""
        with pytest.raises(ProofError) as caught:
            merkle.consistency_proof(LEAVES, old, new)
        assert (caught.value.proof, caught.value.fault) == ("consistency", "size")
        if new <= len(LEAVES):
            with pytest.raises(ProofError):
                merkle.verify_consistency(old, merkle.EMPTY_ROOT, new, merkle.EMPTY_ROOT, [])

    def test_size_zero_is_refused_by_name(self):
        """The reason says that such a proof would show nothing."""
        with pytest.raises(ProofError, match="empty one"):
            merkle.verify_consistency(0, merkle.EMPTY_ROOT, 1, LEAVES[0], [])

    def test_a_longer_consistency_proof_is_called_too_long(self):
        """The fault is the length, not the root that comes out of it."""
        roots = [merkle.root(LEAVES[:size]) for size in (5, 9)]
        proof = merkle.consistency_proof(LEAVES, 5, 9)
        with pytest.raises(ProofError, match="too many"):
            merkle.verify_consistency(5, roots[0], 9, roots[1], [*proof, roots[0]])

    def test_a_leaf_of_another_length_is_refused(self):
        """31 bytes are no hash, in the tree or in a proof."""
        with pytest.raises(ValueError, match="31"):
            Tree([bytes(31)])
        with pytest.raises(ProofError, match="31 bytes"):
            merkle.verify_inclusion(bytes(31), 0, 1, [], bytes(31))
        with pytest.raises(ProofError, match="31 bytes"):
            merkle.verify_consistency(1, bytes(32), 2, bytes(32), [bytes(31)])

    def test_endless_proofs_are_refused_at_once(self):
        """A hostile proof of a hundred thousand hashes costs nothing."""
        proof = [bytes(32)] * 100_000
        with pytest.raises(ProofError, match="too many"):
            merkle.verify_inclusion(LEAVES[0], 0, 2**63 - 1, proof, bytes(32))
        with pytest.raises(ProofError, match="cannot be right"):
            merkle.verify_consistency(3, bytes(32), 2**63 - 1, bytes(32), proof)

    def test_the_error_says_which_proof_and_why(self):
        """Fields first, the sentence made from them."""
        with pytest.raises(ProofError) as caught:
            merkle.verify_inclusion(LEAVES[0], 0, 1, [], LEAVES[1])
        assert str(caught.value) == (
            "inclusion proof refused (root): leaf 0 does not lead to the root of size 1"
        )

    def test_lazy_leaves_are_read_at_most_once(self):
        """Proofs work on a sequence that loads each leaf when asked."""
        leaves = Lazy(3_001)
        proof = merkle.inclusion_proof(leaves, 1_234, 3_000)
        assert leaves.reads == 2_999
        root = merkle.root(leaves[number] for number in range(3_000))
        merkle.verify_inclusion(leaves[1_234], 1_234, 3_000, proof, root)
        leaves.reads = 0
        merkle.consistency_proof(leaves, 2_047, 3_001)
        assert leaves.reads <= 3_001

    @pytest.mark.slow
    def test_three_hundred_thousand_leaves(self):
        """A log of that length is proved leaf by leaf without recursion."""
        leaves = [number.to_bytes(32) for number in range(300_000)]
        root = merkle.root(leaves)
        for index in (0, 262_143, 262_144, 299_999):
            proof = merkle.inclusion_proof(leaves, index, len(leaves))
            merkle.verify_inclusion(leaves[index], index, len(leaves), proof, root)

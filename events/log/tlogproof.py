"""
Proofs that travel without their log: C2SP tlog-proof.

::

    c2sp.org/tlog-proof@v1
    extra AQID                     optional: opaque bytes, here the payload of the entry
    index 7
    a2CkoZwIs9AxXHrdshSK3d...      hashes of the inclusion proof, from the leaf upwards
    QTc3xt6fP6oTqr2lZIWPeo...
                                   an empty line
    club.example/game/00001000     the checkpoint's note
    ...

The ``extra`` bytes are not signed: hash them and check the hash as the leaf.
"""

import re
from collections.abc import Iterable, Sequence

from attrs import field, frozen

from rollbook.events.errors import RollbookError
from rollbook.events.log import strict_base64
from rollbook.events.log.checkpoint import Checkpoint
from rollbook.events.log.merkle import HASH_BYTES, MAX_TREE_SIZE, verify_inclusion
from rollbook.events.log.note import MAX_NOTE_BYTES, Note, NoteError, format_note, parse_note

HEADER = "c2sp.org/tlog-proof@v1"
MAX_EXTRA_BYTES = 65_535
"""One payload."""
MAX_HASHES = 63
MAX_PROOFS = 4_096
MAX_FILE_BYTES = 16 * 2**20
_MAX_PROOF_BYTES = MAX_NOTE_BYTES + 2 * MAX_EXTRA_BYTES
_INDEX = re.compile("0|[1-9][0-9]{0,18}")
_START = (HEADER + "\n").encode()


class TlogProofError(RollbookError):
    """
    The text of a proof is malformed.

    ``line`` counts from 1 within that proof, None if the fault is no line's.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason = reason
        self.line = line
        where = "" if line is None else f" in line {line}"
        super().__init__(f"tlog-proof refused{where}: {reason}")


@frozen
class TlogProof:
    """
    That leaf ``index`` is in the tree of ``note``, by the inclusion proof ``hashes``.

    ``extra`` is None or 1 to 65,535 bytes that nothing vouches for.
    """

    index: int
    hashes: tuple[bytes, ...]
    note: Note
    extra: bytes | None = field(default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.index < MAX_TREE_SIZE:
            raise TlogProofError("the index is not 0 to 2^63 - 2")
        if len(self.hashes) > MAX_HASHES:
            raise TlogProofError(f"more than {MAX_HASHES} hashes")
        if any(len(value) != HASH_BYTES for value in self.hashes):
            raise TlogProofError(f"a hash is not {HASH_BYTES} bytes")
        if self.extra is not None and not 1 <= len(self.extra) <= MAX_EXTRA_BYTES:
            raise TlogProofError(f"{len(self.extra)} extra bytes are not 1 to 65535")
        _checkpoint(self.note, None)

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint that the proof is under; its signatures are for others to check."""
        return Checkpoint.parse(self.note.text)

    def verify(self, leaf: bytes) -> Checkpoint:
        """
        Check that *leaf* is the one proved, and give the checkpoint whose tree it is in.

        Raises `rollbook.events.log.merkle.ProofError` if it is not.  The
        signatures are checked apart, by `rollbook.events.log.checkpoint.verify`.
        """
        checkpoint = self.checkpoint
        verify_inclusion(leaf, self.index, checkpoint.size, self.hashes, checkpoint.root)
        return checkpoint


def format_proof(proof: TlogProof) -> bytes:
    """Print *proof* as UTF-8."""
    lines = [HEADER]
    if proof.extra is not None:
        lines.append(f"extra {strict_base64.encode(proof.extra)}")
    lines.append(f"index {proof.index}")
    lines += map(strict_base64.encode, proof.hashes)
    return "\n".join([*lines, "", ""]).encode() + format_note(proof.note)


def parse_proof(data: bytes) -> TlogProof:
    """Read one proof that is all of *data*; `TlogProofError` for anything else."""
    if len(data) > _MAX_PROOF_BYTES:
        raise TlogProofError(f"more than {_MAX_PROOF_BYTES} bytes")
    head, found, tail = data.partition(b"\n\n")
    if not found:
        raise TlogProofError("no empty line before the checkpoint")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TlogProofError("not ASCII before the checkpoint", line) from None
    if lines[0] != HEADER:
        raise TlogProofError(f"it does not start with {HEADER}", 1)
    extra, at = _extra(lines)
    index = _index(lines, at)
    hashes = _hashes(lines, at + 1)
    try:
        note = parse_note(tail)
    except NoteError as error:
        raise _inside(error, len(lines) + 1) from None
    _checkpoint(note, len(lines) + 1)
    return TlogProof(index, hashes, note, extra)


def format_proofs(proofs: Iterable[TlogProof]) -> bytes:
    """Print *proofs* one after the other, nothing between them."""
    parts = [format_proof(proof) for proof in proofs]
    _check_row(len(parts), sum(map(len, parts)))
    return b"".join(parts)


def parse_proofs(data: bytes) -> tuple[TlogProof, ...]:
    """
    Read proofs that follow each other; none for no bytes.

    No line of a proof but its first can be that first line, so it marks where
    each begins.  Raises `TlogProofError` if any is malformed.
    """
    _check_row(0, len(data))
    if not data:
        return ()
    if not data.startswith(_START):
        raise TlogProofError(f"it does not start with {HEADER}", 1)
    parts = data[len(_START) :].split(b"\n" + _START)
    _check_row(len(parts), len(data))
    last = len(parts) - 1
    return tuple(
        parse_proof(_START + part + (b"" if number == last else b"\n"))
        for number, part in enumerate(parts)
    )


def _extra(lines: Sequence[str]) -> tuple[bytes | None, int]:
    if len(lines) < 2 or not lines[1].startswith("extra "):
        return None, 1
    extra = _base64(lines[1].removeprefix("extra "), 2)
    if not 1 <= len(extra) <= MAX_EXTRA_BYTES:
        raise TlogProofError(f"{len(extra)} extra bytes are not 1 to {MAX_EXTRA_BYTES}", 2)
    return extra, 2


def _index(lines: Sequence[str], at: int) -> int:
    line = lines[at] if at < len(lines) else ""
    number = line.removeprefix("index ")
    if number == line or not _INDEX.fullmatch(number):
        raise TlogProofError("expected 'index <decimal number>'", at + 1)
    return int(number)


def _hashes(lines: Sequence[str], start: int) -> tuple[bytes, ...]:
    if len(lines) - start > MAX_HASHES:
        raise TlogProofError(f"more than {MAX_HASHES} hashes", start + MAX_HASHES + 1)
    hashes = [_base64(line, n + 1) for n, line in enumerate(lines[start:], start)]
    for number, value in enumerate(hashes, start + 1):
        if len(value) != HASH_BYTES:
            raise TlogProofError(f"a hash of {len(value)} bytes, not {HASH_BYTES}", number)
    return tuple(hashes)


def _base64(text: str, line: int) -> bytes:
    try:
        return strict_base64.decode(text)
    except ValueError as error:
        raise TlogProofError(str(error), line) from None


def _checkpoint(note: Note, lines_before: int | None) -> None:
    try:
        Checkpoint.parse(note.text)
    except NoteError as error:
        raise _inside(error, lines_before) from None


def _inside(error: NoteError, lines_before: int | None) -> TlogProofError:
    known = error.line is not None and lines_before is not None
    line = (error.line or 0) + (lines_before or 0) if known else None
    return TlogProofError(f"its checkpoint: {error.reason}", line)


def _check_row(count: int, size: int) -> None:
    if count > MAX_PROOFS or size > MAX_FILE_BYTES:
        raise TlogProofError(f"more than {MAX_PROOFS} proofs or {MAX_FILE_BYTES} bytes in a row")

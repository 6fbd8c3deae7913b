"""
Signed checkpoints held against a log: who signed, and has anything changed since?

Whatever can be checked with hashes alone is checked without the extra
``sign``; the signatures themselves need it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import frozen

from rollbook.events.errors import MissingExtra
from rollbook.events.finding import Finding
from rollbook.events.log.checkpoint import Checkpoint, SignatureError, Verified, verify
from rollbook.events.log.errors import LogError
from rollbook.events.log.file import checkpoint_file
from rollbook.events.log.keys import KeyKind, VerifierKey, parse_verifier_key
from rollbook.events.log.merkle import Tree
from rollbook.events.log.note import MAX_FILE_BYTES, Note, NoteSignature, parse_notes

PAGE = "EVIDENCE 1"
MAX_KEYS_BYTES = 1 << 20


@frozen
class SignedSize:
    """One checkpoint: how many entries, under which origin, and whose signatures hold."""

    size: int
    origin: str
    holds: bool
    verified: tuple[Verified, ...]
    unknown: tuple[str, ...]


@frozen
class Signatures:
    """What holding a log's checkpoints against it gave; *checked* if the extra was there."""

    checkpoints: tuple[SignedSize, ...] = ()
    findings: tuple[Finding, ...] = ()
    checked: bool = True
    keys: int = 0

    @property
    def size(self) -> int:
        """The largest size that was signed for."""
        return max((c.size for c in self.checkpoints), default=0)


@frozen
class Facts:
    """
    What a log is, for its checkpoints: leaf hashes, its id, its copies.

    *copies* are the fork entries that begin a file of their own: entry
    number and copy id, in order.
    """

    leaves: Sequence[bytes]
    game_id: bytes
    copies: tuple[tuple[int, bytes], ...] = ()

    def tail_for(self, size: int) -> str:
        """Give what the origin of a checkpoint of *size* ends in: game id and copies."""
        made = self.game_id.hex()
        for seq, copy in self.copies:
            if seq < size:
                made += f"/fork/{copy.hex()}"
        return made


def read_notes(path: Path) -> tuple[Note, ...]:
    """Give the notes of a file; none if it is not there.  Raises ``NoteError``, ``LogError``."""
    try:
        return parse_notes(_start_of(path, MAX_FILE_BYTES + 1))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}") from None


def _start_of(path: Path, size: int) -> bytes:
    """Give the first *size* bytes of a file; however large it is, no more is read."""
    with path.open("rb") as file:
        return file.read(size)


def keys_file(path: Path) -> Path:
    """Give the name of the file beside a log that lists the public keys of its people."""
    return path.with_name(path.name + ".keys")


def read_keys(path: Path) -> tuple[VerifierKey, ...]:
    """
    Read public keys, one a line; lines that begin with ``#`` are passed over.

    Raises ``KeyTextError`` or ``LogError``.
    """
    try:
        data = _start_of(path, MAX_KEYS_BYTES + 1)
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > MAX_KEYS_BYTES:
        raise LogError(f"{path} is larger than a list of keys")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise LogError(f"{path} is no text") from None
    lines = (line.strip() for line in text.splitlines())
    return tuple(parse_verifier_key(line) for line in lines if line and not line.startswith("#"))


def hold_against(
    facts: Facts,
    notes: Iterable[Note],
    keys: Sequence[VerifierKey] = (),
    elsewhere: Iterable[Note] = (),
) -> Signatures:
    """
    Hold checkpoints against a log.

    *notes* lie beside the log, *elsewhere* are those that somebody kept:
    what contradicts the log there is a second history.
    """
    given = [(note, False) for note in notes] + [(note, True) for note in elsewhere]
    parsed = [(note, Checkpoint.parse(note.text), other) for note, other in given]
    roots = _roots(facts.leaves, {c.size for _, c, _ in parsed})
    findings: list[Finding] = []
    signed: list[SignedSize] = []
    checked = True
    for note, checkpoint, other in parsed:
        wrong = _history(facts, checkpoint, roots, elsewhere=other)
        findings.extend(wrong)
        try:
            verified, more = _signatures(note, checkpoint, keys)
        except MissingExtra:
            verified, more, checked = (), [], False
        findings.extend(more)
        signed.append(
            SignedSize(
                checkpoint.size, checkpoint.origin, not wrong, verified, _unknown(note, keys)
            )
        )
    findings.extend(_changed_keys([(n, c) for n, c, _ in parsed], keys))
    return Signatures(tuple(signed), tuple(findings), checked, len(keys))


def _roots(leaves: Sequence[bytes], sizes: set[int]) -> dict[int, bytes]:
    tree = Tree()
    roots: dict[int, bytes] = {0: tree.root()}
    for leaf in leaves:
        tree.append(leaf)
        if tree.size in sizes:
            roots[tree.size] = tree.root()
    return roots


def _history(
    facts: Facts, checkpoint: Checkpoint, roots: dict[int, bytes], *, elsewhere: bool
) -> list[Finding]:
    size = checkpoint.size
    tail = facts.tail_for(size)
    if not checkpoint.origin.endswith(f"/{facts.game_id.hex()}") and (
        facts.game_id.hex() not in checkpoint.origin.split("/")
    ):
        return [
            finding(
                "ORIGIN_OF_ANOTHER_LOG", "", f".../{tail}", checkpoint.origin,
                "this checkpoint is for another game",
            )
        ]  # fmt: skip
    if size > len(facts.leaves):
        return [
            finding(
                "SHORTER_THAN_SIGNED", str(len(facts.leaves)), f"{size} entries",
                f"{len(facts.leaves)} entries",
                f"{size} entries were signed for; the log ends earlier",
            )
        ]  # fmt: skip
    if roots[size] != checkpoint.root:
        code = "SPLIT_HISTORY" if elsewhere else "SIGNED_HISTORY_CHANGED"
        words = (
            f"somebody keeps a signature for another history of {size} entries"
            if elsewhere
            else f"the first {size} entries are not those that were signed"
        )
        return [
            finding(code, str(size - 1), f"root {checkpoint.root.hex()}",
                    f"root {roots[size].hex()}", words)
        ]  # fmt: skip
    if not checkpoint.origin.endswith(f"/{tail}"):
        return [
            finding(
                "WRONG_ORIGIN", str(size - 1), f".../{tail}", checkpoint.origin,
                "from its fork on, a copy is signed under an origin of its own",
            )
        ]  # fmt: skip
    return []


def _signatures(
    note: Note, checkpoint: Checkpoint, keys: Sequence[VerifierKey]
) -> tuple[tuple[Verified, ...], list[Finding]]:
    """Check every signature of a known key, one by one, so that each gets its finding."""
    verified: list[Verified] = []
    findings: list[Finding] = []
    known = {(key.name, key.key_id): key for key in keys}
    names = {key.name for key in keys}
    where = str(checkpoint.size - 1) if checkpoint.size else ""
    for signature in note.signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None:
            if signature.name in names:
                findings.append(_another_key(where, signature, keys))
            continue
        try:
            verified.extend(verify(Note(note.text, (signature,)), [key]))
        except SignatureError as error:
            findings.append(
                finding(
                    "SIGNATURE_WRONG", where, f"a signature of {key.name}",
                    "another one", f"the signature of {key.name} does not hold: {error.reason}",
                )
            )  # fmt: skip
    if keys and not verified and not findings:
        findings.append(
            finding(
                "NO_KNOWN_SIGNATURE", where, "a signature of a known key",
                ", ".join(s.name for s in note.signatures), "nobody known signed this checkpoint",
            )
        )  # fmt: skip
    if checkpoint.origin not in {s.name for s in note.signatures}:
        findings.append(
            finding(
                "NOT_SIGNED_BY_RECORDER", where, f"a signature of {checkpoint.origin}",
                ", ".join(s.name for s in note.signatures),
                "the recorder did not sign this checkpoint",
            )
        )  # fmt: skip
    return tuple(verified), findings


def _another_key(where: str, signature: NoteSignature, keys: Sequence[VerifierKey]) -> Finding:
    right = ", ".join(k.key_id.hex() for k in keys if k.name == signature.name)
    return finding(
        "SIGNED_BY_ANOTHER_KEY", where, f"key {right}", f"key {signature.key_id.hex()}",
        f"{signature.name[:80]} signed with another key than the known one",
    )  # fmt: skip


def _changed_keys(
    notes: Sequence[tuple[Note, Checkpoint]], keys: Sequence[VerifierKey]
) -> list[Finding]:
    """Find recorders who changed their key between two checkpoints of one origin."""
    names = {key.name for key in keys}
    first: dict[str, bytes] = {}
    found: list[Finding] = []
    for note, checkpoint in notes:
        for signature in note.signatures:
            if signature.name != checkpoint.origin or signature.name in names:
                continue
            before = first.setdefault(signature.name, signature.key_id)
            if before != signature.key_id:
                found.append(
                    finding(
                        "SIGNED_BY_ANOTHER_KEY", str(checkpoint.size - 1), f"key {before.hex()}",
                        f"key {signature.key_id.hex()}",
                        "the recorder signed this log with two different keys",
                    )
                )  # fmt: skip
    return found


def _unknown(note: Note, keys: Sequence[VerifierKey]) -> tuple[str, ...]:
    known = {(key.name, key.key_id) for key in keys}
    return tuple(s.name for s in note.signatures if (s.name, s.key_id) not in known)


def finding(code: str, address: str, expected: str, found: str, words: str) -> Finding:
    """Give a finding about signatures."""
    return Finding(
        code=code, address=address, rule=PAGE, expected=expected, found=found, words=words
    )


def signatures_of(
    path: Path,
    facts: Facts,
    keys: Sequence[VerifierKey] = (),
    elsewhere: Iterable[Note] = (),
) -> Signatures:
    """
    Hold the checkpoints beside the log *path*, and those kept *elsewhere*, against it.

    Raises ``NoteError`` or ``LogError`` if they cannot be read.
    """
    return hold_against(facts, read_notes(checkpoint_file(path)), keys, elsewhere)


RECORDER = KeyKind.ED25519
"""The kind of key that signs the text of a checkpoint."""

__all__ = [
    "RECORDER",
    "Facts",
    "Signatures",
    "SignedSize",
    "hold_against",
    "keys_file",
    "read_keys",
    "read_notes",
    "signatures_of",
]

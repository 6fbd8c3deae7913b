r"""
Checkpoints: signed statements that a log had this many entries and this root.

The text is that of C2SP tlog-checkpoint without extension lines, three lines::

    club.example/spring-open/00001000              origin
    23                                             number of leaves
    tMbSUoXDJevsxnp08XMOUWUGs9n7/+Iwug8I/sofrSc=   root, base64

The recorder signs the text (Ed25519, key name = origin).  Players, judge and
witnesses add cosignatures with their time, C2SP tlog-cosignature, over
``"cosignature/v1\ntime <t>\n" || text``.
"""

import re
from collections.abc import Iterable
from typing import Self

from attrs import frozen

from rollbook.events.errors import RollbookError
from rollbook.events.log import strict_base64
from rollbook.events.log.keys import SIGNATURE_BYTES, KeyKind, SigningKey, VerifierKey
from rollbook.events.log.merkle import EMPTY_ROOT, HASH_BYTES, MAX_TREE_SIZE
from rollbook.events.log.names import OriginError, check_origin
from rollbook.events.log.note import Note, NoteError, NoteSignature

MAX_TIME = 2**63 - 1
_SIZE = re.compile("0|[1-9][0-9]{0,18}")
_TIME_BYTES = 8


class SignatureError(RollbookError):
    """
    Signatures do not hold, or a key must not sign this.

    ``name`` is that of the key, None if no known key signed at all.
    """

    def __init__(self, reason: str, name: str | None = None) -> None:
        self.reason = reason
        self.name = name
        super().__init__(f"signature of {name!r} refused: {reason}" if name else reason)


@frozen
class Checkpoint:
    """A log's ``origin``, ``size`` in leaves and ``root`` of 32 bytes."""

    origin: str
    size: int
    root: bytes

    def __attrs_post_init__(self) -> None:
        try:
            check_origin(self.origin)
        except OriginError as error:
            raise NoteError(str(error)) from None
        if not 0 <= self.size <= MAX_TREE_SIZE:
            raise NoteError("the size of a checkpoint is 0 to 2^63 - 1")
        if len(self.root) != HASH_BYTES:
            raise NoteError(f"a root is {HASH_BYTES} bytes, not {len(self.root)}")
        if self.size == 0 and self.root != EMPTY_ROOT:
            raise NoteError("a checkpoint of size 0 has the root of the empty tree")

    @property
    def text(self) -> str:
        """The three lines that are signed."""
        return f"{self.origin}\n{self.size}\n{strict_base64.encode(self.root)}\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text of a note; `NoteError` unless it is printed the same again."""
        lines = text.split("\n")
        if len(lines) != 4 or lines[3]:
            raise NoteError("a checkpoint is three lines: origin, size, root; no more")
        if not _SIZE.fullmatch(lines[1]):
            raise NoteError("the size is no plain decimal number", 2)
        try:
            root = strict_base64.decode(lines[2])
        except ValueError as error:
            raise NoteError(f"the root is {error}", 3) from None
        return cls(lines[0], int(lines[1]), root)


@frozen
class Verified:
    """One signature that holds: by whom, of which kind, and when (cosignatures only)."""

    kind: KeyKind
    name: str
    time: int | None
    """Seconds since 1970 UTC, by the signer's own clock."""


def sign(note: Note, key: SigningKey) -> Note:
    """
    Add the recorder's signature (type 0x01) to the *note* of a checkpoint.

    Raises `SignatureError` unless *key* is of that kind and named as the origin,
    `NoteError` if the note is no checkpoint or the key already signed.
    """
    checkpoint = Checkpoint.parse(note.text)
    _expect(key, KeyKind.ED25519)
    if key.name != checkpoint.origin:
        raise SignatureError(f"it may not sign for the origin {checkpoint.origin!r}", key.name)
    value = key.sign(note.text.encode())
    return note.with_signature(NoteSignature(key.name, key.verifier.key_id, value))


def cosign(note: Note, key: SigningKey, time: int) -> Note:
    """
    Add a player's or judge's cosignature (type 0x04) to the *note* of a checkpoint.

    *time* is in seconds since 1970 UTC, 0 to 2^63 - 1.  Whoever cosigns must have
    checked that this checkpoint continues the last one that the key signed.
    Raises like `sign`, whatever the key's name.
    """
    Checkpoint.parse(note.text)
    _expect(key, KeyKind.COSIGNATURE)
    if not 0 <= time <= MAX_TIME:
        raise SignatureError("the time is not 0 to 2^63 - 1 seconds", key.name)
    value = time.to_bytes(_TIME_BYTES, "big") + key.sign(_cosigned(note.text, time))
    return note.with_signature(NoteSignature(key.name, key.verifier.key_id, value))


def verify(note: Note, known_keys: Iterable[VerifierKey]) -> list[Verified]:
    """
    Check every signature of a checkpoint's *note* that is of a known key.

    Signatures of other keys are passed over, as C2SP signed-note asks.  Raises
    `SignatureError` if one of a known key does not hold, if none is of a known
    key, or if a key of type 0x01 signed that is not named as the origin;
    `NoteError` if the note is no checkpoint.
    """
    checkpoint = Checkpoint.parse(note.text)
    keys = _by_name_and_id(known_keys)
    verified = list[Verified]()
    for signature in note.signatures:
        key = keys.get((signature.name, signature.key_id))
        if key is None:
            continue
        if key.kind is KeyKind.ED25519 and key.name != checkpoint.origin:
            raise SignatureError("a recorder's key is named as its origin", key.name)
        verified.append(_verified(note.text, signature, key))
    if not verified:
        raise SignatureError("no signature of a known key")
    return verified


def _verified(text: str, signature: NoteSignature, key: VerifierKey) -> Verified:
    timed = key.kind is KeyKind.COSIGNATURE
    size = SIGNATURE_BYTES + (_TIME_BYTES if timed else 0)
    if len(signature.value) != size:
        raise SignatureError(f"{len(signature.value)} bytes, not {size}", key.name)
    time = int.from_bytes(signature.value[:_TIME_BYTES], "big") if timed else None
    if time is not None and time > MAX_TIME:
        raise SignatureError("its time is beyond 2^63 - 1 seconds", key.name)
    message = text.encode() if time is None else _cosigned(text, time)
    if not key.fits(signature.value[-SIGNATURE_BYTES:], message):
        raise SignatureError("it does not fit this checkpoint", key.name)
    return Verified(key.kind, key.name, time)


def _by_name_and_id(keys: Iterable[VerifierKey]) -> dict[tuple[str, bytes], VerifierKey]:
    known = dict[tuple[str, bytes], VerifierKey]()
    cosigners = dict[bytes, str]()
    for key in keys:
        if known.setdefault((key.name, key.key_id), key) != key:
            raise SignatureError("two different known keys have one id", key.name)
        # A cosignature does not cover the name of its key, so under a shared
        # key one person's could be passed off as the other's.
        if (
            key.kind is KeyKind.COSIGNATURE
            and cosigners.setdefault(key.public, key.name) != key.name
        ):
            raise SignatureError(f"its key is also that of {cosigners[key.public]!r}", key.name)
    return known


def _cosigned(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def _expect(key: SigningKey, kind: KeyKind) -> None:
    if key.kind is not kind:
        raise SignatureError(f"its key is of type 0x{key.kind:02x}, not 0x{kind:02x}", key.name)

"""
Signed notes: a text and the lines that sign it.  C2SP signed-note.

::

    club.example/game/00001000               text, here that of a checkpoint
    23
    tMbSUoXDJevsxnp08XMOUWUGs9n7/+Iwug8I/sofrSc=
                                             an empty line
    — club.example/game/00001000 pOXC...     em dash, key name, base64 of key id || signature
    — ann.example JCuQ...

Nobody's word is taken here: a parsed note is only well formed, see
`rollbook.events.log.checkpoint.verify` for who signed it.  Whatever is not
printed the same again is refused.
"""

from collections.abc import Iterable
from typing import Self

from attrs import evolve, field, frozen

from rollbook.events.errors import RollbookError
from rollbook.events.log import strict_base64
from rollbook.events.log.names import check_name

MAX_NOTE_BYTES = 262_144
MAX_SIGNATURES = 64
"""C2SP asks for 16 at least; two players, a judge and every witness fit."""
MAX_SIGNATURE_BYTES = 8_192
"""Post-quantum signatures of others, which are kept unread, take up to 5 kB."""
MAX_NOTES = 16_384
MAX_FILE_BYTES = 64 * 2**20
_MARK = "— "
_ID_BYTES = 4


class NoteError(RollbookError):
    """
    A note is malformed.

    ``line`` counts from 1 in what was parsed, None if the fault is no line's.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason = reason
        self.line = line
        where = "" if line is None else f" in line {line}"
        super().__init__(f"note refused{where}: {reason}")


@frozen
class NoteSignature:
    """
    One signature line, whoever signed it.

    ``name`` and ``key_id`` (4 bytes) say which key; ``value`` is what its kind
    of signature consists of: 64 bytes for Ed25519 (type 0x01), 8 bytes of time
    and 64 for a cosignature (type 0x04).
    """

    name: str
    key_id: bytes
    value: bytes = field(repr=False)

    def __attrs_post_init__(self) -> None:
        check_name(self.name, NoteError)
        if len(self.key_id) != _ID_BYTES:
            raise NoteError(f"a key id is {_ID_BYTES} bytes, not {len(self.key_id)}")
        if not 1 <= len(self.value) <= MAX_SIGNATURE_BYTES:
            raise NoteError(f"a signature of {len(self.value)} bytes is not 1 to 8192")

    @property
    def line(self) -> str:
        """The line without its newline."""
        return f"{_MARK}{self.name} {strict_base64.encode(self.key_id + self.value)}"

    @classmethod
    def parse(cls, line: str, number: int | None = None) -> Self:
        """Read one *line* without its newline; *number* is for the error only."""
        if not line.startswith(_MARK):
            raise NoteError("a signature line starts with an em dash and a space", number)
        name, space, text = line.removeprefix(_MARK).partition(" ")
        if not space:
            raise NoteError("a signature line is '— <key name> <base64>'", number)
        try:
            blob = strict_base64.decode(text)
        except ValueError as error:
            raise NoteError(f"the signature is {error}", number) from None
        try:
            return cls(name, blob[:_ID_BYTES], blob[_ID_BYTES:])
        except NoteError as error:
            raise NoteError(error.reason, number) from None


@frozen
class Note:
    """A text, ending in a newline, and its signatures; none yet while it is being made."""

    text: str
    signatures: tuple[NoteSignature, ...] = ()

    def __attrs_post_init__(self) -> None:
        _check_text(self.text)
        if len(self.signatures) > MAX_SIGNATURES:
            raise NoteError(f"more than {MAX_SIGNATURES} signatures")
        seen = set[tuple[str, bytes]]()
        for signature in self.signatures:
            key = (signature.name, signature.key_id)
            if key in seen:
                raise NoteError(f"{signature.name!r} signed twice with one key")
            seen.add(key)

    def with_signature(self, signature: NoteSignature) -> Self:
        """Give the note with one more signature; `NoteError` if that key already signed."""
        return evolve(self, signatures=(*self.signatures, signature))


def format_note(note: Note) -> bytes:
    """Print *note*, which needs at least one signature, as UTF-8."""
    if not note.signatures:
        raise NoteError("it has no signature yet")
    lines = [signature.line + "\n" for signature in note.signatures]
    data = "".join([note.text, "\n", *lines]).encode()
    if len(data) > MAX_NOTE_BYTES:
        raise NoteError(f"more than {MAX_NOTE_BYTES} bytes")
    return data


def parse_note(data: bytes) -> Note:
    """
    Read one note that is all of *data*; `NoteError` for anything else.

    Its signatures follow the last empty line.
    """
    if len(data) > MAX_NOTE_BYTES:
        raise NoteError(f"more than {MAX_NOTE_BYTES} bytes")
    content = _decode(data)
    cut = content.rfind("\n\n")
    if cut < 0:
        raise NoteError("no empty line between text and signatures")
    text = content[: cut + 1]
    return _build(text, content[cut + 2 :], text.count("\n") + 2)


def format_notes(notes: Iterable[Note]) -> bytes:
    """
    Print *notes* one after the other, nothing between them.

    Their texts must be without empty lines, as those of checkpoints are, and
    must not start with a signature mark, or the borders could not be found
    again.
    """
    parts = list[bytes]()
    for note in notes:
        if note.text.startswith(("\n", _MARK)) or "\n\n" in note.text:
            raise NoteError("its text cannot stand in a row of notes")
        parts.append(format_note(note))
    _check_row(len(parts), sum(map(len, parts)))
    return b"".join(parts)


def parse_notes(data: bytes) -> tuple[Note, ...]:
    """
    Read notes that follow each other, as in a ``.ckpt`` file; none for no bytes.

    Raises `NoteError`, with the line in *data*, if any of them is malformed.
    """
    _check_row(0, len(data))
    content = _decode(data)
    notes = list[Note]()
    start, first_line = 0, 1
    while start < len(content):
        _check_row(len(notes) + 1, len(data))
        cut, end = _borders(content, start, first_line)
        if len(content[start:end].encode()) > MAX_NOTE_BYTES:
            raise NoteError(f"more than {MAX_NOTE_BYTES} bytes", first_line)
        text = content[start : cut + 1]
        notes.append(_build(text, content[cut + 2 : end], first_line + text.count("\n") + 1))
        first_line += content.count("\n", start, end)
        start = end
    return tuple(notes)


def _borders(content: str, start: int, line: int) -> tuple[int, int]:
    """Find where the text of the note at *start* ends, and where the note does."""
    if content.startswith(("\n", _MARK), start):
        raise NoteError("a note starts with its text", line)
    cut = content.find("\n\n", start)
    if cut < 0:
        raise NoteError("no empty line between text and signatures", line)
    end = cut + 2
    while content.startswith(_MARK, end):
        newline = content.find("\n", end)
        end = len(content) if newline < 0 else newline + 1
    return cut, end


def _build(text: str, signatures: str, first_line: int) -> Note:
    if not signatures:
        raise NoteError("no signature", first_line)
    if not signatures.endswith("\n"):
        raise NoteError("the last line has no newline", first_line + signatures.count("\n"))
    lines = signatures.removesuffix("\n").split("\n")
    if len(lines) > MAX_SIGNATURES:
        raise NoteError(f"more than {MAX_SIGNATURES} signatures", first_line)
    return Note(
        text,
        tuple(NoteSignature.parse(line, first_line + n) for n, line in enumerate(lines)),
    )


def _check_text(text: str) -> None:
    if not text.endswith("\n"):
        raise NoteError("its text does not end in a newline")
    if any(char < " " and char != "\n" for char in text):
        raise NoteError("its text holds a control character")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise NoteError("its text is not Unicode text") from None


def _check_row(count: int, size: int) -> None:
    if count > MAX_NOTES or size > MAX_FILE_BYTES:
        raise NoteError(f"more than {MAX_NOTES} notes or {MAX_FILE_BYTES} bytes in a row")


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoteError(
            f"not UTF-8 at byte {error.start}", data.count(b"\n", 0, error.start) + 1
        ) from None

"""The limits of signed notes: each is held when they are made and when they are read."""

from __future__ import annotations

import pytest

from rollbook.events.log import note as notes
from rollbook.events.log.note import (
    MAX_NOTE_BYTES,
    MAX_SIGNATURES,
    Note,
    NoteError,
    NoteSignature,
    format_note,
    format_notes,
    parse_note,
    parse_notes,
)


def signature(number: int) -> NoteSignature:
    """Give one signature of many."""
    return NoteSignature("ann.example", number.to_bytes(4), bytes(64))


def signed(*, signatures: int = 1, text: str = "text\n") -> Note:
    """Give a note with that many signatures."""
    return Note(text, tuple(signature(n) for n in range(signatures)))


def test_a_note_has_so_many_signatures_and_no_more() -> None:
    """The last one that fits is read; one more is refused, made or read."""
    full = signed(signatures=MAX_SIGNATURES)
    data = format_note(full)
    assert parse_note(data) == full
    with pytest.raises(NoteError, match="more than 64 signatures"):
        full.with_signature(signature(MAX_SIGNATURES))
    for parse in (parse_note, parse_notes):
        # The text of the refusal names a line, so it is that of the reader.
        with pytest.raises(NoteError, match=r"line \d+: more than 64 signatures"):
            parse(data + (signature(MAX_SIGNATURES).line + "\n").encode())


def test_a_note_is_not_written_longer_than_it_may_be_read() -> None:
    """A long text is refused when the note is printed, alone or in a row."""
    lead = len(format_note(signed(text="\n"))) - 1
    largest = signed(text="x" * (MAX_NOTE_BYTES - lead - 1) + "\n")
    assert len(format_note(largest)) == MAX_NOTE_BYTES
    assert parse_notes(format_note(largest)) == (largest,)
    longer = signed(text="x" + largest.text)
    for write in (format_note, lambda note: format_notes([note])):
        with pytest.raises(NoteError, match="more than 262144 bytes"):
            write(longer)
    data = b"x" + format_note(largest)
    with pytest.raises(NoteError, match="line 1: more than 262144 bytes"):
        parse_notes(data)


def test_a_row_holds_so_many_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """More notes than a row may hold are neither written nor read."""
    made = [signed(text=f"{number}\n") for number in range(4)]
    data = format_notes(made)
    monkeypatch.setattr(notes, "MAX_NOTES", 3)
    assert len(parse_notes(format_notes(made[:3]))) == 3
    with pytest.raises(NoteError, match="more than 3 notes"):
        format_notes(made)
    with pytest.raises(NoteError, match="more than 3 notes"):
        parse_notes(data)


def test_a_row_holds_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of notes that is too long is refused before it is decoded."""
    data = format_notes([signed()])
    monkeypatch.setattr(notes, "MAX_FILE_BYTES", len(data) - 1)
    with pytest.raises(NoteError, match="bytes in a row"):
        format_notes([signed()])
    with pytest.raises(NoteError, match="bytes in a row"):
        parse_notes(b"\xff" * len(data))

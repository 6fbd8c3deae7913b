"""Signed notes: the one form in which they are read and printed."""

import base64
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.log.checkpoint import Checkpoint
from rollbook.events.log.merkle import EMPTY_ROOT
from rollbook.events.log.names import OriginError, fork_origin, log_origin
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

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/evidence.json").read_text())
VECTOR = VECTORS["checkpoint"]
DATA = VECTOR["note"].encode()

names = st.text(st.sampled_from("abc.-/ñ式"), min_size=1, max_size=20)
signatures = st.builds(
    NoteSignature, names, st.binary(min_size=4, max_size=4), st.binary(min_size=1, max_size=80)
)
texts = st.lists(st.text(st.sampled_from("ab — +\n式"), max_size=8), min_size=1).map(
    lambda lines: "".join(line + "\n" for line in lines)
)
notes = st.builds(
    Note,
    texts,
    st.lists(signatures, min_size=1, max_size=6, unique_by=lambda s: (s.name, s.key_id)).map(tuple),
)


def line(name: str = "ann.example", blob: bytes = b"\x01\x02\x03\x04five") -> str:
    return f"— {name} {base64.b64encode(blob).decode()}\n"


class TestVector:
    def test_it_is_read_and_printed_the_same(self):
        """The note of the vectors: four signatures under one checkpoint."""
        note = parse_note(DATA)
        assert format_note(note) == DATA
        assert [signature.name for signature in note.signatures] == [
            vkey.split("+")[0] for vkey in VECTOR["vkeys"]
        ]
        assert [signature.key_id.hex() for signature in note.signatures] == [
            vkey.split("+")[1] for vkey in VECTOR["vkeys"]
        ]
        assert [len(signature.value) for signature in note.signatures] == [64, 72, 72, 72]

    def test_its_checkpoint(self):
        """Origin, size and root are those of the vectors."""
        checkpoint = Checkpoint.parse(parse_note(DATA).text)
        root = bytes.fromhex(VECTOR["root"])
        assert checkpoint == Checkpoint(VECTOR["origin"], VECTOR["size"], root)
        assert DATA.startswith(checkpoint.text.encode())


class TestLaws:
    @given(notes)
    def test_what_is_printed_is_read_back(self, note):
        """Whatever its text holds, empty lines and em dashes included."""
        assert parse_note(format_note(note)) == note

    @given(st.lists(notes, max_size=4))
    def test_rows_of_notes_are_read_back(self, several):
        """If a row can be printed at all, its borders are found again."""
        try:
            data = format_notes(several)
        except NoteError:
            assert any("\n\n" in n.text or n.text[:1] in "\n—" for n in several)
        else:
            assert list(parse_notes(data)) == several

    @given(st.integers(0, len(DATA) - 1), st.binary(max_size=3), st.integers(0, 3))
    def test_a_note_that_is_read_is_printed_the_same(self, at, put, cut):
        """Any small damage is refused, or gives another note that has just this form."""
        damaged = DATA[:at] + put + DATA[at + cut :]
        for read, write in [
            (lambda data: parse_note(data), format_note),
            (lambda data: parse_notes(data), format_notes),
        ]:
            try:
                found = read(damaged)
            except NoteError:
                continue
            assert write(found) == damaged

    @given(st.binary(max_size=200))
    def test_any_bytes_are_refused_or_read_with_the_named_error_only(self, data):
        """Hostile bytes never raise anything else."""
        for read in (parse_note, parse_notes):
            try:
                read(data)
            except NoteError:
                continue


MALFORMED = {
    "nothing": ("", "no empty line"),
    "no empty line": ("text\n" + line(), "no empty line"),
    "no signature": ("text\n\n", "no signature"),
    "no text": ("\n" + line(), "no empty line"),
    "no last newline": ("text\n\n" + line()[:-1], "no newline"),
    "cut signature line": ("text\n\n" + line() + line("ben")[:5], "newline"),
    "carriage return in the text": ("text\r\n\n" + line(), "control"),
    "tab in the text": ("te\txt\n\n" + line(), "control"),
    "carriage return behind a signature": ("text\n\n" + line()[:-1] + "\r\n", "base64"),
    "hyphen for em dash": ("text\n\n" + line().replace("—", "-"), "em dash"),
    "no space behind the em dash": ("text\n\n" + line().replace("— ", "—"), "em dash"),
    "two spaces": ("text\n\n" + line().replace("— ", "—  "), "base64"),
    "space behind": ("text\n\n" + line()[:-1] + " \n", "base64"),
    "name only": ("text\n\n— ann.example\n", "<key name> <base64>"),
    "empty signature": ("text\n\n— ann.example \n", "key id"),
    "plus in a name": ("text\n\n" + line("ann+b"), "plus"),
    "unicode space in a name": ("text\n\n" + line("ann\u2003b"), "space"),
    "direction override in a name": ("text\n\n" + line("ann\u202eb"), "direction"),
    "long name": ("text\n\n" + line("a" * 256), "256"),
    "key id only": ("text\n\n" + line(blob=b"1234"), "0 bytes"),
    "half a key id": ("text\n\n" + line(blob=b"123"), "key id"),
    "no padding": ("text\n\n" + line(blob=b"12345").replace("=", ""), "base64"),
    "url-safe base64": ("text\n\n— a " + "_" * 8 + "\n", "base64"),
    "spare bits set": ("text\n\n— a MTIzNDV=\n", "base64"),
    "space in base64": ("text\n\n— a MTIz NDU2\n", "base64"),
    "same key twice": ("text\n\n" + line() + line(), "twice"),
    "same key twice, other value": (
        "text\n\n" + line() + line(blob=b"\x01\x02\x03\x04other"),
        "twice",
    ),
    "text behind the signatures": ("text\n\n" + line() + "more\n", "em dash"),
    "huge signature": ("text\n\n" + line(blob=bytes(8_197)), "8193"),
    "too many signatures": ("text\n\n" + "".join(line(f"w{n}") for n in range(65)), "64"),
    "too long": ("x" * MAX_NOTE_BYTES + "\n\n" + line(), "262144"),
}


class TestMalformed:
    @pytest.mark.parametrize(("data", "word"), MALFORMED.values(), ids=MALFORMED)
    def test_each_is_refused_with_its_reason(self, data, word):
        """One kind of malformed note after the other."""
        with pytest.raises(NoteError, match=word):
            parse_note(data.encode())

    def test_not_utf8(self):
        """Bytes that are no text are refused with the line."""
        with pytest.raises(NoteError, match="line 3: not UTF-8") as caught:
            parse_note(b"text\n\n\xff\n")
        assert caught.value.line == 3

    def test_the_line_is_named(self):
        """The error counts lines from 1 over the whole note."""
        with pytest.raises(NoteError) as caught:
            parse_note(DATA.replace("— ben".encode(), b"- ben"))
        assert caught.value.line == 7

    def test_sixteen_signatures_and_more_are_read(self):
        """C2SP asks for 16; 64 are read, whoever they are of."""
        data = "text\n\n" + "".join(line(f"w{number}") for number in range(MAX_SIGNATURES))
        assert len(parse_note(data.encode()).signatures) == MAX_SIGNATURES

    def test_one_name_may_have_several_keys(self):
        """Only name and key id together name a key."""
        data = "text\n\n" + line() + line(blob=b"\x01\x02\x03\x05five")
        assert len(parse_note(data.encode()).signatures) == 2

    def test_an_unsigned_note_is_not_printed(self):
        """A note exists unsigned only while it is being made."""
        with pytest.raises(NoteError, match="no signature yet"):
            format_note(Note("text\n"))

    @pytest.mark.parametrize("text", ["", "text", "a\x00\n", "a\ud800\n"])
    def test_a_text_that_could_not_be_read_back_makes_no_note(self, text):
        """The same checks hold for notes that are made."""
        with pytest.raises(NoteError):
            Note(text)


class TestRows:
    def test_none_and_several(self):
        """No bytes are no notes; the order is kept."""
        assert parse_notes(b"") == ()
        note = parse_note(DATA)
        other = Note("other\n", note.signatures[:1])
        assert parse_notes(format_notes([note, other, note])) == (note, other, note)

    @pytest.mark.parametrize(
        ("data", "number"),
        [
            (DATA + b"\n", 9),
            (DATA + b"text\n", 9),
            (DATA + DATA[:-1], 16),
            (DATA + DATA.replace("— ben".encode(), b"- ben"), 15),
            (DATA + "— ann.example\n".encode(), 9),
            (b"text\n\n" + DATA, 3),
        ],
    )
    def test_the_line_of_the_whole_file_is_named(self, data, number):
        """A fault in a later note is found at its line of the file."""
        with pytest.raises(NoteError) as caught:
            parse_notes(data)
        assert caught.value.line == number

    @pytest.mark.parametrize("text", ["\na\n", "a\n\nb\n", "a\n\n", "— a b\n"])
    def test_texts_without_clear_borders_are_refused(self, text):
        """They may stand alone, not in a row."""
        note = Note(text, parse_note(DATA).signatures)
        assert parse_note(format_note(note)) == note
        with pytest.raises(NoteError, match="row"):
            format_notes([note])

    @pytest.mark.parametrize("text", ["\n", "— a b\n"])
    def test_a_row_starts_with_the_text_of_a_note(self, text):
        """An empty line or a signature line in its place is refused, though it may stand alone."""
        alone = (text + "\n").encode() + DATA.partition(b"\n\n")[2]
        assert parse_note(alone).text == text
        with pytest.raises(NoteError, match="starts with its text") as caught:
            parse_notes(alone)
        assert caught.value.line == 1


GOOD_LINES = ("club.example/game/00001000", "23", base64.b64encode(bytes(32)).decode())


class TestCheckpointText:
    @given(st.integers(1, 2**63 - 1), st.binary(min_size=32, max_size=32))
    def test_what_is_printed_is_read_back(self, size, root):
        """For every size and root."""
        checkpoint = Checkpoint(GOOD_LINES[0], size, root)
        assert Checkpoint.parse(checkpoint.text) == checkpoint

    @pytest.mark.parametrize(
        "size", ["", "-1", "+1", "01", "1 ", " 1", "1_0", "٣", "0x1", "1e3", str(2**63)]
    )
    def test_sizes_in_another_form(self, size):
        """A size has one spelling, at most 2^63 - 1."""
        with pytest.raises(NoteError, match="size"):
            Checkpoint.parse(f"{GOOD_LINES[0]}\n{size}\n{GOOD_LINES[2]}\n")

    @pytest.mark.parametrize("root", ["", "AAAA", GOOD_LINES[2][:-1], GOOD_LINES[2] + "=", "!"])
    def test_roots_in_another_form(self, root):
        """A root is 32 bytes in padded base64."""
        with pytest.raises(NoteError, match="root"):
            Checkpoint.parse(f"{GOOD_LINES[0]}\n23\n{root}\n")

    @pytest.mark.parametrize(
        "text",
        [
            "\n".join([*GOOD_LINES, "extension", ""]),
            "\n".join([*GOOD_LINES, "extension"]),
            "\n".join([*GOOD_LINES, "", ""]),
            "\n".join(GOOD_LINES),
            "\n".join([*GOOD_LINES[:2], ""]),
            "\n" + "\n".join([*GOOD_LINES, ""]),
        ],
    )
    def test_three_lines_and_no_more(self, text):
        """No extension lines: some cosignatures would not cover them."""
        with pytest.raises(NoteError):
            Checkpoint.parse(text)

    def test_size_zero_has_the_empty_root_only(self):
        """Anything else could not be true."""
        assert Checkpoint(GOOD_LINES[0], 0, EMPTY_ROOT).size == 0
        with pytest.raises(NoteError, match="empty tree"):
            Checkpoint(GOOD_LINES[0], 0, bytes(32))


class TestOrigin:
    def test_a_log_and_its_forks(self):
        """Organiser, tournament or game, id; a fork's copy id behind it."""
        origin = log_origin("club.example", bytes(16), "spring-open")
        assert origin == "club.example/spring-open/" + "0" * 32
        forked = fork_origin(origin, bytes([0xAB]) * 16)
        assert forked == origin + "/fork/" + "ab" * 16
        assert fork_origin(forked, bytes(16)) == forked + "/fork/" + "0" * 32
        for text in (origin, forked):
            Checkpoint(text, 1, bytes(32))

    @pytest.mark.parametrize(
        "origin",
        [
            "",
            "club.example/game",
            "/game/00001000",
            "club//00001000",
            "Club.example/game/00001000",
            "club.example/game/0000100G",
            "club.example/game/ABCDEF00",
            "club.example/game/000010000",
            "club example/game/00001000",
            "club+example/game/00001000",
            "club_example/game/00001000",
            "../game/00001000",
            "club.example/game/00001000/",
            "club.example/game/00001000/fork",
            "club.example/game/00001000/fork/xyz",
            "club.example/game/00001000\n",
            "a" * 242 + "/game/00001000",
        ],
    )
    def test_other_origins_are_refused(self, origin):
        """In a checkpoint as well as when made."""
        with pytest.raises(NoteError, match="origin"):
            Checkpoint(origin, 1, bytes(32))
        with pytest.raises(OriginError):
            fork_origin(origin, bytes(16))

    @pytest.mark.parametrize("length", [0, 8, 15, 17])
    def test_ids_are_sixteen_bytes(self, length):
        """A game id and a copy id are 16 bytes, in full."""
        with pytest.raises(OriginError, match="16 bytes"):
            log_origin("club.example", bytes(length))
        with pytest.raises(OriginError, match="16 bytes"):
            fork_origin("club.example/game/00001000", bytes(length))

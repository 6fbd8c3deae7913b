"""The chain: every check that makes a payload the next entry, each broken alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from rollbook.events.errors import MessageError
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import NoteMade
from rollbook.events.log.chain import Chain, check_fixed
from rollbook.events.log.codec import pack, unpack
from rollbook.events.log.disk import Held
from rollbook.events.log.errors import EntryError, EntryTooLarge
from rollbook.events.log.frame import MAGIC, frame, leaf_of
from rollbook.events.log.log import MemoryLog, NewEntry
from rollbook.events.log.messages import (
    FIXED,
    ExtendSchema,
    GiveTables,
    SchemaExtended,
    TablesGiven,
)
from rollbook.events.log.recovery import read_frames
from rollbook.events.message import changed
from rollbook.events.schema import Unknown, schema_rows
from tests.toylog import (
    GAME_ID,
    Poked,
    first,
    forked,
    note,
    poke,
    restored,
    taken_back,
    ticking,
    toy_log,
)

Row = list[Any]


def history() -> MemoryLog:
    """Give a log with a note, a roll, a take-back of it and a fork."""
    log = toy_log()
    log.append(note("one"))
    log.append(poke("u", 2, 4, key="k" * 32))
    log.append(taken_back(log, 1))
    log.append(forked("what-if", 2))
    return log


LOG = history()
PAYLOADS = [LOG.payload(seq) for seq in range(len(LOG))]
NUMBER = {row[1]: row[0] for row in LOG.chain.codec.rows}


def chain_of(payloads: list[bytes]) -> Chain:
    """Give the chain after these payloads."""
    chain = Chain()
    for payload in payloads:
        chain.read(payload, strict=True)
    return chain


def next_row(log: MemoryLog = LOG, new: NewEntry | None = None) -> Row:
    """Give the row of a good entry after those of *log*, to be broken."""
    head = log.chain.timelines.heads["main"]
    entry, payload = log._appender.make(new or note("next", parent=head))
    assert chain_of([log.payload(s) for s in range(len(log))]).place(entry)
    return list(unpack(payload))


def both_ways_refuse(log: MemoryLog, payload: bytes) -> str:
    """
    Hold that every reader refuses *payload* after *log*; give the reason.

    Read one by one, and out of a file, where plain entries take a faster way.
    """
    before = [log.payload(s) for s in range(len(log))]
    chain = chain_of(before)
    with pytest.raises(EntryError) as caught:
        chain.read(payload, strict=True)
    assert chain.count == len(before)
    assert chain.table_parts == log.chain.table_parts
    data = MAGIC + log.frames() + frame(payload, leaf_of(payload))
    condition = read_frames(Held(data), Chain(), array("Q"), strict=True)
    assert (condition.status, condition.entries) == ("damaged", len(before))
    assert condition.reason == caught.value.reason
    return condition.reason


def nested(levels: int) -> Any:
    """Give a held command inside held commands."""
    row: Any = (NUMBER["poke"], "u", 1, None, None)
    for _ in range(levels):
        row = (NUMBER["hold_roll"], row, "X")
    return row


def change(place: int, value: Any) -> Callable[[Row], None]:
    """Give the change of one of the nine fields."""

    def apply(row: Row) -> None:
        row[place] = value

    return apply


NOTE_EVENT = (NUMBER["NoteMade"], "n", None)
NOTE_COMMAND = (NUMBER["note"], "n", None)
EIGHT = 2**53

BROKEN: dict[str, tuple[Callable[[Row], Any], str]] = {
    "number too high": (change(0, 6), "number is 6"),
    "number too low": (change(0, 4), "number is 4"),
    "number as a float": (change(0, 5.0), "number is 5.0"),
    "number as text": (change(0, "5"), "number is 5"),
    "prev of another": (change(1, b"p" * 32), "prev is not the hash"),
    "prev too short": (change(1, LOG.leaf(4)[:31]), "prev is no hash"),
    "prev as text": (change(1, "p" * 32), "prev is no hash"),
    "parent written though it is the one before": (change(2, 4), "parent 4 is not written"),
    "parent of the future": (change(2, 5), "parent 5 is not written"),
    "parent below zero": (change(2, -1), "parent -1 is not written"),
    "parent as a float": (change(2, 1.0), "parent 1.0 is not written"),
    "parent as a boolean": (change(2, True), "parent True is not written"),
    "parent that is no head": (change(2, 0), "head of no timeline"),
    "time below zero": (change(3, -1), "time or author"),
    "time too large": (change(3, EIGHT), "time or author|larger than"),
    "time as a float": (change(3, 1.5), "time or author"),
    "time as a boolean": (change(3, True), "time or author"),
    "time missing": (change(3, None), "time or author"),
    "author missing": (change(4, None), "time or author"),
    "author as bytes": (change(4, b"A"), "time or author"),
    "key too long": (change(5, "k" * 33), "key is no text"),
    "key too long in bytes": (change(5, "é" * 17), "key is no text"),
    "key as a number": (change(5, 7), "key is no text"),
    "no command": (change(6, None), "row"),
    "command of no type": (change(6, (9999,)), "no type with number"),
    "command is an event": (change(6, NOTE_EVENT), "an event|a event stands where a command"),
    "command is a value": (change(6, (NUMBER["Tag"], "t")), "a value stands where a command"),
    "command with a field too many": (change(6, (*NOTE_COMMAND, 1)), "do not fit"),
    "command with a large number": (
        change(6, (NUMBER["poke"], "u", EIGHT, None, None)),
        "larger than",
    ),
    "command nested too deep": (change(6, nested(11)), "deep"),
    "command nested without end": (change(6, nested(300)), "deep"),
    "command that moves a head alone": (
        change(6, (NUMBER["take_back"], None, 1, "r", None)),
        "moves a log",
    ),
    "no events": (change(7, ()), "no events"),
    "events missing": (change(7, None), "no events"),
    "events as text": (change(7, "ev"), "no events"),
    "event that is no row": (change(7, (5,)), "number of a type"),
    "event that is empty": (change(7, ((),)), "number of a type"),
    "event that is a command": (change(7, (NOTE_COMMAND,)), "stands where a event|an event"),
    "event with a float for its number": (
        change(7, ((float(NOTE_EVENT[0]), "n", None),)),
        "number of a type",
    ),
    "event with a boolean for its number": (change(7, ((True, "n", None),)), "number of a type"),
    "event with a map for its number": (change(7, (({}, "n"),)), "number of a type"),
    "event with text for its number": (change(7, (("NoteMade", "n"),)), "number of a type"),
    "event with a wrong type": (change(7, ((NUMBER["NoteMade"], 5, None),)), "field text"),
    "second event with a wrong type": (
        change(7, (NOTE_EVENT, (NUMBER["NoteMade"], 5, None))),
        "field text",
    ),
    "event with a large number": (
        change(7, ((NUMBER["Poked"], "u", -EIGHT, None),)),
        "larger than",
    ),
    "event with a float": (change(7, ((NUMBER["Poked"], "u", 1.5, None),)), "field amount"),
    "event with a map": (change(7, ((NUMBER["NoteMade"], {}, None),)), "field text|msgpack"),
    "dice that are no dice": (change(8, (NUMBER["Tag"], "t")), "dice"),
    "dice that are an event": (change(8, NOTE_EVENT), "stands where a value"),
    "dice as a list of faces": (change(8, (1, 2, 3)), "LogOpened|stands where|dice"),
    "dice as a number": (change(8, 6), "number of a type"),
    "dice with a wrong face": (
        change(8, (NUMBER["EnteredDice"], "entered", ("6",), "A", None)),
        "field faces",
    ),
    "a field too few": (lambda row: row.pop(), "array of 9"),
    "a field too many": (lambda row: row.append(None), "array of 9"),
}


class TestEveryCheck:
    def test_the_row_that_is_broken_below_is_good(self) -> None:
        """Unbroken it is taken, so each refusal is about its one change."""
        payload = pack(tuple(next_row()))
        assert chain_of(PAYLOADS).read(payload, strict=True).seq == len(LOG)

    @pytest.mark.parametrize("name", list(BROKEN))
    def test_one_broken_field_is_refused(self, name: str) -> None:
        """Each check of the reader, alone, both ways, and nothing is counted in."""
        breaks, match = BROKEN[name]
        row = next_row()
        breaks(row)
        reason = both_ways_refuse(LOG, msgpack.packb(row))
        assert any(part in reason for part in match.split("|")), reason

    def test_the_first_plain_entries_are_checked_as_well(self) -> None:
        """Number one as true, parent zero written out: refused where numbers are small."""
        log = toy_log()
        for place, value in ((0, True), (2, 0), (2, False)):
            row = next_row(log, note("n"))
            row[place] = value
            both_ways_refuse(log, msgpack.packb(row))

    @pytest.mark.parametrize("payload", [b"", b"\xc0", b"\x05", b"\x99", b"\x90" * 9, b"\xff" * 40])
    def test_what_is_no_row_at_all(self, payload: bytes) -> None:
        """A right hash does not make a payload well formed."""
        both_ways_refuse(LOG, payload)

    def test_other_forms_of_the_same_values_are_refused_when_strict(self) -> None:
        """A longer form of one value is another payload; only comparing shows it."""
        payload = pack(tuple(next_row()))
        array16 = b"\xdc\x00\x09" + payload[1:]
        number8 = b"\x99\xcc\x05" + payload[2:]
        for longer in (array16, number8):
            assert "shortest form" in both_ways_refuse(LOG, longer)
            chain_of(PAYLOADS).read(longer)

    def test_a_large_number_behind_a_longer_header_is_no_crash(self) -> None:
        """The quick look for large numbers may miss its place, never its bounds."""
        for place in (6, 7):
            row = next_row()
            row[place] = (NUMBER["poke"], "u", EIGHT, None, None)
            payload = b"\xdc\x00\x09" + msgpack.packb(row)[1:]
            with pytest.raises(EntryError):
                chain_of(PAYLOADS).read(payload, strict=True)


class TestMovers:
    @pytest.mark.parametrize(
        ("new", "field", "value"),
        [
            (taken_back(LOG, 1), 2, 0),
            (restored(1), 2, 0),
            (forked("new", 2), 2, 1),
        ],
    )
    def test_command_event_and_parent_agree(self, new: NewEntry, field: int, value: int) -> None:
        """What the command names is where the entry goes, or a reader refuses it."""
        row = next_row(LOG, new)
        command = list(row[6])
        command[field] = value
        row[6] = tuple(command)
        assert "not what its command asks for" in both_ways_refuse(LOG, msgpack.packb(row))

    def test_an_event_needs_its_own_command(self) -> None:
        """A note that takes back is none."""
        row = next_row(LOG, taken_back(LOG, 1))
        row[6] = NOTE_COMMAND
        assert "not what its command asks for" in both_ways_refuse(LOG, msgpack.packb(row))

    @pytest.mark.parametrize("which", ["TakenBack", "SchemaExtended", "LogOpened", "TablesGiven"])
    def test_an_event_of_the_log_hides_behind_no_other(self, which: str) -> None:
        """What changes the log stands first in its entry, where every reader looks."""
        events = {
            "TakenBack": next_row(LOG, taken_back(LOG, 1))[7][0],
            "SchemaExtended": (3, ((900, "X", 1, (), 1),)),
            "LogOpened": unpack(PAYLOADS[0])[7][0],
            "TablesGiven": (NUMBER["TablesGiven"], 0, ("x",)),
        }
        row = next_row()
        row[7] = (NOTE_EVENT, events[which])
        assert "behind another event" in both_ways_refuse(LOG, msgpack.packb(row))

    def test_a_log_opens_once(self) -> None:
        """A second opening is refused, whatever command it comes with."""
        opening = unpack(PAYLOADS[0])
        row = next_row()
        row[6], row[7] = opening[6], opening[7]
        assert "entry 0 and only there" in both_ways_refuse(LOG, msgpack.packb(row))


def opening_row() -> Row:
    """Give the row of entry 0, to be broken."""
    return list(unpack(PAYLOADS[0]))


def opened(place: int, value: Any) -> Callable[[Row], None]:
    """Give the change of one field of ``LogOpened``."""

    def apply(row: Row) -> None:
        event = list(row[7][0])
        event[place] = value
        row[7] = (tuple(event), *row[7][1:])

    return apply


def schema_without(*numbers: int) -> tuple[Any, ...]:
    """Give the schema without some of its rows."""
    return tuple(row for row in LOG.chain.opened.schema if row[0] not in numbers)  # type: ignore[union-attr]


OPENING: dict[str, Callable[[Row], Any]] = {
    "another format": opened(1, 2),
    "format as a float": opened(1, 1.0),
    "format as true": opened(1, True),
    "game id as text": opened(2, "x" * 16),
    "game id as a number": opened(2, 5),
    "no game id": opened(2, None),
    "game id as a list": opened(2, (1,)),
    "short game id": opened(2, b"x"),
    "another game id": opened(2, b"x" * 16),
    "schema missing": opened(6, None),
    "schema as text": opened(6, "schema"),
    "schema of nothing": opened(6, ()),
    "schema without a fixed type": opened(6, schema_without(2)),
    "schema with other fixed fields": opened(
        6, ((0, "start_game", 0, ("rules",), 1), *schema_without(0))
    ),
    "schema with another name for a fixed type": opened(
        6, ((0, "begin_game", *LOG.chain.opened.schema[0][2:]), *schema_without(0))
    ),
    "schema with other fields for a fixed type that is not used yet": opened(
        6, (*schema_without(2), (2, "extend_schema", 0, ("lines",), 1))
    ),
    "schema with another kind for a fixed type": opened(
        6, (*schema_without(3), (3, "SchemaExtended", 0, ("rows",), 1))
    ),
    "short game id that its prev begins with": lambda row: (
        opened(2, b"x")(row), change(1, b"x" + bytes(16))(row)
    ),
    "schema with a number twice": opened(6, (*schema_without(), (3, "X", 1, (), 1))),
    "prev without zeros": change(1, GAME_ID * 2),
    "prev missing": change(1, None),
    "a parent": change(2, 0),
    "number one": change(0, 1),
    "another command": change(6, (1, "toy", (), ())),
    "command as text": change(6, "start"),
    "command too short": change(6, (0,)),
    "rules as a number": change(6, (0, 5, (), ())),
    "no events": change(7, ()),
    "events as a number": change(7, 5),
    "opening event too short": change(7, ((1, 1),)),
    "opening event as text": change(7, ("LogOpened",)),
    "opening event with a float number": opened(0, 1.0),
    "opening event second": lambda row: change(7, (row[7][1], row[7][0]))(row),
    "a map": change(8, {}),
}  # fmt: skip


class TestOpening:
    @pytest.mark.parametrize("name", list(OPENING))
    def test_a_broken_opening_is_refused(self, name: str) -> None:
        """Entry 0 says what the log is; each part of it is checked, and nothing else leaks out."""
        row = opening_row()
        OPENING[name](row)
        payload = msgpack.packb(row)
        with pytest.raises(EntryError):
            Chain().read(payload, strict=True)
        condition = read_frames(
            Held(MAGIC + frame(payload, leaf_of(payload))), Chain(), array("Q"), strict=True
        )
        assert (condition.status, condition.entries) == ("damaged", 0)

    def test_more_fields_at_the_end_of_the_fixed_types_are_read_over(self) -> None:
        """A later Rollbook may add fields to the four types that every log has."""
        row = opening_row()
        number, name, kind, fields, version = LOG.chain.opened.schema[1]  # type: ignore[union-attr]
        assert (number, name) == (1, "LogOpened")
        longer = (number, name, kind, (*fields, "motto"), version)
        schema = tuple(longer if r[0] == 1 else r for r in schema_without())
        opened(6, schema)(row)
        row[7] = ((*row[7][0], "fair play"), *row[7][1:])
        entry = Chain().read(pack(tuple(row)), strict=True)
        assert entry.events[0].game_id == GAME_ID

    def test_the_fixed_types_are_what_they_are_everywhere(self) -> None:
        """Their numbers, names, kinds and first fields never change."""
        check_fixed(LOG.chain.opened.schema)  # type: ignore[union-attr]


class TestTables:
    def given(self, part: int, *lines: str) -> NewEntry:
        """Give an entry with one part of the tables."""
        event = TablesGiven(part=part, lines=lines)
        return NewEntry(GiveTables(part=part, lines=lines), (event,), "system")

    def test_tables_follow_entry_0_part_by_part(self) -> None:
        """The text is the parts in order; a gap, a late or a doubled part is refused."""
        log = toy_log()
        log.append(self.given(0, "a", "b"))
        log.append(self.given(1, "c"))
        assert log.chain.table_lines == ["a", "b", "c"]
        for part in (0, 1, 3):
            with pytest.raises(EntryError, match="part by part"):
                log.append(self.given(part, "x"))
        log.append(note("play"))
        for part in (2, 3):
            with pytest.raises(EntryError, match="part by part"):
                log.append(self.given(part, "x"))
        again = chain_of([log.payload(s) for s in range(len(log))])
        assert again.table_lines == ["a", "b", "c"]


class TestSchemaGrowth:
    ROWS = ((900, "Teleported", 1, ("who", "far?"), 1), (901, "teleport", 0, ("who",), 1))

    def grow(self, rows: Any) -> NewEntry:
        """Give the entry that adds rows to the schema."""
        return NewEntry(ExtendSchema(rows=rows), (SchemaExtended(rows=rows),), "system")

    def test_rows_count_from_the_next_entry_of_the_file_on(self) -> None:
        """They hold on every timeline, whatever is taken back afterwards."""
        log = toy_log()
        log.append(self.grow(self.ROWS))
        row = next_row(log, note("n"))
        row[6], row[7] = (901, "ann"), ((900, "ann", 7),)
        chain = chain_of([log.payload(s) for s in range(len(log))])
        entry = chain.read(msgpack.packb(row), strict=True)
        assert entry.command == Unknown("teleport", 0, FrozenDict(who="ann"))
        assert entry.events == (Unknown("Teleported", 1, FrozenDict(who="ann", far=7)),)
        log.append(taken_back(log, 0))
        assert log.chain.codec.rows[-2:] == self.ROWS

    @pytest.mark.parametrize(
        "rows",
        [
            ((1, "Again", 1, (), 1),),
            ((900, "NoteMade", 1, ("text",), 1),),
            ((900, "NoteMade", 0, ("text",), 2),),
            ((900, "X", 1, ("a", "a"), 1),),
            ((900, "X", 5, (), 1),),
        ],
    )
    def test_rows_that_contradict_the_schema_are_refused(self, rows: Any) -> None:
        """Before a byte is written, and when read."""
        log = toy_log()
        row = next_row(log, note("n"))
        row[6], row[7] = (2, rows), ((3, rows),)
        both_ways_refuse(log, msgpack.packb(row))
        with pytest.raises(EntryError):
            log.append(self.grow(rows))
        assert len(log) == 1

    def test_a_new_version_of_a_type_leaves_old_entries_readable(self) -> None:
        """The codec of an entry is the one that held when it was written."""
        log = toy_log()
        log.append(note("old"))
        log.append(self.grow(((900, "NoteMade", 1, ("text", "about", "mood"), 2),)))
        row = next_row(log, poke("u", 1))
        row[7] = ((900, "new", None, "glad"),)
        chain = chain_of([log.payload(s) for s in range(len(log))])
        with pytest.raises(EntryError, match="no field mood"):
            chain.read(msgpack.packb(row), strict=True)
        assert log.entry(1).events == (NoteMade(text="old", about=None),)


class TestHeldUnknowns:
    def test_a_held_command_that_nobody_here_knows_is_kept(self) -> None:
        """A newer Rollbook's command inside a held roll makes no damage here."""
        log = toy_log()
        rows = ((901, "teleport", 0, ("who",), 1),)
        log.append(NewEntry(ExtendSchema(rows=rows), (SchemaExtended(rows=rows),), "system"))
        row = next_row(log, note("n"))
        held = (901, "ann")
        row[6] = (NUMBER["hold_roll"], held, "NEEDS")
        row[7] = ((NUMBER["RollHeld"], held, "NEEDS"),)
        chain = chain_of([log.payload(s) for s in range(len(log))])
        entry = chain.read(msgpack.packb(row), strict=True)
        assert entry.events[0].command == Unknown("teleport", 0, FrozenDict(who="ann"))
        row[6] = (NUMBER["hold_roll"], (NUMBER["Tag"], "t"), "NEEDS")
        both_ways_refuse(log, msgpack.packb(row))


POKED = Poked(unit="u", amount=1, roll=None)


class TestWriterChecksToo:
    @pytest.mark.parametrize(
        ("new", "match"),
        [
            (note("n", key="k" * 33), "key"),
            (note("n", key="é" * 17), "key"),
            (note("n", key="\ud800"), "surrogates"),
            (note("n", by="\ud800"), "surrogates"),
            (note("n" * 5000), "text of more than"),
            (note("n", parent=0), "head of no timeline"),
            (NewEntry(note("n").command, (), "A"), "no events"),
            (NewEntry(note("n").command, (note("n").command,), "A"), "where an event must"),  # type: ignore[arg-type]
            (NewEntry(note("n").events[0], note("n").events, "A"), "begins with a command"),  # type: ignore[arg-type]
            (NewEntry(note("n").command, note("n").events, "A", dice=POKED), "dice"),
            (NewEntry(note("n").command, (changed(POKED, amount=2**53),), "A"), "larger than"),
            (forked("main", 1), "exists already"),
            (forked("UPPER", 1), "no timeline can have"),
        ],
    )  # fmt: skip
    def test_what_a_reader_would_refuse_is_not_written(self, new: NewEntry, match: str) -> None:
        """Checks stand on both sides of the border, and a refusal adds nothing."""
        log = toy_log(3)
        before = log.frames()
        with pytest.raises((EntryError, MessageError), match=match):
            log.append(new)
        assert log.frames() == before
        log.append(note("goes on"))

    def test_binary_beyond_the_limit_is_not_written(self) -> None:
        """65 bytes of binary in a small entry are refused like in a large one."""
        log = MemoryLog(ticking())
        with pytest.raises(EntryError, match="binary of more than"):
            log.append(first(tables_hash=b"h" * 65))
        assert len(log) == 0

    def test_an_opening_larger_than_a_payload_is_not_written(self) -> None:
        """Entry 0 is refused by its size, as every other entry is."""
        log = MemoryLog(ticking())
        with pytest.raises(EntryTooLarge, match="at most 65535 fit"):
            log.append(first(writer="w" * 70_000))
        assert len(log) == 0

    @pytest.mark.parametrize(
        "new",
        [
            note("n"),
            NewEntry(first().command, note("n").events, "A"),
            NewEntry(note("n").command, first().events, "A"),
        ],
        ids=["neither", "no LogOpened", "no start_game"],
    )
    def test_only_an_opening_begins_a_log(self, new: NewEntry) -> None:
        """Entry 0 is start_game with LogOpened first; anything else is a slip of the caller."""
        log = MemoryLog(ticking())
        with pytest.raises(TypeError, match="the first entry of a log opens it"):
            log.append(new)
        assert len(log) == 0

    def test_the_schema_of_a_toy_log_is_numbered_in_order(self) -> None:
        """The log's own messages first, then those of the rule set."""
        rows = LOG.chain.opened.schema  # type: ignore[union-attr]
        assert [row[0] for row in rows] == list(range(len(rows)))
        assert rows[:4] == schema_rows(FIXED)

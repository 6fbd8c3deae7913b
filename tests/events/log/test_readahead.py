"""The fast way through a file takes what the plain way takes, and nothing more."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from rollbook.events.errors import MessageError
from rollbook.events.log.chain import Chain, known_messages
from rollbook.events.log.codec import unpack
from rollbook.events.log.disk import Held
from rollbook.events.log.errors import EntryError
from rollbook.events.log.frame import MAGIC, frame, leaf_of
from rollbook.events.log.log import MemoryLog, NewEntry
from rollbook.events.log.messages import ExtendSchema, SchemaExtended
from rollbook.events.log.readahead import read_ahead
from rollbook.events.log.recovery import read_frames
from rollbook.events.schema import Codec
from tests.toylog import forked, note, poke, restored, taken_back, toy_log

Row = list[Any]
SEQ, PREV, PARENT, AT, BY, KEY, COMMAND, EVENTS, DICE = range(9)


def payloads() -> list[bytes]:
    """Give a log whose last entry is plain: a poke with a roll."""
    log = toy_log(3)
    log.append(note("plain"))
    log.append(poke("unit", 3, 4, 6))
    return [log.payload(seq) for seq in range(len(log))]


def changed(place: int, value: Any) -> Callable[[Row], None]:
    """Give what puts *value* at *place* of a row, or what it makes of what is there."""

    def change(row: Row) -> None:
        row[place] = value(row[place]) if callable(value) else value

    return change


_NUMBERS = {row[1]: row[0] for row in toy_log(1).chain.codec.rows}
TAKE_BACK = [_NUMBERS["take_back"], "main", 2, "reason", None]

ODD: dict[str, Callable[[Row], None]] = {
    "nothing odd": changed(BY, "B"),
    "another number": changed(SEQ, 9),
    "a float as its number": changed(SEQ, float),
    "another prev": changed(PREV, bytes(32)),
    "prev as text": changed(PREV, "x" * 32),
    "its own parent named": changed(PARENT, 3),
    "a parent in the future": changed(PARENT, 9),
    "a parent further back": changed(PARENT, 1),
    "a time of zero": changed(AT, 0),
    "a small time": changed(AT, 5_000_000_000),
    "the last time there is": changed(AT, 2**53 - 1),
    "a time beyond all numbers": changed(AT, 2**53),
    "a time far beyond all numbers": changed(AT, 2**60),
    "the largest number of eight bytes": changed(AT, 2**64 - 1),
    "a time before all": changed(AT, -1),
    "a float as time": changed(AT, 1.7e15),
    "no time": changed(AT, None),
    "no author": changed(BY, None),
    "an author of bytes": changed(BY, b"A"),
    "a key": changed(KEY, "k"),
    "a long key": changed(KEY, "k" * 33),
    "a key that is a number": changed(KEY, 1),
    "no events": changed(EVENTS, []),
    "events that are nil": changed(EVENTS, None),
    "an event without a type": changed(EVENTS, [[]]),
    "an event that is a number": changed(EVENTS, [5]),
    "an event of an unknown number": changed(EVENTS, [[999]]),
    "a type as a float": changed(EVENTS, lambda rows: [[float(rows[0][0]), *rows[0][1:]]]),
    "a type as a boolean": changed(EVENTS, lambda rows: [[True, *rows[0][1:]]]),
    "a command among the events": lambda row: changed(EVENTS, [row[COMMAND]])(row),
    "an event as the command": lambda row: changed(COMMAND, row[EVENTS][0])(row),
    "a field too many": changed(COMMAND, lambda row: [*row, 1]),
    "a field too few": changed(EVENTS, lambda rows: [rows[0][:-1]]),
    "a large number in a field": changed(EVENTS, lambda r: [[r[0][0], "unit", 2**53, r[0][3]]]),
    "a small enough number": changed(EVENTS, lambda r: [[r[0][0], "unit", 2**53 - 1, r[0][3]]]),
    "a very negative number": changed(EVENTS, lambda r: [[r[0][0], "unit", -(2**53), r[0][3]]]),
    "a float in a field": changed(EVENTS, lambda rows: [[rows[0][0], "unit", 3.0, rows[0][3]]]),
    "true for a number": changed(EVENTS, lambda rows: [[rows[0][0], "unit", True, rows[0][3]]]),
    "a take-back that takes nothing back": changed(COMMAND, TAKE_BACK),
    "an event that moves the log, by a plain command": changed(EVENTS, [[3, []]]),
    "dice that are a list of faces": changed(DICE, [4, 6]),
    "a command as the dice": lambda row: changed(DICE, row[COMMAND])(row),
    "no dice": changed(DICE, None),
}


def read_plainly(made: list[bytes], *, strict: bool) -> int:
    """Give how many payloads the plain way takes."""
    chain = Chain()
    for payload in made:
        try:
            chain.read(payload, strict=strict)
        except EntryError:
            break
    return chain.count


@pytest.mark.parametrize("seen", [None, lambda _: None])
@pytest.mark.parametrize("odd", list(ODD))
def test_an_odd_entry_is_no_less_odd_after_many_plain_ones(odd: str, seen: Any) -> None:
    """Rows of types that occur a lot are checked by generated code, with objects or without."""
    log = toy_log(3)
    for number in range(100):
        log.append(note(f"{number}"))
        log.append(poke("unit", 3, 4, 6))
    *before, last = [log.payload(seq) for seq in range(len(log))]
    row = msgpack.unpackb(last)
    ODD[odd](row)
    made = [*before, msgpack.packb(row)]
    stream = MAGIC + b"".join(frame(payload, leaf_of(payload)) for payload in made)
    condition = read_frames(Held(stream), Chain(), array("Q"), strict=False, seen=seen)
    assert condition.entries == read_plainly(made, strict=False)


def test_the_events_are_handed_on_in_order() -> None:
    """Each once, whether plain entries hold them or others, up to the first bad frame."""
    log = toy_log(3)
    for number in range(100):
        log.append(note(f"{number}"))
        log.append(poke("unit", 3, 4, 6))
        if number % 40 == 30:
            log.append(taken_back(log, 1))
    made = [frame(log.payload(seq), log.leaf(seq)) for seq in range(len(log))]
    expected = [event for entry in log.entries(range(len(log))) for event in entry.events]
    taken: list[Any] = []
    offsets = array("Q")
    stream = MAGIC + b"".join(made) + b"\x92\xc4\x01"
    condition = read_frames(Held(stream), Chain(), offsets, strict=False, taken=taken.extend)
    assert condition.status == "torn"
    assert taken == expected
    assert list(offsets) == [len(MAGIC) + sum(map(len, made[:seq])) for seq in range(len(made))]


@pytest.mark.parametrize("place", [EVENTS, COMMAND, DICE])
def test_nothing_of_an_entry_that_is_refused_is_handed_on(place: int) -> None:
    """Given a good event, and a bad one or a bad command or dice after it, then neither comes."""
    log = toy_log(3)
    for number in range(20):
        log.append(poke("unit", number, 4, 6))
    *before, last = [log.payload(seq) for seq in range(len(log))]
    row = msgpack.unpackb(last)
    row[place] = [*row[EVENTS], [999]] if place == EVENTS else [999]
    stream = MAGIC + b"".join(frame(p, leaf_of(p)) for p in (*before, msgpack.packb(row)))
    taken: list[Any] = []
    seen: list[Any] = []
    for each in (None, seen.append):
        taken.clear()
        read_frames(Held(stream), Chain(), array("Q"), strict=False, seen=each, taken=taken.extend)
        expected = list(log.entries(range(len(before))))
        assert taken == [event for entry in expected for event in entry.events]
    assert [entry.events for entry in seen] == [entry.events for entry in expected]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("odd", list(ODD))
def test_an_odd_last_entry_is_taken_by_both_ways_or_none(odd: str, strict: bool) -> None:
    """Whatever stands in an entry, the loop over plain ones takes none that is refused."""
    *before, last = payloads()
    row = msgpack.unpackb(last)
    ODD[odd](row)
    made = [*before, msgpack.packb(row)]
    stream = MAGIC + b"".join(frame(payload, leaf_of(payload)) for payload in made)
    chain = Chain()
    condition = read_frames(Held(stream), chain, array("Q"), strict=strict)
    assert condition.entries == chain.count == read_plainly(made, strict=strict)


def test_every_bit_around_a_payload_counts() -> None:
    """Header and check of a plain entry are no less checked than what they stand around."""
    made = payloads()
    before = MAGIC + b"".join(frame(payload, leaf_of(payload)) for payload in made[:-1])
    last = frame(made[-1], leaf_of(made[-1]))
    for at in (*range(8 * 3), *range(8 * (len(last) - 10), 8 * len(last))):
        broken = bytearray(last)
        broken[at // 8] ^= 1 << at % 8
        condition = read_frames(Held(before + broken), Chain(), array("Q"), strict=False)
        assert (condition.status, condition.entries) == ("damaged", len(made) - 1), at


def grown(log: MemoryLog) -> None:
    """Extend the schema of *log*, and write by what it has then."""
    rows = ((900, "Teleported", 1, ("who",), 1),)
    log.append(NewEntry(ExtendSchema(rows=rows), (SchemaExtended(rows=rows),), "system"))


def forked_at_the_head(log: MemoryLog) -> None:
    """Fork where the log ends, which needs no parent to be named."""
    log.append(forked("what-if", len(log) - 1))


def restored_at_once(log: MemoryLog) -> None:
    """Take back, and restore what was taken back."""
    log.append(taken_back(log, 1))
    log.append(restored(len(log) - 2))


@pytest.mark.parametrize("moved", [grown, forked_at_the_head, restored_at_once])
def test_what_moves_a_log_is_left_to_the_plain_way(moved: Callable[[MemoryLog], None]) -> None:
    """Schema and timelines are the same, however the file was read."""
    log = toy_log(3)
    log.append(note("before"))
    moved(log)
    log.append(note("after"))
    made = [log.payload(seq) for seq in range(len(log))]
    chain = Chain()
    condition = read_frames(
        Held(MAGIC + b"".join(frame(p, leaf_of(p)) for p in made)), chain, array("Q"), strict=True
    )
    assert condition.status == "ok"
    assert chain.extended_at == log.chain.extended_at
    assert chain.codec.rows == log.chain.codec.rows
    assert chain.timelines.heads == log.chain.timelines.heads


def test_a_longer_form_of_a_value_is_damage_to_strict_readers_only() -> None:
    """The author of a plain entry in two more bytes: the loop compares too, if asked to."""
    made = payloads()
    at = made[-1].index(b"\xa1A\xc0")
    longer = made[-1][:at] + b"\xd9\x01A" + made[-1][at + 2 :]
    data = MAGIC + b"".join(frame(p, leaf_of(p)) for p in (*made[:-1], longer))
    for strict, entries in ((False, len(made)), (True, len(made) - 1)):
        assert read_frames(Held(data), Chain(), array("Q"), strict=strict).entries == entries


def test_a_short_entry_with_a_long_header_is_damage() -> None:
    """A length has one form in a file, whoever reads it."""
    made = payloads()
    before = MAGIC + b"".join(frame(payload, leaf_of(payload)) for payload in made[:-1])
    last = frame(made[-1], leaf_of(made[-1]))
    longer = b"\x92\xc5" + len(made[-1]).to_bytes(2) + last[3:]
    condition = read_frames(Held(before + longer), Chain(), array("Q"), strict=False)
    assert (condition.status, condition.entries) == ("damaged", len(made) - 1)


@pytest.mark.parametrize("numbered", [(900, 1), (901, "u", 3)])
def test_the_number_of_a_type_is_a_number_whoever_reads_the_row(numbered: tuple[Any, ...]) -> None:
    """A float or boolean is refused for types that are unknown or of another version too."""
    rows = ((900, "Strange", 0, ("x",), 1), (901, "Poke", 0, ("unit", "amount"), 2))
    codec = toy_log(1).chain.codec.extended(rows)
    assert codec.commands[numbered[0]](numbered)
    with pytest.raises(MessageError, match="number of a type"):
        codec.commands[float(numbered[0])]((float(numbered[0]), *numbered[1:]))


def test_a_type_that_a_schema_lacks_is_refused_every_time() -> None:
    """The second row of a type whose parts are not in the schema gets the same answer."""
    rows = tuple(row for row in toy_log(1).chain.codec.rows if row[1] != "Roll")
    codec = Codec(rows, known_messages("toy"))
    number = next(row[0] for row in rows if row[1] == "Poked")
    for _ in range(3):
        with pytest.raises(MessageError, match="Roll: this log's schema lacks it"):
            codec.events[number]((number, "unit", 3, ("poke", 6, (1,))))


def test_the_loop_reads_plain_entries_itself() -> None:
    """A run of plain entries needs no look by the plain way, or it would not be fast."""
    log = toy_log(1)
    for number in range(300):
        log.append(note(f"{number}"))
    made = [log.payload(seq) for seq in range(len(log))]
    chain = Chain()
    chain.read(made[0])
    stream = b"".join(frame(payload, leaf_of(payload)) for payload in made[1:])
    offsets = array("Q")
    end = read_ahead(stream, 0, chain, offsets, base=0, strict=True, seen=None)
    assert (end, chain.count, len(offsets)) == (len(stream), len(made), len(made) - 1)
    assert chain.last_leaf == leaf_of(made[-1])
    assert unpack(made[-1])[SEQ] == chain.count - 1

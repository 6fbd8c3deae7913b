"""The quick way to make an entry, against the other way and its words."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.events.dicevalues import EnteredDice, LadderDice
from rollbook.events.errors import RollbookError
from rollbook.events.game import Note, NoteMade
from rollbook.events.log.chain import PLAIN, Chain
from rollbook.events.log.codec import time_at
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Appender, Clock, MemoryLog, NewEntry
from rollbook.events.log.messages import RollHeld, TakeBack, TakenBack
from rollbook.events.log.quick import quick_maker
from rollbook.events.message import Command, Event, changed, field_names, message
from rollbook.events.quantities import MAX_INT
from rollbook.events.roll import Roll
from rollbook.events.schema import Unknown
from tests.toylog import (
    EVERYTHING,
    Point,
    Poke,
    Poked,
    Tag,
    first,
    forked,
    note,
    poke,
    story,
    taken_back,
    ticking,
    toy_log,
)

LATER = 1_800_000_000_000_000
TAKEN_BACK = TakenBack(timeline="main", to=1, head=3, count=2, reason="slip", agreed="B")
POKED = Poked(unit="u", amount=1, roll=None)


@message
class Strange(Event):
    """An event that no toy log has in its schema."""

    text: str


@message
class Ordered(Command):
    """A command that no toy log has in its schema."""

    text: str


class Text(str):
    """Text that is not quite text."""

    __slots__ = ()


def clock() -> int:
    """Give a time that is always the same."""
    return LATER


def both_ways(chain: Chain, new: NewEntry, at: Clock = clock) -> tuple[Any, Any, bool]:
    """Give what the two ways to make *new* come to, and if the quick one was enough."""
    appender, quick = Appender(chain, at), quick_maker(chain.codec)

    def other_way() -> Any:
        entry, payload = appender.make(new)
        return entry, payload, chain.place(entry)

    was_quick = told(lambda: quick.make(chain, new, at)) is not None
    return told(lambda: appender.make_placed(new)), told(other_way), was_quick


def told(way: Any) -> Any:
    """Give what *way* makes, or the kind and words of its refusal."""
    try:
        made = way()
    except RollbookError as error:
        return type(error), str(error)
    if made is None:
        return None
    entry, payload, place = made
    return [(type(entry), *(getattr(entry, n) for n in field_names(Entry))), payload, place]


def of(*events: Any, **more: Any) -> NewEntry:
    """Give an entry of Ann's with these events."""
    return changed_entry(note("n"), events=events, **more)


def changed_entry(new: NewEntry, **more: Any) -> NewEntry:
    """Give *new* with other parts."""
    parts = ("command", "events", "by", "key", "dice", "timeline", "parent", "expected")
    return NewEntry(**{name: getattr(new, name) for name in parts} | more)


PLAIN_ONES = {
    "a note": note("a note"),
    "by nobody": note("n", by=""),
    "a roll": poke("u", 3, 1, 6),
    "no roll": NewEntry(Poke(unit="u", amount=1), (POKED,), "A"),
    "several events": of(POKED, NoteMade(text="then", about=None), POKED),
    "a list of events": NewEntry(Note(text="n"), [POKED, POKED], "A"),  # type: ignore[arg-type]
    "a value": NewEntry(Poke(unit="u", amount=1, where=Point(x=1, y=2)), (POKED,), "A"),
    "many faces": poke("u", 1, *[6] * 3000),
    "the largest number": of(changed(POKED, amount=MAX_INT)),
    "the smallest number": of(changed(POKED, amount=-MAX_INT)),
    "bytes that look like markers": of(
        *(changed(POKED, amount=n) for n in (0xC4, 0xC5, 0xCF, 0xD3, 0xCFD3, -0x2D01))
    ),
    "text of the longest": note("x" * 4096),
    "not a letter but a mark": note("\u0300\u03cf\ucfd3"),
}

OTHERS = {
    "a key": note("n", key="k"),
    "a parent that is the head": note("n", parent=3),
    "binary in an event": of(EVERYTHING),
    "binary in the dice": of(
        POKED,
        dice=LadderDice(source="ladder", faces=(1,), rolled_by="A", index=1, share_a=b"s" * 32),
    ),
    "a command that is held": of(RollHeld(command=Poke(unit="u", amount=1), code="X")),
    "a fork": forked("other", 2),
    "a moving command without its event": NewEntry(
        TakeBack(timeline="main", to=1, reason="r", agreed="B"), (POKED,), "A"
    ),
    "a mover behind another event": of(POKED, TAKEN_BACK),
    "a mover that its command did not ask for": of(TAKEN_BACK),
    "no such timeline": note("n", timeline="none"),
    "no events": of(),
    "an event as command": NewEntry(POKED, (POKED,), "A"),  # type: ignore[arg-type]
    "a value as command": NewEntry(Tag(text="t"), (POKED,), "A"),  # type: ignore[arg-type]
    "a command as event": of(Note(text="n")),
    "a value as event": of(Tag(text="t")),
    "a value as dice": of(POKED, dice=Tag(text="t")),
    "a roll as dice": of(POKED, dice=Roll(purpose="p", sides=6, faces=(1,))),
    "an unknown event": of(Strange(text="t")),
    "an unknown command": NewEntry(Ordered(text="t"), (POKED,), "A"),
    "an unknown event behind a known one": of(POKED, Strange(text="t")),
    "a wrong value": of(changed(POKED, amount=True)),
    "a wrong value in a command": NewEntry(Poke(unit=5, amount=1), (POKED,), "A"),  # type: ignore[arg-type]
    "text that is not quite text": of(changed(POKED, unit=Text("u"))),
    "a wrong value in the dice": of(
        POKED,
        dice=EnteredDice(source="entered", faces=("1",), rolled_by="A"),  # type: ignore[arg-type]
    ),
    "an author who is no text": note("n", by=5),  # type: ignore[arg-type]
    "an author who is not quite text": note("n", by=Text("A")),
}

REFUSED = {
    "a number too large": of(changed(POKED, amount=MAX_INT + 1)),
    "a number too small": of(changed(POKED, amount=-MAX_INT - 1)),
    "a number far too large": of(changed(POKED, amount=2**70)),
    "text too long": note("x" * 4097),
    "too many faces": poke("u", 1, *[6] * 4097),
    "too many events": of(*[POKED] * 4097),
    "more than a payload": of(*[NoteMade(text="x" * 4000, about=None)] * 17),
    "half a character": note("\ud800"),
    "half a character as author": note("n", by="\udfff"),
}


class TestBothWays:
    @pytest.mark.parametrize("name", list(PLAIN_ONES))
    def test_a_plain_entry_is_made_the_quick_way_and_is_the_same(self, name: str) -> None:
        """Fields, payload and place: nothing tells which way an entry was made."""
        log = toy_log(4)
        quick, other, was_quick = both_ways(log.chain, PLAIN_ONES[name])
        assert was_quick
        assert quick == other
        assert quick[2] is PLAIN

    @pytest.mark.parametrize("name", list(OTHERS))
    def test_what_is_not_plain_is_left_to_the_other_way(self, name: str) -> None:
        """What moves the log, or would be refused, meets the checks that have the words."""
        log = toy_log(4)
        quick, other, was_quick = both_ways(log.chain, OTHERS[name])
        assert not was_quick
        assert quick == other

    @pytest.mark.parametrize("name", list(REFUSED))
    def test_a_limit_is_told_in_the_same_words(self, name: str) -> None:
        """Limits that only the packed bytes show are held on both ways, and said alike."""
        quick, other, _ = both_ways(toy_log(4).chain, REFUSED[name])
        assert quick == other
        assert issubclass(quick[0], RollbookError)

    def test_a_take_back_is_no_plain_entry(self) -> None:
        """It continues an entry further back."""
        log = toy_log(3)
        quick, other, was_quick = both_ways(log.chain, taken_back(log, 1))
        assert not was_quick
        assert quick == other

    def test_another_timeline_than_that_of_the_last_entry(self) -> None:
        """An entry whose parent is written out is not plain, the one after it is."""
        log = toy_log(4)
        log.append(forked("other", 1))
        _, _, was_quick = both_ways(log.chain, note("n"))
        assert not was_quick
        quick, other, was_quick = both_ways(log.chain, note("n", timeline="other"))
        assert was_quick
        assert quick == other

    @pytest.mark.parametrize("at", [-1, 0, 2**32 - 1, 2**32, MAX_INT, MAX_INT + 1, True, 1.0, None])
    def test_every_time_is_judged_alike(self, at: Any) -> None:
        """Too early, too late, no number; and a short one, which stands elsewhere."""
        chain = toy_log(4).chain
        early = NewEntry(Poke(unit="", amount=2**60), (POKED,), "")
        for new in (note("n"), early):
            quick, other, _ = both_ways(chain, new, lambda: at)
            assert quick == other

    @pytest.mark.parametrize("seq", [127, 128, 255, 256, 65_535, 65_536])
    def test_a_large_number_is_found_wherever_the_time_ends(self, seq: int) -> None:
        """The number of the entry moves the byte from which on is looked."""
        chain = toy_log(4).chain
        chain.took(seq - chain.count, b"l" * 32)
        quick, other, was_quick = both_ways(chain, note("n"))
        assert was_quick
        assert quick == other
        assert quick[1][time_at(seq)] == 0xCF
        for number in (MAX_INT + 1, -MAX_INT - 1):
            command = Poke(unit="", amount=number)
            refused, other, _ = both_ways(chain, NewEntry(command, (POKED,), ""))
            assert refused == other
            assert "larger than any number" in refused[1]


class TestLogs:
    def test_a_log_is_the_same_whichever_way_its_entries_are_made(self) -> None:
        """A story of every kind of entry: the same bytes, heads and keys."""
        quick = toy_log(120)
        other = Chain()
        appender, payloads = Appender(other, ticking()), []
        for new in recorded(120):
            entry, payload = appender.make(new)
            other.take(entry)
            payloads.append(payload)
        assert payloads == [quick.payload(seq) for seq in range(len(quick))]
        assert other.timelines.dump() == quick.timelines.dump()
        assert other.keys == quick.chain.keys
        assert other.last_leaf == quick.chain.last_leaf

    def test_a_schema_that_grew_is_used_from_the_next_entry_on(self) -> None:
        """What the old schema lacked is made the quick way once the log has it."""
        log = toy_log(4)
        log.append(of(Strange(text="t")))
        assert log.append(of(Strange(text="again"))).events == (Strange(text="again"),)
        _, _, was_quick = both_ways(log.chain, of(Strange(text="once more")))
        assert was_quick
        read = MemoryLog.of(log.payload(seq) for seq in range(len(log)))
        assert isinstance(read.entry(len(log) - 1).events[0], Unknown)

    def test_the_clock_is_read_once_an_entry(self) -> None:
        """Even by an entry that only the other way can make."""
        log = toy_log(1, ticking(LATER))
        times = [log.append(new).at for new in (note("n"), of(EVERYTHING), note("m", key="k"))]
        assert times == [LATER + n * 1_000_000 for n in (1, 2, 3)]


def recorded(entries: int) -> list[NewEntry]:
    """Give what the story appends to a log, entry 0 first."""
    asked: list[NewEntry] = []

    class Recording(MemoryLog):
        def append(self, new: NewEntry) -> Entry:
            asked.append(new)
            return super().append(new)

    log = Recording(ticking())
    log.append(first())
    for _ in story(log, entries):
        pass
    return asked

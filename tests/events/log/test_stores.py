"""What every store of a log does, whatever keeps its bytes: one contract, inherited by each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.events.log.chain import Chain
from rollbook.events.log.errors import (
    EntryError,
    EntryTooLarge,
    HeadMoved,
    LogError,
    LogExists,
    NotALog,
    ReadOnlyLog,
    UnknownEntry,
    UnknownTimeline,
)
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC
from rollbook.events.log.log import Log, MemoryLog, NewEntry, now
from rollbook.events.log.messages import ExtendSchema, HoldRoll, RollHeld, SchemaExtended
from rollbook.events.message import Command, Event, message
from rollbook.events.schema import Unknown
from tests.toylog import (
    EVERYTHING,
    GAME_ID,
    START_MICROS,
    Poke,
    Poked,
    first,
    forked,
    note,
    poke,
    restored,
    story,
    taken_back,
    ticking,
)


@message
class Juggle(Command):
    """A command that logs made before it did not have."""

    balls: int


@message
class Juggled(Event):
    """An event that logs made before it did not have."""

    balls: int
    last: Poked | None


class StoreContract:
    """The tests that every store passes."""

    @pytest.fixture
    def log(self, tmp_path: Path) -> Iterator[Log]:
        """Give a log that holds its opening."""
        raise NotImplementedError

    def reopened(self, log: Log) -> Log:
        """Give the same log, read again from its bytes."""
        raise NotImplementedError

    def test_a_new_log_holds_its_opening(self, log: Any) -> None:
        """Entry 0 says what the log is."""
        assert len(log) == 1
        assert log.writable
        assert log.entry(0).prev == GAME_ID + bytes(16)
        assert log.chain.game_id == GAME_ID
        assert log.chain.rules == "toy"
        assert log.chain.players == ("A", "B")

    def test_what_is_appended_is_read_back(self, log: Any) -> None:
        """Entries come back equal, by number, in runs, and from the bytes."""
        made = [log.append(new) for new in (note("ü"), poke("u", 3, 6, 1), note("n", "B", key="k"))]
        for again in (log, self.reopened(log)):
            assert list(again.entries(range(1, 4))) == made
            assert len(again) == 4
            for entry in made:
                read = again.entry(entry.seq)
                for name in ("prev", "parent", "at", "by", "key", "command", "events", "dice"):
                    assert getattr(read, name) == getattr(entry, name), name
                assert again.leaf(entry.seq) == entry.leaf

    def test_each_entry_follows_from_the_one_before(self, log: Any) -> None:
        """Numbers, hashes, times and parents."""
        for _ in story(log, 30):
            pass
        for seq in range(1, 30):
            entry = log.entry(seq)
            assert (entry.seq, entry.prev) == (seq, log.leaf(seq - 1))
            assert entry.at == START_MICROS + seq * 1_000_000
            assert entry.parent == log.chain.timelines.parent(seq)
        assert log.chain.last_leaf == log.leaf(29)

    def test_every_shape_survives(self, log: Any) -> None:
        """An event with a field of every kind comes back equal."""
        log.append(NewEntry(Poke(unit="u", amount=1), (EVERYTHING,), "A"))
        assert self.reopened(log).entry(1).events == (EVERYTHING,)

    def test_reading_again_gives_the_same_chain(self, log: Any) -> None:
        """Keys, heads, timelines and schema are those of the writer."""
        for _ in story(log, 60):
            pass
        again = self.reopened(log)
        assert again.chain.keys == log.chain.keys
        assert again.chain.timelines.dump() == log.chain.timelines.dump()
        assert again.chain.codec.rows == log.chain.codec.rows
        assert again.chain.last_leaf == log.chain.last_leaf

    def test_the_expected_head_must_be_there(self, log: Any) -> None:
        """A writer who has not seen the newest entry of his timeline is told."""
        one = log.append(note("one", expected=log.leaf(0)))
        with pytest.raises(HeadMoved, match=r"timeline main is at 1 .*not at .*read the log again"):
            log.append(note("two", expected=log.leaf(0)))
        assert len(log) == 2
        log.append(note("two", expected=one.leaf))

    def test_a_key_is_remembered_with_its_first_entry(self, log: Any) -> None:
        """Keys count over the file, whatever is taken back."""
        log.append(note("one", key="a"))
        log.append(note("two", key="b"))
        log.append(taken_back(log, 0))
        log.append(note("again", key="a"))
        assert log.chain.keys == self.reopened(log).chain.keys == {"a": 1, "b": 2}

    def test_take_back_moves_the_head_and_keeps_the_bytes(self, log: Any) -> None:
        """What is withdrawn stays in the log and can be restored."""
        for text in ("one", "two", "three"):
            log.append(note(text))
        log.append(taken_back(log, 1))
        lines = log.chain.timelines
        assert list(lines.path(lines.head("main"))) == [0, 1, 4]
        assert lines.withdrawn() == {2, 3}
        assert log.entry(3).events[0].text == "three"
        log.append(restored(3))
        assert list(lines.path(lines.head("main"))) == [0, 1, 2, 3, 5]
        assert lines.withdrawn() == {4}

    def test_a_fork_goes_its_own_way(self, log: Any) -> None:
        """Two timelines grow side by side; each knows its own path."""
        log.append(note("one"))
        log.append(forked("what-if", 0))
        log.append(note("there", timeline="what-if"))
        log.append(note("here", timeline="main"))
        lines = self.reopened(log).chain.timelines
        assert list(lines.path(lines.head("what-if"))) == [0, 2, 3]
        assert list(lines.path(lines.head("main"))) == [0, 1, 4]
        assert lines.line(3) == "what-if"

    def test_what_does_not_fit_is_refused_and_leaves_nothing(self, log: Any) -> None:
        """65,535 bytes are the most that an entry takes."""
        before = self.bytes_of(log)
        long = tuple(note("x" * 4000).events[0] for _ in range(17))
        with pytest.raises(EntryTooLarge, match="at most 65535 fit"):
            log.append(NewEntry(note("x").command, long, "A"))
        assert self.bytes_of(log) == before
        log.append(NewEntry(note("x").command, long[:16], "A"))
        assert len(self.reopened(log).entry(1).events) == 16

    def test_the_largest_entry_that_fits(self, log: Any) -> None:
        """An entry of exactly 65,535 bytes is written and read; one byte more is not."""
        room = 65_535 - self.size_with(log, 16, 4000, 1)
        assert room > 0
        events = [note("x" * 4000).events[0]] * 16
        fill = 1 + room - 2
        with pytest.raises(EntryTooLarge):
            log.append(
                NewEntry(note("x").command, (*events, note("y" * (fill + 1)).events[0]), "A")
            )
        log.append(NewEntry(note("x").command, (*events, note("y" * fill).events[0]), "A"))
        assert len(log.payload(1)) == 65_535
        assert self.reopened(log).entry(1).events[16].text == "y" * fill

    def size_with(self, log: Any, count: int, length: int, last: int) -> int:
        """Give the bytes of an entry with so many events."""
        events = [note("x" * length).events[0]] * count
        new = NewEntry(note("x").command, (*events, note("y" * last).events[0]), "A")
        return len(log._appender.make(new)[1])

    def test_unknown_entries_and_timelines(self, log: Any) -> None:
        """Asking for what is not there says so, and appending there too."""
        for seq in (1, -1, 10**9):
            for ask in (log.entry, log.payload, log.leaf):
                with pytest.raises(UnknownEntry):
                    ask(seq)
        with pytest.raises(UnknownTimeline):
            log.append(note("n", timeline="nowhere"))
        with pytest.raises(UnknownEntry):
            log.append(note("n", parent=5))
        with pytest.raises(EntryError):
            log.append(taken_back_wrongly(log))
        assert len(log) == 1

    def test_a_message_that_the_schema_lacks_is_added_first(self, log: Any) -> None:
        """An old log takes a made-up message by ``extend_schema``, and reads back."""
        log.append(note("old"))
        new = NewEntry(Juggle(balls=3), (Juggled(balls=3, last=None),), "A")
        entry = log.append(new)
        assert (entry.seq, len(log)) == (3, 4)
        assert log.entry(2).command.rows == (
            (len(log.chain.codec_at(2).rows), "juggle", 0, ("balls",), 1),
            (len(log.chain.codec_at(2).rows) + 1, "Juggled", 1, ("balls", "last:Poked"), 1),
        )
        assert log.append(new).seq == 4
        again = self.reopened(log)
        assert again.entry(3).events == (Unknown("Juggled", 1, again.entry(3).events[0].fields),)
        assert again.entry(1).events == log.entry(1).events

    def test_the_schema_grows_on_the_timeline_of_the_entry_before(self, log: Any) -> None:
        """Whichever timeline wrote last carries the new rows; the new entry goes where it wants."""
        log.append(note("one"))
        log.append(forked("what-if", 0))
        entry = log.append(NewEntry(Juggle(balls=1), (Juggled(balls=1, last=None),), "A"))
        lines = log.chain.timelines
        assert [lines.line(seq) for seq in (3, 4)] == ["what-if", "main"]
        assert (entry.seq, entry.parent) == (4, 1)

    def test_a_refused_message_leaves_no_schema_behind(self, log: Any) -> None:
        """What will be refused is refused before the schema grows for it."""
        before = self.bytes_of(log)
        event = Juggled(balls=1, last=None)
        for new, error in (
            (NewEntry(Juggle(balls=2**53), (event,), "A"), EntryError),
            (NewEntry(Juggle(balls=1), (event,) * 20_000, "A"), LogError),
            (NewEntry(Juggle(balls=1), (), "A"), EntryError),
            (NewEntry(Juggle(balls=1), (event,), "A", key="k" * 33), EntryError),
        ):
            with pytest.raises(error):
                log.append(new)
        assert self.bytes_of(log) == before

    def test_a_held_command_that_the_schema_lacks_is_added_first(self, log: Any) -> None:
        """The schema grows for what stands inside a held roll, too."""
        held = Juggle(balls=2)
        new = NewEntry(HoldRoll(command=held, code="X"), (RollHeld(command=held, code="X"),), "A")
        assert log.append(new).seq == 2
        assert [row[1] for row in log.entry(1).command.rows] == ["juggle"]

    def test_asking_the_schema_to_grow_tells_if_it_did(self, log: Any) -> None:
        """The one who decides can decide again on the head that moved."""
        new = NewEntry(Juggle(balls=1), (Juggled(balls=1, last=None),), "A")
        assert log.extend_for(note("n")) is False
        assert log.extend_for(new) is True
        assert log.extend_for(new) is False
        assert log.append(new).seq == 2

    def test_a_log_with_unknown_types_is_read_only_once_reopened(self, log: Any) -> None:
        """Types that this Rollbook does not know are kept, and nothing is added."""
        rows = ((900, "Teleported", 1, ("who",), 1),)
        log.append(NewEntry(ExtendSchema(rows=rows), (SchemaExtended(rows=rows),), "system"))
        again = self.reopened(log)
        assert again.chain.codec.unknown_names() == ("Teleported",)

    def bytes_of(self, log: Any) -> bytes:
        """Give every byte that the log keeps."""
        raise NotImplementedError


def taken_back_wrongly(log: Log) -> NewEntry:
    """Give a take-back from a head that is not there."""
    return taken_back(log, log.chain.timelines.head("main"))


class TestMemoryLog(StoreContract):
    @pytest.fixture
    def log(self, tmp_path: Path) -> Iterator[Log]:
        """Give a log in memory."""
        log = MemoryLog(ticking())
        log.append(first())
        yield log
        log.close()

    def reopened(self, log: Log) -> Log:
        """Give a log of the same payloads."""
        return MemoryLog.of([log.payload(seq) for seq in range(len(log))])

    def bytes_of(self, log: Any) -> bytes:
        """Give the frames."""
        return bytes(log.frames())


class TestFileLog(StoreContract):
    @pytest.fixture
    def log(self, tmp_path: Path) -> Iterator[Log]:
        """Give a log in a file."""
        with FileLog.create(tmp_path / "game.rbk", first(), clock=ticking()) as log:
            yield log

    def reopened(self, log: Any) -> Log:
        """Open the file to look at it, beside its writer."""
        again = FileLog.read(log.path)
        assert again.condition.status == "ok"
        return again

    def bytes_of(self, log: Any) -> bytes:
        """Give the file."""
        return bytes(log.path.read_bytes())

    def test_a_file_holds_the_same_bytes_as_memory(self, log: Any) -> None:
        """Two stores that were told the same hold the same frames."""
        memory = MemoryLog(ticking())
        memory.append(first())
        for _ in story(memory, 40):
            pass
        for _ in story(log, 40):
            pass
        assert log.path.read_bytes() == MAGIC + memory.frames()
        assert log.size == log.path.stat().st_size

    def test_a_reopened_writer_goes_on(self, log: Any) -> None:
        """Closing and opening again changes nothing."""
        log.append(note("one"))
        log.close()
        with FileLog.write(log.path, clock=ticking()) as again:
            assert again.append(note("two")).prev == again.leaf(1)
            assert len(again) == 3

    def test_what_was_opened_to_be_looked_at_takes_nothing(self, log: Any) -> None:
        """Reading never writes."""
        with FileLog.read(log.path) as looked:
            assert not looked.writable
            for attempt in (lambda: looked.append(note("n")), lambda: looked.extend_for(note("n"))):
                with pytest.raises(ReadOnlyLog, match="opened to be looked at"):
                    attempt()

    def test_a_log_with_unknown_types_opens_only_to_be_read(self, log: Any) -> None:
        """The error names what is not known."""
        rows = ((900, "Teleported", 1, ("who",), 1),)
        log.append(NewEntry(ExtendSchema(rows=rows), (SchemaExtended(rows=rows),), "system"))
        log.close()
        with pytest.raises(ReadOnlyLog, match="Teleported"):
            FileLog.write(log.path)
        assert len(FileLog.read(log.path)) == 2

    def test_a_name_is_given_once(self, log: Any) -> None:
        """A log is never written over another file."""
        before = log.path.read_bytes()
        with pytest.raises(LogExists, match="never overwritten"):
            FileLog.create(log.path, first())
        assert log.path.read_bytes() == before

    def test_a_wrong_opening_makes_no_file(self, tmp_path: Path) -> None:
        """What no reader would take is not published."""
        path = tmp_path / "wrong.rbk"
        for new, error in (
            (first(game_id=b"short"), EntryError),
            (first(writer="w" * 5000), EntryError),
            (note("n"), TypeError),
        ):
            with pytest.raises(error):
                FileLog.create(path, new)
            assert not path.exists()

    def test_no_scratch_files_stay(self, log: Any) -> None:
        """Beside the log stands its lock note, and once closed nothing."""
        names = {p.name for p in log.path.parent.iterdir()}
        assert names == {"game.rbk", "game.rbk.lock"}
        log.close()
        assert {p.name for p in log.path.parent.iterdir()} == {"game.rbk"}

    def test_a_missing_folder_is_told(self, tmp_path: Path) -> None:
        """Making or opening a log where there is no folder is one clear line."""
        with pytest.raises(LogError, match="could not be made: No such file"):
            FileLog.create(tmp_path / "no" / "game.rbk", first())
        with pytest.raises(NotALog, match="no such file"):
            FileLog.read(tmp_path / "no" / "game.rbk")


class TestDecodeEncode:
    @settings(max_examples=30, deadline=None)
    @given(st.integers(2, 80))
    def test_decoding_then_encoding_gives_the_same_bytes(self, entries: int) -> None:
        """Entries that are read and written again by another log are the same bytes."""
        source = MemoryLog(ticking())
        source.append(first())
        for _ in story(source, entries):
            pass
        copy = MemoryLog(ticking())
        for entry in source.entries(range(entries)):
            new = NewEntry(
                entry.command,
                entry.events,
                entry.by,
                entry.key,
                entry.dice,
                parent=entry.parent,
            )
            assert copy.append(new).leaf == entry.leaf
        assert copy.frames() == source.frames()

    def test_a_payload_read_twice_is_refused_the_second_time(self) -> None:
        """Doubling an entry breaks the chain."""
        log = MemoryLog(ticking())
        log.append(first())
        log.append(note("n"))
        chain = Chain()
        for payload in (log.payload(0), log.payload(1)):
            chain.read(payload)
        with pytest.raises(EntryError):
            chain.read(log.payload(1))

    def test_the_clock_of_the_log_is_the_systems(self) -> None:
        """Without another, entries carry the time in microseconds."""
        assert abs(now() - time.time() * 1_000_000) < 10_000_000


@pytest.mark.parametrize(("seconds", "year"), [(-5, 1969), (-(10**9), 1938), (10**10, 2286)])
def test_a_clock_that_is_wrong_is_said_to_be(
    monkeypatch: pytest.MonkeyPatch, seconds: int, year: int
) -> None:
    """It is the machine whose time no entry can have, not the entry; nothing is written."""
    log = MemoryLog()
    log.append(first())
    monkeypatch.setattr(time, "time_ns", lambda: seconds * 10**9)
    with pytest.raises(LogError, match=f"clock of this machine stands in the year {year};"):
        log.append(note("late"))
    assert len(log) == 1

"""Files that somebody made on purpose: bounded memory, bounded work, a clear answer."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgpack
import pytest

from rollbook.events.log.chain import Chain
from rollbook.events.log.errors import DamagedLog, LogError, NotALog
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC, MAX_FRAME, frame, leaf_of
from rollbook.events.log.log import MemoryLog, NewEntry
from rollbook.events.log.repair import repair_file
from rollbook.events.log.verify import verify_file
from rollbook.projections.state import States
from tests.fire.scene import scene, status_of
from tests.toylog import PROJECTION, first, note, restored, taken_back, ticking, toy_log
from tests.work import at_most

MEGABYTE = 1 << 20


@contextmanager
def bounded(lines: int, megabytes: float) -> Iterator[None]:
    """Hold that the block stays within so many lines of Python and a peak of memory."""
    scene()  # Made once, and no part of the work.
    tracemalloc.start()
    try:
        with at_most(lines):
            yield
        peak = tracemalloc.get_traced_memory()[1] / MEGABYTE
    finally:
        tracemalloc.stop()
    assert peak < megabytes, f"{peak:.1f} MiB"


def framed(payload: bytes) -> bytes:
    """Give the frame of a payload, with a right check."""
    return frame(payload, leaf_of(payload))


class TestLengths:
    @pytest.mark.parametrize(
        "tail",
        [
            b"\x92\xc6\x40\x00\x00\x00" + b"x" * 40,
            b"\x92\xc6\xff\xff\xff\xff" + b"x" * 40,
            b"\x92\xdb\x40\x00\x00\x00" + b"x" * 40,
            b"\xdd\xff\xff\xff\xff" + b"x" * 40,
            b"\xdf\xff\xff\xff\xff" + b"x" * 40,
            b"\xc6\x40\x00\x00\x00" + b"x" * 40,
        ],
    )
    def test_a_gigabyte_that_is_not_there(self, tail: bytes, tmp_path: Path) -> None:
        """A length is held against the bytes that are left before anything is made for it."""
        small = tmp_path / "small.rbk"
        small.write_bytes(MAGIC + tail)
        after = tmp_path / "after.rbk"
        after.write_bytes(scene().data + tail)
        with bounded(50_000, 8):
            found = verify_file(small)
            assert (found.status, found.entries) == ("damaged", 0)
            found = verify_file(after)
            assert (found.status, found.entries) == ("damaged", 40)

    def test_every_first_byte_of_a_payload(self) -> None:
        """Whatever msgpack type a payload claims to be, at any size, it is refused in words."""
        start = scene().data[: scene().ends[3]]
        for byte in range(256):
            for more in (b"", b"\xff" * 4, b"\x00" * 8, b"\xff" * 40):
                payload = bytes([byte]) + more
                if payload[0] == 0x99:
                    continue
                assert status_of(start + framed(payload)) == ("damaged", 3)

    def test_a_file_that_claims_to_be_huge(self, tmp_path: Path) -> None:
        """A sparse file of gigabytes is looked at through a window, or refused by its size."""
        path = tmp_path / "sparse.rbk"
        path.write_bytes(scene().data)
        os.truncate(path, (1 << 32) - 1)
        with bounded(60_000, 64):
            found = verify_file(path)
            assert (found.status, found.entries) == ("damaged", 40)
            with pytest.raises(DamagedLog):
                FileLog.write(path)
        os.truncate(path, (1 << 32) + 1)
        for attempt in (verify_file, FileLog.read, FileLog.write):
            with pytest.raises(NotALog, match="larger than"):
                attempt(path)
        with pytest.raises(NotALog, match="larger than"):
            repair_file(path, tmp_path / "new.rbk")


class TestDeepAndWide:
    @pytest.mark.parametrize(
        "payload",
        [
            b"\x91" * 65_000,
            b"\x91" * 1023 + b"\xc0",
            b"\x99" + b"\x91" * 500,
            b"\x81" * 60_000,
            b"\xdc\xff\xfc" + b"\x90" * 65_532,
            b"\xdd\x00\x00\xff\xfa" + b"\x90" * 65_530,
            b"\x99" + b"\xdc\x10\x00" * 9 + b"\x90" * 60_000,
            b"\xc7\xff\x01" + b"x" * 255,
            b"\xdb\x00\x00\xff\xf0" + b"x" * 65_520,
        ],
    )
    def test_payloads_of_nothing_but_structure(self, payload: bytes) -> None:
        """Depth and width are refused while reading, within a few megabytes."""
        with bounded(25_000, 24):
            assert status_of(scene().data + framed(payload)) == ("damaged", 40)

    def test_nine_arrays_of_empty_arrays(self) -> None:
        """The widest payload that the limits allow costs what it is: megabytes."""
        wide = b"\xdc\x10\x00" + b"\x90" * 4096
        payload = b"\x99" + wide * 9 + b""
        with bounded(25_000, 24):
            assert status_of(scene().data + framed(payload)) == ("damaged", 40)

    def test_a_schema_of_strange_words(self) -> None:
        """Deep words in a schema are read no deeper than the data."""
        from rollbook.events.log.messages import ExtendSchema, SchemaExtended

        log = toy_log()
        rows = ((900, "X", 1, ("a:" + "[" * 1000 + "]" * 1000, "b?:X"), 1),)
        log.append(NewEntry(ExtendSchema(rows=rows), (SchemaExtended(rows=rows),), "system"))
        deep: object = ()
        for _ in range(11):
            deep = (deep,)
        chain = Chain()
        for seq in range(len(log)):
            chain.read(log.payload(seq))
        row = [
            2,
            chain.last_leaf,
            None,
            1,
            "A",
            None,
            (0, "toy", (), ()),
            [[900, deep, None]],
            None,
        ]
        with bounded(1_000, 8), pytest.raises(LogError):
            chain.read(msgpack.packb(row))


class TestManyCandidates:
    def test_a_tail_full_of_frame_headers(self) -> None:
        """Thousands of places that look like a frame are each tried once."""
        unit = b"\x92\xc5\x7f\xfe\xc4\x08"
        tail = (unit * (MAX_FRAME // len(unit)))[: MAX_FRAME - 20]
        tail = b"\x92\xc5\xff\xff" + tail
        with bounded(300_000, 24):
            assert status_of(scene().data + tail)[1] == 40

    def test_repair_of_a_file_full_of_frame_headers(self, tmp_path: Path) -> None:
        """Repair gives up counting what it cannot use anyway."""
        path = tmp_path / "headers.rbk"
        unit = b"\x92\xc5\x7f\xfe\xc4\x08"
        path.write_bytes(scene().data + b"\x00" + unit * 700_000)
        with bounded(110_000, 64):
            done = repair_file(path, tmp_path / "new.rbk")
        assert done.entries == 40


def damaged_everywhere() -> dict[str, bytes]:
    """Give files that are no logs at all."""
    return {
        "empty": b"",
        "text": b"hello\n",
        "json": b'{"do":"start_game"}\n',
        "almost": MAGIC[:-1] + b"2",
        "zeros": bytes(10_000),
        "noise": os.urandom(10_000),
        "zip": b"PK\x03\x04" + bytes(100),
        "gzip": b"\x1f\x8b\x08" + os.urandom(100),
        "sqlite": b"SQLite format 3\x00" + bytes(100),
        "png": b"\x89PNG\r\n\x1a\n" + bytes(100),
        "magic alone": MAGIC,
        "magic twice": MAGIC * 2,
        "msgpack": msgpack.packb({"a": [1, 2.5, None]}),
    }


ALL_COMMANDS = (
    ["show"],
    ["log"],
    ["log", "--json"],
    ["verify"],
    ["export", "--jsonl"],
    ["play", "-"],
    ["repair"],
    ["take-back", "--by", "A", "--to", "0", "--reason", "r"],
)


class TestNoLogs:
    @pytest.mark.parametrize("name", list(damaged_everywhere()))
    def test_any_file_gets_one_clear_line(self, name: str, tmp_path: Path) -> None:
        """Reading, writing, verifying, repairing: the product's own error, one line."""
        path = tmp_path / "file.rbk"
        path.write_bytes(damaged_everywhere()[name])
        new = tmp_path / "new.rbk"
        for attempt in (FileLog.read, FileLog.write, lambda old: repair_file(old, new)):
            with pytest.raises(LogError) as caught:
                attempt(path)
            assert "\n" not in str(caught.value)
        assert not new.exists()
        if name.startswith("magic"):
            assert verify_file(path).status == "damaged"
        else:
            with pytest.raises(NotALog):
                verify_file(path)

    def test_the_command_line_says_it_with_its_exit_codes(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Exit 3 and one line for every command, 2 where there is no file."""
        from rollbook.tools.cli.main import run

        path = tmp_path / "file.rbk"
        for content in damaged_everywhere().values():
            path.write_bytes(content)
            for words in (
                ["show"],
                ["log"],
                ["log", "--json"],
                ["verify"],
                ["export", "--jsonl"],
                ["play", "-"],
                ["repair"],
                ["take-back", "--by", "A", "--to", "0", "--reason", "r"],
            ):
                code = run([words[0], str(path), *words[1:]])
                said = capsys.readouterr()
                assert code in (1, 3), (words, said)
                assert "Traceback" not in said.out + said.err
                assert len(said.err.splitlines()) <= 1, said.err
        missing = str(tmp_path / "missing.rbk")
        assert run(["verify", missing]) == 2


def long_log(entries: int, new: Callable[[MemoryLog, int], NewEntry]) -> MemoryLog:
    """Give a log of so many entries."""
    log = MemoryLog(ticking())
    log.append(first())
    while len(log) < entries:
        log.append(new(log, len(log)))
    return log


def write_tiny(path: Path, entries: int) -> None:
    """Write a log of so many entries, each as small as one can be."""
    tiny = note("n")
    log = MemoryLog(lambda: 1)
    log.append(first())
    appender = log._appender
    with path.open("wb") as file:
        file.write(MAGIC + log.frames())
        for _ in range(entries - 1):
            entry, payload, place = appender.make_placed(tiny)
            appender.chain.take(entry, place)
            file.write(frame(payload, entry.leaf))


class TestMany:
    @pytest.mark.slow
    def test_a_million_tiny_entries(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """They are all read."""
        monkeypatch.setenv("ROLLBOOK_CACHE", str(tmp_path / "cache"))
        path = tmp_path / "million.rbk"
        write_tiny(path, 1_000_000)
        with FileLog.read(path) as read:
            assert len(read) == 1_000_000
            assert read.entry(999_999).seq == 999_999

    def test_each_of_many_tiny_entries_costs_the_same(self, tmp_path: Path) -> None:
        """Reading is work in proportion to the entries."""
        path = tmp_path / "many.rbk"
        write_tiny(path, 3_000)
        with at_most(450 * 3_000), FileLog.read(path) as read:
            assert len(read) == 3_000
            assert read.entry(2_999).seq == 2_999

    def test_many_take_backs_and_restorations_cost_no_more_each(self) -> None:
        """A long path of many jumps, left and taken up again and again, is no trap."""

        def next_entry(log: MemoryLog, seq: int) -> NewEntry:
            lines = log.chain.timelines
            if seq < 1000:
                return taken_back(log, lines.parent(seq - 1) or 0) if seq % 2 == 0 else note("n")
            return taken_back(log, 2) if seq % 2 == 0 else restored(999)

        log = long_log(2000, next_entry)
        payloads = [log.payload(seq) for seq in range(len(log))]
        with at_most(320 * 2000):
            again = MemoryLog.of(payloads)
        assert len(again) == 2000

    def test_states_of_a_hostile_tree_are_found(self) -> None:
        """State at the head of a path of many jumps is folded once."""
        log = long_log(
            600, lambda log, seq: taken_back(log, seq - 2) if seq % 2 == 0 else note("n")
        )
        assert States(log, PROJECTION).at(599).players == {"A": "Ann", "B": "Ben"}

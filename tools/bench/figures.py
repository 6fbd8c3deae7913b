"""The figures: what is measured, against what, and the goal of each."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

import msgpack

from rollbook.engine.session import Session, rules_of
from rollbook.events.log.chain import Chain
from rollbook.events.log.codec import unpack
from rollbook.events.log.disk import Held
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC, frame
from rollbook.events.log.log import Appender, MemoryLog, NewEntry
from rollbook.events.log.recovery import read_frames
from rollbook.events.plain import to_plain
from rollbook.projections.fold import Folder, projection_of
from rollbook.projections.state import States
from rollbook.tools.bench import naive
from rollbook.tools.bench.measure import Figure, ratio
from rollbook.tools.bench.workload import (
    RULES,
    demo_log,
    log_of,
    new_entries,
    ticking,
    write_file,
)

Progress = Callable[[str], object]
SMALL, LONG = 30_000, 1_000_000


class Bench:
    """Everything that is measured, on workloads of *small* and *long* events."""

    def __init__(self, small: int = SMALL, long: int = LONG, turns: int = 7) -> None:
        self.small, self.long, self.turns = small, long, turns

    @cached_property
    def log(self) -> MemoryLog:
        """A log of the small size."""
        return log_of(self.small)

    @cached_property
    def data(self) -> bytes:
        """The bytes of a file with that log."""
        return MAGIC + self.log.frames()

    @cached_property
    def rows(self) -> bytes:
        """The event rows of that log, one after the other, and nothing else."""
        return b"".join(
            msgpack.packb(row) for seq in range(len(self.log))
            for row in unpack(self.log.payload(seq))[7]
        )  # fmt: skip

    def bare(self) -> None:
        """R: decode the rows, build nothing."""
        unpacker = msgpack.Unpacker(max_buffer_size=1 << 30)
        unpacker.feed(self.rows)
        for _ in unpacker:
            pass

    def replay(self) -> object:
        """Read, check the chain, build typed events, fold to state."""
        folder = Folder(projection_of(RULES))
        take = folder.apply_all
        read_frames(
            Held(self.data),
            Chain(),
            array("Q"),
            strict=False,
            seen=lambda entry: take(entry.events),
        )
        return folder.state

    def reencode(self) -> None:
        """Compare every payload with the shortest form of its values."""
        for seq in range(len(self.log)):
            payload = self.log.payload(seq)
            if msgpack.packb(unpack(payload)) != payload:
                raise AssertionError(seq)

    def figures(self, progress: Progress) -> Iterator[Figure]:
        """Give every figure, one after the other."""
        parts = (
            self._replay,
            self._reencode,
            self._naive,
            self._append,
            self._durable,
            self._bytes,
            self._light,
            self._long_log,
            self._events,
        )
        for part in parts:
            progress((part.__doc__ or "").strip().rstrip("."))
            yield from part()

    def _replay(self) -> Iterator[Figure]:
        """Replay."""
        value, spread = ratio(self.replay, self.bare, self.turns)
        yield Figure(
            "replay: read, check, build, fold",
            value,
            "R",
            "bare decoding",
            "<= 18, then 12",
            spread,
        )

    def _reencode(self) -> Iterator[Figure]:
        """Comparing with shortest forms."""
        value, spread = ratio(self.reencode, self.bare, self.turns)
        yield Figure("comparison with shortest forms", value, "R", "bare decoding", "<= 5", spread)

    def _naive(self) -> Iterator[Figure]:
        """Replay of naive JSON lines."""
        lines = naive.json_lines(self.log.entries(range(len(self.log))))
        classes = naive.classes_for(lines)
        value, spread = ratio(lambda: naive.replay(lines, classes), self.replay, self.turns)
        yield Figure(
            "replay against naive",
            value,
            "x",
            "JSON lines, dataclasses, mutable state",
            ">= 1.2, then 2",
            spread,
        )

    def _append(self) -> Iterator[Figure]:
        """Append without sync."""
        news = list(new_entries(self.small // 3))
        with tempfile.TemporaryDirectory() as folder:
            value, spread = ratio(
                lambda: _json_append(news, Path(folder) / "a.jsonl"),
                lambda: _append_unsynced(news, Path(folder) / "a.rbk"),
                self.turns,
            )
        yield Figure(
            "append without sync",
            value,
            "x",
            "json.dumps and one write an entry",
            ">= 2, then 4",
            spread,
        )

    def _durable(self) -> Iterator[Figure]:
        """Durable append."""
        news = list(new_entries(900))
        with tempfile.TemporaryDirectory(dir=".") as folder:
            value, spread = ratio(
                lambda: _durable_append(news, Path(folder)),
                lambda: _bare_durable(news, Path(folder)),
                self.turns,
            )
        yield Figure(
            "durable append", value, "x", "bare write and fdatasync", "<= 1.3, then 1.15", spread
        )

    def _bytes(self) -> Iterator[Figure]:
        """Size."""
        log = demo_log()
        seqs = range(1, len(log))
        size = sum(len(frame(log.payload(seq), log.leaf(seq))) for seq in seqs)
        events = sum(len(entry.events) for entry in log.entries(seqs))
        yield Figure(
            "bytes an event on disk", size / events, "B", "the demo battle", "<= 80, then 72"
        )

    def _light(self) -> Iterator[Figure]:
        """A light command."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "light.rbk"
            write_file(log_of(600), path)
            show = [sys.executable, "-m", "rollbook.tools.cli", "show", str(path)]
            _process(show)
            value, spread = ratio(
                lambda: _process(show), lambda: _process([sys.executable, "-c", "pass"]), 9
            )
        yield Figure(
            "light command: show, 600 events",
            value,
            "x",
            "python -c pass",
            "<= 8, then 6.5",
            spread,
        )

    def _long_log(self) -> Iterator[Figure]:
        """A log of a million events."""
        with tempfile.TemporaryDirectory() as folder:
            os.environ["ROLLBOOK_CACHE"] = str(Path(folder) / "cache")
            try:
                yield from _long_figures(Path(folder) / "long.rbk", self.long, self.turns)
            finally:
                del os.environ["ROLLBOOK_CACHE"]

    def _events(self) -> Iterator[Figure]:
        """Rounds of an event."""
        if importlib.util.find_spec("rustworkx") is None or self.long < LONG:
            return
        from rollbook.tools.bench.events import event_figures

        yield from event_figures()


def _json_append(news: list[NewEntry], path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        for new in news:
            file.write(json.dumps([to_plain(event) for event in new.events]).encode())


def _append_unsynced(news: list[NewEntry], path: Path) -> None:
    appender = Appender(Chain(), ticking)
    with path.open("wb", buffering=0) as file:
        for new in news:
            entry, payload, place = appender.make_placed(new)
            file.write(frame(payload, entry.leaf))
            appender.chain.take(entry, place)


def _durable_append(news: list[NewEntry], folder: Path) -> None:
    path = folder / "durable.rbk"
    path.unlink(missing_ok=True)
    with FileLog.create(path, news[0], clock=ticking) as log:
        for new in news[1:]:
            log.append(new)


def _bare_durable(news: list[NewEntry], folder: Path) -> None:
    log = MemoryLog(ticking)
    frames = []
    for new in news:
        entry = log.append(new)
        frames.append(frame(log.payload(entry.seq), entry.leaf))
    path = folder / "bare"
    path.unlink(missing_ok=True)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        for data in frames:
            os.write(fd, data)
            os.fdatasync(fd)
    finally:
        os.close(fd)


def _process(command: list[str]) -> None:
    # As installed: with compiled modules, whatever the shell that runs the benchmark says.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)  # noqa: S603


def _long_figures(path: Path, events: int, turns: int) -> Iterator[Figure]:
    write_file(log_of(events), path)
    size = path.stat().st_size
    _warm(path)
    log = FileLog.read(path)
    try:
        yield _seek(log)
    finally:
        log.close()
    yield Figure(
        "memory with a long log open",
        _memory(path) / size,
        "x",
        f"its {size / 1e6:.0f} MB",
        "<= 4, then 2.5",
    )
    yield from _moves(path, turns)


def _warm(path: Path) -> None:
    """Read the whole log once, which leaves its side files behind."""
    log = FileLog.read(path)
    States(log, projection_of(RULES)).at(len(log) - 1)
    log.close()


def _seek(log: FileLog) -> Figure:
    states = States(log, projection_of(RULES))
    count = len(log)
    times = []
    for number in range(40):
        seq = (number * 7_919 + 13) * 104_729 % count
        start = time.perf_counter()
        states.at(seq)
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return Figure(
        "seek to any event, middle of 40",
        times[len(times) // 2],
        "ms",
        f"{count} entries with a side file",
        "<= 10, then 5",
        (times[0], times[-1]),
    )


_MEMORY = """
import resource, sys
from pathlib import Path
from rollbook.engine.session import Session
s = Session.open(Path(sys.argv[1]))
s.state
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def _memory(path: Path) -> int:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _MEMORY, str(path)], capture_output=True, check=True
    )
    return int(done.stdout)


def _moves(path: Path, turns: int) -> Iterator[Figure]:
    """Measure take-back and fork at the end of a long log against a plain append."""
    log = FileLog.write(path)
    session = Session(log, rules_of(log))
    try:
        names = iter(range(1_000_000))

        def append() -> None:
            session.submit({"do": "note", "by": "ann", "text": "measured"})

        def take_back() -> None:
            to = log.timelines.parent(session.head)
            session.submit({"do": "take_back", "by": "judge", "to": to, "reason": "measured"})

        def fork() -> None:
            name = f"f{next(names)}"
            session.submit({"do": "fork", "by": "judge", "name": name, "at": session.head})

        append()
        for name, action in (("take-back", take_back), ("fork", fork)):
            value, spread = ratio(_often(action), _often(append), turns)
            against = f"one append, at {len(log)} entries"
            yield Figure(name, value, "x", against, "<= 2, then 1.2", spread)
    finally:
        session.close()


def _often(action: Callable[[], None], times: int = 25) -> Callable[[], None]:
    def run() -> None:
        for _ in range(times):
            action()

    return run

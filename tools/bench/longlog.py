"""What a long log costs: finding a state, moving a head, and memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

from rollbook.engine.session import Session
from rollbook.events.log.file import FileLog
from rollbook.projections.fold import projection_of
from rollbook.projections.state import States
from rollbook.tools.bench.folders import scratch_folder
from rollbook.tools.bench.measure import Figure, Goal, cpu_clock, quiet_heap, ratio, spread, timed
from rollbook.tools.bench.processes import memory_to_open
from rollbook.tools.bench.workload import RULES, Work, write_log

PLACES = 100
"""How many places of a log are looked for."""


def long_figures(work: Work) -> Iterator[Figure]:
    """Give seek, memory, take-back and fork."""
    with own_cache() as folder:
        path = folder / "long.rbk"
        work.progress(f"making a log of {work.long:,} events")
        write_log(work.long, path)
        size = path.stat().st_size
        work.progress("opening the long log for the first time")
        memory = [memory_to_open(path) / size]
        work.progress("opening the long log again, with its side files")
        memory.append(memory_to_open(path) / size)
        against = f"its {size / 1e6:.0f} MB; the larger of opening it first and again"
        yield Figure(
            "memory with a long log open",
            max(memory),
            "x",
            against,
            Goal(4, 2.5),
            (min(memory), max(memory)),
        )
        work.progress("finding states in the long log")
        yield _seek(path)
        work.progress("moving heads of the long log")
        yield from _moves(path, work.turns)


@contextmanager
def own_cache() -> Iterator[Path]:
    """Give a folder for a while, and keep the side files there too."""
    before = os.environ.get("ROLLBOOK_CACHE")
    with scratch_folder() as folder:
        os.environ["ROLLBOOK_CACHE"] = str(folder / "cache")
        try:
            yield folder
        finally:
            if before is None:
                del os.environ["ROLLBOOK_CACHE"]
            else:
                os.environ["ROLLBOOK_CACHE"] = before


def seek_times(path: Path) -> list[float]:
    """Give the CPU milliseconds that it takes to find the state at places all over a log."""
    with closing(FileLog.read(path)) as log, quiet_heap():
        states, count, times = States(log, projection_of(RULES)), len(log), []
        for number in range(PLACES):
            seq = (number * 7_919 + 13) * 104_729 % count
            start = cpu_clock()
            states.at(seq)
            times.append((cpu_clock() - start) * 1000)
        return times


def _seek(path: Path) -> Figure:
    times = seek_times(path)
    with closing(FileLog.read(path)) as log:
        against = f"{len(log):,} entries with a side file"
    name = f"seek to any event, middle of {PLACES}"
    return Figure(name, median(times), "ms", against, Goal(10, 5), spread(times))


class Moves:
    """An append, a take-back and a fork at the end of a log that is open for writing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._forks = 0

    def append(self) -> None:
        """Make a note."""
        self._session.submit({"do": "note", "by": "ann", "text": "measured"})

    def take_back(self) -> None:
        """Take one entry back."""
        to = self._session.log.chain.timelines.parent(self._session.head)
        self._session.submit({"do": "take_back", "by": "judge", "to": to, "reason": "measured"})

    def fork(self) -> None:
        """Open another timeline at the head."""
        self._forks += 1
        fork = {"do": "fork", "name": f"f{self._forks}", "at": self._session.head}
        self._session.submit({**fork, "by": "judge"})


def _moves(path: Path, turns: int) -> Iterator[Figure]:
    with closing(Session.open(path)) as session:
        moves = Moves(session)
        against = f"one append, at {len(session.log):,} entries"
        for name, action in (("take-back", moves.take_back), ("fork", moves.fork)):
            value, low_high = ratio(timed(often(action)), timed(often(moves.append)), turns)
            yield Figure(name, value, "x", against, Goal(2, 1.2), low_high)


def often(action: Callable[[], None], times: int = 25) -> Callable[[], None]:
    """Give what does *action* several times."""

    def run() -> None:
        for _ in range(times):
            action()

    return run

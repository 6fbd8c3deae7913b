"""What one thing costs in logs of a thousand to a million events: it should stay flat."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median

from rollbook.engine.session import Session
from rollbook.tools.bench.longlog import Moves, own_cache, seek_times
from rollbook.tools.bench.measure import Figure, cpu_clock, quiet_heap
from rollbook.tools.bench.processes import memory_to_open
from rollbook.tools.bench.replaying import replay_file
from rollbook.tools.bench.workload import Work, write_log

SIZES = (1_000, 10_000, 100_000, 1_000_000)
TIMES = 400
"""How often an append, a take-back and a fork are done; the middle one counts."""
REPLAYED = 300_000
"""Events that are replayed for a figure, in as many turns as that takes; three at least."""
COLUMNS = (
    ("append", "us"),
    ("take-back", "us"),
    ("fork", "us"),
    ("replay, an event", "us"),
    ("seek", "ms"),
    ("memory", "MB"),
)


def scale_figures(work: Work, sizes: Iterable[int] = SIZES) -> Iterator[Figure]:
    """Give the CPU time of each thing, and the memory, at each of *sizes*."""
    for events in sizes:
        work.progress(f"a log of {events:,} events")
        with own_cache() as folder:
            values = _at(folder / "log.rbk", events)
        for (name, unit), value in zip(COLUMNS, values, strict=True):
            yield Figure(name, value, unit, f"a log of {events:,} events")


def _at(path: Path, events: int) -> tuple[float, ...]:
    write_log(events, path)
    memory = memory_to_open(path)
    replay = _replay(path, events)
    seek = median(seek_times(path))
    with closing(Session.open(path)) as session, quiet_heap():
        moves = Moves(session)
        moved = [_middle(action) for action in (moves.append, moves.take_back, moves.fork)]
    return (*moved, replay, seek, memory / 1e6)


def _replay(path: Path, events: int) -> float:
    """Give the microseconds an event."""
    turns = []
    with quiet_heap():
        for _ in range(max(3, REPLAYED // events)):
            gc.collect()
            start = cpu_clock()
            replay_file(path)
            turns.append(cpu_clock() - start)
    return min(turns) / events * 1e6


def _middle(action: Callable[[], None]) -> float:
    times = []
    for _ in range(TIMES):
        start = cpu_clock()
        action()
        times.append((cpu_clock() - start) * 1e6)
    return median(times)


def table(figures: Iterable[Figure]) -> list[str]:
    r"""
    Give *figures* of several sizes as the lines of a table.

    >>> print(*table([Figure("seek", 2.34, "ms", "a log of 10 events")]), sep="\n")
    | CPU time of                | seek (ms) |
    | --- | ---: |
    | a log of 10 events         |      2.34 |
    """
    rows: dict[str, dict[str, float]] = {}
    heads: dict[str, None] = {}
    for figure in figures:
        head = f"{figure.name} ({figure.unit})"
        heads[head] = None
        rows.setdefault(figure.against, {})[head] = figure.value
    lines = [f"| {'CPU time of':<26} | {' | '.join(heads)} |", "| --- |" + " ---: |" * len(heads)]
    for against, values in rows.items():
        cells = " | ".join(f"{values[head]:{len(head)},.{_digits(head)}f}" for head in heads)
        lines.append(f"| {against:<26} | {cells} |")
    return lines


def _digits(head: str) -> int:
    return {"(us)": 1, "(ms)": 2, "(MB)": 0}[head.split()[-1]]

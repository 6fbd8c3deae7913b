"""How fast entries are appended, and how many bytes they take."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import TypeVar

from rollbook.events.log.chain import Chain
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import frame
from rollbook.events.log.log import Appender, NewEntry
from rollbook.events.plain import to_plain
from rollbook.tools.bench.folders import scratch_folder
from rollbook.tools.bench.measure import Figure, Goal, Timed, ratio, timed
from rollbook.tools.bench.workload import Work, demo_log, log_of, new_entries, ticking

T = TypeVar("T")
DURABLE_TURNS = 16
"""How many times as many turns a durable append gets, each of one entry: a disk has its moods."""


def append_figures(work: Work) -> Iterator[Figure]:
    """Give how much longer JSON takes than an append without sync, entry 0 apart on both sides."""
    first, *news = new_entries(work.small // 3)
    with scratch_folder() as folder:
        appender = opened(first)
        value, spread = ratio(
            timed(lambda: json_append(news, folder / "a.jsonl")),
            timed(lambda: append_unsynced(appender, news, folder / "a.rbk")),
            work.turns,
        )
    against = "json.dumps and one write an entry"
    yield Figure("append without sync", value, "x", against, Goal(2, 4, at_least=True), spread)


def durable_figures(work: Work) -> Iterator[Figure]:
    """Give how much longer a durable append takes than writing and syncing the same bytes."""
    first = log_of(1)
    frames = [frame(first.payload(seq), first.leaf(seq)) for seq in range(1, len(first))]
    with durable_log() as (log, news), (log.path.parent / "bare").open("ab", buffering=0) as bare:

        def write(data: bytes) -> None:
            bare.write(data)
            os.fdatasync(bare.fileno())

        value, spread = ratio(
            one_by_one(log.append, news), one_by_one(write, frames), work.turns * DURABLE_TURNS
        )
    against = "bare write and fdatasync"
    yield Figure("durable append", value, "x", against, Goal(1.3, 1.15), spread)


@contextmanager
def durable_log() -> Iterator[tuple[FileLog, list[NewEntry]]]:
    """Give a new log file on the disk that is worked on, and what to append to it."""
    first, *news = new_entries(1)
    with (
        scratch_folder(".") as folder,
        FileLog.create(folder / "durable.rbk", first, clock=ticking) as log,
    ):
        yield log, news


def one_by_one(append: Callable[[T], object], items: Iterable[T]) -> Timed:
    """Give what appends the next of *items*, over and over, and tells the seconds on the wall."""
    again = cycle(items)

    def once() -> float:
        item = next(again)
        start = time.perf_counter()
        append(item)
        return time.perf_counter() - start

    return once


def size_figures(work: Work) -> Iterator[Figure]:  # noqa: ARG001
    """Give the bytes an event, entry 0 apart."""
    log = demo_log()
    seqs = range(1, len(log))
    size = sum(len(frame(log.payload(seq), log.leaf(seq))) for seq in seqs)
    events = sum(len(entry.events) for entry in log.entries(seqs))
    yield Figure("bytes an event on disk", size / events, "B", "the demo battle", Goal(80, 72))


def json_append(news: list[NewEntry], path: Path) -> None:
    """Write each entry's events as JSON, one write an entry."""
    with path.open("wb", buffering=0) as file:
        for new in news:
            file.write(json.dumps([to_plain(event) for event in new.events]).encode())


def opened(first: NewEntry) -> Appender:
    """Give what appends to a new log, its entry 0 made: that is no append, but `create`."""
    appender = Appender(Chain(), ticking)
    entry, _, place = appender.make_placed(first)
    appender.chain.take(entry, place)
    return appender


def append_unsynced(appender: Appender, news: list[NewEntry], path: Path) -> None:
    """Append as a log does, chain and checks included, only without the sync."""
    with path.open("wb", buffering=0) as file:
        for new in news:
            entry, payload, place = appender.make_placed(new)
            file.write(frame(payload, entry.leaf))
            appender.chain.take(entry, place)

"""How fast entries are appended, and how many bytes they take."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rollbook.events.log.chain import Chain
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import frame
from rollbook.events.log.log import Appender, MemoryLog, NewEntry
from rollbook.events.plain import to_plain
from rollbook.tools.bench.measure import Figure, Goal, ratio, timed
from rollbook.tools.bench.workload import Work, demo_log, new_entries, ticking

DURABLE = 60
"""Entries of one turn of the durable append: few, because a disk has its moods."""


def append_figures(work: Work) -> Iterator[Figure]:
    """Give how much longer JSON takes than an append without sync."""
    news = list(new_entries(work.small // 3))
    with tempfile.TemporaryDirectory() as folder:
        value, spread = ratio(
            timed(lambda: json_append(news, Path(folder) / "a.jsonl")),
            timed(lambda: append_unsynced(news, Path(folder) / "a.rbk")),
            work.turns,
        )
    against = "json.dumps and one write an entry"
    yield Figure("append without sync", value, "x", against, Goal(2, 4, at_least=True), spread)


def durable_figures(work: Work) -> Iterator[Figure]:
    """Give how much longer a durable append takes than writing and syncing the same bytes."""
    news = list(islice(new_entries(1), DURABLE))
    log = MemoryLog(ticking)
    entries = [log.append(new) for new in news]
    frames = [frame(log.payload(entry.seq), entry.leaf) for entry in entries]
    with tempfile.TemporaryDirectory(dir=".") as folder:
        value, spread = ratio(
            lambda: durable_append(news, Path(folder)),
            lambda: _bare_durable(frames, Path(folder)),
            work.turns,
        )
    against = "bare write and fdatasync"
    yield Figure("durable append", value, "x", against, Goal(1.3, 1.15), spread)


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


def append_unsynced(news: list[NewEntry], path: Path) -> None:
    """Append as a log does, chain and checks included, only without the sync."""
    appender = Appender(Chain(), ticking)
    with path.open("wb", buffering=0) as file:
        for new in news:
            entry, payload = appender.make(new)
            file.write(frame(payload, entry.leaf))
            appender.take(entry, appender.chain.place(entry))


def durable_append(news: list[NewEntry], folder: Path) -> float:
    """Append to a new log file in *folder*, each entry synced; give the seconds without opening."""
    path = folder / "durable.rbk"
    path.unlink(missing_ok=True)
    with FileLog.create(path, news[0], clock=ticking) as log:
        start = time.perf_counter()
        for new in news[1:]:
            log.append(new)
        return time.perf_counter() - start


def _bare_durable(frames: list[bytes], folder: Path) -> float:
    path = folder / "bare"
    path.unlink(missing_ok=True)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        os.write(fd, frames[0])
        os.fsync(fd)
        start = time.perf_counter()
        for data in frames[1:]:
            os.write(fd, data)
            os.fdatasync(fd)
        return time.perf_counter() - start
    finally:
        os.close(fd)

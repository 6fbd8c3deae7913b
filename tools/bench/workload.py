"""
The work that is measured: the demo battle, decided once and laid end to end.

The events of its rounds are appended again and again, with new numbers and
hashes; folding them is as much work as folding a game of that length.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

from rollbook.engine.starting import start
from rollbook.events.game import GameEnded
from rollbook.events.log.entry import Entry
from rollbook.events.log.frame import MAGIC, frame
from rollbook.events.log.log import MemoryLog, NewEntry

RULES = "hull-points"
GAME_ID = bytes(range(16))


def ticking() -> int:
    """Give the time of every entry of a workload: the same one."""
    return 1_700_000_000_000_000


@cache
def demo_log() -> MemoryLog:
    """Play the shipped demo battle into memory."""
    text = resources.files("rollbook.engine.hullpoints").joinpath("demo.jsonl").read_text()
    commands = [json.loads(line) for line in text.splitlines()]
    session = start(commands[0], None, clock=ticking, game_id=GAME_ID)
    for command in commands[1:]:
        session.submit(command)
    log = session.log
    if not isinstance(log, MemoryLog):
        raise TypeError("a session without a path keeps its log in memory")
    return log


def new_entries(events: int) -> Iterator[NewEntry]:
    """Give what is appended to reach at least *events* events: entry 0 first."""
    entries = list(demo_log().entries(range(len(demo_log()))))
    body = [e for e in entries[1:] if not isinstance(e.events[0], GameEnded)]
    rounds = [e for e in body if type(e.command).__name__ not in ("AddUnit", "PlaceUnit")]
    made = 0
    for entry in [entries[0], *body]:
        yield _again(entry)
        made += len(entry.events)
    while made < events:
        for entry in rounds:
            yield _again(entry)
            made += len(entry.events)
            if made >= events:
                return


def _again(entry: Entry) -> NewEntry:
    return NewEntry(entry.command, entry.events, entry.by, dice=entry.dice)


def log_of(events: int) -> MemoryLog:
    """Give a log in memory with at least *events* events."""
    log = MemoryLog(ticking)
    for new in new_entries(events):
        log.append(new)
    return log


def write_file(log: MemoryLog, path: Path) -> array[int]:
    """Write a log as a file, and give where its frames start."""
    offsets: array[int] = array("Q")
    with path.open("wb") as file:
        file.write(MAGIC)
        for seq in range(len(log)):
            offsets.append(file.tell())
            file.write(frame(log.payload(seq), log.leaf(seq)))
    return offsets

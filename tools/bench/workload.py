"""
The work that is measured: the demo battle, decided once and laid end to end.

The events of its rounds are appended again and again, with new numbers and
hashes; folding them is as much work as folding a game of that length.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from importlib import resources
from pathlib import Path

import msgpack
from attrs import define

from rollbook.engine.starting import start
from rollbook.events.game import GameEnded
from rollbook.events.log.codec import pack, unpack
from rollbook.events.log.entry import Entry
from rollbook.events.log.frame import MAGIC, frame, leaf_of
from rollbook.events.log.log import MemoryLog, NewEntry

RULES = "hull-points"
GAME_ID = bytes(range(16))
SMALL, LONG, TURNS = 3_000, 1_000_000, 25
Progress = Callable[[str], object]


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
    made = 0
    for entry in [entries[0], *body]:
        yield _again(entry)
        made += len(entry.events)
    while made < events:
        for entry in filter(_is_played, body):
            yield _again(entry)
            made += len(entry.events)
            if made >= events:
                return


def _is_played(entry: Entry) -> bool:
    """Tell whether *entry* belongs to a round, not to the setting up."""
    return type(entry.command).__name__ not in ("StartGame", "AddUnit", "PlaceUnit")


def _again(entry: Entry) -> NewEntry:
    return NewEntry(entry.command, entry.events, entry.by, dice=entry.dice)


def log_of(events: int) -> MemoryLog:
    """Give a log in memory with at least *events* events."""
    log = MemoryLog(ticking)
    for new in new_entries(events):
        log.append(new)
    return log


def write_log(events: int, path: Path) -> None:
    """
    Write the file of a log with at least *events* events, in little time and memory.

    Its bytes are those of :func:`log_of`; only numbers and hashes of the
    entries that come again are made anew.
    """
    first = log_of(1)
    repeated, made = [], 0
    for entry in first.entries(range(len(first))):
        made += len(entry.events)
        if _is_played(entry):
            _, _, *rest = unpack(first.payload(entry.seq))
            repeated.append((b"".join(map(pack, rest)), len(entry.events)))
    seq, leaf = len(first), first.leaf(len(first) - 1)
    with path.open("wb") as file:
        file.write(MAGIC + first.frames())
        while made < events:
            for rest_of_it, count in repeated:
                payload = b"\x99" + pack(seq) + pack(leaf) + rest_of_it
                leaf = leaf_of(payload)
                file.write(frame(payload, leaf))
                seq += 1
                made += count
                if made >= events:
                    break


@define(slots=False)
class Work:
    """
    What the figures are measured on: logs of *small* and *long* events.

    *turns* is how often two things take turns; *progress* is told what is
    being done, and *left_out* what cannot be measured here, and why.
    """

    small: int = SMALL
    long: int = LONG
    turns: int = TURNS
    progress: Progress = lambda _: None
    left_out: Progress = lambda _: None

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

    def decode_bare(self) -> None:
        """R: decode the rows, build nothing."""
        unpacker = msgpack.Unpacker(max_buffer_size=1 << 30)
        unpacker.feed(self.rows)
        for _ in unpacker:
            pass

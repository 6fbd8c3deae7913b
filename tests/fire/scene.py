"""What the damage tests work on: one log of forty entries, and how to look at a broken one."""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path

from attrs import frozen

from rollbook.events.log.chain import Chain
from rollbook.events.log.disk import Held
from rollbook.events.log.errors import NotALog
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC, frame, leaf_of
from rollbook.events.log.log import MemoryLog
from rollbook.events.log.recovery import Condition, check_magic, read_frames
from tests.toylog import toy_log

ENTRIES = 40


@frozen
class Scene:
    """A log's bytes, where its frames end (the magic first), and the leaf of each entry."""

    data: bytes
    ends: tuple[int, ...]
    leaves: tuple[bytes, ...]

    def entries_before(self, at: int) -> int:
        """Give how many frames end at or before byte *at*."""
        return sum(end <= at for end in self.ends[1:])

    def frame(self, seq: int) -> bytes:
        """Give the frame of entry *seq*."""
        return self.data[self.ends[seq] : self.ends[seq + 1]]


def scene_of(log: MemoryLog) -> Scene:
    """Give the file that holds *log*."""
    ends, data = [len(MAGIC)], MAGIC
    for seq in range(len(log)):
        payload = log.payload(seq)
        data += frame(payload, leaf_of(payload))
        ends.append(len(data))
    return Scene(data, tuple(ends), tuple(log.leaf(seq) for seq in range(len(log))))


@cache
def scene() -> Scene:
    """Give the log of forty entries: notes, rolls, take-backs, forks, restorations, keys."""
    return scene_of(toy_log(ENTRIES))


@cache
def other_game() -> Scene:
    """Give another game of the same length."""
    from tests.toylog import first, story, ticking

    log = MemoryLog(ticking())
    log.append(first(game_id=b"another toy game"))
    for _ in story(log, ENTRIES):
        pass
    return scene_of(log)


def look(data: bytes, *, strict: bool = True) -> tuple[Condition, list[bytes]]:
    """Read bytes as a log file; give what they are and the leaves that were taken."""
    check_magic("broken", data)
    leaves: list[bytes] = []
    condition = read_frames(
        Held(data),
        Chain(),
        array("Q"),
        strict=strict,
        seen=lambda entry: leaves.append(entry.leaf),
    )
    assert condition.entries == len(leaves)
    return condition, leaves


def status_of(data: bytes) -> tuple[str, int]:
    """Give status and good entries of a broken copy; hold that every entry taken is a true one."""
    try:
        condition, leaves = look(data)
    except NotALog:
        return "no log", 0
    assert tuple(leaves) == scene().leaves[: len(leaves)]
    return condition.status, condition.entries


def reopened(path: Path) -> list[bytes]:
    """Give the leaves of a log that must be whole."""
    with FileLog.read(path) as log:
        assert log.condition.status == "ok", log.condition
        return [log.leaf(seq) for seq in range(len(log))]

"""
Repair: what can be saved of a damaged file goes into a new one.

The old file is never touched.  Entries are taken as long as each follows from
the one before it; past the first bad frame nothing can be taken, because the
chain is broken there, but one thing can be undone: a change of the length in
a last frame's header.  Tails that were set aside beside the log are joined on
again when they prove whole.  Format: section 5.
"""

from __future__ import annotations

import os
import re
from array import array
from bisect import bisect_left
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.events.log.chain import Chain
from rollbook.events.log.disk import Held, OpenFile, Source, open_file, publish, read_beside
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import EntryError, LogError, NotALog
from rollbook.events.log.file import MAX_FILE
from rollbook.events.log.frame import (
    CHECK_BYTES,
    MAGIC,
    BadFrame,
    frame,
    leaf_of,
    payload_at,
    valid_frame_at,
)
from rollbook.events.log.messages import NOBODYS
from rollbook.events.log.recovery import MAX_BATCH_BYTES, check_magic, read_frames

SCAN_BYTES = 1 << 26
"""How much of a damaged tail is looked through, and hashed, for what it still holds."""


@frozen
class Repaired:
    """The file that was made, how many entries it holds, and what was done, in words."""

    path: Path
    entries: int
    said: tuple[str, ...]

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``repair --json`` prints."""
        return {"file": str(self.path), "entries": self.entries, "said": list(self.said)}


class _Saved:
    """The good part of a log as it grows: bytes, chain, offsets, and what was done."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.chain = Chain()
        self.offsets: array[int] = array("Q")
        self.said: list[str] = []
        self.people = 0
        self.condition = read_frames(
            source, self.chain, self.offsets, strict=True, seen=self._remember
        )
        self.data = source.read(0, self.condition.offset)

    def _remember(self, entry: Entry) -> None:
        if not isinstance(entry.command, NOBODYS):
            self.people = entry.seq

    @property
    def people_end(self) -> int:
        """The byte behind the last entry that somebody asked for."""
        after = self.people + 1
        return self.offsets[after] if after < len(self.offsets) else len(self.data)


def repair_file(path: Path, output: Path) -> Repaired:
    """
    Make *output* of what is good in the log *path*.

    Raises ``NotALog``, ``LogExists``, or ``LogError`` when not even the first
    entry can be saved.
    """
    fd = open_file(path, os.O_RDONLY)
    try:
        source = OpenFile(fd, os.fstat(fd).st_size)
        if source.size > MAX_FILE:
            raise NotALog(path, f"it is larger than {MAX_FILE} bytes")
        check_magic(path, source.read(0, len(MAGIC)))
        saved = _Saved(source)
        if not saved.chain.count:
            reason = saved.condition.reason
            raise LogError(f"{path}: entry 0 is damaged ({reason}); nothing can be saved")
        if saved.condition.status != "ok":
            _restore(saved)
    finally:
        os.close(fd)
    for aside, offset in _asides(path):
        saved = _rejoined(saved, aside, offset)
    publish(output, saved.data)
    return Repaired(output, saved.chain.count, tuple(saved.said))


def _restore(saved: _Saved) -> None:
    """Undo a changed length, or say what stands after the good part."""
    at = saved.condition.offset
    left = saved.source.size - at
    tail = saved.source.read(at, SCAN_BYTES)
    found = _with_right_length(tail, saved.chain) if left == len(tail) else None
    if found is not None:
        saved.data += found
        saved.people = saved.chain.count - 1
        saved.offsets.append(at)
        saved.said.append(
            f"entry {saved.people} at byte {at}: its length was changed; it proves whole"
        )
        return
    saved.said.append(f"entry {saved.condition.entries} at byte {at}: {saved.condition.reason}")
    saved.said.append(f"the {left} bytes from there on were left out; the old file keeps them")
    later = _valid_frames(tail)
    if later:
        saved.said.append(
            f"at least {later} frames with right checks stand among them; they hang on the "
            "broken one and cannot be continued from"
        )


def _with_right_length(tail: bytes, chain: Chain) -> bytes | None:
    if tail[-10:-8] != b"\xc4\x08":
        return None
    for start in (3, 4):
        payload = tail[start:-10]
        leaf = leaf_of(payload)
        if leaf[:CHECK_BYTES] != tail[-8:]:
            continue
        try:
            chain.read(payload, strict=True)
        except EntryError:
            continue
        return frame(payload, leaf)
    return None


def _valid_frames(tail: bytes) -> int:
    """Count frames with right checks, for a while: a hostile file could have too many to try."""
    count, at, tried = 0, 1, 0
    while tried < SCAN_BYTES and (at := tail.find(b"\x92", at)) >= 0:
        found = payload_at(tail, at)
        if isinstance(found, BadFrame):
            at += 1
            continue
        tried += found[1] - found[0]
        if valid_frame_at(tail, at):
            count += 1
            at = found[1] + 2 + CHECK_BYTES
        else:
            at += 1
    return count


def _asides(path: Path) -> list[tuple[Path, int]]:
    """Give the tails that were set aside beside a log, and where they belong, oldest first."""
    form = re.compile(re.escape(path.name) + r"\.torn-([0-9]{1,15})(?:\.[0-9]+)?")
    found = [(aside, form.fullmatch(aside.name)) for aside in path.parent.iterdir()]
    return sorted(
        ((aside, int(match[1])) for aside, match in found if match is not None),
        key=lambda pair: (pair[1], pair[0].name),
    )


def _rejoined(saved: _Saved, aside: Path, offset: int) -> _Saved:
    """
    Join on what was set aside, if it belongs at the end and proves whole.

    Entries that only the program wrote since then, about the tail itself, give
    way to it.
    """
    try:
        tail = read_beside(aside, MAX_BATCH_BYTES)
    except LogError as error:
        saved.said.append(str(error))
        return saved
    if tail is None or not saved.people_end <= offset <= len(saved.data):
        saved.said.append(f"{aside.name} belongs at byte {offset}, where the log goes on by itself")
        return saved
    joined = _Saved(Held(saved.data[:offset] + tail))
    gained = joined.condition.offset - offset
    if joined.condition.status != "ok" and gained >= 0:
        found = _with_right_length(tail[gained:], joined.chain)
        if found is not None:
            joined = _Saved(Held(joined.data + found))
            gained = len(joined.data) - offset
    if gained <= 0 or joined.people_end <= offset:
        reason = joined.condition.reason or "nothing was asked for in it"
        saved.said.append(f"{aside.name} holds no whole entry ({reason})")
        return saved
    before = bisect_left(joined.offsets, offset)
    joined.said = saved.said
    joined.said.append(
        f"{joined.chain.count - before} entries of {aside.name} prove whole, brought back"
    )
    if len(saved.data) > offset:
        joined.said.append("what only said that they were missing was left out")
    return joined

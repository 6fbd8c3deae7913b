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
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.events.log.chain import Chain
from rollbook.events.log.errors import EntryError, LogError
from rollbook.events.log.file import open_file, pread_all, publish
from rollbook.events.log.frame import (
    CHECK_BYTES,
    MAGIC,
    BadFrame,
    frame,
    leaf_of,
    payload_at,
    valid_frame_at,
)
from rollbook.events.log.recovery import Condition, check_magic, read_frames


@frozen
class Repaired:
    """The file that was made, how many entries it holds, and what was done, in words."""

    path: Path
    entries: int
    said: tuple[str, ...]

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``repair --json`` prints."""
        return {"file": str(self.path), "entries": self.entries, "said": list(self.said)}


def repair_file(path: Path, output: Path) -> Repaired:
    """
    Make *output* of what is good in the log *path*.

    Raises ``NotALog``, ``LogExists``, or ``LogError`` when not even the first
    entry can be saved.
    """
    data = _read(path)
    check_magic(path, data)
    chain = Chain()
    condition = read_frames(data, chain, array("Q"), strict=True)
    if not chain.count:
        raise LogError(f"{path}: entry 0 is damaged ({condition.reason}); nothing can be saved")
    kept: bytes = data[: condition.offset]
    said: list[str] = []
    if condition.status != "ok":
        kept, said = _restored(data, condition, chain)
    more, told = _rejoined(path, len(kept), chain)
    publish(output, kept + more)
    return Repaired(output, chain.count, (*said, *told))


def _read(path: Path) -> bytes:
    fd = open_file(path, os.O_RDONLY)
    try:
        return pread_all(fd, os.fstat(fd).st_size)
    finally:
        os.close(fd)


def _restored(data: bytes, condition: Condition, chain: Chain) -> tuple[bytes, list[str]]:
    """Undo a changed length, or say what stands after the good part."""
    at = condition.offset
    good, tail = data[:at], data[at:]
    found = _with_right_length(tail, chain)
    if found is not None:
        seq = chain.count - 1
        return good + found, [f"entry {seq} at byte {at}: its length was changed; it proves whole"]
    later = _valid_frames(tail)
    said = [f"entry {condition.entries} at byte {at}: {condition.reason}"]
    said.append(f"the {len(tail)} bytes from there on were left out; the old file keeps them")
    if later:
        said.append(
            f"{later} frames with right checks stand among them; they hang on the broken one "
            "and cannot be continued from"
        )
    return good, said


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
    count, at = 0, 1
    while at < len(tail):
        if tail[at] == 0x92 and valid_frame_at(tail, at):
            found = payload_at(tail, at)
            count += 1
            at = at if isinstance(found, BadFrame) else found[1] + 2 + CHECK_BYTES
        else:
            at += 1
    return count


def _rejoined(path: Path, size: int, chain: Chain) -> tuple[bytes, list[str]]:
    """Join on what was set aside at exactly this size, if every frame of it proves whole."""
    form = re.compile(re.escape(path.name) + r"\.torn-(\d+)(?:\.\d+)?")
    said: list[str] = []
    for aside in sorted(path.parent.iterdir()):
        found = form.fullmatch(aside.name)
        if found is None:
            continue
        if int(found[1]) != size:
            said.append(f"{aside.name} belongs at byte {found[1]}, where the log goes on by itself")
            continue
        tail = aside.read_bytes()
        before = chain.count
        condition = read_frames(MAGIC + tail, chain, array("Q"), strict=True)
        joined = condition.offset - len(MAGIC)
        if chain.count > before:
            said.append(f"{chain.count - before} entries of {aside.name} prove whole, brought back")
            return tail[:joined], said
        said.append(f"{aside.name} holds no whole entry ({condition.reason})")
    return b"", said

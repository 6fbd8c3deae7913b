"""
What to make of the bytes of a log file: whole, torn, or damaged.

Torn means: an append was cut off by a crash, and nothing valid stands after
it.  Everything else that is wrong is damage.  Format: section 5.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import frozen

from rollbook.events.log.chain import Chain
from rollbook.events.log.disk import Source
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import EntryError, NotALog
from rollbook.events.log.frame import (
    CHECK_BYTES,
    MAGIC,
    MAX_FRAME,
    BadFrame,
    leaf_of,
    payload_at,
    valid_frame_at,
)
from rollbook.events.log.readahead import read_ahead

WINDOW_BYTES = 1 << 20
"""How much of a file is in memory at once."""
MAX_BATCH_BYTES = 1 << 26
"""The longest tail of a batch that is looked at, whatever its writer declared."""

Status = Literal["ok", "torn", "damaged"]


@frozen
class Condition:
    """
    What a file holds, and where and why it stops being good.

    *offset* is the byte after the last good frame, *entries* how many good
    ones stand before it.
    """

    status: Status
    entries: int
    offset: int
    reason: str = ""


def check_magic(path: Path | str, head: bytes) -> None:
    """Raise :class:`~rollbook.events.log.errors.NotALog` unless *head* begins a log."""
    if head[: len(MAGIC)] == MAGIC:
        return
    if not head:
        raise NotALog(path, "the file is empty")
    raise NotALog(path, f"it does not begin with {MAGIC[1:].decode()}")


Seen = Callable[[Entry], object]
Taken = Callable[[Sequence[Any]], object]


def read_frames(
    source: Source,
    chain: Chain,
    offsets: array[int],
    *,
    start: int = len(MAGIC),
    strict: bool,
    least: int = 0,
    batch: int = 0,
    seen: Seen | None = None,
    taken: Taken | None = None,
) -> Condition:
    """
    Read every frame of *source*, a log file, into *chain* as far as they are good.

    Bytes before *start* are in *chain* already; the magic has been checked.
    *offsets* gets the first byte of each frame.  *strict* compares every
    payload with its shortest form; *least* is how many entries the log is
    known to have had; *batch* the declared size of a batch that was being
    written, in bytes; *taken* is called with the events of good entries, some
    at a time, *seen* with every good entry, which takes longer.  Never more than a window
    of the file is in memory.
    """
    at, size = start, source.size
    base, window = at, b""
    bad: BadFrame | None = None
    while at < size:
        at = base + read_ahead(
            window, at - base, chain, offsets, base=base, strict=strict, seen=seen, taken=taken
        )
        if at >= size:
            break
        found = payload_at(window, at - base)
        if isinstance(found, BadFrame):
            if found.cut and base + len(window) < size:
                base, window = at, source.read(at, WINDOW_BYTES)
                if len(window) < min(WINDOW_BYTES, size - base):
                    size = base + len(window)
                continue
            bad = found
            break
        first, end = found
        check = window[end + 2 : end + 2 + CHECK_BYTES]
        entry = _entry(chain, window[first:end], check, strict=strict)
        if isinstance(entry, BadFrame):
            bad = entry
            break
        if taken is not None:
            taken(entry.events)
        if seen is not None:
            seen(entry)
        offsets.append(at)
        at = base + end + 2 + CHECK_BYTES
    if at >= size and chain.count:
        return Condition("ok", chain.count, at)
    bad = bad or BadFrame("it has no first entry")
    longest = max(MAX_FRAME, min(batch, MAX_BATCH_BYTES))
    torn = (
        chain.count >= max(least, 1)
        and size - at <= longest
        and _is_torn(source.read(at, longest), bad)
    )
    return Condition("torn" if torn else "damaged", chain.count, at, bad.reason)


def _entry(chain: Chain, payload: bytes, check: bytes, *, strict: bool) -> Entry | BadFrame:
    leaf = leaf_of(payload)
    if leaf[:CHECK_BYTES] != check:
        return BadFrame("its check does not fit its bytes")
    try:
        return chain.read(payload, leaf=leaf, strict=strict)
    except EntryError as error:
        return BadFrame(error.reason)


def _is_torn(tail: bytes, bad: BadFrame) -> bool:
    """Tell whether *tail*, which begins with a bad frame, is what a cut-off append leaves."""
    if not bad.cut and tail.count(0) != len(tail):
        return False
    if _ends_in_its_check(tail):
        return False
    return not any(valid_frame_at(tail, i) for i in range(1, len(tail)) if tail[i] == 0x92)


def _ends_in_its_check(tail: bytes) -> bool:
    """Tell whether a whole entry stands here whose length alone was changed."""
    if tail[-10:-8] != b"\xc4\x08":
        return False
    return any(leaf_of(tail[i:-10])[:CHECK_BYTES] == tail[-8:] for i in (3, 4))

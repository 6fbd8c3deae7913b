"""
What to make of the bytes of a log file: whole, torn, or damaged.

Torn means: an append was cut off by a crash, and nothing valid stands after
it.  Everything else that is wrong is damage.  Format: section 5.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from attrs import frozen

from rollbook.events.log.chain import Chain
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


def read_frames(
    data: bytes,
    chain: Chain,
    offsets: array[int],
    *,
    base: int = 0,
    strict: bool,
    least: int = 0,
    batch: int = 0,
    seen: Seen | None = None,
) -> Condition:
    """
    Read every frame of *data* into *chain* as far as they are good.

    *data* is a whole file, or what follows its first *base* bytes when these
    are in *chain* already.  *offsets* gets the first byte of each frame.  *strict* compares every
    payload with its shortest form; *least* is how many entries the log is
    known to have had; *batch* the declared size of a batch that was being
    written, in bytes; *seen* is called with every good entry.  The magic has
    been checked.
    """
    at, size = 0 if base else len(MAGIC), len(data)
    bad: BadFrame | None = None
    while at < size:
        at = read_ahead(data, at, chain, offsets, base=base, strict=strict, seen=seen)
        if at >= size:
            break
        found = payload_at(data, at)
        if isinstance(found, BadFrame):
            bad = found
            break
        start, end = found
        payload = data[start:end]
        entry = _entry(chain, payload, data[end + 2 : end + 2 + CHECK_BYTES], strict=strict)
        if isinstance(entry, BadFrame):
            bad = entry
            break
        if seen is not None:
            seen(entry)
        offsets.append(base + at)
        at = end + 2 + CHECK_BYTES
    if bad is None and chain.count:
        return Condition("ok", chain.count, base + at)
    bad = bad or BadFrame("it has no first entry")
    torn = chain.count >= max(least, 1) and _is_torn(data, at, bad, max(MAX_FRAME, batch))
    return Condition("torn" if torn else "damaged", chain.count, base + at, bad.reason)


def _entry(chain: Chain, payload: bytes, check: bytes, *, strict: bool) -> Entry | BadFrame:
    leaf = leaf_of(payload)
    if leaf[:CHECK_BYTES] != check:
        return BadFrame("its check does not fit its bytes")
    try:
        return chain.read(payload, leaf=leaf, strict=strict)
    except EntryError as error:
        return BadFrame(error.reason)


def _is_torn(data: bytes, at: int, bad: BadFrame, longest: int) -> bool:
    """Tell whether the bytes from *at* on are what a cut-off append leaves behind."""
    tail = data[at:]
    if len(tail) > longest:
        return False
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

"""
The fast way through a file: plain entries, one after the other, in one loop.

What is unusual in any way (a bad frame, a key, a named parent, a change of
the schema, a value that is not what it must be) stops the loop *before* that
entry, and :meth:`~rollbook.events.log.chain.Chain.read` takes it, or says
what is wrong with it.  So this module decides nothing; a test holds both ways
equal.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from rollbook.events.log.codec import check_values, pack, time_at, unpack
from rollbook.events.log.entry import make_entry
from rollbook.events.log.messages import MOVING_COMMANDS, MOVING_EVENTS
from rollbook.events.quantities import MAX_INT

if TYPE_CHECKING:
    from rollbook.events.log.chain import Chain
    from rollbook.events.log.entry import Entry

_SMALLEST = 14
FRAMES = 32
"""
Frames that are hashed, then read, then handed on: a run of each is faster than all by turns.

After an unusual entry the first run is one frame and each next one twice as long, so that what
is hashed in vain is never more than what was of use.
"""
_LARGEST_OF_FOUR_BYTES = 0xFFFF_FFFF
_hash_begun = sha256(b"\x00").copy


def read_ahead(
    data: bytes,
    at: int,
    chain: Chain,
    offsets: array[int],
    *,
    base: int,
    strict: bool,
    seen: Callable[[Entry], object] | None,
    taken: Callable[[Sequence[Any]], object] | None = None,
) -> int:
    """
    Read plain entries of *data* from byte *at* on into *chain*; give where they end.

    *offsets*, *base*, *strict*, *seen* and *taken* are those of
    :func:`~rollbook.events.log.recovery.read_frames`.  Without *seen* no
    entry, command or dice are made: their rows are checked as if they were.
    """
    if not chain.count:
        return at
    count, last = chain.count, chain.last_leaf
    codec = chain.codec
    events_of = codec.events_but(MOVING_EVENTS)
    if seen is None:
        commands, dice_of = codec.checks_but(MOVING_COMMANDS)
    else:
        commands, dice_of = codec.commands, codec.dice
    places: list[int] = []
    batch: list[Any] = []
    put = batch.append
    first_count = count
    after, longer = _after_time(count)
    plain, number = True, 1
    try:
        while plain:
            frames = _good_frames(data, at, number)
            plain = len(frames) == number
            number = min(2 * number, FRAMES)
            good = 0
            for payload, leaf, end in frames:
                try:
                    row = unpack(payload)
                    seq, prev, parent, time, by, key, command, events, dice = row
                    if (
                        seq != count
                        or type(seq) is not int
                        or prev != last
                        or parent is not None
                        or key is not None
                        or type(by) is not str
                        or type(time) is not int
                        # So large a time takes eight bytes, and no other number may.
                        or not _LARGEST_OF_FOUR_BYTES < time <= MAX_INT
                        or type(events) is not tuple
                        or not events
                    ):
                        plain = False
                        break
                    if count >= longer:
                        after, longer = _after_time(count)
                    rest = payload[after:]
                    if 0xCF in rest or 0xD3 in rest:
                        check_values(row)
                    for event in events:
                        put(events_of[event[0]](event))
                    asked = commands[command[0]](command)
                    thrown = None if dice is None else dice_of[dice[0]](dice)
                    if strict and pack(row) != payload:
                        plain = False
                        break
                    if seen is not None and type(asked) in MOVING_COMMANDS:
                        plain = False
                        break
                except Exception:  # whatever it is, the plain way says it in words
                    plain = False
                    break
                places.append(base + at)
                last = leaf
                count += 1
                at = end
                if seen is not None:
                    whole = (seq - 1, time, by, None, asked, tuple(batch[good:]), thrown, leaf)
                    seen(make_entry(seq, prev, *whole))
                good = len(batch)
            if taken is not None and good:
                taken(batch[:good])
            batch.clear()
    finally:
        offsets.extend(places)
        if count > first_count:
            chain.took(count - first_count, last)
    return at


def _good_frames(data: bytes, at: int, number: int) -> list[tuple[bytes, bytes, int]]:
    """Give payload, leaf and end of *number* frames from byte *at* on, or up to a bad one."""
    frames: list[tuple[bytes, bytes, int]] = []
    size = len(data) - _SMALLEST
    while at < size:
        if data[at] != 0x92:
            break
        kind = data[at + 1]
        if kind == 0xC4:
            start = at + 3
            end = start + data[at + 2]
        elif kind == 0xC5:
            start = at + 4
            end = start + (data[at + 2] << 8 | data[at + 3])
            if end - start < 256:
                break
        else:
            break
        payload = data[start:end]
        hashing = _hash_begun()
        hashing.update(payload)
        leaf = hashing.digest()
        at = end + 10
        if data[end:at] != b"\xc4\x08" + leaf[:8]:
            break
        frames.append((payload, leaf, at))
        if len(frames) == number:
            break
    return frames


def _after_time(count: int) -> tuple[int, int]:
    """Give where the time of plain entry *count* ends, and from which number on it ends later."""
    longer = next((size for size in (1 << 7, 1 << 8, 1 << 16) if count < size), 1 << 63)
    return time_at(count) + 9, longer

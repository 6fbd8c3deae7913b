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
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from rollbook.events.build import twin_of
from rollbook.events.log.codec import (
    check_values,
    pack,
    unpack,
)
from rollbook.events.log.entry import Entry
from rollbook.events.log.messages import MOVING_COMMANDS, MOVING_EVENTS

if TYPE_CHECKING:
    from rollbook.events.log.chain import Chain

_EntryTwin = twin_of(Entry)
_SMALLEST = 14


def read_ahead(
    data: bytes,
    at: int,
    chain: Chain,
    offsets: array[int],
    *,
    base: int,
    strict: bool,
    seen: Callable[[Entry], object] | None,
) -> int:
    """
    Read plain entries of *data* from byte *at* on into *chain*; give where they end.

    *offsets*, *base*, *strict* and *seen* are those of
    :func:`~rollbook.events.log.recovery.read_frames`.
    """
    if not chain.count:
        return at
    count, last, size = chain.count, chain.last_leaf, len(data)
    codec = chain.codec
    commands, events_of, dice_of = codec.commands, codec.events, codec.dice
    first_count, movers = count, MOVING_EVENTS
    try:
        while at + _SMALLEST < size:
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
            leaf = sha256(b"\x00" + payload).digest()
            if data[end : end + 10] != b"\xc4\x08" + leaf[:8]:
                break
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
                    or type(events) is not tuple
                    or not events
                ):
                    break
                stamp = 37 if count < 128 else 38 if count < 256 else 39 if count < 65536 else 41
                if (
                    payload[stamp - 1] != 0xC0
                    or payload[stamp] != 0xCF
                    or payload[stamp + 1] != 0
                    or payload[stamp + 2] > 0x1F
                ):
                    break
                if payload.find(b"\xcf", stamp + 9) >= 0 or payload.find(b"\xd3", stamp + 9) >= 0:
                    check_values(row)
                made = tuple([events_of[event[0]](event) for event in events])
                if not movers.isdisjoint(map(type, made)):
                    break
                asked = commands[command[0]](command)
                if type(asked) in MOVING_COMMANDS:
                    break
                thrown = None if dice is None else dice_of[dice[0]](dice)
                if strict and pack(row) != payload:
                    break
            except Exception:  # whatever it is, the plain way says it in words
                break
            entry: Any = _EntryTwin()
            entry.seq = seq
            entry.prev = prev
            entry.parent = seq - 1
            entry.at = time
            entry.by = by
            entry.key = None
            entry.command = asked
            entry.events = made
            entry.dice = thrown
            entry.leaf = leaf
            entry.__class__ = Entry
            offsets.append(base + at)
            last = leaf
            count += 1
            at = end + 10
            if seen is not None:
                seen(entry)
    finally:
        if count > first_count:
            chain.took(count - first_count, last)
    return at

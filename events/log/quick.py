"""
The quick way to the commonest of entries.

A *plain* entry continues the one before it, has no key, moves nothing in the
log and holds no binary.  For it, what ``Appender.make`` and ``Chain.place``
check comes down to finding the types of its parts in tables that hold no
others.  Calls cost more than the work between them, so all of it stands in
one function.  What does not pass here is made the other way, which has the
words for what is wrong; a test holds both ways equal.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rollbook.events.build import twin_of
from rollbook.events.dicevalues import DICE_VALUES
from rollbook.events.errors import RollbookError
from rollbook.events.listing import Unfit
from rollbook.events.log.chain import PLAIN, Chain, Place, check_beside
from rollbook.events.log.codec import MAX_PAYLOAD, check_values, pack_lists
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import EntryTooLarge
from rollbook.events.log.frame import leaf_of
from rollbook.events.log.messages import MOVING_COMMANDS, MOVING_EVENTS
from rollbook.events.message import Command, Event, Message
from rollbook.events.quantities import MAX_INT, MAX_ITEMS
from rollbook.events.schema import Codec
from rollbook.events.shape import fields_of, holds_bytes

if TYPE_CHECKING:
    from rollbook.events.log.log import NewEntry

Listers = dict[type, Callable[[Any], Any]]

_FIRST_LONG = 2**32
"""The first number that is written in eight bytes; the time is, since 1970 was 72 minutes old."""
_new = object.__new__
_twin: Any = twin_of(Entry)


class QuickMaker:
    """Makes plain entries, with those listers of *codec* that they have needed before."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self._commands: Listers = {}
        self._events: Listers = {}
        self._dice: Listers = {}

    def make(
        self, chain: Chain, new: NewEntry, clock: Callable[[], int]
    ) -> tuple[Entry, bytes, Place] | None:
        """
        Give the next entry of *chain*, its payload and place; ``None`` if it is not plain.

        The schema of *chain* is that of the codec.  Raises ``EntryTooLarge``
        and ``EntryError``.
        """
        seq, by, events, dice = chain.count, new.by, new.events, new.dice
        if (
            chain.timelines.heads.get(new.timeline) != seq - 1
            or new.parent is not None
            or new.key is not None
            or type(by) is not str
            or not events
        ):
            return None
        command, listers, rows = new.command, self._events, []
        try:
            command_row = self._commands[type(command)](command)
            for event in events:
                rows.append(listers[type(event)](event))
            dice_row = None if dice is None else self._dice[type(dice)](dice)
        except (KeyError, Unfit, RollbookError):
            return self.make(chain, new, clock) if self._learns_from(new) else None
        at = clock()
        usual = type(at) is int and _FIRST_LONG <= at <= MAX_INT
        if not usual:
            check_beside(at, by, None, seq)
        prev = chain.last_leaf
        row: list[Any] = [seq, prev, None, at, by, None, command_row, rows, dice_row]
        try:
            payload = pack_lists(row)
        except (TypeError, ValueError, OverflowError):
            return None
        # Where the time ends: ``time_at(seq) + 9``, without the calls.
        rest = payload[46 if seq < 128 else 47 if seq < 256 else 48 if seq < 65_536 else 50 :]
        if not usual or len(payload) > MAX_ITEMS or 0xCF in rest or 0xD3 in rest:
            if len(payload) > MAX_PAYLOAD:
                raise EntryTooLarge(len(payload), MAX_PAYLOAD)
            check_values(row)
        entry = _new(_twin)
        entry.seq = seq
        entry.prev = prev
        entry.parent = seq - 1
        entry.at = at
        entry.by = by
        entry.key = None
        entry.command = command
        entry.events = events
        entry.dice = dice
        entry.leaf = leaf_of(payload)
        entry.__class__ = Entry
        return entry, payload, PLAIN

    def _learns_from(self, new: NewEntry) -> bool:
        """Look up the listers of parts of *new* that were not met before; tell if there are any."""
        codec, known = self.codec, self._number_known()
        # What cannot be packed at all is said by the other way.
        with contextlib.suppress(RollbookError):
            kind = type(new.command)
            if issubclass(kind, Command) and kind not in MOVING_COMMANDS and _is_plain(kind):
                self._commands[kind] = codec.listers[kind]
            for kind in map(type, new.events):
                if issubclass(kind, Event) and kind not in MOVING_EVENTS and _is_plain(kind):
                    self._events[kind] = codec.listers[kind]
            kind = type(new.dice)
            if kind in DICE_VALUES and _is_plain(kind):
                self._dice[kind] = codec.listers[kind]
        return self._number_known() > known

    def _number_known(self) -> int:
        return len(self._commands) + len(self._events) + len(self._dice)


@lru_cache(maxsize=16)
def quick_maker(codec: Codec) -> QuickMaker:
    """Give the maker for *codec*; logs with the same schema share one, and what it has met."""
    return QuickMaker(codec)


def _is_plain(cls: type[Message]) -> bool:
    return not any(holds_bytes(field.shape) for field in fields_of(cls))

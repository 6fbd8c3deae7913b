"""
State at any address of a log.

States are immutable and share what did not change, so keeping one every few
hundred entries costs little and makes every address near one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rollbook.events.log.log import Log
from rollbook.projections.fold import Folder, Projection

KEEP_EVERY = 256
"""Entries between two states that are kept."""


class States:
    """
    The states of a log, by entry number.

    >>> from rollbook.events.log.log import MemoryLog
    >>> States(MemoryLog(), Projection("none", 1)).at(None) is None
    True
    """

    def __init__(self, log: Log, projection: Projection[Any]) -> None:
        self._log = log
        self._projection = projection
        self._kept: dict[int, Any] = {}
        self._newest: tuple[int, Any] | None = None

    def at(self, seq: int | None, events: int | None = None) -> Any:
        """
        Give the state after entry *seq*, or after its first *events* events.

        ``None`` stands for the state before everything.  Raises ``FoldError``
        or ``UnknownEntry``.
        """
        if seq is None:
            return None
        if events is not None:
            parent = self._log.chain.timelines.parent(seq)
            before = Folder(self._projection, self.at(parent))
            before.apply_all(self._log.entry(seq).events[:events])
            return before.state
        if self._newest is not None and self._newest[0] == seq:
            return self._newest[1]
        start, state = self._nearest(seq)
        folder = Folder(self._projection, state)
        for entry in self._log.entries(self._path_after(start, seq)):
            folder.apply_all(entry.events)
            if entry.seq % KEEP_EVERY == 0:
                self._kept[entry.seq] = folder.state
        self._newest = (seq, folder.state)
        return folder.state

    def put(self, seq: int, state: Any) -> None:
        """Remember the state after entry *seq*, which somebody has worked out already."""
        self._newest = (seq, state)
        if seq % KEEP_EVERY == 0:
            self._kept[seq] = state

    def _nearest(self, seq: int) -> tuple[int | None, Any]:
        """Give the nearest kept state on the path to *seq*, at or before it."""
        timelines = self._log.chain.timelines
        for first, last in reversed(timelines.runs(seq)):
            newest = self._newest
            if newest is not None and first <= newest[0] <= last and newest[0] not in self._kept:
                kept = last - last % KEEP_EVERY
                if newest[0] >= kept:
                    return newest
            at = last - last % KEEP_EVERY
            while at >= first:
                if at in self._kept:
                    return at, self._kept[at]
                at -= KEEP_EVERY
        return None, None

    def _path_after(self, start: int | None, seq: int) -> Iterable[int]:
        for first, last in self._log.chain.timelines.runs(seq):
            if start is None or last > start:
                yield from range(max(first, start + 1) if start is not None else first, last + 1)

"""
State at any address of a log.

States are immutable and share what did not change, so keeping one every few
hundred entries costs little and makes every address near one.  For a long log
in a file they are kept in a side file too.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rollbook.events.log.file import FileLog
from rollbook.events.log.log import Log
from rollbook.events.log.sidefile import LONG_ENTRIES
from rollbook.projections.fold import Folder, Projection
from rollbook.projections.snapshot import Snapshots, load_snapshots, save_snapshots

KEEP_EVERY = 256
"""Entries between two states that are kept."""
RECENT = 64
"""How many of the states worked out last are kept besides."""


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
        self._seqs: list[int] = []
        self._recent: dict[int, Any] = {}
        self._stored: Snapshots | None = None
        self._path: Path | None = log.path if isinstance(log, FileLog) else None
        if self._path is not None and len(log) >= LONG_ENTRIES:
            self._stored = load_snapshots(self._path, projection)

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
        if seq not in self._recent:
            self._remember(seq, self._fold_to(seq))
        return self._recent[seq]

    def put(self, seq: int, state: Any) -> None:
        """Remember the state after entry *seq*, which somebody has worked out already."""
        self._remember(seq, state)
        self._keep(seq, state)

    def _remember(self, seq: int, state: Any) -> None:
        self._recent[seq] = state
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]

    def _keep(self, seq: int, state: Any) -> None:
        if seq % KEEP_EVERY == 0 and seq not in self._kept:
            self._kept[seq] = state
            insort(self._seqs, seq)

    def _fold_to(self, seq: int) -> Any:
        start, state = self._nearest(seq)
        folder = Folder(self._projection, state)
        met = self._met(seq) if start is None else ()
        if met:
            for events in met:
                folder.apply_all(events)
            return folder.state
        folded = 0
        for entry in self._log.entries(self._path_after(start, seq)):
            folder.apply_all(entry.events)
            folded += 1
            if entry.seq % KEEP_EVERY == 0:
                self._keep(entry.seq, folder.state)
        if folded >= LONG_ENTRIES and self._path is not None:
            save_snapshots(self._path, self._log, self._projection, self._kept)
        return folder.state

    def _met(self, seq: int) -> Sequence[Sequence[Any]]:
        """Give the events up to *seq* if the log has them at hand and never went back."""
        if not isinstance(self._log, FileLog) or len(self._log.timelines.runs(seq)) > 1:
            return ()
        return self._log.met(seq)

    def _nearest(self, seq: int) -> tuple[int | None, Any]:
        """Give the nearest state at hand on the path to *seq*, at or before it."""
        for first, last in reversed(self._log.chain.timelines.runs(seq)):
            found = self._in_run(first, last)
            if found is not None:
                return found
        return None, None

    def _in_run(self, first: int, last: int) -> tuple[int, Any] | None:
        kept = _at_or_before(self._seqs, last)
        recent = max((seq for seq in self._recent if first <= seq <= last), default=-1)
        best = max(kept, recent)
        stored = -1 if self._stored is None else _at_or_before(self._stored.seqs, last)
        if self._stored is not None and stored >= first and stored > best:
            state = self._stored.state(stored, self._log)
            if state is not None:
                return stored, state
        if best < first:
            return None
        return best, self._recent[best] if best == recent else self._kept[best]

    def _path_after(self, start: int | None, seq: int) -> Iterable[int]:
        for first, last in self._log.chain.timelines.runs(seq):
            if start is None:
                yield from range(first, last + 1)
            elif last > start:
                yield from range(max(first, start + 1), last + 1)


def _at_or_before(seqs: list[int], seq: int) -> int:
    """Give the largest of the sorted *seqs* that is not above *seq*, or -1."""
    place = bisect_right(seqs, seq)
    return seqs[place - 1] if place else -1

"""
Timelines: paths through the entries of a log, by parent.

Every entry names the entry that it continues, so a log is a tree.  A timeline
has a name and a head; an entry whose parent is that head becomes the new one.
``take_back``, ``restore`` and ``fork`` are the only ways to continue from
anywhere else.  Format: section 2.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from rollbook.events.log.errors import EntryError, UnknownEntry, UnknownTimeline
from rollbook.events.log.messages import Restored, TakenBack, TimelineForked

MAIN = "main"


class Timelines:
    """The tree of a log's entries: parents, heads, and which timeline each entry is on."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.heads: dict[str, int] = {}
        self.openings: dict[str, int] = {}
        self.kinds: dict[str, str] = {}
        self.default = MAIN
        self._lines = array("H")
        self._jumps: list[int] = []
        self._jump_parents: list[int] = []

    def __len__(self) -> int:
        return len(self._lines)

    def dump(self) -> dict[str, Any]:
        """Give everything as plain values, for a side file."""
        return {
            "names": self.names,
            "heads": self.heads,
            "openings": self.openings,
            "kinds": self.kinds,
            "default": self.default,
            "lines": self._lines.tobytes(),
            "jumps": self._jumps,
            "jump_parents": self._jump_parents,
        }

    def load(self, plain: dict[str, Any]) -> None:
        """Take over what :meth:`dump` gave."""
        self.names = list(plain["names"])
        self.heads = dict(plain["heads"])
        self.openings = dict(plain["openings"])
        self.kinds = dict(plain["kinds"])
        self.default = plain["default"]
        self._lines = array("H")
        self._lines.frombytes(plain["lines"])
        self._jumps = list(plain["jumps"])
        self._jump_parents = list(plain["jump_parents"])

    def add(self, parent: int | None, mover: object) -> str:
        """
        Place the next entry, and give the name of its timeline.

        *parent* is the number of the entry it continues, *mover* its first
        event if that moves a head.  Raises
        :class:`~rollbook.events.log.errors.EntryError` if it may not stand
        there.
        """
        seq = len(self._lines)
        name = self._timeline_of_next(seq, parent, mover)
        if name not in self.heads:
            self._open(name, seq, mover)
        if parent is not None and parent != seq - 1:
            self._jumps.append(seq)
            self._jump_parents.append(parent)
        self._lines.append(self.names.index(name) if len(self.names) > 1 else 0)
        self.heads[name] = seq
        return name

    def add_plain(self, number: int) -> str:
        """Place *number* entries, each of which continues the one before; give their timeline."""
        line = self._lines[-1]
        if number == 1:
            self._lines.append(line)
        else:
            self._lines.extend([line] * number)
        name = self.names[line]
        self.heads[name] = len(self._lines) - 1
        return name

    def _open(self, name: str, seq: int, mover: object) -> None:
        self.names.append(name)
        self.openings[name] = seq
        self.kinds[name] = mover.kind if isinstance(mover, TimelineForked) else "played"
        if isinstance(mover, TimelineForked) and mover.copy is not None:
            self.default = name

    def _timeline_of_next(self, seq: int, parent: int | None, mover: object) -> str:
        if parent is None:
            if seq:
                raise EntryError("only the first entry has no parent", seq)
            return MAIN
        match mover:
            case TimelineForked():
                return self._forked(seq, parent, mover)
            case TakenBack():
                self._check_taken_back(seq, parent, mover)
                return mover.timeline
            case Restored():
                self._check_restored(seq, parent, mover)
                return mover.timeline
        name = self.line(parent)
        if self.heads[name] != parent:
            raise EntryError(f"its parent {parent} is the head of no timeline", seq)
        return name

    def _forked(self, seq: int, parent: int, event: TimelineForked) -> str:
        if event.name in self.heads:
            raise EntryError(f"timeline {event.name} exists already", seq)
        if event.at != parent:
            raise EntryError(f"forks at {event.at}, but its parent is {parent}", seq)
        if len(self.names) >= 65_535:
            raise EntryError("more timelines than a log can hold", seq)
        return event.name

    def _check_taken_back(self, seq: int, parent: int, event: TakenBack) -> None:
        head = self.heads.get(event.timeline)
        if head is None:
            raise EntryError(f"there is no timeline {event.timeline}", seq)
        if event.to != parent or event.head != head:
            raise EntryError(f"takes back from {event.head} to {event.to}, not from there", seq)
        if parent >= head or not self.is_on_path(parent, head):
            raise EntryError(f"entry {parent} is not on the path of {event.timeline}", seq)
        if parent < self.openings[event.timeline]:
            raise EntryError(f"entry {parent} is before {event.timeline} began", seq)
        if event.count != self.distance(parent, head):
            raise EntryError(f"withdraws {event.count} entries, which is not their number", seq)

    def _check_restored(self, seq: int, parent: int, event: Restored) -> None:
        if event.timeline not in self.heads:
            raise EntryError(f"there is no timeline {event.timeline}", seq)
        if event.entry != parent or self.line(parent) != event.timeline:
            raise EntryError(f"restores {event.entry}, which was no head of it", seq)

    def check_seq(self, seq: int) -> int:
        """Give *seq* back, or raise :class:`~rollbook.events.log.errors.UnknownEntry`."""
        if not 0 <= seq < len(self._lines):
            raise UnknownEntry(seq, len(self._lines))
        return seq

    def head(self, name: str) -> int:
        """Give the head of a timeline, or raise ``UnknownTimeline``."""
        try:
            return self.heads[name]
        except KeyError:
            raise UnknownTimeline(name, tuple(self.heads)) from None

    def line(self, seq: int) -> str:
        """Give the name of the timeline that entry *seq* belongs to."""
        return self.names[self._lines[self.check_seq(seq)]]

    def parent(self, seq: int) -> int | None:
        """Give the number of the entry that *seq* continues."""
        i = bisect_right(self._jumps, seq) - 1
        if i >= 0 and self._jumps[i] == seq:
            return self._jump_parents[i]
        return seq - 1 if seq else None

    def movers(self) -> tuple[int, ...]:
        """Give the entries that do not continue the one before them in the file."""
        return tuple(self._jumps)

    def runs(self, head: int) -> list[tuple[int, int]]:
        """Give the path to *head* as runs ``(first, last)`` of numbers in a row, oldest first."""
        runs = list(self._runs_back(head))
        runs.reverse()
        return runs

    def _runs_back(self, seq: int) -> Iterator[tuple[int, int]]:
        while True:
            i = bisect_right(self._jumps, seq) - 1
            first = self._jumps[i] if i >= 0 else 0
            yield first, seq
            if i < 0:
                return
            seq = self._jump_parents[i]

    def path(self, head: int) -> Iterator[int]:
        """Give the numbers of the entries from the first to *head*."""
        for first, last in self.runs(head):
            yield from range(first, last + 1)

    def is_on_path(self, seq: int, head: int) -> bool:
        """Tell whether *seq* lies on the path to *head* (or is it)."""
        for first, last in self._runs_back(head):
            if first <= seq <= last:
                return True
            if last < seq:
                return False
        return False

    def distance(self, ancestor: int, head: int) -> int:
        """Give how many entries of the path to *head* come after *ancestor*."""
        count = 0
        for first, last in self._runs_back(head):
            if first <= ancestor <= last:
                return count + last - ancestor
            count += last - first + 1
        raise EntryError(f"entry {ancestor} is not on the path to {head}")

    def common(self, a: int, b: int) -> int:
        """Give the last entry that lies on the paths to both *a* and *b*."""
        runs_a, runs_b = self._runs_back(a), self._runs_back(b)
        first_a, last_a = next(runs_a)
        first_b, last_b = next(runs_b)
        while True:
            if max(first_a, first_b) <= min(last_a, last_b):
                return min(last_a, last_b)
            if first_a > first_b:
                first_a, last_a = next(runs_a)
            else:
                first_b, last_b = next(runs_b)

    def withdrawn(self) -> set[int]:
        """Give every entry that lies on the path of no timeline's head."""
        live: set[int] = set()
        for head in self.heads.values():
            for first, last in self._runs_back(head):
                if last in live:
                    break
                live.update(range(first, last + 1))
        return set(range(len(self))) - live

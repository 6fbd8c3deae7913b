"""
Timelines: paths through the entries of a log, by parent.

Every entry names the entry that it continues, so a log is a tree.  A timeline
has a name and a head; an entry whose parent is that head becomes the new one.
``take_back``, ``restore`` and ``fork`` are the only ways to continue from
anywhere else.  Format: section 2.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from rollbook.events.log.errors import EntryError, UnknownEntry, UnknownTimeline
from rollbook.events.log.messages import (
    TIMELINE_PATTERN,
    Restored,
    TakenBack,
    TimelineForked,
)

MAIN = "main"


class Timelines:
    """The tree of a log's entries: parents, heads, and which timeline each entry is on."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.heads: dict[str, int] = {}
        self.openings: dict[str, int] = {}
        self.kinds: dict[str, str] = {}
        self.default = MAIN
        self._numbers: dict[str, int] = {}
        self._lines = array("H")
        self._jump_parents: list[int] = []
        self._firsts: list[int] = [0]
        self._before: list[int] = [0]
        self._depths: list[int] = [0]
        self._skips: list[int] = [0]

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
            "jumps": self._firsts[1:],
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
        for seq, parent in zip(plain["jumps"], plain["jump_parents"], strict=True):
            self._add_jump(seq, parent)
        self._numbers = {name: number for number, name in enumerate(self.names)}

    def add(self, parent: int | None, mover: object, name: str) -> None:
        """Place the next entry on timeline *name*, which :meth:`place` gave for it."""
        seq = len(self._lines)
        if name not in self.heads:
            self._open(name, seq, mover)
        if parent is not None and parent != seq - 1:
            self._add_jump(seq, parent)
        self._lines.append(self._numbers[name])
        self.heads[name] = seq

    def add_one(self) -> str:
        """Place an entry that continues the one before; give its timeline."""
        lines = self._lines
        line = lines[-1]
        name = self.names[line]
        self.heads[name] = len(lines)
        lines.append(line)
        return name

    def add_plain(self, number: int) -> str:
        """Place *number* entries, each of which continues the one before; give their timeline."""
        line = self._lines[-1]
        self._lines.extend([line] * number)
        name = self.names[line]
        self.heads[name] = len(self._lines) - 1
        return name

    def _open(self, name: str, seq: int, mover: object) -> None:
        self._numbers[name] = len(self.names)
        self.names.append(name)
        self.openings[name] = seq
        self.kinds[name] = mover.kind if isinstance(mover, TimelineForked) else "played"
        if isinstance(mover, TimelineForked) and mover.copy is not None:
            self.default = name

    def place(self, parent: int | None, mover: object) -> str:
        """
        Give the name of the timeline that the next entry goes on; change nothing.

        *parent* is the number of the entry it continues, *mover* its first
        event, which may move a head.  Raises
        :class:`~rollbook.events.log.errors.EntryError` if it may not stand
        there.
        """
        seq = len(self._lines)
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
        if re.fullmatch(TIMELINE_PATTERN, event.name) is None:
            raise EntryError("forks to a name that no timeline can have", seq)
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
        run = self._run(seq)
        if run and self._firsts[run] == seq:
            return self._jump_parents[run - 1]
        return seq - 1 if seq else None

    def movers(self) -> tuple[int, ...]:
        """Give the entries that do not continue the one before them in the file."""
        return tuple(self._firsts[1:])

    def runs(self, head: int) -> list[tuple[int, int]]:
        """Give the path to *head* as runs ``(first, last)`` of numbers in a row, oldest first."""
        runs = list(self._runs_back(head))
        runs.reverse()
        return runs

    def _runs_back(self, seq: int) -> Iterator[tuple[int, int]]:
        while True:
            run = self._run(seq)
            yield self._firsts[run], seq
            if not run:
                return
            seq = self._jump_parents[run - 1]

    def path(self, head: int) -> Iterator[int]:
        """Give the numbers of the entries from the first to *head*."""
        for first, last in self.runs(head):
            yield from range(first, last + 1)

    def is_on_path(self, seq: int, head: int) -> bool:
        """Tell whether *seq* lies on the path to *head* (or is it)."""
        run, last = self._run(head), head
        while self._firsts[run] > seq:
            far = self._skips[run]
            if self._firsts[far] > seq:
                run = far
            else:
                last = self._jump_parents[run - 1]
                run = self._run(last)
        return seq <= last

    def distance(self, ancestor: int, head: int) -> int:
        """Give how many entries of the path to *head* come after *ancestor*."""
        if not self.is_on_path(ancestor, head):
            raise EntryError(f"entry {ancestor} is not on the path to {head}")
        return self._place_on_path(head) - self._place_on_path(ancestor)

    def common(self, a: int, b: int) -> int:
        """Give the last entry that lies on the paths to both *a* and *b*."""
        run_a, run_b = self._run(a), self._run(b)
        while run_a != run_b:
            if self._firsts[run_a] < self._firsts[run_b]:
                run_a, run_b, a, b = run_b, run_a, b, a
            far = self._skips[run_a]
            if self._firsts[far] > self._firsts[run_b]:
                run_a = far
            else:
                a = self._jump_parents[run_a - 1]
                run_a = self._run(a)
        return min(a, b)

    def _run(self, seq: int) -> int:
        """Give the number of the run of entries in a row that *seq* is in; 0 is the first."""
        return bisect_right(self._firsts, seq) - 1

    def _place_on_path(self, seq: int) -> int:
        """Give how many entries stand before *seq* on its own path."""
        run = self._run(seq)
        return self._before[run] + seq - self._firsts[run]

    def _add_jump(self, seq: int, parent: int) -> None:
        """
        Begin a new run at *seq*, which continues *parent*.

        Each run also knows one far back on its path, chosen so that any place
        on a path is found in steps that grow with the logarithm of its runs.
        """
        up = self._run(parent)
        far = self._skips[up]
        gap = self._depths[up] - self._depths[far]
        twice = gap == self._depths[far] - self._depths[self._skips[far]]
        self._before.append(self._place_on_path(parent) + 1)
        self._depths.append(self._depths[up] + 1)
        self._skips.append(self._skips[far] if twice else up)
        self._firsts.append(seq)
        self._jump_parents.append(parent)

    def withdrawn(self) -> set[int]:
        """Give every entry that lies on the path of no timeline's head."""
        live: set[int] = set()
        for head in self.heads.values():
            for first, last in self._runs_back(head):
                if last in live:
                    break
                live.update(range(first, last + 1))
        return set(range(len(self))) - live

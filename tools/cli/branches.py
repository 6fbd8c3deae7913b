"""The branches of a log that can be walked: its timelines, and what was withdrawn from them."""

from __future__ import annotations

from bisect import bisect_right

from attrs import frozen

from rollbook.events.log.timeline import Timelines


@frozen
class Branch:
    """
    A path through a log: to the head of a timeline, or to a withdrawn end.

    *live* is the last entry of it that still counts; ``None`` for all of it.
    """

    timeline: str
    head: int
    live: int | None = None

    def withdrawn(self, seq: int) -> bool:
        """Tell whether entry *seq* of this branch was taken back."""
        return self.live is not None and seq > self.live

    def __str__(self) -> str:
        if self.live is None:
            return self.timeline
        return f"{self.timeline}, taken back from {self.head} to {self.live}"


class Route:
    """The entries of one branch, as runs ``(first, last)`` of numbers in a row."""

    def __init__(self, runs: list[tuple[int, int]]) -> None:
        self._runs = runs
        self._firsts = [first for first, _ in runs]

    def _run(self, seq: int) -> int:
        return bisect_right(self._firsts, seq) - 1

    def __contains__(self, seq: int) -> bool:
        i = self._run(seq)
        return i >= 0 and seq <= self._runs[i][1]

    def after(self, seq: int) -> int | None:
        """Give the entry after *seq*, which lies on this route."""
        i = self._run(seq)
        if seq < self._runs[i][1]:
            return seq + 1
        return self._firsts[i + 1] if i + 1 < len(self._runs) else None

    def before(self, seq: int) -> int | None:
        """Give the entry before *seq*, which lies on this route."""
        i = self._run(seq)
        if seq > self._firsts[i]:
            return seq - 1
        return self._runs[i - 1][1] if i else None


def branches(timelines: Timelines) -> list[Branch]:
    """Give every timeline in the order of opening, then every withdrawn end, oldest first."""
    live = [Branch(name, timelines.heads[name]) for name in timelines.names]
    return live + _withdrawn_ends(timelines)


def _withdrawn_ends(timelines: Timelines) -> list[Branch]:
    newest = len(timelines) - 1
    if len(timelines.names) == 1 and timelines.runs(newest) == [(0, newest)]:
        return []
    gone = timelines.withdrawn()
    ends = sorted(gone - {timelines.parent(seq) for seq in gone})
    return [_withdrawn(timelines, seq, gone) for seq in ends]


def _withdrawn(timelines: Timelines, end: int, gone: set[int]) -> Branch:
    live: int | None = end
    while live is not None and live in gone:
        live = timelines.parent(live)
    return Branch(timelines.line(end), end, live if live is not None else 0)


def branch_of(timelines: Timelines, name: str, seq: int) -> Branch:
    """Give the branch of entry *seq*: the timeline *name*, or where it was withdrawn."""
    head = timelines.head(name)
    if timelines.is_on_path(seq, head):
        return Branch(name, head)
    ends = [b for b in _withdrawn_ends(timelines) if timelines.is_on_path(seq, b.head)]
    if ends:
        return ends[-1]
    # Only a timeline that forked off this one before it was taken back keeps it alive.
    live = next(n for n, h in timelines.heads.items() if timelines.is_on_path(seq, h))
    return Branch(live, timelines.heads[live])

"""
What was withdrawn, and by which entry: nothing of it ever leaves the log.

An entry counts as withdrawn when it lies on the path of no timeline's head.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.log.messages import Restored, TakenBack


@frozen
class Withdrawal:
    """Entries that one entry took off a timeline, oldest first, and how many hold a roll."""

    by: Entry
    timeline: str
    seqs: tuple[int, ...]
    rolls: int

    @property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """The numbers as first and last of each row without gaps."""
        return tuple(runs_of(self.seqs))


def withdrawn_by(log: Log) -> dict[int, Entry]:
    """Give for every entry that is withdrawn now the take-back or restore that did it."""
    timelines = log.chain.timelines
    found: dict[int, Entry] = {}
    for entry in log.entries(timelines.movers()):
        match entry.events[0]:
            case TakenBack(to=to, head=head):
                found.update(dict.fromkeys(_between(log, to, head), entry))
            case Restored(entry=restored):
                left = entry.seq - 1
                while timelines.line(left) != timelines.line(entry.seq):
                    left -= 1
                common = timelines.common(restored, left)
                found.update(dict.fromkeys(_between(log, common, left), entry))
            case _:
                pass
    gone = timelines.withdrawn()
    return {seq: found[seq] for seq in sorted(gone & found.keys())}


def withdrawals(log: Log) -> list[Withdrawal]:
    """Give what is withdrawn now, one item for each entry that withdrew something."""
    groups: dict[int, list[int]] = {}
    by = withdrawn_by(log)
    for seq, mover in by.items():
        groups.setdefault(mover.seq, []).append(seq)
    timelines = log.chain.timelines
    return [
        Withdrawal(
            by[seqs[0]],
            timelines.line(mover),
            tuple(seqs),
            sum(entry.dice is not None for entry in log.entries(seqs)),
        )
        for mover, seqs in sorted(groups.items())
    ]


def runs_of(seqs: Iterable[int]) -> Iterator[tuple[int, int]]:
    """
    Give rising numbers as rows without gaps.

    >>> list(runs_of([3, 4, 5, 9]))
    [(3, 5), (9, 9)]
    """
    first = last = None
    for seq in seqs:
        if first is None or last is None:
            first = last = seq
        elif seq == last + 1:
            last = seq
        else:
            yield first, last
            first = last = seq
    if first is not None and last is not None:
        yield first, last


def _between(log: Log, ancestor: int, head: int) -> Iterator[int]:
    """Give the numbers of the path to *head* that come after *ancestor*."""
    for first, last in log.chain.timelines.runs(head):
        if last > ancestor:
            yield from range(max(first, ancestor + 1), last + 1)

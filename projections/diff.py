"""
Two timelines side by side: where they part, which entries differ, which fields.

They may lie in one log or in two files that share a beginning.  Entries are
held against each other by what they say (who asked for what, what came of it,
with which dice), not by their numbers; entries that only move a head or that
the program wrote for itself are left out, since no game is different by them.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rollbook.events.log.codec import unpack
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import LogError
from rollbook.events.log.log import Log
from rollbook.events.log.messages import (
    ExtendSchema,
    Fork,
    RecoverTail,
    Restore,
    TakeBack,
)
from rollbook.events.message import name_of
from rollbook.projections.align import Pair, Row, align
from rollbook.projections.fields import Difference, differences
from rollbook.projections.state import States

SILENT = (TakeBack, Restore, Fork, ExtendSchema, RecoverTail)
"""Commands that make no game different."""

BY, COMMAND, EVENTS, DICE = 4, 6, 7, 8
"""Places in a payload: who, what was asked for, what came of it, with which dice."""


class NothingShared(LogError):
    """Two logs do not begin alike, so there is nothing to compare."""

    def __init__(self) -> None:
        super().__init__(
            "these two logs share no entry, not even the first: "
            "compare a log with itself or with one that was forked from it"
        )


@frozen
class Side:
    """One of the two that are compared: a log, its states, and the entry at the end of a path."""

    log: Log
    states: States
    head: int


@frozen
class Comparison:
    """What :func:`compare` found."""

    common: int
    pairs: tuple[Pair, ...]
    fields: tuple[Difference, ...]

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not self.fields and all(pair.what == "same" for pair in self.pairs)


def compare(left: Side, right: Side) -> Comparison:
    """
    Compare two timelines, up to the heads given.

    Raises :class:`NothingShared`, ``UnknownEntry`` or ``FoldError``.
    """
    common = last_common(left, right)
    plain = len(left.log.chain.codecs) == len(right.log.chain.codecs) == 1
    rows = [_rows(side, common, plain=plain) for side in (left, right)]
    pairs = tuple(align(*rows))
    if all(pair.what == "same" for pair in pairs):
        return Comparison(common, pairs, ())
    fields = differences(left.states.at(left.head), right.states.at(right.head))
    return Comparison(common, pairs, tuple(fields))


def last_common(left: Side, right: Side) -> int:
    """Give the last entry on both paths.  Raises :class:`NothingShared`."""
    a, b = left.log.chain.timelines, right.log.chain.timelines
    a.check_seq(left.head)
    b.check_seq(right.head)
    if left.log is right.log:
        return a.common(left.head, right.head)
    shared = shared_entries(left.log, right.log)
    if not shared:
        raise NothingShared
    # Both trees are the same as far as the files are, so either can be asked.
    return a.common(_last_before(a, left.head, shared), _last_before(b, right.head, shared))


def shared_entries(left: Log, right: Log) -> int:
    """
    Give how many entries two logs have in common from the first on.

    Each leaf stands for everything before it, so a few looks are enough.
    """
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left.leaf(middle - 1) == right.leaf(middle - 1):
            low = middle
        else:
            high = middle - 1
    return low


def _last_before(timelines: Any, head: int, limit: int) -> int:
    """Give the last entry of the path to *head* whose number is below *limit*."""
    for first, last in reversed(timelines.runs(head)):
        if first < limit:
            return int(min(last, limit - 1))
    raise NothingShared


def _rows(side: Side, common: int, *, plain: bool) -> list[Row]:
    """
    Give what the entries after *common* say, without those that make no difference.

    *plain*: both logs still have the schema that they began with.  Then what
    says the same has the same bytes, and no message has to be built.
    """
    timelines = side.log.chain.timelines
    seqs = [
        seq
        for first, last in timelines.runs(side.head)
        if last > common
        for seq in range(max(first, common + 1), last + 1)
    ]
    if not plain:
        return [_built(e) for e in side.log.entries(seqs) if not isinstance(e.command, SILENT)]
    names = {name_of(command) for command in SILENT}
    silent = {row[0] for row in side.log.chain.codec.rows if row[1] in names}
    rows = []
    for seq in seqs:
        payload = unpack(side.log.payload(seq))
        if payload[COMMAND][0] not in silent:
            rows.append(
                Row(
                    seq,
                    payload[COMMAND][0],
                    (payload[BY], payload[COMMAND], payload[DICE], payload[EVENTS]),
                )
            )
    return rows


def _built(entry: Entry) -> Row:
    parts = (entry.by, entry.command, entry.dice, entry.events)
    return Row(entry.seq, type(entry.command), parts)

"""
Two rows of entries, held against each other in order.

What both have exactly once is paired first (a patience diff), so that ten
thousand entries take no longer than ten times a thousand.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from attrs import frozen


@frozen
class Row:
    """
    What an entry says, apart from its number, time and place in the chain.

    *parts* are who, what was asked for, with which dice, what came of it.
    """

    seq: int
    kind: Any
    parts: tuple[Any, Any, Any, Any]


PARTS = ("by", "command", "dice", "events")
REACH = 50
"""Entries that are looked at for one of the same kind to pair with."""


@frozen
class Pair:
    """
    One line of the comparison of entries.

    ``same``: both have it, under these numbers.  ``changed``: both have such
    a command there, but *differs* is not the same.  ``left`` and ``right``:
    only that side has it.
    """

    what: Literal["same", "changed", "left", "right"]
    left: int | None
    right: int | None
    differs: tuple[str, ...] = ()


def align(left: Sequence[Row], right: Sequence[Row]) -> Iterator[Pair]:
    """
    Hold two rows of entries against each other, in order.

    What both have exactly once, in the same order, is paired first; what lies
    between two such pairs is paired by kind of command from the front.  This
    takes time in proportion to the entries, not to their square.
    """
    start, end = _shared_ends(left, right)
    a, b = left[start : len(left) - end], right[start : len(right) - end]
    yield from map(_same, left[:start], right[:start])
    last_a = last_b = 0
    for i, j in [*_anchors(a, b), (len(a), len(b))]:
        yield from _between(a[last_a:i], b[last_b:j])
        if i < len(a):
            yield _same(a[i], b[j])
        last_a, last_b = i + 1, j + 1
    yield from map(_same, left[len(left) - end :], right[len(right) - end :])


def _same(left: Row, right: Row) -> Pair:
    return Pair("same", left.seq, right.seq)


def _shared_ends(left: Sequence[Row], right: Sequence[Row]) -> tuple[int, int]:
    """Give how many entries are the same at the front, and how many of the rest at the back."""
    most = min(len(left), len(right))
    start = end = 0
    while start < most and left[start].parts == right[start].parts:
        start += 1
    while end < most - start and left[-1 - end].parts == right[-1 - end].parts:
        end += 1
    return start, end


def _anchors(left: Sequence[Row], right: Sequence[Row]) -> list[tuple[int, int]]:
    """Give the pairs of entries that both have exactly once, the most that keep their order."""
    once_left = {key for key, n in Counter(row.parts for row in left).items() if n == 1}
    places = {row.parts: place for place, row in enumerate(right)}
    once_right = {key for key, n in Counter(row.parts for row in right).items() if n == 1}
    both = once_left & once_right
    pairs = [(i, places[row.parts]) for i, row in enumerate(left) if row.parts in both]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Give the longest part of *pairs* in which the second numbers rise, by patience sorting."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for at, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [j]
        piles[pile : pile + 1] = [at]
    found, at = [], piles[-1] if piles else -1
    while at >= 0:
        found.append(pairs[at])
        at = before[at]
    return found[::-1]


def _between(left: Sequence[Row], right: Sequence[Row]) -> Iterator[Pair]:
    """Pair what lies between two anchors: the same kind of command, from the front."""
    taken = 0
    for row in left:
        found = next(
            (n for n in range(taken, min(taken + REACH, len(right))) if right[n].kind == row.kind),
            None,
        )
        if found is None:
            yield Pair("left", row.seq, None)
            continue
        yield from (Pair("right", None, other.seq) for other in right[taken:found])
        yield _pair(row, right[found])
        taken = found + 1
    yield from (Pair("right", None, other.seq) for other in right[taken:])


def _pair(left: Row, right: Row) -> Pair:
    differs = tuple(n for n, a, b in zip(PARTS, left.parts, right.parts, strict=True) if a != b)
    return Pair("changed" if differs else "same", left.seq, right.seq, differs)

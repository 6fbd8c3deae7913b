"""
The Swiss matching: which pairs, before tables are given out.

All levels of `Cost` become one whole number a pair, most important level in
the highest digits, so that one minimum-cost perfect matching is the best
round.  Two facts keep it quick without giving up the optimum:

*Window.*  Put the field in order of score.  Take a best round in which the
spans of pairs in that order are smallest, and a pair (u, v) of it with m
others between.  Any other pair (x, y) with one of the two between u and v
could swap partners with it so that squared score gaps do not grow and spans
shrink; that was not possible, so the swap must join u or v to somebody they
should not meet, of whom there are bad(u) + bad(v).  Those between lie in at
least (m - 1) / 2 such pairs (one may have the bye), so
m <= 2 (bad(u) + bad(v)) + 1.  Wider pairs need not be looked at.

*Narrow first.*  A narrower window is solved first in large fields.  Its
answer stands if no level above the score gaps costs anything and the gaps
are the least that any round could have (neighbours paired); else the proven
window is solved.  Rule: RB-PR-1, RB-PR-6.
"""

from collections.abc import Callable, Iterable, Iterator

import attrs

from rollbook.engine.tournament.costs import BYE, Field, cost_of
from rollbook.engine.tournament.lots import LOT_BITS
from rollbook.engine.tournament.matching import MAX_WEIGHT_BITS, Edge, cheapest_matching
from rollbook.engine.tournament.problem import Cost, PairingError

Match = tuple[int, int]
"""Two indexes, the smaller first; `BYE` first for the bye."""

LEVELS = tuple(a.name for a in attrs.fields(Cost))
NARROW_SPAN = 24
NARROW_FROM_EDGES = 40_000
FULL_REPAIR = 400
"""Up to so many entrants a repair looks at every pair."""

Adjust = Callable[[int, int, Cost], Cost]


def total(costs: Iterable[Cost]) -> Cost:
    """Add costs level by level."""
    rows = [attrs.astuple(cost) for cost in costs]
    return (
        Cost(**dict(zip(LEVELS, map(sum, zip(*rows, strict=True)), strict=True)))
        if rows
        else Cost()
    )


def solve(
    field: Field, banned: frozenset[Match] = frozenset(), adjust: Adjust | None = None
) -> list[Match]:
    """
    Give the cheapest round: every index once, with the bye if the field is odd.

    *banned* pairs are not looked at; *adjust* may raise single costs.
    Raises `PairingError` where no round is possible.
    """
    if not field.order:
        return []
    candidates = _candidates(field, banned)
    if len(candidates) > NARROW_FROM_EDGES and field.kept is None and adjust is None:
        narrow = [m for m in candidates if m[0] == BYE or m[1] - m[0] <= NARROW_SPAN]
        found = _match(field, narrow, adjust)
        if found is not None and _beyond_doubt(field, found):
            return found
    found = _match(field, candidates, adjust)
    if found is None:
        raise PairingError(
            f"round {field.problem.round}: the {len(field.order)} entrants cannot all be paired"
        )
    return found


def _candidates(field: Field, banned: frozenset[Match]) -> list[Match]:
    n = len(field.order)
    bad = [len(field.bad(i)) for i in range(n)]
    extra = _around(field, banned)
    if field.kept is not None and n <= FULL_REPAIR:
        pairs: Iterable[Match] = ((i, j) for i in range(n) for j in range(i + 1, n))
    else:
        pairs = _window(n, [b + e for b, e in zip(bad, extra, strict=True)])
    found = set(pairs)
    if field.kept is not None:
        found |= field.kept | _loose_pairs(field)
    if field.odd:
        found |= {(BYE, j) for j in range(n)}
    return sorted(found - banned)


def _around(field: Field, banned: frozenset[Match]) -> list[int]:
    """Count the bans of each index: a ban is one more partner that it cannot have."""
    extra = [0] * len(field.order)
    for i, j in banned:
        if i != BYE:
            extra[i] += 1
            extra[j] += 1
    return extra


def _window(n: int, bad: list[int]) -> Iterator[Match]:
    most = max(bad, default=0)
    for i in range(n):
        widest = 2 * (bad[i] + most) + 2
        for j in range(i + 1, min(n, i + widest + 1)):
            if j - i - 1 <= 2 * (bad[i] + bad[j]) + 1:
                yield i, j


def _loose_pairs(field: Field) -> set[Match]:
    """Every pair with somebody whose published pair is gone."""
    kept = field.kept or frozenset()
    busy = {i for match in kept for i in match}
    n = len(field.order)
    return {(min(i, j), max(i, j)) for i in range(n) if i not in busy for j in range(n) if i != j}


def _match(field: Field, candidates: list[Match], adjust: Adjust | None) -> list[Match] | None:
    n = len(field.order)
    costs = [cost_of(field, i, j) for i, j in candidates]
    if adjust is not None:
        costs = [adjust(i, j, c) for (i, j), c in zip(candidates, costs, strict=True)]
    weights = _packed(costs, (n + 1) // 2)
    edges: list[Edge] = [
        (n if i == BYE else i, j, w) for (i, j), w in zip(candidates, weights, strict=True)
    ]
    found = cheapest_matching(n + field.odd, edges)
    if found is None:
        return None
    return sorted((BYE, i) if j == n else (i, j) for i, j in found)


def _packed(costs: list[Cost], pairs: int) -> list[int]:
    """
    Pack each cost into one number that adds up level by level without carry.

    The lot loses its lowest bits first if room is short; scores so far apart
    that even that is not enough are refused.
    """
    rows = [attrs.astuple(cost) for cost in costs]
    tops = [max(column) for column in zip(*rows, strict=True)] if rows else [0] * len(LEVELS)
    sizes = [(top * pairs).bit_length() for top in tops]
    shift = max(0, sum(sizes) - MAX_WEIGHT_BITS)
    if shift > LOT_BITS - 16:
        raise PairingError("scores lie too far apart to be weighed; pair by match points")
    sizes[-1] = ((tops[-1] >> shift) * pairs).bit_length()
    packed: list[int] = []
    for row in rows:
        number = 0
        for value, size in zip((*row[:-1], row[-1] >> shift), sizes, strict=True):
            number = (number << size) | value
        packed.append(number)
    return packed


def _beyond_doubt(field: Field, found: list[Match]) -> bool:
    """Whether *found* reaches a bound that no round of this field can beat."""
    cost = total(cost_of(field, i, j) for i, j in found)
    if cost.rematches or cost.second_byes or cost.mates or cost.tables or cost.bye_height:
        return False
    out = next((j for i, j in found if i == BYE), None)
    scores = [e.score for j, e in enumerate(field.order) if j != out]
    least = sum((scores[k] - scores[k + 1]) ** 2 for k in range(0, len(scores) - 1, 2))
    return cost.gaps == least

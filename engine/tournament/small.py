"""Exact search over all rounds of a small field, tables included."""

from collections.abc import Iterator

import attrs

from rollbook.engine.tournament.costs import BYE, Field, cost_of
from rollbook.engine.tournament.problem import Cost
from rollbook.engine.tournament.swiss import Match, total
from rollbook.engine.tournament.tables import Seats, seat

SMALL = 10
"""Up to so many entrants every round is looked at: 945 of them at most."""


def all_rounds(
    people: list[int], banned: frozenset[Match], odd: bool
) -> Iterator[tuple[Match, ...]]:
    """Give every way to pair *people*, one of them with the bye if *odd*."""
    if not people:
        yield ()
        return
    first, rest = people[0], people[1:]
    for place, other in enumerate(rest):
        if (first, other) not in banned:
            for tail in all_rounds(rest[:place] + rest[place + 1 :], banned, odd):
                yield ((first, other), *tail)
    if odd and (BYE, first) not in banned:
        for tail in all_rounds(rest, banned, odd=False):
            yield ((BYE, first), *tail)


def search(field: Field, banned: frozenset[Match]) -> tuple[list[Match], Seats] | None:
    """
    Find the best round of a small field, counting the tables really given out.

    The cost of each pair bounds its share from below, so rounds are tried
    from the most promising on and the search stops when no other can win.
    """
    people = list(range(len(field.order)))
    tried = [
        (total(cost_of(field, i, j) for i, j in round_), round_)
        for round_ in all_rounds(people, banned, field.odd)
    ]
    best: tuple[Cost, list[Match], Seats] | None = None
    for bound, round_ in sorted(tried):
        if best is not None and bound >= best[0]:
            break
        matches = sorted(round_)
        seats = seat(field, matches)
        cost = attrs.evolve(bound, tables=seats.repeats)
        if best is None or cost < best[0]:
            best = (cost, matches, seats)
    return None if best is None else (best[1], best[2])

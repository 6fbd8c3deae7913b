"""A slow exact search for the best round, written apart from the code under test."""

from collections.abc import Iterator
from itertools import combinations, permutations

from rollbook.engine.tournament.problem import Entrant, Problem

Round = list[tuple[Entrant, Entrant | None]]


def every_round(people: list[Entrant]) -> Iterator[Round]:
    """All ways to pair *people*; with an odd number each rests in turn."""
    if len(people) % 2:
        for rester in people:
            for rest in every_round([p for p in people if p is not rester]):
                yield [*rest, (rester, None)]
        return
    if not people:
        yield []
        return
    first = people[0]
    for other in people[1:]:
        for rest in every_round([p for p in people if p is not first and p is not other]):
            yield [(first, other), *rest]


def violations(problem: Problem, round_: Round) -> tuple[int, int, int]:
    rematches = byes = mates = 0
    apart = problem.rules.mates_rounds is None or problem.round <= problem.rules.mates_rounds
    for a, b in round_:
        if b is None:
            byes += a.byes
            continue
        rematches += a.met.count(b.id)
        same_club = a.club is not None and a.club == b.club
        same_team = a.team is not None and a.team == b.team
        mates += apart and (same_club or same_team)
    return rematches, byes, mates


def fewest_table_repeats(problem: Problem, round_: Round) -> int:
    tables = problem.rules.tables
    pairs = [(a, b) for a, b in round_ if b is not None]
    if tables is None or not pairs:
        return 0
    return min(
        sum(
            (t in a.used_tables) + (t in b.used_tables)
            for t, (a, b) in zip(chosen, pairs, strict=True)
        )
        for chosen in permutations(tables, len(pairs))
    )


def bye_height(problem: Problem, round_: Round) -> int:
    scores = {e.score for e in problem.entrants}
    return sum(sum(1 for s in scores if s < a.score) for a, b in round_ if b is None)


def gaps(round_: Round) -> int:
    return sum((a.score - b.score) ** 2 for a, b in round_ if b is not None)


def best(problem: Problem) -> tuple[int, ...]:
    """The cost levels (the lot apart) of the best round there is."""
    top: tuple[int, ...] | None = None
    for round_ in every_round(list(problem.entrants)):
        cost = violations(problem, round_)
        if top is not None and cost > top[:3]:
            continue
        full = (
            *cost,
            fewest_table_repeats(problem, round_),
            bye_height(problem, round_),
            gaps(round_),
        )
        if top is None or full < top:
            top = full
    assert top is not None
    return top


def fewest_new_pairs(
    names: set[str], standing: set[frozenset[str]], banned: set[frozenset[str]]
) -> int:
    """The least number of pairs not standing, over all perfect pairings of *names* (even)."""
    people = [Entrant(id=name) for name in sorted(names)]
    counts = [
        sum(frozenset((a.id, b.id)) not in standing for a, b in round_ if b is not None)
        for round_ in every_round(people)
        if not any(b is not None and frozenset((a.id, b.id)) in banned for a, b in round_)
    ]
    return min(counts)


def all_pairs(names: list[str]) -> list[tuple[str, str]]:
    return list(combinations(names, 2))

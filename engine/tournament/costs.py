"""What each possible pair of a round would give up, level by level."""

from collections.abc import Mapping

from attrs import field, frozen

from rollbook.engine.tournament.lots import lot
from rollbook.engine.tournament.problem import Apart, Cost, Entrant, PairingError, Problem

BYE = -1
"""Index that stands for the bye."""


@frozen(kw_only=True)
class Field:
    """
    The entrants in pairing order, with everything that a pair's cost needs.

    The order is by score, high first, equals by the seed's lot; an index
    below is a place in it.  ``kept`` holds published pairs that a repair
    leaves alone: they cost nothing, every other pair costs one touched table.
    """

    problem: Problem
    order: tuple[Entrant, ...]
    index: Mapping[str, int]
    group: tuple[int, ...]
    met: tuple[Mapping[int, int], ...]
    mates: tuple[frozenset[int], ...]
    crowded: bool
    kept: frozenset[tuple[int, int]] | None = None
    memo: dict[tuple[int, int], Cost] = field(factory=dict, eq=False, repr=False)

    @property
    def odd(self) -> bool:
        """Whether somebody gets a bye."""
        return len(self.order) % 2 == 1

    def bad(self, i: int) -> frozenset[int]:
        """Indexes of those whom *i* should not meet for any reason above the score."""
        if self.crowded:
            return frozenset(range(len(self.order))) - {i}
        return frozenset(self.met[i]) | self.mates[i]


def field_of(problem: Problem, kept: frozenset[frozenset[str]] | None = None) -> Field:
    """
    Put *problem* in order.

    Raises `PairingError` for an entrant twice or too few tables.
    """
    order = _ordered(problem)
    index = {e.id: i for i, e in enumerate(order)}
    if len(index) != len(order):
        raise PairingError("an entrant stands in the list twice; each may be paired once")
    _check_tables(problem)
    distinct = sorted({e.score for e in order}, reverse=True)
    groups = {score: number for number, score in enumerate(distinct)}
    pairs = None if kept is None else frozenset(_indexes(kept, index))
    return Field(
        problem=problem,
        order=order,
        index=index,
        group=tuple(groups[e.score] for e in order),
        met=tuple(_met(e, index) for e in order),
        mates=_mates(problem, order, index),
        crowded=_crowded(problem),
        kept=pairs,
    )


def cost_of(field_: Field, i: int, j: int) -> Cost:
    """
    Give the cost of pairing indexes *i* and *j*; *i* may be `BYE`.

    The table level is the least that the pair can reach alone.  Rule: RB-PR-2 to RB-PR-7.
    """
    if i > j:
        i, j = j, i
    known = field_.memo.get((i, j))
    if known is None:
        known = _bye_cost(field_, j) if i == BYE else _pair_cost(field_, i, j)
        field_.memo[i, j] = known
    return known


def _ordered(problem: Problem) -> tuple[Entrant, ...]:
    seed, round_ = problem.seed, problem.round
    return tuple(
        sorted(problem.entrants, key=lambda e: (-e.score, lot(seed, "order", round_, e.id), e.id))
    )


def _check_tables(problem: Problem) -> None:
    tables, needed = problem.rules.tables, len(problem.entrants) // 2
    if tables is None:
        return
    if len(set(tables)) != len(tables):
        raise PairingError("a table number stands in the list twice")
    if len(tables) < needed:
        raise PairingError(
            f"round {problem.round} needs {needed} tables, the event has {len(tables)}; "
            "add tables or pair without table numbers"
        )


def _indexes(pairs: frozenset[frozenset[str]], index: Mapping[str, int]) -> list[tuple[int, int]]:
    """Turn pairs of ids into ordered pairs of indexes; one id alone is a bye."""
    found: list[tuple[int, int]] = []
    for pair in pairs:
        places = sorted(index[name] for name in pair)
        found.append((BYE, places[0]) if len(places) == 1 else (places[0], places[1]))
    return found


def _met(entrant: Entrant, index: Mapping[str, int]) -> Mapping[int, int]:
    counts: dict[int, int] = {}
    for other in entrant.met:
        place = index.get(other)
        if place is not None:
            counts[place] = counts.get(place, 0) + 1
    return counts


def _mates(
    problem: Problem, order: tuple[Entrant, ...], index: Mapping[str, int]
) -> tuple[frozenset[int], ...]:
    """Find who is kept apart from whom in this round.  Rule: RB-PR-4."""
    found: list[set[int]] = [set() for _ in order]
    if problem.rules.mates_apart(problem.round):
        for groups in (_by(order, "club"), _by(order, "team")):
            for members in groups.values():
                for i in members:
                    found[i].update(members)
    for apart in problem.rules.apart:
        if _applies(apart, problem.round) and apart.a in index and apart.b in index:
            found[index[apart.a]].add(index[apart.b])
            found[index[apart.b]].add(index[apart.a])
    return tuple(frozenset(mates - {i}) for i, mates in enumerate(found))


def _by(order: tuple[Entrant, ...], what: str) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for i, entrant in enumerate(order):
        name = entrant.club if what == "club" else entrant.team
        if name is not None:
            groups.setdefault(name, []).append(i)
    return groups


def _applies(apart: Apart, round_: int) -> bool:
    return apart.first <= round_ and (apart.last is None or round_ <= apart.last)


def _crowded(problem: Problem) -> bool:
    """Whether some pair may find no table that is new to both."""
    tables = problem.rules.tables
    if tables is None or not problem.rules.fresh_tables:
        return False
    most = sorted((len(e.used_tables) for e in problem.entrants), reverse=True)
    return sum(most[:2]) >= len(tables)


def _bye_cost(field_: Field, j: int) -> Cost:
    """Give the cost of the bye: earlier ones first, then score groups below.  Rule: RB-PR-3."""
    if field_.kept is not None and (BYE, j) in field_.kept:
        return Cost()
    entrant = field_.order[j]
    return Cost(
        second_byes=entrant.byes,
        touched=0 if field_.kept is None else 1,
        bye_height=field_.group[-1] - field_.group[j],
        lot=lot(field_.problem.seed, "bye", field_.problem.round, entrant.id),
    )


def _pair_cost(field_: Field, i: int, j: int) -> Cost:
    if field_.kept is not None and (i, j) in field_.kept:
        return Cost()
    a, b = field_.order[i], field_.order[j]
    names = (a.id, b.id) if a.id < b.id else (b.id, a.id)
    return Cost(
        rematches=field_.met[i].get(j, 0),
        mates=1 if j in field_.mates[i] else 0,
        touched=0 if field_.kept is None else 1,
        tables=least_repeats(field_, i, j) if field_.crowded else 0,
        gaps=(a.score - b.score) ** 2,
        lot=lot(field_.problem.seed, "pair", field_.problem.round, *names),
    )


def least_repeats(field_: Field, i: int, j: int) -> int:
    """Count who of the pair must sit at a table again even at the best free table."""
    tables = field_.problem.rules.tables
    if tables is None or not field_.problem.rules.fresh_tables:
        return 0
    a, b = field_.order[i].used_tables, field_.order[j].used_tables
    return min((table in a) + (table in b) for table in tables)

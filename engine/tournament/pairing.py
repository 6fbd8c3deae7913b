"""Pair a round of a Swiss tournament, and check one that was paired."""

from collections.abc import Sequence
from typing import Literal

import attrs
from attrs import frozen

from rollbook.engine.tournament.costs import BYE, Field, cost_of, field_of
from rollbook.engine.tournament.problem import RULE, Cost, Pair, PairingError, Plan, Problem
from rollbook.engine.tournament.small import SMALL, search
from rollbook.engine.tournament.swiss import Adjust, Match, solve, total
from rollbook.engine.tournament.tables import Seats, seat
from rollbook.projections.scoring import EDITION

TABLE_TRIES = 12
"""How often a larger field is paired again to free somebody of an old table."""


def pair_round(problem: Problem) -> Plan:
    """
    Pair the round of *problem*.

    Worst first and each as far as the ones before it allow: no rematch, no
    second bye, no club or team mates, nobody at a table again, the bye to
    the lowest score, small score gaps, and the seed's lot among equals.  The
    same problem gives the same plan, always.

    Raises `PairingError` (an entrant twice, too few tables, nobody to pair)
    and `MissingExtra` without the extra ``tournament``.  Rule: RB-PR-1 to RB-PR-7.
    """
    if not problem.entrants:
        raise PairingError(f"round {problem.round}: there is nobody to pair")
    return plan_of(field_of(problem))


def plan_of(field: Field, banned: frozenset[Match] = frozenset()) -> Plan:
    """Pair *field* without the *banned* matches, tables included."""
    matches, seats, proven = best_round(field, banned)
    return make_plan(field, matches, seats, proven=proven)


def best_round(
    field: Field, banned: frozenset[Match] = frozenset()
) -> tuple[list[Match], Seats, bool]:
    """
    Find matches and tables together.

    What the pairs need alone bounds the repeated tables from below; where the
    tables given out reach that bound, the round is the best there is.  Else a
    small field is searched in full, and a larger one is paired again some
    times with the pairs that cost a table made dearer.
    """
    matches = solve(field, banned)
    seats = seat(field, matches)
    bound = total(cost_of(field, i, j) for i, j in matches).tables
    if seats.repeats <= bound:
        return matches, seats, True
    if len(field.order) <= SMALL:
        found = search(field, banned)
        if found is not None:
            return found[0], found[1], True
    return _try_again(field, banned, (matches, seats))


def _try_again(
    field: Field,
    banned: frozenset[Match],
    first: tuple[list[Match], Seats],
) -> tuple[list[Match], Seats, bool]:
    raised: dict[Match, int] = {}
    best, now = first, first
    for _ in range(TABLE_TRIES):
        for match, table in now[1].tables.items():
            again = sum(table in field.order[i].used_tables for i in match)
            if again > cost_of(field, *match).tables:
                raised[match] = again
        matches = solve(field, banned, _dearer(raised))
        now = (matches, seat(field, matches))
        if _real(field, now) < _real(field, best):
            best = now
    return best[0], best[1], False


def _dearer(raised: dict[Match, int]) -> Adjust:
    def adjust(i: int, j: int, cost: Cost) -> Cost:
        return attrs.evolve(cost, tables=raised[i, j]) if (i, j) in raised else cost

    return adjust


def _real(field: Field, found: tuple[list[Match], Seats]) -> Cost:
    cost = total(cost_of(field, i, j) for i, j in found[0])
    return attrs.evolve(cost, tables=found[1].repeats)


def make_plan(field: Field, matches: Sequence[Match], seats: Seats, *, proven: bool) -> Plan:
    """Turn indexes back into names, pairs in the order of their tables."""
    numbered = field.problem.rules.tables is not None
    pairs = [
        (table, Pair(a=field.order[i].id, b=field.order[j].id, table=table if numbered else None))
        for (i, j), table in seats.tables.items()
    ]
    out = next((field.order[j].id for i, j in matches if i == BYE), None)
    return Plan(
        round=field.problem.round,
        seed=field.problem.seed,
        pairs=tuple(pair for _, pair in sorted(pairs, key=lambda entry: entry[0])),
        bye=out,
        cost=_real(field, (list(matches), seats)),
        tables_proven=proven,
        rule=f"{RULE}/{EDITION}",
    )


@frozen(kw_only=True)
class Difference:
    """
    One way in which a published round is not what its seed gives.

    ``missing``: derived and not published; ``extra``: published and not
    derived; ``table``: the pair sits elsewhere; ``bye``: the bye differs.
    """

    kind: Literal["missing", "extra", "table", "bye"]
    text: str


def check_round(
    problem: Problem, published: Sequence[Pair], bye: str | None
) -> tuple[Difference, ...]:
    """
    Derive the round again from its seed and list what differs; nothing if equal.

    Raises `PairingError` like `pair_round`.  Rule: RB-PR-8.
    """
    return differences(pair_round(problem), published, bye)


def differences(plan: Plan, published: Sequence[Pair], bye: str | None) -> tuple[Difference, ...]:
    """List what differs between a derived plan and a published round."""
    derived = {pair.key: pair for pair in plan.pairs}
    there = {pair.key: pair for pair in published}
    found: list[Difference] = []
    for key, pair in derived.items():
        if key not in there:
            found.append(Difference(kind="missing", text=f"{pair.a} and {pair.b} were not paired"))
        elif pair.table is not None and pair.table != there[key].table:
            found.append(
                Difference(
                    kind="table",
                    text=f"{pair.a} and {pair.b} sit at table {there[key].table}, "
                    f"not at {pair.table}",
                )
            )
    found.extend(
        Difference(kind="extra", text=f"{pair.a} and {pair.b} were paired otherwise")
        for key, pair in there.items()
        if key not in derived
    )
    if plan.bye != bye:
        found.append(
            Difference(kind="bye", text=f"the bye went to {bye or 'nobody'}, not to {plan.bye}")
        )
    return tuple(found)

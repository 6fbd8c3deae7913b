"""Pair a part of a published round again, touching as few tables as can be."""

from collections import Counter
from collections.abc import Iterable, Sequence

import attrs
from attrs import frozen

from rollbook.engine.tournament.costs import BYE, Field, cost_of, field_of
from rollbook.engine.tournament.pairing import make_plan
from rollbook.engine.tournament.problem import Pair, PairingError, Plan, Problem
from rollbook.engine.tournament.swiss import Match, solve, total
from rollbook.engine.tournament.tables import Seats, seat


@frozen(kw_only=True)
class Repair:
    """
    A round after repair: the whole plan, and which pairs of it are new.

    ``gone`` are published pairs that no longer stand; ``kept`` sit where they
    sat.  ``old_bye`` is the published bye, the new one is in the plan.
    """

    plan: Plan
    kept: tuple[Pair, ...]
    new: tuple[Pair, ...]
    gone: tuple[Pair, ...]
    old_bye: str | None


def repair_round(
    problem: Problem,
    published: Sequence[Pair],
    bye: str | None = None,
    undo: Iterable[frozenset[str]] = (),
) -> Repair:
    """
    Pair those anew who lost their opponent, or whose pair is in *undo*.

    *problem* holds who is there now: somebody who left is missing from it, a
    late arrival is in it.  Published pairs that stay are accepted as they
    are; among the new ones rematches, second byes and mates are avoided
    first, then as few tables as possible are touched.  A pair in *undo* may
    not come back.

    Raises `PairingError` as pairing does, or for a published pair twice.
    Rule: RB-PR-11.
    """
    undone = frozenset(undo)
    here = {e.id for e in problem.entrants}
    _check(published, bye)
    standing = [p for p in published if p.key <= here and p.key not in undone]
    keys = [pair.key for pair in standing]
    odd = len(problem.entrants) % 2 == 1
    if odd and bye is not None and bye in here and frozenset((bye,)) not in undone:
        keys.append(frozenset((bye,)))
    field = field_of(problem, kept=frozenset(keys))
    matches = solve(field, _banned(field, undone))
    by_match = {_match(field, pair): pair for pair in standing}
    kept = {m: by_match[m] for m in matches if m in by_match}
    fresh = [m for m in matches if m not in kept]
    seats = _seat_new(field, fresh, kept)
    least = total(cost_of(field, i, j) for i, j in fresh).tables
    plan = make_plan(field, fresh, seats, proven=seats.repeats <= least)
    new = plan.pairs
    pairs = sorted((*kept.values(), *new), key=lambda p: (p.table is None, p.table or 0))
    return Repair(
        plan=attrs.evolve(plan, pairs=tuple(pairs)),
        kept=tuple(p for p in pairs if p not in new),
        new=new,
        gone=tuple(p for p in published if p not in kept.values()),
        old_bye=bye,
    )


def _check(published: Sequence[Pair], bye: str | None) -> None:
    names = [name for pair in published for name in (pair.a, pair.b)]
    names += [] if bye is None else [bye]
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    if twice:
        raise PairingError(f"published twice in one round: {', '.join(twice)}")


def _match(field: Field, pair: Pair) -> Match:
    i, j = field.index[pair.a], field.index[pair.b]
    return min(i, j), max(i, j)


def _banned(field: Field, undone: frozenset[frozenset[str]]) -> frozenset[Match]:
    found: set[Match] = set()
    for pair in undone:
        places = sorted(field.index[name] for name in pair if name in field.index)
        if len(places) == len(pair):
            found.add((BYE, places[0]) if len(places) == 1 else (places[0], places[1]))
    return frozenset(found)


def _seat_new(field: Field, fresh: list[Match], kept: dict[Match, Pair]) -> Seats:
    """Seat the new pairs at tables that no kept pair sits at."""
    taken = {pair.table for pair in kept.values()}
    every = field.problem.rules.tables or range(1, len(fresh) + len(kept) + 1)
    free = [table for table in every if table not in taken]
    return seat(field, fresh, free)

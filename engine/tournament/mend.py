"""Which games of a round are taken apart and which are set when part of it is paired again."""

from __future__ import annotations

from collections.abc import Collection

import attrs

from rollbook.engine.tournament.derive import Asks, Seat, asks_of, problem_of
from rollbook.engine.tournament.problem import Pair, Problem
from rollbook.engine.tournament.repair import repair_round
from rollbook.projections.tournament.state import PairedGame, PlayedRound, TournamentState


def mend(
    state: TournamentState, last: PlayedRound, undo: Collection[str]
) -> tuple[tuple[str, ...], tuple[Seat, ...]]:
    """
    Give the ids of games to take apart, and the seats to set instead.

    Games in *undo* and those of players who have left are paired again.
    Games with a result stay as they are, and so do byes that were asked for.
    Rule: RB-PR-11.
    """
    playing = {p for p, e in state.entered.items() if e.status == "playing"}
    broken = {i for i, g in last.games.items() if _broken(g, playing) and _loose(g)} | set(undo)
    stay = {i: g for i, g in last.games.items() if i not in broken and not _loose(g)}
    problem = _problem(state, last, playing, stay, _tables(stay))
    games = {i: g for i, g in last.games.items() if i not in stay}
    pairs = {
        i: Pair(a=g.a, b=g.b, table=g.table)
        for i, g in games.items()
        if g.b is not None and i not in broken
    }
    undone = [frozenset(n for n in (games[i].a, games[i].b) if n) for i in undo if i in games]
    bye = next((i for i, g in games.items() if g.b is None and g.worth is None), None)
    old_bye = None if bye is None or bye in broken else games[bye].a
    done = repair_round(problem, tuple(pairs.values()), old_bye, undone)
    gone = {i for i, pair in pairs.items() if pair in done.gone} | broken
    seats = [Seat(a=p.a, b=p.b, table=p.table) for p in done.new]
    if done.plan.bye != old_bye:
        if bye is not None:
            gone.add(bye)
        if done.plan.bye is not None:
            seats.append(Seat(a=done.plan.bye))
    return tuple(i for i in last.games if i in gone), tuple(seats)


def _broken(game: PairedGame, playing: Collection[str]) -> bool:
    return any(name is not None and name not in playing for name in (game.a, game.b))


def _loose(game: PairedGame) -> bool:
    """Whether a game may be taken apart without being named: open, or a bye that was given."""
    return game.status == "open" or (game.b is None and game.worth is None)


def _tables(stay: dict[str, PairedGame]) -> set[int]:
    return {g.table for g in stay.values() if g.table is not None}


def _problem(
    state: TournamentState,
    last: PlayedRound,
    playing: Collection[str],
    stay: dict[str, PairedGame],
    taken: Collection[int],
) -> Problem:
    """Give the question: all who are here and whose game does not stay, at the free tables."""
    asks = asks_of(last)
    away = {n for g in stay.values() for n in (g.a, g.b) if n is not None}
    away |= {p for p in state.entered if p not in playing}
    resting = {g.a for g in stay.values() if g.worth is not None}
    asks = Asks(
        number=asks.number,
        seed=asks.seed,
        absent=tuple(dict.fromkeys((*asks.absent, *sorted(away)))),
        byes=tuple(b for b in asks.byes if b.player in resting),
    )
    problem = problem_of(state, asks)
    tables = problem.rules.tables
    if tables is None:
        return problem
    free = tuple(t for t in tables if t not in taken)
    return attrs.evolve(problem, rules=attrs.evolve(problem.rules, tables=free))

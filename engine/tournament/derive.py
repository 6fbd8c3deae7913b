"""A round derived from the state of a tournament: who meets whom, by which rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import attrs
from attrs import frozen

from rollbook.engine.tournament.boards import board_games
from rollbook.engine.tournament.brackets import (
    first_elimination_round,
    next_elimination_round,
    round_robin,
)
from rollbook.engine.tournament.entrants import PairingSettings, present, problem_for
from rollbook.engine.tournament.problem import Apart, PairingError, PairingRules, Problem
from rollbook.events.tournament.values import ByeAsked, TournamentSettings
from rollbook.projections.scoring import EDITION, outcome_of
from rollbook.projections.teams import team_record
from rollbook.projections.tournament.play import WORTHS
from rollbook.projections.tournament.record import (
    COUNTS,
    WINNERS,
    ranking_of,
    record_game,
    record_of,
    scoring_of,
)
from rollbook.projections.tournament.state import PlayedRound, TournamentState
from rollbook.projections.tournament_record import Game, Record

BY_HAND = "by hand"
"""What stands for a rule id where people set the pairs."""
MOST_ROUNDS = 200
"""Rounds of the longest schedule that is laid out."""


@frozen(kw_only=True)
class Seat:
    """A pair at a table, or a bye (``b`` None); ``worth`` where the bye was asked for."""

    a: str
    b: str | None = None
    table: int | None = None
    board: int = 1
    worth: str | None = None


@frozen(kw_only=True)
class Derived:
    """A round as rule and seed give it."""

    seats: tuple[Seat, ...]
    rule: str
    proven: bool = True


@frozen(kw_only=True)
class Asks:
    """What a round is derived from besides the tournament itself."""

    number: int
    seed: str
    absent: tuple[str, ...] = ()
    byes: tuple[ByeAsked, ...] = ()


def settings_of(state: TournamentState) -> TournamentSettings:
    """Give the settings of a tournament that has begun; raises `PairingError` before."""
    if state.settings is None:
        raise PairingError("the tournament has not begun; start it with start_tournament")
    return state.settings


def pairing_of(state: TournamentState, seed: str) -> PairingSettings:
    """Give the pairing settings of a tournament, under *seed*."""
    settings = settings_of(state)
    return PairingSettings(
        seed=seed,
        by=settings.pair_by,
        rules=PairingRules(
            mates_rounds=settings.mates_rounds,
            tables=settings.tables,
            fresh_tables=settings.fresh_tables,
            apart=tuple(Apart(a=k.a, b=k.b, first=k.first, last=k.last) for k in state.apart),
        ),
    )


def asks_of(played: PlayedRound) -> Asks:
    """Give what a round was derived from when it was paired."""
    games = [*played.games.values(), *played.gone.values()]
    byes = tuple(ByeAsked(player=g.a, worth=g.worth) for g in games if g.worth is not None)
    return Asks(number=played.number, seed=played.seed, absent=played.absent, byes=byes)


def before_round(record: Record, asks: Asks) -> Record:
    """Give *record* as it was before a round, with the byes that were asked for."""
    games = tuple(g for g in record.games if g.round < asks.number)
    rests = tuple(
        Game(
            round=asks.number,
            a=bye.player,
            how="bye",
            winner=WINNERS[WORTHS[bye.worth]],
            requested=True,
        )
        for bye in asks.byes
    )
    return attrs.evolve(record, games=games + rests, rounds=asks.number - 1)


def problem_of(state: TournamentState, asks: Asks) -> Problem:
    """
    Give the question that the Swiss pairing of a round answers.

    In a team event the entrants are teams.  Rule: RB-PR-1, RB-TM-1.
    """
    settings, record = settings_of(state), before_round(record_of(state), asks)
    ranking, pairing = ranking_of(settings), pairing_of(state, asks.seed)
    if settings.teams is None:
        return problem_for(record, ranking, pairing, asks.number, asks.absent)
    teams = team_record(record, ranking.scoring, COUNTS[settings.teams])
    lineups = lineups_of(state, asks)
    size = max(map(len, lineups.values()), default=1)
    tables = None if settings.tables is None else tuple(sorted(settings.tables)[::size])
    rules = attrs.evolve(pairing.rules, tables=tables, apart=())
    away = [p.id for p in teams.players if p.id not in lineups]
    return problem_for(
        teams, ranking, attrs.evolve(pairing, rules=rules), asks.number, frozenset(away)
    )


def lineups_of(state: TournamentState, asks: Asks) -> dict[str, list[str]]:
    """Give who of each team is there, in the order of registration."""
    found: dict[str, list[str]] = {}
    record = before_round(record_of(state), asks)
    for name in present(record, asks.number, asks.absent):
        team = state.entered[name].team
        if team is not None:
            found.setdefault(team, []).append(name)
    return found


def derive(state: TournamentState, asks: Asks) -> Derived:
    """
    Give the round that rule and seed give, from the rounds before it.

    Raises `PairingError` where there is none, and `MissingExtra`.
    """
    system = settings_of(state).system
    if system == "swiss":
        found = _swiss(state, asks)
    elif system == "round_robin":
        found = _round_robin(state, asks)
    else:
        found = _elimination(state, asks)
    asked = tuple(Seat(a=bye.player, worth=bye.worth) for bye in asks.byes)
    return attrs.evolve(found, seats=found.seats + asked)


def _swiss(state: TournamentState, asks: Asks) -> Derived:
    from rollbook.engine.tournament.pairing import pair_round

    problem = problem_of(state, asks)
    plan = pair_round(problem)
    if settings_of(state).teams is not None:
        matches = [(pair.a, pair.b, pair.table) for pair in plan.pairs]
        seats = _boards(state, asks, matches, plan.bye)
    else:
        pairs = [Seat(a=pair.a, b=pair.b, table=pair.table) for pair in plan.pairs]
        seats = tuple(pairs + ([Seat(a=plan.bye)] if plan.bye is not None else []))
    return Derived(seats=seats, rule=plan.rule, proven=plan.tables_proven)


def _boards(
    state: TournamentState,
    asks: Asks,
    matches: Sequence[tuple[str, str, int | None]],
    bye: str | None,
) -> tuple[Seat, ...]:
    """Seat the players of every match on consecutive boards.  Rule: RB-TM-2."""
    lineups = lineups_of(state, asks)
    size = max(map(len, lineups.values()), default=1)
    seats: list[Seat] = []
    for place, (a, b, table) in enumerate(matches):
        first = place * size + 1 if table is None else table
        for game in board_games(asks.number, lineups[a], lineups[b], first):
            seats.append(Seat(a=game.a, b=game.b, table=game.table, board=game.board))
    for board, name in enumerate(lineups.get(bye or "", ()), 1):
        seats.append(Seat(a=name, board=board))
    return tuple(seats)


def _round_robin(state: TournamentState, asks: Asks) -> Derived:
    settings = settings_of(state)
    if settings.teams is None:
        names = [p for p, e in state.entered.items() if _from_the_start(e.status, e.entered_round)]
        here: Collection[str] = present(
            before_round(record_of(state), asks), asks.number, asks.absent
        )
    else:
        names = list(dict.fromkeys(e.team for e in state.entered.values() if e.team is not None))
        here = lineups_of(state, asks)
    if (len(names) - 1) * settings.laps > MOST_ROUNDS:
        raise PairingError(
            f"a round robin of {len(names)} would take more than {MOST_ROUNDS} rounds; "
            "pair it by the Swiss system"
        )
    fixtures = round_robin(names, settings.seed, settings.laps)
    if asks.number > len(fixtures):
        raise PairingError(f"everybody has met everybody: the schedule has {len(fixtures)} rounds")
    fixture = fixtures[asks.number - 1]
    pairs: list[tuple[str, str | None]] = [(pair.a, pair.b) for pair in fixture.pairs]
    if fixture.bye is not None:
        pairs.append((fixture.bye, None))
    return Derived(seats=_seated(state, asks, pairs, here), rule=f"RB-RR-1/{EDITION}")


def _from_the_start(status: str, entered: int) -> bool:
    return status != "withdrawn" and entered == 1


def _elimination(state: TournamentState, asks: Asks) -> Derived:
    if settings_of(state).teams is not None:
        raise PairingError("knock-out of teams cannot be paired yet; set the pairs by hand")
    here = present(before_round(record_of(state), asks), asks.number, asks.absent)
    if asks.number == 1:
        seeds = sorted(here, key=lambda name: -(state.entered[name].rating or 0))
        rule, pairs = "RB-KO-1", first_elimination_round(seeds)
    else:
        rule, pairs = "RB-KO-2", _through(state, asks.number - 1)
        if not pairs:
            raise PairingError("the final has been played; there is no further round")
    return Derived(seats=_seated(state, asks, pairs, here), rule=f"{rule}/{EDITION}")


def _through(state: TournamentState, number: int) -> tuple[tuple[str, str | None], ...]:
    """Pair the winners of round *number*, in the order of its games."""
    scoring = scoring_of(settings_of(state).scoring)
    games = [record_game(number, g) for g in state.played[number - 1].games.values()]
    winners: dict[str, str] = {}
    for game in games:
        won = outcome_of(game, scoring) if game.counts else None
        if won in ("a", "b") and game.b is not None:
            winners[game.a] = winners[game.b] = game.a if won == "a" else game.b
    return next_elimination_round([(g.a, g.b) for g in games], winners)


def _seated(
    state: TournamentState,
    asks: Asks,
    pairs: Sequence[tuple[str, str | None]],
    here: Collection[str],
) -> tuple[Seat, ...]:
    """Give the pairs their tables in order; whose opponent is not here has a bye."""
    both = [(a, b) for a, b in pairs if a in here and b is not None and b in here]
    alone = [n for pair in pairs if pair not in both for n in pair if n is not None and n in here]
    settings = settings_of(state)
    if settings.teams is not None:
        seats = _boards(state, asks, [(a, b, None) for a, b in both], None)
        lineups = lineups_of(state, asks)
        rests = [Seat(a=name, board=k) for t in alone for k, name in enumerate(lineups[t], 1)]
        return (*seats, *rests)
    tables = sorted(settings.tables) if settings.tables is not None else []
    if settings.tables is not None and len(tables) < len(both):
        raise PairingError(f"{len(both)} pairs and only {len(tables)} tables")
    numbered: list[int | None] = [*tables, *[None] * len(both)]
    pairs_seated = [Seat(a=a, b=b, table=t) for (a, b), t in zip(both, numbered, strict=False)]
    return (*pairs_seated, *(Seat(a=name) for name in alone))

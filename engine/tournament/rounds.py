"""Deciders for rounds: pair, repair, change by hand, publish, close, withdraw."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rollbook.engine.decide import Asked
from rollbook.engine.tournament.checks import (
    begun,
    cannot_pair,
    check_over,
    game_title,
    judge_only,
    known_game,
    known_players,
    newest,
    wrong_state,
)
from rollbook.engine.tournament.derive import BY_HAND, Asks, Derived, Seat, derive
from rollbook.engine.tournament.problem import PairingError
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.message import Event
from rollbook.events.tournament import commands as c
from rollbook.events.tournament import facts as f
from rollbook.events.tournament.values import GivenPair, Pairing
from rollbook.projections.scoring import EDITION
from rollbook.projections.tournament.state import (
    MOST_ATTEMPTS,
    TOURNAMENT,
    PairedGame,
    PlayedRound,
    TournamentState,
    attempt_of,
    game_id,
    game_of,
)

Events = Sequence[Event]


def pair_round(state: TournamentState, asked: Asked, _: Any) -> Events:
    """
    Pair the next round, once the one before is over.

    Rule: RB-PR-1, RB-PR-7, RB-RR-1, RB-KO-1, RB-KO-2, RB-SC-4.
    """
    command = asked.command
    assert isinstance(command, c.PairRound)  # noqa: S101
    begun(state)
    judge_only(asked, "pair a round")
    _check_named(state, command)
    first = _end_round(state, as_reported=command.count_as_reported is True)
    for event in first:
        reduced = TOURNAMENT.reduce(state, event)
        assert reduced is not None  # noqa: S101
        state = reduced
    return (*first, _paired(state, command))


def _check_named(state: TournamentState, command: c.PairRound) -> None:
    known_players(state, command.absent or (), "absent")
    asking = [bye.player for bye in command.byes or ()]
    known_players(state, asking, "byes")
    twice = {*asking} & {*(command.absent or ())}
    if len(set(asking)) != len(asking) or twice:
        raise BadValue("byes", "a player asks for a bye twice, or is absent too")
    for player in asking:
        if state.entered[player].status != "playing":
            raise BadValue("byes", f"{player} has left")


def _end_round(state: TournamentState, *, as_reported: bool) -> list[Event]:
    """Close the round before, and say which disputed results count as reported."""
    if not state.played:
        return []
    last = state.played[-1]
    for played in state.played:
        # A result may be disputed late, when the next round is being played.
        check_over(state, played, as_reported=as_reported)
    events: list[Event] = [
        f.ResultCountedAsReported(game=ident, statement=game.stated)
        for played in state.played
        for ident, game in played.games.items()
        if game.status == "disputed" and not game.counted_as_reported
    ]
    if last.status != "closed":
        events.append(f.RoundClosed(round=last.number))
    return events


def _paired(state: TournamentState, command: c.PairRound) -> f.RoundPaired:
    settings = begun(state)
    asks = Asks(
        number=len(state.played) + 1,
        seed=command.seed or settings.seed,
        absent=absent_players(state, command.absent or ()),
        byes=command.byes or (),
    )
    if command.pairs is not None:
        derived = Derived(seats=_by_hand(state, asks, command.pairs), rule=BY_HAND)
    else:
        try:
            derived = derive(state, asks)
        except PairingError as error:
            raise cannot_pair(error) from None
    if not any(seat.b for seat in derived.seats) and not derived.seats:
        raise cannot_pair(PairingError(f"round {asks.number}: there is nobody to pair"))
    return f.RoundPaired(
        round=asks.number,
        system=settings.system,
        seed=asks.seed,
        rule=derived.rule,
        edition=EDITION,
        tables_proven=derived.proven,
        absent=asks.absent,
        pairings=pairings_of(state, asks.number, derived.seats, 0),
        by_hand=command.pairs is not None,
        reason=command.reason,
    )


def absent_players(state: TournamentState, named: Collection[str]) -> tuple[str, ...]:
    """Give who is not to be paired: those named, and who has not checked in where that counts."""
    if not begun(state).check_in:
        return tuple(named)
    return tuple(
        player
        for player, entered in state.entered.items()
        if entered.status == "playing" and (player in named or not entered.checked_in)
    )


def pairings_of(
    state: TournamentState, number: int, seats: Iterable[Seat], minted: int
) -> tuple[Pairing, ...]:
    """Give *seats* ids that were never used in round *number*, after *minted* that were."""
    attempt = attempt_of(state, number)
    if attempt >= MOST_ATTEMPTS:
        raise wrong_state(f"round {number} was withdrawn {attempt} times; start another event")
    return tuple(
        Pairing(
            game=game_id(number, attempt, place),
            a=seat.a,
            b=seat.b,
            table=seat.table,
            board=seat.board,
            worth=seat.worth,
        )
        for place, seat in enumerate(seats, minted + 1)
    )


def _by_hand(state: TournamentState, asks: Asks, given: Sequence[GivenPair]) -> tuple[Seat, ...]:
    seats = [*map(_seat, given), *(Seat(a=bye.player, worth=bye.worth) for bye in asks.byes)]
    check_seats(state, seats, (), "pairs")
    return tuple(seats)


def _seat(pair: GivenPair) -> Seat:
    return Seat(a=pair.a, b=pair.b, table=pair.table, board=pair.board)


def check_seats(
    state: TournamentState, seats: Sequence[Seat], beside: Collection[PairedGame], field: str
) -> None:
    """Refuse seats with somebody unknown, gone, or twice, and a table twice."""
    names = [name for seat in seats for name in (seat.a, seat.b) if name is not None]
    known_players(state, names, field)
    seen = {name for game in beside for name in (game.a, game.b)}
    for name in names:
        if name in seen:
            raise BadValue(field, f"{name} is paired twice")
        if state.entered[name].status != "playing":
            raise BadValue(field, f"{name} has left")
        seen.add(name)
    places = {(game.table, game.board) for game in beside}
    for seat in seats:
        if seat.table is not None and (seat.table, seat.board) in places:
            raise BadValue(field, f"table {seat.table} is used twice")
        places.add((seat.table, seat.board))


def repair_round(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Pair a part of the newest round again, touching the fewest tables.  Rule: RB-PR-11."""
    command = asked.command
    assert isinstance(command, c.RepairRound)  # noqa: S101
    settings = begun(state)
    judge_only(asked, "repair a round")
    last = _changeable(state)
    if settings.system != "swiss" or settings.teams is not None:
        raise wrong_state("only rounds of a Swiss event of players are repaired; change by hand")
    undo = command.undo or ()
    _check_undo(state, undo)
    from rollbook.engine.tournament.mend import mend

    try:
        removed, seats = mend(state, last, undo)
    except PairingError as error:
        raise cannot_pair(error) from None
    if not removed and not seats:
        raise RuleRefusal("NOTHING_CHANGED", "everybody has an opponent; nothing is to be repaired")
    return (
        f.PairingsChanged(
            round=last.number,
            by_hand=False,
            removed=removed,
            added=pairings_of(state, last.number, seats, last.minted),
            reason=command.reason,
        ),
    )


def _changeable(state: TournamentState) -> PlayedRound:
    last = newest(state)
    if last.status not in ("paired", "published"):
        raise wrong_state(f"round {last.number} is over; its pairings were played and stay")
    return last


REPLACEABLE = ("walkover", "forfeit", "not_played", "bye")
"""Ways in which no game was played: such a game may still be taken apart."""


def _check_undo(state: TournamentState, undo: Collection[str]) -> None:
    last = state.played[-1]
    for ident in undo:
        game = known_game(state, ident)
        if ident not in last.games:
            raise wrong_state(f"{ident} is not of the newest round")
        if game.result is not None and game.result.how not in REPLACEABLE:
            raise wrong_state(f"{game_title(state, ident, game)} has been played and stays")


def change_pairings(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Set pairs by hand instead of others; the reason is kept."""
    command = asked.command
    assert isinstance(command, c.ChangePairings)  # noqa: S101
    begun(state)
    judge_only(asked, "change pairings")
    last = _changeable(state)
    _check_undo(state, command.undo)
    stay = [game for ident, game in last.games.items() if ident not in command.undo]
    seats = [_seat(pair) for pair in command.pairs]
    check_seats(state, seats, stay, "pairs")
    return (
        f.PairingsChanged(
            round=last.number,
            by_hand=True,
            removed=command.undo,
            added=pairings_of(state, last.number, seats, last.minted),
            reason=command.reason,
        ),
    )


def assign_table(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Move a game of the newest round to a free table."""
    command = asked.command
    assert isinstance(command, c.AssignTable)  # noqa: S101
    begun(state)
    judge_only(asked, "assign tables")
    last, game = _changeable(state), known_game(state, command.game)
    if command.game not in last.games or game.b is None:
        raise wrong_state(f"{command.game} is no game of two in the newest round")
    for ident, other in last.games.items():
        if other.table == command.table and other.board == game.board:
            raise BadValue("table", f"is taken by {game_title(state, ident, other)}")
    return (
        f.TableAssigned(
            game=command.game, table=command.table, before=game.table, reason=command.reason
        ),
    )


def publish_round(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Show the newest round to everybody, and open it."""
    command = asked.command
    assert isinstance(command, c.PublishRound)  # noqa: S101
    begun(state)
    judge_only(asked, "publish a round")
    last = newest(state)
    if last.status != "paired":
        raise wrong_state(f"round {last.number} is {last.status} already")
    return (
        f.RoundPublished(round=last.number),
        f.RoundOpened(round=last.number, minutes=command.minutes),
    )


def close_round(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Close the newest round when every game has its result."""
    begun(state)
    judge_only(asked, "close a round")
    last = newest(state)
    if last.status != "published":
        raise wrong_state(f"round {last.number} is {last.status}, not published")
    check_over(state, last)
    return (f.RoundClosed(round=last.number),)


def withdraw_round(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Put the newest round aside; nothing of it is deleted."""
    command = asked.command
    assert isinstance(command, c.WithdrawRound)  # noqa: S101
    begun(state)
    judge_only(asked, "withdraw a round")
    last = newest(state)
    return (f.RoundWithdrawn(round=last.number, reason=command.reason),)


def pause_clock(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Note that the judge stopped the clock."""
    command = asked.command
    assert isinstance(command, c.PauseClock)  # noqa: S101
    begun(state)
    judge_only(asked, "pause the clock")
    last = newest(state)
    if command.game is not None and game_of(state, command.game) is None:
        known_game(state, command.game)
    if last.status != "published":
        raise wrong_state(f"round {last.number} is not being played")
    return (
        f.ClockPaused(
            round=last.number,
            game=command.game,
            minutes=command.minutes,
            reason=command.reason,
        ),
    )

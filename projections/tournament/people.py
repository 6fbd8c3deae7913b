"""Reducers for who takes part."""

from __future__ import annotations

from typing import Any

from rollbook.events.build import changer
from rollbook.events.frozen import EMPTY
from rollbook.events.game import GameStarted, NoteMade, Over, RulingMade
from rollbook.events.message import changed
from rollbook.events.tournament import facts as f
from rollbook.projections.tournament import sound
from rollbook.projections.tournament.state import (
    TOURNAMENT,
    Entered,
    GivenPenalty,
    Kept,
    Left,
    TournamentState,
)

_with_entered = changer("entered")


@TOURNAMENT.start
def started(event: GameStarted) -> TournamentState:
    """Give the tournament of which nothing is known yet."""
    return TournamentState(
        rules=event.rules,
        round=0,
        phase=None,
        players=event.players,
        house_rules=EMPTY,
        units=EMPTY,
        pending=(),
        over=None,
        name="",
        starts=None,
        ends=None,
        settings=None,
        entered=EMPTY,
        rounds=EMPTY,
        withdrawn=EMPTY,
        penalties=EMPTY,
        drops=EMPTY,
        apart=(),
    )


@TOURNAMENT.game(f.TournamentStarted)
def tournament_started(state: TournamentState, event: f.TournamentStarted) -> TournamentState:
    """Keep the name, the days and the settings."""
    sound.check_settings(event.settings)
    return changed(
        state, name=event.name, starts=event.starts, ends=event.ends, settings=event.settings
    )


@TOURNAMENT.game(f.PlayerRegistered)
def registered(state: TournamentState, event: f.PlayerRegistered) -> TournamentState:
    """Add a player from the first round on."""
    return _enter(state, event, 1)


@TOURNAMENT.game(f.PlayerEnteredLate)
def entered_late(state: TournamentState, event: f.PlayerEnteredLate) -> TournamentState:
    """Add a player from a later round on."""
    return _enter(state, event, event.round)


def _enter(state: TournamentState, event: Any, first: int) -> TournamentState:
    entered = Entered(
        name=event.name,
        club=event.club,
        team=event.team,
        rating=event.rating,
        entered_round=first,
        status="playing",
        checked_in=False,
        list_hash=None,
        list_locked=False,
    )
    return changed(
        state,
        players=state.players.put(event.player, event.name),
        entered=state.entered.put(event.player, entered),
    )


def _change(state: TournamentState, player: str, **values: Any) -> TournamentState:
    entered = changed(state.entered[player], **values)
    made: TournamentState = _with_entered(state, state.entered.put(player, entered))
    return made


@TOURNAMENT.game(f.PlayerCheckedIn)
def checked_in(state: TournamentState, event: f.PlayerCheckedIn) -> TournamentState:
    """Mark a player as here."""
    return _change(state, event.player, checked_in=True)


@TOURNAMENT.game(f.PlayerCheckedOut)
def checked_out(state: TournamentState, event: f.PlayerCheckedOut) -> TournamentState:
    """Mark a player as not here."""
    return _change(state, event.player, checked_in=False)


@TOURNAMENT.game(f.ListSubmitted)
def list_submitted(state: TournamentState, event: f.ListSubmitted) -> TournamentState:
    """Keep the hash of a list."""
    return _change(state, event.player, list_hash=event.sha256)


@TOURNAMENT.game(f.ListLocked)
def list_locked(state: TournamentState, event: f.ListLocked) -> TournamentState:
    """Lock a list."""
    return _change(state, event.player, list_locked=True)


@TOURNAMENT.game(f.PlayerWithdrawn)
def withdrawn(state: TournamentState, event: f.PlayerWithdrawn) -> TournamentState:
    """Mark a player as gone before the first round."""
    return _change(state, event.player, status="withdrawn")


@TOURNAMENT.game(f.PlayerDropped)
def dropped(state: TournamentState, event: f.PlayerDropped) -> TournamentState:
    """Keep how a player left."""
    sound.check_meaning(event.meaning)
    left = Left(player=event.player, round=event.round, meaning=event.meaning, reason=event.reason)
    state = _change(state, event.player, status="dropped")
    return changed(state, drops=state.drops.put(event.player, left))


@TOURNAMENT.game(f.PairKeptApart)
def kept_apart(state: TournamentState, event: f.PairKeptApart) -> TournamentState:
    """Keep a pair that shall not meet."""
    sound.check_player(state, event.a)
    sound.check_player(state, event.b)
    kept = Kept(a=event.a, b=event.b, first=event.first, last=event.last)
    return changed(state, apart=(*state.apart, kept))


@TOURNAMENT.game(f.PenaltyGiven)
def penalty_given(state: TournamentState, event: f.PenaltyGiven) -> TournamentState:
    """Keep a penalty; numbers count from 1."""
    sound.check_player(state, event.player)
    penalty = GivenPenalty(
        player=event.player,
        round=event.round,
        match_points=event.match_points,
        battle_points=event.battle_points,
        card=event.card,
        reason=event.reason,
        lifted=False,
    )
    return changed(state, penalties=state.penalties.put(str(event.number), penalty))


@TOURNAMENT.game(f.PenaltyLifted)
def penalty_lifted(state: TournamentState, event: f.PenaltyLifted) -> TournamentState:
    """Mark a penalty as lifted."""
    number = str(event.number)
    lifted = changed(state.penalties[number], lifted=True)
    return changed(state, penalties=state.penalties.put(number, lifted))


@TOURNAMENT.game(f.TournamentClosed)
def closed(state: TournamentState, event: f.TournamentClosed) -> TournamentState:
    """Keep that it is over."""
    return changed(
        state, phase=None, over=Over(winner=event.winner, scores=EMPTY, reason=event.reason)
    )


TOURNAMENT.record(NoteMade, RulingMade)

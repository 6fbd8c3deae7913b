"""Reducers for rounds, games and results."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rollbook.events.build import changer
from rollbook.events.frozen import EMPTY, FrozenDict
from rollbook.events.message import changed
from rollbook.events.tournament import facts as f
from rollbook.events.tournament.values import Pairing, Statement
from rollbook.projections.tournament import sound
from rollbook.projections.tournament.state import (
    TOURNAMENT,
    Left,
    PairedGame,
    PlayedRound,
    TournamentState,
    attempt_of,
    round_key,
    round_of,
)

_with_rounds = changer("rounds")
_with_games = changer("games")
_with_result = changer("status", "result", "stated", "counted_as_reported", "dispute")

WORTHS = {"win": "a", "draw": "draw", "loss": "none"}
"""Who a bye that was asked for is won by, by what it is worth."""


@TOURNAMENT.game(f.RoundPaired)
def round_paired(state: TournamentState, event: f.RoundPaired) -> TournamentState:
    """Begin a round with its games."""
    sound.check_round(state, event)
    paired = PlayedRound(
        number=event.round,
        status="paired",
        system=event.system,
        seed=event.seed,
        rule=event.rule,
        edition=event.edition,
        absent=event.absent,
        by_hand=event.by_hand,
        reason=event.reason,
        minutes=None,
        minted=len(event.pairings),
        games=FrozenDict({p.game: game_from(p) for p in event.pairings}),
        gone=EMPTY,
    )
    return changed(
        state, round=event.round, phase="paired", rounds=state.rounds.put(str(event.round), paired)
    )


def game_from(pairing: Pairing) -> PairedGame:
    """Give a game as it is when it is paired; a bye needs no result."""
    bye = pairing.b is None
    result = None
    if bye:
        winner = None if pairing.worth is None else WORTHS[pairing.worth]
        result = Statement(
            number=1,
            by="system",
            score_a=None,
            score_b=None,
            how="bye",
            winner=winner,
            bonus_a=0,
            bonus_b=0,
        )
    return PairedGame(
        a=pairing.a,
        b=pairing.b,
        table=pairing.table,
        board=pairing.board,
        worth=pairing.worth,
        status="confirmed" if bye else "open",
        result=result,
        stated=1 if bye else 0,
        counted_as_reported=False,
        dispute=None,
        link=None,
    )


def _with_last(state: TournamentState, **values: Any) -> PlayedRound:
    last: PlayedRound = changed(state.played[-1], **values)
    return last


@TOURNAMENT.game(f.PairingsChanged)
def pairings_changed(state: TournamentState, event: f.PairingsChanged) -> TournamentState:
    """Take games apart, and set others; those taken apart are kept aside."""
    last = state.played[-1]
    sound.check_pairings(state, last.number, event.added)
    games, gone = dict(last.games), dict(last.gone)
    for ident in event.removed:
        gone[ident] = games.pop(ident)
    games |= {pairing.game: game_from(pairing) for pairing in event.added}
    made = changed(
        last,
        games=FrozenDict(games),
        gone=FrozenDict(gone),
        minted=last.minted + len(event.added),
    )
    playing = {name for game in games.values() for name in (game.a, game.b)}
    missing = set(state.drops) - playing
    return changed(
        state,
        rounds=_newest(state, made),
        drops=_not_after(state.drops, event.round, missing),
    )


def _newest(state: TournamentState, played: PlayedRound) -> FrozenDict[PlayedRound]:
    return state.rounds.put(str(played.number), played)


def _not_after(drops: FrozenDict[Left], number: int, players: Collection[str]) -> FrozenDict[Left]:
    """Let drops of *players* begin no later than round *number*, in which they are not paired."""
    return FrozenDict(
        {
            player: changed(d, round=min(d.round, number)) if player in players else d
            for player, d in drops.items()
        }
    )


@TOURNAMENT.game(f.RoundPublished)
def round_published(state: TournamentState, event: f.RoundPublished) -> TournamentState:
    """Mark the round as published."""
    del event
    return changed(
        state,
        phase="published",
        rounds=_newest(state, _with_last(state, status="published")),
    )


@TOURNAMENT.game(f.RoundOpened)
def round_opened(state: TournamentState, event: f.RoundOpened) -> TournamentState:
    """Keep how long the round may last."""
    last = _with_last(state, minutes=event.minutes)
    return changed(state, rounds=_newest(state, last))


@TOURNAMENT.game(f.RoundClosed)
def round_closed(state: TournamentState, event: f.RoundClosed) -> TournamentState:
    """Mark the round as closed."""
    del event
    last = _with_last(state, status="closed")
    return changed(state, phase="closed", rounds=_newest(state, last))


@TOURNAMENT.game(f.RoundWithdrawn)
def round_withdrawn(state: TournamentState, event: f.RoundWithdrawn) -> TournamentState:
    """Put the newest round aside; who dropped after it now misses it too."""
    last = _with_last(state, status="withdrawn")
    return changed(
        state,
        round=len(state.played) - 1,
        phase="closed" if len(state.played) > 1 else None,
        rounds=state.rounds.drop(str(event.round)),
        withdrawn=state.withdrawn.put(round_key(event.round, attempt_of(state, event.round)), last),
        drops=_not_after(state.drops, event.round, set(state.drops)),
    )


def _put(state: TournamentState, ident: str, game: PairedGame) -> TournamentState:
    number = str(round_of(ident))
    played = state.rounds[number]
    made = _with_games(played, played.games.put(ident, game))
    put: TournamentState = _with_rounds(state, state.rounds.put(number, made))
    return put


def _game(state: TournamentState, ident: str) -> PairedGame:
    return state.rounds[str(round_of(ident))].games[ident]


def _state_result(
    state: TournamentState, ident: str, result: Statement, status: str
) -> TournamentState:
    sound.check_result(result)
    game = _with_result(_game(state, ident), status, result, result.number, False, None)
    return _put(state, ident, game)


@TOURNAMENT.game(f.TableAssigned)
def table_assigned(state: TournamentState, event: f.TableAssigned) -> TournamentState:
    """Put a game at another table."""
    return _put(state, event.game, changed(_game(state, event.game), table=event.table))


@TOURNAMENT.game(f.ResultSubmitted)
def result_submitted(state: TournamentState, event: f.ResultSubmitted) -> TournamentState:
    """Keep a result that nobody has confirmed yet."""
    return _state_result(state, event.game, event.result, "submitted")


@TOURNAMENT.game(f.ResultConfirmed)
def result_confirmed(state: TournamentState, event: f.ResultConfirmed) -> TournamentState:
    """Mark a result as confirmed."""
    return _put(state, event.game, changed(_game(state, event.game), status="confirmed"))


@TOURNAMENT.game(f.ResultDisputed)
def result_disputed(state: TournamentState, event: f.ResultDisputed) -> TournamentState:
    """Mark a result as disputed."""
    game = changed(
        _game(state, event.game),
        status="disputed",
        dispute=event.reason,
        counted_as_reported=False,
    )
    return _put(state, event.game, game)


@TOURNAMENT.game(f.ResultCountedAsReported)
def counted(state: TournamentState, event: f.ResultCountedAsReported) -> TournamentState:
    """Let a disputed result count as it was submitted."""
    return _put(state, event.game, changed(_game(state, event.game), counted_as_reported=True))


@TOURNAMENT.game(f.ResultRuled)
def result_ruled(state: TournamentState, event: f.ResultRuled) -> TournamentState:
    """Keep what the judge ruled."""
    return _state_result(state, event.game, event.result, "ruled")


@TOURNAMENT.game(f.ResultCorrected)
def result_corrected(state: TournamentState, event: f.ResultCorrected) -> TournamentState:
    """Keep the corrected result."""
    sound.check_status(event.status)
    return _state_result(state, event.game, event.result, event.status)


@TOURNAMENT.game(f.GameLinked)
def game_linked(state: TournamentState, event: f.GameLinked) -> TournamentState:
    """Keep which log a game has."""
    return _put(state, event.game, changed(_game(state, event.game), link=event.link))


TOURNAMENT.record(f.ClockPaused)

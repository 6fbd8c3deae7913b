"""
What must be so in an event of a tournament, whoever wrote the log.

The rules never give anything else.  A log that was made by hand may hold it,
and is then refused where it is folded, not wherever a figure is looked up.
All raise ``ValueError``, which a fold turns into ``FoldError``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rollbook.events.tournament.facts import RoundPaired
from rollbook.events.tournament.values import (
    HOWS,
    MEANINGS,
    SYSTEMS,
    Pairing,
    Statement,
    TournamentSettings,
)
from rollbook.projections.standings import unknown_keys
from rollbook.projections.tournament.state import TournamentState, round_of

WINNERS = (None, "a", "b", "draw", "none")
WORTHS = ("win", "draw", "loss")


def _one_of(value: object, known: Collection[object], what: str) -> None:
    if value not in known:
        raise ValueError(f"{what} {str(value)[:40]!r} is not known")


def check_settings(settings: TournamentSettings) -> None:
    """Check every setting that is looked up in a table, or divided by."""
    for key in unknown_keys(settings.keys):
        _one_of(key, (), "the ranking key")
    _one_of(settings.unplayed, ("own", "zero", "left_out"), "the setting of unplayed rounds")
    _one_of(settings.system, SYSTEMS, "the system")
    _one_of(settings.pair_by, ("match_points", "battle_points"), "the score")
    _one_of(settings.teams, (None, "boards", "match_points", "battle_points"), "the team score")
    _one_of(settings.scoring.bye, WORTHS, "the worth of a bye")
    if settings.scoring.unit < 1:
        raise ValueError("points are not counted in parts of less than one")


def check_round(state: TournamentState, event: RoundPaired) -> None:
    """Check that a round follows the one before, of players who are known."""
    if event.round != len(state.rounds) + 1:
        raise ValueError(f"round {event.round} does not follow round {len(state.rounds)}")
    check_pairings(state, event.round, event.pairings)


def check_pairings(state: TournamentState, number: int, pairings: Iterable[Pairing]) -> None:
    """Check the players of pairings, their ids and their byes."""
    for pairing in pairings:
        for player in (pairing.a, *(() if pairing.b is None else (pairing.b,))):
            _one_of(player, state.players, "the player")
        if round_of(pairing.game) != number:
            raise ValueError(f"the game {pairing.game[:40]!r} is not of round {number}")
        _one_of(pairing.worth, (None, *WORTHS), "the worth of a bye")


def check_result(result: Statement) -> None:
    """Check how a result came about, and who won."""
    _one_of(result.how, HOWS, "the kind of result")
    _one_of(result.winner, WINNERS, "the winner")


def check_status(status: str) -> None:
    """Check how far a corrected result has come."""
    _one_of(status, ("submitted", "ruled"), "the status")


def check_player(state: TournamentState, player: str) -> None:
    """Check that a player is known."""
    _one_of(player, state.players, "the player")


def check_meaning(meaning: str) -> None:
    """Check what a drop means."""
    _one_of(meaning, MEANINGS, "the meaning of a drop")

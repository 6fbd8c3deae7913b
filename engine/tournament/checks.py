"""What several deciders of a tournament check first."""

from __future__ import annotations

from collections.abc import Iterable

from rollbook.engine.decide import Asked
from rollbook.engine.tournament.problem import PairingError
from rollbook.engine.tournament.scoring import ScoringError, check_result
from rollbook.events.errors import ENGINE, RuleRefusal
from rollbook.events.message import changed
from rollbook.events.quantities import JUDGE
from rollbook.events.tournament.values import Statement, TournamentSettings
from rollbook.projections.scoring import EDITION
from rollbook.projections.tournament.record import record_game, scoring_of
from rollbook.projections.tournament.state import (
    PairedGame,
    PlayedRound,
    TournamentState,
    game_of,
    round_of,
)

DECIDED = ("submitted", "confirmed", "ruled")
"""How far a result must have come for the round to be over."""


def begun(state: TournamentState) -> TournamentSettings:
    """Give the settings; refuses ``NOT_STARTED`` before ``start_tournament``."""
    if state.settings is None:
        raise RuleRefusal("NOT_STARTED", "entry 1 of a tournament is start_tournament")
    return state.settings


def judge_only(asked: Asked, what: str) -> None:
    """Refuse ``NOT_JUDGE`` unless the judge asks."""
    if asked.by != JUDGE:
        raise RuleRefusal("NOT_JUDGE", f"only the judge may {what}")


def known_players(state: TournamentState, names: Iterable[str], field: str) -> None:
    """Refuse ``UNKNOWN_PLAYER`` for the first name that is not registered."""
    for name in names:
        if name not in state.entered:
            raise RuleRefusal("UNKNOWN_PLAYER", f"no player {name} in this tournament", field=field)


def newest(state: TournamentState) -> PlayedRound:
    """Give the newest round; refuses ``UNKNOWN_ROUND`` before the first."""
    if not state.played:
        raise RuleRefusal("UNKNOWN_ROUND", "no round has been paired yet; pair one first")
    return state.played[-1]


def known_game(state: TournamentState, ident: str) -> PairedGame:
    """Give the game *ident*; refuses ``UNKNOWN_GAME``."""
    game = game_of(state, ident)
    if game is None:
        raise RuleRefusal("UNKNOWN_GAME", f"no game {ident} in a round that counts", field="game")
    return game


def is_newest(state: TournamentState, ident: str) -> bool:
    """Tell whether a game is of the newest round."""
    return round_of(ident) == len(state.played)


def game_title(state: TournamentState, ident: str, game: PairedGame) -> str:
    """
    Name a game for people: who, against whom, where.

    Used in refusals, so that nobody has to look an id up.
    """
    other = "a bye" if game.b is None else f"{state.players[game.b]} ({game.b})"
    place = f", table {game.table}" if game.table is not None else ""
    return f"{ident}: {state.players[game.a]} ({game.a}) against {other}{place}"


def check_over(state: TournamentState, played: PlayedRound, *, as_reported: bool = False) -> None:
    """
    Refuse while a game of the round is open or disputed, and name it.

    With *as_reported* disputed results are let through.
    """
    for ident, game in played.games.items():
        if game.status == "open":
            raise RuleRefusal(
                "GAME_OPEN",
                f"round {played.number} is not over: {game_title(state, ident, game)} has no "
                "result",
                game=ident,
            )
        if game.status == "disputed" and not (game.counted_as_reported or as_reported):
            raise RuleRefusal(
                "GAME_DISPUTED",
                f"round {played.number} is not over: {game_title(state, ident, game)} is in "
                "dispute; rule it, or count it as reported",
                game=ident,
            )


def check_statement(
    state: TournamentState, number: int, game: PairedGame, result: Statement
) -> None:
    """
    Refuse ``BAD_RESULT`` for a result that the scoring cannot count.

    Rule: RB-SC-2, RB-SC-3.
    """
    told = record_game(number, _with(game, result))
    try:
        check_result(told, scoring_of(begun(state).scoring))
    except ScoringError as error:
        raise RuleRefusal("BAD_RESULT", error.reason, f"RB-SC-2/{EDITION}") from None


def _with(game: PairedGame, result: Statement) -> PairedGame:
    return changed(game, result=result, status="submitted")


def cannot_pair(error: PairingError) -> RuleRefusal:
    """Give the refusal that a round which cannot be paired is."""
    return RuleRefusal("CANNOT_PAIR", str(error), f"RB-PR-1/{EDITION}")


def wrong_state(message: str, rule: str = ENGINE) -> RuleRefusal:
    """Give the refusal of something that is not due now."""
    return RuleRefusal("WRONG_PHASE", message, rule)

"""The games of an event for its page: results, and where each game's own log and page are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.events.errors import RollbookError
from rollbook.projections.tournament.state import PairedGame, TournamentState
from rollbook.projections.words import names_of
from rollbook.tools.gamelogs import GameLogs, read_game_log, sides_of


@frozen
class GamePages:
    """
    Logs of games, and where their pages are.

    *address* gives the page of a game as the event's page links it, from the
    game's id and its log; ``None`` if it has none.
    """

    logs: GameLogs
    address: Callable[[str, Path], str | None]


def linked_games(state: TournamentState) -> Iterator[tuple[str, PairedGame]]:
    """Give the games that count and have a log of their own, by id."""
    for played in state.played:
        for ident, game in played.games.items():
            if game.link is not None:
                yield ident, game


def games_plain(state: TournamentState, pages: GamePages | None) -> list[dict[str, Any]]:
    """
    Give every game of every round, with what is known of its log.

    ``log`` is ``None`` where none was linked; its ``status`` is that of
    :class:`~rollbook.tools.gamelogs.FoundLog`, or ``unseen`` without *pages*.
    """
    title = names_of(state)
    return [
        {
            "game": ident,
            "title": title(ident),
            "round": played.number,
            "table": game.table,
            "a": game.a,
            "b": game.b,
            "status": game.status,
            "score": None if game.result is None else [game.result.score_a, game.result.score_b],
            "how": None if game.result is None else game.result.how,
            "winner": None if game.result is None else game.result.winner,
            "log": _log_plain(state, ident, game, pages),
        }
        for played in state.played
        for ident, game in played.games.items()
    ]


def _log_plain(
    state: TournamentState, ident: str, game: PairedGame, pages: GamePages | None
) -> dict[str, Any] | None:
    link = game.link
    if link is None:
        return None
    plain: dict[str, Any] = {
        "id": link.game_id.hex(),
        "size": link.size,
        "root": link.root.hex(),
        "rules": link.rules,
        "status": "unseen",
        "page": None,
        "ends": None,
    }
    if pages is None:
        return plain
    found = pages.logs.find(link)
    plain["status"] = found.status
    if found.path is not None:
        plain["page"] = pages.address(ident, found.path)
        plain["ends"] = _ends(state, game, found.path)
    return plain


def _ends(state: TournamentState, game: PairedGame, path: Path) -> list[int] | None:
    """Give the scores with which a game's log ends, in the order of the pairing."""
    try:
        said = read_game_log(path)
        sides = sides_of(state, game, said, None)
    except RollbookError:
        return None
    scores = {} if said.over is None else said.over.scores
    return [scores[side] for side in sides] if all(side in scores for side in sides) else None

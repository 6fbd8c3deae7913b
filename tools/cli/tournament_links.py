"""`rollbook tournament link`: a game of the event and its Rollbook log."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from rollbook.events.game import Over
from rollbook.projections.tournament.state import TournamentState, any_game
from rollbook.projections.words import names_of
from rollbook.tools.cli.common import JSON_OPTION, LOG_ARGUMENT, print_json
from rollbook.tools.cli.tournament_desk import (
    BY_OPTION,
    TIMELINE_OPTION,
    Desk,
    Done,
    find_game,
    one,
    run_at_desk,
)
from rollbook.tools.gamelogs import GameLogs, read_game_log, sides_of


@click.command()
@LOG_ARGUMENT
@click.argument("game")
@click.argument("gamelog", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--first", help="Which player of GAMELOG is the first of the pairing.")
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def link(
    log: Path,
    game: str,
    gamelog: Path,
    first: str | None,
    by: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    Bind GAME of the event LOG to GAMELOG, after checking all of it.

    Its id, size and root hash are kept. If the game is over and has no result
    in the event yet, its scores are submitted.
    """
    said = read_game_log(gamelog)

    def work(desk: Desk) -> Iterable[Done]:
        state = desk.state
        ident = find_game(state, game)
        paired = any_game(state, ident)
        command: dict[str, Any] = {"do": "link_game", "by": by, "game": ident, "rules": said.rules}
        command |= {"game_id": said.game_id.hex(), "size": said.size, "root": said.root.hex()}
        if paired is not None and paired.b is not None and said.over is not None:
            sides = sides_of(state, paired, said, first)
            command |= _scores(said.over, sides)
        return one(command)(desk)

    return run_at_desk(log, timeline, as_json, work)


def _scores(over: Over, sides: tuple[str, str]) -> dict[str, Any]:
    """
    Give the scores as the game's log has them, and who won where they do not say.

    A game that ended without winner and scores says nothing about points.
    """
    a, b = sides
    fields: dict[str, Any] = {}
    if a in over.scores and b in over.scores:
        fields |= {"score_a": over.scores[a], "score_b": over.scores[b]}
        ahead = a if over.scores[a] > over.scores[b] else b
        level = over.scores[a] == over.scores[b]
        if over.winner is not None and (level or over.winner != ahead):
            fields["winner"] = "a" if over.winner == a else "b"
    elif over.winner is not None:
        fields["winner"] = "a" if over.winner == a else "b"
    return fields


def check_links(state: TournamentState, folder: Path, as_json: bool) -> bool:
    """
    Say for every linked game whether the log in *folder* still matches.

    Gives whether any does not.
    """
    logs = GameLogs(folder)
    wrong = False
    title = names_of(state)
    for played in state.played:
        for ident, game in played.games.items():
            if game.link is None:
                continue
            found = logs.find(game.link)
            wrong |= not found.is_linked
            if as_json:
                file = None if found.path is None else str(found.path)
                said = {"status": found.status, "log": file, "words": found.words}
                print_json({"game": ident, **said})
            else:
                click.echo(f"{title(ident)}: {found.status}: {found.words}")
    return wrong

"""Pages of an event's games, written beside the page of the event."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from rollbook.events.errors import RollbookError
from rollbook.projections.tournament.state import TournamentState
from rollbook.tools.gamelogs import GameLogs
from rollbook.tools.newfile import new_file
from rollbook.tools.viewer.document import export_page
from rollbook.tools.viewer.eventgames import GamePages, linked_games


def is_file_name(ident: str) -> bool:
    """Tell whether the id of a game may be the name of a file: a log may hold any text for one."""
    return re.fullmatch("[a-z0-9_-]{1,64}", ident) is not None


def folder_of(output: Path) -> Path:
    """Give the folder that holds the pages of games beside the event's page *output*."""
    return output.with_name(f"{output.stem}-games")


def write_game_pages(
    state: TournamentState,
    logs: GameLogs,
    folder: Path,
    called: str,
    seen: Callable[[str], object] = lambda _: None,
) -> GamePages:
    """
    Write the page of every linked game whose log is there into *folder*, which is made.

    The page of the event will know that folder as *called*, beside itself.
    A game whose log makes no page has none; its status says what is known.
    *seen* is called with every page's name.  Raises ``OSError``.
    """
    written: dict[str, str] = {}
    for ident, game in linked_games(state):
        found = None if game.link is None else logs.find(game.link)
        if found is None or found.path is None or not is_file_name(ident):
            continue
        try:
            text = export_page(found.path)
        except RollbookError:
            continue
        if not written:
            folder.mkdir()
        name = f"{ident}.html"
        with new_file(folder / name, "\n") as file:
            file.write(text)
        written[ident] = f"{quote(called)}/{name}"
        seen(name)
    return GamePages(logs, lambda ident, _: written.get(ident))

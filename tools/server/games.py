"""An event as the server sees it: its own log, and the games whose logs are there."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from rollbook.events.errors import RollbookError
from rollbook.events.log.file import FileLog
from rollbook.projections.fold import projection_of
from rollbook.projections.state import States
from rollbook.tools.gamelogs import GameLogs
from rollbook.tools.server.live import LiveLog
from rollbook.tools.viewer.content import Gatherer
from rollbook.tools.viewer.eventgames import GamePages, linked_games


class NoSuchGame(RollbookError):
    """The log that is served has no such game, or the game's own log is not there."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is no game {game!r} here whose log could be shown")


class LiveEvent(LiveLog):
    """
    A live log whose games have pages too, if it is an event's.

    The logs of games are looked for in a folder whenever somebody asks, so
    one that is put there later is found.  Raises what reading a log raises.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        super().__init__(path)
        self._folder = folder
        with FileLog.read(path) as log:
            self._is_event = log.chain.rules == "tournament"
        self._games: dict[Path, LiveLog] = {}

    def gatherer(self, log: FileLog, *, extras: bool) -> Gatherer:
        """Give what gathers the content of the event, its games' pages among it."""
        if not self._is_event:
            return super().gatherer(log, extras=extras)
        pages = GamePages(GameLogs(self._folder), lambda game, _: f"games/{game}/")
        return Gatherer(log, extras=extras, games=pages)

    def version(self) -> tuple[Any, ...]:
        """Give what changes whenever the event does, or a log of its folder."""
        if not self._is_event:
            return super().version()
        logs = []
        for path in sorted(self._folder.glob("*.rbk")):
            with contextlib.suppress(OSError):
                found = path.stat()
                logs.append((path.name, found.st_size, found.st_mtime_ns))
        return (*super().version(), tuple(logs))

    def game(self, ident: str) -> LiveLog:
        """Give the log of one game.  Raises ``NoSuchGame``."""
        if not self._is_event:
            raise NoSuchGame(ident)
        with FileLog.read(self.path) as log:
            timelines = log.timelines
            state = States(log, projection_of("tournament")).at(timelines.head(timelines.default))
        link = next((game.link for name, game in linked_games(state) if name == ident), None)
        path = None if link is None else GameLogs(self._folder).find(link).path
        if path is None:
            raise NoSuchGame(ident)
        return self._games.setdefault(path, LiveLog(path))

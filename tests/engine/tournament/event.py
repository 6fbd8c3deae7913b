"""An event without a file, for tests: short words for its commands."""

from __future__ import annotations

import random
from typing import Any

from rollbook.engine.ruleset import rule_set
from rollbook.projections.standings import standings
from rollbook.projections.tournament.record import ranking_of, record_of
from rollbook.projections.tournament.state import PairedGame, TournamentState
from tests.conftest import Game

PLAYERS = tuple(f"p{k}" for k in range(1, 9))


class Event(Game):
    """An event that is played by the rules, in memory."""

    def __init__(self, players: int = 8, *, clubs: int = 0, **settings: Any) -> None:
        super().__init__(rule_set("tournament"))
        self.do("start_game", by="system", rules="tournament", players={})
        self.do("start_tournament", **{"name": "Cup", "seed": "s", **settings})
        if players:
            self.register([f"p{k}" for k in range(1, players + 1)], clubs=clubs)

    def ask(self, name: str, /, by: str = "judge", **fields: Any) -> dict[str, Any]:
        """Submit a command and give its result object."""
        return self.submit({"do": name, "by": by, **fields})

    def do(self, name: str, /, by: str = "judge", **fields: Any) -> list[dict[str, Any]]:
        """Submit a command that must be accepted, and give its events."""
        result = self.ask(name, by, **fields)
        assert "events" in result, result
        events: list[dict[str, Any]] = result["events"]
        return events

    def refused(self, name: str, /, by: str = "judge", **fields: Any) -> str:
        """Submit a command that must be refused without a trace, and give the code."""
        before = self.state
        result = self.ask(name, by, **fields)
        assert "refused" in result, result
        assert self.state is before
        code: str = result["refused"]["code"]
        return code

    def register(self, names: list[str], *, clubs: int = 0, first: int | None = None) -> None:
        """Register players, of so many clubs in turn."""
        players = [
            {
                "player": name,
                "name": name.upper(),
                "club": f"club {place % clubs}" if clubs else None,
                "team": None,
                "rating": None,
            }
            for place, name in enumerate(names)
        ]
        self.do("register_players", players=players, round=first)

    @property
    def event(self) -> TournamentState:
        """The state."""
        state: TournamentState = self.state
        return state

    @property
    def games(self) -> dict[str, PairedGame]:
        """The games of the newest round."""
        return dict(self.event.played[-1].games)

    def open_games(self) -> list[str]:
        """The ids of the games of the newest round without a result."""
        return [ident for ident, game in self.games.items() if game.status == "open"]

    def begin(self, **fields: Any) -> None:
        """Pair and publish the next round."""
        self.do("pair_round", **fields)
        self.do("publish_round")

    def finish(self, seed: int = 0) -> None:
        """Give every open game a result that both agree on."""
        chance = random.Random(f"{seed}/{len(self.event.played)}")
        for ident in self.open_games():
            a, b = chance.randint(0, 20), chance.randint(0, 20)
            self.do("submit_result", game=ident, score_a=a, score_b=b, signed=True)

    def play(self, rounds: int, seed: int = 0) -> None:
        """Play whole rounds."""
        for _ in range(rounds):
            self.begin()
            self.finish(seed)

    def pairs(self, number: int | None = None) -> set[frozenset[str | None]]:
        """Who meets whom in a round; a bye with None."""
        played = self.event.played[-1 if number is None else number - 1]
        return {frozenset((game.a, game.b)) for game in played.games.values()}

    def game_of(self, player: str) -> str:
        """The id of a player's game of the newest round."""
        return next(i for i, g in self.games.items() if player in (g.a, g.b))

    def table(self) -> dict[str, tuple[int, int]]:
        """Rank and match points of each player."""
        assert self.event.settings is not None
        found = standings(record_of(self.event), ranking_of(self.event.settings))
        return {row.player.id: (row.rank, row.sheet.match_points) for row in found.rows}

"""`rollbook demo --tournament`: a whole event, played into a real log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from rollbook.tools.cli.common import FINDING, FINE

CORRECTED = "1:3"
"""The game of the shipped event whose result was entered wrong."""
KEPT = {"r1-1": "hull-points", "r1-6": "armour-value"}
"""Games whose logs were kept, and the rules of the shipped battle that stands for each."""


def event(path: Path, shown: Callable[..., int]) -> int:
    """
    Play the shipped event into *path*, and ask it what an organiser asks.

    *shown* runs one command of our own and prints it and what it says.
    """
    from rollbook.engine.tournament.matching import check_library
    from rollbook.tools.cli.demo import commands_in

    check_library()
    say = click.echo
    commands = commands_in("rollbook.engine.tournament")
    say(
        "An event of 12 players over 4 rounds, with a late entry, a withdrawn round, a dispute,\n"
        f"a drop and a corrected result: {len(commands)} commands in one log.\n"
    )
    file = path.with_name("event.jsonl")
    file.write_text("".join(json.dumps(command) + "\n" for command in commands), "utf-8")
    if shown(["play", str(path), str(file), "--jsonl"], lines=1) != FINE:
        return FINDING
    say("\nThe standings, and the rules that made them:\n")
    shown(["tournament", "standings", str(path)], lines=20)
    say("\nWho met whom:\n")
    shown(["tournament", "crosstable", str(path)], lines=16)
    say("\nWho entered, confirmed and corrected the result of round 1, table 3?\n")
    shown(["tournament", "history", str(path), CORRECTED], wrap=True)
    say("\nA dispute, and the judge's ruling:\n")
    shown(["tournament", "history", str(path), "2:2"], wrap=True)
    say("\nWhy did these two meet?\n")
    shown(["tournament", "why", str(path), "cleo", "ada"])
    say("\nEvery round follows from its seed, and every byte is whole:\n")
    shown(["tournament", "check", str(path)])
    shown(["verify", str(path)])
    pages = path.parent
    say("\nA result can name the log of its game, by its size and root. Two players kept theirs:\n")
    games = keep_games(path, pages / "games")
    for ident, game in games.items():
        shown(["tournament", "link", str(path), ident, str(game)], wrap=True)
    shown(["tournament", "check", str(path), "--links", str(pages / "games")], lines=6)
    say("\nThe event as one page, with the pages of these games beside it:\n")
    site = str(pages / "event.html")
    shown(["export", str(path), "--html", "--games", str(pages / "games"), "-o", site])
    say("\nPages to print:\n")
    for what in ("pairings", "slips", "standings"):
        page = pages / f"{what}.html"
        shown(["tournament", "export", str(path), "--html", what, "-o", str(page)])
    say("\nNow try yourself:\n")
    for words in (
        f"tournament show {path}",
        f"tournament history {path} gus",
        f"tournament pairings {path} --round 2",
        f"log {path}",
        f"step {path}",
        f"view {path} --games {pages / 'games'}",
    ):
        say(f"  rollbook {words}")
    return FINE


def keep_games(event_log: Path, folder: Path) -> dict[str, Path]:
    """
    Play a shipped battle for each of the games ``KEPT``, with its players and its result.

    Gives the logs by game.
    """
    from rollbook.engine.starting import start
    from rollbook.projections.tournament.state import any_game
    from rollbook.tools.cli.common import View
    from rollbook.tools.cli.demo import battle

    view = View(event_log)
    state = view.state(view.address(None))
    folder.mkdir()
    logs = {}
    for ident, rules in KEPT.items():
        game = any_game(state, ident)
        if game is None or game.b is None or game.result is None:
            raise LookupError(f"the shipped event has no result of {ident}")
        scores = {game.a: game.result.score_a or 0, game.b: game.result.score_b or 0}
        logs[ident] = folder / f"{ident}.rbk"
        first, *rest = _played_by(battle(rules), scores, state.players)
        session = start(first, logs[ident])
        for command in rest:
            session.submit(command)
        session.close()
    return logs


def _played_by(
    commands: list[dict[str, Any]], scores: dict[str, int], names: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Give the commands of a battle as others played it: their names, and their result."""
    last = next(command for command in reversed(commands) if command["do"] == "end_game")
    ranked = sorted(scores, key=lambda player: -scores[player])
    order = sorted(last["scores"], key=lambda side: side != last["winner"])
    players = dict(zip(order, ranked, strict=True))
    for command in commands:
        if command["do"] == "start_game":
            sides = {side: names[players[side]] for side in command["players"]}
            yield {**command, "players": sides}
        elif command["do"] == "end_game":
            yield {**command, "scores": {side: scores[players[side]] for side in order}}
        else:
            yield command

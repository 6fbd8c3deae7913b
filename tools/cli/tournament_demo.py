"""`rollbook demo --tournament`: a whole event, played into a real log."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click

from rollbook.tools.cli.common import FINDING, FINE

CORRECTED = "1:3"
"""The game of the shipped event whose result was entered wrong."""


def event(path: Path, shown: Callable[..., int]) -> int:
    """
    Play the shipped event into *path*, and ask it what an organiser asks.

    *shown* runs one command of our own and prints it and what it says.
    """
    from rollbook.tools.cli.demo import commands_in

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
    ):
        say(f"  rollbook {words}")
    return FINE

"""`rollbook tournament`: a whole event in one log."""

from __future__ import annotations

import click

from rollbook.tools.cli.main import Commands

_SETUP, _ROUNDS, _RESULTS = "tournament_setup", "tournament_rounds", "tournament_results"
_LOOK, _OUT = "tournament_look", "tournament_out"

TOURNAMENT_COMMANDS = {
    "new": (f"{_SETUP}:new", "Start an event: name, rounds, points, ranking, seed."),
    "add": (f"{_SETUP}:add", "Register players; late entries too."),
    "import": ("tournament_import:import_", "Take players, pairings, results, or a whole event."),
    "checkin": (f"{_SETUP}:checkin", "Note who is here."),
    "list": (f"{_SETUP}:list_", "Hand in an army list by its hash, or lock lists."),
    "apart": (f"{_SETUP}:apart", "Keep two players apart."),
    "pair": (f"{_ROUNDS}:pair", "Pair the next round, repair one, change it by hand."),
    "publish": (f"{_ROUNDS}:publish", "Publish the newest round and open it."),
    "withdraw-round": (f"{_ROUNDS}:withdraw_round", "Withdraw the newest round; it is kept."),
    "clock": (f"{_ROUNDS}:clock", "Note that the judge paused the clock."),
    "close": (f"{_ROUNDS}:close", "Close the newest round, or the event."),
    "result": (f"{_RESULTS}:result", "Submit a result, or many from standard input."),
    "confirm": (f"{_RESULTS}:confirm", "The other player agrees."),
    "dispute": (f"{_RESULTS}:dispute", "The other player does not agree."),
    "rule": (f"{_RESULTS}:rule", "The judge rules a result, or anything else."),
    "correct": (f"{_RESULTS}:correct", "Replace a wrong result; say what would be different."),
    "penalty": (f"{_RESULTS}:penalty", "Take points, show a card, lift a penalty."),
    "drop": (f"{_RESULTS}:drop", "A player leaves; say what that means."),
    "link": ("tournament_links:link", "Bind a game to its Rollbook log."),
    "show": (f"{_LOOK}:show", "Where the event stands: round, open and disputed games."),
    "pairings": (f"{_LOOK}:pairings", "The pairings of a round."),
    "standings": (f"{_LOOK}:standings_", "The table, with the rules that made it."),
    "crosstable": (f"{_LOOK}:crosstable", "Who met whom, round by round."),
    "history": (f"{_LOOK}:history_", "Who entered, confirmed, corrected a figure, and when."),
    "why": ("tournament_checks:why", "Which rule put two together."),
    "check": ("tournament_checks:check", "Derive rounds again; check linked logs."),
    "export": (f"{_OUT}:export", "Write CSV, report files, printable pages, JSON lines."),
}
"""Name: (module of this package and function, what it does)."""


class TournamentCommands(Commands):
    """The commands of an event, imported when they are run."""

    table = TOURNAMENT_COMMANDS


@click.group(cls=TournamentCommands)
def tournament() -> None:
    """
    Run an event from one laptop: players, rounds, results, rulings, standings.

    The event is one log. Nothing in it is ever edited: a correction names
    the result that it replaces. Start with `rollbook tournament new`.
    """

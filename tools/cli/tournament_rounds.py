"""`rollbook tournament pair | publish | close | withdraw-round | clock`: the rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rollbook.tools.cli.common import FINE, JSON_OPTION, LOG_ARGUMENT, print_json
from rollbook.tools.cli.tournament_desk import (
    REASON_OPTION,
    TIMELINE_OPTION,
    Desk,
    find_game,
    find_player,
    one,
    run_at_desk,
)


@click.command()
@LOG_ARGUMENT
@click.option("--absent", multiple=True, help="A player who is not here this round.")
@click.option(
    "--bye", "byes", multiple=True, help="A bye asked for, as ann=draw (win, draw, loss)."
)
@click.option(
    "--count-as-reported", is_flag=True, help="Count disputed results as they were submitted."
)
@click.option("--seed", help="Another seed for this round only; needs --reason.")
@click.option("--repair", is_flag=True, help="Pair a part of the newest round again.")
@click.option("--undo", multiple=True, help="A game to take apart (with --repair or --set).")
@click.option("--set", "pairs", multiple=True, help="A pair set by hand, as ann:ben or ann:bye.")
@click.option("--move", multiple=True, help="A game to another table, as 5=12.")
@click.option("--reason", help="Why; needed for whatever is not the stored seed's.")
@click.option("--dry-run", is_flag=True, help="Show what would be paired and record nothing.")
@TIMELINE_OPTION
@JSON_OPTION
def pair(
    log: Path,
    absent: tuple[str, ...],
    byes: tuple[str, ...],
    count_as_reported: bool,
    seed: str | None,
    repair: bool,
    undo: tuple[str, ...],
    pairs: tuple[str, ...],
    move: tuple[str, ...],
    reason: str | None,
    dry_run: bool,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    Pair the next round of LOG.

    With --set and no --undo the whole round is set by hand. With --undo,
    those games of the newest round are taken apart and --set stands instead;
    with --repair the fewest other tables are touched.
    """
    _check(repair, undo, pairs, move, reason)
    if dry_run:
        return _dry_run(log, timeline, as_json, absent, byes, count_as_reported, seed, reason)

    def work(desk: Desk) -> Any:
        if move:
            for text in move:
                yield desk.submit(_move(desk, text, reason)), ()
            return
        games = [find_game(desk.state, text) for text in undo]
        if repair:
            command: dict[str, Any] = {"do": "repair_round", "undo": games}
        elif undo:
            command = {"do": "change_pairings", "undo": games, "pairs": _pairs(desk, games, pairs)}
        else:
            command = _pair_command(desk, absent, byes, count_as_reported, seed)
            command["pairs"] = _pairs(desk, (), pairs) if pairs else None
        result = desk.submit({**command, "by": "judge", "reason": reason})
        yield result, ()
        if not as_json:
            click.echo("")
            for line in pairing_lines(desk):
                click.echo(line)

    return run_at_desk(log, timeline, as_json, work)


def _check(
    repair: bool,
    undo: tuple[str, ...],
    pairs: tuple[str, ...],
    move: tuple[str, ...],
    reason: str | None,
) -> None:
    if repair and pairs:
        raise click.UsageError("--repair finds the pairs itself; leave out --set")
    if undo and not (repair or pairs):
        raise click.UsageError("say what comes instead: --repair, or --set A:B")
    if move and (repair or undo or pairs):
        raise click.UsageError("--move goes alone")
    if (repair or undo or pairs or move) and not reason:
        raise click.UsageError("say why: --reason")


def _dry_run(
    log: Path,
    timeline: str | None,
    as_json: bool,
    absent: tuple[str, ...],
    byes: tuple[str, ...],
    count_as_reported: bool,
    seed: str | None,
    reason: str | None,
) -> int:
    from rollbook.engine.border import read_command
    from rollbook.engine.decide import decide
    from rollbook.engine.dice.entered import Entered
    from rollbook.engine.session import commands_of
    from rollbook.events.errors import RuleRefusal
    from rollbook.events.plain import to_plain
    from rollbook.projections.words import names_of, sentence
    from rollbook.tools.cli.tournament_desk import refused

    with Desk(log, timeline) as desk:
        command = _pair_command(desk, absent, byes, count_as_reported, seed)
        command |= {"by": "judge", "reason": reason}
        try:
            asked = read_command(command, commands_of("tournament"))
            decision = decide(desk.session.rules, desk.state, asked, Entered((), ()))
        except RuleRefusal as refusal:
            return refused(refusal, as_json)
    if as_json:
        print_json({"events": [to_plain(event) for event in decision.events]})
        return FINE
    name = names_of(decision.state)
    for event in decision.events:
        click.echo(f"would be: {sentence('tournament', event, name)}")
    return FINE


def _pair_command(
    desk: Desk,
    absent: tuple[str, ...],
    byes: tuple[str, ...],
    count_as_reported: bool,
    seed: str | None,
) -> dict[str, Any]:
    state = desk.state
    asked = []
    for text in byes:
        player, _, worth = text.partition("=")
        asked.append({"player": find_player(state, player), "worth": worth or "draw"})
    return {
        "do": "pair_round",
        "absent": [find_player(state, text) for text in absent],
        "byes": asked,
        "count_as_reported": count_as_reported,
        "seed": seed,
    }


def _pairs(desk: Desk, undo: Any, pairs: tuple[str, ...]) -> list[dict[str, Any]]:
    """Read pairs set by hand; they sit at the tables of the games that were taken apart."""
    state = desk.state
    tables = [state.played[-1].games[ident].table for ident in undo]
    if not undo and state.settings is not None and state.settings.tables is not None:
        tables = list(state.settings.tables)
    made: list[dict[str, Any]] = []
    free = [table for table in tables if table is not None]
    for text in pairs:
        first, colon, second = text.partition(":")
        if not colon:
            raise click.UsageError(f"--set: write ann:ben or ann:bye, not {text!r}")
        b = None if second == "bye" else find_player(state, second)
        table = free.pop(0) if free and b is not None else None
        made.append({"a": find_player(state, first), "b": b, "table": table, "board": 1})
    return made


def _move(desk: Desk, text: str, reason: str | None) -> dict[str, Any]:
    game, _, table = text.partition("=")
    if not (table.isascii() and table.isdecimal() and len(table) < 6):
        raise click.UsageError(f"--move: write 5=12 for the game at table 5, not {text!r}")
    ident = find_game(desk.state, game)
    command = {"do": "assign_table", "game": ident, "table": int(table), "reason": reason}
    return {**command, "by": "judge"}


def pairing_lines(desk: Desk) -> list[str]:
    """Give the newest round as a table for the terminal."""
    from rollbook.tools.cli.tournament_text import round_lines

    return round_lines(desk.state, len(desk.state.played))


@click.command()
@LOG_ARGUMENT
@click.option("--minutes", type=int, help="How long the round may last.")
@TIMELINE_OPTION
@JSON_OPTION
def publish(log: Path, minutes: int | None, timeline: str | None, as_json: bool) -> int:
    """Publish the newest round of LOG and open it for results."""
    command = {"do": "publish_round", "by": "judge", "minutes": minutes}
    return run_at_desk(log, timeline, as_json, one(command))


@click.command()
@LOG_ARGUMENT
@click.option("--event", "whole", is_flag=True, help="The whole event is over.")
@click.option("--winner", help="Who has won it (with --event).")
@TIMELINE_OPTION
@JSON_OPTION
def close(log: Path, whole: bool, winner: str | None, timeline: str | None, as_json: bool) -> int:
    """Close the newest round of LOG; with --event the whole event."""
    if winner is not None and not whole:
        raise click.UsageError("--winner goes with --event")

    def work(desk: Desk) -> Any:
        if not whole:
            return one({"do": "close_round", "by": "judge"})(desk)
        won = None if winner is None else find_player(desk.state, winner)
        return one({"do": "close_tournament", "by": "judge", "winner": won})(desk)

    return run_at_desk(log, timeline, as_json, work)


@click.command(name="withdraw-round")
@LOG_ARGUMENT
@REASON_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def withdraw_round(log: Path, reason: str, timeline: str | None, as_json: bool) -> int:
    """Withdraw the newest round of LOG. It stays in the log and counts no more."""
    command = {"do": "withdraw_round", "by": "judge", "reason": reason}
    return run_at_desk(log, timeline, as_json, one(command))


@click.command()
@LOG_ARGUMENT
@click.argument("game", required=False)
@click.option("--minutes", type=int, help="For how long.")
@REASON_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def clock(
    log: Path,
    game: str | None,
    minutes: int | None,
    reason: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """Note that the judge paused the clock of GAME, or of the whole round."""

    def work(desk: Desk) -> Any:
        ident = None if game is None else find_game(desk.state, game)
        command = {"do": "pause_clock", "by": "judge", "game": ident, "minutes": minutes}
        return one({**command, "reason": reason})(desk)

    return run_at_desk(log, timeline, as_json, work)

"""`rollbook luck`: how the dice fell against what they were expected to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click

from rollbook.tools.cli.busy import busy
from rollbook.tools.cli.common import (
    FINDING,
    FINE,
    JSON_OPTION,
    USAGE,
    exit_code,
    print_json,
    print_lines,
    warn,
)

if TYPE_CHECKING:
    from rollbook.projections.rollseen import RollSeen
    from rollbook.tools.luckreport import LuckReport


@click.command()
@click.argument("logs", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--dice",
    "dice_files",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file of rolls without a game instead: a VASSAL log or a table. May be repeated.",
)
@click.option(
    "--by",
    type=click.Choice(["player", "dice"]),
    default="player",
    show_default=True,
    help="By player, or by set of dice: the logs of one folder are one set.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw the charts in plain letters.")
@JSON_OPTION
def luck(
    logs: tuple[Path, ...], dice_files: tuple[Path, ...], by: str, ascii_only: bool, as_json: bool
) -> int:
    """
    Say how the dice of LOGS fell: one log, several, or folders of them.

    For each player and kind of roll: expected, actual, deviation, how often
    chance goes that far, and one sentence.  Then the most unlikely rolls, and
    whether the faces look like those of fair dice.
    """
    from rollbook.tools.luckreport import luck_of

    if bool(logs) == bool(dice_files):
        raise click.UsageError("name logs, or files of rolls with --dice")
    if dice_files:
        return _luck_of_files(dice_files, ascii_only, as_json)
    if len(logs) == 1 and not logs[0].is_dir():
        code = _unreadable(logs[0])
        if code is not None:
            return code
    with busy("Looking at every roll"):
        report = luck_of(logs, cast("Literal['player', 'dice']", by))
    for path, reason in report.skipped:
        warn(f"{path} is left out: {reason}")
    _print(report, ascii_only, as_json)
    if not report.games:
        warn("no log was found there")
        return USAGE if not report.skipped else FINDING
    return FINDING if report.skipped else FINE


def _unreadable(path: Path) -> int | None:
    """Say what is wrong with the only log, and give the exit code of that."""
    from rollbook.events.errors import RollbookError
    from rollbook.tools.cli.common import View

    try:
        View(path).log.close()
    except RollbookError as error:
        warn(" ".join(str(error).split()))
        return exit_code(error)
    return None


def _print(report: LuckReport, ascii_only: bool, as_json: bool) -> None:
    if as_json:
        print_json(report.to_plain())
        return
    from rollbook.tools.cli.lucklines import report_lines

    print_lines(report_lines(report, ascii_only=ascii_only))


def _luck_of_files(paths: tuple[Path, ...], ascii_only: bool, as_json: bool) -> int:
    """Test the faces of rolls that somebody wrote down elsewhere."""
    from rollbook.tools.importers.dice import read_dice
    from rollbook.tools.luckreport import imported_rolls, luck_of_rolls

    rolls: list[RollSeen] = []
    unreadable = 0
    for path in paths:
        found = read_dice(path.read_bytes(), path.name)
        rolls += imported_rolls(path.name, found.rolls)
        unreadable += len(found.unreadable)
        for line in found.unreadable[:10]:
            warn(f"{path.name}, {line.where}, is left out: {line.why}")
    _print(luck_of_rolls(rolls), ascii_only, as_json)
    if unreadable > 10:
        warn(f"{unreadable} lines were left out in all")
    return FINDING if unreadable or not rolls else FINE

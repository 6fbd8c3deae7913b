"""`rollbook take-back`, `restore`: the head of a timeline moves, nothing is erased."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rollbook.engine.session import Session
from rollbook.events.errors import RuleRefusal
from rollbook.events.quantities import JUDGE
from rollbook.projections.refusalwords import refusal_words
from rollbook.projections.words import names_of, sentence
from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, LOG_ARGUMENT, print_json, warn
from rollbook.tools.cli.record import tell_set_aside

BY = click.option("--by", help="Who asks: a player's id, or judge.")
REASON = click.option("--reason", required=True, help="Why; it is kept in the log.")
AGREED = click.option("--agreed", help="The other player, who agrees.")
RULING = click.option("--ruling", is_flag=True, help="The judge rules it.")
TIMELINE = click.option("--timeline", help="The timeline; without it the default one.")


@click.command(name="take-back")
@LOG_ARGUMENT
@BY
@click.option("--to", type=click.IntRange(0), required=True, help="The entry to go back to.")
@REASON
@AGREED
@RULING
@TIMELINE
@JSON_OPTION
def take_back(
    log: Path,
    by: str | None,
    to: int,
    reason: str,
    agreed: str | None,
    ruling: bool,
    timeline: str | None,
    as_json: bool,
) -> int:
    """Withdraw the entries after one of them. They stay in LOG and stay visible."""
    command = {"do": "take_back", "to": to, "reason": reason}
    return _move(log, command, by, agreed, ruling, timeline, as_json)


@click.command()
@LOG_ARGUMENT
@BY
@click.option("--entry", type=click.IntRange(0), required=True, help="The entry to go on from.")
@REASON
@AGREED
@RULING
@TIMELINE
@JSON_OPTION
def restore(
    log: Path,
    by: str | None,
    entry: int,
    reason: str,
    agreed: str | None,
    ruling: bool,
    timeline: str | None,
    as_json: bool,
) -> int:
    """Bring back what was taken back: go on from an earlier head of the timeline."""
    command = {"do": "restore", "entry": entry, "reason": reason}
    return _move(log, command, by, agreed, ruling, timeline, as_json)


def _move(
    path: Path,
    command: dict[str, Any],
    by: str | None,
    agreed: str | None,
    ruling: bool,
    timeline: str | None,
    as_json: bool,
) -> int:
    if ruling and (agreed or by not in (None, JUDGE)):
        raise click.UsageError("a ruling is the judge's alone: leave out --by and --agreed")
    if not ruling and by is None:
        raise click.UsageError("say who asks: --by PLAYER, or --ruling for the judge")
    command |= {"by": JUDGE if ruling else by, "agreed": agreed, "timeline": timeline}
    return submit_one(path, command, as_json, timeline)


def submit_one(path: Path, command: dict[str, Any], as_json: bool, timeline: str | None) -> int:
    """Put one command into a log and print what it gave."""
    session = Session.open(path, timeline)
    try:
        tell_set_aside(session)
        result = session.submit(command)
        name = names_of(session.states.at(result.entry.seq))
    except RuleRefusal as refusal:
        if as_json:
            print_json({"refused": refusal.to_json()})
        else:
            warn(refusal_words(refusal))
        return FINDING
    finally:
        session.close()
    if as_json:
        print_json(result.to_plain())
    else:
        for event in result.entry.events:
            click.echo(f"{result.entry.seq}: {sentence(session.rules.name, event, name)}")
    return FINE

"""`rollbook dispute`, `settle`, `confirm`: objections, and what the judge says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from rollbook.engine.session import Session
from rollbook.events.errors import RuleRefusal
from rollbook.events.quantities import JUDGE
from rollbook.projections.refusalwords import refusal_words
from rollbook.projections.words import names_of, sentence
from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, LOG_ARGUMENT, print_json, warn
from rollbook.tools.cli.moves import submit_one
from rollbook.tools.cli.record import tell_set_aside

TIMELINE = click.option("--timeline", help="The timeline; without it the default one.")


@click.command()
@LOG_ARGUMENT
@click.argument("about")
@click.option("--by", required=True, help="Who objects: a player's id, or judge.")
@click.option("--reason", required=True, help="Why; it is kept in the log.")
@TIMELINE
@JSON_OPTION
def dispute(
    log: Path, about: str, by: str, reason: str, timeline: str | None, as_json: bool
) -> int:
    """Object to ABOUT, an address of LOG: 42 is an entry, 42.3 its fourth event."""
    command = {"do": "dispute", "by": by, "about": about, "reason": reason}
    return submit_one(log, command, as_json, timeline)


@click.command()
@LOG_ARGUMENT
@click.argument("entries", nargs=-1, required=True, type=click.IntRange(0))
@click.option("--by", required=True, help="Who saw these dice: the other side, or judge.")
@TIMELINE
@JSON_OPTION
def confirm(
    log: Path, entries: tuple[int, ...], by: str, timeline: str | None, as_json: bool
) -> int:
    """Confirm that the dice of ENTRIES of LOG were as typed."""
    command = {"do": "confirm_rolls", "by": by, "entries": list(entries)}
    return submit_one(log, command, as_json, timeline)


@click.command()
@LOG_ARGUMENT
@click.argument("about")
@click.option(
    "--outcome",
    required=True,
    type=click.Choice(("stands", "corrected", "reroll", "taken_back")),
    help="What the judge decides.",
)
@click.option("--rule", required=True, help="The rule that decides it.")
@click.option("--reason", default="", help="Why, in the judge's words.")
@click.option(
    "--set", "values", multiple=True, metavar="PATH=VALUE",
    help="With corrected: what is set, such as units.duchess.hull=2. VALUE is JSON or a word.",
)  # fmt: skip
@click.option(
    "--to", type=click.IntRange(0),
    help="With reroll and taken_back: the entry to go back to (default: the one before ABOUT).",
)  # fmt: skip
@TIMELINE
@JSON_OPTION
def settle(
    log: Path,
    about: str,
    outcome: str,
    rule: str,
    reason: str,
    values: tuple[str, ...],
    to: int | None,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    Settle the dispute about ABOUT in LOG, as the judge.

    A correction becomes a ruling, a roll made again or a take-back becomes a
    take-back; nothing is edited, and the settlement names that entry.
    """
    _check_options(outcome, values, to)
    session = Session.open(log, timeline)
    try:
        tell_set_aside(session)
        _open_dispute(session, about)
        lines = []
        entry = None
        for command in _carrying_out(session, about, outcome, reason, values, to):
            entry = session.submit(command).entry
            lines.append(entry)
        made: dict[str, Any] = {
            "do": "settle", "by": JUDGE, "about": about, "outcome": outcome, "rule": rule,
            "reason": reason,
        }  # fmt: skip
        if entry is not None:
            made["entry"] = entry.seq
        lines.append(session.submit(made).entry)
        name = names_of(session.state)
    except RuleRefusal as refusal:
        if as_json:
            print_json({"refused": refusal.to_json()})
        else:
            warn(refusal_words(refusal))
        return FINDING
    finally:
        session.close()
    for line in lines:
        if as_json:
            from rollbook.engine.session import Result

            print_json(Result(line).to_plain())
            continue
        for event in line.events:
            click.echo(f"{line.seq}: {sentence(session.rules.name, event, name)}")
    return FINE


def _check_options(outcome: str, values: tuple[str, ...], to: int | None) -> None:
    if values and outcome != "corrected":
        raise click.UsageError("--set goes with --outcome corrected")
    if outcome == "corrected" and not values:
        raise click.UsageError("say what is corrected: --set PATH=VALUE")
    if to is not None and outcome not in ("reroll", "taken_back"):
        raise click.UsageError("--to goes with --outcome reroll or taken_back")


def _open_dispute(session: Session, about: str) -> None:
    """Refuse before anything is carried out that is not under dispute."""
    from rollbook.engine.dice.ledger import Ledger
    from rollbook.engine.disputes import address_in

    address = str(address_in(session.log, about, session.timeline))
    if Ledger().read(session.log).open_dispute(address) is None:
        raise RuleRefusal("NOT_PENDING", f"{address} is not under dispute")


def _carrying_out(
    session: Session,
    about: str,
    outcome: str,
    reason: str,
    values: tuple[str, ...],
    to: int | None,
) -> list[dict[str, Any]]:
    if outcome == "stands":
        return []
    if outcome == "corrected":
        return [{"do": "ruling", "by": JUDGE, "reason": reason, "set": dict(map(_value, values))}]
    from rollbook.engine.disputes import address_in

    seq = address_in(session.log, about, session.timeline).seq
    back = session.log.chain.timelines.parent(seq) if to is None else to
    if back is None:
        raise RuleRefusal("UNKNOWN_ENTRY", "nothing stands before entry 0")
    if to is None and not session.log.chain.timelines.is_on_path(seq, session.head):
        # Taken back already: nothing is left to carry out.
        return []
    return [{"do": "take_back", "by": JUDGE, "to": back, "reason": reason or outcome}]


def _value(text: str) -> tuple[str, Any]:
    path, found, value = text.partition("=")
    if not found:
        raise click.UsageError(f"--set {text}: write PATH=VALUE")
    try:
        return path, json.loads(value)
    except (json.JSONDecodeError, RecursionError):
        return path, value

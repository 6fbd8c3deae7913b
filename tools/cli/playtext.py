"""Playing a battle that is written in notation."""

from __future__ import annotations

import click

from rollbook.projections.printable import printable
from rollbook.projections.words import names_of, sentence
from rollbook.tools.cli.common import FINDING, FINE, print_json, warn
from rollbook.tools.cli.signhint import sign_hint
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.playing import Outcome, Playing, Taker
from rollbook.tools.notation.reading import read


def play_text(
    taker: Taker,
    text: str,
    name: str,
    *,
    keep_going: bool = False,
    as_json: bool = False,
    tables: str | None = None,
    who: str | None = None,
) -> int:
    """
    Play *text*, which messages call *name*, and print what came of each line.

    A text with errors is not played at all.  Gives the exit code.
    """
    session = taker.session
    rules = session.rules.name if session is not None else None
    document, errors = read(text, rules=rules, who=who)
    if errors or document is None:
        print_errors(errors, name)
        warn(f"{name} has {_counted(len(errors), 'error')}; nothing of it was played")
        return FINDING
    refused = False
    for outcome in Playing(taker, tables).play(document):
        if as_json:
            print_json(outcome.result)
        else:
            _say(taker, outcome, name)
        refused |= outcome.refused is not None
        if refused and not keep_going:
            _say_stopped(taker, name, outcome.line, as_json=as_json)
            break
    return FINDING if refused else FINE


def _say_stopped(taker: Taker, name: str, line: int, *, as_json: bool) -> None:
    if as_json or taker.session is None:
        return
    path = getattr(taker.session.log, "path", None)
    held = "the log" if path is None else printable(str(path))
    warn(
        f"{name} stopped at line {line}; {held} holds "
        f"{_counted(len(taker.session.log), 'entry')} by now. "
        "Go on with the lines from there, without the header, or start again with a new log"
    )


def _say(taker: Taker, outcome: Outcome, name: str) -> None:
    if outcome.refused is not None or outcome.finding:
        for line in outcome.shown(name):
            click.echo(line, err=True)
    if outcome.refused is None and taker.session is not None:
        print_told(taker, outcome.result["entry"])


def print_told(taker: Taker, seq: int) -> None:
    """Print the events of an entry in words."""
    session = taker.session
    if session is None:
        return
    entry = session.log.entry(seq)
    named = names_of(session.states.at(seq))
    for event in entry.events:
        click.echo(f"{seq}: {sentence(session.rules.name, event, named)}")
    hint = sign_hint(session.log, entry.events)
    if hint is not None:
        click.echo(hint, err=True)


def print_errors(errors: list[NotationError], name: str) -> None:
    """Print every error with its line and a caret."""
    for error in errors:
        for line in error.shown(name):
            click.echo(line, err=True)


def _counted(number: int, what: str) -> str:
    many = what.removesuffix("y") + "ies" if what.endswith("y") else f"{what}s"
    return f"{number} {what if number == 1 else many}"

"""`rollbook odds`: what a command can lead to, and how likely a roll was."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rollbook.events.errors import RuleRefusal
from rollbook.projections.refusalwords import refusal_words
from rollbook.tools.cli.busy import busy
from rollbook.tools.cli.common import (
    FINDING,
    FINE,
    JSON_OPTION,
    LOG_ARGUMENT,
    View,
    print_json,
    print_lines,
    warn,
)

if TYPE_CHECKING:
    from rollbook.engine.decide import Asked
    from rollbook.engine.ruleset import RuleSet

SAMPLES = 10_000
_PART = re.compile(r"(?P<place>.*\.\d+)/(?P<part>[1-9]\d{0,4})")


@click.command()
@LOG_ARGUMENT
@click.argument("command", required=False)
@click.option("--at", help="From the state at this address instead of now.")
@click.option("--roll", help="Instead of a command: how likely the roll at this address was.")
@click.option(
    "--samples",
    type=click.IntRange(1, 1_000_000),
    default=SAMPLES,
    show_default=True,
    help="Simulated commands, only if exact odds are too large.",
)
@JSON_OPTION
def odds(
    log: Path, command: str | None, at: str | None, roll: str | None, samples: int, as_json: bool
) -> int:
    """
    Say what COMMAND can lead to from a state of LOG.

    COMMAND is a line of notation that says who asks ("ann: check gertie
    grit") or a JSON object.

    Every roll is followed at once, so the chances are exact fractions.  With
    --roll ADDR: how likely that roll was when it fell, how likely something
    at least as good, and at least as bad.
    """
    if (command is None) == (roll is None):
        raise click.UsageError("give a command, or --roll with an address")
    if roll is not None and at is not None:
        raise click.UsageError("a roll has its own moment: leave out --at")
    view = View(log)
    if roll is not None:
        return _of_roll(view, roll, as_json)
    try:
        return _of_command(view, command or "", at, samples, as_json)
    except RuleRefusal as refusal:
        if as_json:
            print_json({"refused": refusal.to_json()})
        else:
            warn(refusal_words(refusal))
        return FINDING


def _of_command(view: View, text: str, at: str | None, samples: int, as_json: bool) -> int:
    from rollbook.engine.odds.command import best_odds
    from rollbook.engine.session import rules_of

    rules = rules_of(view.log)
    asked = read_asked(rules, text)
    state = view.state(view.address(at))
    with busy("Following every roll"):
        found = best_odds(rules, state, asked, samples)
        plain = found.to_plain() if as_json else None
    if as_json:
        print_json(plain)
        return FINE
    from rollbook.tools.cli.oddslines import odds_lines

    print_lines(odds_lines(found, asked, rules.name))
    return FINE


def read_asked(rules: RuleSet, text: str) -> Asked:
    """
    Read the command that odds are asked for; dice in it are set aside, and that is said.

    Raises :class:`~rollbook.events.errors.RuleRefusal`.
    """
    import attrs

    from rollbook.engine.border import parse_line, read_command
    from rollbook.engine.logcommands import is_log_command
    from rollbook.engine.session import commands_of
    from rollbook.events.message import name_of

    value = parse_line(text) if text.lstrip().startswith(("{", "[")) else _notation(rules, text)
    asked = read_command(value, commands_of(rules.name))
    if is_log_command(asked.command):
        name = name_of(type(asked.command))
        raise RuleRefusal("UNKNOWN_COMMAND", f"{name} is the log's own command and rolls nothing")
    if asked.dice:
        warn("the dice of the command are left out: odds are over all faces")
    return attrs.evolve(asked, dice=None)


def _notation(rules: RuleSet, text: str) -> dict[str, Any]:
    """Read a command that is written as at the prompt; raises ``BAD_VALUE``."""
    from rollbook.tools.notation.document import Line
    from rollbook.tools.notation.reading import read

    document, errors = read(text, rules=rules.name)
    if errors or document is None or len(document.items) != 1:
        what = errors[0].problem if errors else "expected one command"
        raise RuleRefusal("BAD_VALUE", f"{what} (a line of notation, or a JSON object)")
    item = document.items[0]
    if not isinstance(item, Line):
        raise RuleRefusal("BAD_VALUE", "expected a command")
    return item.submitted()


def _of_roll(view: View, text: str, as_json: bool) -> int:
    from rollbook.engine.odds.rolled import roll_odds
    from rollbook.engine.session import rules_of

    place, part = split_part(text)
    address = view.address(place)
    rules = rules_of(view.log)
    found = roll_odds(view.log, rules, view.states, address.seq, address.event, part)
    if as_json:
        print_json(found.to_plain())
        return FINE
    from rollbook.projections.words import names_of
    from rollbook.tools.cli.oddslines import roll_lines

    print_lines(roll_lines(found, rules.name, names_of(view.states.at(address.seq))))
    return FINE


def split_part(text: str) -> tuple[str, int]:
    """
    Take the number of a throw off an address.

    >>> split_part("42.3/2"), split_part("42")
    (('42.3', 2), ('42', 1))
    """
    found: Any = _PART.fullmatch(text.strip())
    return (found["place"], int(found["part"])) if found else (text, 1)

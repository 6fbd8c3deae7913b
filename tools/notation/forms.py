"""
The words of each command: one short form a command, a table a rule set.

A form is a pattern: words as they are read aloud, and fields in braces.
``{name?}`` is there only when text in quotation marks stands in its place;
``{x_milli,y_milli@facing_decideg}`` is a place made of three fields.  What
the pattern does not hold is written behind it as ``field=value``.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec

from attrs import frozen

from rollbook.events.schema import SHIPPED
from rollbook.tools.notation.errors import NoNotation


@frozen
class Form:
    """
    How a command is written.

    *items* names its list field whose items are written behind ``+`` signs,
    each by the pattern beside it; *spread* the mapping whose keys are written
    like fields.  A *heading* is set between ``==``; with *count* (a word, or
    ``""``) it may carry the number of the round.
    """

    pattern: str
    items: tuple[str, str] | None = None
    spread: str | None = None
    heading: bool = False
    count: str | None = None


OF_ALL = {
    "note": Form("note {text}"),
    "ruling": Form("ruling {reason}", spread="set"),
    "end_game": Form("end game won by {winner}"),
    "take_back": Form("take back to {to} because {reason}"),
    "restore": Form("restore {entry} because {reason}"),
    "fork": Form("fork {name} at {at}"),
    "give_up_roll": Form("give up roll because {reason}"),
    "abort_roll": Form("abort roll because {reason}"),
    "commit_dice": Form("commit dice {source}"),
    "reveal_seed": Form("reveal seed {role} {seed}"),
    "confirm_rolls": Form("confirm rolls {entries}"),
    "dispute": Form("dispute {about} because {reason}"),
    "settle": Form("settle {about} {outcome} by {rule}"),
}
"""Commands that every game has."""

ENTRY_FIELDS = {
    "take_back": "to",
    "restore": "entry",
    "fork": "at",
    "confirm_rolls": "entries",
    "settle": "entry",
    "give_up_roll": "entry",
}
"""Fields that name entries by number; in notation they are the numbers of its lines."""

_FORMS: dict[str, dict[str, Form]] = {}


def register_forms(rules: str, forms: dict[str, Form]) -> None:
    """Give the commands of a rule set their words; what is left out keeps its own name."""
    _FORMS[rules] = forms


def forms_of(rules: str) -> dict[str, Form]:
    """Give the forms of a rule set, those of all games among them; raises :class:`NoNotation`."""
    if rules not in _FORMS and rules in SHIPPED:
        name = f"rollbook.tools.notation.{rules.replace('-', '')}"
        if find_spec(name) is None:
            raise NoNotation(rules)
        importlib.import_module(name)
    return {**OF_ALL, **_FORMS.get(rules, {})}

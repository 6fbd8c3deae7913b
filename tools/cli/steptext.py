"""Steps as plain text: lines for a pipe, one line for a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rollbook.events.plain import to_plain
from rollbook.projections.printable import printable
from rollbook.projections.words import command_sentence, names_of, sentence
from rollbook.tools.cli.cards import unit_card
from rollbook.tools.cli.changewords import change_words
from rollbook.tools.cli.lines import text_of
from rollbook.tools.cli.stepping import Step
from rollbook.tools.cli.stepview import moment


def entry_words(step: Step) -> str:
    """Give who asked for the entry, and for what."""
    asked = command_sentence(step.rules, step.entry.command, step.name)
    return f"{step.name(step.entry.by)}: {asked}"


def print_lines_of(step: Step, *, entry: bool) -> Iterator[str]:
    """Give the plain lines of one step; *entry* puts the entry's own lines before it."""
    if entry:
        gone = " (taken back)" if step.withdrawn else ""
        yield f"{step.place.seq:>5}  {moment(step)}. {entry_words(step)}{gone}"
    words = sentence(step.rules, step.event, step.name)
    yield f"  {step.place!s:>8}  {words}"
    if step.problem:
        yield f"            {printable(step.problem)}"
    for whose, what in change_words(step.changes, step.name):
        yield f"            {whose + ': ' if whose else ''}{what}"


def spoken(step: Step, *, entry: bool) -> str:
    """Give one step as one line for a screen reader: where, what, and what it changed."""
    where = f"{moment(step)}. {entry_words(step)}. " if entry else ""
    gone = "Taken back: " if step.withdrawn else ""
    found = [f"{whose}: {what}" if whose else what
             for whose, what in change_words(step.changes, step.name)]  # fmt: skip
    told = "; ".join(found).replace(" -> ", " to ")
    words = sentence(step.rules, step.event, step.name).rstrip(".")
    problem = f" {printable(step.problem)}." if step.problem else ""
    return f"{step.place}: {where}{gone}{words}.{problem}" + (f" Changed: {told}." if told else "")


def spoken_units(state: Any) -> Iterator[str]:
    """Give every unit in one line of words, without bars."""
    name = names_of(state)
    for ident, unit in getattr(state, "units", {}).items():
        lines = unit_card(ident, to_plain(unit), 10_000, owner=name(unit.owner))
        words = ", ".join(" ".join(_unbarred(text_of(part)).split()) for part in lines)
        yield words.replace(" - ", " ")


def _unbarred(text: str) -> str:
    return text.replace("█", "").replace("░", "")

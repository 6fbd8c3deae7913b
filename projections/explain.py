"""
Explanations: a question in, the chain of causes out, as objects and in words.

A question is an address (``42`` or ``42.3``), a field (``gertie.hull``,
``brick.weapons.cannon.destroyed``, ``spades/s1.wounds``, ``round``), or a unit
alone, which asks for all of its fields.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from rollbook.events.errors import RollbookError
from rollbook.events.log.log import Log
from rollbook.events.plain import to_plain
from rollbook.projections.causes import (
    Causes,
    Change,
    Place,
    Step,
    need_and_result,
)
from rollbook.projections.fields import (
    MISSING,
    Path,
    bare_name,
    names_inside,
    number_words,
    value_at,
)
from rollbook.projections.printable import printable
from rollbook.projections.rollchance import ChancesOf, chance_words, no_chances
from rollbook.projections.rolls import rolls_in
from rollbook.projections.words import Name, command_sentence, names_of, sentence

ADDRESS = re.compile(r"\d{1,9}(\.\d{1,5})?|[a-z0-9_-]{1,32}@.*")


class UnknownField(RollbookError):
    """A question names nothing that is in the state."""

    def __init__(self, asked: str, missing: str, known: tuple[str, ...]) -> None:
        near = difflib.get_close_matches(missing, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        some = ", ".join(known[:40]) or "nothing further"
        super().__init__(
            f"{printable(asked[:80])}: there is no {printable(missing[:40]) or 'such name'} "
            f"(there is {some}){hint}"
        )
        self.known = known


@frozen
class Explanation:
    """
    The answer to one question.

    *path* is the field asked about (``None`` for an address), *value* what
    stands there, *change* the event that put it there.  *steps* lead from
    that event back to the first command.  *rules* and *name* are what it needs
    to put itself into words.
    """

    subject: str
    at: Place
    path: Path | None
    value: Any
    change: Change | None
    steps: tuple[Step, ...]
    rules: str
    name: Name

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``explain --json`` prints."""
        plain: dict[str, Any] = {"subject": self.subject, "at": str(self.at)}
        if self.path is not None:
            plain |= {"path": ".".join(self.path), "value": to_plain(self.value)}
            change = self.change
            plain["changed"] = None if change is None else str(change.place)
            plain["entered"] = change is not None and change.entered
            if change is not None and change.before is not MISSING:
                plain["before"] = to_plain(change.before)
        plain["chain"] = [step_plain(step, self.rules, self.name) for step in self.steps]
        return plain

    def __str__(self) -> str:
        return "\n".join(f"{place:>8}  {text}" if place else text for place, text in self.lines())

    def lines(self) -> Iterator[tuple[str, str]]:
        """Give the answer in words: pairs of an address, or nothing, and a text."""
        if self.path is not None:
            yield "", self._headline(self.path)
        before: Step | None = None
        for step in self.steps:
            yield str(step.place), step_words(step, before, self.rules, self.name)
            before = step

    def _headline(self, path: Path) -> str:
        what = f"{field_words(path, self.name)} is {_of_field(path[-1], self.value)}"
        if self.change is None:
            return f"{what}; no event ever set it."
        if self.change.entered:
            began = "it entered the game" if path[0] == "units" else "the game began"
            return f"{what} since {began} in {self.change.place}, because"
        return (
            f"{what} since {self.change.place}, "
            f"{_of_field(path[-1], self.change.before)} before, because"
        )


def field_words(path: Path, name: Name) -> str:
    """
    Give a field of the state as people say it.

    >>> field_words(("units", "w", "ws_melee"), lambda ref: "Old Gertie")
    'Old Gertie: ws melee'
    """
    if path[:1] != ("units",) or len(path) < 2:
        return " ".join(map(_bare, path))
    inside = " ".join(map(_bare, path[2:]))
    return f"{name(path[1])}: {inside}" if inside else name(path[1])


def value_words(value: Any) -> str:
    """Give a value of the state as people say it."""
    if value is MISSING:
        return "not there"
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return printable(value).replace("_", " ")
    return _plain_words(to_plain(value), depth=0)


def _bare(field: str) -> str:
    return bare_name(field).replace("_", " ")


def _of_field(field: str, value: Any, depth: int = 0) -> str:
    """Give the value of a field, a number as the field has it."""
    if type(value) is int:
        return number_words(field, value)
    return _plain_words(value, depth) if depth else value_words(value)


def _plain_words(plain: Any, depth: int) -> str:
    if isinstance(plain, list):
        text = ", ".join(_plain_words(item, depth + 1) for item in plain)
        return (f"({text})" if depth else text) or "none"
    if isinstance(plain, dict):
        parts = (f"{_bare(k)} {_of_field(k, v, depth + 1)}" for k, v in plain.items())
        text = ", ".join(map(printable, parts))
        return (f"({text})" if depth else text) or "none"
    return value_words(plain) if plain is None or isinstance(plain, str | bool) else str(plain)


def step_words(step: Step, before: Step | None, rules: str, name: Name) -> str:
    """Give one step in words, with how it is tied to the one *before* it."""
    marks = f"  [{', '.join(step.rules)}]" if step.rules else ""
    if step.event is None:
        asked = command_sentence(rules, step.entry.command, name)
        lead = "asked for by" if before is not None else "by"
        return f"{lead} {name(step.entry.by)}: {asked}{marks}"
    lead = ""
    if step.owed:
        lead = "owed since: "
    elif before is not None:
        lead = "because: " if before.entry.seq == step.entry.seq else "following: "
    return f"{lead}{sentence(rules, step.event, name)}{chance_words(step.chances)}{marks}"


def step_plain(step: Step, rules: str, name: Name) -> dict[str, Any]:
    """Give one step as JSON has it."""
    plain: dict[str, Any] = {"address": str(step.place), "rules": list(step.rules)}
    if step.event is None:
        entry = step.entry
        command = to_plain(entry.command)
        plain |= {"by": entry.by, "command": command, "dice": to_plain(entry.dice)}
        plain["words"] = command_sentence(rules, entry.command, name)
        return plain
    need, result = need_and_result(step.event)
    rolls = [to_plain(roll) for roll in rolls_in(step.event)]
    plain |= {"event": to_plain(step.event), "rolls": rolls, "owed": step.owed}
    if rolls:
        plain |= {"need": to_plain(need), "result": to_plain(result)}
        plain["odds"] = [one.to_plain() for one in step.chances]
    plain["words"] = sentence(rules, step.event, name)
    return plain


class Explainer:
    """
    Answers questions about one log.

    *chances* gives how likely rolls were; without it they are told without odds.
    """

    def __init__(
        self, log: Log, causes: Causes, states: Any, chances: ChancesOf = no_chances
    ) -> None:
        self.log = log
        self.causes = causes
        self.states = states
        self.chances = chances

    def names(self, at: Place) -> Name:
        """Give the names of units and players as they are at *at*."""
        return names_of(self.states.at(at.seq))

    def field(self, asked: str, at: Place) -> Explanation:
        """
        Explain one field of the state as it is at *at*.

        Raises :class:`UnknownField`.
        """
        state = self._state(at)
        path = find_path(asked, state)
        change = self.causes.last_change(path, at)
        steps = () if change is None else self._chain(change.place)
        return self._answer(asked, at, steps, path, value_at(state, path), change)

    def place(self, at: Place) -> Explanation:
        """Explain an event, or an entry: its command and since when it was owed."""
        entry = self.log.entry(at.seq)
        if at.event is not None and at.event >= len(entry.events):
            raise UnknownField(str(at), f"event {at.event}", _addresses(at.seq, len(entry.events)))
        return self._answer(str(at), at, self._chain(at))

    def _chain(self, place: Place) -> tuple[Step, ...]:
        return tuple(map(self._with_chances, self.causes.chain(place)))

    def _with_chances(self, step: Step) -> Step:
        if step.place.event is None or not rolls_in(step.event):
            return step
        return evolve(step, chances=self.chances(step.entry, step.place.event))

    def caused(self, seq: int) -> tuple[tuple[Step, int | None], ...]:
        """Give the events of an entry, each with the number of the one that led to it."""
        entry = self.log.entry(seq)
        inside = self.causes.causes_inside(entry)
        return tuple(
            (self._with_chances(self.causes.step(entry, number)), cause)
            for number, cause in enumerate(inside)
        )

    def _answer(
        self,
        subject: str,
        at: Place,
        steps: tuple[Step, ...],
        path: Path | None = None,
        value: Any = None,
        change: Change | None = None,
    ) -> Explanation:
        rules = self.log.chain.rules
        return Explanation(subject, at, path, value, change, steps, rules, self.names(at))

    def unit(self, asked: str, at: Place) -> tuple[Path, dict[Path, Change]]:
        """Give the path of a unit, and the last change of each of its fields."""
        path = find_path(asked, self._state(at))
        return path, self.causes.all_changes(path[1], at)

    def _state(self, at: Place) -> Any:
        return self.states.at(at.seq, None if at.event is None else at.event + 1)


def _addresses(seq: int, count: int) -> tuple[str, ...]:
    return tuple(f"{seq}.{number}" for number in range(count))


def find_path(asked: str, state: Any) -> Path:
    """
    Give the path that a question means: ids, names of units, or fields of the game.

    Raises :class:`UnknownField`.
    """
    first, _, rest = asked.partition(".")
    inside = tuple(rest.split(".")) if rest else ()
    unit, _, model = first.partition("/")
    units = getattr(state, "units", None) or {}
    found = unit if unit in units else _by_name(unit, units)
    if found is not None:
        path: Path = ("units", found, *(("models", model) if model else ()), *inside)
    elif names_inside(state) and first in names_inside(state):
        path = (first, *inside)
    else:
        known = (*units, *(n for n in names_inside(state) if n != "units"))
        raise UnknownField(asked, first, known)
    _check(asked, state, path)
    return path


def _by_name(text: str, units: Any) -> str | None:
    """Find a unit by the name that people know, when only one has it."""
    wanted = text.casefold().strip()
    found = [ident for ident, unit in units.items() if unit.name.casefold() == wanted]
    return found[0] if wanted and len(found) == 1 else None


def _check(asked: str, state: Any, path: Path) -> None:
    for number in range(len(path)):
        if value_at(state, path[: number + 1]) is MISSING:
            raise UnknownField(asked, path[number], names_inside(value_at(state, path[:number])))

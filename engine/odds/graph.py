"""
Every situation that a command can lead through, each looked at once.

A situation is a state and the steps left.  Situations that are equal are one,
however they came about, so nine rolls on a table are some thousand situations
and not 36 to the ninth sequences of dice.
"""

from __future__ import annotations

import gc
from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, Literal

from attrs import define, field, frozen

from rollbook.engine.decide import Asked, Pause, advance, first_steps, resume
from rollbook.engine.odds.errors import OddsTooLarge
from rollbook.engine.odds.faces import Group, groups_of
from rollbook.engine.odds.merging import Numbering
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.step import ChoiceAsk, Item, RollAsk, Step
from rollbook.events.errors import RuleRefusal
from rollbook.events.message import Event, field_names, name_of
from rollbook.events.roll import Roll

ZERO = Fraction(0)

MAX_WORK = 300_000
"""Rolls that are followed for one exact answer; this many take some twenty seconds."""

TELLING = ("row", "result", "outcome", "passed", "cause")
"""Fields of events that say which of several things happened; the first that is there."""

Label = tuple[str, str, str]
"""What may happen on the way: the event's name, the unit, and which row, result or cause."""


@frozen
class Branch:
    """A way out of a situation: where to, how likely, and what happens on it."""

    to: int
    chance: Fraction
    labels: tuple[Label, ...]


@frozen
class Apart:
    """
    Where the dice are not what decides: a choice, a fact of the table, a refusal.

    *code* is that of the refusal, *field* the field that is missing, *options*
    what may be chosen.
    """

    kind: Literal["choice", "fact", "refused"]
    message: str
    code: str
    field: str | None = None
    unit: str | None = None
    options: tuple[str, ...] = ()


@define
class Graph:
    """The situations by number (0 is the first), the ways out of each, and the ends."""

    branches: list[tuple[Branch, ...]] = field(factory=list)
    ends: dict[int, Any] = field(factory=dict)
    apart: dict[int, Apart] = field(factory=dict)
    first: tuple[Label, ...] = ()
    numbering: Numbering = field(factory=Numbering)


class Walk:
    """How a command goes on from a situation; the answers to choices are those of the command."""

    def __init__(self, rules: RuleSet, state: Any, asked: Asked) -> None:
        self.rules = rules
        self.choices = asked.choices
        self.events: list[Event] = []
        self.start = advance(rules, state, first_steps(rules, state, asked), self.events)

    def chosen(self, pause: Pause, used: int, events: list[Event]) -> tuple[Pause | Apart, int]:
        """Run on past the choices that the command brought; stop at any other."""
        while isinstance(pause.ask, ChoiceAsk):
            if used >= len(self.choices):
                return _choice(pause.ask), used
            choice = self.choices[used]
            if choice not in pause.ask.options:
                return _bad_choice(choice, pause.ask), used
            used += 1
            try:
                pause = resume(self.rules, pause, choice, events)
            except RuleRefusal as refusal:
                return _refused(refusal), used
        return pause, used

    def answered(self, pause: Pause, faces: tuple[int, ...]) -> tuple[Item, ...] | Apart:
        """Give what the step that waits for a roll makes of *faces*."""
        step = pause.left[0]
        if not isinstance(step, Step):
            raise TypeError("only a step can wait for an answer")
        try:
            return tuple(step.resolve(pause.state, self.rules.book, faces))
        except RuleRefusal as refusal:
            return _refused(refusal)

    def run_on(
        self, pause: Pause, follow: tuple[Item, ...] | Apart, used: int, events: list[Event]
    ) -> tuple[Pause | Apart, int]:
        """Run on after a step was answered, to the next roll or the end."""
        if isinstance(follow, Apart):
            return follow, used
        try:
            after = advance(self.rules, pause.state, (*follow, *pause.left[1:]), events)
        except RuleRefusal as refusal:
            return _refused(refusal), used
        return self.chosen(after, used, events)


class Explorer:
    """Builds the graph of one command."""

    def __init__(self, walk: Walk, groups: Any = groups_of, max_work: int = MAX_WORK) -> None:
        self._walk = walk
        self._groups = groups
        self._work = self._most = max_work
        self._known: dict[Hashable, int] = {}
        self._open: list[tuple[int, Pause, int]] = []
        self._graph = Graph()

    def explore(self) -> Graph:
        """Give the graph; raises :class:`~rollbook.engine.odds.errors.OddsTooLarge`."""
        # Nothing that is made here is garbage before the end; looking for it takes a third
        # of the time.
        collecting = gc.isenabled()
        gc.disable()
        try:
            return self._explore()
        finally:
            if collecting:
                gc.enable()

    def _explore(self) -> Graph:
        events = self._walk.events
        place = self._place(*self._walk.chosen(self._walk.start, 0, events))
        assert place == 0  # noqa: S101
        self._graph.first = labels_of(events)
        while self._open:
            number, pause, used = self._open.pop()
            if isinstance(pause.ask, RollAsk):
                groups = self._groups(pause.ask)
                self._work -= len(groups)
                if self._work < 0:
                    raise OddsTooLarge(f"more than {self._most:,} rolls would have to be followed")
                self._graph.branches[number] = self._follow(pause, used, groups)
        return self._graph

    def _follow(self, pause: Pause, used: int, groups: Iterable[Group]) -> tuple[Branch, ...]:
        """Give the ways out of a situation; throws with the same effect are one."""
        same: dict[Hashable, list[Any]] = {}
        for faces, chance in groups:
            follow = self._walk.answered(pause, faces)
            found = same.setdefault(effect_of(follow), [follow, ZERO])
            found[1] += chance
        merged: dict[tuple[int, tuple[Label, ...]], Fraction] = {}
        for follow, chance in same.values():
            events: list[Event] = []
            to = self._place(*self._walk.run_on(pause, follow, used, events))
            key = (to, labels_of(events))
            merged[key] = merged[key] + chance if key in merged else chance
        return tuple([Branch(to, chance, labels) for (to, labels), chance in merged.items()])

    def _place(self, found: Pause | Apart, used: int) -> int:
        """Give the number of a situation, a new one if it was not met before."""
        graph = self._graph
        key: Hashable = found
        if isinstance(found, Pause):
            key = (graph.numbering.key(found.state), found.left, used)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(graph.branches)
            graph.branches.append(())
            if isinstance(found, Apart):
                graph.apart[number] = found
            elif found.ask is None:
                graph.ends[number] = found.state
            else:
                self._open.append((number, found, used))
        return number


def effect_of(follow: tuple[Item, ...] | Apart) -> Hashable:
    """Give what tells two answers apart: everything but the faces that events keep."""
    if isinstance(follow, Apart):
        return follow
    return tuple([item if isinstance(item, Step) else _without_rolls(item) for item in follow])


def _without_rolls(event: Event) -> Hashable:
    kind = type(event)
    values = [getattr(event, name) for name in field_names(kind)]
    return (kind, *[value for value in values if type(value) is not Roll])


def labels_of(events: Iterable[Event]) -> tuple[Label, ...]:
    """Give what *events* tell about rows, results and causes."""
    return tuple([label for event in events for label in _label(event)])


def _label(event: Event) -> tuple[Label, ...]:
    name = _TELLS.get(type(event), "")
    if name == "":
        fields = field_names(type(event))
        name = _TELLS[type(event)] = next((f for f in TELLING if f in fields), None)
    if name is None:
        return ()
    unit = getattr(event, "unit", None) or getattr(event, "target", None) or ""
    value = getattr(event, name)
    return ((name_of(type(event)), unit, _words(value)),)


_TELLS: dict[type, str | None] = {}


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _refused(refusal: RuleRefusal) -> Apart:
    missing = refusal.extra.get("field") if refusal.code == "NEEDS_FIELD" else None
    kind: Literal["fact", "refused"] = "refused" if missing is None else "fact"
    return Apart(kind, refusal.message, refusal.code, field=missing)


def _choice(ask: ChoiceAsk) -> Apart:
    message = f"choose one of {', '.join(ask.options)}"
    return Apart("choice", message, "NEEDS_CHOICE", unit=ask.unit, options=ask.options)


def _bad_choice(choice: str, ask: ChoiceAsk) -> Apart:
    message = f"{choice} is not one of {', '.join(ask.options)}"
    return Apart("refused", message, "BAD_CHOICE", unit=ask.unit, options=ask.options)

"""
Every throw of a log, decided once more: what was asked, what the rule read.

A throw is the answer to one ask.  An event may carry several of them in one
roll (a face that picked nothing is rolled again), and each is a throw here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from rollbook.engine.decide import Asked, Pause, advance, first_steps, resume
from rollbook.engine.dice.entered import Choices
from rollbook.engine.keeping import command_of
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.step import ChoiceAsk, RollAsk
from rollbook.events.errors import RollbookError, RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import LogError
from rollbook.events.message import Event
from rollbook.projections.rolls import rolls_in

_UNFIT = (RollbookError, KeyError, AttributeError, TypeError, ValueError, IndexError)
"""What rules may raise over a log that they never wrote."""


class NoThrow(LogError):
    """There is no roll at an address, or it cannot be decided again."""


@frozen
class Throw:
    """
    One throw of an entry.

    *before* is the situation that asked for it, *first* the place of its
    first face among the entry's dice, *event* the number of the event that
    carries it (``None`` if none does), *part* which throw of that event it is.
    """

    seq: int
    ask: RollAsk
    faces: tuple[int, ...]
    before: Pause
    first: int
    event: int | None = None
    part: int = 1

    @property
    def address(self) -> str:
        """The address: ``42.3``, ``42.3/2`` for the second throw of that event."""
        place = f"{self.seq}" if self.event is None else f"{self.seq}.{self.event}"
        return place if self.part == 1 else f"{place}/{self.part}"

    @property
    def last(self) -> int:
        """The place behind its last face."""
        return self.first + len(self.faces)


def throws_of(rules: RuleSet, state: Any, entry: Entry) -> tuple[Throw, ...]:
    """
    Give the throws of *entry*, which was decided from *state*, in order.

    Raises :class:`NoThrow` where today's rules ask for other dice than the
    entry holds.
    """
    if entry.dice is None:
        return ()
    events: list[Event] = []
    faces = tuple(entry.dice.faces)
    try:
        throws = tuple(_thrown(rules, state, entry, faces, events))
    except _UNFIT as error:
        raise NoThrow(f"entry {entry.seq} cannot be decided again: {error}") from None
    used = throws[-1].last if throws else 0
    if used != len(faces):
        raise NoThrow(f"entry {entry.seq} holds {len(faces)} dice, {used} are asked for now")
    return tuple(_placed(throws, entry.events))


def _thrown(
    rules: RuleSet, state: Any, entry: Entry, faces: tuple[int, ...], events: list[Event]
) -> Iterator[Throw]:
    """Run the command with its faces, and stop where they end or a refusal comes."""
    command = command_of(entry)
    chosen = tuple(getattr(command, "choices", None) or ())
    choices, used = Choices(chosen), 0
    asked = Asked(command, entry.by, choices=chosen)
    pause = advance(rules, state, first_steps(rules, state, asked), events)
    while pause.ask is not None and used < len(faces):
        try:
            if isinstance(pause.ask, ChoiceAsk):
                pause = resume(rules, pause, choices.take(pause.ask), events)
                continue
            given = faces[used : used + pause.ask.count]
            _check_faces(entry, pause.ask, given)
            yield Throw(entry.seq, pause.ask, given, pause, used)
            used += len(given)
            pause = resume(rules, pause, given, events)
        except RuleRefusal:
            # A held roll stops here; for any other entry the count of faces tells.
            return


def _check_faces(entry: Entry, ask: RollAsk, faces: tuple[int, ...]) -> None:
    if len(faces) < ask.count:
        raise NoThrow(f"entry {entry.seq} has too few dice for {ask.purpose}")
    for face in faces:
        if not 1 <= face <= ask.sides:
            raise NoThrow(f"entry {entry.seq} has a die with {ask.sides} sides that shows {face}")


def _placed(throws: tuple[Throw, ...], events: tuple[Any, ...]) -> Iterator[Throw]:
    """Find the event that carries each throw, by purpose, sides and faces."""
    places: dict[int, tuple[int, int]] = {}
    for number, event in enumerate(events):
        part = 0
        for roll in rolls_in(event):
            rest = roll.faces
            for at, throw in enumerate(throws):
                same = (throw.ask.purpose, throw.ask.sides) == (roll.purpose, roll.sides)
                if rest and same and at not in places and rest[: len(throw.faces)] == throw.faces:
                    part += 1
                    places[at] = (number, part)
                    rest = rest[len(throw.faces) :]
    lost = 0
    for at, throw in enumerate(throws):
        if at in places:
            yield evolve(throw, event=places[at][0], part=places[at][1])
        else:
            lost += 1
            yield evolve(throw, part=lost)

"""
Every throw of a log, decided once more: what was asked, what the rule read.

A throw is the answer to one ask.  An event may carry several of them in one
roll (a face that picked nothing is rolled again), and each is a throw here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rollbook.engine.decide import Asked
from rollbook.engine.keeping import command_of
from rollbook.engine.replay import UNDECIDABLE, Thrown, replay
from rollbook.engine.ruleset import RuleSet
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import LogError
from rollbook.projections.rolls import rolls_in


class NoThrow(LogError):
    """There is no roll at an address, or it cannot be decided again."""


@frozen
class Throw(Thrown):
    """
    One throw of entry *seq* of a log.

    *event* is the number of the recorded event that carries it (``None`` if
    none does), *part* which throw of that event it is.
    """

    seq: int = 0
    part: int = 1

    @property
    def address(self) -> str:
        """The address: ``42.3``, ``42.3/2`` for the second throw of that event."""
        place = f"{self.seq}" if self.event is None else f"{self.seq}.{self.event}"
        return place if self.part == 1 else f"{place}/{self.part}"


def throws_of(rules: RuleSet, state: Any, entry: Entry) -> tuple[Throw, ...]:
    """
    Give the throws of *entry*, which was decided from *state*, in order.

    Raises :class:`NoThrow` where today's rules ask for other dice than the
    entry holds.
    """
    if entry.dice is None:
        return ()
    command, faces = command_of(entry), tuple(entry.dice.faces)
    choices = tuple(getattr(command, "choices", None) or ())
    replayed = replay(rules, state, Asked(command, entry.by, faces, choices))
    refusal = replayed.refusal
    # A held roll is refused behind its dice; for any other entry the count of faces tells.
    if refusal is not None and (refusal.code == UNDECIDABLE or not replayed.rolls):
        raise NoThrow(f"entry {entry.seq} cannot be decided again: {refusal}")
    if replayed.used != len(faces):
        raise NoThrow(
            f"entry {entry.seq} holds {len(faces)} dice, {replayed.used} are asked for now"
            + (f" ({refusal})" if refusal is not None else "")
        )
    return tuple(_placed(entry.seq, replayed.rolls, entry.events))


def throw_at(throws: tuple[Throw, ...], seq: int, event: int | None, part: int = 1) -> Throw:
    """
    Give the throw that an address names, among those of entry *seq*.

    *event* ``None`` stands for the first.  Raises :class:`NoThrow`.
    """
    for throw in throws:
        if event is None or (throw.event, throw.part) == (event, part):
            return throw
    if not throws:
        raise NoThrow(f"entry {seq} rolled no dice")
    place = f"{seq}" if event is None else f"{seq}.{event}"
    there = ", ".join(throw.address for throw in throws)
    asked = place if part == 1 else f"{place}/{part}"
    raise NoThrow(f"no dice fell at {asked}; they fell at {there}")


def _placed(seq: int, throws: tuple[Thrown, ...], events: tuple[Any, ...]) -> Iterator[Throw]:
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
        lost += at not in places
        event, part = places.get(at, (None, lost))
        yield Throw(throw.number, throw.before, throw.faces, throw.first, event, seq, part)

"""Dice that were thrown on the table and typed in, and choices taken after dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollbook.engine.step import ChoiceAsk, RollAsk
from rollbook.events.errors import NeedsDice, RuleRefusal

SHOWN = 8


def few(items: Sequence[Any]) -> str:
    """
    Give *items* as a list for a message, the first of them if they are many.

    >>> few([6, 1])
    '[6, 1]'
    >>> few([1] * 5000)
    '[1, 1, 1, 1, 1, 1, 1, 1, and 4992 more]'
    """
    shown = [repr(item) for item in items[:SHOWN]]
    more = [f"and {len(items) - SHOWN} more"] if len(items) > SHOWN else []
    return f"[{', '.join([*shown, *more])}]"


def check_faces(ask: RollAsk, faces: Sequence[int]) -> None:
    """Refuse ``BAD_DIE`` for a face that a die of this roll does not have.  Rule: CM-DIE-1."""
    for face in faces:
        if not 1 <= face <= ask.sides:
            raise RuleRefusal(
                "BAD_DIE",
                f"{face} is no face of a die with {ask.sides} sides ({ask.purpose})",
                face=face,
                purpose=ask.purpose,
                sides=ask.sides,
            )


def check_no_faces_left(faces: Sequence[int]) -> None:
    """Refuse ``UNUSED_DICE`` for faces that nothing asked for."""
    left = list(faces)
    if left:
        raise RuleRefusal("UNUSED_DICE", f"nothing asked for the dice {few(left)}", dice=left)


class Choices:
    """
    The choices that came with a command, taken front to back.

    Refuses ``NEEDS_CHOICE``, ``BAD_CHOICE`` and, for what is left over,
    ``UNUSED_CHOICES``.
    """

    def __init__(self, choices: tuple[str, ...]) -> None:
        self._choices = choices
        self._taken = 0

    def take(self, ask: ChoiceAsk) -> str:
        """Give the next choice if it is one of the options."""
        options = list(ask.options)
        shown = ", ".join(options)
        if self._taken >= len(self._choices):
            raise RuleRefusal(
                "NEEDS_CHOICE",
                f"choose one of {shown} for {ask.unit}",
                unit=ask.unit,
                options=options,
            )
        choice = self._choices[self._taken]
        if choice not in options:
            raise RuleRefusal("BAD_CHOICE", f"{choice} is not one of {shown}", options=options)
        self._taken += 1
        return choice

    def check_used(self) -> None:
        """Refuse choices that nothing asked for."""
        left = list(self._choices[self._taken :])
        if left:
            raise RuleRefusal(
                "UNUSED_CHOICES", f"nothing asked for the choices {few(left)}", choices=left
            )


class Entered:
    """
    Answers from a flat list of faces and a list of choices, front to back.

    Refuses ``BAD_DIE`` for a face outside 1..sides (before the number of
    faces is looked at), ``NEEDS_DICE`` with the whole roll that could not be
    completed, and at the end ``UNUSED_DICE``, then ``UNUSED_CHOICES``.
    *asks* lists the rolls that were asked for: purpose, count, sides.
    Rule: CM-DIE-1.
    """

    def __init__(self, faces: tuple[int, ...] = (), choices: tuple[str, ...] = ()) -> None:
        self.faces = faces
        self.asks: list[tuple[str, int, int]] = []
        self._used = 0
        self._choices = Choices(choices)

    def roll(self, ask: RollAsk) -> tuple[int, ...]:
        """Give the next faces."""
        given = self.faces[self._used : self._used + ask.count]
        check_faces(ask, given)
        if len(given) < ask.count:
            raise NeedsDice(ask.purpose, ask.count, ask.sides)
        self._used += ask.count
        self.asks.append((ask.purpose, ask.count, ask.sides))
        return given

    def choose(self, ask: ChoiceAsk) -> str:
        """Give the next choice."""
        return self._choices.take(ask)

    def finish(self) -> None:
        """Refuse left-over dice and choices."""
        check_no_faces_left(self.faces[self._used :])
        self._choices.check_used()

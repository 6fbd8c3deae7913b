"""Dice that were thrown on the table and typed in."""

from __future__ import annotations

from rollbook.engine.step import ChoiceAsk, RollAsk
from rollbook.events.errors import NeedsDice, RuleRefusal


class Entered:
    """
    Answers from a flat list of faces and a list of choices, front to back.

    Refuses ``BAD_DIE`` for a face outside 1..sides (before the number of
    faces is looked at), ``NEEDS_DICE`` with the whole roll that could not be
    completed, ``NEEDS_CHOICE`` and ``BAD_CHOICE`` likewise, and at the end
    ``UNUSED_DICE``, then ``UNUSED_CHOICES``.  Rule: CM-DIE-1.
    """

    def __init__(self, faces: tuple[int, ...] = (), choices: tuple[str, ...] = ()) -> None:
        self.faces = faces
        self.choices = choices
        self.used = 0
        self._chosen = 0

    def roll(self, ask: RollAsk) -> tuple[int, ...]:
        """Give the next faces."""
        given = self.faces[self.used : self.used + ask.count]
        for face in given:
            if not 1 <= face <= ask.sides:
                raise RuleRefusal(
                    "BAD_DIE",
                    f"{face} is no face of a die with {ask.sides} sides ({ask.purpose})",
                    face=face,
                    purpose=ask.purpose,
                    sides=ask.sides,
                )
        if len(given) < ask.count:
            raise NeedsDice(ask.purpose, ask.count, ask.sides)
        self.used += ask.count
        return given

    def choose(self, ask: ChoiceAsk) -> str:
        """Give the next choice."""
        return take_choice(self, ask)

    def finish(self) -> None:
        """Refuse left-over dice and choices."""
        if self.used < len(self.faces):
            left = list(self.faces[self.used :])
            raise RuleRefusal("UNUSED_DICE", f"nothing asked for the dice {left}", dice=left)
        check_choices_used(self)

    @property
    def chosen(self) -> int:
        """How many choices were taken."""
        return self._chosen

    def count_choice(self) -> None:
        """Note that one more choice was taken."""
        self._chosen += 1


def take_choice(answers: Entered, ask: ChoiceAsk) -> str:
    """Give the next of the choices typed with a command."""
    options = list(ask.options)
    if answers.chosen >= len(answers.choices):
        raise RuleRefusal(
            "NEEDS_CHOICE",
            f"choose one of {', '.join(options)} for {ask.unit}",
            unit=ask.unit,
            options=options,
        )
    choice = answers.choices[answers.chosen]
    if choice not in options:
        raise RuleRefusal(
            "BAD_CHOICE", f"{choice} is not one of {', '.join(options)}", options=options
        )
    answers.count_choice()
    return choice


def check_choices_used(answers: Entered) -> None:
    """Refuse choices that nothing asked for."""
    if answers.chosen < len(answers.choices):
        left = list(answers.choices[answers.chosen :])
        raise RuleRefusal("UNUSED_CHOICES", f"nothing asked for the choices {left}", choices=left)

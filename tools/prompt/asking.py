"""What a command needs next: the first roll, choice or fact that nobody has given yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from attrs import frozen

from rollbook.engine.border import read_command
from rollbook.engine.decide import Asked, advance, first_steps, resume
from rollbook.engine.dice.entered import Entered
from rollbook.engine.logcommands import is_log_command
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.session import Session, commands_of
from rollbook.engine.step import RollAsk
from rollbook.events.errors import NeedsDice, RuleRefusal
from rollbook.tools.notation.verbs import short_name

Name = Callable[[str], str]


@frozen
class Roll:
    """A roll that is needed: what for, by or on whom, how many dice, how many are there already."""

    purpose: str
    unit: str | None
    count: int
    sides: int
    given: int

    @property
    def missing(self) -> int:
        """How many dice are still needed."""
        return self.count - self.given

    def words(self, name: Name) -> str:
        """
        Say it as a question.

        >>> Roll("damage_table", "gertie", 2, 6, 0).words(str)
        'damage table for gertie, 2 dice'
        """
        whose = f" for {name(self.unit)}" if self.unit else ""
        dice = "1 die" if self.missing == 1 else f"{self.missing} dice"
        more = " more" if self.given else ""
        sides = "" if self.sides == 6 else f" with {self.sides} sides"
        return f"{self.purpose.replace('_', ' ')}{whose}, {dice}{more}{sides}"


@frozen
class Choice:
    """A choice that is needed after dice."""

    unit: str
    options: tuple[str, ...]


@frozen
class Fact:
    """A field that only the table knows; *refusal* is what its absence gave."""

    field: str
    message: str
    refusal: RuleRefusal = attrs.field(eq=False)

    @property
    def why(self) -> str:
        """Why it is needed, by the name that it is written with."""
        return self.message.replace(self.field, short_name(self.field))


@frozen
class Crowd:
    """Everybody whom *unit* reaches, as a list that may be empty, into *field*."""

    field: str
    unit: str


Need = Roll | Choice | Fact | Crowd


def need_of(session: Session, command: dict[str, Any]) -> Need | None:
    """
    Give what *command* still needs before it can be recorded; ``None`` for nothing.

    Nothing is recorded.  Raises :class:`~rollbook.events.errors.RuleRefusal`
    for a command that is refused whatever is rolled.
    """
    asked = read_command(command, commands_of(session.rules.name))
    if is_log_command(asked.command):
        return None
    try:
        return _walk(session.rules, session.state, asked)
    except RuleRefusal as refusal:
        unshared = crowd_missing(command) if refusal.code == "BAD_SPLIT" else None
        need = unshared or fact_missing(refusal, command)
        if need is None:
            raise
        return need


def fact_missing(refusal: RuleRefusal, command: dict[str, Any]) -> Fact | None:
    """Give the field whose absence a refusal is about, if it is."""
    name = refusal.extra.get("field")
    fact = Fact(str(name), refusal.message, refusal)
    if refusal.code == "NEEDS_FIELD":
        return fact
    # A value inside another one, such as hits[0].arc, was given and is wrong.
    left_out = isinstance(name, str) and name.isidentifier() and command.get(name) is None
    return fact if refusal.code == "BAD_VALUE" and left_out else None


def crowd_missing(command: dict[str, Any]) -> Crowd | None:
    """
    Give whom a command leaves open that reaches several units at once.

    An explosion reaches some before its strength is rolled, a slain walker
    only when it falls, which the table's angle says.  Hits of a combat are
    shared over the enemies in it.

    >>> crowd_missing({"do": "resolve_explosion", "unit": "brick"})
    Crowd(field='hits', unit='brick')
    """
    match command:
        case {"do": "resolve_explosion", "unit": unit}:
            reached = "hits"
        case {"do": "resolve_timber", "unit": unit, "angle_decideg": int()}:
            reached = "under"
        case {"do": "allocate_hits", "unit": unit}:
            reached = "allocation"
        case _:
            return None
    return None if command.get(reached) else Crowd(reached, unit)


def _walk(rules: RuleSet, state: Any, asked: Asked) -> Need | None:
    answers = Entered(asked.dice or (), asked.choices)
    pause = advance(rules, state, first_steps(rules, state, asked))
    while pause.ask is not None:
        ask = pause.ask
        try:
            answer: Any = answers.roll(ask) if isinstance(ask, RollAsk) else answers.choose(ask)
        except NeedsDice as needs:
            used = sum(count for _, count, _ in answers.asks)
            given = len(asked.dice or ()) - used
            extra = needs.extra
            unit = _whose(pause.left[0])
            return Roll(extra["purpose"], unit, extra["count"], extra["sides"], given)
        except RuleRefusal as refusal:
            if refusal.code == "NEEDS_CHOICE":
                return Choice(refusal.extra["unit"], tuple(refusal.extra["options"]))
            raise
        pause = resume(rules, pause, answer)
    answers.finish()
    return None


def _whose(step: Any) -> str | None:
    """Give the unit that a waiting step rolls for."""
    for name in ("unit", "target", "attacker", "victim"):
        value = getattr(step, name, None)
        if isinstance(value, str):
            return value
    return None


def faces_of(text: str, roll: Roll) -> list[int] | str:
    """
    Read the answer to a roll: ``3 4``, ``3,4``, ``[3 4]`` or ``34``.

    Gives the faces, or says in words what is wrong with them.
    """
    pieces = text.translate(str.maketrans("[],|", "    ")).split()
    digits = pieces[0] if len(pieces) == 1 and pieces[0].isascii() else ""
    if digits.isdigit() and 1 < len(digits) < 200 and roll.sides < 10:
        pieces = list(digits)
    if not all(piece.isascii() and piece.isdigit() and len(piece) < 6 for piece in pieces):
        return "type the faces as numbers, such as 3 4, or back, or nothing to drop the command"
    faces = [int(piece) for piece in pieces]
    wrong = next((face for face in faces if not 1 <= face <= roll.sides), None)
    if wrong is not None:
        return f"{wrong} is no face of a die with {roll.sides} sides"
    if len(faces) != roll.missing:
        return f"that is {_counted(len(faces))}, it takes {roll.missing}: {_example(roll)}"
    return faces


def _counted(number: int) -> str:
    return "1 face" if number == 1 else f"{number} faces"


def _example(roll: Roll) -> str:
    """Say what to type."""
    if roll.missing == 1:
        return f"type one number from 1 to {roll.sides}"
    some = " ".join(str(face % roll.sides + 1) for face in range(min(roll.missing, 6)))
    return f"type {roll.missing} numbers, such as {some}{' ...' if roll.missing > 6 else ''}"

"""Morale, and the checks that players ask for."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.lookups import (
    check_in_play,
    check_model,
    check_time,
    model_of,
    unit_of,
)
from rollbook.engine.hullpoints.rolls import check_ask, check_passed
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.hullpoints.commands import Check
from rollbook.events.hullpoints.events import CharacteristicChecked, MoraleChecked
from rollbook.events.hullpoints.units import Infantry, Unit, Vehicle
from rollbook.events.roll import Roll
from rollbook.projections.hullpoints import HullPointsState

MORALE = "morale"
INITIATIVE, GRIT = "initiative", "grit"


def characteristic(unit: Unit, name: str) -> int | None:
    """
    Give the value that a check of *unit* uses; absent is ``None``.

    A vehicle uses its driver; only infantry has initiative.
    Rule: HW-PROF-5, HV-MOR-1.
    """
    if name == INITIATIVE:
        return unit.initiative if isinstance(unit, Infantry) else None
    holder = unit.driver if isinstance(unit, Vehicle) else unit
    return holder.grit if name == GRIT else holder.sagacity


def roll_of(ask: RollAsk | None, faces: tuple[int, ...] | None) -> Roll | None:
    """Give the roll that an event carries; none where a rule decided without dice."""
    return None if ask is None or faces is None else ask.roll(faces)


@frozen
class MoraleCheck(Step):
    """
    One morale check on grit; failed, the unit is battle-shocked for another round.

    Rule: HW-MOR-1, HV-MOR-1, HV-MOR-2, CM-CHK-2.
    """

    unit: str

    def ask(self, state: HullPointsState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for the check's dice, unless the value is 0."""
        return check_ask(state, characteristic(state.units[self.unit], GRIT), MORALE)

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...] | None
    ) -> Sequence[Item]:
        """Say whether the unit holds."""
        value = characteristic(state.units[self.unit], GRIT) or 0
        passed = check_passed(state, value, answer)
        return (
            MoraleChecked(
                unit=self.unit,
                roll=roll_of(self.ask(state, book), answer),
                value=value,
                passed=passed,
                until=None if passed else state.round + 1,
            ),
        )


@frozen
class CharacteristicCheck(Step):
    """A check of one characteristic, and *failed*: what follows when it fails.  Rule: CM-CHK-1."""

    unit: str
    model: str | None
    name: str
    failed: tuple[Step, ...] = ()

    def ask(self, state: HullPointsState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for the check's dice, unless the value is 0 or absent."""
        return check_ask(state, characteristic(state.units[self.unit], self.name), self.name)

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...] | None
    ) -> Sequence[Item]:
        """Say whether the check passed."""
        value = characteristic(state.units[self.unit], self.name)
        passed = check_passed(state, value, answer)
        checked = CharacteristicChecked(
            unit=self.unit,
            model=self.model,
            characteristic=self.name,
            roll=roll_of(self.ask(state, book), answer),
            value=value,
            passed=passed,
        )
        return (checked,) if passed else (checked, *self.failed)


def decide_check(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Check initiative, grit or sagacity, also of models aboard.  Rule: CM-CHK-1."""
    command = asked.command
    assert isinstance(command, Check)  # noqa: S101
    check_time(state)
    unit = unit_of(state, command.unit)
    model = None if command.model is None else model_of(unit, command.model)
    check_in_play(unit)
    if model is not None and command.model is not None:
        check_model(unit, model, command.model)
    return (CharacteristicCheck(command.unit, command.model, command.characteristic),)

"""Running instead of firing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import (
    active_units,
    check_able,
    check_not_shaken_by_house_rule,
    check_turn,
    refuse,
)
from rollbook.engine.armourvalue.movement import check_reach
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.terrain import Travel, check_test_at, go
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.commands import RunUnit
from rollbook.events.armourvalue.happenings import UnitRan
from rollbook.events.armourvalue.units import Vehicle
from rollbook.events.game import Position
from rollbook.events.roll import Roll
from rollbook.projections.armourvalue.state import ArmourValueState


@frozen
class Run(Travel):
    """A run whose die has been thrown."""

    roll: Roll

    def arrive(
        self,
        state: ArmourValueState,  # noqa: ARG002
        distance: int,
        position: Position,
        *,
        stopped: bool,  # noqa: ARG002
    ) -> tuple[Item, ...]:
        """Run there."""
        return (
            UnitRan(unit=self.unit, roll=self.roll, distance_milli=distance, position=position),
        )


@frozen
class RunRoll(Step):
    """
    How many inches a run may be; difficult terrain does not slow it.

    Rule: FE-RUN-1.
    """

    command: RunUnit

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for one die."""
        return RollAsk("run", 1)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Refuse a run beyond the die, else test terrain and go."""
        command = self.command
        check_reach(command.distance_milli, book.movement.run_die_milli * answer[0], "FE-RUN-1")
        roll = self.ask(state, book).roll(answer)
        way = Run(command.unit, command.distance_milli, command.position, command.test_at, roll)
        return go(way, difficult=False, dangerous=bool(command.dangerous))


def run_unit(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide a run.  Rule: FE-RUN-1, FE-RUN-2."""
    command = asked.command
    assert isinstance(command, RunUnit)  # noqa: S101
    begin(state, "shooting")
    (unit,) = active_units(state, unit=command.unit)
    check_turn(state, unit)
    if isinstance(unit, Vehicle):
        refuse("WRONG_KIND", "only walkers and infantry run", "FE-RUN-1")
    check_able(unit, "FE-RUN-2", "FE-RUN-2")
    check_not_shaken_by_house_rule(state, unit, "shaken_run", "FE-RUN-2")
    if unit.has_run:
        refuse("HAS_RUN", f"{unit.name or 'the unit'} has run this turn", "FE-RUN-1")
    if unit.fired_at is not None:
        refuse("ALREADY_FIRED", f"{unit.name or 'the unit'} has fired this turn", "FE-RUN-1")
    check_reach(command.distance_milli, book.movement.run_most_milli, "FE-RUN-1")
    check_test_at(unit, bool(command.dangerous), command.distance_milli, command.test_at)
    return (RunRoll(command),)

"""Charges into close combat."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import (
    active_units,
    check_able,
    check_enemy,
    check_not_shaken_by_house_rule,
    check_turn,
    is_ordinary,
    refuse,
)
from rollbook.engine.armourvalue.house_rules import house
from rollbook.engine.armourvalue.movement import check_reach
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.shooting import fired_weapons
from rollbook.engine.armourvalue.squadron import same_squadron
from rollbook.engine.armourvalue.terrain import Travel, check_test_at, go
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.commands import AssaultUnit
from rollbook.events.armourvalue.happenings import AssaultMoveMade, UnitsLockedInCombat
from rollbook.events.armourvalue.units import Infantry, Unit, Vehicle
from rollbook.events.game import Position
from rollbook.projections.armourvalue.state import ArmourValueState


@frozen
class Charge(Travel):
    """An assault move at a target.  Rule: FE-ASL-1."""

    target: str

    def arrive(
        self,
        state: ArmourValueState,  # noqa: ARG002
        distance: int,
        position: Position,
        *,
        stopped: bool,
    ) -> tuple[Item, ...]:
        """Reach the target, unless terrain stopped the unit on the way."""
        return (self._made(distance, position, reached=not stopped),)

    def fall_short(self, state: ArmourValueState, most_milli: int) -> tuple[Item, ...]:  # noqa: ARG002
        """Stay where it is: the charge is over for this turn.  Rule: FE-TER-1."""
        return (self._made(0, state.units[self.unit].position, reached=False),)

    def settle(self, state: ArmourValueState) -> tuple[Item, ...]:
        """Lock both in combat; ordinary vehicles never are."""
        unit, target = state.units[self.unit], state.units[self.target]
        reached = unit.assault is not None and unit.assault.reached
        if not reached or unit.status != "active" or is_ordinary(target):
            return ()
        if target.combat is not None:
            return (UnitsLockedInCombat(combat=target.combat, units=(self.unit,)),)
        made = f"c{state.combats_made + 1}"
        return (UnitsLockedInCombat(combat=made, units=(self.unit, self.target)),)

    def _made(self, distance: int, position: Position | None, *, reached: bool) -> AssaultMoveMade:
        return AssaultMoveMade(
            unit=self.unit,
            target=self.target,
            distance_milli=distance,
            position=position,
            reached=reached,
        )


def assault_unit(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide a charge.  Rule: FE-ASL-1, FE-ASL-2, FE-ASL-3."""
    command = asked.command
    assert isinstance(command, AssaultUnit)  # noqa: S101
    begin(state, "assault")
    unit, target = active_units(state, unit=command.unit, target=command.target)
    check_turn(state, unit)
    if isinstance(unit, Vehicle):
        refuse("WRONG_KIND", "vehicles do not assault", "FE-ASL-1")
    check_enemy(unit, target)
    check_able(unit)
    check_may_charge(state, unit)
    check_after_fire(state, unit, command.target)
    if isinstance(unit, Infantry) and not unit.may_assault:
        refuse("DISEMBARKED", "it left a closed vehicle that had moved", "FE-OPEN-5")
    check_reach(command.distance_milli, book.movement.assault_milli, "FE-ASL-1")
    tested = bool(command.dangerous)
    check_test_at(unit, tested, command.distance_milli, command.test_at)
    way = Charge(
        command.unit, command.distance_milli, command.position, command.test_at, command.target
    )
    return go(way, difficult=bool(command.difficult), dangerous=tested)


def check_may_charge(state: ArmourValueState, unit: Unit) -> None:
    """Check that the unit may charge at all now.  Rule: FE-ASL-1, FE-CC-1."""
    name = unit.name or "the unit"
    check_not_shaken_by_house_rule(state, unit, "shaken_assault", "FE-ASL-1")
    if unit.has_run:
        refuse("HAS_RUN", f"{name} has run this turn", "FE-RUN-1")
    if unit.assault is not None:
        refuse("ALREADY_ASSAULTED", f"{name} has charged this turn", "FE-ASL-1")
    if any(other.struck for other in state.units.values()):
        refuse("FIGHT_STARTED", "blows have been struck; nobody charges any more", "FE-CC-1")


def check_after_fire(state: ArmourValueState, unit: Unit, target: str) -> None:
    """
    Check what was fired, and at whom.

    Heavy and rapid fire weapons stop infantry, never a walker.
    Rule: FE-ASL-2, FE-ASL-3.
    """
    if unit.fired_at is not None and not same_squadron(state, unit.fired_at, target):
        refuse("NOT_SHOT_TARGET", f"it fired at {unit.fired_at} this turn", "FE-ASL-3")
    kinds = {weapon.kind for weapon in fired_weapons(unit)}
    if isinstance(unit, Infantry):
        stopping = {"heavy", "rapid_fire", "ordnance"}
    elif house(state, "assault_after_ordnance") == "forbid":
        stopping = {"ordnance"}
    else:
        stopping = set()
    if stopped := sorted(kinds & stopping):
        fired = stopped[0].replace("_", " ")
        refuse("FIRED_HEAVY", f"after {fired} weapons it does not charge", "FE-ASL-2")

"""Rams, the answers to them, and collisions."""

from __future__ import annotations

from typing import Any

from rollbook.events.armourvalue.happenings import (
    CollisionResolved,
    DeathOrGloryAttempted,
    RamDeclared,
    RamResponseChosen,
    RamStopped,
)
from rollbook.events.armourvalue.units import RamOwed, Unit, Vehicle
from rollbook.events.build import changer
from rollbook.events.message import changed
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState

_with_ram_move = changer("moved_milli", "position", "ram")
_with_ram = changer("ram")
_with_spent = changer("spent")
_with_weapons = changer("weapons")


@P.game(RamDeclared)
def ram_declared(state: ArmourValueState, event: RamDeclared) -> ArmourValueState:
    """Move the tank up to its target, which may owe an answer."""
    tank = _with_ram_move(state.units[event.unit], event.distance_milli, event.position, "moving")
    pending = state.pending
    if event.asks_response:
        owed = RamOwed(
            do="ram_response", unit=event.target, rammer=event.unit, contact=event.contact
        )
        pending = (*pending, owed)
    return changed(state, units=state.units.put(event.unit, tank), pending=pending)


@P.game(RamResponseChosen)
def ram_response_chosen(state: ArmourValueState, event: RamResponseChosen) -> ArmourValueState:
    """Owe the answer no more, and put models that stepped aside where they are now."""
    pending = tuple(
        p for p in state.pending if not (p.do == "ram_response" and p.unit == event.unit)
    )
    changes: dict[str, Any] = {"pending": pending}
    if event.position is not None:
        unit = changed(state.units[event.unit], position=event.position)
        changes["units"] = state.units.put(event.unit, unit)
    return changed(state, **changes)


@P.unit(DeathOrGloryAttempted)
def death_or_glory_attempted(unit: Unit, event: DeathOrGloryAttempted) -> Unit:
    """Use up a weapon that shoots once a game; nothing else has been fired."""
    weapon = unit.weapons.get(event.weapon) if event.weapon is not None else None
    if weapon is None or "one_shot" not in weapon.traits:
        return unit
    used: Unit = _with_weapons(unit, unit.weapons.put(str(event.weapon), _with_spent(weapon, True)))
    return used


@P.unit(RamStopped)
def ram_stopped(unit: Vehicle, _: RamStopped) -> Vehicle:
    """End the ram; its tank goes no further this turn."""
    stopped: Vehicle = _with_ram(unit, "stopped")
    return stopped


P.record(CollisionResolved)

"""Shooting, wounds and damage: what they leave behind."""

from __future__ import annotations

from typing import Any

from rollbook.events.armourvalue.happenings import (
    CrewShaken,
    CrewStunned,
    DamageTableRolled,
    HitsRolled,
    ModelRemoved,
    PenetrationRolled,
    SavesRolled,
    UnitExploded,
    UnitRemoved,
    VehicleImmobilised,
    VehicleWrecked,
    WeaponFired,
    WeaponsDestroyed,
    WoundsLost,
    WoundsRolled,
)
from rollbook.events.armourvalue.units import Infantry, Machine, Unit
from rollbook.events.build import changer
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Owed
from rollbook.events.message import changed
from rollbook.projections.armourvalue.movement import out_of_transport
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState, other_player

_with_fire = changer("weapons", "fired_at")
_with_fired = changer("fired", "spent")
_with_weapons = changer("weapons")
_with_destroyed = changer("destroyed")
_with_casualties = changer("models", "wounds_lost")
_with_immobilised = changer("immobilised")
_with_status = changer("status")
_with_shaken = changer("shaken_until")
_with_stunned = changer("stunned_until")


@P.unit(WeaponFired)
def weapon_fired(unit: Unit, event: WeaponFired) -> Unit:
    """Mark the weapon as fired, and as used up if it shoots once a game."""
    weapon = unit.weapons[event.weapon]
    spent = weapon.spent or "one_shot" in weapon.traits
    weapons = unit.weapons.put(event.weapon, _with_fired(weapon, True, spent))
    fired: Unit = _with_fire(unit, weapons, event.target)
    return fired


@P.game(WoundsLost)
def wounds_lost(state: ArmourValueState, event: WoundsLost) -> ArmourValueState:
    """Take casualties off, and count them in a combat."""
    unit: Infantry = _with_casualties(
        state.units[event.unit], event.models_after, event.wounds_lost_after
    )
    changes: dict[str, Any] = {"units": state.units.put(event.unit, unit)}
    if event.combat is not None:
        changes["combats"] = _counted(state, event.combat, unit.owner, event.points)
    return changed(state, **changes)


@P.unit(ModelRemoved)
def model_removed(unit: Infantry, event: ModelRemoved) -> Infantry:
    """Take one model off."""
    lost = unit.wounds_lost if event.models_after else 0
    left: Infantry = _with_casualties(unit, event.models_after, lost)
    return left


@P.game(UnitRemoved)
def unit_removed(state: ArmourValueState, event: UnitRemoved) -> ArmourValueState:
    """Take the unit off the table, out of its transport, and off the list of explosions."""
    units = out_of_transport(state.units, event.unit)
    units = units.put(event.unit, changed(units[event.unit], status="removed", position=None))
    pending = tuple(
        p for p in state.pending if not (p.do == "resolve_explosion" and p.unit == event.unit)
    )
    return changed(state, units=units, pending=pending)


@P.game(DamageTableRolled)
def damage_table_rolled(state: ArmourValueState, event: DamageTableRolled) -> ArmourValueState:
    """Count the roll in a combat; what it does stands in the next event."""
    if event.combat is None:
        return state
    owner = state.units[event.unit].owner
    return changed(state, combats=_counted(state, event.combat, owner, 1))


def _counted(state: ArmourValueState, name: str, owner: str, points: int) -> FrozenDict[Any]:
    combat = state.combats[name]
    side = other_player(state, owner)
    total = combat.points.put(side, combat.points.get(side, 0) + points)
    return state.combats.put(name, changed(combat, points=total))


@P.unit(CrewShaken)
def crew_shaken(unit: Machine, event: CrewShaken) -> Machine:
    """Mark the crew, never for a shorter time than before."""
    marked: Machine = _with_shaken(unit, later(unit.shaken_until, event.until))
    return marked


@P.unit(CrewStunned)
def crew_stunned(unit: Machine, event: CrewStunned) -> Machine:
    """Mark the crew, never for a shorter time than before."""
    marked: Machine = _with_stunned(unit, later(unit.stunned_until, event.until))
    return marked


def later(before: int | None, until: int) -> int:
    """Give the later end of a mark."""
    return until if before is None else max(before, until)


@P.unit(WeaponsDestroyed)
def weapons_destroyed(unit: Machine, event: WeaponsDestroyed) -> Machine:
    """Mark the weapons."""
    weapons = dict(unit.weapons)
    for name in event.weapons:
        weapons[name] = _with_destroyed(weapons[name], True)
    damaged: Machine = _with_weapons(unit, FrozenDict(weapons))
    return damaged


@P.unit(VehicleImmobilised)
def vehicle_immobilised(unit: Machine, _: VehicleImmobilised) -> Machine:
    """Mark the unit for the rest of the game."""
    stuck: Machine = _with_immobilised(unit, True)
    return stuck


@P.unit(VehicleWrecked)
def vehicle_wrecked(unit: Machine, _: VehicleWrecked) -> Machine:
    """Leave a wreck."""
    wreck: Machine = _with_status(unit, "wreck")
    return wreck


@P.game(UnitExploded)
def unit_exploded(state: ArmourValueState, event: UnitExploded) -> ArmourValueState:
    """Let the explosion be settled next."""
    unit = _with_status(state.units[event.unit], "exploding")
    owed = Owed(do="resolve_explosion", unit=event.unit)
    return changed(state, units=state.units.put(event.unit, unit), pending=(*state.pending, owed))


P.record(HitsRolled, WoundsRolled, SavesRolled, PenetrationRolled)

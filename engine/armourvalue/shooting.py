"""Who may fire what at whom."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import (
    bad_value,
    check_active,
    check_enemy,
    check_outside,
    check_steady,
    check_turn,
    check_unlocked,
    known_unit,
    known_weapon,
    needs_if,
    refuse,
)
from rollbook.engine.armourvalue.firing import first_shots, is_area, may_pivot
from rollbook.engine.armourvalue.house_rules import house
from rollbook.engine.armourvalue.movement import inches
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.squadron import same_squadron
from rollbook.engine.armourvalue.transport import transport_of
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.commands import FireWeapon
from rollbook.events.armourvalue.quantities import FULL_TURN_DECIDEG
from rollbook.events.armourvalue.units import Infantry, Unit, Vehicle, Walker, Weapon
from rollbook.projections.armourvalue.state import ArmourValueState


def fire_weapon(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide the fire of one weapon.  Rule: FE-SHT-1."""
    command = asked.command
    assert isinstance(command, FireWeapon)  # noqa: S101
    begin(state, "shooting")
    unit = known_unit(state, command.unit, "unit")
    weapon = known_weapon(unit, command.weapon)
    target = known_unit(state, command.target, "target")
    scattered = command.scattered_onto
    victim = target if scattered is None else known_unit(state, scattered, "scattered_onto")
    check_active(unit, "unit")
    check_active(target, "target")
    check_active(victim, "scattered_onto")
    check_turn(state, unit)
    if weapon.kind == "melee":
        refuse("WRONG_KIND", f"{command.weapon} is no gun", "FE-SHT-1")
    check_enemy(unit, target)
    check_shooter(unit)
    check_weapon(unit, weapon, command.weapon)
    check_one_target(state, unit, command.target)
    check_speed(unit, weapon, book)
    check_fire_from_transport(state, unit, command.firers or 1, book)
    check_bearing(state, unit, weapon, target, command)
    check_typed(unit, weapon, victim, command)
    return first_shots(state, command)


def check_shooter(unit: Unit) -> None:
    """Check that the unit may shoot at all now.  Rule: FE-SHT-1."""
    name = unit.name or "the unit"
    if not isinstance(unit, Infantry):
        if unit.stunned_until is not None:
            refuse("STUNNED", f"the crew of {name} is stunned", "FE-DMG-4")
        if unit.shaken_until is not None:
            refuse("SHAKEN", f"the crew of {name} is shaken", "FE-DMG-3")
    check_steady(unit)
    check_unlocked(unit)
    if unit.has_run:
        refuse("HAS_RUN", f"{name} has run this turn", "FE-RUN-1")
    if not isinstance(unit, Infantry) and unit.smoke_active:
        refuse("SMOKED", f"{name} used its smoke launchers this turn", "FE-SMK-1")
    if isinstance(unit, Vehicle) and unit.ram is not None:
        refuse("RAMMED", f"{name} rammed this turn", "FE-RAM-5")


def fired_weapons(unit: Unit) -> tuple[Weapon, ...]:
    """Give the weapons that a unit has fired this turn."""
    return tuple(weapon for weapon in unit.weapons.values() if weapon.fired)


def check_weapon(unit: Unit, weapon: Weapon, name: str) -> None:
    """Check that the weapon still works and is not used up; ordnance fires alone."""
    if weapon.destroyed:
        refuse("WEAPON_DESTROYED", f"{name} is destroyed", "FE-DMG-5")
    if weapon.fired or weapon.spent:
        refuse("ALREADY_FIRED", f"{name} has fired already", "FE-SHT-1")
    earlier = fired_weapons(unit)
    if earlier and "ordnance" in (weapon.kind, *(w.kind for w in earlier)):
        refuse("ORDNANCE_ALONE", "beside ordnance no other weapon fires", "FE-SHT-1")


def check_one_target(state: ArmourValueState, unit: Unit, target: str) -> None:
    """Check that all weapons of a unit fire at one unit; a squadron is one."""
    if unit.fired_at is not None and not same_squadron(state, unit.fired_at, target):
        refuse("OTHER_TARGET", f"it has fired at {unit.fired_at} this turn", "FE-SHT-1")


def check_speed(unit: Unit, weapon: Weapon, book: Book) -> None:
    """
    Check what an ordinary vehicle may still fire after moving; walkers fire all.

    Rule: FE-SHT-1.
    """
    moved = unit.moved_milli or 0
    if not isinstance(unit, Vehicle) or moved == 0:
        return
    if moved > book.movement.combat_speed_milli:
        refuse("MOVED_TOO_FAST", f"it moved {inches(moved)} this turn", "FE-SHT-1")
    small = book.melee.small_gun_strength
    if weapon.strength > small and any(w.strength > small for w in fired_weapons(unit)):
        refuse("MOVED_TOO_FAST", "after moving it fires one big gun only", "FE-SHT-1")


def check_fire_from_transport(state: ArmourValueState, unit: Unit, firers: int, book: Book) -> None:
    """
    Check who fires out of a vehicle: all from an open-topped one.

    Rule: FE-OPEN-3.
    """
    vehicle = transport_of(state, unit)
    if vehicle is None:
        return
    always = vehicle.open_topped and house(state, "open_fire_speed") == "always"
    if (vehicle.moved_milli or 0) > book.movement.combat_speed_milli and not always:
        refuse("MOVED_TOO_FAST", "its vehicle moved too fast to fire from", "FE-OPEN-3")
    if not vehicle.open_topped and firers > vehicle.fire_points:
        points = vehicle.fire_points
        refuse("NO_FIRE_POINT", f"{points} models can fire out, not {firers}", "FE-OPEN-3")


def check_bearing(
    state: ArmourValueState, unit: Unit, weapon: Weapon, target: Unit, command: FireWeapon
) -> None:
    """
    Check that the target can be shot: not locked, in range, and the weapon bears.

    Rule: FE-SHT-3, FE-SHT-5.
    """
    if target.combat is not None:
        refuse("TARGET_LOCKED", f"{target.name or 'the target'} is locked in combat", "FE-SHT-5")
    if command.range_milli > weapon.range_milli:
        reach = inches(weapon.range_milli)
        refuse("OUT_OF_RANGE", f"{command.weapon} reaches {reach}", "FE-SHT-3")
    if unit.position is None or not _is_fixed(state, unit, weapon):
        return
    aim = unit.position.facing_decideg + weapon.aim_decideg
    off = angle_between(command.bearing_decideg, aim)
    if off > int(str(house(state, "swivel_half_decideg"))):
        refuse("OUT_OF_ARC", f"the target is {off / 10:g} degrees off its aim", "FE-SHT-3")


def _is_fixed(state: ArmourValueState, unit: Unit, weapon: Weapon) -> bool:
    if isinstance(unit, Walker):
        return not may_pivot(state, unit)
    return isinstance(unit, Vehicle) and weapon.mount == "hull"


def angle_between(one_decideg: int, other_decideg: int) -> int:
    """
    Give the smaller angle between two directions, in tenths of a degree.

    >>> angle_between(100, 3500), angle_between(3600, 0)
    (200, 0)
    """
    off = (one_decideg - other_decideg) % FULL_TURN_DECIDEG
    return min(off, FULL_TURN_DECIDEG - off)


def check_typed(unit: Unit, weapon: Weapon, victim: Unit, command: FireWeapon) -> None:
    """Check that what was measured at the table fits the weapon and the victim."""
    area, blast = is_area(weapon), "blast" in weapon.traits
    needs_if(command.hits, area, "hits", "how many a blast or template hits")
    if command.hole == "off" and not blast:
        bad_value("hole", "only a blast has a hole")
    if command.scattered_onto is not None and not blast:
        bad_value("scattered_onto", "only a blast scatters")
    most = unit.models if isinstance(unit, Infantry) else 1
    if (command.firers or 1) > most:
        bad_value("firers", f"{command.firers} is more than {most}")
    check_outside(victim)
    machine = not isinstance(victim, Infantry)
    needs_if(command.struck, machine, "struck", "which side of a walker or vehicle is struck")

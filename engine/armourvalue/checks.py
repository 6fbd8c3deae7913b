"""Checks that many commands share: who is there, whose turn it is, who is able."""

from __future__ import annotations

from typing import NoReturn

from rollbook.engine.armourvalue.house_rules import house
from rollbook.events.armourvalue.units import Infantry, Unit, Vehicle, Walker, Weapon
from rollbook.events.errors import ENGINE, RuleRefusal
from rollbook.projections.armourvalue.state import ArmourValueState


def refuse(code: str, message: str, rule: str = ENGINE, **extra: object) -> NoReturn:
    """Refuse the command."""
    raise RuleRefusal(code, message, rule, **extra)


def bad_value(field: str, problem: str) -> NoReturn:
    """Refuse a value that does not fit the game as it stands."""
    refuse("BAD_VALUE", f"{field}: {problem}", field=field)


def called(state: ArmourValueState, name: str) -> str:
    """Give the name that players call a unit by."""
    unit = state.units.get(name)
    return (unit.name if unit is not None else "") or name


def known_unit(state: ArmourValueState, name: str, field: str) -> Unit:
    """Give a unit, or refuse ``UNKNOWN_UNIT``."""
    unit = state.units.get(name)
    if unit is None:
        refuse("UNKNOWN_UNIT", f"there is no unit {name}", field=field)
    return unit


def known_weapon(unit: Unit, weapon: str, field: str = "weapon") -> Weapon:
    """Give a weapon of a unit, or refuse ``UNKNOWN_WEAPON``."""
    known = unit.weapons.get(weapon)
    if known is None:
        refuse("UNKNOWN_WEAPON", f"{unit.name or 'the unit'} has no weapon {weapon}", field=field)
    return known


def check_active(unit: Unit, field: str) -> None:
    """Refuse ``NOT_ACTIVE``."""
    if unit.status != "active":
        refuse("NOT_ACTIVE", f"{unit.name or field} is not in play ({unit.status})", field=field)


def active_units(state: ArmourValueState, **names: str) -> tuple[Unit, ...]:
    """Give the units named in the fields of a command, all known and then all in play."""
    units = tuple(known_unit(state, name, field) for field, name in names.items())
    for unit, field in zip(units, names, strict=True):
        check_active(unit, field)
    return units


def check_turn(state: ArmourValueState, unit: Unit) -> None:
    """Refuse ``NOT_YOUR_TURN``."""
    if unit.owner != state.active_player:
        refuse("NOT_YOUR_TURN", f"it is not the turn of {state.players[unit.owner]}")


def check_enemy(unit: Unit, target: Unit) -> None:
    """Refuse a target of the own side, or one that sits in a vehicle."""
    if target.owner == unit.owner:
        refuse("FRIENDLY", f"{target.name or 'the target'} is on the same side", "FE-SHT-1")
    check_outside(target)


def check_outside(unit: Unit) -> None:
    """Refuse ``ABOARD`` for infantry inside a vehicle.  Rule: FE-OPEN-4."""
    if isinstance(unit, Infantry) and unit.inside is not None:
        refuse("ABOARD", f"{unit.name or 'the unit'} is inside a vehicle", "FE-OPEN-4")


def is_immobilised(unit: Unit) -> bool:
    """Tell if a unit cannot move for the rest of the game.  Rule: FE-DMG-6."""
    return not isinstance(unit, Infantry) and unit.immobilised


def is_stunned(unit: Unit) -> bool:
    """Tell if a crew is stunned.  Rule: FE-DMG-4."""
    return not isinstance(unit, Infantry) and unit.stunned_until is not None


def is_helpless(unit: Unit) -> bool:
    """Tell if a unit is stunned or immobilised now."""
    return is_stunned(unit) or is_immobilised(unit)


def is_ordinary(unit: Unit) -> bool:
    """Tell if a unit is a vehicle that is no walker."""
    return isinstance(unit, Vehicle)


def check_mobile(unit: Unit, rule: str | None = None) -> None:
    """Refuse ``IMMOBILISED`` and ``STUNNED``, by their own rules or by *rule*."""
    name = unit.name or "the unit"
    if is_immobilised(unit):
        refuse("IMMOBILISED", f"{name} is immobilised", rule or "FE-DMG-6")
    if is_stunned(unit):
        refuse("STUNNED", f"{name} is stunned", rule or "FE-DMG-4")


def check_able(
    unit: Unit, rule: str | None = None, locked: str = "FE-ASL-1", *, may_be_locked: bool = False
) -> None:
    """
    Refuse a unit that cannot act: aboard, stuck, stunned, pinned, fleeing, locked.

    *rule* stands instead of the own rules of immobilised and stunned.
    Rule: FE-OPEN-4, FE-DMG-4, FE-DMG-6, FE-DMG-8, FE-TSK-1, FE-ASL-1.
    """
    check_outside(unit)
    check_mobile(unit, rule)
    check_steady(unit)
    if not may_be_locked:
        check_unlocked(unit, locked)


def check_steady(unit: Unit) -> None:
    """Refuse infantry that is pinned or falls back.  Rule: FE-DMG-8, FE-TSK-1."""
    if not isinstance(unit, Infantry):
        return
    if unit.pinned_until is not None:
        refuse("PINNED", f"{unit.name or 'the unit'} is pinned", "FE-DMG-8")
    if unit.falling_back:
        refuse("FALLING_BACK", f"{unit.name or 'the unit'} is falling back", "FE-TSK-1")


def check_unlocked(unit: Unit, rule: str = "FE-ASL-1") -> None:
    """Refuse ``LOCKED``."""
    if unit.combat is not None:
        refuse("LOCKED", f"{unit.name or 'the unit'} is locked in combat", rule)


def check_not_shaken_by_house_rule(
    state: ArmourValueState, unit: Unit, house_rule: str, rule: str
) -> None:
    """Refuse a shaken walker where the house rule forbids it."""
    forbidden = house(state, house_rule) == "forbid"
    if isinstance(unit, Walker) and forbidden and unit.shaken_until is not None:
        refuse("SHAKEN", f"{unit.name or 'the walker'} is shaken", rule)


def needs_if(value: object, needed: bool, field: str, why: str) -> None:
    """Refuse ``NEEDS_FIELD`` for a fact that is needed, ``BAD_VALUE`` for one that is not."""
    if needed and value is None:
        refuse("NEEDS_FIELD", f"{field} is needed: {why}", field=field)
    if not needed and value is not None:
        bad_value(field, f"is given, but it is only for: {why}")

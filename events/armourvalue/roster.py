"""Which fields a unit of each kind has, and which weapons it may carry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollbook.events.armourvalue.quantities import GRENADES
from rollbook.events.armourvalue.units import WeaponEntry
from rollbook.events.errors import BadValue

MACHINE: dict[str, Any] = {
    "armour_value": None,
    "bs": None,
    "open_topped": False,
    "extra_armour": False,
    "smoke_launchers": False,
    "squadron": "",
}
KIND_FIELDS: dict[str, dict[str, Any]] = {
    "walker": MACHINE | {"ws": None, "strength": None, "initiative": None, "attacks": None},
    "vehicle": MACHINE | {"tank": False, "fast": False, "capacity": 0, "fire_points": 0},
    "infantry": {
        "models": None,
        "wounds": 1,
        "ws": None,
        "bs": None,
        "strength": None,
        "toughness": None,
        "initiative": None,
        "attacks": None,
        "leadership": None,
        "save": None,
        "fearless": False,
        "krak": 0,
        "melta_bombs": 0,
    },
}
"""The fields of each kind of unit and their defaults; ``None`` must be given, ``""`` is null."""

ALL_FIELDS = tuple(dict.fromkeys(name for fields in KIND_FIELDS.values() for name in fields))


def check_roster(unit: Any) -> None:
    """
    Check the fields of an ``add_unit`` that depend on one another.

    Raises :class:`~rollbook.events.errors.BadValue`.
    """
    fields = KIND_FIELDS[unit.kind]
    for name in ALL_FIELDS:
        given = getattr(unit, name) is not None
        if given and name not in fields:
            raise BadValue(name, f"is no field of {unit.kind} units")
        if not given and name in fields and fields[name] is None:
            raise BadValue(name, f"is missing; {unit.kind} units need it")
    check_weapons(unit.kind, unit.weapons or ())


def check_weapons(kind: str, weapons: Sequence[WeaponEntry]) -> None:
    """
    Check that the weapons of a unit go together.

    All of a walker's weapons point where it faces.  Rule: FE-SHT-3.
    """
    by_id: dict[str, WeaponEntry] = {}
    for i, weapon in enumerate(weapons):
        if weapon.id in by_id:
            raise BadValue(f"weapons[{i}].id", f"{weapon.id} stands there twice")
        if weapon.id in GRENADES:
            raise BadValue(f"weapons[{i}].id", f"{weapon.id} is kept for grenades")
        by_id[weapon.id] = weapon
        if weapon.kind == "melee" and kind != "walker":
            raise BadValue(f"weapons[{i}].kind", "only walkers have melee weapons")
        if kind == "walker" and ((weapon.mount or "hull") != "hull" or weapon.aim_decideg):
            raise BadValue(f"weapons[{i}].mount", "a walker's weapons are hull mounts with aim 0")
    for i, weapon in enumerate(weapons):
        if weapon.built_into is None:
            continue
        arm = by_id.get(weapon.built_into)
        if arm is None or arm is weapon or arm.kind != "melee":
            problem = f"{weapon.built_into} is no other melee weapon of this unit"
            raise BadValue(f"weapons[{i}].built_into", problem)

"""The tables of the hull-point rules, read and checked once."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from attrs import frozen

from rollbook.engine.tables import Section, TablesError, read_tables
from rollbook.events.hullpoints.units import VEHICLE, WALKER

WEIGHTS = ("light", "medium", "heavy")
EXPLODES, CONTROL_HIT, WEAPON_SHOT = "explodes", "control_hit", "weapon_shot"
FLESH_WOUND, AMMO_HIT, LEG_HIT, DRIVE_HIT = "flesh_wound", "ammo_hit", "leg_hit", "drive_hit"
_COMMON_ROWS = (EXPLODES, CONTROL_HIT, WEAPON_SHOT, FLESH_WOUND, AMMO_HIT)
ROWS = {WALKER: (*_COMMON_ROWS, LEG_HIT), VEHICLE: (*_COMMON_ROWS, DRIVE_HIT)}
"""The rows that the damage table of each kind may have."""
_TOTALS = range(2, 13)


@frozen
class TurnBands:
    """Up to which declared turn (tenths of a degree) a move is full, half, none."""

    full_decideg: int
    half_decideg: int
    none_decideg: int


@frozen
class Book:
    """
    All numbers of the hull-point rules that a league may replace.

    *profiles* gives (hull, armor) by base and weight, *damage* the row by
    kind of unit and total of two dice, *wounds* a model's Wounds by base, and
    *large_wounds* those from *large_from_mm* on.
    """

    profiles: Mapping[int, Mapping[str, tuple[int, ...]]]
    movement: Mapping[str, int]
    turning: Mapping[str, TurnBands]
    damage: Mapping[str, Mapping[int, str]]
    wounds: Mapping[int, int]
    large_from_mm: int
    large_wounds: int
    front_decideg: int
    rear_decideg: int


def read_book(text: str | None) -> Book:
    """
    Read the tables from *text*, or the shipped ones.

    Raises :class:`~rollbook.engine.tables.TablesError`.
    """
    if text is None:
        text = (files("rollbook.engine.hullpoints") / "tables.toml").read_text("utf-8")
    tables = read_tables(text)
    tables.only(("walker", "vehicle", "infantry", "arcs"))
    walker, vehicle = tables.section("walker"), tables.section("vehicle")
    infantry, arcs = tables.section("infantry"), tables.section("arcs")
    walker.only(("profile", "movement", "turning", "damage"))
    vehicle.only(("turning", "damage"))
    infantry.only(("wounds", "large"))
    arcs.only(("front_decideg", "rear_decideg"))
    wounds, large = infantry.section("wounds"), infantry.section("large")
    large.only(("from_mm", "wounds"))
    kinds = ((WALKER, walker), (VEHICLE, vehicle))
    return Book(
        profiles=_profiles(walker.section("profile")),
        movement=_movement(walker.section("movement")),
        turning={kind: _turning(part.section("turning")) for kind, part in kinds},
        damage={kind: _damage(part.section("damage"), ROWS[kind]) for kind, part in kinds},
        wounds={_base(wounds, name): wounds.number(name, 1, 99) for name in wounds.names()},
        large_from_mm=large.number("from_mm", 1, 9999),
        large_wounds=large.number("wounds", 1, 99),
        front_decideg=arcs.number("front_decideg", 1, 1800),
        rear_decideg=arcs.number("rear_decideg", 1, 1800),
    )


def _base(section: Section, name: str) -> int:
    if not (name.isascii() and name.isdigit() and 0 < len(name) <= 4 and name[0] != "0"):
        raise TablesError(f"{section.place}.{name[:20]}", "is no base size", "1 to 9999 mm")
    return int(name)


def _profiles(section: Section) -> Mapping[int, Mapping[str, tuple[int, ...]]]:
    made: dict[int, Mapping[str, tuple[int, ...]]] = {}
    for name in section.names():
        base, row = _base(section, name), section.section(name)
        row.only(WEIGHTS)
        made[base] = {weight: _profile(row, weight) for weight in WEIGHTS}
    if not made:
        raise TablesError(section.place, "is empty", "at least one base size")
    return made


def _profile(row: Section, weight: str) -> tuple[int, ...]:
    hull, armor = row.numbers(weight, 2, 0, 99)
    if hull == 0:
        raise TablesError(f"{row.place}.{weight}[0]", "holds 0", "at least one hull point")
    return hull, armor


def _movement(section: Section) -> Mapping[str, int]:
    section.only(WEIGHTS)
    return {weight: section.number(weight, 0, 99) for weight in WEIGHTS}


def _turning(section: Section) -> TurnBands:
    section.only(("full_decideg", "half_decideg", "none_decideg"))
    full = section.number("full_decideg", 0, 3600)
    half = section.number("half_decideg", full, 3600)
    return TurnBands(full, half, section.number("none_decideg", half, 3600))


def _damage(section: Section, rows: tuple[str, ...]) -> Mapping[int, str]:
    section.only(str(total) for total in _TOTALS)
    return {total: section.word(str(total), rows) for total in _TOTALS}

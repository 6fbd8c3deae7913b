"""Entering units: what a profile says becomes a unit ready to play."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.lookups import (
    check_in_play,
    check_time,
    unit_of,
    vehicle_of,
    weapon_of,
    wrong_kind,
)
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Position
from rollbook.events.hullpoints.commands import AssignGunner, PlaceUnit
from rollbook.events.hullpoints.events import GunnerAssigned, UnitAdded, UnitPlaced
from rollbook.events.hullpoints.profiles import AddUnit, Skill, WeaponProfile
from rollbook.events.hullpoints.units import (
    ACTIVE,
    INFANTRY,
    WALKER,
    Driver,
    Gunner,
    Infantry,
    Model,
    Unit,
    Vehicle,
    Walker,
    Weapon,
)
from rollbook.projections.hullpoints import HullPointsState

FULL_CIRCLE = 3600


def decide_add_unit(state: HullPointsState, asked: Asked, book: Book) -> Sequence[UnitAdded]:
    """
    Enter a unit.

    Rule: HW-PROF-1 to HW-PROF-8, HV-PROF-1 to HV-PROF-3.
    """
    command = asked.command
    assert isinstance(command, AddUnit)  # noqa: S101
    check_time(state)
    infantry = _infantry(command, book) if command.kind == INFANTRY else None
    if command.unit in state.units:
        raise RuleRefusal("UNIT_EXISTS", f"there is a unit {command.unit} already")
    if infantry is not None:
        unit: Unit = infantry
    else:
        toughness = toughness_per_arc(command.toughness)
        is_walker = command.kind == WALKER
        unit = (
            _walker(command, toughness, str(state.house_rules["oval_tie"]), book)
            if is_walker
            else _vehicle(command, toughness)
        )
    return (
        UnitAdded(
            unit=command.unit,
            owner=command.owner,
            kind=command.kind,
            name=command.name,
            profile=unit,
        ),
    )


def skills(ws: Skill | None) -> tuple[int, int]:
    """
    Give melee and shooting skill; one number fills both.  Rule: HW-PROF-2.

    >>> skills("5/4"), skills(3)
    ((5, 4), (3, 3))
    """
    match ws:
        case str():
            melee, shooting = ws.split("/")
            return int(melee), int(shooting)
        case tuple():
            return ws
        case int():
            return ws, ws
        case _:
            raise BadValue("ws", "is missing")


def toughness_per_arc(given: int | tuple[int, ...] | None) -> tuple[int, int, int]:
    """
    Give front, side and rear toughness; one number counts for all three.

    Refuses ``TOUGHNESS`` for a list of other than three.  Rule: HW-PROF-4, HV-ARC-1.
    """
    match given:
        case (front, side, rear):
            return front, side, rear
        case int():
            return given, given, given
        case _:
            raise RuleRefusal("TOUGHNESS", "give one number, or front, side, rear", "HW-PROF-4")


def listed_base(size: int | tuple[int, int], tie: str, book: Book) -> int:
    """
    Give the listed base size that counts for a round or oval base.

    The nearest to the mean of length and width, compared without fractions;
    house rule ``oval_tie`` decides between two.  Rule: HW-PROF-7.
    """
    doubled = sum(size) if isinstance(size, tuple) else 2 * size
    sign = -1 if tie == "larger" else 1
    return min(book.profiles, key=lambda listed: (abs(2 * listed - doubled), sign * listed))


def _walker(command: AddUnit, toughness: tuple[int, int, int], tie: str, book: Book) -> Walker:
    """Look up what base and weight give.  Rule: HW-PROF-1, HW-PROF-6, HW-MOVE-1."""
    weight = command.weight or ""
    base = listed_base(command.base_mm or 0, tie, book)
    hull, armor = book.profiles[base][weight]
    melee, shooting = skills(command.ws)
    return Walker(
        kind=command.kind,
        owner=command.owner,
        name=command.name,
        status=ACTIVE,
        position=None,
        battle_shocked_until=None,
        weapons=_weapons(command.weapons),
        base_mm=base,
        weight=weight,
        hull=hull,
        hull_start=hull,
        armor=armor,
        armor_start=armor,
        movement=book.movement[weight],
        movement_start=book.movement[weight],
        ws_melee=melee,
        ws_shooting=shooting,
        strength=command.strength or 0,
        toughness=toughness,
        grit=command.grit or 0,
        sagacity=command.sagacity or 0,
        ammo_hits=0,
        table_rolls=0,
        move=None,
    )


def _vehicle(command: AddUnit, toughness: tuple[int, int, int]) -> Vehicle:
    """Take a vehicle as listed, with a driver and a gunner a gun.  Rule: HV-PROF-1, HV-PROF-3."""
    hull, armor, movement = command.hull or 0, command.armor or 0, command.movement or 0
    if command.driver is None:
        raise BadValue("driver", "is missing")
    melee, shooting = skills(command.driver.ws)
    return Vehicle(
        kind=command.kind,
        owner=command.owner,
        name=command.name,
        status=ACTIVE,
        position=None,
        battle_shocked_until=None,
        weapons=_weapons(command.weapons),
        hull=hull,
        hull_start=hull,
        armor=armor,
        armor_start=armor,
        movement=movement,
        movement_start=movement,
        toughness=toughness,
        ammo_hits=0,
        table_rolls=0,
        move=None,
        driver=Driver(
            ws_melee=melee,
            ws_shooting=shooting,
            grit=command.driver.grit,
            sagacity=command.driver.sagacity,
        ),
        control_hits=0,
        capacity=command.capacity or 0,
        access=command.access or (),
        passengers=(),
        transporting=False,
        rammed=(),
    )


def _infantry(command: AddUnit, book: Book) -> Infantry:
    wounds = command.wounds or wounds_by_base(command.base_mm, book)
    fresh = Model(wounds=wounds, wounds_start=wounds, status=ACTIVE, aboard=None)
    melee, shooting = skills(command.ws)
    toughness = command.toughness
    if isinstance(toughness, tuple):
        raise BadValue("toughness", "infantry has one toughness, or null")
    return Infantry(
        kind=command.kind,
        owner=command.owner,
        name=command.name,
        status=ACTIVE,
        position=None,
        battle_shocked_until=None,
        weapons=_weapons(command.weapons),
        ws_melee=melee,
        ws_shooting=shooting,
        strength=command.strength or 0,
        initiative=command.initiative or 0,
        toughness=toughness,
        grit=command.grit or 0,
        sagacity=command.sagacity or 0,
        models=FrozenDict(dict.fromkeys(command.models or (), fresh)),
    )


def wounds_by_base(base: int | tuple[int, int] | None, book: Book) -> int:
    """
    Give the starting Wounds of a model by its base.  Rule: CM-CAS-1.

    Raises :class:`~rollbook.events.errors.BadValue` for a base of no listed size.
    """
    if isinstance(base, int):
        if base in book.wounds:
            return book.wounds[base]
        if base >= book.large_from_mm:
            return book.large_wounds
    sizes = ", ".join(map(str, book.wounds))
    raise BadValue("base_mm", f"infantry bases are {sizes}, or {book.large_from_mm} and up")


def _weapons(listed: tuple[WeaponProfile, ...]) -> FrozenDict[Weapon]:
    return FrozenDict({weapon.id: _weapon(weapon) for weapon in listed})


def _weapon(listed: WeaponProfile) -> Weapon:
    gunner = None
    if listed.gunner is not None:
        melee, shooting = skills(listed.gunner.ws)
        gunner = Gunner(ws_melee=melee, ws_shooting=shooting)
    return Weapon(
        mount=listed.mount,
        kind=listed.kind,
        shots=listed.shots,
        strength=listed.strength,
        damage=listed.damage or 1,
        pattern=listed.pattern or "shots",
        destroyed=False,
        fired=False,
        gunner=gunner,
    )


def decide_place_unit(state: HullPointsState, asked: Asked, book: Book) -> Sequence[UnitPlaced]:  # noqa: ARG001
    """Put a unit on the table, between rounds; models aboard count."""
    command = asked.command
    assert isinstance(command, PlaceUnit)  # noqa: S101
    check_time(state, None)
    check_in_play(unit_of(state, command.unit))
    position = Position(
        x_milli=command.x_milli,
        y_milli=command.y_milli,
        facing_decideg=command.facing_decideg % FULL_CIRCLE,
    )
    return (UnitPlaced(unit=command.unit, position=position),)


def decide_assign_gunner(
    state: HullPointsState,
    asked: Asked,
    book: Book,  # noqa: ARG001
) -> Sequence[GunnerAssigned]:
    """Give a gun another gunner, between rounds.  Rule: HV-SHT-1."""
    command = asked.command
    assert isinstance(command, AssignGunner)  # noqa: S101
    check_time(state, None)
    unit = unit_of(state, command.unit)
    weapon = weapon_of(unit, command.weapon)
    check_in_play(unit)
    vehicle_of(unit)
    if weapon.gunner is None:
        raise wrong_kind(f"{command.weapon} of {unit.name} has no gunner")
    melee, shooting = skills(command.ws)
    return (
        GunnerAssigned(
            unit=command.unit, weapon=command.weapon, ws_melee=melee, ws_shooting=shooting
        ),
    )

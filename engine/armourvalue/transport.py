"""Getting into and out of vehicles."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import active_units, check_able, check_turn, refuse
from rollbook.engine.armourvalue.movement import inches
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.wounds import infantry
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.commands import Disembark, Embark
from rollbook.events.armourvalue.happenings import ModelsDisembarked, ModelsEmbarked
from rollbook.events.armourvalue.units import Infantry, Unit, Vehicle
from rollbook.projections.armourvalue.state import ArmourValueState


def embark(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """
    Decide getting in, within two inches of any point of an open-topped hull.

    Rule: FE-OPEN-4, FE-OPEN-5.
    """
    command = asked.command
    assert isinstance(command, Embark)  # noqa: S101
    begin(state, "movement")
    unit, vehicle = active_units(state, unit=command.unit, vehicle=command.vehicle)
    check_turn(state, unit)
    if not isinstance(unit, Infantry) or not isinstance(vehicle, Vehicle):
        refuse("WRONG_KIND", "only infantry gets in, and only into vehicles", "FE-OPEN-4")
    if unit.inside is not None:
        refuse("ALREADY_ABOARD", f"{unit.name or 'the unit'} is inside already", "FE-OPEN-4")
    if vehicle.owner != unit.owner:
        refuse("ENEMY_TRANSPORT", f"{vehicle.name or 'the vehicle'} is the enemy's", "FE-OPEN-4")
    check_able(unit)
    _check_doors(unit, vehicle, command.distance_milli, book)
    room = vehicle.capacity - sum(infantry(state, p).models for p in vehicle.passengers)
    if unit.models > room:
        refuse("NO_SPACE", f"there is room for {room} models, not {unit.models}", "FE-OPEN-4")
    return (ModelsEmbarked(unit=command.unit, vehicle=command.vehicle),)


def disembark(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """
    Decide getting out; who leaves a vehicle that moved goes no further this turn.

    From an open-topped one they may still assault.  Rule: FE-OPEN-4, FE-OPEN-5.
    """
    command = asked.command
    assert isinstance(command, Disembark)  # noqa: S101
    begin(state, "movement")
    (unit,) = active_units(state, unit=command.unit)
    check_turn(state, unit)
    if not isinstance(unit, Infantry):
        refuse("WRONG_KIND", "only infantry rides in vehicles", "FE-OPEN-4")
    vehicle = state.units.get(unit.inside) if unit.inside is not None else None
    if unit.inside is None or not isinstance(vehicle, Vehicle):
        refuse("NOT_ABOARD", f"{unit.name or 'the unit'} is in no vehicle", "FE-OPEN-4")
    _check_doors(unit, vehicle, command.distance_milli, book)
    moved = vehicle.moved_milli is not None
    return (
        ModelsDisembarked(
            unit=command.unit,
            vehicle=unit.inside,
            cause="order",
            position=command.position,
            moved_before=moved,
            may_assault=vehicle.open_topped or not moved,
        ),
    )


def _check_doors(unit: Infantry, vehicle: Vehicle, distance: int, book: Book) -> None:
    speeds = book.movement
    if unit.transported:
        who = unit.name or "the unit"
        refuse("ALREADY_TRANSPORTED", f"{who} got in or out this turn already", "FE-OPEN-4")
    if (vehicle.moved_milli or 0) > speeds.flat_out_milli:
        refuse("FLAT_OUT", f"{vehicle.name or 'the vehicle'} goes flat out", "FE-OPEN-5")
    if distance > speeds.access_milli:
        most = inches(speeds.access_milli)
        refuse("TOO_FAR", f"{inches(distance)} is more than {most}", "FE-OPEN-4")


def transport_of(state: ArmourValueState, unit: Unit) -> Vehicle | None:
    """Give the vehicle that a unit rides in."""
    if not isinstance(unit, Infantry) or unit.inside is None:
        return None
    vehicle = state.units.get(unit.inside)
    return vehicle if isinstance(vehicle, Vehicle) else None

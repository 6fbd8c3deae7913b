"""Moves, runs, smoke, and who sits in which vehicle."""

from __future__ import annotations

from typing import Any

from rollbook.events.armourvalue.happenings import (
    ConsolidationMade,
    DangerousTerrainTested,
    DifficultTerrainTested,
    ModelsDisembarked,
    ModelsEmbarked,
    PileInMade,
    SmokeLaunchersTriggered,
    UnitMoved,
    UnitPivoted,
    UnitRan,
)
from rollbook.events.armourvalue.units import Infantry, Machine, Unit, Vehicle
from rollbook.events.build import changer
from rollbook.events.frozen import FrozenDict
from rollbook.events.message import changed
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState

_with_move = changer("moved_milli", "position")
_with_run = changer("has_run", "position")
_with_smoke = changer("smoke_launchers", "smoke_active")
_with_end_move = changer("end_move", "position")
_with_position = changer("position")
_with_facing = changer("facing_decideg")


@P.unit(UnitMoved)
def unit_moved(unit: Unit, event: UnitMoved) -> Unit:
    """Put the unit where it moved to, and add up the way."""
    moved = (unit.moved_milli or 0) + event.distance_milli
    placed: Unit = _with_move(unit, moved, event.position)
    return placed


@P.unit(UnitRan)
def unit_ran(unit: Unit, event: UnitRan) -> Unit:
    """Put the unit where it ran to."""
    placed: Unit = _with_run(unit, True, event.position)
    return placed


@P.unit(SmokeLaunchersTriggered)
def smoke_launchers_triggered(unit: Machine, _: SmokeLaunchersTriggered) -> Machine:
    """Use up the launchers."""
    hidden: Machine = _with_smoke(unit, "used", True)
    return hidden


@P.unit(UnitPivoted)
def unit_pivoted(unit: Unit, event: UnitPivoted) -> Unit:
    """Turn the unit; it has not moved by that."""
    if unit.position is None:
        return unit
    turned: Unit = _with_position(unit, _with_facing(unit.position, event.to_decideg))
    return turned


@P.unit(PileInMade, ConsolidationMade)
def end_move_made(unit: Unit, event: PileInMade | ConsolidationMade) -> Unit:
    """Put the unit where it closed up or regrouped to."""
    placed: Unit = _with_end_move(unit, "done", event.position)
    return placed


@P.game(ModelsEmbarked)
def models_embarked(state: ArmourValueState, event: ModelsEmbarked) -> ArmourValueState:
    """Seat the unit in the vehicle."""
    units: dict[str, Unit] = dict(state.units)
    vehicle = units[event.vehicle]
    if not isinstance(vehicle, Vehicle):
        raise TypeError(f"{event.vehicle} carries nobody")
    units[event.unit] = changed(
        units[event.unit], **_seat(inside=event.vehicle, position=None, transported=True)
    )
    units[event.vehicle] = changed(vehicle, passengers=(*vehicle.passengers, event.unit))
    return changed(state, units=FrozenDict(units))


def _seat(**changes: Any) -> dict[str, Any]:
    return changes


@P.game(ModelsDisembarked)
def models_disembarked(state: ArmourValueState, event: ModelsDisembarked) -> ArmourValueState:
    """Put the unit beside the vehicle; it goes no further if the vehicle had moved."""
    units = without_passenger(state.units, event.vehicle, event.unit)
    changes = _seat(
        inside=None,
        position=event.position,
        transported=True,
        may_assault=event.may_assault,
    )
    if event.moved_before:
        changes["moved_milli"] = 0
    return changed(state, units=units.put(event.unit, changed(units[event.unit], **changes)))


def without_passenger(units: FrozenDict[Unit], vehicle: str, unit: str) -> FrozenDict[Unit]:
    """Give *units* in which *unit* sits no more in *vehicle*."""
    transport = units.get(vehicle)
    if not isinstance(transport, Vehicle):
        return units
    left = tuple(name for name in transport.passengers if name != unit)
    return units.put(vehicle, changed(transport, passengers=left))


def out_of_transport(units: FrozenDict[Unit], name: str) -> FrozenDict[Unit]:
    """Give *units* in which *name* sits in no vehicle."""
    unit = units[name]
    if not isinstance(unit, Infantry) or unit.inside is None:
        return units
    return without_passenger(units, unit.inside, name).put(name, changed(unit, inside=None))


P.record(DifficultTerrainTested, DangerousTerrainTested)

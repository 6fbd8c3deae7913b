"""Loading and unloading vehicles."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.lookups import (
    check_in_play,
    check_model,
    check_time,
    model_of,
    unit_of,
    vehicle_of,
)
from rollbook.engine.hullpoints.movement import yards
from rollbook.events.errors import RuleRefusal
from rollbook.events.hullpoints.commands import Disembark, Embark
from rollbook.events.hullpoints.events import ModelsDisembarked, ModelsEmbarked
from rollbook.events.hullpoints.units import INOPERABLE, MOVEMENT, Infantry, Unit, Vehicle
from rollbook.projections.hullpoints import HullPointsState


def decide_embark(state: HullPointsState, asked: Asked, book: Book) -> Sequence[ModelsEmbarked]:  # noqa: ARG001
    """Load models instead of moving.  Rule: HV-TRN-1 to HV-TRN-4."""
    command = asked.command
    assert isinstance(command, Embark)  # noqa: S101
    check_time(state, MOVEMENT)
    unit = unit_of(state, command.unit)
    _find(state, command.models)
    check_in_play(unit)
    _check_models_in_play(state, command.models)
    vehicle = vehicle_of(unit)
    _check_access(vehicle, command.access)
    for name in command.models:
        _check_may_enter(state, vehicle, name)
    _check_reach(state, vehicle, command.distance_milli)
    used = sum(space_of(state, name) for name in (*vehicle.passengers, *command.models))
    if used > vehicle.capacity:
        raise RuleRefusal(
            "NO_SPACE",
            f"{vehicle.name} has room for {vehicle.capacity} Wounds, this would be {used}",
            "HV-TRN-3",
        )
    return (
        ModelsEmbarked(
            unit=command.unit, models=command.models, access=command.access, space_used=used
        ),
    )


def decide_disembark(
    state: HullPointsState,
    asked: Asked,
    book: Book,  # noqa: ARG001
) -> Sequence[ModelsDisembarked]:
    """Unload models instead of moving, inoperable or not.  Rule: HV-TRN-1, HV-TRN-2."""
    command = asked.command
    assert isinstance(command, Disembark)  # noqa: S101
    check_time(state, MOVEMENT)
    unit = unit_of(state, command.unit)
    _find(state, command.models)
    if not (isinstance(unit, Vehicle) and unit.status == INOPERABLE):
        check_in_play(unit)
    _check_models_in_play(state, command.models)
    vehicle = vehicle_of(unit)
    _check_access(vehicle, command.access)
    for name in command.models:
        if name not in vehicle.passengers:
            raise RuleRefusal("NOT_ABOARD", f"{name} is not aboard {vehicle.name}")
    _check_reach(state, vehicle, command.distance_milli)
    return (
        ModelsDisembarked(
            unit=command.unit, models=command.models, access=command.access, cause="order"
        ),
    )


def _find(state: HullPointsState, models: tuple[str, ...]) -> None:
    for number, name in enumerate(models):
        unit, field = _unit(state, name, number), f"models[{number}]"
        if "/" in name:
            model_of(unit, name.split("/")[1], field)
        elif isinstance(unit, Infantry):
            raise RuleRefusal("UNKNOWN_MODEL", f"{name} is a unit, name its models", field=field)


def _unit(state: HullPointsState, name: str, number: int) -> Unit:
    return unit_of(state, name.split("/")[0], f"models[{number}]")


def _check_models_in_play(state: HullPointsState, models: tuple[str, ...]) -> None:
    for number, name in enumerate(models):
        unit, field = _unit(state, name, number), f"models[{number}]"
        check_in_play(unit, field)
        if "/" in name:
            model = name.split("/")[1]
            check_model(unit, model_of(unit, model), model, field)


def _check_access(vehicle: Vehicle, access: str) -> None:
    """Refuse ``ALREADY_MOVED`` and ``NO_ACCESS``.  Rule: HV-TRN-1, HV-TRN-2."""
    if vehicle.move is not None:
        raise RuleRefusal(
            "ALREADY_MOVED", f"{vehicle.name} has declared, turned or moved", "HV-TRN-1"
        )
    if access not in vehicle.access:
        raise RuleRefusal("NO_ACCESS", f"{vehicle.name} has no access {access}", "HV-TRN-2")


def _check_may_enter(state: HullPointsState, vehicle: Vehicle, name: str) -> None:
    """Refuse what has hull points, enemies, and who is aboard already.  Rule: HV-TRN-4."""
    unit = state.units[name.split("/")[0]]
    if not isinstance(unit, Infantry):
        raise RuleRefusal("HAS_HULL_POINTS", f"{unit.name} has hull points", "HV-TRN-4")
    if unit.owner != vehicle.owner:
        raise RuleRefusal("ENEMY_MODEL", f"{unit.name} is the enemy's", "HV-TRN-4")
    aboard = unit.models[name.split("/")[1]].aboard
    if aboard is not None:
        raise RuleRefusal("ALREADY_ABOARD", f"{name} is aboard {aboard}")


def _check_reach(state: HullPointsState, vehicle: Vehicle, distance_milli: int) -> None:
    """Refuse ``TOO_FAR``.  Rule: HV-TRN-2."""
    reach = state.house_rules["access_reach_milli"]
    assert isinstance(reach, int)  # noqa: S101
    if distance_milli > reach:
        raise RuleRefusal(
            "TOO_FAR",
            f"{yards(distance_milli)} from {vehicle.name}, at most {yards(reach)}",
            "HV-TRN-2",
        )


def space_of(state: HullPointsState, name: str) -> int:
    """Give the space that a model takes: its starting Wounds.  Rule: HV-TRN-3."""
    unit, model = name.split("/")
    squad = state.units[unit]
    assert isinstance(squad, Infantry)  # noqa: S101
    return squad.models[model].wounds_start

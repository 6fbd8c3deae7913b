"""What a ruling changes, by the path that it names."""

from __future__ import annotations

from typing import Any

from rollbook.events.build import changer
from rollbook.events.game import RulingMade
from rollbook.events.hullpoints.units import ACTIVE, Vehicle
from rollbook.projections.hullpoints.state import (
    HULL_POINTS,
    HullPointsState,
    infantry,
    settled,
    with_unit,
)

_SET = {
    name: changer(name)
    for name in (
        "round",
        "phase",
        "hull",
        "armor",
        "movement",
        "ws_melee",
        "ws_shooting",
        "ammo_hits",
        "control_hits",
        "grit",
        "sagacity",
        "status",
        "battle_shocked_until",
        "position",
        "destroyed",
        "fired",
        "wounds",
        "aboard",
        "weapons",
        "models",
        "passengers",
    )
}


@HULL_POINTS.game(RulingMade)
def ruling_made(state: HullPointsState, event: RulingMade) -> HullPointsState:
    """Set what the judge set; passengers follow, and a new status owes nothing."""
    for change in event.changes:
        state = _apply(state, tuple(change.path.split(".")), change.after)
    return state


def _apply(state: HullPointsState, path: tuple[str, ...], value: Any) -> HullPointsState:
    made: HullPointsState
    if len(path) == 1:
        made = _SET[path[0]](state, value)
        return made
    _, name, *inside = path
    unit = state.units[name]
    if len(inside) == 1:
        made = with_unit(state, name, _SET[inside[0]](unit, value))
        return settled(made, name) if inside[0] == "status" else made
    group, part, field = inside
    parts = getattr(unit, group)
    changed = parts.put(part, _SET[field](parts[part], value))
    made = with_unit(state, name, _SET[group](unit, changed))
    return _passengers(made, name, part, field) if field in ("status", "aboard") else made


def _passengers(state: HullPointsState, name: str, part: str, field: str) -> HullPointsState:
    unit = infantry(state, name)
    model = unit.models[part]
    if field == "status" and model.status != ACTIVE:
        model = _SET["aboard"](model, None)
        state = with_unit(state, name, _SET["models"](unit, unit.models.put(part, model)))
    carrier = model.aboard if model.status == ACTIVE else None
    passenger = f"{name}/{part}"
    for other, vehicle in state.units.items():
        if not isinstance(vehicle, Vehicle):
            continue
        here = passenger in vehicle.passengers
        if here and other != carrier:
            left = tuple(p for p in vehicle.passengers if p != passenger)
            state = with_unit(state, other, _SET["passengers"](vehicle, left))
        elif not here and other == carrier:
            more = (*vehicle.passengers, passenger)
            state = with_unit(state, other, _SET["passengers"](vehicle, more))
    return state

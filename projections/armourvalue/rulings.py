"""What a judge set."""

from __future__ import annotations

from typing import Any

from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Change, RulingMade
from rollbook.events.message import changed
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState


@P.game(RulingMade)
def ruling_made(state: ArmourValueState, event: RulingMade) -> ArmourValueState:
    """Set the values; a unit whose status was set owes nothing more."""
    for change in event.changes:
        state = _set(state, change)
    return state


def _set(state: ArmourValueState, change: Change) -> ArmourValueState:
    first, *rest = change.path.split(".")
    if not rest:
        return changed(state, **_one(first, change.after))
    name, field, *weapon = rest
    unit: Any = state.units[name]
    if weapon:
        which, mark = weapon
        arms: FrozenDict[Any] = unit.weapons
        unit = changed(
            unit, weapons=arms.put(which, changed(arms[which], **_one(mark, change.after)))
        )
    else:
        unit = changed(unit, **_one(field, change.after))
    pending = state.pending
    if field == "status":
        pending = tuple(p for p in pending if p.unit != name)
    return changed(state, units=state.units.put(name, unit), pending=pending)


def _one(name: str, value: Any) -> dict[str, Any]:
    return {name: value}

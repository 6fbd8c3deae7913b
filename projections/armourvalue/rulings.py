"""What a judge set."""

from __future__ import annotations

from typing import Any

from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Change, Position, RulingMade
from rollbook.events.message import changed
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState

_NOTHING = type(None)
GAME_FIELDS: dict[str, tuple[type, ...]] = {"round": (int,), "active_player": (str,)}
WEAPON_FIELDS: dict[str, tuple[type, ...]] = dict.fromkeys(("destroyed", "fired", "spent"), (bool,))
UNIT_FIELDS: dict[str, tuple[type, ...]] = {
    "status": (str,),
    "position": (Position, _NOTHING),
    "moved_milli": (int, _NOTHING),
    "has_run": (bool,),
    "immobilised": (bool,),
    "smoke_active": (bool,),
    "helpless": (bool,),
    "falling_back": (bool,),
    "transported": (bool,),
    "may_assault": (bool,),
    "struck": (bool,),
    "fired_at": (str, _NOTHING),
    "shaken_until": (int, _NOTHING),
    "stunned_until": (int, _NOTHING),
    "pinned_until": (int, _NOTHING),
    "smoke_launchers": (str,),
    "ram": (str, _NOTHING),
    "models": (int,),
    "wounds_lost": (int,),
    "end_move": (str, _NOTHING),
}
"""What a ruling can set, and what may stand there: a log that says otherwise is no game."""


@P.game(RulingMade)
def ruling_made(state: ArmourValueState, event: RulingMade) -> ArmourValueState:
    """Set the values; a unit whose status was set owes nothing more."""
    for change in event.changes:
        state = _set(state, change)
    return state


def _set(state: ArmourValueState, change: Change) -> ArmourValueState:
    first, *rest = change.path.split(".")
    if not rest:
        return changed(state, **_one(first, change.after, GAME_FIELDS))
    name, field, *weapon = rest
    unit: Any = state.units[name]
    if weapon:
        which, mark = weapon
        arms: FrozenDict[Any] = unit.weapons
        unit = changed(
            unit,
            weapons=arms.put(
                which, changed(arms[which], **_one(mark, change.after, WEAPON_FIELDS))
            ),
        )
    else:
        unit = changed(unit, **_one(field, change.after, UNIT_FIELDS))
    pending = state.pending
    if field == "status":
        pending = tuple(p for p in pending if p.unit != name)
    return changed(state, units=state.units.put(name, unit), pending=pending)


def _one(name: str, value: Any, fields: dict[str, tuple[type, ...]]) -> dict[str, Any]:
    if type(value) not in fields.get(name, ()):
        raise ValueError(f"a ruling does not set {name} to {value!r}")
    return {name: value}

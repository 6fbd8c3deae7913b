"""Units over time: one row whenever an entry of the timeline changed a unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rollbook.events.plain import to_plain

_NUMBERS = (
    "hull",
    "hull_start",
    "armor",
    "armor_start",
    "movement",
    "ammo_hits",
    "control_hits",
    "wounds_lost",
    "moved_milli",
)
_MARKS = ("immobilised", "smoke_active", "falling_back")
_UNTIL = ("battle_shocked_until", "shaken_until", "stunned_until", "pinned_until")
UNIT_COLUMNS = (
    *("entry", "round", "phase", "unit", "owner", "kind", "name", "status"),
    *("x_milli", "y_milli", "facing_decideg", "models", "models_start"),
    *_NUMBERS,
    *_MARKS,
    *_UNTIL,
    *("weapons", "weapons_destroyed"),
)


def unit_rows(opened: Any) -> Iterator[tuple[Any, ...]]:
    """Give a row a unit for each entry of the default timeline that changed it."""
    timelines = opened.log.chain.timelines
    before: dict[str, Any] = {}
    for seq in timelines.path(timelines.head(timelines.default)):
        state = opened.states.at(seq)
        if state is None:
            continue
        for ident, unit in state.units.items():
            if before.get(ident) != unit:
                yield _row(seq, state, ident, to_plain(unit))
        before = dict(state.units)


def _row(seq: int, state: Any, ident: str, unit: dict[str, Any]) -> tuple[Any, ...]:
    position = unit.get("position") or {}
    models, start = unit.get("models"), unit.get("models_start")
    if isinstance(models, dict):
        start = len(models)
        models = sum(model["status"] == "active" for model in models.values())
    weapons = unit.get("weapons", {}).values()
    return (
        *(seq, getattr(state, "round", None), getattr(state, "phase", None), ident),
        *(unit.get(name) for name in ("owner", "kind", "name", "status")),
        *(position.get(name) for name in ("x_milli", "y_milli", "facing_decideg")),
        *(models, start),
        *(unit.get(name) for name in (*_NUMBERS, *_MARKS, *_UNTIL)),
        *(len(weapons), sum(bool(weapon.get("destroyed")) for weapon in weapons)),
    )

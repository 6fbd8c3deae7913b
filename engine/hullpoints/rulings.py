"""What a judge may set, and to which values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.lookups import model_of, unit_of, weapon_of
from rollbook.engine.hullpoints.profile import FULL_CIRCLE
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.game import Change, Position, Ruling, RulingMade
from rollbook.events.hullpoints.units import (
    ACTIVE,
    INFANTRY,
    PHASES,
    REMOVED,
    STATUSES,
    VEHICLE,
    WALKER,
    Vehicle,
)
from rollbook.events.message import Command
from rollbook.events.quantities import ID_PATTERN
from rollbook.projections.hullpoints import HullPointsState

_HULLS = (WALKER, VEHICLE)
_SKILLED = (WALKER, INFANTRY)
_ALL = (WALKER, VEHICLE, INFANTRY)
MOST = 99
LAST_ROUND = 10**9


@frozen
class Settable:
    """A path that a ruling may set: for which kinds of unit, and what fits there."""

    kinds: tuple[str, ...]
    what: str
    start: str | None = None
    """The field that holds the starting value, which is the most."""


_UNIT_PATHS = {
    "hull": Settable(_HULLS, "number", "hull_start"),
    "armor": Settable(_HULLS, "number", "armor_start"),
    "movement": Settable(_HULLS, "number", "movement_start"),
    "ws_melee": Settable(_SKILLED, "number"),
    "ws_shooting": Settable(_SKILLED, "number"),
    "ammo_hits": Settable(_HULLS, "number"),
    "control_hits": Settable((VEHICLE,), "number"),
    "grit": Settable(_SKILLED, "number"),
    "sagacity": Settable(_SKILLED, "number"),
    "status": Settable(_ALL, "status"),
    "battle_shocked_until": Settable(_ALL, "round or null"),
    "position": Settable(_ALL, "position"),
}
_PART_PATHS = {
    ("weapons", "destroyed"): Settable(_ALL, "bool"),
    ("weapons", "fired"): Settable(_ALL, "bool"),
    ("models", "wounds"): Settable((INFANTRY,), "number", "wounds_start"),
    ("models", "status"): Settable((INFANTRY,), "model status"),
    ("models", "aboard"): Settable((INFANTRY,), "vehicle"),
}
_GAME_PATHS = {"round": Settable((), "round"), "phase": Settable((), "phase")}


@frozen
class Target:
    """One path of a ruling, taken apart."""

    path: str
    settable: Settable
    unit: str | None = None
    group: str | None = None
    part: str | None = None
    field: str = ""


def check_ruling(command: Command) -> None:
    """Refuse ``BAD_VALUE`` for paths that no ruling can set, and values that never fit there."""
    if isinstance(command, Ruling):
        for path, value in command.set.items():
            _check_value(_target(path), value)


def decide_ruling(state: HullPointsState, asked: Asked, book: Book) -> Sequence[RulingMade]:  # noqa: ARG001
    """
    Set what the judge says, and nothing else.

    Shapes were checked.  Unknown ids first, then kinds that lack a path, and
    last values above the starting value; each over all paths before the next.
    """
    command = asked.command
    assert isinstance(command, Ruling)  # noqa: S101
    targets = [(_target(path), value) for path, value in command.set.items()]
    for target, value in targets:
        _find(state, target, value)
    for target, value in targets:
        _check_kind(state, target, value)
    for target, value in targets:
        _check_start(state, target, value)
    changes = tuple(
        change for target, value in targets if (change := _change(state, target, value))
    )
    return (RulingMade(reason=command.reason, changes=changes),)


def _target(path: str) -> Target:
    parts = path.split(".")
    if path in _GAME_PATHS:
        return Target(path, _GAME_PATHS[path], field=path)
    if parts[0] == "units" and all(re.fullmatch(ID_PATTERN, p) for p in parts[1::2]):
        if len(parts) == 3 and parts[2] in _UNIT_PATHS:
            return Target(path, _UNIT_PATHS[parts[2]], parts[1], field=parts[2])
        if len(parts) == 5 and (parts[2], parts[4]) in _PART_PATHS:
            settable = _PART_PATHS[parts[2], parts[4]]
            return Target(path, settable, parts[1], parts[2], parts[3], parts[4])
    raise BadValue(f"set.{path:.60}", "is no path that a ruling can set")


def _check_value(target: Target, value: Any) -> None:
    """Raise :class:`~rollbook.events.errors.BadValue` for a value that never fits there."""
    match target.settable.what:
        case "number":
            fits, expected = _whole(value, MOST), f"a whole number from 0 to {MOST}"
        case "round":
            fits, expected = _whole(value, LAST_ROUND), "a round"
        case "round or null":
            fits, expected = value is None or _whole(value, LAST_ROUND), "a round, or null"
        case "phase":
            fits = value is None or value in PHASES
            expected = f"{', '.join(PHASES)} or null"
        case "bool":
            fits, expected = type(value) is bool, "true or false"
        case "status":
            fits, expected = type(value) is str and value in STATUSES, ", ".join(STATUSES)
        case "model status":
            fits, expected = value in (ACTIVE, REMOVED), f"{ACTIVE} or {REMOVED}"
        case "vehicle":
            fits, expected = value is None or _is_id(value), "a vehicle, or null"
        case _:
            fits, expected = value is None or isinstance(value, Position), "a position, or null"
    if not fits:
        raise BadValue(f"set.{target.path}", f"{value!r:.60} is not {expected}")


def _whole(value: Any, high: int) -> bool:
    return type(value) is int and 0 <= value <= high


def _is_id(value: Any) -> bool:
    return type(value) is str and re.fullmatch(ID_PATTERN, value) is not None


def _find(state: HullPointsState, target: Target, value: Any) -> None:
    if target.unit is None:
        return
    field = f"set.{target.path}"
    unit = unit_of(state, target.unit, field)
    if target.group == "weapons" and target.part is not None:
        weapon_of(unit, target.part, field)
    if target.group == "models" and target.part is not None:
        model_of(unit, target.part, field)
    if target.field == "aboard" and value is not None:
        unit_of(state, value, field)


def _check_kind(state: HullPointsState, target: Target, value: Any) -> None:
    if target.unit is None:
        return
    unit = state.units[target.unit]
    if unit.kind not in target.settable.kinds:
        raise RuleRefusal("WRONG_KIND", f"{unit.name} is {unit.kind}, without {target.path}")
    if target.field == "aboard" and value is not None:
        carrier = state.units[value]
        if not isinstance(carrier, Vehicle):
            raise RuleRefusal("WRONG_KIND", f"{carrier.name} is no vehicle")


def _holder(state: HullPointsState, target: Target) -> Any:
    if target.unit is None:
        return state
    unit = state.units[target.unit]
    return unit if target.group is None else getattr(unit, target.group)[target.part]


def _check_start(state: HullPointsState, target: Target, value: Any) -> None:
    if target.settable.start is None:
        return
    most = getattr(_holder(state, target), target.settable.start)
    if value > most:
        raise BadValue(f"set.{target.path}", f"{value} is above the starting {most}")


def _change(state: HullPointsState, target: Target, value: Any) -> Change | None:
    if isinstance(value, Position):
        value = Position(
            x_milli=value.x_milli,
            y_milli=value.y_milli,
            facing_decideg=value.facing_decideg % FULL_CIRCLE,
        )
    before = getattr(_holder(state, target), target.field)
    if before == value:
        return None
    return Change(path=target.path, before=before, after=value)

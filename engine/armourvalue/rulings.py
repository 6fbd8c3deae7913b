"""What a judge may set, and to what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import bad_value
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.quantities import MOST_MILLI, check_position
from rollbook.events.errors import BadValue
from rollbook.events.game import Change, Position, Ruling, RulingMade
from rollbook.events.message import Command, field_names
from rollbook.events.quantities import ID_PATTERN, MAX_INT, PLAYER_PATTERN, Matches
from rollbook.projections.armourvalue.state import ArmourValueState

Check = Callable[[Any], str | None]

_ID = Matches(ID_PATTERN, "an id")
_PLAYER = Matches(PLAYER_PATTERN, "a player id")


def _whole(low: int, high: int) -> Check:
    def check(value: Any) -> str | None:
        if type(value) is int and low <= value <= high:
            return None
        return f"{value!r} is not a whole number from {low} to {high}"

    return check


def _words(*words: str) -> Check:
    def check(value: Any) -> str | None:
        return None if value in words else f"{value!r} is not one of {', '.join(words)}"

    return check


def _text(matches: Matches) -> Check:
    def check(value: Any) -> str | None:
        return matches.problem(value) if isinstance(value, str) else f"{value!r} is no id"

    return check


def _or_null(inner: Check) -> Check:
    return lambda value: None if value is None else inner(value)


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else f"{value!r} is not true or false"


def _place(value: Any) -> str | None:
    if not isinstance(value, Position):
        return f"{value!r} is no position"
    try:
        check_position("", value)
    except BadValue as error:
        return error.problem
    return None


_UNTIL = _or_null(_whole(0, MAX_INT))
GAME_PATHS: dict[str, Check] = {"round": _whole(0, MAX_INT), "active_player": _text(_PLAYER)}
WEAPON_MARKS = ("destroyed", "fired", "spent")
UNIT_PATHS: dict[str, Check] = {
    "status": _words("active", "wreck", "exploding", "removed"),
    "position": _or_null(_place),
    "moved_milli": _or_null(_whole(0, MOST_MILLI)),
    "has_run": _flag,
    "immobilised": _flag,
    "smoke_active": _flag,
    "helpless": _flag,
    "falling_back": _flag,
    "transported": _flag,
    "may_assault": _flag,
    "struck": _flag,
    "fired_at": _or_null(_text(_ID)),
    "shaken_until": _UNTIL,
    "stunned_until": _UNTIL,
    "pinned_until": _UNTIL,
    "smoke_launchers": _words("none", "ready", "used"),
    "ram": _or_null(_words("moving", "stopped")),
    "models": _whole(0, 100),
    "wounds_lost": _whole(0, 9),
    "end_move": _or_null(_words("allowed", "done")),
}


def check_ruling(command: Command) -> None:
    """
    Check the paths and values of a ruling, whatever the game looks like.

    Raises :class:`~rollbook.events.errors.BadValue`.
    """
    if not isinstance(command, Ruling):
        return
    for path, value in command.set.items():
        check = _check_of(path)
        if check is None:
            raise BadValue(f"set.{path}", "a ruling cannot set this")
        problem = check(value)
        if problem is not None:
            raise BadValue(f"set.{path}", problem)


def _check_of(path: str) -> Check | None:
    match path.split("."):
        case [name]:
            return GAME_PATHS.get(name)
        case ["units", unit, name] if _ID.problem(unit) is None:
            return UNIT_PATHS.get(name)
        case ["units", unit, "weapons", weapon, mark] if (
            _ID.problem(unit) is None and _ID.problem(weapon) is None
        ):
            return _flag if mark in WEAPON_MARKS else None
        case _:
            return None


def ruling(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Decide a ruling: what already is so is left out."""
    command = asked.command
    assert isinstance(command, Ruling)  # noqa: S101
    check_ruling(command)
    changes = []
    for path, value in command.set.items():
        before = _value_at(state, path)
        if path == "active_player" and value not in state.players:
            bad_value("set.active_player", f"no player {value} in this game")
        if before != value:
            changes.append(Change(path=path, before=before, after=value))
    return (RulingMade(reason=command.reason, changes=tuple(changes)),)


def _value_at(state: ArmourValueState, path: str) -> Any:
    first, *rest = path.split(".")
    if not rest:
        return getattr(state, first)
    name, key, *weapon = rest
    unit = state.units.get(name)
    if unit is None:
        bad_value(f"set.{path}", f"there is no unit {name}")
    if key not in field_names(type(unit)):
        bad_value(f"set.{path}", f"{unit.kind} units have no {key}")
    if not weapon:
        return getattr(unit, key)
    which, mark = weapon
    if which not in unit.weapons:
        bad_value(f"set.{path}", f"{name} has no weapon {which}")
    return getattr(unit.weapons[which], mark)

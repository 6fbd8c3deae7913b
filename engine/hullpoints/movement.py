"""Moving and turning: walkers and vehicles by one budget, infantry freely."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book, TurnBands
from rollbook.engine.hullpoints.lookups import (
    check_fact,
    check_on_table,
    check_time,
    hull_of,
    kind_words,
)
from rollbook.engine.hullpoints.lookups import unit_of as find
from rollbook.engine.hullpoints.profile import FULL_CIRCLE
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.game import Position
from rollbook.events.hullpoints.commands import DeclareTurn, MoveUnit, TurnUnit
from rollbook.events.hullpoints.events import TurnDeclared, UnitMoved, UnitTurned
from rollbook.events.hullpoints.units import MOVEMENT, Hull, Infantry, Vehicle, Walker
from rollbook.events.message import Event
from rollbook.events.quantities import MAX_INT
from rollbook.projections.hullpoints import HullPointsState

FORWARD, BACKWARD, ANY = "forward", "backward", "any"
FULL, HALF, NONE = "full", "half", "none"
YARD_MILLI = 1000
_UNIT = 10**9


def decide_declare_turn(state: HullPointsState, asked: Asked, book: Book) -> Sequence[TurnDeclared]:
    """
    Declare the turn of a whole move.

    Rule: HW-TURN-1, HW-TURN-2, HW-TURN-3, HV-TURN-1, HV-TURN-2.
    """
    command = asked.command
    assert isinstance(command, DeclareTurn)  # noqa: S101
    check_time(state, MOVEMENT)
    unit = find(state, command.unit)
    check_on_table(unit)
    hull = hull_of(unit)
    check_not_transporting(hull)
    if hull.move is not None:
        raise RuleRefusal(
            "ALREADY_DECLARED", f"{hull.name} has declared the turn of this move", "HW-TURN-1"
        )
    bands = book.turning[hull.kind]
    turn = command.turn_decideg
    if turn > bands.none_decideg:
        raise RuleRefusal(
            "TURN_TOO_FAR", f"nobody turns more than {degrees(bands.none_decideg)}", "HW-TURN-1"
        )
    between = bands.half_decideg < turn < bands.none_decideg
    if between and state.house_rules["turn_over_90"] == "forbid":
        raise RuleRefusal(
            "TURN_BAND",
            f"turn up to {degrees(bands.half_decideg)} or exactly {degrees(bands.none_decideg)}",
            "HW-TURN-3",
        )
    return (declared(state, command.unit, hull, turn, bands),)


def declared(
    state: HullPointsState, name: str, hull: Hull, turn_decideg: int, bands: TurnBands
) -> TurnDeclared:
    """
    Give the band of a declared turn and the allowance that it leaves.

    Half of an odd movement is kept exact, or rounded down to whole yards by
    house rule ``half_move``.  Rule: HW-TURN-2, HW-TURN-3, HV-TURN-2.
    """
    if turn_decideg <= bands.full_decideg:
        band, allowance = FULL, hull.movement * YARD_MILLI
    elif turn_decideg <= bands.half_decideg:
        exact = state.house_rules["half_move"] == "exact"
        halved = hull.movement * YARD_MILLI // 2
        band, allowance = HALF, halved if exact else hull.movement // 2 * YARD_MILLI
    else:
        band, allowance = NONE, 0
    return TurnDeclared(unit=name, turn_decideg=turn_decideg, band=band, allowance_milli=allowance)


def degrees(decideg: int) -> str:
    """Give an angle in words."""
    whole, tenth = divmod(decideg, 10)
    return f"{whole}.{tenth} degrees" if tenth else f"{whole} degrees"


def check_not_transporting(hull: Hull) -> None:
    """Refuse ``ALREADY_TRANSPORTED`` after loading or unloading.  Rule: HV-TRN-1."""
    if isinstance(hull, Vehicle) and hull.transporting:
        raise RuleRefusal(
            "ALREADY_TRANSPORTED", f"{hull.name} loaded or unloaded instead of moving", "HV-TRN-1"
        )


def decide_turn_unit(state: HullPointsState, asked: Asked, book: Book) -> Sequence[UnitTurned]:  # noqa: ARG001
    """Carry out part of the declared turn.  Rule: HW-TURN-4, HV-TURN-1."""
    command = asked.command
    assert isinstance(command, TurnUnit)  # noqa: S101
    check_time(state, MOVEMENT)
    unit = find(state, command.unit)
    check_on_table(unit)
    hull = hull_of(unit)
    check_not_transporting(hull)
    if hull.move is None:
        raise RuleRefusal(
            "TURN_NOT_DECLARED", f"declare the turn of {hull.name} first", "HW-TURN-1"
        )
    turned = hull.move.turned_decideg + abs(command.turn_decideg)
    if turned > hull.move.declared_decideg:
        raise RuleRefusal(
            "TURN_EXCEEDS_DECLARED",
            f"{hull.name} declared {degrees(hull.move.declared_decideg)}"
            f" and has turned {degrees(hull.move.turned_decideg)}",
            "HW-TURN-4",
        )
    return (
        UnitTurned(
            unit=command.unit,
            turn_decideg=command.turn_decideg,
            turned_decideg=turned,
            position=_turned(hull.position, command.turn_decideg),
        ),
    )


def _turned(at: Position | None, turn_decideg: int) -> Position | None:
    if at is None:
        return None
    facing = (at.facing_decideg + turn_decideg) % FULL_CIRCLE
    return Position(x_milli=at.x_milli, y_milli=at.y_milli, facing_decideg=facing)


def decide_move_unit(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Event]:
    """
    Move a unit one step.

    Rule: HW-MOVE-1 to HW-MOVE-4, HV-MOVE-1.
    """
    command = asked.command
    assert isinstance(command, MoveUnit)  # noqa: S101
    check_time(state, MOVEMENT)
    unit = find(state, command.unit)
    check_on_table(unit)
    if isinstance(unit, Infantry):
        return (_infantry_moved(command, unit),)
    check_fact(False, command.to is not None, "to", kind_words(unit))
    return hull_moved(state, command.unit, unit, command.direction, command.distance_milli, book)


def _infantry_moved(command: MoveUnit, unit: Infantry) -> UnitMoved:
    if command.direction != ANY:
        raise RuleRefusal(
            "ILLEGAL_DIRECTION", f"infantry moves in direction {ANY}, without a budget"
        )
    position = None
    if command.to is not None:
        position = Position(
            x_milli=command.to.x_milli,
            y_milli=command.to.y_milli,
            facing_decideg=0 if unit.position is None else unit.position.facing_decideg,
        )
    return UnitMoved(
        unit=command.unit,
        direction=command.direction,
        distance_milli=command.distance_milli,
        cost_milli=0,
        spent_milli=0,
        position=position,
    )


def hull_moved(
    state: HullPointsState, name: str, hull: Hull, direction: str, distance_milli: int, book: Book
) -> tuple[Event, ...]:
    """
    Move a walker or vehicle within its allowance.

    A move that was not declared counts as declaring no turn, in the same
    entry.  Refuses ``ALREADY_TRANSPORTED``, ``ILLEGAL_DIRECTION``,
    ``MOVE_TOO_FAR``.  Rule: HW-MOVE-2, HW-MOVE-3, HW-MOVE-4, HW-TURN-1, HV-MOVE-1.
    """
    check_not_transporting(hull)
    if direction not in (FORWARD, BACKWARD):
        rule = "HW-MOVE-2" if isinstance(hull, Walker) else "HV-MOVE-1"
        raise RuleRefusal("ILLEGAL_DIRECTION", f"{hull.name} moves forward or backward", rule)
    cost = distance_milli * _cost_factor(state, hull, direction)
    first: tuple[Event, ...] = ()
    if hull.move is None:
        turn = declared(state, name, hull, 0, book.turning[hull.kind])
        first, allowance, spent = (turn,), turn.allowance_milli, 0
    else:
        allowance, spent = hull.move.allowance_milli, hull.move.spent_milli
    if spent + cost > allowance:
        raise RuleRefusal(
            "MOVE_TOO_FAR",
            f"this costs {yards(cost)} of {yards(max(0, allowance - spent))} left to {hull.name}",
            "HW-MOVE-4",
        )
    signed = distance_milli if direction == FORWARD else -distance_milli
    step = UnitMoved(
        unit=name,
        direction=direction,
        distance_milli=distance_milli,
        cost_milli=cost,
        spent_milli=spent + cost,
        position=_moved(hull.position, signed),
    )
    return (*first, step)


def _cost_factor(state: HullPointsState, hull: Hull, direction: str) -> int:
    """Give what a yard costs.  Rule: HW-MOVE-3, HV-MOVE-1."""
    if direction == FORWARD:
        return 1
    if isinstance(hull, Walker):
        return 2
    return 2 if state.house_rules["vehicle_backward_cost"] == 2 else 1


def yards(milli: int) -> str:
    """Give a length in words."""
    return f"{milli / YARD_MILLI:g} yards"


def _moved(at: Position | None, distance_milli: int) -> Position | None:
    """Go along the facing, in whole thousandths.  Rule: CM-UNIT-1."""
    if at is None:
        return None
    angle = math.radians(at.facing_decideg / 10)
    x = at.x_milli + _along(distance_milli, math.sin(angle))
    y = at.y_milli + _along(distance_milli, math.cos(angle))
    if max(abs(x), abs(y)) > MAX_INT:
        raise BadValue("distance_milli", "leads beyond any table")
    return Position(x_milli=x, y_milli=y, facing_decideg=at.facing_decideg)


def _along(distance_milli: int, share: float) -> int:
    return (distance_milli * round(share * _UNIT) + _UNIT // 2) // _UNIT

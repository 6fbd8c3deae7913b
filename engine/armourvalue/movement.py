"""Moving in the movement phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import active_units, check_able, check_turn, refuse
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.terrain import Travel, check_test_at, go
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.commands import MoveUnit
from rollbook.events.armourvalue.happenings import RamStopped, UnitMoved
from rollbook.events.armourvalue.units import Unit, Vehicle, Walker
from rollbook.events.game import Position
from rollbook.projections.armourvalue.state import ArmourValueState


def is_ramming(unit: Unit) -> bool:
    """Tell if a tank is in the middle of a ram."""
    return isinstance(unit, Vehicle) and unit.ram == "moving"


def top_speed(unit: Unit, book: Book) -> int:
    """Give how far a unit may move in a movement phase.  Rule: FE-MOVE-1."""
    speeds = book.movement
    if isinstance(unit, Vehicle):
        return speeds.fast_vehicle_milli if unit.fast else speeds.vehicle_milli
    return speeds.walker_milli if isinstance(unit, Walker) else speeds.infantry_milli


def inches(milli: int) -> str:
    """
    Give a length in words.

    >>> inches(6000), inches(2500)
    ('6 inches', '2.5 inches')
    """
    whole, rest = divmod(milli, 1000)
    return f"{whole}{f'.{rest:03}'.rstrip('0') if rest else ''} inches"


def check_reach(distance: int, most: int, rule: str) -> None:
    """Refuse ``MOVE_TOO_FAR``."""
    if distance > most:
        refuse("MOVE_TOO_FAR", f"{inches(distance)} is more than {inches(most)}", rule)


@frozen
class Move(Travel):
    """A move: any direction, free turning, the facing is part of the place.  Rule: FE-MOVE-1."""

    def arrive(
        self,
        state: ArmourValueState,
        distance: int,
        position: Position,
        *,
        stopped: bool,  # noqa: ARG002
    ) -> tuple[Item, ...]:
        """Move; a ram that was on its way ends here.  Rule: FE-RAM-5."""
        moved = UnitMoved(unit=self.unit, distance_milli=distance, position=position)
        if is_ramming(state.units[self.unit]):
            return (moved, RamStopped(unit=self.unit))
        return (moved,)

    def fall_short(self, state: ArmourValueState, most_milli: int) -> tuple[Item, ...]:  # noqa: ARG002
        """Refuse a move beyond what terrain allows.  Rule: FE-TER-1."""
        check_reach(self.distance_milli, most_milli, "FE-TER-1")
        return ()


def move_unit(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide a move.  Rule: FE-MOVE-1, FE-FAC-1, FE-TER-1, FE-TER-2."""
    command: Any = asked.command
    assert isinstance(command, MoveUnit)  # noqa: S101
    begin(state, "movement")
    (unit,) = active_units(state, unit=command.unit)
    check_turn(state, unit)
    check_able(unit)
    if unit.moved_milli is not None and not is_ramming(unit):
        refuse("ALREADY_MOVED", f"{unit.name or 'the unit'} has moved this turn", "FE-MOVE-1")
    total = (unit.moved_milli or 0) + command.distance_milli
    check_reach(total, top_speed(unit, book), "FE-MOVE-1")
    difficult = bool(command.difficult)
    tested = bool(command.dangerous) or (difficult and isinstance(unit, Vehicle))
    check_test_at(unit, tested, command.distance_milli, command.test_at)
    way = Move(command.unit, command.distance_milli, command.position, command.test_at)
    return go(way, difficult=difficult and not isinstance(unit, Vehicle), dangerous=tested)

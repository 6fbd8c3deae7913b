"""
Damage to walkers and vehicles: armor, hull points, and the damage table.

One piece of code for both; they differ in the rows of their tables, in what a
control hit does, and in what is left at zero hull points.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.casualties import wounds_on
from rollbook.engine.hullpoints.damage_table import row_effect
from rollbook.engine.hullpoints.lookups import (
    check_fact,
    check_in_play,
    check_model,
    check_time,
    hull_named,
    in_play,
    model_of,
    unit_of,
)
from rollbook.engine.hullpoints.morale import MoraleCheck
from rollbook.engine.hullpoints.rolls import SIDES
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import BadValue
from rollbook.events.hullpoints.commands import ApplyDamage
from rollbook.events.hullpoints.events import (
    ArmorPointsLost,
    DamageSuffered,
    DamageTableRolled,
    HullPointLost,
    UnitExploded,
    UnitSlain,
    VehicleInoperable,
)
from rollbook.events.hullpoints.units import ARCS, Infantry, Vehicle, Walker
from rollbook.projections.hullpoints import HullPointsState


@frozen
class Damage(Step):
    """
    One amount of damage to a walker or vehicle in play.

    Rule: HW-DMG-1, HW-DMG-2, HV-DMG-1.
    """

    unit: str
    amount: int
    cause: str
    attacker: str | None
    sees: tuple[str, ...]

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Take armor first, then hull points one by one."""
        unit = hull_named(state, self.unit)
        to_armor = min(unit.armor, self.amount)
        carries = bool(state.house_rules["damage_carries"]) or unit.armor == 0
        to_hull = min(unit.hull, self.amount - to_armor) if carries else 0
        suffered = DamageSuffered(
            unit=self.unit,
            amount=self.amount,
            to_armor=to_armor,
            to_hull=to_hull,
            wasted=self.amount - to_armor - to_hull,
            cause=self.cause,
            attacker=self.attacker,
        )
        items: list[Item] = [suffered]
        if to_armor:
            armor = unit.armor - to_armor
            items.append(ArmorPointsLost(unit=self.unit, points=to_armor, armor=armor))
        if to_hull:
            items.append(HullPoint(self.unit, to_hull, self.sees))
        return items


@frozen
class HullPoint(Step):
    """
    One hull point goes, *left* of them in all, this one included.

    The last point rolls on the table too, unless house rule
    ``last_point_rolls`` says no.  Rule: HW-DMG-3, HW-DMG-4, HV-DMG-2.
    """

    unit: str
    left: int
    sees: tuple[str, ...]

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Take the point."""
        points = hull_named(state, self.unit).hull - 1
        lost = HullPointLost(unit=self.unit, hull=points)
        rolls = points > 0 or state.house_rules["last_point_rolls"]
        next_step: Step = (
            TableRoll(self.unit, self.left - 1, self.sees)
            if rolls
            else AfterPoint(self.unit, self.left - 1, self.sees)
        )
        return (lost, next_step)


@frozen
class TableRoll(Step):
    """The roll on the damage table for a lost hull point.  Rule: HW-DMG-5, HV-DMG-3."""

    unit: str
    left: int
    sees: tuple[str, ...]

    def ask(self, state: HullPointsState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for two dice, of which the sum counts."""
        return RollAsk("damage_table", 2, SIDES, "sum")

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...]
    ) -> Sequence[Item]:
        """Read the row and let it take effect."""
        unit = hull_named(state, self.unit)
        row = book.damage[unit.kind][sum(answer)]
        roll = self.ask(state, book).roll(answer)
        rolled = DamageTableRolled(unit=self.unit, roll=roll, row=row)
        effect = row_effect(state, self.unit, unit, row, self.left, self.sees)
        if any(isinstance(item, UnitExploded) for item in effect):
            return (rolled, *effect)
        after: tuple[Step, ...] = (AfterPoint(self.unit, self.left, self.sees),)
        if isinstance(unit, Walker) and unit.hull > 0:
            after = (MoraleCheck(self.unit), *after)
        return (rolled, *effect, *after)


@frozen
class AfterPoint(Step):
    """
    The next hull point, or the end of this damage: slain, or inoperable.

    Rule: HW-DMG-4, HW-DMG-12, HV-DMG-7.
    """

    unit: str
    left: int
    sees: tuple[str, ...]

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Go on, or say what is left of the unit."""
        if self.left:
            return (HullPoint(self.unit, self.left, self.sees),)
        unit = hull_named(state, self.unit)
        if unit.hull > 0:
            return ()
        if isinstance(unit, Vehicle):
            return (VehicleInoperable(unit=self.unit),)
        return (UnitSlain(unit=self.unit),)


@frozen
class DamageEach(Step):
    """The same damage *times* over, until the unit is out of play."""

    unit: str
    amount: int
    times: int
    cause: str
    attacker: str | None
    sees: tuple[str, ...]

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Deal one of them, then the rest."""
        if self.times == 0 or not in_play(state.units[self.unit]):
            return ()
        one = Damage(self.unit, self.amount, self.cause, self.attacker, self.sees)
        rest = DamageEach(
            self.unit, self.amount, self.times - 1, self.cause, self.attacker, self.sees
        )
        return (one, rest)


def decide_apply_damage(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Damage a unit from any cause, also models aboard.  Rule: HW-DMG-3, HV-DMG-2, CM-CAS-1."""
    command = asked.command
    assert isinstance(command, ApplyDamage)  # noqa: S101
    check_time(state)
    unit = unit_of(state, command.unit)
    if command.attacker is not None:
        unit_of(state, command.attacker, "attacker")
    model = None if command.model is None else model_of(unit, command.model)
    check_in_play(unit)
    if not isinstance(unit, Infantry):
        sees = ARCS if command.sees is None else command.sees
        return (Damage(command.unit, command.amount, command.cause, command.attacker, sees),)
    if model is None or command.model is None:
        raise BadValue("model", "is needed for infantry")
    check_model(unit, model, command.model)
    check_fact(False, command.sees is not None, "sees", "infantry")
    return wounds_on(command.unit, unit, ((command.model, command.amount),), command.cause)

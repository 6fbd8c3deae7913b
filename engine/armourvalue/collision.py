"""Two hulls meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.penetration import Hit, armour_of, machine
from rollbook.engine.step import Item, Step
from rollbook.events.armourvalue.happenings import CollisionResolved, RamStopped
from rollbook.events.armourvalue.units import Vehicle
from rollbook.projections.armourvalue.state import ArmourValueState


@frozen
class Collision(Step):
    """
    A tank strikes *target* on *contact*, and is struck on its front.

    *own_side* is the side whose armour the target's hit comes from.  Both
    hits use the tank's way.  Rule: FE-RAM-2, FE-RAM-4.
    """

    rammer: str
    target: str
    contact: str
    own_side: str

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Give both hits, target first, always both."""
        tank, target = machine(state, self.rammer), machine(state, self.target)
        moved = tank.moved_milli or 0
        table = book.ram
        speed = moved // table.milli_for_each_point
        by_tank = max(0, armour_of(tank, "front") - table.armour_base) + speed + table.tank_bonus
        heavy = isinstance(target, Vehicle) and target.tank
        by_target = max(0, armour_of(target, self.own_side) - table.armour_base) + speed
        by_target += table.tank_bonus if heavy else 0
        met = CollisionResolved(
            rammer=self.rammer,
            target=self.target,
            distance_milli=moved,
            contact=self.contact,
            strength_rammer=by_tank,
            strength_target=by_target,
        )
        return (
            met,
            Hit(self.target, self.rammer, "ram", self.contact, by_tank, None),
            Hit(self.rammer, self.target, "ram", "front", by_target, None),
            Halt(self.rammer, self.target),
        )


@frozen
class Halt(Step):
    """A tank stops at what stays in its way; what explodes does not.  Rule: FE-RAM-5."""

    rammer: str
    target: str

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Stop, or leave the rest of the move to the player."""
        if state.units[self.target].status == "exploding":
            return ()
        return (RamStopped(unit=self.rammer),)

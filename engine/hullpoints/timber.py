"""The fall of a slain walker."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.common import check_pending
from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.casualties import HitOnModel, needs_field
from rollbook.engine.hullpoints.lookups import (
    check_struck_in_play,
    check_struck_kinds,
    find_struck,
    hull_named,
    named_twice,
    unit_of,
)
from rollbook.engine.hullpoints.morale import INITIATIVE, CharacteristicCheck
from rollbook.engine.hullpoints.profile import FULL_CIRCLE
from rollbook.engine.hullpoints.rolls import SIDES
from rollbook.engine.hullpoints.wounding import HitOnHull
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import BadValue
from rollbook.events.hullpoints.commands import ResolveTimber, Struck
from rollbook.events.hullpoints.events import (
    ModelsDisplaced,
    UnitDiedStanding,
    UnitRemoved,
    UnitToppled,
)
from rollbook.events.hullpoints.units import REAR, toughness_of
from rollbook.events.roll import Roll
from rollbook.projections.hullpoints import TIMBER, HullPointsState

CAUSE = "crunch"
HALF_CIRCLE = FULL_CIRCLE // 2


def decide_resolve_timber(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Resolve the fall that is owed first.  Rule: HW-TIM-1 to HW-TIM-5."""
    command = asked.command
    assert isinstance(command, ResolveTimber)  # noqa: S101
    check_pending(state, TIMBER, command.unit, "HW-TIM-1")
    unit_of(state, command.unit)
    under = command.under or ()
    find_struck(state, under, "under")
    check_struck_in_play(state, under, "under")
    check_struck_kinds(state, under)
    if named_twice(under):
        raise BadValue("under", "each is named once")
    return (Scatter(command.unit, command.angle_decideg, command.under),)


@frozen
class Scatter(Step):
    """
    The scatter die: the walker dies standing, or falls towards the arrow.

    Rule: HW-TIM-1, HW-TIM-2, CM-SCT-1.
    """

    unit: str
    angle_decideg: int | None
    under: tuple[Struck, ...] | None

    def ask(self, state: HullPointsState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for the scatter die."""
        return RollAsk("scatter", 1, SIDES, self._standing(state) + 1)

    def _standing(self, state: HullPointsState) -> int:
        faces = state.house_rules["scatter_hits"]
        assert isinstance(faces, int)  # noqa: S101
        return faces

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...]
    ) -> Sequence[Item]:
        """Fall, or stand."""
        roll = self.ask(state, book).roll(answer)
        stands = answer[0] <= self._standing(state)
        happens = self._stand(roll) if stands else self._fall(state, roll)
        if state.house_rules["slain_leaves"] == "removed":
            return (*happens, UnitRemoved(unit=self.unit, cause="slain"))
        return happens

    def _stand(self, roll: Roll) -> tuple[Item, ...]:
        for field, given in (("angle_decideg", self.angle_decideg), ("under", self.under)):
            if given is not None:
                raise BadValue(field, "the walker dies standing and falls on nobody")
        return (UnitDiedStanding(unit=self.unit, roll=roll),)

    def _fall(self, state: HullPointsState, roll: Roll) -> tuple[Item, ...]:
        if self.angle_decideg is None:
            raise needs_field("angle_decideg", f"where {self.unit} falls")
        fall = self.angle_decideg % FULL_CIRCLE
        toppled = UnitToppled(
            unit=self.unit,
            roll=roll,
            fall_decideg=fall,
            facing_decideg=(fall + HALF_CIRCLE) % FULL_CIRCLE,
        )
        items: list[Item] = [toppled]
        for entry in self.under or ():
            items += underneath(state, self.unit, entry)
        return tuple(items)


def underneath(state: HullPointsState, fallen: str, entry: Struck) -> tuple[Item, ...]:
    """
    Give what happens to one model or hull underneath.

    It steps out and checks initiative, which hulls do not have; failed, it is
    crunched with half the rear toughness as strength and the starting hull
    points as damage.  Rule: HW-TIM-3, HW-TIM-4, HW-TIM-5.
    """
    walker = hull_named(state, fallen)
    strength, damage = toughness_of(walker, REAR) // 2, walker.hull_start
    crunch: Step
    if entry.model is not None:
        crunch = HitOnModel(entry.unit, entry.model, strength, damage, CAUSE, entry.wounded)
    else:
        crunch = HitOnHull(entry.unit, entry.arc or "", strength, damage, CAUSE, fallen)
    stepped = ModelsDisplaced(
        unit=entry.unit,
        models=() if entry.model is None else (entry.model,),
        cause=TIMBER.removeprefix("resolve_"),
    )
    check = CharacteristicCheck(entry.unit, entry.model, INITIATIVE, (crunch,))
    return (stepped, check)

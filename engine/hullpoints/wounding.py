"""From hits to damage: the dice to wound of a shot or blow, arc by arc."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.casualties import needs_field, wounds_on_first
from rollbook.engine.hullpoints.damage import Damage, DamageEach
from rollbook.engine.hullpoints.lookups import hull_named, on_table
from rollbook.engine.hullpoints.rolls import SIDES, needed_to_wound, reaching
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import BadValue
from rollbook.events.hullpoints.events import WoundsRecorded, WoundsRolled
from rollbook.events.hullpoints.units import ARCS, Infantry, toughness_of
from rollbook.events.message import Event
from rollbook.projections.hullpoints import HullPointsState


def in_order(arcs: tuple[str, ...]) -> tuple[str, ...]:
    """Give arcs in the order in which they are worked through.  Rule: HW-ARC-1."""
    return tuple(arc for arc in ARCS if arc in arcs)


@frozen
class Wounding(Step):
    """
    The hits of one weapon on one target that is out on the table.

    Against a walker or vehicle each of *arcs* takes the full set of hits
    against its own toughness; after all arcs each wound deals *damage*.
    Against infantry all hits are thrown together, or the table decides
    (*wounded*).  A target out of play is passed over.
    Rule: CM-WND-1, HW-TPL-1, HV-TPL-1.
    """

    target: str
    hits: int
    arcs: tuple[str, ...]
    strength: int
    damage: int
    cause: str
    attacker: str
    sees: tuple[str, ...]
    wounded: int | None
    wounds: int = 0

    def ask(self, state: HullPointsState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for a die a hit, where there is a toughness to reach."""
        toughness = self._toughness(state)
        if toughness is None:
            return None
        needed = needed_to_wound(state, self.strength, toughness)
        return RollAsk("to_wound", self.hits, SIDES, needed)

    def _toughness(self, state: HullPointsState) -> int | None:
        unit = state.units[self.target]
        if not on_table(unit):
            return None
        if isinstance(unit, Infantry):
            return unit.toughness
        return toughness_of(unit, self.arcs[0])

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...] | None
    ) -> Sequence[Item]:
        """Count the wounds and let them take effect."""
        unit = state.units[self.target]
        if not on_table(unit):
            return ()
        told, wounds = self._count(state, book, answer)
        if isinstance(unit, Infantry):
            return (told, *wounds_on_first(self.target, unit, wounds, self.damage, self.cause))
        wounds += self.wounds
        if len(self.arcs) > 1:
            return (told, evolve(self, arcs=self.arcs[1:], wounds=wounds))
        dealt = DamageEach(self.target, self.damage, wounds, self.cause, self.attacker, self.sees)
        return (told, dealt)

    def _count(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...] | None
    ) -> tuple[Event, int]:
        ask, toughness = self.ask(state, book), self._toughness(state)
        if ask is None or answer is None or toughness is None:
            wounds = self._told()
            recorded = WoundsRecorded(target=self.target, model=None, hits=self.hits, wounds=wounds)
            return recorded, wounds
        wounds = reaching(answer, needed_to_wound(state, self.strength, toughness))
        rolled = WoundsRolled(
            target=self.target,
            model=None,
            arc=self.arcs[0] if self.arcs else None,
            strength=self.strength,
            toughness=toughness,
            roll=ask.roll(answer),
            wounds=wounds,
        )
        return rolled, wounds

    def _told(self) -> int:
        if self.wounded is None:
            raise needs_field("wounded", self.target)
        if self.wounded > self.hits:
            raise BadValue("wounded", f"{self.wounded} of {self.hits} hits cannot wound")
        return self.wounded


@frozen
class HitOnHull(Step):
    """
    One hit on one arc of a walker or vehicle, from an explosion or a fall.

    Rule: CM-WND-1, HW-EXP-2, HW-TIM-5.
    """

    unit: str
    arc: str
    strength: int
    damage: int
    cause: str
    attacker: str

    def ask(self, state: HullPointsState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for the die to wound."""
        return RollAsk("to_wound", 1, SIDES, self._needed(state))

    def _needed(self, state: HullPointsState) -> int:
        return needed_to_wound(
            state, self.strength, toughness_of(hull_named(state, self.unit), self.arc)
        )

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...]
    ) -> Sequence[Item]:
        """Say whether it wounds, and deal the damage."""
        wounds = reaching(answer, self._needed(state))
        told = WoundsRolled(
            target=self.unit,
            model=None,
            arc=self.arc,
            strength=self.strength,
            toughness=toughness_of(hull_named(state, self.unit), self.arc),
            roll=self.ask(state, book).roll(answer),
            wounds=wounds,
        )
        if not wounds:
            return (told,)
        dealt = Damage(self.unit, self.damage, self.cause, self.attacker, (self.arc,))
        return (told, dealt)

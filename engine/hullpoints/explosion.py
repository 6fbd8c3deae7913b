"""Explosions: one strength for all, passengers after the rest, removal last."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.common import check_pending
from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.casualties import HitOnModel, removed_outright
from rollbook.engine.hullpoints.lookups import (
    check_struck_in_play,
    check_struck_kinds,
    find_struck,
    hull_named,
    named_twice,
    unit_of,
)
from rollbook.engine.hullpoints.rolls import SIDES
from rollbook.engine.hullpoints.wounding import HitOnHull
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import BadValue
from rollbook.events.frozen import FrozenDict
from rollbook.events.hullpoints.commands import ResolveExplosion, Struck
from rollbook.events.hullpoints.events import (
    ExplosionResolved,
    ModelsDisembarked,
    UnitRemoved,
)
from rollbook.events.hullpoints.units import Infantry, Vehicle
from rollbook.projections.hullpoints import EXPLOSION, HullPointsState

CAUSE = "explosion"
DAMAGE = 1


def decide_resolve_explosion(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """
    Resolve the explosion that is owed first.

    Rule: HW-EXP-1 to HW-EXP-4, HV-EXP-1, HV-EXP-2.
    """
    command = asked.command
    assert isinstance(command, ResolveExplosion)  # noqa: S101
    check_pending(state, EXPLOSION, command.unit, "HW-EXP-1")
    unit_of(state, command.unit)
    find_struck(state, command.hits, "hits")
    _check_hits(state, command)
    check_struck_in_play(state, command.hits, "hits")
    check_struck_kinds(state, command.hits)
    return (Blast(command.unit, command.hits, command.passengers_wounded),)


def _check_hits(state: HullPointsState, command: ResolveExplosion) -> None:
    """Refuse hits on the unit itself and its passengers, and doubled ones.  Rule: HW-EXP-1."""
    unit = state.units[command.unit]
    aboard = unit.passengers if isinstance(unit, Vehicle) else ()
    for number, entry in enumerate(command.hits):
        if entry.unit == command.unit:
            raise BadValue(f"hits[{number}]", "an explosion does not hit itself")
        if f"{entry.unit}/{entry.model}" in aboard:
            raise BadValue(f"hits[{number}]", "passengers are hit without being listed")
    if named_twice(command.hits):
        raise BadValue("hits", "each is hit once")


@frozen
class Blast(Step):
    """The strength roll of an explosion, and everybody it reaches.  Rule: HW-EXP-2, HW-EXP-3."""

    unit: str
    hits: tuple[Struck, ...]
    passengers_wounded: FrozenDict[bool] | None

    def ask(self, state: HullPointsState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for one die, also when nobody is near."""
        return RollAsk("explosion_strength", 1, SIDES, "each")

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...]
    ) -> Sequence[Item]:
        """Let everybody listed be hit, then passengers, then remove the unit."""
        strength = answer[0]
        resolved = ExplosionResolved(
            unit=self.unit,
            radius=min(hull_named(state, self.unit).toughness),
            roll=self.ask(state, book).roll(answer),
            hits=self.hits,
        )
        blows = [_hit(entry, strength, self.unit) for entry in self.hits]
        aboard = PassengersHit(self.unit, strength, self.passengers_wounded)
        return (resolved, *blows, aboard, UnitRemoved(unit=self.unit, cause="exploded"))


def _hit(entry: Struck, strength: int, source: str) -> Step:
    if entry.model is not None:
        return HitOnModel(entry.unit, entry.model, strength, DAMAGE, CAUSE, entry.wounded)
    return HitOnHull(entry.unit, entry.arc or "", strength, DAMAGE, CAUSE, source)


@frozen
class PassengersHit(Step):
    """
    What an explosion does to the models aboard, by house rule ``passengers_in_explosion``.

    Rule: HV-EXP-2.
    """

    unit: str
    strength: int
    wounded: FrozenDict[bool] | None

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Hit each in order, remove them, or let them out unharmed."""
        unit = state.units[self.unit]
        aboard = unit.passengers if isinstance(unit, Vehicle) else ()
        way = state.house_rules["passengers_in_explosion"]
        items: list[Item] = []
        if way == "hit":
            items += [self._hit(passenger) for passenger in aboard]
        elif way == "removed":
            items += [PassengerRemoved(passenger) for passenger in aboard]
        return (*items, PassengersOut(self.unit))

    def _hit(self, passenger: str) -> HitOnModel:
        unit, model = passenger.split("/")
        told = None if self.wounded is None else self.wounded.get(passenger)
        return HitOnModel(
            unit, model, self.strength, DAMAGE, CAUSE, told, field="passengers_wounded"
        )


@frozen
class PassengerRemoved(Step):
    """A passenger is removed whatever its Wounds.  Rule: HV-EXP-2."""

    passenger: str

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Remove the model, and its unit with the last one."""
        name, model = self.passenger.split("/")
        unit = state.units[name]
        assert isinstance(unit, Infantry)  # noqa: S101
        return removed_outright(name, unit, model, CAUSE)


@frozen
class PassengersOut(Step):
    """Who is still aboard stands where the vehicle was.  Rule: HV-EXP-2."""

    unit: str

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Let the survivors out."""
        unit = state.units[self.unit]
        if not isinstance(unit, Vehicle) or not unit.passengers:
            return ()
        return (
            ModelsDisembarked(unit=self.unit, models=unit.passengers, access=None, cause=CAUSE),
        )

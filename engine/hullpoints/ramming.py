"""Vehicles driving through infantry."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.casualties import needs_field, wounds_on
from rollbook.engine.hullpoints.lookups import check_on_table, check_time, unit_of, vehicle_of
from rollbook.engine.hullpoints.movement import FORWARD, hull_moved
from rollbook.engine.hullpoints.rolls import SIDES, needed_to_wound
from rollbook.engine.step import EachReaching, Item, RollAsk, Step
from rollbook.events.errors import RuleRefusal
from rollbook.events.frozen import FrozenDict
from rollbook.events.hullpoints.commands import Ram
from rollbook.events.hullpoints.events import (
    ModelsDisplaced,
    RamHitsInflicted,
    WoundsRecorded,
    WoundsRolled,
)
from rollbook.events.hullpoints.units import (
    FRONT,
    MOVEMENT,
    REAR,
    Infantry,
    outside,
    toughness_of,
)
from rollbook.events.message import Event
from rollbook.projections.hullpoints import HullPointsState

CAUSE = "ram"
DAMAGE = 1


def decide_ram(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:
    """
    Move a vehicle into infantry: part of its move, a hit on every model outside.

    Rule: HV-RAM-1, HV-RAM-2, HV-RAM-3.
    """
    command = asked.command
    assert isinstance(command, Ram)  # noqa: S101
    check_time(state, MOVEMENT)
    unit = unit_of(state, command.unit)
    target = unit_of(state, command.target, "target")
    check_on_table(unit)
    check_on_table(target, "target")
    vehicle = vehicle_of(unit)
    if not isinstance(target, Infantry):
        raise RuleRefusal("BLOCKED", f"{target.name} does not step aside", "HV-RAM-1")
    if target.owner == vehicle.owner and not state.house_rules["friendly_ram"]:
        raise RuleRefusal("FRIENDLY", f"{target.name} is on the same side", "HV-RAM-1")
    moved = hull_moved(
        state, command.unit, vehicle, command.direction, command.distance_milli, book
    )
    if command.target in vehicle.rammed:
        raise RuleRefusal(
            "ALREADY_RAMMED", f"{vehicle.name} has rammed {target.name} in this move", "HV-RAM-3"
        )
    side = FRONT if command.direction == FORWARD else REAR
    strength = toughness_of(vehicle, side) // 2
    inflicted = RamHitsInflicted(
        unit=command.unit,
        target=command.target,
        side=side,
        strength=strength,
        hits=len(outside(target)),
    )
    return (*moved, inflicted, RamWounds(command.target, strength, command.wounded))


@frozen
class RamWounds(Step):
    """A ram's hit on every model outside a vehicle.  Rule: HV-RAM-3, CM-CAS-1."""

    target: str
    strength: int
    wounded: FrozenDict[bool] | None

    def _target(self, state: HullPointsState) -> Infantry:
        unit = state.units[self.target]
        assert isinstance(unit, Infantry)  # noqa: S101
        return unit

    def ask(self, state: HullPointsState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for a die a model, where there is a toughness to reach."""
        unit = self._target(state)
        if unit.toughness is None:
            return None
        needed = needed_to_wound(state, self.strength, unit.toughness)
        return RollAsk("to_wound", len(outside(unit)), SIDES, EachReaching(needed))

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...] | None
    ) -> Sequence[Item]:
        """Say who is wounded, and push the rest aside."""
        unit = self._target(state)
        standing = outside(unit)
        told, wounded = self._count(state, book, answer)
        lost = wounds_on(self.target, unit, ((m, DAMAGE) for m in wounded), CAUSE)
        return (told, *lost, Displaced(self.target)) if standing else (told, *lost)

    def _count(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...] | None
    ) -> tuple[Event, tuple[str, ...]]:
        unit = self._target(state)
        standing = outside(unit)
        ask = self.ask(state, book)
        if ask is None or answer is None or unit.toughness is None:
            wounded = tuple(model for model in standing if self._told(model))
            recorded = WoundsRecorded(
                target=self.target, model=None, hits=len(standing), wounds=len(wounded)
            )
            return recorded, wounded
        needed = needed_to_wound(state, self.strength, unit.toughness)
        wounded = tuple(m for m, face in zip(standing, answer, strict=True) if face >= needed)
        rolled = WoundsRolled(
            target=self.target,
            model=None,
            arc=None,
            strength=self.strength,
            toughness=unit.toughness,
            roll=ask.roll(answer),
            wounds=len(wounded),
        )
        return rolled, wounded

    def _told(self, model: str) -> bool:
        if self.wounded is None or model not in self.wounded:
            raise needs_field("wounded", f"{self.target}/{model}")
        return self.wounded[model]


@frozen
class Displaced(Step):
    """Who still stands is pushed aside; where to is the table's business.  Rule: HV-RAM-2."""

    target: str

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Name who was pushed, if anybody."""
        unit = state.units[self.target]
        assert isinstance(unit, Infantry)  # noqa: S101
        models = outside(unit)
        return (ModelsDisplaced(unit=self.target, models=models, cause=CAUSE),) if models else ()

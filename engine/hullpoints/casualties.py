"""Wounds on models: who loses them, who is removed, when the unit is gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.rolls import SIDES, needed_to_wound, reaching
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import RuleRefusal
from rollbook.events.hullpoints.events import (
    ModelRemoved,
    UnitRemoved,
    WoundsLost,
    WoundsRecorded,
    WoundsRolled,
)
from rollbook.events.hullpoints.units import ACTIVE, Infantry, outside
from rollbook.events.message import Event
from rollbook.projections.hullpoints import HullPointsState


def wounds_on(
    name: str, unit: Infantry, blows: Iterable[tuple[str, int]], cause: str
) -> tuple[Event, ...]:
    """
    Give what happens when models take (model, points) *blows*, one after the other.

    Spare points are lost, a model at 0 is removed, the last one takes its
    unit along.  A blow on a model that is gone already does nothing.
    Rule: CM-CAS-1.
    """
    tally = _Tally(name, unit, cause)
    for model, points in blows:
        tally.blow(model, points)
    return tuple(tally.events)


def wounds_on_first(
    name: str, unit: Infantry, count: int, points: int, cause: str
) -> tuple[Event, ...]:
    """
    Give what happens when *count* blows fall, each on the first model that still stands.

    Models aboard are sheltered.  Rule: CM-CAS-1.
    """
    tally = _Tally(name, unit, cause)
    standing = list(outside(unit))
    for _ in range(count):
        while standing and standing[0] not in tally.left:
            standing.pop(0)
        if not standing:
            break
        tally.blow(standing[0], points)
    return tuple(tally.events)


class _Tally:
    """The Wounds of a unit's models while blows fall."""

    def __init__(self, name: str, unit: Infantry, cause: str) -> None:
        self.name = name
        self.cause = cause
        self.events: list[Event] = []
        self.left = {m: model.wounds for m, model in unit.models.items() if model.status == ACTIVE}

    def blow(self, model: str, points: int) -> None:
        """Let one model lose points."""
        if model not in self.left:
            return
        lost = min(points, self.left[model])
        wounds = self.left[model] - lost
        self.left[model] = wounds
        self.events.append(WoundsLost(unit=self.name, model=model, points=lost, wounds=wounds))
        if wounds:
            return
        self.remove(model)

    def remove(self, model: str) -> None:
        """Take a model out of the game, and its unit with the last one."""
        del self.left[model]
        self.events.append(ModelRemoved(unit=self.name, model=model, cause=self.cause))
        if not self.left:
            self.events.append(UnitRemoved(unit=self.name, cause=self.cause))


def removed_outright(name: str, unit: Infantry, model: str, cause: str) -> tuple[Event, ...]:
    """Give what happens when a model is removed whatever its Wounds.  Rule: HV-EXP-2."""
    tally = _Tally(name, unit, cause)
    if model in tally.left:
        tally.remove(model)
    return tuple(tally.events)


@frozen
class HitOnModel(Step):
    """
    One hit on one model, aboard or not.

    *wounded* is what the table decided where the unit has no toughness, *field*
    the field that is missing when nobody said.  Rule: CM-WND-1, CM-CAS-1.
    """

    unit: str
    model: str
    strength: int
    damage: int
    cause: str
    wounded: bool | None
    field: str = "wounded"

    def _target(self, state: HullPointsState) -> Infantry:
        unit = state.units[self.unit]
        assert isinstance(unit, Infantry)  # noqa: S101
        return unit

    def ask(self, state: HullPointsState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for the die to wound, if the unit has a toughness."""
        toughness = self._target(state).toughness
        if toughness is None:
            return None
        return RollAsk("to_wound", 1, SIDES, needed_to_wound(state, self.strength, toughness))

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...] | None
    ) -> Sequence[Item]:
        """Say whether the model is wounded, and what becomes of it."""
        unit = self._target(state)
        ask = self.ask(state, book)
        told: Event
        if ask is None or answer is None or unit.toughness is None:
            if self.wounded is None:
                raise needs_field(self.field, f"{self.unit}/{self.model}")
            wounds = int(self.wounded)
            told = WoundsRecorded(target=self.unit, model=self.model, hits=1, wounds=wounds)
        else:
            needed = needed_to_wound(state, self.strength, unit.toughness)
            wounds = reaching(answer, needed)
            told = WoundsRolled(
                target=self.unit,
                model=self.model,
                arc=None,
                strength=self.strength,
                toughness=unit.toughness,
                roll=ask.roll(answer),
                wounds=wounds,
            )
        blows = ((self.model, self.damage),) * wounds
        return (told, *wounds_on(self.unit, unit, blows, self.cause))


def needs_field(field: str, about: str) -> RuleRefusal:
    """Give the refusal for a fact that only the table knows."""
    return RuleRefusal(
        "NEEDS_FIELD", f"say in {field} what the table decided about {about}", field=field
    )

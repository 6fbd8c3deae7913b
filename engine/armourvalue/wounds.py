"""Hits on infantry: the wound chart, saves, casualties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.happenings import (
    SavesRolled,
    UnitRemoved,
    WoundsLost,
    WoundsRolled,
)
from rollbook.events.armourvalue.units import Infantry
from rollbook.projections.armourvalue.state import ArmourValueState

IMPOSSIBLE = 7
NO_SAVE = 7


@frozen
class Wounds(Step):
    """
    *hits* on an infantry unit are rolled on the wound chart.

    *ap* is ``None`` for strikes that have none, 0 for "-".  Rule: CM-WND-1.
    """

    unit: str
    source: str | None
    cause: str
    hits: int
    strength: int
    ap: int | None
    cover: int = 0
    combat: str | None = None

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk | None:
        """Ask for a die a hit, unless no face would do."""
        needed = self._needed(state, book)
        if self.hits == 0 or needed == IMPOSSIBLE:
            return None
        return RollAsk("to_wound", self.hits, 6, needed)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Count the wounds, then let the better save try to stop them."""
        if self.hits == 0:
            return ()
        needed = self._needed(state, book)
        wounds = 0 if answer is None else sum(face >= needed for face in answer)
        ask = self.ask(state, book)
        rolled = WoundsRolled(
            unit=self.unit,
            source=self.source,
            cause=self.cause,
            hits=self.hits,
            strength=self.strength,
            needed=needed,
            roll=None if ask is None else ask.roll(answer),
            wounds=wounds,
        )
        if not wounds:
            return (rolled,)
        saves = better_save(infantry(state, self.unit).save, self.ap, self.cover)
        return (rolled, Saves(self.unit, self.cause, wounds, *saves, combat=self.combat))

    def _needed(self, state: ArmourValueState, book: Book) -> int:
        return book.wounds.needed(self.strength, infantry(state, self.unit).toughness)


def infantry(state: ArmourValueState, name: str) -> Infantry:
    """Give a unit that is known to be infantry."""
    unit = state.units[name]
    if not isinstance(unit, Infantry):
        raise TypeError(f"{name} is no infantry")
    return unit


def better_save(save: int, ap: int | None, cover: int) -> tuple[str, int]:
    """
    Give the save to take and what it needs; 7 is none.

    Armour counts unless the AP is as good as it; on a tie armour is taken.

    >>> better_save(3, 5, 0), better_save(3, 3, 4), better_save(4, None, 4), better_save(3, 2, 0)
    (('armour', 3), ('cover', 4), ('armour', 4), ('armour', 7))
    """
    armour = save if ap is None or ap == 0 or ap > save else NO_SAVE
    if cover and cover < armour:
        return "cover", cover
    return "armour", armour


@frozen
class Saves(Step):
    """Wounds are saved one by one; what is left takes models off.  Rule: CM-CAS-1."""

    unit: str
    cause: str
    wounds: int
    save: str
    needed: int
    combat: str | None = None

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for a die a wound, if there is a save."""
        if self.needed >= NO_SAVE:
            return None
        return RollAsk(f"{self.save}_save", self.wounds, 6, self.needed)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Take off what was not saved."""
        ask = self.ask(state, book)
        if ask is None:
            return lose(infantry(state, self.unit), self.unit, self.wounds, self.cause, self.combat)
        saved = sum(face >= self.needed for face in answer)
        rolled = SavesRolled(
            unit=self.unit, save=self.save, needed=self.needed, roll=ask.roll(answer), saved=saved
        )
        lost = evolve(self, wounds=self.wounds - saved, needed=NO_SAVE)
        return (rolled, lost) if lost.wounds else (rolled,)


def lose(
    unit: Infantry, name: str, unsaved: int, cause: str, combat: str | None
) -> tuple[Item, ...]:
    """
    Take wounds off a unit, all on one hurt model until it is gone.

    Wounds beyond the last model are lost.  Rule: CM-CAS-1.
    """
    if unsaved <= 0:
        return ()
    left = max(0, unit.models * unit.wounds - unit.wounds_lost)
    points = min(unsaved, left)
    models = -(-(left - points) // unit.wounds)
    lost = WoundsLost(
        unit=name,
        points=points,
        cause=cause,
        models_after=models,
        wounds_lost_after=models * unit.wounds - (left - points),
        combat=combat,
    )
    return (lost,) if models else (lost, UnitRemoved(unit=name, cause=cause))

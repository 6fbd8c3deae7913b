"""Hits on armour: the penetration roll and what may still stop it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from attrs import evolve, frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.damage import Damage
from rollbook.engine.armourvalue.house_rules import house
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.happenings import PenetrationRolled, SavesRolled
from rollbook.events.armourvalue.units import Infantry, Machine
from rollbook.projections.armourvalue.state import ArmourValueState

Dice = Literal["one", "best", "sum"]
SIDES = ("front", "side", "rear")


def machine(state: ArmourValueState, name: str) -> Machine:
    """Give a unit that is known to be a walker or vehicle."""
    unit = state.units[name]
    if isinstance(unit, Infantry):
        raise TypeError(f"{name} has no armour")
    return unit


def armour_of(unit: Machine, side: str) -> int:
    """Give the Armour Value of a side.  Rule: FE-FAC-1, FE-FAC-2."""
    return unit.armour_value[SIDES.index(side)]


@frozen
class Hit(Step):
    """
    One hit on armour.

    *dice*: one die, the best of two (ordnance, FE-PEN-4), or the sum of two
    (melta, FE-PEN-3, which beats ordnance).  *save* is a cover save that may
    still discard it, 0 for none (FE-PEN-6).  A hit of Strength 0 does
    nothing.  Rule: FE-PEN-1.
    """

    unit: str
    source: str | None
    cause: str
    side: str
    strength: int
    ap: int | None
    dice: Dice = "one"
    rending: bool = False
    lance: bool = False
    save: int = 0
    combat: str | None = None

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for one or two dice."""
        if self.strength == 0:
            return None
        if self.dice == "one":
            return RollAsk("penetration", 1)
        return RollAsk("penetration", 2, 6, "sum" if self.dice == "sum" else "highest")

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Judge the hit, or roll once more for a rending six.  Rule: FE-PEN-5."""
        if answer is None:
            return ()
        if self.rending and self.dice != "sum" and max(answer) == 6:
            return (Rending(self, answer),)
        return judged(self, state, book, answer, None)


@frozen
class Rending(Step):
    """A rending weapon rolled a six and adds one die, a D3 or by house rule a D6."""

    hit: Hit
    faces: tuple[int, ...]

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for the extra die.  Rule: FE-PEN-5."""
        return RollAsk("rending", 1, 3 if house(state, "rending_extra") == "d3" else 6)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Judge the hit with it."""
        return judged(self.hit, state, book, self.faces, answer)


def judged(
    hit: Hit,
    state: ArmourValueState,
    book: Book,
    faces: tuple[int, ...],
    extra: tuple[int, ...] | None,
) -> tuple[Item, ...]:
    """
    Compare the total with the armour: below nothing, equal glancing, above penetrating.

    Lances meet at most 12.  Rule: FE-PEN-2.
    """
    armour = armour_of(machine(state, hit.unit), hit.side)
    if hit.lance:
        armour = min(armour, book.penetration.lance_armour)
    counted = sum(faces) if hit.dice == "sum" else max(faces)
    total = hit.strength + counted + (extra[0] if extra else 0)
    outcome = "none" if total < armour else "glancing" if total == armour else "penetrating"
    downgraded = outcome == "penetrating" and smoke_downgrades(state, hit)
    if downgraded:
        outcome = "glancing"
    ask = hit.ask(state, book)
    rolled = PenetrationRolled(
        unit=hit.unit,
        source=hit.source,
        cause=hit.cause,
        side=hit.side,
        armour=armour,
        strength=hit.strength,
        roll=(ask or RollAsk("penetration", len(faces))).roll(faces),
        rending_roll=Rending(hit, faces).ask(state, book).roll(extra) if extra else None,
        total=total,
        outcome=outcome,
        downgraded=downgraded,
    )
    if outcome == "none":
        return (rolled,)
    damage = Damage(hit.unit, hit.cause, outcome, hit.ap, hit.combat)
    return (rolled, CoverSave(hit.save, damage) if hit.save else damage)


def smoke_downgrades(state: ArmourValueState, hit: Hit) -> bool:
    """Tell if smoke makes a penetrating shot glance.  Rule: FE-SMK-1."""
    if house(state, "smoke_effect") != "downgrade_penetrating":
        return False
    return hit.cause == "shooting" and machine(state, hit.unit).smoke_active


@frozen
class CoverSave(Step):
    """An obscured target may discard the hit.  Rule: FE-PEN-6."""

    needed: int
    damage: Damage

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for one die."""
        return RollAsk("cover_save", 1, 6, self.needed)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Discard the hit or let it do its damage."""
        saved = int(answer[0] >= self.needed)
        rolled = SavesRolled(
            unit=self.damage.unit,
            save="cover",
            needed=self.needed,
            roll=self.ask(state, book).roll(answer),
            saved=saved,
        )
        return (rolled,) if saved else (rolled, self.damage)


@frozen
class Hits(Step):
    """Several hits of one weapon, each resolved to its end before the next."""

    hit: Hit
    left: int

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Take the next hit; what is left when the target is gone is lost."""
        if self.left == 0 or state.units[self.hit.unit].status != "active":
            return ()
        return (self.hit, evolve(self, left=self.left - 1))

"""The damage table and its six results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, field, frozen

from rollbook.engine.armourvalue import morale
from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import is_immobilised
from rollbook.engine.armourvalue.house_rules import house
from rollbook.engine.armourvalue.squadron import in_squadron
from rollbook.engine.step import Ask, ChoiceAsk, Item, RollAsk, Step
from rollbook.events.armourvalue.happenings import (
    CrewShaken,
    CrewStunned,
    DamageTableRolled,
    ModelsDisembarked,
    UnitExploded,
    VehicleImmobilised,
    VehicleWrecked,
    WeaponsDestroyed,
)
from rollbook.events.armourvalue.units import Infantry, Unit, Vehicle
from rollbook.events.frozen import FrozenDict
from rollbook.projections.armourvalue.state import ArmourValueState


@frozen
class Damage(Step):
    """
    A roll on the damage table; what is no longer in play takes none.

    *combat* is the combat in which it counts.  Rule: FE-DMG-1.
    """

    unit: str
    cause: str
    outcome: str
    ap: int | None
    combat: str | None = None

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for one die."""
        if state.units[self.unit].status != "active":
            return None
        return RollAsk("damage_table", 1)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Add the modifiers, look the result up, and apply it.  Rule: FE-DMG-2."""
        if answer is None:
            return ()
        changes = modifiers(state.units[self.unit], self.outcome, self.ap, book)
        number = min(6, max(1, answer[0] + sum(changes.values())))
        result = book.damage.results[number - 1]
        rolled = DamageTableRolled(
            unit=self.unit,
            cause=self.cause,
            outcome=self.outcome,
            roll=RollAsk("damage_table", 1).roll(answer),
            modifiers=changes,
            result=result,
            combat=self.combat,
        )
        return (rolled, *effects(state, book, self.unit, result))


def modifiers(unit: Unit, outcome: str, ap: int | None, book: Book) -> FrozenDict[int]:
    """Give what changes the die, by name.  Rule: FE-DMG-1, FE-OPEN-2."""
    table = book.damage
    found: dict[str, int] = {}
    if outcome == "glancing":
        found["glancing"] = table.glancing
    if ap == 1:
        found["ap1"] = table.ap1
    if ap == 0:
        found["ap_dash"] = table.ap_dash
    if not isinstance(unit, Infantry) and unit.open_topped:
        found["open_topped"] = table.open_topped
    return FrozenDict(found)


def effects(state: ArmourValueState, book: Book, name: str, result: str) -> Sequence[Item]:
    """Give what a result of the damage table does.  Rule: FE-DMG-2."""
    match result:
        case "shaken":
            return (CrewShaken(unit=name, until=until(state, book, name), original=None),)
        case "stunned":
            return (stunned(state, book, name),)
        case "weapon_destroyed":
            return weapon_destroyed(state, name) or immobilised_or_wrecked(state, name)
        case "immobilised":
            if not is_immobilised(state.units[name]):
                return immobilise(state, name, "damage")
            return weapon_destroyed(state, name) or wreck(state, name, "damage")
        case "wrecked":
            return wreck(state, name, "damage")
        case _:
            return (ExplosionRadius(name),)


def until(state: ArmourValueState, book: Book, name: str) -> int:
    """Give the number of the owner's turn at whose end a mark made now goes.  Rule: FE-DMG-3."""
    return state.turns[state.units[name].owner] + book.damage.lasts_turns


def stunned(state: ArmourValueState, book: Book, name: str) -> CrewStunned | CrewShaken:
    """
    Stun a crew; extra armour or a squadron makes it shaken only.

    Rule: FE-DMG-4, FE-DMG-10, FE-SQD-1.
    """
    unit = state.units[name]
    last = until(state, book, name)
    if (not isinstance(unit, Infantry) and unit.extra_armour) or in_squadron(state, name):
        return CrewShaken(unit=name, until=last, original="stunned")
    return CrewStunned(unit=name, until=last)


def weapon_destroyed(state: ArmourValueState, name: str) -> tuple[Item, ...]:
    """Destroy one weapon, or give nothing when there is none left.  Rule: FE-DMG-5."""
    weapons = state.units[name].weapons
    candidates = tuple(w for w, arm in weapons.items() if not arm.destroyed and not arm.spent)
    return (WeaponPick(name, candidates),) if candidates else ()


def immobilised_or_wrecked(state: ArmourValueState, name: str) -> tuple[Item, ...]:
    """Immobilise a unit without weapons, or wreck it if it is already.  Rule: FE-DMG-7."""
    if is_immobilised(state.units[name]):
        return wreck(state, name, "damage")
    return immobilise(state, name, "damage")


def immobilise(state: ArmourValueState, name: str, cause: str) -> tuple[Item, ...]:
    """Stop a unit for good; in a squadron it is left as a wreck.  Rule: FE-DMG-6, FE-SQD-1."""
    if in_squadron(state, name):
        return wreck(state, name, "squadron")
    return (VehicleImmobilised(unit=name, cause=cause),)


def wreck(state: ArmourValueState, name: str, cause: str) -> tuple[Item, ...]:
    """Destroy a unit; its passengers get out at once and may be pinned.  Rule: FE-DMG-8."""
    items: list[Item] = [VehicleWrecked(unit=name, cause=cause)]
    for passenger in passengers(state.units[name]):
        items += bail_out(passenger, name, "wreck")
    return tuple(items)


def passengers(unit: Unit) -> tuple[str, ...]:
    """Give who sits inside, in the order of boarding."""
    return unit.passengers if isinstance(unit, Vehicle) else ()


def bail_out(passenger: str, vehicle: str, cause: str) -> tuple[Item, ...]:
    """Let a unit out of a lost vehicle, then test its nerve.  Rule: FE-DMG-8, FE-DMG-9."""
    out = ModelsDisembarked(
        unit=passenger,
        vehicle=vehicle,
        cause=cause,
        position=None,
        moved_before=False,
        may_assault=True,
    )
    return (out, morale.Pinning(passenger))


@frozen
class ExplosionRadius(Step):
    """How far an explosion reaches.  Rule: FE-DMG-9."""

    unit: str

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for one die."""
        return RollAsk("explosion_radius", 1)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Blow the unit up; who stands near is another command."""
        radius = book.explosion.radius_die_milli * answer[0]
        roll = self.ask(state, book).roll(answer)
        return (UnitExploded(unit=self.unit, roll=roll, radius_milli=radius),)


@frozen
class WeaponPick(Step):
    """
    Which weapon is destroyed: the only one, a player's choice, or a random one.

    *faces* are the dice of a random pick so far; those that name no
    candidate are rolled again and kept.  Rule: FE-DMG-5, CM-RND-1.
    """

    unit: str
    candidates: tuple[str, ...]
    faces: tuple[int, ...] = field(default=(), eq=False)

    def ask(self, state: ArmourValueState, book: Book) -> Ask | None:  # noqa: ARG002
        """Ask for a choice or a die, unless there is only one."""
        match self._chooser(state):
            case "only":
                return None
            case "random":
                return RollAsk("weapon_destroyed", 1)
            case _:
                return ChoiceAsk(self.unit, self.candidates)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Destroy the weapon and what is built into it."""
        chooser = self._chooser(state)
        faces = (*self.faces, *answer) if chooser == "random" else ()
        if faces and random_place(faces[-1], len(self.candidates)) is None:
            return (evolve(self, faces=faces),)
        pick = self._picked(answer, faces)
        return (
            WeaponsDestroyed(
                unit=self.unit,
                weapons=(pick, *built_into(state.units[self.unit], pick)),
                chosen_by=chooser,
                roll=RollAsk("weapon_destroyed", len(faces)).roll(faces) if faces else None,
            ),
        )

    def _picked(self, answer: Any, faces: tuple[int, ...]) -> str:
        if len(self.candidates) == 1:
            return self.candidates[0]
        if faces:
            return self.candidates[random_place(faces[-1], len(self.candidates)) or 0]
        return str(answer)

    def _chooser(self, state: ArmourValueState) -> str:
        if len(self.candidates) == 1:
            return "only"
        return str(house(state, "weapon_destroyed_chooser"))


def random_place(face: int, n: int) -> int | None:
    """
    Give which of *n* (2 to 6) things a die picks, or ``None`` to roll again.

    Rule: CM-RND-1.

    >>> [random_place(face, 3) for face in range(1, 7)]
    [0, 0, 1, 1, 2, 2]
    >>> random_place(5, 4) is None
    True
    """
    each = 6 // n if n in (2, 3) else 1
    place = (face - 1) // each
    return place if place < n else None


def built_into(unit: Unit, arm: str) -> tuple[str, ...]:
    """Give the intact weapons that are lost with an arm.  Rule: FE-CC-10."""
    return tuple(
        name
        for name, weapon in unit.weapons.items()
        if weapon.built_into == arm and not weapon.destroyed
    )

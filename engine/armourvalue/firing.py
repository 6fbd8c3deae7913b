"""What shots do once they may be fired."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.house_rules import house
from rollbook.engine.armourvalue.penetration import Dice, Hit, Hits
from rollbook.engine.armourvalue.wounds import Wounds
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.commands import FireWeapon
from rollbook.events.armourvalue.happenings import HitsRolled, UnitPivoted, WeaponFired
from rollbook.events.armourvalue.units import Infantry, Machine, Unit, Walker, Weapon
from rollbook.projections.armourvalue.state import ArmourValueState


def is_area(weapon: Weapon) -> bool:
    """Tell if the players type how many a weapon hits."""
    return "blast" in weapon.traits or "template" in weapon.traits


def may_pivot(state: ArmourValueState, walker: Walker) -> bool:
    """Tell if a walker turns on the spot to aim.  Rule: FE-SHT-2."""
    return not walker.immobilised or house(state, "immobilised_pivot") == "allow"


def first_shots(state: ArmourValueState, command: FireWeapon) -> tuple[Item, ...]:
    """Give the pivot, the shot, and the roll to hit."""
    unit = state.units[command.unit]
    weapon = unit.weapons[command.weapon]
    firers = command.firers or 1
    shots = weapon.shots * firers
    fired = WeaponFired(
        unit=command.unit,
        weapon=command.weapon,
        target=command.target,
        victim=command.scattered_onto or command.target,
        range_milli=command.range_milli,
        firers=firers,
        shots=shots,
        hits=command.hits,
    )
    pivot = pivoted(state, command.unit, unit, command.bearing_decideg)
    if is_area(weapon):
        return (*pivot, fired, Landed(command, command.hits or 0))
    return (*pivot, fired, ToHit(command, shots)) if shots else (*pivot, fired)


def pivoted(
    state: ArmourValueState, name: str, unit: Unit, bearing_decideg: int
) -> tuple[UnitPivoted, ...]:
    """Turn a walker to its target; it is no move, and it stays so.  Rule: FE-SHT-2, FE-SHT-4."""
    if not isinstance(unit, Walker) or unit.position is None or not may_pivot(state, unit):
        return ()
    facing = unit.position.facing_decideg
    if facing == bearing_decideg:
        return ()
    return (UnitPivoted(unit=name, from_decideg=facing, to_decideg=bearing_decideg),)


@frozen
class ToHit(Step):
    """Shots roll to hit; twin-linked misses once more.  Rule: CM-HIT-1, FE-SHT-6."""

    command: FireWeapon
    dice: int
    first_hits: int | None = None
    """Hits of the first roll when this is the second."""

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:
        """Ask for a die a shot, or a die a miss."""
        purpose = "to_hit" if self.first_hits is None else "to_hit_reroll"
        return RollAsk(purpose, self.dice, 6, self._needed(state, book))

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Count the hits."""
        needed = self._needed(state, book)
        hits = sum(face >= needed for face in answer)
        rolled = HitsRolled(
            unit=self.command.unit,
            target=self.command.target,
            weapon=self.command.weapon,
            needed=needed,
            roll=self.ask(state, book).roll(answer),
            hits=hits,
        )
        weapon = state.units[self.command.unit].weapons[self.command.weapon]
        misses = self.dice - hits
        if self.first_hits is None and misses and "twin_linked" in weapon.traits:
            return (rolled, evolve(self, dice=misses, first_hits=hits))
        return (rolled, Landed(self.command, (self.first_hits or 0) + hits))

    def _needed(self, state: ArmourValueState, book: Book) -> int:
        return book.to_hit.needed(state.units[self.command.unit].bs)


@frozen
class Landed(Step):
    """Hits arrive at the victim: wounds on infantry, penetration on armour."""

    command: FireWeapon
    hits: int

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Resolve them."""
        command = self.command
        weapon = state.units[command.unit].weapons[command.weapon]
        name = command.scattered_onto or command.target
        victim = state.units[name]
        if not isinstance(victim, Infantry):
            return (Hits(shot_on_armour(state, book, command, weapon, victim), self.hits),)
        cover = command.cover or 0
        wounds = Wounds(
            name, command.unit, "shooting", self.hits, weapon.strength, weapon.ap, cover
        )
        return (wounds,)


def shot_on_armour(
    state: ArmourValueState, book: Book, command: FireWeapon, weapon: Weapon, victim: Machine
) -> Hit:
    """
    Give one hit of a weapon on a walker or vehicle.

    A blast whose hole lies off the hull strikes with half its Strength,
    barrages strike the side.  Rule: FE-FAC-2, FE-PEN-6.
    """
    side = "side" if "barrage" in weapon.traits else command.struck or "front"
    return Hit(
        unit=command.scattered_onto or command.target,
        source=command.unit,
        cause="shooting",
        side=side,
        strength=weapon.strength // 2 if command.hole == "off" else weapon.strength,
        ap=weapon.ap,
        dice=penetration_dice(weapon, command.range_milli),
        rending="rending" in weapon.traits,
        lance="lance" in weapon.traits,
        save=cover_of(state, book, victim, command.cover or 0),
    )


def penetration_dice(weapon: Weapon, range_milli: int | None) -> Dice:
    """
    Give how a weapon rolls for penetration; at contact (``None``) melta is always near.

    Exactly half the range is near.  Rule: FE-PEN-3, FE-PEN-4.
    """
    near = range_milli is None or 2 * range_milli <= weapon.range_milli
    if "melta" in weapon.traits and near:
        return "sum"
    return "best" if weapon.kind == "ordnance" else "one"


def cover_of(state: ArmourValueState, book: Book, victim: Machine, typed: int) -> int:
    """Give the cover save, bettered by smoke; 0 is none.  Rule: FE-PEN-6, FE-SMK-1."""
    if not victim.smoke_active or house(state, "smoke_effect") != "cover_4":
        return typed
    return min(typed, book.smoke.cover) if typed else book.smoke.cover

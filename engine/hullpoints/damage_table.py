"""The rows of the damage table, for walkers and vehicles alike."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from rollbook.engine.hullpoints.book import (
    AMMO_HIT,
    CONTROL_HIT,
    EXPLODES,
    FLESH_WOUND,
    WEAPON_SHOT,
    Book,
)
from rollbook.engine.hullpoints.lookups import hull_named
from rollbook.engine.hullpoints.rolls import SIDES, picked
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.hullpoints.events import (
    AmmoHitSuffered,
    ControlHitSuffered,
    DriveHitSuffered,
    FleshWoundSuffered,
    LegHitSuffered,
    UnitExploded,
    WeaponsDestroyed,
)
from rollbook.events.hullpoints.units import MOUNTS, TOP, Hull, Vehicle
from rollbook.events.message import Event
from rollbook.projections.hullpoints import HullPointsState


def row_effect(
    state: HullPointsState, name: str, unit: Hull, row: str, left: int, sees: tuple[str, ...]
) -> Sequence[Item]:
    """Give what a row of the damage table does.  Rule: HW-DMG-5, HV-DMG-3, HV-DMG-5."""
    match row:
        case _ if row == EXPLODES:
            return (explodes(name, unit, "table", left),)
        case _ if row == CONTROL_HIT:
            return (control_hit(state, name, unit, left),)
        case _ if row == WEAPON_SHOT:
            return (WeaponShot(name, candidates(state, unit, sees)),)
        case _ if row == FLESH_WOUND:
            return (flesh_wound(name),)
        case _ if row == AMMO_HIT:
            return (ammo_hit(name, unit),)
        case _:
            return (movement_hit(name, unit, left),)


def explodes(name: str, unit: Hull, cause: str, left: int) -> UnitExploded:
    """
    Give the explosion of a unit with *left* hull points of this damage not taken.

    Rule: HW-DMG-4, HW-DMG-11, HW-EXP-1, HV-EXP-1.
    """
    return UnitExploded(unit=name, cause=cause, radius=min(unit.toughness), unresolved=left)


def flesh_wound(name: str) -> FleshWoundSuffered:
    """Nothing more happens; it still counts as a roll for morale.  Rule: HW-DMG-8."""
    return FleshWoundSuffered(unit=name)


def ammo_hit(name: str, unit: Hull) -> AmmoHitSuffered:
    """Count one shot less for every ranged weapon.  Rule: HW-DMG-9."""
    return AmmoHitSuffered(unit=name, ammo_hits=unit.ammo_hits + 1)


def control_hit(state: HullPointsState, name: str, unit: Hull, left: int) -> Event:
    """
    Give what a control hit does.

    A walker's two skills fall by one; where that cannot be done, because one
    of them is 0 (or both are, by house rule ``control_zero``), it explodes.
    A vehicle counts it against its crew, and explodes when every gunner, of
    destroyed guns too, stood at 0 already; without guns the driver counts.
    Rule: HW-DMG-6, HV-DMG-4.
    """
    if isinstance(unit, Vehicle):
        gunners = [w.gunner for w in unit.weapons.values() if w.gunner is not None]
        crew = [g.ws_shooting for g in gunners] or [unit.driver.ws_shooting]
        if max(crew) <= unit.control_hits:
            return explodes(name, unit, "control", left)
        return ControlHitSuffered(
            unit=name, ws_melee=None, ws_shooting=None, control_hits=unit.control_hits + 1
        )
    skills = (unit.ws_melee, unit.ws_shooting)
    both = state.house_rules["control_zero"] == "both"
    if (max(skills) if both else min(skills)) == 0:
        return explodes(name, unit, "control", left)
    melee, shooting = (max(0, skill - 1) for skill in skills)
    return ControlHitSuffered(unit=name, ws_melee=melee, ws_shooting=shooting, control_hits=None)


def movement_hit(name: str, unit: Hull, left: int) -> Event:
    """
    Give what a leg hit or drive hit does: half the movement, or an explosion at 0.

    Rule: HW-DMG-10, HV-DMG-6.
    """
    if unit.movement == 0:
        return explodes(name, unit, "movement", left)
    if isinstance(unit, Vehicle):
        return DriveHitSuffered(unit=name, movement=unit.movement // 2)
    return LegHitSuffered(unit=name, movement=unit.movement // 2)


def candidates(state: HullPointsState, unit: Hull, sees: tuple[str, ...]) -> tuple[str, ...]:
    """
    Give the arcs that a weapon shot picks among.

    Those that the attacker sees; house rule ``top_weapons`` may add the top,
    ``empty_arc_shot`` may leave out what has no surviving weapon.
    Rule: HW-DMG-7, HV-DMG-5.
    """
    arcs = [arc for arc in MOUNTS if arc in sees]
    if state.house_rules["top_weapons"] == "own_arc":
        arcs.append(TOP)
    if state.house_rules["empty_arc_shot"] == "skip":
        arcs = [arc for arc in arcs if surviving(unit, arc)]
    return tuple(arcs)


def surviving(unit: Hull, arc: str) -> tuple[str, ...]:
    """Give the weapons mounted in an arc that are not destroyed."""
    return tuple(name for name, w in unit.weapons.items() if w.mount == arc and not w.destroyed)


@frozen
class WeaponShot(Step):
    """
    Every surviving weapon in one of *arcs*, picked at random, is destroyed.

    *rolled* are faces that picked nothing and are rolled again, one at a
    time.  Rule: HW-DMG-7, CM-RND-1.
    """

    unit: str
    arcs: tuple[str, ...]
    rolled: tuple[int, ...] = field(default=(), eq=False)

    def ask(self, state: HullPointsState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for the die, unless there is nothing to pick among."""
        return RollAsk("weapon_shot_arc", 1, SIDES) if len(self.arcs) > 1 else None

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...] | None
    ) -> Sequence[Item]:
        """Destroy the weapons in the picked arc."""
        ask = self.ask(state, book)
        if ask is None or answer is None:
            arc = self.arcs[0] if self.arcs else None
            return (self._destroyed(state, arc, None, ()),)
        faces = (*self.rolled, *answer)
        place = picked(len(self.arcs), answer[0])
        if place is None:
            return (WeaponShot(self.unit, self.arcs, faces),)
        return (self._destroyed(state, self.arcs[place], ask, faces),)

    def _destroyed(
        self, state: HullPointsState, arc: str | None, ask: RollAsk | None, faces: tuple[int, ...]
    ) -> WeaponsDestroyed:
        weapons = () if arc is None else surviving(hull_named(state, self.unit), arc)
        roll = None if ask is None else ask.roll(faces)
        return WeaponsDestroyed(unit=self.unit, arc=arc, weapons=weapons, roll=roll)

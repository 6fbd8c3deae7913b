"""
Damage to walkers and vehicles: armor, hull points, and the damage table.

One piece of code for both; they differ in the rows of their tables, in what a
control hit does, and in what is left at zero hull points.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import (
    AMMO_HIT,
    CONTROL_HIT,
    EXPLODES,
    FLESH_WOUND,
    WEAPON_SHOT,
    Book,
)
from rollbook.engine.hullpoints.casualties import wounds_on
from rollbook.engine.hullpoints.lookups import (
    check_fact,
    check_in_play,
    check_model,
    check_time,
    in_play,
    model_of,
    unit_of,
)
from rollbook.engine.hullpoints.morale import MoraleCheck
from rollbook.engine.hullpoints.rolls import SIDES, picked
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import BadValue
from rollbook.events.hullpoints.commands import ApplyDamage
from rollbook.events.hullpoints.events import (
    AmmoHitSuffered,
    ArmorPointsLost,
    ControlHitSuffered,
    DamageSuffered,
    DamageTableRolled,
    DriveHitSuffered,
    FleshWoundSuffered,
    HullPointLost,
    LegHitSuffered,
    UnitExploded,
    UnitSlain,
    VehicleInoperable,
    WeaponsDestroyed,
)
from rollbook.events.hullpoints.units import (
    ARCS,
    MOUNTS,
    TOP,
    Hull,
    Infantry,
    Vehicle,
    Walker,
)
from rollbook.events.message import Event
from rollbook.projections.hullpoints import HullPointsState


def hull(state: HullPointsState, name: str) -> Hull:
    """Give the walker or vehicle *name*, which is known to be one."""
    unit = state.units[name]
    assert not isinstance(unit, Infantry)  # noqa: S101
    return unit


@frozen
class Damage(Step):
    """
    One amount of damage to a walker or vehicle in play.

    Rule: HW-DMG-1, HW-DMG-2, HV-DMG-1.
    """

    unit: str
    amount: int
    cause: str
    attacker: str | None
    sees: tuple[str, ...]

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Take armor first, then hull points one by one."""
        unit = hull(state, self.unit)
        to_armor = min(unit.armor, self.amount)
        carries = bool(state.house_rules["damage_carries"]) or unit.armor == 0
        to_hull = min(unit.hull, self.amount - to_armor) if carries else 0
        suffered = DamageSuffered(
            unit=self.unit,
            amount=self.amount,
            to_armor=to_armor,
            to_hull=to_hull,
            wasted=self.amount - to_armor - to_hull,
            cause=self.cause,
            attacker=self.attacker,
        )
        items: list[Item] = [suffered]
        if to_armor:
            armor = unit.armor - to_armor
            items.append(ArmorPointsLost(unit=self.unit, points=to_armor, armor=armor))
        if to_hull:
            items.append(HullPoint(self.unit, to_hull, self.sees))
        return items


@frozen
class HullPoint(Step):
    """
    One hull point goes, *left* of them in all, this one included.

    The last point rolls on the table too, unless house rule
    ``last_point_rolls`` says no.  Rule: HW-DMG-3, HW-DMG-4, HV-DMG-2.
    """

    unit: str
    left: int
    sees: tuple[str, ...]

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Take the point."""
        points = hull(state, self.unit).hull - 1
        lost = HullPointLost(unit=self.unit, hull=points)
        rolls = points > 0 or state.house_rules["last_point_rolls"]
        next_step: Step = (
            TableRoll(self.unit, self.left - 1, self.sees)
            if rolls
            else AfterPoint(self.unit, self.left - 1, self.sees)
        )
        return (lost, next_step)


@frozen
class TableRoll(Step):
    """The roll on the damage table for a lost hull point.  Rule: HW-DMG-5, HV-DMG-3."""

    unit: str
    left: int
    sees: tuple[str, ...]

    def ask(self, state: HullPointsState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for two dice, of which the sum counts."""
        return RollAsk("damage_table", 2, SIDES, "sum")

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...]
    ) -> Sequence[Item]:
        """Read the row and let it take effect."""
        unit = hull(state, self.unit)
        row = book.damage[unit.kind][sum(answer)]
        roll = self.ask(state, book).roll(answer)
        rolled = DamageTableRolled(unit=self.unit, roll=roll, row=row)
        effect = row_effect(state, self.unit, unit, row, self.left, self.sees)
        if any(isinstance(item, UnitExploded) for item in effect):
            return (rolled, *effect)
        after: tuple[Step, ...] = (AfterPoint(self.unit, self.left, self.sees),)
        if isinstance(unit, Walker) and unit.hull > 0:
            after = (MoraleCheck(self.unit), *after)
        return (rolled, *effect, *after)


@frozen
class AfterPoint(Step):
    """
    The next hull point, or the end of this damage: slain, or inoperable.

    Rule: HW-DMG-4, HW-DMG-12, HV-DMG-7.
    """

    unit: str
    left: int
    sees: tuple[str, ...]

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Go on, or say what is left of the unit."""
        if self.left:
            return (HullPoint(self.unit, self.left, self.sees),)
        unit = hull(state, self.unit)
        if unit.hull > 0:
            return ()
        if isinstance(unit, Vehicle):
            return (VehicleInoperable(unit=self.unit),)
        return (UnitSlain(unit=self.unit),)


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
    rolled: tuple[int, ...] = ()

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
        weapons = () if arc is None else surviving(hull(state, self.unit), arc)
        roll = None if ask is None else ask.roll(faces)
        return WeaponsDestroyed(unit=self.unit, arc=arc, weapons=weapons, roll=roll)


@frozen
class DamageEach(Step):
    """The same damage *times* over, until the unit is out of play."""

    unit: str
    amount: int
    times: int
    cause: str
    attacker: str | None
    sees: tuple[str, ...]

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Deal one of them, then the rest."""
        if self.times == 0 or not in_play(state.units[self.unit]):
            return ()
        one = Damage(self.unit, self.amount, self.cause, self.attacker, self.sees)
        rest = DamageEach(
            self.unit, self.amount, self.times - 1, self.cause, self.attacker, self.sees
        )
        return (one, rest)


def decide_apply_damage(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Damage a unit from any cause, also models aboard.  Rule: HW-DMG-3, HV-DMG-2, CM-CAS-1."""
    command = asked.command
    assert isinstance(command, ApplyDamage)  # noqa: S101
    check_time(state)
    unit = unit_of(state, command.unit)
    if command.attacker is not None:
        unit_of(state, command.attacker, "attacker")
    model = None if command.model is None else model_of(unit, command.model)
    check_in_play(unit)
    if not isinstance(unit, Infantry):
        sees = ARCS if command.sees is None else command.sees
        return (Damage(command.unit, command.amount, command.cause, command.attacker, sees),)
    if model is None or command.model is None:
        raise BadValue("model", "is needed for infantry")
    check_model(unit, model, command.model)
    check_fact(False, command.sees is not None, "sees", "infantry")
    return wounds_on(command.unit, unit, ((command.model, command.amount),), command.cause)

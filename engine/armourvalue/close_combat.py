"""Blows in close combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import (
    check_active,
    check_enemy,
    is_helpless,
    is_ordinary,
    known_unit,
    refuse,
)
from rollbook.engine.armourvalue.penetration import Hit, Hits
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.wounds import Wounds
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.commands import Fight
from rollbook.events.armourvalue.happenings import (
    FightStepStarted,
    HitsRolled,
    MeleeAttacksDeclared,
)
from rollbook.events.armourvalue.quantities import KRAK, MELTA_BOMB
from rollbook.events.armourvalue.units import Infantry, Strike, Unit, Vehicle, Walker, Weapon
from rollbook.events.frozen import FrozenDict
from rollbook.projections.armourvalue.state import ArmourValueState, Combat

MELEE = "melee"
IGNORES_SAVES_AP = 1


def owes_strike(state: ArmourValueState, combat: Combat, name: str) -> bool:
    """
    Tell if a member of a combat has yet to strike.

    One that was lost in its own step still strikes, as long as there is an
    enemy left.  Rule: FE-CC-1.
    """
    unit = state.units[name]
    if unit.struck or not (unit.status == "active" or name in combat.strikers):
        return False
    others = (state.units[other] for other in combat.units)
    return any(other.owner != unit.owner and other.status == "active" for other in others)


def melee_arms(unit: Unit) -> tuple[Weapon, ...]:
    """Give the close combat weapons of a walker that still work.  Rule: FE-CC-10."""
    return tuple(w for w in unit.weapons.values() if w.kind == MELEE and not w.destroyed)


def initiative_of(unit: Unit) -> int:
    """Give the Initiative of a unit that fights; ordinary vehicles have none."""
    return 0 if isinstance(unit, Vehicle) else unit.initiative


def strike_of(unit: Unit, book: Book) -> Strike:
    """
    Give what a unit strikes with as it stands now.

    Stunned or immobilised walkers lose one attack, once; shaken ones none.
    Rule: FE-CC-1, FE-CC-8, FE-CC-9, FE-CC-10.
    """
    chart = book.melee
    charged = unit.assault is not None and unit.assault.reached
    bonus = chart.charge_bonus if charged else 0
    if isinstance(unit, Infantry):
        return Strike(
            models=unit.models,
            attacks=unit.attacks + bonus,
            strength=unit.strength,
            ignores_saves=False,
        )
    if isinstance(unit, Vehicle):
        return Strike(models=0, attacks=0, strength=0, ignores_saves=False)
    arms = len(melee_arms(unit))
    attacks = unit.attacks + max(0, arms - 1) + bonus
    if is_helpless(unit):
        attacks = max(1, attacks - chart.hampered_loss)
    strength = chart.doubled(unit.strength) if arms else unit.strength
    return Strike(models=1, attacks=attacks, strength=strength, ignores_saves=arms > 0)


def fight(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide one unit's strike at one target.  Rule: FE-CC-1, FE-CC-5, FE-CC-7."""
    command = asked.command
    assert isinstance(command, Fight)  # noqa: S101
    begin(state, "assault")
    unit = known_unit(state, command.unit, "unit")
    target = known_unit(state, command.target, "target")
    combat = state.combats.get(unit.combat) if unit.combat is not None else None
    if combat is None or command.unit not in combat.strikers:
        check_active(unit, "unit")
    check_active(target, "target")
    if isinstance(unit, Vehicle):
        refuse("WRONG_KIND", "vehicles do not strike", "FE-CC-1")
    check_enemy(unit, target)
    locked = unit.combat is not None and unit.combat == target.combat
    if not locked and not _reached_vehicle(unit, command.target, target):
        refuse("NOT_IN_COMBAT", "the two are not in one combat", "FE-CC-1")
    if unit.struck:
        refuse("ALREADY_STRUCK", f"{unit.name or 'the unit'} has struck", "FE-CC-1")
    if combat is None or not locked:
        strike = strike_of(unit, book)
        _check_grenades(command, unit, target, strike.models)
        return _strike(command, strike, None, ())
    _check_order(state, combat, unit)
    step = () if _in_step(combat, command.unit, unit) else (_next_step(state, unit, book),)
    strike = (step[0].strikers if step else combat.strikers)[command.unit]
    _check_grenades(command, unit, target, strike.models)
    return _strike(command, strike, unit.combat, step)


def _reached_vehicle(unit: Unit, name: str, target: Unit) -> bool:
    charge = unit.assault
    return is_ordinary(target) and charge is not None and charge.reached and charge.target == name


def _check_order(state: ArmourValueState, combat: Combat, unit: Walker | Infantry) -> None:
    for name in combat.units:
        other = state.units[name]
        if owes_strike(state, combat, name) and initiative_of(other) > unit.initiative:
            refuse("WRONG_ORDER", f"{other.name or name} strikes first", "FE-CC-1")


def _check_grenades(command: Fight, unit: Walker | Infantry, target: Unit, models: int) -> None:
    krak, bombs = command.krak or 0, command.melta_bombs or 0
    if not krak and not bombs:
        return
    if isinstance(unit, Walker) or isinstance(target, Infantry):
        refuse("NO_GRENADES", "grenades are for infantry against walkers and vehicles", "FE-CC-5")
    if krak > unit.krak or bombs > unit.melta_bombs or krak + bombs > models:
        carried = f"{unit.krak} krak grenades and {unit.melta_bombs} melta bombs"
        refuse("NO_GRENADES", f"{models} models carry {carried}", "FE-CC-5")


def _in_step(combat: Combat, name: str, unit: Walker | Infantry) -> bool:
    return combat.step == unit.initiative and name in combat.strikers


def _next_step(state: ArmourValueState, unit: Walker | Infantry, book: Book) -> FightStepStarted:
    name = str(unit.combat)
    combat = state.combats[name]
    strikers = {
        member: strike_of(state.units[member], book)
        for member in combat.units
        if state.units[member].status == "active"
        and owes_strike(state, combat, member)
        and initiative_of(state.units[member]) == unit.initiative
    }
    return FightStepStarted(combat=name, initiative=unit.initiative, strikers=FrozenDict(strikers))


def _strike(
    command: Fight,
    strike: Strike,
    combat: str | None,
    step: tuple[FightStepStarted, ...],
) -> tuple[Item, ...]:
    krak, bombs = command.krak or 0, command.melta_bombs or 0
    declared = MeleeAttacksDeclared(
        unit=command.unit,
        target=command.target,
        attacks=(strike.models - krak - bombs) * strike.attacks,
        krak=krak,
        melta_bombs=bombs,
        strength=strike.strength,
    )
    blows = (
        Blows(declared, weapon, combat, strike.ignores_saves)
        for weapon in (MELEE, KRAK, MELTA_BOMB)
    )
    return (*step, declared, *blows)


@frozen
class Blows(Step):
    """
    The attacks of one strike that are of one sort: plain, krak or melta bomb.

    Grenades make one attack each.  Rule: FE-CC-2, FE-CC-5, FE-CC-7.
    """

    declared: MeleeAttacksDeclared
    weapon: str
    combat: str | None
    ignores_saves: bool

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk | None:
        """Ask for a die an attack, unless nothing can miss."""
        needed = self._needed(state, book)
        if not self._count(state) or needed == 0:
            return None
        return RollAsk("to_hit", self._count(state), 6, needed)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Count the hits, then wound or penetrate."""
        count = self._count(state)
        if not count:
            return ()
        needed = self._needed(state, book)
        ask = self.ask(state, book)
        hits = count if answer is None else sum(face >= needed for face in answer)
        rolled = HitsRolled(
            unit=self.declared.unit,
            target=self.declared.target,
            weapon=self.weapon,
            needed=needed,
            roll=None if ask is None else ask.roll(answer),
            hits=hits,
        )
        return (rolled, self._landed(state, book, hits))

    def _count(self, state: ArmourValueState) -> int:
        if state.units[self.declared.target].status != "active":
            return 0
        by_sort = {
            MELEE: self.declared.attacks,
            KRAK: self.declared.krak,
            MELTA_BOMB: self.declared.melta_bombs,
        }
        return by_sort[self.weapon]

    def _needed(self, state: ArmourValueState, book: Book) -> int:
        unit, target = state.units[self.declared.unit], state.units[self.declared.target]
        return needed_in_melee(unit, target, book, grenade=self.weapon != MELEE)

    def _landed(self, state: ArmourValueState, book: Book, hits: int) -> Step:
        declared, target = self.declared, state.units[self.declared.target]
        if isinstance(target, Infantry):
            ap = IGNORES_SAVES_AP if self.ignores_saves else None
            return Wounds(
                declared.target,
                declared.unit,
                MELEE,
                hits,
                declared.strength,
                ap,
                combat=self.combat,
            )
        chart = book.melee
        strengths = {KRAK: chart.krak_strength, MELTA_BOMB: chart.melta_bomb_strength}
        hit = Hit(
            unit=declared.target,
            source=declared.unit,
            cause=MELEE,
            side=side_in_melee(target),
            strength=strengths.get(self.weapon, declared.strength),
            ap=None,
            dice="sum" if self.weapon == MELTA_BOMB else "one",
            combat=self.combat,
        )
        return Hits(hit, hits)


def side_in_melee(target: Unit) -> str:
    """
    Give the armour that blows meet: a walker's front, an ordinary vehicle's rear.

    There is no wound roll and no save against a walker.  Rule: FE-CC-3, FE-CC-4.
    """
    return "front" if isinstance(target, Walker) else "rear"


def needed_in_melee(unit: Unit, target: Unit, book: Book, *, grenade: bool) -> int:
    """
    Give the face that an attack needs to hit; 0 hits by itself.

    Rule: FE-CC-2, FE-CC-5, FE-CC-6.
    """
    chart = book.melee
    if isinstance(target, Vehicle):
        moved = target.moved_milli or 0
        if moved == 0:
            return chart.vehicle_still
        slow = moved <= book.movement.combat_speed_milli
        return chart.vehicle_slow if slow else chart.vehicle_fast
    if grenade and isinstance(target, Walker) and not target.helpless:
        return chart.grenade
    skill = 0 if isinstance(unit, Vehicle) else unit.ws
    return chart.needed(skill, target.ws)

"""Firing a weapon."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.house_rules import CANNOT_HIT
from rollbook.engine.hullpoints.lookups import (
    check_fact,
    check_on_table,
    check_time,
    kind_words,
    unit_of,
    weapon_of,
    wrong_kind,
)
from rollbook.engine.hullpoints.rolls import SIDES, needed_to_hit, reaching
from rollbook.engine.hullpoints.wounding import Wounding, in_order
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import RuleRefusal
from rollbook.events.hullpoints.commands import FireWeapon
from rollbook.events.hullpoints.events import HitsRolled, WeaponFired
from rollbook.events.hullpoints.units import SHOOTING, TOP, Infantry, Unit, Vehicle, Walker, Weapon
from rollbook.projections.hullpoints import HullPointsState

ATTACK = "attack"
MELEE = "melee"


def shots_left(unit: Unit, weapon: Weapon) -> int:
    """Give the shots of a ranged weapon after ammo hits.  Rule: HW-DMG-9, HV-DMG-5."""
    lost = 0 if isinstance(unit, Infantry) else unit.ammo_hits
    return max(0, (weapon.shots or 0) - lost)


def shooting_skill(unit: Unit, weapon: Weapon) -> int:
    """
    Give the skill that a weapon fires with: the unit's, or its gunner's on a vehicle.

    Rule: HW-SHT-2, HV-SHT-1, HV-DMG-4.
    """
    if not isinstance(unit, Vehicle):
        return unit.ws_shooting
    gunner = unit.driver if weapon.gunner is None else weapon.gunner
    return max(0, gunner.ws_shooting - unit.control_hits)


def strength_of(unit: Unit, weapon: Weapon | None) -> int:
    """Give the strength of a weapon, the unit's where it has none.  Rule: HW-PROF-3."""
    if weapon is not None and weapon.strength is not None:
        return weapon.strength
    return 0 if isinstance(unit, Vehicle) else unit.strength


def decide_fire_weapon(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """
    Fire a weapon, each at most once a round.

    Rule: HW-SHT-1, HW-SHT-2, HW-ARC-2, HW-ARC-3, HV-ARC-2, HV-SHT-1.
    """
    command = asked.command
    assert isinstance(command, FireWeapon)  # noqa: S101
    check_time(state, SHOOTING)
    unit = unit_of(state, command.unit)
    weapon = weapon_of(unit, command.weapon)
    target = unit_of(state, command.target, "target")
    check_on_table(unit)
    check_on_table(target, "target")
    if weapon.kind == MELEE:
        raise wrong_kind(f"{command.weapon} is a melee weapon")
    _check_facts(command, unit, target)
    check_weapon(unit, weapon, command.weapon)
    _check_ready(command, unit, weapon)
    _check_arcs(command, unit, weapon, target)
    needed = needed_to_hit(state, shooting_skill(unit, weapon))
    if needed >= CANNOT_HIT:
        raise RuleRefusal("NO_SKILL", f"{command.weapon} of {unit.name} cannot hit", "CM-HIT-1")
    if unit.battle_shocked_until is not None and state.house_rules["morale_effect"] != "mark":
        raise RuleRefusal("BATTLE_SHOCKED", f"{unit.name} is battle-shocked", "CM-CHK-2")
    struck = in_order(command.struck or ())
    fired = WeaponFired(
        unit=command.unit, weapon=command.weapon, target=command.target, arc=command.arc
    )
    shot = Shot(
        unit=command.unit,
        target=command.target,
        shots=shots_left(unit, weapon),
        needed=needed,
        strength=strength_of(unit, weapon),
        damage=weapon.damage,
        struck=struck,
        sees=struck if command.sees is None else command.sees,
        wounded=command.wounded,
    )
    return (fired, shot)


def _check_facts(command: FireWeapon, unit: Unit, target: Unit) -> None:
    check_fact(not isinstance(unit, Infantry), command.arc is not None, "arc", kind_words(unit))
    at_hull = not isinstance(target, Infantry)
    about = f"a target that is {kind_words(target)}"
    check_fact(at_hull, command.struck is not None, "struck", about)
    if not at_hull:
        check_fact(False, command.sees is not None, "sees", about)


def check_weapon(unit: Unit, weapon: Weapon, name: str) -> None:
    """Refuse ``WEAPON_DESTROYED``.  Rule: HW-DMG-7."""
    if weapon.destroyed:
        raise RuleRefusal("WEAPON_DESTROYED", f"{name} of {unit.name} is destroyed", "HW-DMG-7")


def _check_ready(command: FireWeapon, unit: Unit, weapon: Weapon) -> None:
    if weapon.fired:
        raise RuleRefusal(
            "ALREADY_FIRED", f"{command.weapon} of {unit.name} has fired this round", "HW-SHT-1"
        )
    if shots_left(unit, weapon) == 0:
        raise RuleRefusal(
            "NO_SHOTS", f"{command.weapon} of {unit.name} has no shots left", "HW-DMG-9"
        )


def _check_arcs(command: FireWeapon, unit: Unit, weapon: Weapon, target: Unit) -> None:
    """Hold the target's arc against the mount.  Rule: HW-ARC-2, HW-ARC-3, HV-ARC-2, HW-TPL-1."""
    if not isinstance(unit, Infantry) and weapon.mount not in (TOP, command.arc):
        rule = "HW-ARC-2" if isinstance(unit, Walker) else "HV-ARC-2"
        raise RuleRefusal(
            "OUT_OF_ARC",
            f"{command.weapon} of {unit.name} is mounted {weapon.mount},"
            f" the target lies to the {command.arc}",
            rule,
        )
    if isinstance(target, Infantry) or command.struck is None:
        return
    if weapon.pattern == "shots" and len(command.struck) != 1:
        raise RuleRefusal("STRUCK_ARCS", "shots strike exactly one arc", "HW-TPL-1")
    if not command.struck:
        raise RuleRefusal("BAD_VALUE", "struck: name an arc", "HW-TPL-1", field="struck")


@frozen
class Shot(Step):
    """The dice to hit of one weapon, and what the hits do.  Rule: CM-HIT-1, HW-SHT-2, HV-SHT-1."""

    unit: str
    target: str
    shots: int
    needed: int
    strength: int
    damage: int
    struck: tuple[str, ...]
    sees: tuple[str, ...]
    wounded: int | None

    def ask(self, state: HullPointsState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for a die a shot."""
        return RollAsk("to_hit", self.shots, SIDES, self.needed)

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...]
    ) -> Sequence[Item]:
        """Count the hits."""
        hits = reaching(answer, self.needed)
        told = HitsRolled(
            unit=self.unit,
            target=self.target,
            roll=self.ask(state, book).roll(answer),
            needed=self.needed,
            hits=hits,
        )
        if not hits:
            return (told,)
        wounding = Wounding(
            target=self.target,
            hits=hits,
            arcs=self.struck,
            strength=self.strength,
            damage=self.damage,
            cause=ATTACK,
            attacker=self.unit,
            sees=self.sees,
            wounded=self.wounded,
        )
        return (told, wounding)

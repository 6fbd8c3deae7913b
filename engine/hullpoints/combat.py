"""Combat: who wins, the winner's attacks, and how the hits are shared."""

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
from rollbook.engine.hullpoints.shooting import ATTACK, MELEE, check_weapon, strength_of
from rollbook.engine.hullpoints.wounding import Wounding
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import RuleRefusal
from rollbook.events.hullpoints.commands import AllocateHits, Allocation, Duel, Strike
from rollbook.events.hullpoints.events import (
    Allocated,
    AttacksStruck,
    DuelResolved,
    MeleeHitsAllocated,
)
from rollbook.events.hullpoints.units import ACTIVE, COMBAT, Infantry, Unit, Vehicle
from rollbook.projections.hullpoints import Combat, HullPointsState


def decide_duel(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Roll for a combat; against a vehicle the attacker wins.  Rule: CM-DUEL-1, HV-CBT-1."""
    command = asked.command
    assert isinstance(command, Duel)  # noqa: S101
    check_time(state, COMBAT)
    others = command.others or ()
    named = [("attacker", command.attacker), ("defender", command.defender)]
    named += [(f"others[{i}]", other) for i, other in enumerate(others)]
    units = [(field, unit_of(state, name, field)) for field, name in named]
    for field, unit in units:
        check_on_table(unit, field)
    attacker, defender = units[0][1], units[1][1]
    if isinstance(attacker, Vehicle):
        raise RuleRefusal("CANNOT_FIGHT", f"{attacker.name} is a vehicle", "HV-CBT-1")
    for _, unit in units[1:]:
        if unit.owner == attacker.owner:
            raise RuleRefusal("FRIENDLY", f"{unit.name} is on the same side")
    if isinstance(defender, Vehicle):
        return (_resolved(command, None, None, command.attacker),)
    return (DuelRoll(command.attacker, command.defender, others),)


def _resolved(command: Duel, roll: None, totals: None, winner: str) -> DuelResolved:
    return DuelResolved(
        attacker=command.attacker,
        defender=command.defender,
        others=command.others or (),
        roll=roll,
        totals=totals,
        winner=winner,
        auto=True,
    )


@frozen
class DuelRoll(Step):
    """One die a side plus melee skill; the higher wins, equal nobody.  Rule: CM-DUEL-1."""

    attacker: str
    defender: str
    others: tuple[str, ...]

    def ask(self, state: HullPointsState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for two dice, the attacker's first."""
        return RollAsk("duel", 2, SIDES, "each")

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...]
    ) -> Sequence[Item]:
        """Compare the totals."""
        ours = answer[0] + melee_skill(state.units[self.attacker])
        theirs = answer[1] + melee_skill(state.units[self.defender])
        winner = None
        if ours != theirs:
            winner = self.attacker if ours > theirs else self.defender
        return (
            DuelResolved(
                attacker=self.attacker,
                defender=self.defender,
                others=self.others,
                roll=self.ask(state, book).roll(answer),
                totals=(ours, theirs),
                winner=winner,
                auto=False,
            ),
        )


def melee_skill(unit: Unit) -> int:
    """Give the skill that a unit fights with; a vehicle does not.  Rule: HV-CBT-1."""
    return 0 if isinstance(unit, Vehicle) else unit.ws_melee


def decide_strike(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Roll the winner's attacks.  Rule: CM-DUEL-1, HW-CBT-1, HW-CBT-2."""
    command = asked.command
    assert isinstance(command, Strike)  # noqa: S101
    check_time(state, COMBAT)
    unit = unit_of(state, command.unit)
    check_on_table(unit)
    if not isinstance(unit, Infantry):
        check_fact(False, command.attacks is not None, "attacks", kind_words(unit))
    combat = won_by(state, command.unit, unit)
    if combat.struck:
        raise RuleRefusal("ALREADY_STRUCK", f"{unit.name} has struck", "CM-DUEL-1")
    attacks = attacks_of(unit) if command.attacks is None else command.attacks
    if attacks == 0:
        raise RuleRefusal("NO_ATTACKS", f"{unit.name} has no attacks", "HW-CBT-1")
    needed = needed_to_hit(state, melee_skill(unit))
    if needed >= CANNOT_HIT:
        raise RuleRefusal("NO_SKILL", f"{unit.name} cannot hit", "CM-HIT-1")
    return (Attacks(command.unit, attacks, needed),)


def won_by(state: HullPointsState, name: str, unit: Unit) -> Combat:
    """Give the combat that *unit* has won; refuses ``NOT_WINNER``.  Rule: CM-DUEL-1."""
    combat = state.combat
    if combat is None or combat.winner != name:
        raise RuleRefusal("NOT_WINNER", f"{unit.name} has not won a combat", "CM-DUEL-1")
    return combat


def attacks_of(unit: Unit) -> int:
    """
    Give the attacks of a unit.

    A walker has half its hull points, rounded up, for each surviving melee
    weapon; infantry one a model.  Rule: HW-CBT-1.
    """
    if isinstance(unit, Infantry):
        return sum(model.status == ACTIVE for model in unit.models.values())
    weapons = sum(w.kind == MELEE and not w.destroyed for w in unit.weapons.values())
    return 0 if isinstance(unit, Vehicle) else (unit.hull + 1) // 2 * weapons


@frozen
class Attacks(Step):
    """The winner's dice to hit.  Rule: HW-CBT-2, CM-HIT-1."""

    unit: str
    attacks: int
    needed: int

    def ask(self, state: HullPointsState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for a die an attack."""
        return RollAsk("to_hit", self.attacks, SIDES, self.needed)

    def resolve(
        self, state: HullPointsState, book: Book, answer: tuple[int, ...]
    ) -> Sequence[Item]:
        """Count the hits."""
        return (
            AttacksStruck(
                unit=self.unit,
                attacks=self.attacks,
                roll=self.ask(state, book).roll(answer),
                needed=self.needed,
                hits=reaching(answer, self.needed),
            ),
        )


def decide_allocate_hits(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Share the winner's hits over own weapons and enemies.  Rule: HW-CBT-3."""
    command = asked.command
    assert isinstance(command, AllocateHits)  # noqa: S101
    check_time(state, COMBAT)
    unit = unit_of(state, command.unit)
    for number, item in enumerate(command.allocation):
        if item.weapon is not None:
            weapon_of(unit, item.weapon, f"allocation[{number}].weapon")
        unit_of(state, item.target, f"allocation[{number}].target")
    check_on_table(unit)
    for number, item in enumerate(command.allocation):
        check_on_table(state.units[item.target], f"allocation[{number}].target")
    for number, item in enumerate(command.allocation):
        _check_item_facts(state, unit, item, f"allocation[{number}]")
    combat = won_by(state, command.unit, unit)
    if not combat.hits:
        raise RuleRefusal("NO_HITS", f"{unit.name} has no hits to allocate", "HW-CBT-3")
    enemies = enemies_of(combat, command.unit)
    for item in command.allocation:
        _check_item(state, unit, item, enemies)
    total = sum(item.hits for item in command.allocation)
    if total != combat.hits:
        raise RuleRefusal(
            "BAD_SPLIT", f"{total} hits are shared, {combat.hits} are there", "HW-CBT-3"
        )
    shared = MeleeHitsAllocated(
        unit=command.unit,
        allocation=tuple(
            Allocated(weapon=i.weapon, target=i.target, hits=i.hits) for i in command.allocation
        ),
    )
    return (shared, *(_blows(command.unit, unit, item) for item in command.allocation))


def enemies_of(combat: Combat, name: str) -> tuple[str, ...]:
    """Give whom a side of a combat may strike.  Rule: HW-CBT-3."""
    if name == combat.attacker:
        return (combat.defender, *combat.others)
    return (combat.attacker,)


def _check_item_facts(state: HullPointsState, unit: Unit, item: Allocation, where: str) -> None:
    if not isinstance(unit, Infantry):
        check_fact(True, item.weapon is not None, f"{where}.weapon", kind_words(unit))
    elif any(w.kind == MELEE and not w.destroyed for w in unit.weapons.values()):
        about = "infantry that has a melee weapon"
        check_fact(True, item.weapon is not None, f"{where}.weapon", about)
    target = state.units[item.target]
    at_hull = not isinstance(target, Infantry)
    about = f"a target that is {kind_words(target)}"
    check_fact(at_hull, item.arc is not None, f"{where}.arc", about)
    if not at_hull:
        check_fact(False, item.sees is not None, f"{where}.sees", about)


def _check_item(
    state: HullPointsState, unit: Unit, item: Allocation, enemies: tuple[str, ...]
) -> None:
    if item.weapon is not None:
        weapon = unit.weapons[item.weapon]
        check_weapon(unit, weapon, item.weapon)
        if weapon.kind != MELEE:
            raise wrong_kind(f"{item.weapon} is a ranged weapon")
    if item.target not in enemies:
        name = state.units[item.target].name
        raise RuleRefusal("NOT_IN_COMBAT", f"{name} is no enemy in this combat", "HW-CBT-3")


def _blows(name: str, unit: Unit, item: Allocation) -> Wounding:
    weapon = None if item.weapon is None else unit.weapons[item.weapon]
    arcs = () if item.arc is None else (item.arc,)
    return Wounding(
        target=item.target,
        hits=item.hits,
        arcs=arcs,
        strength=strength_of(unit, weapon),
        damage=1 if weapon is None else weapon.damage,
        cause=ATTACK,
        attacker=name,
        sees=arcs if item.sees is None else item.sees,
        wounded=item.wounded,
    )

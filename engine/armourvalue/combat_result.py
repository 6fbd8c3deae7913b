"""Who won a combat, who flees, who is swept, who closes up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue import morale
from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import (
    active_units,
    check_able,
    check_mobile,
    is_helpless,
    refuse,
)
from rollbook.engine.armourvalue.close_combat import initiative_of, owes_strike
from rollbook.engine.armourvalue.house_rules import house
from rollbook.engine.armourvalue.movement import check_reach
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.wounds import Saves, infantry
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.commands import Consolidate, PileIn, ScoreCombat, Sweep
from rollbook.events.armourvalue.happenings import (
    CombatResultScored,
    ConsolidationMade,
    PileInMade,
    SweepingAdvanceResolved,
    UnitRemoved,
    UnitsUnlocked,
)
from rollbook.events.armourvalue.units import Infantry, Unit, Walker
from rollbook.projections.armourvalue.state import ArmourValueState, Combat, other_player


def score_combat(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """
    Decide the result of a combat in which all have struck.

    Rule: FE-RES-1, FE-RES-2.
    """
    command = asked.command
    assert isinstance(command, ScoreCombat)  # noqa: S101
    begin(state, "assault")
    combat = state.combats.get(command.combat)
    if combat is None:
        refuse("UNKNOWN_COMBAT", f"there is no combat {command.combat}", "FE-RES-1")
    if combat.scored:
        refuse("ALREADY_SCORED", f"{command.combat} has been scored", "FE-RES-1")
    for name in combat.units:
        if owes_strike(state, combat, name):
            who = state.units[name].name or name
            refuse("NOT_ALL_STRUCK", f"{who} has not struck yet", "FE-CC-1")
    return _scored(state, command.combat, combat)


def _scored(state: ArmourValueState, name: str, combat: Combat) -> tuple[Item, ...]:
    first, second = state.players
    difference = combat.points.get(first, 0) - combat.points.get(second, 0)
    loser = None if difference == 0 else second if difference > 0 else first
    losers = () if loser is None else members(state, combat, loser)
    scored = CombatResultScored(
        combat=name,
        points=combat.points,
        loser=loser,
        difference=abs(difference),
        exempt=tuple(m for m in losers if isinstance(state.units[m], Walker)),
    )
    if loser is None or not members(state, combat, other_player(state, loser)):
        return (scored,)
    tests = (
        Defeat(m, name, abs(difference)) for m in losers if isinstance(state.units[m], Infantry)
    )
    return (scored, *tests)


def members(state: ArmourValueState, combat: Combat, player: str) -> tuple[str, ...]:
    """Give a player's units in a combat that are in play."""
    return tuple(
        name
        for name in combat.units
        if state.units[name].owner == player and state.units[name].status == "active"
    )


@frozen
class Defeat(Step):
    """
    Infantry that lost a combat tests its morale; the fearless take wounds instead.

    Walkers do neither.  Rule: FE-RES-2.
    """

    unit: str
    combat: str
    difference: int

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for two dice."""
        return None if infantry(state, self.unit).fearless else RollAsk("morale", 2, 6, "sum")

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Let the unit hold, flee, or bleed."""
        unit = infantry(state, self.unit)
        if unit.fearless:
            return (Saves(self.unit, "no_retreat", self.difference, "armour", unit.save),)
        value = unit.leadership - self.difference
        passed = sum(answer) <= value
        checked = morale.checked(self, state, book, "combat", value, answer, passed)
        if passed or self._may_be_swept(state, unit):
            return (checked,)
        return (checked, unlocked(self.combat, self.unit, "escaped"))

    def _may_be_swept(self, state: ArmourValueState, unit: Infantry) -> bool:
        combat = state.combats[self.combat]
        winners = members(state, combat, other_player(state, unit.owner))
        return not all(is_helpless(state.units[name]) for name in winners)


def unlocked(combat: str, unit: str, cause: str) -> UnitsUnlocked:
    """Let one fleeing unit out of a combat."""
    return UnitsUnlocked(combat=combat, units=(unit,), cause=cause, consolidate=False)


def sweep(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Decide who goes after a fleeing unit.  Rule: FE-RES-3."""
    command = asked.command
    assert isinstance(command, Sweep)  # noqa: S101
    begin(state, "assault", settles="sweep", unit=command.target)
    unit, target = active_units(state, unit=command.unit, target=command.target)
    same = unit.combat is not None and unit.combat == target.combat
    if not same or unit.owner == target.owner:
        refuse("NOT_IN_COMBAT", "only a winner of the same combat can sweep", "FE-RES-3")
    check_mobile(unit, "FE-RES-3")
    return (Chase(command.unit, command.target),)


@frozen
class Chase(Step):
    """Initiative and a die each: the winner's, then the loser's.  Rule: FE-RES-3."""

    unit: str
    target: str

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for two dice."""
        return RollAsk("sweep", 2)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Catch the unit or let it escape."""
        target = state.units[self.target]
        total = answer[0] + initiative_of(state.units[self.unit])
        target_total = answer[1] + initiative_of(target)
        tie = house(state, "sweep_tie") == "winner"
        caught = total > target_total or (tie and total == target_total)
        resolved = SweepingAdvanceResolved(
            unit=self.unit,
            target=self.target,
            roll=self.ask(state, book).roll(answer),
            total=total,
            target_total=target_total,
            caught=caught,
        )
        out = unlocked(str(target.combat), self.target, "swept" if caught else "escaped")
        if not caught:
            return (resolved, out)
        return (resolved, UnitRemoved(unit=self.target, cause="swept"), out)


def pile_in(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide closing up in a combat that goes on.  Rule: FE-RES-3."""
    command = asked.command
    assert isinstance(command, PileIn)  # noqa: S101
    begin(state, "assault")
    (unit,) = active_units(state, unit=command.unit)
    name = unit.name or "the unit"
    if unit.combat is None:
        refuse("NOT_IN_COMBAT", f"{name} is in no combat", "FE-RES-3")
    if not state.combats[unit.combat].scored:
        refuse("NOT_SCORED", f"{unit.combat} is not scored yet", "FE-RES-3")
    check_able(unit, "FE-RES-3", may_be_locked=True)
    if unit.end_move == "done":
        refuse("ALREADY_MOVED", f"{name} has closed up already", "FE-RES-3")
    check_reach(command.distance_milli, book.movement.pile_in_milli, "FE-RES-3")
    return (
        PileInMade(
            unit=command.unit, distance_milli=command.distance_milli, position=command.position
        ),
    )


def consolidate(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide regrouping after the last enemy is gone.  Rule: FE-RES-3."""
    command = asked.command
    assert isinstance(command, Consolidate)  # noqa: S101
    begin(state, "assault")
    (unit,) = active_units(state, unit=command.unit)
    _check_may_consolidate(unit)
    most = book.movement.consolidate_most_milli
    check_reach(command.distance_milli, most, "FE-RES-3")
    return (Regroup(command),)


def _check_may_consolidate(unit: Unit) -> None:
    if unit.end_move != "allowed":
        refuse("NO_CONSOLIDATION", "only after the end of a combat, and once", "FE-RES-3")
    check_able(unit, "FE-RES-3")


@frozen
class Regroup(Step):
    """A die says how many inches.  Rule: FE-RES-3."""

    command: Consolidate

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for one die."""
        return RollAsk("consolidate", 1)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Refuse more than the die, else go there."""
        command = self.command
        most = book.movement.consolidate_die_milli * answer[0]
        check_reach(command.distance_milli, most, "FE-RES-3")
        return (
            ConsolidationMade(
                unit=command.unit,
                roll=self.ask(state, book).roll(answer),
                distance_milli=command.distance_milli,
                position=command.position,
            ),
        )

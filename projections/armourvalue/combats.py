"""Charges, combats and their end."""

from __future__ import annotations

from typing import Any

from rollbook.events.armourvalue.happenings import (
    AssaultMoveMade,
    CombatResultScored,
    FightStepStarted,
    MeleeAttacksDeclared,
    MoraleChecked,
    SweepingAdvanceResolved,
    UnitsLockedInCombat,
    UnitsUnlocked,
)
from rollbook.events.armourvalue.units import Assault, Unit
from rollbook.events.build import changer
from rollbook.events.frozen import EMPTY, FrozenDict
from rollbook.events.game import Owed
from rollbook.events.message import changed
from rollbook.projections.armourvalue.harm import later
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState, Combat

_with_assault = changer("assault", "position")
_with_struck = changer("struck")


@P.unit(AssaultMoveMade)
def assault_move_made(unit: Unit, event: AssaultMoveMade) -> Unit:
    """Put the unit where its charge ended."""
    assault = Assault(target=event.target, reached=event.reached)
    placed: Unit = _with_assault(unit, assault, event.position)
    return placed


@P.game(UnitsLockedInCombat)
def units_locked(state: ArmourValueState, event: UnitsLockedInCombat) -> ArmourValueState:
    """Add the units to the combat, which may be new."""
    before = state.combats.get(event.combat)
    made = state.combats_made + (before is None)
    if before is None:
        points = FrozenDict(dict.fromkeys(state.players, 0))
        before = Combat(units=(), points=points, step=None, strikers=EMPTY, scored=False)
    units = dict(state.units)
    for name in event.units:
        units[name] = changed(units[name], combat=event.combat)
    combat = changed(before, units=(*before.units, *event.units))
    return changed(
        state,
        units=FrozenDict(units),
        combats=state.combats.put(event.combat, combat),
        combats_made=made,
    )


@P.game(UnitsUnlocked)
def units_unlocked(state: ArmourValueState, event: UnitsUnlocked) -> ArmourValueState:
    """Take the units out of the combat, and forget it when it is empty."""
    units = dict(state.units)
    for name in event.units:
        units[name] = _released(units[name], consolidate=event.consolidate)
    combat = state.combats[event.combat]
    left = tuple(name for name in combat.units if name not in event.units)
    combats = (
        state.combats.put(event.combat, changed(combat, units=left))
        if left
        else state.combats.drop(event.combat)
    )
    pending = tuple(p for p in state.pending if not (p.do == "sweep" and p.unit in event.units))
    return changed(state, units=FrozenDict(units), combats=combats, pending=pending)


def _released(unit: Unit, *, consolidate: bool) -> Unit:
    if consolidate and unit.status == "active":
        return changed(unit, combat=None, end_move="allowed")
    return changed(unit, combat=None)


@P.game(FightStepStarted)
def fight_step_started(state: ArmourValueState, event: FightStepStarted) -> ArmourValueState:
    """Freeze what everybody of this Initiative strikes with."""
    combat = changed(state.combats[event.combat], step=event.initiative, strikers=event.strikers)
    return changed(state, combats=state.combats.put(event.combat, combat))


@P.unit(MeleeAttacksDeclared)
def melee_attacks_declared(unit: Unit, _: MeleeAttacksDeclared) -> Unit:
    """Note that the unit has struck in this phase."""
    struck: Unit = _with_struck(unit, True)
    return struck


@P.game(CombatResultScored)
def combat_result_scored(state: ArmourValueState, event: CombatResultScored) -> ArmourValueState:
    """Note that the combat has been counted."""
    combat = changed(state.combats[event.combat], scored=True)
    return changed(state, combats=state.combats.put(event.combat, combat))


@P.game(MoraleChecked)
def morale_checked(state: ArmourValueState, event: MoraleChecked) -> ArmourValueState:
    """Pin the unit, or let it fall back; after a lost combat a winner may sweep it."""
    if event.passed:
        return state
    unit = state.units[event.unit]
    changes: dict[str, Any] = {"falling_back": True}
    if event.reason == "pinning" and event.until is not None:
        changes = {"pinned_until": later(getattr(unit, "pinned_until", None), event.until)}
    pending = state.pending
    if event.reason == "combat":
        pending = (*pending, Owed(do="sweep", unit=event.unit))
    units = state.units.put(event.unit, changed(unit, **changes))
    return changed(state, units=units, pending=pending)


P.record(SweepingAdvanceResolved)

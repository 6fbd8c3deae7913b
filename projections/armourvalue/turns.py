"""What a turn or a phase that begins resets."""

from __future__ import annotations

from typing import Any

from rollbook.events.armourvalue.happenings import (
    PhaseStarted,
    PlayerTurnStarted,
    SmokeCleared,
    StatusExpired,
)
from rollbook.events.armourvalue.units import Infantry, Machine, Unit, Vehicle, Walker
from rollbook.events.build import changer
from rollbook.events.frozen import EMPTY, FrozenDict
from rollbook.events.message import changed
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState

_with_fired = changer("fired")
_with_smoke_active = changer("smoke_active")


@P.game(PlayerTurnStarted)
def player_turn_started(state: ArmourValueState, event: PlayerTurnStarted) -> ArmourValueState:
    """Start the movement phase of a player and clear what lasted one turn."""
    units = {
        name: _begin_turn(unit, own=unit.owner == event.player)
        for name, unit in state.units.items()
    }
    return changed(
        state,
        active_player=event.player,
        round=event.round,
        turns=state.turns.put(event.player, event.round),
        phase="movement",
        units=FrozenDict(units),
    )


def _begin_turn(unit: Unit, *, own: bool) -> Unit:
    changes: dict[str, Any] = {"assault": None, "end_move": None}
    if own:
        weapons = {name: _with_fired(w, False) for name, w in unit.weapons.items()}
        changes |= {"moved_milli": None, "has_run": False, "fired_at": None}
        changes["weapons"] = FrozenDict(weapons)
        if isinstance(unit, Vehicle):
            changes["ram"] = None
        if isinstance(unit, Infantry):
            changes |= {"transported": False, "may_assault": True}
    return changed(unit, **changes)


@P.unit(StatusExpired)
def status_expired(unit: Unit, event: StatusExpired) -> Unit:
    """Take the mark off."""
    changes: dict[str, Any] = {f"{event.status}_until": None}
    return changed(unit, **changes)


@P.unit(SmokeCleared)
def smoke_cleared(unit: Machine, _: SmokeCleared) -> Machine:
    """Let the smoke drift away."""
    cleared: Machine = _with_smoke_active(unit, False)
    return cleared


@P.game(PhaseStarted)
def phase_started(state: ArmourValueState, event: PhaseStarted) -> ArmourValueState:
    """Go to the phase; before an assault phase nobody has struck and no combat is scored."""
    if event.phase != "assault":
        return changed(state, phase=event.phase)
    units = {
        name: _begin_assault(unit, helpless=name in event.helpless)
        for name, unit in state.units.items()
    }
    combats = {
        name: changed(
            combat,
            points=FrozenDict(dict.fromkeys(combat.points, 0)),
            step=None,
            strikers=EMPTY,
            scored=False,
        )
        for name, combat in state.combats.items()
    }
    return changed(state, phase=event.phase, units=FrozenDict(units), combats=FrozenDict(combats))


def _begin_assault(unit: Unit, *, helpless: bool) -> Unit:
    if isinstance(unit, Walker):
        return changed(unit, struck=False, helpless=helpless)
    return changed(unit, struck=False)

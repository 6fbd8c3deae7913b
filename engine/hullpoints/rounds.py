"""Rounds and phases."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.common import check_pending, check_phase
from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints.book import Book
from rollbook.engine.hullpoints.lookups import in_play
from rollbook.engine.hullpoints.morale import MoraleCheck
from rollbook.engine.step import Item, Step
from rollbook.events.errors import RuleRefusal
from rollbook.events.hullpoints.commands import StartPhase
from rollbook.events.hullpoints.events import (
    BattleShockCleared,
    PhaseStarted,
    RoundEnded,
    RoundStarted,
)
from rollbook.events.hullpoints.units import PHASES, Vehicle
from rollbook.projections.hullpoints import HullPointsState


def decide_start_round(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Begin the next round with its movement phase.  Rule: CM-PHS-1."""
    check_pending(state)
    check_phase(state, None)
    return (RoundStarted(round=state.round + 1),)


def decide_start_phase(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Go on to a later phase of this round, never back.  Rule: CM-PHS-1."""
    command = asked.command
    assert isinstance(command, StartPhase)  # noqa: S101
    check_pending(state)
    check_phase(state, *PHASES)
    now = PHASES.index(state.phase or "")
    if PHASES.index(command.phase) <= now:
        raise RuleRefusal("WRONG_PHASE", f"phases only go forward; now is the {state.phase} phase")
    return (PhaseStarted(phase=command.phase),)


def decide_end_round(state: HullPointsState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """
    End the round: morale of vehicles that rolled on their table, then battle shock wears off.

    Rule: CM-PHS-1, HV-MOR-1, HV-MOR-2, CM-CHK-2.
    """
    check_pending(state)
    check_phase(state, *PHASES)
    checks = [
        MoraleCheck(name)
        for name, unit in state.units.items()
        if isinstance(unit, Vehicle) and in_play(unit) and unit.table_rolls > 0
    ]
    return (*checks, RoundEnded(round=state.round), ClearShock(state.round))


@frozen
class ClearShock(Step):
    """Every unit whose battle shock ends with this round is steady again.  Rule: CM-CHK-2."""

    round: int

    def resolve(self, state: HullPointsState, book: Book, answer: None) -> Sequence[Item]:  # noqa: ARG002
        """Clear it, for units in play or not."""
        return tuple(
            BattleShockCleared(unit=name)
            for name, unit in state.units.items()
            if unit.battle_shocked_until == self.round
        )

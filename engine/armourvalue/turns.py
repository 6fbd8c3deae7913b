"""Player turns and their phases."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import is_helpless, refuse
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.commands import StartPhase, StartTurn
from rollbook.events.armourvalue.happenings import (
    PhaseStarted,
    PlayerTurnStarted,
    SmokeCleared,
    StatusExpired,
)
from rollbook.events.armourvalue.units import Infantry, Unit, Walker
from rollbook.projections.armourvalue.state import ArmourValueState, other_player

NEXT_PHASE = {"movement": "shooting", "shooting": "assault"}


def start_turn(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """
    Decide the start of a player turn: players alternate, the first named begins.

    Rule: CM-PHS-1, FE-RES-1, FE-SMK-1.
    """
    command = asked.command
    assert isinstance(command, StartTurn)  # noqa: S101
    begin(state, None, "assault")
    before = state.active_player
    due = next(iter(state.players)) if before is None else other_player(state, before)
    if command.player != due:
        refuse("NOT_YOUR_TURN", f"the next turn is that of {state.players[due]}")
    for name, combat in state.combats.items():
        if not combat.scored:
            refuse("NOT_SCORED", f"combat {name} must be scored first", "FE-RES-1")
    started = PlayerTurnStarted(player=due, round=state.turns[due] + 1)
    return (*_expired(state, before), started, *_cleared(state, due))


def _expired(state: ArmourValueState, player: str | None) -> tuple[StatusExpired, ...]:
    """Give the marks that end with the turn of *player*.  Rule: FE-DMG-3, FE-DMG-4."""
    if player is None:
        return ()
    turn = state.turns[player]
    return tuple(
        StatusExpired(unit=name, status=status)
        for name, unit in state.units.items()
        if unit.owner == player and unit.status != "removed"
        for status, until in marks(unit)
        if until is not None and until <= turn
    )


def marks(unit: Unit) -> tuple[tuple[str, int | None], ...]:
    """Give the marks of a unit that wear off, and when they do."""
    if isinstance(unit, Infantry):
        return (("pinned", unit.pinned_until),)
    return (("shaken", unit.shaken_until), ("stunned", unit.stunned_until))


def _cleared(state: ArmourValueState, player: str) -> tuple[SmokeCleared, ...]:
    return tuple(
        SmokeCleared(unit=name)
        for name, unit in state.units.items()
        if unit.owner == player and not isinstance(unit, Infantry) and unit.smoke_active
    )


def start_phase(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """
    Decide the next phase; who is helpless is looked at as the assault phase begins.

    Rule: CM-PHS-1, FE-CC-6.
    """
    command = asked.command
    assert isinstance(command, StartPhase)  # noqa: S101
    begin(state)
    if command.phase != NEXT_PHASE.get(state.phase or ""):
        refuse("WRONG_PHASE", f"{command.phase} does not follow {state.phase or 'the start'}")
    helpless: tuple[str, ...] = ()
    if command.phase == "assault":
        helpless = tuple(
            name
            for name, unit in state.units.items()
            if isinstance(unit, Walker) and unit.status == "active" and is_helpless(unit)
        )
    return (PhaseStarted(phase=command.phase, helpless=helpless),)

"""What follows every command: combats that have become one-sided end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.decide import Asked
from rollbook.engine.ruleset import Decider
from rollbook.engine.step import Item, Step
from rollbook.events.armourvalue.happenings import UnitsUnlocked
from rollbook.projections.armourvalue.state import ArmourValueState, Combat


@frozen
class Close(Step):
    """
    Unlock every combat that fewer than two players still fight in.

    Not in the middle of an assault phase before it is scored, and not while a
    member may yet be swept.  Wrecks and dead stay members until then.
    Rule: FE-DMG-8, FE-RES-3.
    """

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """End them."""
        return tuple(
            UnitsUnlocked(
                combat=name,
                units=combat.units,
                cause="no_enemy",
                consolidate=state.phase == "assault",
            )
            for name, combat in state.combats.items()
            if _is_over(state, combat)
        )


def _is_over(state: ArmourValueState, combat: Combat) -> bool:
    if state.phase == "assault" and not combat.scored:
        return False
    if any(p.do == "sweep" and p.unit in combat.units for p in state.pending):
        return False
    fighting = {state.units[n].owner for n in combat.units if state.units[n].status == "active"}
    return len(fighting) < 2


def closing(decider: Decider) -> Decider:
    """Give *decider* with :class:`Close` as its last step."""

    def decide(state: Any, asked: Asked, book: Any) -> Sequence[Item]:
        return (*decider(state, asked, book), Close())

    return decide

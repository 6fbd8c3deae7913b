"""Nerve: pinning, and the leadership roll behind every morale check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.wounds import infantry
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.happenings import MoraleChecked
from rollbook.projections.armourvalue.state import ArmourValueState


@frozen
class Pinning(Step):
    """
    Infantry thrown out of a vehicle may be pinned.

    The fearless are not, without a roll.  Rule: FE-DMG-8.
    """

    unit: str

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for two dice."""
        return None if infantry(state, self.unit).fearless else RollAsk("pinning", 2, 6, "sum")

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Compare the sum with the leadership."""
        unit = infantry(state, self.unit)
        passed = answer is None or sum(answer) <= unit.leadership
        last = state.turns[unit.owner] + book.damage.lasts_turns
        return (checked(self, state, book, "pinning", unit.leadership, answer, passed, last),)


def checked(
    step: Any,
    state: ArmourValueState,
    book: Book,
    reason: str,
    value: int,
    faces: tuple[int, ...] | None,
    passed: bool,
    until: int | None = None,
) -> MoraleChecked:
    """Give the event of a check that *step* asked for."""
    return MoraleChecked(
        unit=step.unit,
        reason=reason,
        value=value,
        roll=None if faces is None else step.ask(state, book).roll(faces),
        passed=passed,
        until=None if passed else until,
    )

"""Damage rolls for causes that the rules do not model."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import active_units, refuse
from rollbook.engine.armourvalue.damage import Damage
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.commands import ApplyDamageRoll
from rollbook.events.armourvalue.units import Infantry
from rollbook.projections.armourvalue.state import ArmourValueState


def apply_damage_roll(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Decide such a roll; it never counts in a combat.  Rule: FE-DMG-1."""
    command = asked.command
    assert isinstance(command, ApplyDamageRoll)  # noqa: S101
    begin(state)
    (unit,) = active_units(state, unit=command.unit)
    if isinstance(unit, Infantry):
        refuse("WRONG_KIND", "infantry takes wounds, not damage rolls", "FE-DMG-1")
    return (Damage(command.unit, "typed", command.outcome, command.ap),)

"""Smoke launchers."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import active_units, check_turn, refuse
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.commands import TriggerSmoke
from rollbook.events.armourvalue.happenings import SmokeLaunchersTriggered
from rollbook.events.armourvalue.units import Infantry
from rollbook.projections.armourvalue.state import ArmourValueState


def trigger_smoke(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """
    Decide smoke: once a game, also after a run, also when shaken, stunned or stuck.

    Rule: FE-SMK-1.
    """
    command = asked.command
    assert isinstance(command, TriggerSmoke)  # noqa: S101
    begin(state, "movement", "shooting")
    (unit,) = active_units(state, unit=command.unit)
    check_turn(state, unit)
    name = unit.name or "the unit"
    if isinstance(unit, Infantry):
        refuse("WRONG_KIND", "infantry has no smoke launchers", "FE-SMK-1")
    if unit.smoke_launchers != "ready":
        refuse("NO_SMOKE", f"{name} has no smoke launchers left", "FE-SMK-1")
    if unit.fired_at is not None:
        refuse("ALREADY_FIRED", f"{name} has fired this turn", "FE-SMK-1")
    return (SmokeLaunchersTriggered(unit=command.unit),)

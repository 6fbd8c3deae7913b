"""Explosions: passengers first, then whoever stands near."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import (
    bad_value,
    check_active,
    check_outside,
    known_unit,
    refuse,
)
from rollbook.engine.armourvalue.damage import bail_out, passengers
from rollbook.engine.armourvalue.penetration import Hit
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.wounds import Wounds, infantry
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item, Step
from rollbook.events.armourvalue.commands import Blast, ResolveExplosion
from rollbook.events.armourvalue.happenings import UnitRemoved
from rollbook.events.armourvalue.units import Infantry, Unit, Vehicle
from rollbook.projections.armourvalue.state import ArmourValueState

EXPLOSION = "explosion"
AP_DASH = 0


def resolve_explosion(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide who is caught in an explosion.  Rule: FE-DMG-9, FE-OPEN-6."""
    command = asked.command
    assert isinstance(command, ResolveExplosion)  # noqa: S101
    begin(state, settles="resolve_explosion", unit=command.unit)
    exploding = known_unit(state, command.unit, "unit")
    hits = command.hits or ()
    units = [known_unit(state, hit.unit, f"hits[{i}].unit") for i, hit in enumerate(hits)]
    for i, unit in enumerate(units):
        check_active(unit, f"hits[{i}].unit")
    _check_hits(command.unit, hits, units)
    inside = (_passenger(name, command.unit, exploding, book) for name in passengers(exploding))
    near = (_near(hit, command.unit, unit, book) for hit, unit in zip(hits, units, strict=True))
    gone = UnitRemoved(unit=command.unit, cause="exploded")
    return (*(step for steps in inside for step in steps), *near, gone)


def _check_hits(name: str, hits: tuple[Blast, ...], units: list[Unit]) -> None:
    for hit, unit in zip(hits, units, strict=True):
        if isinstance(unit, Infantry) != (hit.models is not None):
            wanted = "a number of models" if isinstance(unit, Infantry) else "a side"
            refuse("WRONG_KIND", f"{unit.name or hit.unit} is hit with {wanted}", "FE-DMG-9")
    seen = {name}
    for i, hit in enumerate(hits):
        if hit.unit in seen:
            bad_value(f"hits[{i}].unit", f"{hit.unit} explodes itself or is named twice")
        seen.add(hit.unit)
    for i, (hit, unit) in enumerate(zip(hits, units, strict=True)):
        check_outside(unit)
        if isinstance(unit, Infantry) and (hit.models or 0) > unit.models:
            bad_value(f"hits[{i}].models", f"only {unit.models} are left")


def _passenger(name: str, vehicle: str, exploding: Unit, book: Book) -> tuple[Step, ...]:
    open_topped = isinstance(exploding, Vehicle) and exploding.open_topped
    table = book.explosion
    strength = table.open_topped_passenger_strength if open_topped else table.passenger_strength
    return (Scorched(name, vehicle, strength), Escape(name, vehicle))


def _near(hit: Blast, source: str, unit: Unit, book: Book) -> Step:
    strength = book.explosion.strength
    if isinstance(unit, Infantry):
        return Wounds(hit.unit, source, EXPLOSION, hit.models or 0, strength, AP_DASH)
    return Hit(hit.unit, source, EXPLOSION, hit.side or "front", strength, AP_DASH)


@frozen
class Scorched(Step):
    """Every model inside is hit; bailing out of an open hull is easier.  Rule: FE-OPEN-6."""

    unit: str
    vehicle: str
    strength: int

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Hit them."""
        models = infantry(state, self.unit).models
        return (Wounds(self.unit, self.vehicle, EXPLOSION, models, self.strength, AP_DASH),)


@frozen
class Escape(Step):
    """Who lives gets out and may be pinned.  Rule: FE-DMG-9."""

    unit: str
    vehicle: str

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Let the survivors out."""
        if state.units[self.unit].status != "active":
            return ()
        return bail_out(self.unit, self.vehicle, EXPLOSION)

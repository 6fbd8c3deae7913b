"""Units enter the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import refuse
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item
from rollbook.events.armourvalue.commands import AddUnit
from rollbook.events.armourvalue.happenings import UnitAdded
from rollbook.events.armourvalue.roster import KIND_FIELDS
from rollbook.events.armourvalue.units import (
    InfantryProfile,
    VehicleProfile,
    WalkerProfile,
    WeaponEntry,
    WeaponProfile,
)
from rollbook.projections.armourvalue.state import ArmourValueState

_PROFILES: dict[str, type[Any]] = {
    "walker": WalkerProfile,
    "vehicle": VehicleProfile,
    "infantry": InfantryProfile,
}


def add_unit(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:  # noqa: ARG001
    """Decide the entry of a unit, in any phase.  Rule: FE-OPEN-1, FE-SQD-1."""
    command = asked.command
    assert isinstance(command, AddUnit)  # noqa: S101
    begin(state)
    if command.unit in state.units:
        refuse("UNIT_EXISTS", f"there is a unit {command.unit} already")
    return (
        UnitAdded(
            unit=command.unit,
            owner=command.owner,
            kind=command.kind,
            name=command.name or "",
            profile=profile_of(command),
        ),
    )


def profile_of(command: AddUnit) -> WalkerProfile | VehicleProfile | InfantryProfile:
    """Give the profile of a unit, every default filled in."""
    fields: dict[str, Any] = {}
    for name, default in KIND_FIELDS[command.kind].items():
        given = getattr(command, name)
        fields[name] = (default or None) if given is None and default == "" else given
        if given is None and default != "":
            fields[name] = default
    weapons = tuple(weapon_profile(entry) for entry in command.weapons or ())
    made: WalkerProfile | VehicleProfile | InfantryProfile = _PROFILES[command.kind](
        position=command.position, weapons=weapons, **fields
    )
    return made


def weapon_profile(entry: WeaponEntry) -> WeaponProfile:
    """Give a weapon with every default filled in."""
    return WeaponProfile(
        id=entry.id,
        kind=entry.kind,
        mount=entry.mount or "hull",
        aim_decideg=entry.aim_decideg or 0,
        traits=entry.traits or (),
        shots=1 if entry.shots is None else entry.shots,
        strength=entry.strength or 0,
        ap=entry.ap or 0,
        range_milli=entry.range_milli or 0,
        built_into=entry.built_into,
    )

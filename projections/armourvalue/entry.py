"""How a unit enters the game, with no mark on it yet."""

from __future__ import annotations

from typing import Any

from rollbook.events.armourvalue.happenings import UnitAdded
from rollbook.events.armourvalue.units import (
    Infantry,
    InfantryProfile,
    Unit,
    Vehicle,
    VehicleProfile,
    Walker,
    WalkerProfile,
    Weapon,
    WeaponProfile,
)
from rollbook.events.frozen import FrozenDict
from rollbook.events.message import changed, field_names
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState

_MARKS: dict[str, Any] = {
    "status": "active",
    "moved_milli": None,
    "has_run": False,
    "fired_at": None,
    "assault": None,
    "struck": False,
    "combat": None,
    "end_move": None,
}
_MACHINE_MARKS: dict[str, Any] = _MARKS | {
    "smoke_active": False,
    "shaken_until": None,
    "stunned_until": None,
    "immobilised": False,
}
_INFANTRY_MARKS: dict[str, Any] = _MARKS | {
    "wounds_lost": 0,
    "inside": None,
    "transported": False,
    "may_assault": True,
    "pinned_until": None,
    "falling_back": False,
}


@P.game(UnitAdded)
def unit_added(state: ArmourValueState, event: UnitAdded) -> ArmourValueState:
    """Put a fresh unit into the game."""
    return changed(state, units=state.units.put(event.unit, _fresh(event)))


def _fresh(event: UnitAdded) -> Unit:
    profile = event.profile
    fields = {name: getattr(profile, name) for name in field_names(type(profile))}
    fields |= {"owner": event.owner, "kind": event.kind, "name": event.name}
    fields["weapons"] = FrozenDict({w.id: _weapon(w) for w in profile.weapons})
    if isinstance(profile, InfantryProfile):
        return Infantry(**fields, **_INFANTRY_MARKS, models_start=profile.models)
    return _machine(profile, fields)


def _machine(profile: WalkerProfile | VehicleProfile, fields: dict[str, Any]) -> Unit:
    if len(profile.armour_value) != 3:
        raise ValueError("armour has a front, a side and a rear")
    fields["smoke_launchers"] = "ready" if profile.smoke_launchers else "none"
    if isinstance(profile, WalkerProfile):
        return Walker(**fields, **_MACHINE_MARKS, helpless=False)
    return Vehicle(**fields, **_MACHINE_MARKS, passengers=(), ram=None)


def _weapon(profile: WeaponProfile) -> Weapon:
    fields = {name: getattr(profile, name) for name in field_names(WeaponProfile)}
    del fields["id"]
    return Weapon(**fields, destroyed=False, fired=False, spent=False)

"""Finding what a command names: the checks 6 to 9, in the order of the fields."""

from __future__ import annotations

from rollbook.engine.common import check_pending, check_phase
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.hullpoints.commands import Struck
from rollbook.events.hullpoints.units import (
    ACTIVE,
    Hull,
    Infantry,
    Model,
    Unit,
    Vehicle,
    Weapon,
    outside,
)
from rollbook.projections.hullpoints import HullPointsState


def check_time(state: HullPointsState, *phases: str | None) -> None:
    """
    Refuse a command while something is owed, or outside its *phases*.

    House rule ``enforce_phases`` frees what goes through here.  Raises
    ``PENDING`` or ``WRONG_PHASE``.  Rule: CM-PHS-1.
    """
    check_pending(state)
    if phases and state.house_rules["enforce_phases"]:
        check_phase(state, *phases)


def unit_of(state: HullPointsState, name: str, field: str = "unit") -> Unit:
    """Give the unit *name*; refuses ``UNKNOWN_UNIT``."""
    unit = state.units.get(name)
    if unit is None:
        raise RuleRefusal("UNKNOWN_UNIT", f"there is no unit {name}", field=field)
    return unit


def weapon_of(unit: Unit, name: str, field: str = "weapon") -> Weapon:
    """Give the weapon *name*; refuses ``UNKNOWN_WEAPON``."""
    weapon = unit.weapons.get(name)
    if weapon is None:
        raise RuleRefusal("UNKNOWN_WEAPON", f"{unit.name} has no weapon {name}", field=field)
    return weapon


def model_of(unit: Unit, name: str, field: str = "model") -> Model:
    """Give the model *name*; refuses ``UNKNOWN_MODEL``."""
    model = unit.models.get(name) if isinstance(unit, Infantry) else None
    if model is None:
        raise RuleRefusal("UNKNOWN_MODEL", f"{unit.name} has no model {name}", field=field)
    return model


def in_play(unit: Unit) -> bool:
    """Tell whether a unit takes part in the game."""
    return unit.status == ACTIVE


def on_table(unit: Unit) -> bool:
    """Tell whether a unit is in play with somebody outside a vehicle."""
    return in_play(unit) and (not isinstance(unit, Infantry) or bool(outside(unit)))


def check_in_play(unit: Unit, field: str = "unit") -> None:
    """Refuse ``NOT_ACTIVE`` for a unit out of play; models aboard are reached."""
    if not in_play(unit):
        raise RuleRefusal("NOT_ACTIVE", f"{unit.name} is out of play ({unit.status})", field=field)


def check_on_table(unit: Unit, field: str = "unit") -> None:
    """Refuse ``NOT_ACTIVE`` for a unit out of play, or with nobody outside a vehicle."""
    check_in_play(unit, field)
    if not on_table(unit):
        raise RuleRefusal("NOT_ACTIVE", f"nobody of {unit.name} is outside a vehicle", field=field)


def check_model(unit: Unit, model: Model, name: str, field: str = "model") -> None:
    """Refuse ``NOT_ACTIVE`` for a model out of play."""
    if model.status != ACTIVE:
        raise RuleRefusal("NOT_ACTIVE", f"{name} of {unit.name} is out of play", field=field)


def hull_of(unit: Unit) -> Hull:
    """Give a walker or vehicle; refuses ``WRONG_KIND``."""
    if isinstance(unit, Infantry):
        raise wrong_kind(f"{unit.name} is infantry")
    return unit


def hull_named(state: HullPointsState, name: str) -> Hull:
    """Give the walker or vehicle *name*, which was checked to be one."""
    unit = state.units[name]
    assert not isinstance(unit, Infantry)  # noqa: S101
    return unit


def vehicle_of(unit: Unit) -> Vehicle:
    """Give a vehicle; refuses ``WRONG_KIND``."""
    if not isinstance(unit, Vehicle):
        raise wrong_kind(f"{unit.name} is no vehicle")
    return unit


def wrong_kind(reason: str) -> RuleRefusal:
    """Give the refusal for something that cannot do what is asked of it."""
    return RuleRefusal("WRONG_KIND", f"{reason}, which cannot do this")


def kind_words(unit: Unit) -> str:
    """Give the kind of a unit with its article."""
    return unit.kind if isinstance(unit, Infantry) else f"a {unit.kind}"


def check_fact(needed: bool, given: bool, field: str, about: str) -> None:
    """
    Hold a fact against the kind of unit that it is about.

    Raises :class:`~rollbook.events.errors.BadValue` when it is needed and
    missing, or given where it does not apply.
    """
    if needed and not given:
        raise BadValue(field, f"is needed for {about}")
    if given and not needed:
        raise BadValue(field, f"does not apply to {about}")


def find_struck(state: HullPointsState, entries: tuple[Struck, ...], field: str) -> None:
    """Refuse ``UNKNOWN_UNIT`` or ``UNKNOWN_MODEL`` for entries that name nobody."""
    for number, entry in enumerate(entries):
        unit = unit_of(state, entry.unit, f"{field}[{number}].unit")
        if entry.model is not None:
            model_of(unit, entry.model, f"{field}[{number}].model")


def check_struck_in_play(state: HullPointsState, entries: tuple[Struck, ...], field: str) -> None:
    """Refuse ``NOT_ACTIVE`` for entries out of play; models aboard are reached."""
    for number, entry in enumerate(entries):
        unit = state.units[entry.unit]
        check_in_play(unit, f"{field}[{number}].unit")
        if entry.model is not None:
            model = model_of(unit, entry.model)
            check_model(unit, model, entry.model, f"{field}[{number}].model")


def check_struck_kinds(state: HullPointsState, entries: tuple[Struck, ...]) -> None:
    """Refuse ``WRONG_KIND`` for an arc of infantry."""
    for entry in entries:
        if entry.arc is not None:
            hull_of(state.units[entry.unit])


def named_twice(entries: tuple[Struck, ...]) -> bool:
    """Tell whether a model or hull stands in *entries* more than once."""
    return len({(e.unit, e.model) for e in entries}) != len(entries)

"""Squadrons: vehicles and walkers that share an id.  Rule: FE-SQD-1."""

from __future__ import annotations

from rollbook.engine.armourvalue.house_rules import house
from rollbook.events.armourvalue.units import Infantry, Unit
from rollbook.projections.armourvalue.state import ArmourValueState


def same_squadron(state: ArmourValueState, one: str, other: str) -> bool:
    """
    Tell if two units count as one target.

    One that has been lost since still counts.  Rule: FE-SQD-1.
    """
    if one == other:
        return True
    first, second = state.units.get(one), state.units.get(other)
    if first is None or second is None or house(state, "squadrons") == "off":
        return False
    return _mates(first, second)


def in_squadron(state: ArmourValueState, name: str) -> bool:
    """
    Tell if another unit of the same squadron is in play now.

    The last survivor goes back to the normal rules.  Rule: FE-SQD-1.
    """
    if house(state, "squadrons") == "off":
        return False
    unit = state.units[name]
    return any(
        other != name and mate.status == "active" and _mates(unit, mate)
        for other, mate in state.units.items()
    )


def _mates(one: Unit, other: Unit) -> bool:
    if isinstance(one, Infantry) or isinstance(other, Infantry) or one.squadron is None:
        return False
    return one.squadron == other.squadron and one.owner == other.owner

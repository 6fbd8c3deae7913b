"""
What a roll is for: whom a high number helps.

Rolls on tables whose ends are both bad, picks at random and the like help
nobody; they are shown, and kept out of luck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from attrs import frozen

Helps = Literal["unit", "enemy", "nobody"]


@frozen
class Meaning:
    """
    Whom a *high* number helps: the unit that *field* of the event names, its enemy, or nobody.

    *contest* marks two dice of which the first is held against the second.
    """

    high: Helps = "nobody"
    field: str = "unit"
    contest: bool = False


NOBODY = Meaning()
_FOR, _AGAINST = Meaning("unit"), Meaning("enemy")

_HULL_POINTS = {
    "to_hit": _FOR,
    "to_wound": Meaning("enemy", "target"),
    "duel": Meaning("unit", "attacker", contest=True),
    "morale": _AGAINST,
    "initiative": _AGAINST,
    "grit": _AGAINST,
    "sagacity": _AGAINST,
}
_ARMOUR_VALUE = {
    "to_hit": _FOR,
    "to_hit_reroll": _FOR,
    "to_wound": _AGAINST,
    "penetration": _AGAINST,
    "rending": _AGAINST,
    "damage_table": _AGAINST,
    "armour_save": _FOR,
    "cover_save": _FOR,
    "morale": _AGAINST,
    "pinning": _AGAINST,
    "dangerous_terrain": _FOR,
    "difficult_terrain": _FOR,
    "run": _FOR,
    "consolidate": _FOR,
    "sweep": Meaning("unit", contest=True),
}
MEANINGS: Mapping[str, Mapping[str, Meaning]] = {
    "hull-points": _HULL_POINTS,
    "armour-value": _ARMOUR_VALUE,
}
"""By rule set and purpose; what is not here helps nobody."""


def meaning_of(rules: str, purpose: str) -> Meaning:
    """Give what a roll for *purpose* means under *rules*."""
    return MEANINGS.get(rules, {}).get(purpose, NOBODY)


def helps(meaning: Meaning, event: Any, state: Any, player: str) -> bool | None:
    """
    Tell whether a high number helps *player*; ``None`` where it is nobody's matter.

    *state* knows whose the unit is.
    """
    units = getattr(state, "units", {})
    unit = units.get(getattr(event, meaning.field, None))
    if meaning.high == "nobody" or unit is None or player not in state.players:
        return None
    own = unit.owner == player
    return own if meaning.high == "unit" else not own

"""
The kinds of value in the messages of ``armour-value``, with the limits that the border checks.

Lengths are thousandths of an inch, angles tenths of a degree.  Rule: CM-UNIT-1.
"""

from __future__ import annotations

from typing import Annotated, Any

from rollbook.events.errors import BadValue
from rollbook.events.game import Position
from rollbook.events.message import Message, field_names
from rollbook.events.quantities import Between, OneOf

MOST_MILLI = 1_000_000
EDGE_MILLI = 10_000_000
FULL_TURN_DECIDEG = 3600

Milli = Annotated[int, Between(0, MOST_MILLI)]
Degrees = Annotated[int, Between(0, FULL_TURN_DECIDEG - 1)]
Stat = Annotated[int, Between(0, 10)]
FromOne = Annotated[int, Between(1, 10)]
Models = Annotated[int, Between(1, 100)]
UpToHundred = Annotated[int, Between(0, 100)]
ArmourPenetration = Annotated[int, Between(0, 6)]
Cover = Annotated[int, OneOf((0, 2, 3, 4, 5, 6))]
Side = Annotated[str, OneOf(("front", "side", "rear"))]
Kind = Annotated[str, OneOf(("walker", "vehicle", "infantry"))]
WeaponKind = Annotated[str, OneOf(("assault", "rapid_fire", "heavy", "ordnance", "melee"))]
Mount = Annotated[str, OneOf(("hull", "turret"))]
Trait = Annotated[
    str,
    OneOf(("melta", "rending", "lance", "twin_linked", "one_shot", "blast", "template", "barrage")),
]
Status = Annotated[str, OneOf(("active", "wreck", "exploding", "removed"))]
PhaseName = Annotated[str, OneOf(("movement", "shooting", "assault"))]
OnOff = Annotated[str, OneOf(("on", "off"))]
Response = Annotated[str, OneOf(("brace", "give_way", "death_or_glory"))]
Outcome = Annotated[str, OneOf(("glancing", "penetrating"))]

KRAK = "krak"
MELTA_BOMB = "melta_bomb"
GRENADES = (KRAK, MELTA_BOMB)
"""Words that stand for grenades where a weapon is named; no weapon may be called so."""


def check_position(field: str, position: Position) -> None:
    """Refuse ``BAD_VALUE`` for a place off every table or a facing outside a full turn."""
    for name in ("x_milli", "y_milli"):
        value = getattr(position, name)
        if not -EDGE_MILLI <= value <= EDGE_MILLI:
            raise BadValue(f"{field}.{name}", f"{value} is not from {-EDGE_MILLI} to {EDGE_MILLI}")
    if not 0 <= position.facing_decideg < FULL_TURN_DECIDEG:
        problem = f"{position.facing_decideg} is not from 0 to {FULL_TURN_DECIDEG - 1}"
        raise BadValue(f"{field}.facing_decideg", problem)


def check_positions(message: Message, path: str = "") -> None:
    """Check every position in the fields of *message*, also in the values inside it."""
    for name in field_names(type(message)):
        value: Any = getattr(message, name)
        where = f"{path}.{name}" if path else name
        if isinstance(value, Position):
            check_position(where, value)
        elif isinstance(value, Message):
            check_positions(value, where)

"""Reducers of ``armour-value``: importing this fills the table of all of them."""

from __future__ import annotations

from rollbook.projections.armourvalue import (
    combats,
    entry,
    harm,
    movement,
    rams,
    rulings,
    turns,
)
from rollbook.projections.armourvalue.projection import P
from rollbook.projections.armourvalue.state import ArmourValueState, Combat, other_player

__all__ = [
    "ArmourValueState",
    "Combat",
    "P",
    "combats",
    "entry",
    "harm",
    "movement",
    "other_player",
    "rams",
    "rulings",
    "turns",
]

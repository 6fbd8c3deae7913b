"""The state of a hull-point game, and what each event does to it."""

from __future__ import annotations

from rollbook.projections.hullpoints import game, rulings, units
from rollbook.projections.hullpoints.game import EXPLOSION, TIMBER
from rollbook.projections.hullpoints.state import HULL_POINTS, Combat, HullPointsState

__all__ = [
    "Combat",
    "EXPLOSION",
    "HULL_POINTS",
    "HullPointsState",
    "TIMBER",
    "game",
    "rulings",
    "units",
]

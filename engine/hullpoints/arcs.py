"""Which arc of a unit a point lies in, for tables that record positions."""

from __future__ import annotations

import math

from rollbook.engine.hullpoints.book import Book
from rollbook.events.game import Position
from rollbook.events.hullpoints.units import FRONT, REAR, SIDE

_CIRCLE, _HALF = 3600, 1800


def arc_towards(at: Position, x_milli: int, y_milli: int, book: Book) -> str:
    """
    Give the arc of a unit standing at *at* in which a point lies.

    Measured to the tenth of a degree from the middle; on a line, front wins
    over side and side over rear.  The struck arc is what the players say;
    this is what a prompt may suggest.  Rule: HW-ARC-1, HV-ARC-1.
    """
    bearing = math.degrees(math.atan2(x_milli - at.x_milli, y_milli - at.y_milli)) * 10
    off = abs((round(bearing) - at.facing_decideg + _HALF) % _CIRCLE - _HALF)
    if 2 * off <= book.front_decideg:
        return FRONT
    return REAR if 2 * (_HALF - off) < book.rear_decideg else SIDE

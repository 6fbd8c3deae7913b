"""The messages of the hull-point rules: units, commands, events."""

from __future__ import annotations

from rollbook.events.game import COMMON_MESSAGES
from rollbook.events.hullpoints.commands import COMMANDS
from rollbook.events.hullpoints.events import EVENTS
from rollbook.events.hullpoints.units import Infantry, Vehicle, Walker
from rollbook.events.schema import Vocabulary, register_vocabulary

RULES = "hull-points"

NUMBERED = (Walker, Vehicle, Infantry)
"""Values that stand where several types may, and so are looked up by name."""

HULL_POINTS = register_vocabulary(
    Vocabulary(RULES, (*COMMON_MESSAGES, *NUMBERED, *COMMANDS, *EVENTS))
)
"""In the order in which a log numbers them; new ones go to the end."""

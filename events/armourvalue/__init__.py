"""What can be asked and what can happen in ``armour-value``."""

from __future__ import annotations

from rollbook.events.armourvalue.commands import COMMANDS
from rollbook.events.armourvalue.happenings import EVENTS
from rollbook.events.armourvalue.units import InfantryProfile, VehicleProfile, WalkerProfile
from rollbook.events.game import COMMON_MESSAGES
from rollbook.events.schema import Vocabulary, register_vocabulary

NAME = "armour-value"

NUMBERED = (WalkerProfile, VehicleProfile, InfantryProfile)
"""Values that stand where several types may, and so are looked up by name."""

VOCABULARY = register_vocabulary(
    Vocabulary(NAME, (*COMMON_MESSAGES, *NUMBERED, *COMMANDS, *EVENTS))
)

__all__ = ["NAME", "VOCABULARY"]

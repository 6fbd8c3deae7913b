"""The tournament as a log: what can be asked and what can happen."""

from __future__ import annotations

from rollbook.events.game import GameStarted, Note, NoteMade, Ruling, RulingMade
from rollbook.events.schema import Vocabulary, register_vocabulary
from rollbook.events.tournament.commands import COMMANDS
from rollbook.events.tournament.facts import FACTS

VOCABULARY = register_vocabulary(
    Vocabulary("tournament", (Note, Ruling, GameStarted, NoteMade, RulingMade, *COMMANDS, *FACTS))
)

__all__ = ["VOCABULARY"]

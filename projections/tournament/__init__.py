"""The state of a tournament, and what each event does to it."""

from __future__ import annotations

from rollbook.projections.tournament import people, play
from rollbook.projections.tournament.state import TOURNAMENT, TournamentState

__all__ = ["TOURNAMENT", "TournamentState", "people", "play"]

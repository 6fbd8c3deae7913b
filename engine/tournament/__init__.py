"""What may happen at a tournament: scoring tables, pairings, and why; and its rule set."""

from __future__ import annotations

from rollbook.engine.tournament.ruleset import TOURNAMENT_RULES

__all__ = ["TOURNAMENT_RULES"]

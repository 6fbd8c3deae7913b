"""Standings, crosstable and games of a tournament's log, for its page."""

from __future__ import annotations

from typing import Any

from rollbook.events.errors import RollbookError
from rollbook.tools.viewer.eventgames import GamePages, games_plain

_UNFIT = (RollbookError, KeyError, AttributeError, TypeError, ValueError, IndexError)


def event_plain(state: Any, pages: GamePages | None = None) -> dict[str, Any] | None:
    """
    Give standings, crosstable and games of *state*; ``None`` if it has not begun.

    *pages* are the logs and pages of its games, as far as they are there.
    """
    from rollbook.projections.crosstable import crosstable_of
    from rollbook.tools.cli.tournament_look import standings_plain, table_of

    try:
        table, ranking = table_of(state)
        cross = [
            {
                "player": row.player.id,
                "cells": [
                    [c.round, c.mark, c.opponent, c.raw, c.opponent_raw, c.provisional]
                    for c in row.cells
                ],
            }
            for row in crosstable_of(table)
        ]
        games = games_plain(state, pages)
    except _UNFIT:
        return None
    return {
        **standings_plain(table, ranking),
        "name": state.name,
        "crosstable": cross,
        "games": games,
    }

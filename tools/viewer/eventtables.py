"""Standings and crosstable of a tournament's log, for its page."""

from __future__ import annotations

from typing import Any

from rollbook.events.errors import RollbookError

_UNFIT = (RollbookError, KeyError, AttributeError, TypeError, ValueError, IndexError)


def event_plain(state: Any) -> dict[str, Any] | None:
    """Give standings and crosstable of *state*; ``None`` if it is no event or has not begun."""
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
    except _UNFIT:
        return None
    return {**standings_plain(table, ranking), "crosstable": cross}

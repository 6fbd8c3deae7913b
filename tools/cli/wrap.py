"""Lines that fit a terminal of 80 columns."""

from __future__ import annotations

import textwrap

from rollbook.projections.printable import printable

COLUMNS = 80


def wrapped(text: str, indent: str = "", columns: int = COLUMNS) -> list[str]:
    """Break *text* to fewer than *columns*; further lines are indented by two more."""
    own = text[: len(text) - len(text.lstrip(" "))]
    return textwrap.wrap(
        printable(text.strip()),
        columns - 1,
        initial_indent=indent + own,
        subsequent_indent=indent + own + "  ",
        break_on_hyphens=False,
    ) or [""]

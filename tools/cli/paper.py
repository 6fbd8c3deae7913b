"""Lines that fit the terminal: broken between words, continued under their text."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

from rollbook.projections.printable import width

NARROWEST = 40


def columns() -> int | None:
    """Give how wide the terminal is, or nothing where lines go to a file or a program."""
    if not sys.stdout.isatty():
        return None
    return max(NARROWEST, shutil.get_terminal_size().columns)


def wrapped(first: str, rest: str, text: str, wide: int | None) -> Iterator[str]:
    """
    Give *text* in lines of at most *wide* columns, one begun with *first*, the others with *rest*.

    Without *wide* the text stays on one line, so that it can be searched.

    >>> list(wrapped("1  ", "   ", "a hull point is lost", 14))
    ['1  a hull', '   point is', '   lost']
    """
    if wide is None:
        yield first + text
        return
    line, empty = first, True
    for word in text.split(" "):
        if not empty and width(line) + 1 + width(word) > wide:
            yield line.rstrip()
            line, empty = rest, True
        line += word if empty else f" {word}"
        empty = False
    yield line

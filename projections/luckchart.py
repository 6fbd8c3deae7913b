"""A small text chart of running luck: how far from expectation, roll by roll."""

import math
from collections.abc import Sequence

WIDTH = 78
MIN_WIDTH = 24

_BLOCK = {"luck": "█", "band": "·", "zero": "─", "axis": "│"}
_ASCII = {"luck": "#", "band": ".", "zero": "-", "axis": "|"}
_LABEL = 8


def luck_chart(
    luck: Sequence[float],
    deviation: Sequence[float],
    *,
    width: int = WIDTH,
    height: int = 5,
    ascii_only: bool = False,
) -> str:
    """
    Draw *luck* after each roll as bars from the line of expectation.

    *deviation* is the standard deviation of chance by then; dots mark one of
    it on both sides, and about two fair games in three end between them.
    Several rolls that share a column show their last one.  *width* is from 24
    to 78 columns, *height* the rows (1 to 20) above and below the line.

    Gives an empty text for no rolls; raises :class:`ValueError` for sizes out
    of range, sequences of unequal length, or a number that is not finite.

    >>> print(luck_chart([1.0, -1.0, 2.0], [0.8, 1.2, 1.5], height=2, ascii_only=True))
        +2.0 |  #
        +1.0 |#.#
           0 |---  3 rolls
        -1.0 |.#
        -2.0 |  .
    """
    if not MIN_WIDTH <= width <= WIDTH or not 1 <= height <= 20:
        raise ValueError(f"a chart is {MIN_WIDTH} to {WIDTH} columns wide, 1 to 20 rows to a side")
    if len(luck) != len(deviation):
        raise ValueError("a chart needs one deviation for each roll")
    if not all(map(math.isfinite, (*luck, *deviation))):
        raise ValueError("a chart draws finite numbers only")
    if not luck:
        return ""
    marks = _ASCII if ascii_only else _BLOCK
    columns = _columns(len(luck), width - _LABEL - 2 - len(_count(luck)))
    top = max(*(abs(luck[i]) for i in columns), *(deviation[i] for i in columns), 1e-9)
    rows = range(height, -height - 1, -1)
    lines = [_label(row * top / height) + f" {marks['axis']}" for row in rows]
    for column in columns:
        bar = _rows(luck[column], top, height)
        band = _rows(deviation[column], top, height)
        for at, row in enumerate(rows):
            lines[at] += _mark(row, bar, band, marks)
    lines[height] += _count(luck)
    return "\n".join(line.rstrip() for line in lines)


def _count(luck: Sequence[float]) -> str:
    return f"  {len(luck):,} roll" + ("" if len(luck) == 1 else "s")


def _columns(rolls: int, room: int) -> list[int]:
    """Give the roll shown in each column: the last one of its share."""
    shown = min(rolls, room)
    return [(column + 1) * rolls // shown - 1 for column in range(shown)]


def _rows(value: float, top: float, height: int) -> int:
    return round(value / top * height)


def _mark(row: int, bar: int, band: int, marks: dict[str, str]) -> str:
    if row == 0:
        return marks["zero"]
    if 0 < row <= bar or bar <= row < 0:
        return marks["luck"]
    return marks["band"] if abs(row) == band else " "


def _label(value: float) -> str:
    text = f"{value:+.1f}" if value else "0"
    return (text if len(text) <= _LABEL else f"{value:+.0e}").rjust(_LABEL)

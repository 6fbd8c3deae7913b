"""Timelines drawn beside the entries, one lane each, as they part."""

from __future__ import annotations

from rollbook.events.log.timeline import Timelines

MOST = 6
"""Lanes that are drawn; all further timelines share the last one."""
HERE, GONE, LINE, BLANK = "●", "×", "│", " "


class Lanes:
    """
    Draws the lanes of a log's timelines for entries in the order of the file.

    A lane begins with its timeline's first entry and ends with its head.
    """

    def __init__(self, timelines: Timelines) -> None:
        self._timelines = timelines
        self._lane = {name: min(i, MOST - 1) for i, name in enumerate(timelines.names)}
        self._count = min(len(timelines.names), MOST)

    def _runs(self, seq: int) -> list[bool]:
        """Tell for each lane whether it goes on at entry *seq*."""
        lanes = [False] * self._count
        for name, lane in self._lane.items():
            if self._timelines.openings[name] <= seq <= self._timelines.heads[name]:
                lanes[lane] = True
        return lanes

    def fork(self, seq: int) -> str | None:
        """Give the line that leads to entry *seq* from another lane, if it opens a timeline."""
        name = self._timelines.line(seq)
        parent = self._timelines.parent(seq)
        if parent is None or self._timelines.openings[name] != seq:
            return None
        source, target = self._lane[self._timelines.line(parent)], self._lane[name]
        if source >= target:
            return None
        runs = self._runs(seq)
        cells = [LINE if on else BLANK for on in runs]
        goes_on = runs[source]
        cells[source] = "├" if goes_on else "╰"
        cells[target] = "╮"
        text = ""
        for lane, cell in enumerate(cells):
            inside = source < lane < target
            text += "─" if inside and cell == BLANK else "┼" if inside else cell
            text += "─" if source <= lane < target else " "
        return text.rstrip()

    def entry(self, seq: int, *, gone: bool) -> str:
        """Give the lanes beside entry *seq* itself."""
        cells = [LINE if on else BLANK for on in self._runs(seq)]
        cells[self._lane[self._timelines.line(seq)]] = GONE if gone else HERE
        return " ".join(cells) + " "

    def beside(self, seq: int) -> str:
        """Give the lanes beside what entry *seq* caused, which end with it if it is a head."""
        runs = [False] * self._count
        for name, lane in self._lane.items():
            if self._timelines.openings[name] <= seq < self._timelines.heads[name]:
                runs[lane] = True
        return " ".join(LINE if on else BLANK for on in runs) + " "

"""The pages of `rollbook step` that are no step: the keys, and the list of branches."""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.tools.cli.branches import Branch
from rollbook.tools.cli.lines import BLANK, Line, fit, line, wrapped

HELP = (
    ("right, space or f", "next event"),
    ("left or b", "event before"),
    ("down or j, up or k", "next entry, entry before"),
    ("page down, page up", "ten entries on, ten back"),
    ("home or 0, end or $", "first event, last event"),
    ("r, R", "next round, round before"),
    ("d, D", "next roll of dice, roll before"),
    ("h, H", "next damage to a hull, damage before"),
    ("x, X", "next loss of a unit, loss before"),
    ("/", "find words, such as a name or: explodes"),
    ("n, N", "find the same words again, or before"),
    ("g", "go to an address: 42, 42.3 or name@42"),
    ("t", "another timeline, or what was taken back"),
    ("p, +, -", "play and pause, faster, slower"),
    ("s", "say how all units stand (only with --plain)"),
    ("?", "these keys"),
    ("q", "quit"),
)
"""Keys and what they do."""
READING = (
    "An entry is one command and every event it caused; its events are numbered from 0, so 42.3 "
    "is the fourth event of entry 42. The event that > marks has just happened; below it stands "
    "what it changed, old -> new, and the cards show every unit as it was right after it: h is "
    "hull, a armor, m models. To learn why a unit was lost, press x until it is named, then read "
    "the events above."
)


def help_lines(columns: int, rows: int, top: int) -> list[Line]:
    """Give the page of keys for a window, from line *top* on."""
    keys = 22
    lines: list[Line] = []
    for names, what in HELP:
        if columns >= 60:
            lines += wrapped(line((f"{names:<{keys}} ", "strong"), what), columns, keys + 1)
        else:
            lines += wrapped(line((names, "strong"), f": {what}"), columns, 2)
    lines += [BLANK, *wrapped(line(READING), columns)]
    room = max(rows - 2, 1)
    top = min(top, max(len(lines) - room, 0))
    more = "up/down: more, other keys: back" if len(lines) > room else "any key: back"
    return [
        fit(line((" The keys of step", "head")), columns, "head"),
        *lines[top : top + room],
        *[BLANK] * (room - len(lines[top : top + room])),
        fit(line((more, "faint")), columns),
    ]


def pick_lines(found: Sequence[Branch], chosen: int, columns: int, rows: int) -> list[Line]:
    """Give the page on which a branch is chosen."""
    room = max(rows - 2, 1)
    top = min(max(chosen - room // 2, 0), max(len(found) - room, 0))
    lines = []
    for place, branch in enumerate(found[top : top + room], top):
        mark = "> " if place == chosen else "  "
        style = "here" if place == chosen else ""
        ends = f"  ends at entry {branch.head}" if branch.live is None else ""
        lines.append(fit(line((f"{mark}{branch}{ends}", style)), columns))
    return [
        fit(line((" Timelines, and what was taken back", "head")), columns, "head"),
        *lines,
        *[BLANK] * (room - len(lines)),
        fit(line(("up/down choose, enter go, other keys back", "faint")), columns),
    ]

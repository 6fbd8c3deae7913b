"""
What `rollbook step` shows: a step in, lines out, nothing else.

:func:`frame` fills a window with the story on one side and the cards on the
other, or below.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rollbook.projections.printable import printable
from rollbook.projections.words import command_sentence, sentence
from rollbook.tools.cli.cards import when_words
from rollbook.tools.cli.changewords import change_words
from rollbook.tools.cli.lines import (
    BLANK,
    Line,
    Span,
    columns_of,
    fit,
    line,
    wrapped,
)
from rollbook.tools.cli.stepcards import card_lines
from rollbook.tools.cli.stepping import Step

WIDE = 64
"""Columns from which the cards stand beside the story instead of below it."""
ROOMY = 60
"""Columns from which addresses get a margin of their own."""
ROWS_FOR_BOTH = 8
MOST_CHANGES = 8
NEAR = 40
"""Events before and after this one that may be seen."""
KEYS = (
    ("←→", "event"),
    ("↑↓", "entry"),
    ("r", "round"),
    ("d", "dice"),
    ("h", "damage"),
    ("x", "loss"),
    ("/", "find"),
    ("g", "go"),
    ("t", "timeline"),
    ("?", "help"),
    ("q", "quit"),
)
_DROPPED = ("t", "g", "r", "d", "/", "h", "x")
"""The keys that a narrow window does not name, in this order; help names all."""


@frozen
class Window:
    """How large the window is, and what stands around the step in it."""

    columns: int
    rows: int
    title: str = ""
    message: str = ""
    earlier: tuple[tuple[str, str], ...] = ()
    """Entries before this one, oldest first: number and words."""


def frame(step: Step, window: Window) -> list[Line]:
    """Give exactly ``window.rows`` lines of at most ``window.columns`` that show *step*."""
    top = list(_header(step, window))
    bottom = list(_footer(window))
    rows = max(window.rows - len(top) - len(bottom), 1)
    body = _beside if window.columns >= WIDE else _stacked
    found = [*top, *body(step, window, rows), *bottom]
    return [fit(part, window.columns) if columns_of(part) > window.columns else part
            for part in found[: window.rows]]  # fmt: skip


def _header(step: Step, window: Window) -> Iterator[Line]:
    place = f"{step.place} of {step.place.branch.head}"
    left = f" {window.title} · {step.place.branch}" if window.title else f" {step.place.branch}"
    right = f"{moment(step)} · {place} "
    room = window.columns - len(right)
    if room >= 24:
        yield (*fit(line((left, "head")), room, "head"), (right, "head"))
        return
    yield fit(line((left, "head")), window.columns, "head")
    yield fit(line((" " + right, "head")), window.columns, "head")


def moment(step: Step) -> str:
    """Give the moment of the game in words."""
    state = step.after if step.after is not None else step.before
    if state is None:
        return "Moment not known" if step.problem else "Before the game"
    return when_words({n: getattr(state, n) for n in ("round", "phase") if hasattr(state, n)})


def _footer(window: Window) -> Iterator[Line]:
    yield line(("─" * window.columns, "faint"))
    if window.message:
        yield fit(line((window.message, "mark")), window.columns)
        return
    keys = list(_keys_within(window.columns))
    parts: list[Span] = []
    for key, words in keys:
        parts += [("  " if parts else "", ""), (key, "strong"), (f" {words}", "faint")]
    yield fit(tuple(parts), window.columns)


def _keys_within(columns: int) -> tuple[tuple[str, str], ...]:
    """Give as many keys as one line holds."""
    keys: tuple[tuple[str, str], ...] = KEYS
    for dropped in _DROPPED:
        if sum(len(key) + len(words) + 3 for key, words in keys) - 2 <= columns:
            break
        keys = tuple(key for key in keys if key[0] != dropped)
    return keys


def _beside(step: Step, window: Window, rows: int) -> list[Line]:
    left = window.columns * 11 // 20
    right = window.columns - left - 3
    story = _story(step, window.earlier, left, rows)
    cards = card_lines(step, right, rows)
    return [
        (*fit(story[i], left), (" │ ", "faint"), *(fit(cards[i], right) if cards[i] else BLANK))
        for i in range(rows)
    ]


def _stacked(step: Step, window: Window, rows: int) -> list[Line]:
    columns = window.columns
    if rows < ROWS_FOR_BOTH:
        return _story(step, window.earlier, columns, rows)
    wanted = len(_asked(step, columns)) + sum(map(len, _told(step, columns)[0]))
    above = min(rows * 11 // 20, max(wanted, rows // 3))
    story = _story(step, window.earlier, columns, above)
    rule = line(("─" * columns, "faint"))
    return [*story, rule, *card_lines(step, columns, rows - above - 1)]


def _story(step: Step, earlier: tuple[tuple[str, str], ...], columns: int, rows: int) -> list[Line]:
    """Give what was asked for and what came of it, and what was before where there is room."""
    asked = _asked(step, columns)[: max(rows // 4, 1)]
    room = rows - len(asked)
    told = _within(_told(step, columns), room)
    above = _earlier(earlier, columns, room - len(told))
    shown = [*above, *asked, *told]
    return [*shown, *[BLANK] * (rows - len(shown))]


def _earlier(earlier: tuple[tuple[str, str], ...], columns: int, rows: int) -> list[Line]:
    """Give the entries before, as many as fit, and a blank line below them."""
    above: list[Line] = []
    for number, words in reversed(earlier):
        part = wrapped(line((f"{number:>4}  {words}", "faint")), columns, _hang(columns))
        if len(part) + len(above) > rows - 1:
            break
        above = [*part, *above]
    return [*above, BLANK] if above else []


def _within(told: tuple[list[list[Line]], int], rows: int) -> list[Line]:
    """Give as many events around the one in the middle as *rows* hold, each of them whole."""
    events, here = told
    low, high = here, here + 1
    room = rows - len(events[here])
    while True:
        above = low > 0 and len(events[low - 1]) <= room
        below = high < len(events) and len(events[high]) <= room
        # What led here matters more than what follows.
        if above and (not below or here - low <= 2 * (high - here)):
            low -= 1
            room -= len(events[low])
        elif below:
            room -= len(events[high])
            high += 1
        else:
            break
    return [part for event in events[low:high] for part in event][:rows]


def _hang(columns: int) -> int:
    """Give how far lines after the first are moved in."""
    return 10 if columns >= ROOMY else 6


def _asked(step: Step, columns: int) -> list[Line]:
    name = step.name
    asked = command_sentence(step.rules, step.entry.command, name)
    by = name(step.entry.by)
    parts = line((f"{step.place.seq:>4}  {by}", "strong"), f": {asked}")
    lines = wrapped(parts, columns, _hang(columns))
    if step.withdrawn:
        lines += wrapped(line("      ", ("This entry was taken back.", "hurt")), columns, 6)
    return lines


def _told(step: Step, columns: int) -> tuple[list[list[Line]], int]:
    """Give the lines of each of the entry's events that may be seen, and the place of this one."""
    # An entry may hold thousands of events; only those near this one are put into words.
    first = max(step.place.event - NEAR, 0)
    last = min(step.place.event + NEAR, len(step.entry.events))
    events = [list(_event(step, number, columns)) for number in range(first, last)]
    return events, step.place.event - first


def _event(step: Step, number: int, columns: int) -> Iterator[Line]:
    here = step.place.event
    address = f"{step.place.seq}.{number}"
    words = sentence(step.rules, step.entry.events[number], step.name)
    hang = _hang(columns)
    if number != here:
        style = "" if number < here else "faint"
        yield from wrapped(line((f"  {address:>6}  {words}", style)), columns, hang)
        return
    yield from wrapped(line((f"> {address:>6}  {words}", "here")), columns, hang)
    blank = " " * hang
    if step.problem:
        yield from wrapped(line(blank, (printable(step.problem), "hurt")), columns, hang)
    found = list(change_words(step.changes, step.name))
    for whose, what in found[:MOST_CHANGES]:
        parts = line(blank, f"{whose}: " if whose else "", (what, "mark"))
        yield from wrapped(parts, columns, hang + 2)
    for branch in step.left if number == len(step.entry.events) - 1 else ():
        words = f"What came next, to entry {branch.head}, was taken back; t shows it."
        yield from wrapped(line(blank, (words, "warn")), columns, hang)
    if len(found) > MOST_CHANGES:
        yield line(blank, (f"and {len(found) - MOST_CHANGES} more changes", "mark"))

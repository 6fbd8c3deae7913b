"""
What `rollbook step` shows: a step in, lines out, nothing else.

:func:`frame` fills a window, :func:`print_lines_of` and :func:`spoken` are
for pipes and screen readers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rollbook.events.message import Message, field_names
from rollbook.events.plain import to_plain
from rollbook.projections.printable import printable
from rollbook.projections.words import command_sentence, names_of, sentence
from rollbook.tools.cli.cards import owed_lines, unit_brief, unit_card, when_words
from rollbook.tools.cli.changewords import change_words, value_words
from rollbook.tools.cli.lines import (
    BLANK,
    Line,
    Span,
    columns_of,
    fit,
    line,
    text_of,
    wrapped,
)
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
    cards = _cards(step, right, rows)
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
    return [*story, rule, *_cards(step, columns, rows - above - 1)]


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


def _cards(step: Step, columns: int, rows: int) -> list[Line]:
    """Give the cards: those concerned in full, all others in a line, as far as there is room."""
    state = step.after
    if state is None:
        words = "How the units stand is not known here." if step.problem else "No game yet."
        return [line((words, "faint")), *[BLANK] * (rows - 1)][:rows]
    units = state.units
    concerned = concerned_units(step)
    others = [ident for ident in units if ident not in concerned]
    lines = _owed(step, columns)
    lines += _full_cards(step, concerned, columns, rows - len(lines) - len(others))
    left = max(rows - len(lines), 0)
    shown = others if len(others) <= left else others[: max(left - 1, 0)]
    names = min(max(columns - 20, 8), 16)
    lines += [unit_brief(ident, to_plain(units[ident]), columns, names) for ident in shown]
    if len(shown) < len(others):
        more = line((f"and {len(others) - len(shown)} more units", "faint"))
        lines = [*lines[: rows - 1], more]
    return [*lines[:rows], *[BLANK] * (rows - len(lines))]


def _full_cards(step: Step, concerned: list[str], columns: int, room: int) -> list[Line]:
    """Give the cards of the units concerned, in full only where there is room for all units."""
    lines: list[Line] = []
    for detail in (2, 1, 0):
        lines = []
        for ident in concerned:
            unit, was = to_plain(step.after.units[ident]), was_of(step, ident)
            owner = step.name(unit["owner"])
            lines += unit_card(ident, unit, columns, was, owner=owner, detail=detail)
            lines.append(BLANK)
        if len(lines) <= room:
            break
    return lines


def _owed(step: Step, columns: int) -> list[Line]:
    state = step.after
    if not getattr(state, "pending", ()) and getattr(state, "over", None) is None:
        return []
    plain = {
        "players": state.players,
        "units": {o.unit: {"name": step.name(o.unit)} for o in state.pending},
        "pending": to_plain(state.pending),
        "over": to_plain(state.over),
    }
    owed = [part for found in owed_lines(plain) for part in wrapped(found, columns, 2)]
    return [*owed[:4], BLANK]


def concerned_units(step: Step) -> list[str]:
    """Give the units whose state the event changes, then those that it only names."""
    units = step.after.units if step.after is not None else {}
    changed = dict.fromkeys(c.unit for c in step.changes if c.unit in units)
    if len(changed) > 3:
        # A new round changes a little of everybody; nobody is concerned more than others.
        changed = {}
    named = [value for value in _texts(step.event) if value in units]
    return [*dict.fromkeys([*(unit for unit in changed if unit is not None), *named])]


def _texts(event: Any) -> Iterator[str]:
    if isinstance(event, Message):
        values = (getattr(event, name) for name in field_names(type(event)))
        yield from (value for value in values if isinstance(value, str))


def was_of(step: Step, ident: str) -> dict[str, str]:
    """Give what stood in the changed fields of a unit before, in words; weapons by their id."""
    was: dict[str, str] = {}
    for change in step.changes:
        field, *deeper = change.inside or ("",)
        if change.unit != ident or not field:
            continue
        words = value_words([field, *deeper][-1], change.before, step.name)
        if field == "weapons" and deeper:
            was[f"weapons.{deeper[0]}"] = words
        elif field == "models" and deeper:
            was[deeper[-1]] = words
        else:
            was[field] = words
    return was


def entry_words(step: Step) -> str:
    """Give who asked for the entry, and for what."""
    asked = command_sentence(step.rules, step.entry.command, step.name)
    return f"{step.name(step.entry.by)}: {asked}"


def print_lines_of(step: Step, *, entry: bool) -> Iterator[str]:
    """Give the plain lines of one step; *entry* puts the entry's own lines before it."""
    if entry:
        gone = " (taken back)" if step.withdrawn else ""
        yield f"{step.place.seq:>5}  {moment(step)}. {entry_words(step)}{gone}"
    words = sentence(step.rules, step.event, step.name)
    yield f"  {step.place!s:>8}  {words}"
    if step.problem:
        yield f"            {printable(step.problem)}"
    for whose, what in change_words(step.changes, step.name):
        yield f"            {whose + ': ' if whose else ''}{what}"


def spoken(step: Step, *, entry: bool) -> str:
    """Give one step as one line for a screen reader: where, what, and what it changed."""
    where = f"{moment(step)}. {entry_words(step)}. " if entry else ""
    gone = "Taken back: " if step.withdrawn else ""
    found = [f"{whose}: {what}" if whose else what
             for whose, what in change_words(step.changes, step.name)]  # fmt: skip
    told = "; ".join(found).replace(" -> ", " to ")
    words = sentence(step.rules, step.event, step.name).rstrip(".")
    problem = f" {printable(step.problem)}." if step.problem else ""
    return f"{step.place}: {where}{gone}{words}.{problem}" + (f" Changed: {told}." if told else "")


def spoken_units(state: Any) -> Iterator[str]:
    """Give every unit in one line of words, without bars."""
    name = names_of(state)
    for ident, unit in getattr(state, "units", {}).items():
        lines = unit_card(ident, to_plain(unit), 10_000, owner=name(unit.owner))
        words = ", ".join(" ".join(_unbarred(text_of(part)).split()) for part in lines)
        yield words.replace(" - ", " ")


def _unbarred(text: str) -> str:
    return text.replace("█", "").replace("░", "")

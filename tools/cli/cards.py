"""
The state as people read it: one card a unit, bars for what runs out.

Everything here is pure: plain state in (as ``show --json`` prints it), lines
of styled text out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.projections.printable import printable
from rollbook.tools.cli.cardfacts import Plain, Was, facts, troubles, was_words, weapon_line
from rollbook.tools.cli.lines import BLANK, Line, Span, columns_of, fit, line, styled, wrapped

BARS = (
    ("hull", "hull", "hull_start"),
    ("armor", "armor", "armor_start"),
    ("models", "models", "models_start"),
)
FULL, EMPTY = "█", "░"
MOST_BOXES = 20
BRIEF_BOXES = 6
ROOMY = 60


def bar(now: int, start: int, columns: int = MOST_BOXES) -> str:
    """
    Draw a bar of one box a point, or of *columns* boxes when there are more points.

    >>> bar(2, 5)
    '██░░░'
    """
    now = min(max(now, 0), start)
    if start <= columns:
        return FULL * now + EMPTY * (start - now)
    full = max(round(columns * now / start), 1 if now else 0)
    return FULL * full + EMPTY * (columns - full)


def level(now: int, start: int) -> str:
    """Give the style of a bar: good, warn at half, hurt at a quarter."""
    if now * 4 <= start:
        return "hurt"
    return "warn" if now * 2 <= start else "good"


def state_lines(
    rules: str, state: Plain | None, address: str, timeline: str, columns: int = 80
) -> Iterator[Line]:
    """
    Give the lines that show a state by the rule set *rules*, the units of each player together.

    Of a rule set that has no cards of its own, units are shown by their fields.
    """
    if state is None:
        yield line("Nothing has happened yet.")
        return
    yield from _heading(rules, state, address, timeline, columns)
    for owner, units in _by_owner(state).items():
        name = printable(state["players"].get(owner, owner)) or owner or "Nobody's"
        yield BLANK
        yield fit(line((f" {name} ", "head")), columns, "head")
        for place, (ident, unit) in enumerate(units.items()):
            if place:
                yield BLANK
            yield from unit_card(ident, unit, columns)
    yield BLANK
    for owed in owed_lines(state):
        yield from wrapped(owed, columns, 2)


def _heading(rules: str, state: Plain, address: str, timeline: str, columns: int) -> Iterator[Line]:
    players = ", ".join(f"{printable(name)} ({ident})" for ident, name in state["players"].items())
    yield from wrapped(line((printable(rules), "strong"), f"  {players}"), columns, 2)
    yield from wrapped(
        line(f"{when_words(state)}, at entry {address} on {printable(timeline)}"), columns, 2
    )


def when_words(state: Plain) -> str:
    """
    Give the moment of the game in words.

    >>> when_words({"round": 2, "phase": "shooting"})
    'Round 2, shooting'
    """
    if "round" not in state:
        return "No rounds"
    phase = state.get("phase")
    return f"Round {state['round']}, {printable(phase) if phase else 'between rounds'}"


def _by_owner(state: Plain) -> dict[str, dict[str, Plain]]:
    sides: dict[str, dict[str, Plain]] = {}
    for ident, unit in state.get("units", {}).items():
        sides.setdefault(unit.get("owner", ""), {})[ident] = unit
    return sides


def unit_card(
    ident: str,
    unit: Plain,
    columns: int = 80,
    was: Was | None = None,
    *,
    owner: str = "",
    detail: int = 2,
) -> Iterator[Line]:
    """
    Give the lines of one unit's card; *owner* is the name of the player.

    The fields in *was* are marked, most with what stood there, and always
    shown; what else there is depends on *detail*: 0 bars, 1 facts, 2 weapons.
    """
    was = was or {}
    yield from wrapped(_title(ident, unit, was, owner), columns, 2)
    yield from _beside_each_other(list(_bars(unit, was, columns)), columns)
    told = list(facts(unit, was, everything=detail > 0))
    if told:
        yield from wrapped(_joined(told), columns, 4)
    lost = unit.get("ammo_hits") or 0
    for weapon, held in unit.get("weapons", {}).items():
        if detail > 1 or f"weapons.{weapon}" in was:
            yield from wrapped(weapon_line(weapon, held, was, lost), columns, 6)


def unit_brief(ident: str, unit: Plain, columns: int, names: int = 14) -> Line:
    """Give one line of a unit: its name in *names* columns, then status or bars and troubles."""
    name = fit(line(_called(ident, unit)), names)
    if not _in_play(unit):
        return fit((*styled(name, "faint"), *line(" ", (_status(unit), "hurt"))), columns)
    parts: list[Span] = [*name]
    for label, now, start, _ in _counts(unit):
        drawn = bar(now, start, BRIEF_BOXES)
        parts += [(f" {label[0]} ", "faint"), (drawn, level(now, start))]
        if columns >= ROOMY or start > BRIEF_BOXES:
            parts.append((f" {now}/{start}", ""))
    if len(parts) == len(name) and isinstance(unit.get("armour_value"), list):
        parts.append((f" armour {'/'.join(map(str, unit['armour_value']))}", ""))
    told = ", ".join(words.partition(" until")[0] for _, words in troubles(unit))
    if told:
        parts.append((f"  {told}", "warn"))
    return fit(tuple(parts), columns)


def owed_lines(state: Plain) -> Iterator[Line]:
    """Give what is owed next, or how the game ended."""
    units = state.get("units", {})
    over = state.get("over")
    if over:
        winner = over["winner"]
        name = printable(state["players"].get(winner, winner)) if winner else "nobody"
        yield line((f"The game is over, {name} wins.", "strong"))
    for item in state.get("pending", ()):
        ident = item["unit"]
        name = _called(ident, units.get(ident, {}))
        what = printable(item["do"]).replace("_", " ")
        yield line(("Owed next: ", "strong"), (f"{what} of {name}", "warn"))
    if not state.get("pending") and not over:
        yield line(("Nothing is owed.", "faint"))


def _called(ident: str, unit: Plain) -> str:
    return printable(unit.get("name") or "") or ident


def _in_play(unit: Plain) -> bool:
    return bool(unit.get("status", "active") == "active")


def _status(unit: Plain) -> str:
    return printable(unit.get("status", "active")).upper()


def _title(ident: str, unit: Plain, was: Was, owner: str) -> Line:
    name = _called(ident, unit)
    known = "" if name == ident else f" ({ident})"
    kind = f", {printable(unit['kind'])}" if "kind" in unit else ""
    parts = line((name, "strong"), (f"{known}{kind}", "faint"))
    if owner:
        parts = (*parts, (f" of {owner}", "faint"))
    if not _in_play(unit) or "status" in was:
        parts = (*parts, ("  ", ""), (_status(unit), "hurt"), *was_words(was, "status"))
    return parts


def _counts(unit: Plain) -> Iterator[tuple[str, int, int, str]]:
    """Give what runs out: label, points now, points at the start, field."""
    for field, label, start in BARS:
        if isinstance(unit.get(field), int) and isinstance(unit.get(start), int):
            yield label, unit[field], unit[start], field
    models = unit.get("models")
    if isinstance(models, dict):
        left = sum(1 for model in models.values() if model["status"] == "active")
        yield "models", left, len(models), "models"


def _bars(unit: Plain, was: Was, columns: int) -> Iterator[Line]:
    boxes = min(MOST_BOXES, max(4, columns - 24))
    for label, now, start, field in _counts(unit):
        style = level(now, start) if _in_play(unit) else "faint"
        parts = line(f"  {label:<6} ", (bar(now, start, boxes), style), f" {now}/{start}")
        marked = was_words(was, field)
        yield (*styled(parts, "mark"), *marked) if marked else parts


def _beside_each_other(bars: list[Line], columns: int) -> Iterator[Line]:
    """Give bars in one line where there is room for all, else one below the other."""
    if sum(map(columns_of, bars)) <= columns and len(bars) > 1 and columns >= ROOMY:
        yield tuple(span for found in bars for span in (*found, ("  ", "")))
        return
    for found in bars:
        yield fit(found, columns) if columns_of(found) > columns else found


def _joined(facts: list[Line]) -> Line:
    parts: list[Span] = [("  ", "")]
    for place, fact in enumerate(facts):
        if place:
            parts.append((", ", ""))
        parts.extend(fact)
    return tuple(parts)

"""
The state as people read it: one card a unit, bars for what runs out.

Everything here is pure: plain state in (as ``show --json`` prints it), lines
of styled text out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rollbook.projections.printable import printable
from rollbook.tools.cli.lines import BLANK, Line, Span, columns_of, fit, line, styled, wrapped

Plain = Mapping[str, Any]
Was = Mapping[str, str]
"""What stood in a field of a unit before, in words."""

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
    state: Plain | None, address: str, timeline: str, columns: int = 80
) -> Iterator[Line]:
    """Give the lines that show a state, the units of each player together."""
    if state is None:
        yield line("Nothing has happened yet.")
        return
    yield from _heading(state, address, timeline, columns)
    for owner, units in _by_owner(state).items():
        name = printable(state["players"].get(owner, owner)) or owner
        yield BLANK
        yield fit(line((f" {name} ", "head")), columns, "head")
        for place, (ident, unit) in enumerate(units.items()):
            if place:
                yield BLANK
            yield from unit_card(ident, unit, columns)
    yield BLANK
    for owed in owed_lines(state):
        yield from wrapped(owed, columns, 2)


def _heading(state: Plain, address: str, timeline: str, columns: int) -> Iterator[Line]:
    players = ", ".join(f"{printable(name)} ({ident})" for ident, name in state["players"].items())
    yield from wrapped(line((state["rules"], "strong"), f"  {players}"), columns, 2)
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
        sides.setdefault(unit["owner"], {})[ident] = unit
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
    facts = list(_facts(unit, was, everything=detail > 0))
    if facts:
        yield from wrapped(_joined(facts), columns, 4)
    for weapon, held in unit.get("weapons", {}).items():
        if detail > 1 or f"weapons.{weapon}" in was:
            yield from wrapped(_weapon(weapon, held, was), columns, 6)


def unit_brief(ident: str, unit: Plain, columns: int, names: int = 14) -> Line:
    """Give one line of a unit: its name in *names* columns, then status or bars and troubles."""
    name = fit(line(printable(unit["name"]) or ident), names)
    if unit["status"] != "active":
        return fit((*styled(name, "faint"), *line(" ", (_status(unit), "hurt"))), columns)
    parts: list[Span] = [*name]
    for label, now, start, _ in _counts(unit):
        drawn = bar(now, start, BRIEF_BOXES)
        parts += [(f" {label[0]} ", "faint"), (drawn, level(now, start))]
        if columns >= ROOMY or start > BRIEF_BOXES:
            parts.append((f" {now}/{start}", ""))
    if len(parts) == len(name) and isinstance(unit.get("armour_value"), list):
        parts.append((f" armour {'/'.join(map(str, unit['armour_value']))}", ""))
    troubles = ", ".join(words.partition(" until")[0] for _, words in _troubles(unit))
    if troubles:
        parts.append((f"  {troubles}", "warn"))
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
        name = printable(units[ident]["name"]) or ident if ident in units else ident
        what = printable(item["do"]).replace("_", " ")
        yield line(("Owed next: ", "strong"), (f"{what} of {name}", "warn"))
    if not state.get("pending") and not over:
        yield line(("Nothing is owed.", "faint"))


def _status(unit: Plain) -> str:
    return printable(unit["status"]).upper()


def _title(ident: str, unit: Plain, was: Was, owner: str) -> Line:
    name = printable(unit["name"]) or ident
    known = "" if name == ident else f" ({ident})"
    parts = line((name, "strong"), (f"{known}, {unit['kind']}", "faint"))
    if owner:
        parts = (*parts, (f" of {owner}", "faint"))
    if unit["status"] != "active" or "status" in was:
        parts = (*parts, ("  ", ""), (_status(unit), "hurt"), *_was(was, "status"))
    return parts


def _was(was: Was, field: str) -> Line:
    return line((f" (was {was[field]})", "mark")) if field in was else BLANK


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
        style = "faint" if unit["status"] != "active" else level(now, start)
        parts = line(f"  {label:<6} ", (bar(now, start, boxes), style), f" {now}/{start}")
        marked = _was(was, field)
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


_TROUBLES = (
    ("battle_shocked_until", "battle shocked until the end of round {}"),
    ("shaken_until", "shaken until the end of own turn {}"),
    ("stunned_until", "stunned until the end of own turn {}"),
    ("pinned_until", "pinned until the end of own turn {}"),
)
_FLAGS = ("immobilised", "helpless", "falling_back", "smoke_active", "has_run")
_VALUES = (
    ("movement", "moves {}"),
    ("ammo_hits", "ammo hits {}"),
    ("control_hits", "control hits {}"),
    ("wounds_lost", "wounds lost {}"),
    ("inside", "inside {}"),
    ("combat", "in combat {}"),
)


def _troubles(unit: Plain) -> Iterator[tuple[str, str]]:
    """Give what is wrong with a unit for a while, as field and words."""
    for field, words in _TROUBLES:
        if unit.get(field) is not None:
            yield field, words.format(unit[field])
    for flag in _FLAGS:
        if unit.get(flag):
            yield flag, flag.replace("_", " ")


def _facts(unit: Plain, was: Was, *, everything: bool) -> Iterator[Line]:
    for field, words in _fact_words(unit):
        if not everything and field not in was:
            continue
        style = "mark" if field in was else ""
        yield (*line((words, style)), *_was(was, field))
    for field, words in _troubles(unit):
        yield (*line((words, "warn")), *_was(was, field))


def _fact_words(unit: Plain) -> Iterator[tuple[str, str]]:
    position = unit.get("position")
    if position:
        at = f"{position['x_milli'] / 1000:g}, {position['y_milli'] / 1000:g}"
        yield "position", f"at {at} facing {position['facing_decideg'] / 10:g}°"
    for field, words in _VALUES:
        value = unit.get(field)
        if value is not None and (value or field == "movement"):
            yield field, words.format(printable(str(value)))
    yield from _skills(unit)
    if unit.get("passengers"):
        yield "passengers", f"carries {', '.join(map(printable, unit['passengers']))}"
    yield from _models(unit)


def _skills(unit: Plain) -> Iterator[tuple[str, str]]:
    if "ws_melee" in unit:
        changed = "ws_melee"
        yield changed, f"skill {unit['ws_melee']}/{unit['ws_shooting']}"
    for field, word in (("toughness", "toughness"), ("armour_value", "armour")):
        value = unit.get(field)
        if value is not None:
            sides = value if isinstance(value, list) else [value]
            yield field, f"{word} {'/'.join(map(str, sides))}"


def _models(unit: Plain) -> Iterator[tuple[str, str]]:
    models = unit.get("models")
    if not isinstance(models, dict):
        return
    hurt = [f"{printable(k)} {m['wounds']}/{m['wounds_start']}" for k, m in models.items()
            if m["status"] == "active" and m["wounds"] < m["wounds_start"]]  # fmt: skip
    if hurt:
        yield "wounds", f"hurt: {', '.join(hurt)}"
    carriers: dict[str, list[str]] = {}
    for ident, model in models.items():
        if model["aboard"]:
            carriers.setdefault(model["aboard"], []).append(printable(ident))
    for carrier, aboard in carriers.items():
        yield "aboard", f"aboard {printable(carrier)}: {', '.join(aboard)}"


def _weapon(ident: str, weapon: Plain, was: Was) -> Line:
    facts = [printable(weapon["mount"])] if weapon.get("mount") else []
    if weapon.get("strength"):
        facts.append(f"strength {weapon['strength']}")
    if weapon.get("shots") and weapon.get("kind") != "melee":
        facts.append("1 shot" if weapon["shots"] == 1 else f"{weapon['shots']} shots")
    marks = [mark for mark in ("destroyed", "spent", "fired") if weapon.get(mark)]
    key = f"weapons.{ident}"
    style = "mark" if key in was else "faint" if "destroyed" in marks else ""
    parts = line((f"  - {printable(ident)}", style))
    if facts:
        parts = (*parts, (f": {', '.join(facts)}", style or "faint"))
    if marks:
        parts = (*parts, (f" [{', '.join(marks)}]", "mark" if key in was else "warn"))
    return parts

"""The state as people read it: one card a unit, bars for what runs out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rollbook.projections.printable import padded, printable

BARS = (
    ("hull", "hull", "hull_start"),
    ("armor", "armour", "armor_start"),
    ("models", "models", "models_start"),
)
FULL, EMPTY = "█", "░"


def bar(now: int, start: int, columns: int = 20) -> str:
    """
    Draw a bar of one box a point, or of *columns* boxes when there are more points.

    >>> bar(2, 5)
    '██░░░'
    """
    if start <= columns:
        return FULL * now + EMPTY * (start - now)
    full = round(columns * now / start) if start else 0
    full = max(full, 1 if now else 0)
    return FULL * full + EMPTY * (columns - full)


def state_lines(state: dict[str, Any] | None, address: str, timeline: str) -> Iterator[str]:
    """Give the lines that show a state."""
    if state is None:
        yield "Nothing has happened yet."
        return
    players = ", ".join(f"{printable(name)} ({ident})" for ident, name in state["players"].items())
    phase = state.get("phase") or "between rounds"
    yield f"{state['rules']}: {players}"
    yield f"Round {state['round']}, {phase}   at entry {address} on {timeline}"
    for ident, unit in state["units"].items():
        yield ""
        yield from unit_lines(ident, unit)
    yield ""
    yield from _owed(state)


def unit_lines(ident: str, unit: dict[str, Any]) -> Iterator[str]:
    """Give the lines of one unit's card."""
    name = printable(unit["name"]) or ident
    status = "" if unit["status"] == "active" else f"  ** {unit['status'].upper()} **"
    yield f"{name} ({ident}), {unit['kind']} of {unit['owner']}{status}"
    for field, label, start in BARS:
        if isinstance(unit.get(field), int) and unit.get(start) is not None:
            yield f"  {padded(label, 8)}{bar(unit[field], unit[start])} {unit[field]}/{unit[start]}"
    yield from _models(unit)
    facts = list(_facts(unit))
    if facts:
        yield "  " + ", ".join(facts)
    for weapon, held in unit.get("weapons", {}).items():
        yield f"  {_weapon(weapon, held)}"


def _models(unit: dict[str, Any]) -> Iterator[str]:
    models = unit.get("models")
    if not isinstance(models, dict):
        return
    left = [m for m in models.values() if m["status"] == "active"]
    yield f"  {padded('models', 8)}{bar(len(left), len(models))} {len(left)}/{len(models)}"
    hurt = [f"{k} {m['wounds']}/{m['wounds_start']}" for k, m in models.items()
            if m["status"] == "active" and m["wounds"] < m["wounds_start"]]  # fmt: skip
    if hurt:
        yield f"  hurt: {', '.join(hurt)}"
    aboard = [f"{k} in {m['aboard']}" for k, m in models.items() if m["aboard"]]
    if aboard:
        yield f"  aboard: {', '.join(aboard)}"


_PLAIN_FACTS = (
    ("movement", "moves {} y"),
    ("ammo_hits", "ammo hits {}"),
    ("control_hits", "control hits {}"),
    ("battle_shocked_until", "battle shocked until the end of round {}"),
    ("shaken_until", "shaken until the end of own turn {}"),
    ("stunned_until", "stunned until the end of own turn {}"),
    ("pinned_until", "pinned until the end of own turn {}"),
    ("inside", "inside {}"),
    ("combat", "in combat {}"),
)
_FLAGS = ("immobilised", "smoke_active", "falling_back", "has_run", "helpless")


def _facts(unit: dict[str, Any]) -> Iterator[str]:
    position = unit.get("position")
    if position:
        yield (
            f"at {position['x_milli'] / 1000:g}, {position['y_milli'] / 1000:g} "
            f"facing {position['facing_decideg'] / 10:g}°"
        )
    for field, words in _PLAIN_FACTS:
        value = unit.get(field)
        if value is not None and (value or field == "movement"):
            yield words.format(value)
    if isinstance(unit.get("toughness"), list):
        yield f"toughness {'/'.join(map(str, unit['toughness']))}"
    if "armour_value" in unit:
        yield f"armour {'/'.join(map(str, unit['armour_value']))}"
    for flag in _FLAGS:
        if unit.get(flag):
            yield flag.replace("_", " ")
    if unit.get("passengers"):
        yield f"carries {', '.join(unit['passengers'])}"


def _weapon(ident: str, weapon: dict[str, Any]) -> str:
    marks = [mark for mark in ("destroyed", "spent", "fired") if weapon.get(mark)]
    mount = f" ({weapon['mount']})" if weapon.get("mount") else ""
    strength = "" if weapon.get("strength") is None else f" strength {weapon['strength']}"
    shots = "" if not weapon.get("shots") else f" {weapon['shots']} shots"
    return f"- {ident}{mount}:{strength}{shots}" + (f" [{', '.join(marks)}]" if marks else "")


def _owed(state: dict[str, Any]) -> Iterator[str]:
    if state.get("over"):
        over = state["over"]
        yield f"The game is over: {over['winner'] or 'no winner'}."
    for item in state["pending"]:
        yield f"Owed next: {item['do'].replace('_', ' ')} of {item['unit']}"
    if not state["pending"] and not state.get("over"):
        yield "Nothing is owed."

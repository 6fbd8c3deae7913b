"""What a unit card says in words: place, skills, troubles, models, weapons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rollbook.events.game import Position
from rollbook.events.message import field_names
from rollbook.projections.fields import number_words
from rollbook.projections.printable import printable
from rollbook.tools.cli.lines import BLANK, Line, line

Plain = Mapping[str, Any]
Was = Mapping[str, str]
"""What stood in a field of a unit before, in words."""


def was_words(was: Was, field: str) -> Line:
    """Give what stood in a field before, in brackets, or nothing if it is not marked."""
    return line((f" (was {was[field]})", "mark")) if field in was else BLANK


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


def troubles(unit: Plain) -> Iterator[tuple[str, str]]:
    """Give what is wrong with a unit for a while, as field and words."""
    for field, words in _TROUBLES:
        if unit.get(field) is not None:
            yield field, words.format(unit[field])
    for flag in _FLAGS:
        if unit.get(flag):
            yield flag, flag.replace("_", " ")


def facts(unit: Plain, was: Was, *, everything: bool) -> Iterator[Line]:
    """Give the facts of a unit, then its troubles; without *everything* no unmarked facts."""
    for field, words in _fact_words(unit):
        if not everything and field not in was:
            continue
        style = "mark" if field in was else ""
        yield (*line((words, style)), *was_words(was, field))
    for field, words in troubles(unit):
        yield (*line((words, "warn")), *was_words(was, field))


_TITLE = ("name", "owner", "status")


def _fact_words(unit: Plain) -> Iterator[tuple[str, str]]:
    if "kind" not in unit:
        yield from _plain_facts(unit)
        return
    position = unit.get("position")
    if position:
        x, y, facing = (number_words(n, position[n]) for n in field_names(Position))
        yield "position", f"at {x}, {y} facing {facing}"
    for field, words in _VALUES:
        value = unit.get(field)
        if value is not None and (value or field == "movement"):
            yield field, words.format(printable(str(value)))
    yield from _skills(unit)
    if unit.get("passengers"):
        yield "passengers", f"carries {', '.join(map(printable, unit['passengers']))}"
    yield from _models(unit)


def _plain_facts(unit: Plain) -> Iterator[tuple[str, str]]:
    """Give the fields of a unit of a rule set whose units are unknown here."""
    for field, value in unit.items():
        if field not in _TITLE and isinstance(value, bool | int | str):
            said = ("no", "yes")[value] if isinstance(value, bool) else value
            yield field, printable(f"{field.replace('_', ' ')} {said}")


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


def weapon_line(ident: str, weapon: Plain, was: Was, lost: int = 0) -> Line:
    """Give the line of one weapon, with *lost* shots less; where it is, what became of it."""
    facts = [printable(weapon["mount"])] if weapon.get("mount") else []
    if weapon.get("strength"):
        facts.append(f"strength {weapon['strength']}")
    if weapon.get("shots") and weapon.get("kind") != "melee":
        facts.append(_shots(weapon["shots"], lost))
    marks = [mark for mark in ("destroyed", "spent", "fired") if weapon.get(mark)]
    key = f"weapons.{ident}"
    style = "mark" if key in was else "faint" if "destroyed" in marks else ""
    parts = line((f"  - {printable(ident)}", style))
    if facts:
        parts = (*parts, (f": {', '.join(facts)}", style or "faint"))
    if marks:
        parts = (*parts, (f" [{', '.join(marks)}]", "mark" if key in was else "warn"))
    return parts


def _shots(number: int, lost: int) -> str:
    """
    Say how many shots a weapon has left.

    >>> _shots(1, 0), _shots(3, 1), _shots(1, 5)
    ('1 shot', '2 of 3 shots', '0 of 1 shot')
    """
    left = f"{max(0, number - lost)} of " if lost else ""
    return f"{left}{number} shot{'' if number == 1 else 's'}"

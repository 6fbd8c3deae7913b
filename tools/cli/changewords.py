"""Changes of state in words: `hull 5 -> 4`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rollbook.events.game import Owed, Position
from rollbook.events.message import Message, field_names
from rollbook.projections.fields import Path, bare_name, number_words
from rollbook.projections.printable import printable, shortened
from rollbook.projections.words import Name
from rollbook.tools.cli.changed import Changed

FIELD_WORDS = {
    "ws_melee": "melee skill",
    "ws_shooting": "shooting skill",
    "models": "model",
    "weapons": "weapon",
    "battle_shocked_until": "battle shocked until round",
    "shaken_until": "shaken until turn",
    "stunned_until": "stunned until turn",
    "pinned_until": "pinned until turn",
    "declared_decideg": "turn declared",
    "turned_decideg": "turned",
    "allowance_milli": "may move",
    "spent_milli": "moved",
    "table_rolls": "damage rolls this round",
    "pending": "owed",
    "struck": "has struck",
    "fired": "fired this round",
    "aboard": "aboard of",
    "active_player": "turn of",
}
_FIRST = (
    "status", "hull", "armor", "wounds", "models", "wounds_lost", "movement", "ammo_hits",
    "control_hits", "immobilised",
)  # fmt: skip
"""The fields that people ask about most, told before all others."""
_GAME_FIRST = ("over", "round", "active_player", "phase")
_LAST = ("table_rolls", "move", "fired", "rammed")


def ordered(found: Iterable[Changed]) -> list[Changed]:
    """Give changes with what matters most first: lost points and status, then the rest."""
    return sorted(found, key=_rank)


def _rank(change: Changed) -> int:
    if change.unit is None:
        return -1 if change.path[0] in _GAME_FIRST else len(_FIRST) + 1
    inside = change.inside
    if not inside or inside[0] in _FIRST:
        return _FIRST.index(inside[0]) if inside else 0
    late = inside[0] in _LAST or inside[-1] in _LAST
    return len(_FIRST) + (2 if late else 0)


def change_words(found: Iterable[Changed], name: Name) -> Iterator[tuple[str, str]]:
    """Give each change as ``(whose, what)``, such as ``("Old Gertie", "hull 5 -> 4")``."""
    for change in ordered(found):
        whose = "" if change.unit is None else name(change.unit)
        yield whose, _words(change, name)


def _words(change: Changed, name: Name) -> str:
    inside = change.inside
    if change.unit is not None and not inside:
        return "joins the game" if change.before is None else "is gone"
    label = field_words(inside)
    field = inside[-1]
    before, after = (shortened(value_words(field, v, name)) for v in (change.before, change.after))
    if change.after is None and isinstance(change.before, Message):
        before = "under way" if field == "move" else before
    return f"{label} {before} -> {after}"


def field_words(path: Path) -> str:
    """
    Give the words of a path inside a unit or a state.

    >>> field_words(("weapons", "long-gun", "fired"))
    'weapon long-gun fired this round'
    """
    if path[0] == "move" and len(path) > 1:
        path = path[1:]
    words = (FIELD_WORDS.get(part, printable(bare_name(part)).replace("_", " ")) for part in path)
    return " ".join(words)


def value_words(field: str, value: Any, name: Name) -> str:
    """
    Give the words of one value; lengths in whole units, angles in degrees, hashes in hex.

    >>> value_words("root", bytes(4), str)
    '00000000'
    """
    if value is None or value in ((), {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return number_words(field, value)
    if isinstance(value, str):
        return name(value) if field not in ("status", "phase") else printable(value)
    if isinstance(value, bytes):
        return value.hex() or "none"
    if isinstance(value, Position):
        x, y, facing = (number_words(n, getattr(value, n)) for n in field_names(Position))
        return f"({x}, {y}) facing {facing}"
    if isinstance(value, Owed):
        return f"{printable(value.do).replace('_', ' ')} of {name(value.unit)}"
    if isinstance(value, Message):
        parts = (f"{field_words((n,))} {value_words(n, getattr(value, n), name)}"
                 for n in field_names(type(value)))  # fmt: skip
        return "(" + ", ".join(parts) + ")"
    if isinstance(value, dict):
        items = (f"{name(k)} {value_words(k, v, name)}" for k, v in value.items())
        return "(" + ", ".join(items) + ")"
    if isinstance(value, tuple | list):
        return ", ".join(value_words(field, item, name) for item in value)
    return printable(str(value))

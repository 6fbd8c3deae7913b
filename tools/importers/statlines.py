"""Profiles of models read into characteristics of the rule set `armour-value`."""

import re

from attrs import frozen

from rollbook.tools.importers.armylist import Profile

_ALIASES = {
    "weapon skill": "ws",
    "ballistic skill": "bs",
    "strength": "s",
    "str": "s",
    "toughness": "t",
    "wounds": "w",
    "initiative": "i",
    "attacks": "a",
    "leadership": "ld",
    "save": "sv",
    "sv.": "sv",
    "armour save": "sv",
    "front armour": "front",
    "side armour": "side",
    "rear armour": "rear",
    "fa": "front",
    "sa": "side",
    "ra": "rear",
    "hull points": "hp",
    "unit type": "type",
    "fire points": "fire_points",
    "transport capacity": "capacity",
    "transport": "capacity",
}

_VEHICLE = {"bs": (0, 10)}
_WALKER = {"ws": (1, 10), "bs": (0, 10), "s": (0, 10), "i": (0, 10), "a": (1, 10)}
_INFANTRY = {
    "ws": (1, 10),
    "bs": (0, 10),
    "s": (0, 10),
    "t": (1, 10),
    "w": (1, 10),
    "i": (0, 10),
    "a": (1, 10),
    "ld": (2, 10),
    "sv": (2, 7),
}
_FIELDS = {
    "ws": "ws",
    "bs": "bs",
    "s": "strength",
    "t": "toughness",
    "w": "wounds",
    "i": "initiative",
    "a": "attacks",
    "ld": "leadership",
    "sv": "save",
}
_ARMOUR = ("front", "side", "rear")


@frozen
class Statline:
    """What one profile says of a model."""

    kind: str
    """`walker`, `vehicle` or `infantry`."""
    fields: dict[str, int]
    armour: tuple[int, int, int] | None
    words: tuple[str, ...]
    """The unit type taken apart, in lower case: `walker`, `fast`, `open-topped`."""
    unread: tuple[tuple[str, str], ...]
    """Needed characteristics that could not be read: name and text. Then there is no unit."""
    surplus: tuple[tuple[str, str], ...]
    """Characteristics that the rule set has no field for: name and text."""


def values_of(profile: Profile) -> dict[str, str]:
    """Give the characteristics of *profile* by their short names."""
    return {_ALIASES.get(name, name): text for name, text in profile.values.items()}


def is_statline(profile: Profile) -> bool:
    """Tell whether *profile* is of a model: three armour values, or T, W and Ld."""
    values = values_of(profile)
    return all(name in values for name in _ARMOUR) or all(n in values for n in ("t", "w", "ld"))


def read_statline(profile: Profile) -> Statline:
    """Read a profile for which `is_statline` holds."""
    values = values_of(profile)
    words = unit_words(f"{values.get('type', '')}, {profile.kind}")
    armoured = all(name in values for name in _ARMOUR)
    kind = _kind(values, words, armoured=armoured)
    wanted = {"walker": _WALKER, "vehicle": _VEHICLE, "infantry": _INFANTRY}[kind]
    fields: dict[str, int] = {}
    unread: list[tuple[str, str]] = []
    for name, (low, high) in wanted.items():
        number = _save(values.get(name, "")) if name == "sv" else plain_int(values.get(name, ""))
        if number is None or not low <= number <= high:
            unread.append((name, values.get(name, "")))
        else:
            fields[_FIELDS[name]] = number
    armour = None
    if armoured:
        sides = [plain_int(values[name]) for name in _ARMOUR]
        front, side, rear = (s if s is not None and 10 <= s <= 14 else None for s in sides)
        if front is None or side is None or rear is None:
            unread.append(("armour", "/".join(values[name] for name in _ARMOUR)))
        else:
            armour = (front, side, rear)
    known = {*wanted, *(_ARMOUR if armoured else ()), "type", "fire_points", "capacity"}
    surplus = tuple(
        (name, text)
        for name, text in values.items()
        if name not in known and text not in ("", "-", "–")
    )
    return Statline(kind, fields, armour, words, tuple(unread), surplus)


def _kind(values: dict[str, str], words: tuple[str, ...], *, armoured: bool) -> str:
    if not armoured:
        return "infantry"
    if "walker" in words:
        return "walker"
    # A hull that strikes in close combat walks; the others have a dash there.
    strikes = all(plain_int(values.get(name, "")) is not None for name in ("ws", "s", "i", "a"))
    return "walker" if strikes else "vehicle"


def unit_words(text: str) -> tuple[str, ...]:
    """
    Take a unit type apart.

    >>> unit_words("Vehicle (Tank, Fast, Open-topped)")
    ('vehicle', 'tank', 'fast', 'open-topped')
    """
    return tuple(
        part for part in (p.strip() for p in re.split(r"[(),;:]|\s[-–]\s", text.casefold())) if part
    )


def plain_int(text: str) -> int | None:
    """
    Read a whole number of up to three digits, and nothing else.

    >>> plain_int(" 4 "), plain_int("4(5)"), plain_int("-")
    (4, None, None)
    """
    plain = text.strip()
    return int(plain) if re.fullmatch(r"[0-9]{1,3}", plain) else None


def _save(text: str) -> int | None:
    plain = text.strip()
    if plain in ("-", "–"):
        return 7
    return plain_int(plain.removesuffix("+"))

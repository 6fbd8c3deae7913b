"""Weapon profiles read into weapon objects of the rule set `armour-value`."""

import re

from attrs import frozen

from rollbook.tools.importers.armylist import Profile
from rollbook.tools.importers.result import Value
from rollbook.tools.importers.statlines import plain_int

_KINDS = {
    "assault": "assault",
    "rapid fire": "rapid_fire",
    "heavy": "heavy",
    "ordnance": "ordnance",
    "melee": "melee",
}
_TRAITS = {
    "melta": "melta",
    "rending": "rending",
    "lance": "lance",
    "twin-linked": "twin_linked",
    "twin linked": "twin_linked",
    "one shot": "one_shot",
    "one use": "one_shot",
    "one use only": "one_shot",
    "one shot only": "one_shot",
    "blast": "blast",
    "template": "template",
    "barrage": "barrage",
}
_DASHES = ("", "-", "–", "—")
_ALIASES = {"str": "s", "strength": "s", "rng": "range"}
_OTHER_RULES = ("special rules", "special", "abilities", "notes", "rules")


@frozen
class WeaponReading:
    """A weapon as far as its profile tells."""

    fields: dict[str, Value] | None
    """The weapon without its id; None where a needed field is not readable."""
    why: tuple[str, ...] = ()
    """What is not readable."""
    leftover: tuple[str, ...] = ()
    """Words of the profile that the rule set does not know."""
    taken: tuple[tuple[str, str], ...] = ()
    """What the profile does not state and the game does: thing, and what was taken."""


def is_weapon(profile: Profile) -> bool:
    """Tell whether *profile* has the columns of a weapon: range, AP, type."""
    values = _values(profile)
    return all(name in values for name in ("range", "ap", "type"))


def _values(profile: Profile) -> dict[str, str]:
    return {_ALIASES.get(name, name): text for name, text in profile.values.items()}


def read_weapon(profile: Profile) -> WeaponReading:
    """Read a profile for which `is_weapon` holds."""
    values = _values(profile)
    kind, shots, traits, leftover = _type(values)
    if profile.name.casefold().startswith(("twin-linked ", "twin linked ")):
        traits.add("twin_linked")
    melee = kind == "melee" or (kind is None and values["range"].strip().casefold() == "melee")
    if melee:
        return _melee(values, leftover)
    why: list[str] = []
    if kind is None:
        why.append(f"type {values['type']!r} names none of {', '.join(_KINDS)}")
    reach = _range_milli(values["range"], traits)
    if reach is None:
        why.append(f"range {values['range']!r} is not a number of inches")
    strength = plain_int(values.get("s", ""))
    if strength is None or strength > 10:
        why.append(f"strength {values.get('s', '')!r} is not 0 to 10")
    ap = 0 if values["ap"].strip() in _DASHES[1:] else plain_int(values["ap"])
    if ap is None or ap > 6:
        why.append(f"AP {values['ap']!r} is not - or 1 to 6")
    if shots is None and kind != "rapid_fire" and not traits & {"blast", "template"}:
        why.append(f"type {values['type']!r} names no number of shots")
    if why:
        return WeaponReading(None, tuple(why), tuple(leftover))
    fields: dict[str, Value] = {"kind": kind}
    if traits:
        fields["traits"] = [name for name in dict.fromkeys(_TRAITS.values()) if name in traits]
    if shots is not None:
        fields["shots"] = shots
    fields |= {"strength": strength, "ap": ap, "range_milli": reach}
    return WeaponReading(fields, (), tuple(leftover), _taken(values, kind, shots, traits))


def _taken(
    values: dict[str, str], kind: str | None, shots: int | None, traits: set[str]
) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    if values["range"].strip().casefold() == "template":
        found.append(("range", "a template has none in its profile: 8 inches, its length"))
    if kind == "rapid_fire" and shots is None and not traits & {"blast", "template"}:
        found.append(("shots", "rapid fire states none: one, a second one is a further firer"))
    return tuple(found)


def _melee(values: dict[str, str], leftover: list[str]) -> WeaponReading:
    # A melee weapon of this rule set has no strength or AP of its own.
    for name in ("s", "ap"):
        text = values.get(name, "").strip()
        if text not in _DASHES and text.casefold() != "user":
            leftover.append(f"{'strength' if name == 's' else 'AP'} {text}")
    return WeaponReading({"kind": "melee"}, (), tuple(leftover))


def _type(values: dict[str, str]) -> tuple[str | None, int | None, set[str], list[str]]:
    kind: str | None = None
    shots: int | None = None
    traits: set[str] = set()
    leftover: list[str] = []
    texts = [values["type"], *(values[name] for name in _OTHER_RULES if name in values)]
    for part in (p.strip() for text in texts for p in re.split(r"[,;()\n]", text)):
        word = part.casefold()
        match = re.fullmatch(r"(assault|rapid fire|heavy|ordnance|melee)(?: ([0-9]{1,3}))?", word)
        if match and kind is None:
            kind = _KINDS[match[1]]
            shots = int(match[2]) if match[2] else None
        elif word in _TRAITS:
            traits.add(_TRAITS[word])
        elif match_area := re.search(r"blast|template", word):
            # Larger and smaller ones: who lies under it is typed in, its size has no field.
            traits.add(match_area[0])
            leftover.append(part[:80])
        elif word not in _DASHES:
            leftover.append(part[:80])
    return kind, shots if shots is None or shots <= 100 else None, traits, leftover


def _range_milli(text: str, traits: set[str]) -> int | None:
    word = text.strip().casefold()
    if word == "template":
        traits.add("template")
        return 8000
    match = re.fullmatch(r"([0-9]{1,3})(?:\"|''|″|”|in|inches)?", word)
    return int(match[1]) * 1000 if match else None

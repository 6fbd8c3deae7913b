"""
The shape of every command of armour-value, for the reference.

A shape is a function that says whether a JSON value fits.  ``REQUIRED`` marks a
field without a default.  Nothing here is shared with the program.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

Shape = Callable[[Any], bool]
REQUIRED: Any = object()

HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "swivel_half_decideg": (225, 450),
    "immobilised_pivot": ("forbid", "allow"),
    "dangerous_stop": ("where_tested", "end_of_move"),
    "shaken_run": ("allow", "forbid"),
    "shaken_assault": ("allow", "forbid"),
    "assault_after_ordnance": ("allow", "forbid"),
    "smoke_effect": ("cover_4", "downgrade_penetrating"),
    "rending_extra": ("d3", "d6"),
    "weapon_destroyed_chooser": ("attacker", "owner", "random"),
    "dog_when_helpless": ("allow", "forbid"),
    "failed_dog_armour": ("rear", "contact"),
    "sweep_tie": ("winner", "loser"),
    "open_fire_speed": ("as_transport", "always"),
    "squadrons": ("on", "off"),
}


def whole(low: int, high: int) -> Shape:
    """Fit whole numbers within bounds; booleans and floats are none."""
    return lambda v: type(v) is int and low <= v <= high


def one_of(*values: Any) -> Shape:
    """Fit one of some values, of the same type."""
    return lambda v: any(type(v) is type(x) and v == x for x in values)


def matching(pattern: str) -> Shape:
    """Fit text that matches a pattern from end to end."""
    return lambda v: isinstance(v, str) and re.fullmatch(pattern, v) is not None


def or_null(shape: Shape) -> Shape:
    """Fit null as well."""
    return lambda v: v is None or shape(v)


def list_of(shape: Shape, most: int = 10**9) -> Shape:
    """Fit a list of at most so many items of one shape."""
    return lambda v: isinstance(v, list) and len(v) <= most and all(map(shape, v))


def exactly(**fields: Shape) -> Shape:
    """Fit an object with exactly these keys."""
    return lambda v: (
        isinstance(v, dict)
        and v.keys() == fields.keys()
        and all(s(v[k]) for k, s in fields.items())
    )


def text(v: Any) -> bool:
    """Fit any text up to 500 characters; half a surrogate pair is no text."""
    return isinstance(v, str) and len(v) <= 500 and not re.search("[\ud800-\udfff]", v)


def boolean(v: Any) -> bool:
    """Fit true and false."""
    return isinstance(v, bool)


ident = matching(r"[a-z0-9_-]{1,32}")
player = matching(r"[A-Za-z0-9_-]{1,32}")
milli = whole(0, 1_000_000)
deg = whole(0, 3599)
side = one_of("front", "side", "rear")
char = whole(0, 10)
at_most_100 = whole(0, 100)
position = exactly(
    x_milli=whole(-10_000_000, 10_000_000),
    y_milli=whole(-10_000_000, 10_000_000),
    facing_decideg=deg,
)
test_at = or_null(exactly(distance_milli=milli, position=position))
on_off = one_of("on", "off")
trait = one_of(
    "melta", "rending", "lance", "twin_linked", "one_shot", "blast", "template", "barrage"
)

WEAPON: dict[str, tuple[Shape, Any]] = {
    "id": (ident, REQUIRED),
    "kind": (one_of("assault", "rapid_fire", "heavy", "ordnance", "melee"), REQUIRED),
    "mount": (one_of("hull", "turret"), "hull"),
    "aim_decideg": (deg, 0),
    "traits": (list_of(trait), []),
    "shots": (at_most_100, 1),
    "strength": (char, 0),
    "ap": (whole(0, 6), 0),
    "range_milli": (milli, 0),
    "built_into": (or_null(ident), None),
}


def weapon(v: Any) -> bool:
    """Fit a weapon as add_unit takes it."""
    if not isinstance(v, dict) or v.keys() - WEAPON.keys():
        return False
    return all(
        shape(v[k]) if k in v else default is not REQUIRED for k, (shape, default) in WEAPON.items()
    )


UNIT: dict[str, tuple[Shape, Any]] = {
    "unit": (ident, REQUIRED),
    "owner": (player, REQUIRED),
    "kind": (one_of("walker", "vehicle", "infantry"), REQUIRED),
    "name": (text, ""),
    "position": (position, REQUIRED),
    "weapons": (list_of(weapon, 6), []),
}
HULL: dict[str, tuple[Shape, Any]] = {
    "armour_value": (lambda v: list_of(whole(10, 14))(v) and len(v) == 3, REQUIRED),
    "bs": (char, REQUIRED),
    "open_topped": (boolean, False),
    "extra_armour": (boolean, False),
    "smoke_launchers": (boolean, False),
    "squadron": (or_null(ident), None),
}
KINDS: dict[str, dict[str, tuple[Shape, Any]]] = {
    "walker": {
        **HULL,
        "ws": (whole(1, 10), REQUIRED),
        "strength": (char, REQUIRED),
        "initiative": (char, REQUIRED),
        "attacks": (whole(1, 10), REQUIRED),
    },
    "vehicle": {
        **HULL,
        "tank": (boolean, False),
        "fast": (boolean, False),
        "capacity": (at_most_100, 0),
        "fire_points": (at_most_100, 0),
    },
    "infantry": {
        "models": (whole(1, 100), REQUIRED),
        "wounds": (whole(1, 10), 1),
        "ws": (whole(1, 10), REQUIRED),
        "bs": (char, REQUIRED),
        "strength": (char, REQUIRED),
        "toughness": (whole(1, 10), REQUIRED),
        "initiative": (char, REQUIRED),
        "attacks": (whole(1, 10), REQUIRED),
        "leadership": (whole(2, 10), REQUIRED),
        "save": (whole(2, 7), REQUIRED),
        "fearless": (boolean, False),
        "krak": (at_most_100, 0),
        "melta_bombs": (at_most_100, 0),
    },
}
WALK: dict[str, tuple[Shape, Any]] = {
    "unit": (ident, REQUIRED),
    "distance_milli": (milli, REQUIRED),
    "position": (position, REQUIRED),
}
DANGER: dict[str, tuple[Shape, Any]] = {"dangerous": (boolean, False), "test_at": (test_at, None)}


def hit(v: Any) -> bool:
    """Fit one hit of an explosion, in the form for infantry or for hulls."""
    return exactly(unit=ident, models=whole(1, 100))(v) or exactly(unit=ident, side=side)(v)


FLAGS = [
    "has_run",
    "immobilised",
    "smoke_active",
    "helpless",
    "falling_back",
    "transported",
    "may_assault",
    "struck",
]
STATUS = one_of("active", "wreck", "exploding", "removed")
RULED: dict[str, Shape] = {
    "status": STATUS,
    "position": or_null(position),
    "moved_milli": or_null(milli),
    **dict.fromkeys(FLAGS, boolean),
    "fired_at": or_null(ident),
    "shaken_until": or_null(whole(0, 2**53 - 1)),
    "stunned_until": or_null(whole(0, 2**53 - 1)),
    "pinned_until": or_null(whole(0, 2**53 - 1)),
    "smoke_launchers": one_of("none", "ready", "used"),
    "ram": or_null(one_of("moving", "stopped")),
    "models": at_most_100,
    "wounds_lost": whole(0, 9),
    "end_move": or_null(one_of("allowed", "done")),
}


def change(path: Any, value: Any) -> bool:
    """Fit one path of a ruling and its value."""
    if path == "round":
        return whole(0, 2**53 - 1)(value)
    if path == "active_player":
        return player(value)
    parts = path.split(".")
    if len(parts) < 3 or parts[0] != "units" or not ident(parts[1]):
        return False
    if len(parts) == 3:
        return parts[2] in RULED and RULED[parts[2]](value)
    return (
        len(parts) == 5
        and parts[2] == "weapons"
        and ident(parts[3])
        and parts[4] in ("destroyed", "fired", "spent")
        and boolean(value)
    )


def players(v: Any) -> bool:
    """Fit exactly two players, neither of them judge or system."""
    return (
        isinstance(v, dict)
        and len(v) == 2
        and all(player(k) and k not in ("judge", "system") and text(n) for k, n in v.items())
    )


def house_rules(v: Any) -> bool:
    """Fit house rules by name and value."""
    return isinstance(v, dict) and all(
        k in HOUSE_RULES and one_of(*HOUSE_RULES[k])(x) for k, x in v.items()
    )


COMMANDS: dict[str, dict[str, tuple[Shape, Any]]] = {
    "start_game": {
        "rules": (one_of("armour-value"), REQUIRED),
        "players": (players, REQUIRED),
        "house_rules": (house_rules, {}),
    },
    "add_unit": UNIT,
    "start_turn": {"player": (player, REQUIRED)},
    "start_phase": {"phase": (one_of("movement", "shooting", "assault"), REQUIRED)},
    "move_unit": {**WALK, "difficult": (boolean, False), **DANGER},
    "run_unit": {**WALK, **DANGER},
    "trigger_smoke": {"unit": (ident, REQUIRED)},
    "embark": {
        "unit": (ident, REQUIRED),
        "vehicle": (ident, REQUIRED),
        "distance_milli": (milli, REQUIRED),
    },
    "disembark": WALK,
    "ram": {
        "unit": (ident, REQUIRED),
        "target": (ident, REQUIRED),
        "distance_milli": (whole(1, 1_000_000), REQUIRED),
        "contact": (or_null(side), None),
        "position": (position, REQUIRED),
    },
    "ram_response": {
        "unit": (ident, REQUIRED),
        "response": (one_of("brace", "give_way", "death_or_glory"), REQUIRED),
        "weapon": (or_null(ident), None),
        "position": (or_null(position), None),
    },
    "fire_weapon": {
        "unit": (ident, REQUIRED),
        "weapon": (ident, REQUIRED),
        "target": (ident, REQUIRED),
        "range_milli": (milli, REQUIRED),
        "bearing_decideg": (deg, REQUIRED),
        "struck": (or_null(side), None),
        "cover": (one_of(0, 2, 3, 4, 5, 6), 0),
        "firers": (whole(1, 100), 1),
        "hits": (or_null(at_most_100), None),
        "hole": (on_off, "on"),
        "scattered_onto": (or_null(ident), None),
    },
    "assault_unit": {
        "unit": (ident, REQUIRED),
        "target": (ident, REQUIRED),
        "distance_milli": (milli, REQUIRED),
        "position": (position, REQUIRED),
        "difficult": (boolean, False),
        **DANGER,
    },
    "fight": {
        "unit": (ident, REQUIRED),
        "target": (ident, REQUIRED),
        "krak": (at_most_100, 0),
        "melta_bombs": (at_most_100, 0),
    },
    "score_combat": {"combat": (ident, REQUIRED)},
    "sweep": {"unit": (ident, REQUIRED), "target": (ident, REQUIRED)},
    "pile_in": WALK,
    "consolidate": WALK,
    "apply_damage_roll": {
        "unit": (ident, REQUIRED),
        "outcome": (one_of("glancing", "penetrating"), REQUIRED),
        "ap": (or_null(whole(0, 6)), None),
        "reason": (text, REQUIRED),
    },
    "resolve_explosion": {"unit": (ident, REQUIRED), "hits": (list_of(hit), [])},
    "note": {"text": (text, REQUIRED), "about": (or_null(text), None)},
    "ruling": {"reason": (text, REQUIRED), "set": (lambda v: isinstance(v, dict), REQUIRED)},
    "end_game": {
        "winner": (or_null(player), REQUIRED),
        "scores": (
            lambda v: (
                isinstance(v, dict)
                and all(player(k) and type(n) is int and abs(n) < 2**53 for k, n in v.items())
            ),
            {},
        ),
        "reason": (text, ""),
    },
}
GENERAL: dict[str, tuple[Shape, Any]] = {
    "do": (text, REQUIRED),
    "by": (player, REQUIRED),
    "dice": (list_of(whole(1 - 2**53, 2**53 - 1)), []),
    "choices": (list_of(ident, 4096), []),
}


def bad_weapons(kind: str, weapons: list[dict[str, Any]]) -> bool:
    """Say whether the weapons of a unit break what add_unit says of them together."""
    ids = [w["id"] for w in weapons]
    melee = {w["id"] for w in weapons if w["kind"] == "melee"}
    if len(set(ids)) < len(ids) or {"krak", "melta_bomb"} & set(ids):
        return True
    if any(
        w["built_into"] is not None and w["built_into"] not in melee - {w["id"]} for w in weapons
    ):
        return True
    if kind != "walker":
        return bool(melee)
    return any(w["mount"] != "hull" or w["aim_decideg"] != 0 for w in weapons)


def composed(v: Any) -> Any:
    """Give a value whose texts are in the form NFC, as they are kept."""
    if isinstance(v, dict):
        return {k: composed(x) for k, x in v.items()}
    if isinstance(v, list):
        return [composed(x) for x in v]
    return unicodedata.normalize("NFC", v) if isinstance(v, str) else v


def read(command: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """
    Fill in the defaults of a command and name the fields that do not fit.

    The page gives no order among several bad fields: any of them may be named.
    """
    fields = {**GENERAL, **COMMANDS[command["do"]]}
    if command["do"] == "add_unit":
        fields |= KINDS.get(str(command.get("kind")), {})
    bad = set(command) - set(fields)
    full: dict[str, Any] = {}
    for name, (shape, default) in fields.items():
        full[name] = command.get(name, default)
        if full[name] is REQUIRED or not shape(full[name]):
            bad.add(name)
    if command["do"] == "add_unit" and not bad:
        full["weapons"] = [
            {k: w.get(k, d) for k, (_, d) in WEAPON.items()} for w in full["weapons"]
        ]
        bad |= {"weapons"} if bad_weapons(full["kind"], full["weapons"]) else set()
    if command["do"] == "ruling" and "set" not in bad:
        bad |= {"set"} if not all(change(p, v) for p, v in full["set"].items()) else set()
    return (full if bad else composed(full)), bad

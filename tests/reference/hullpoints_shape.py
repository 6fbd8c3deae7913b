"""
The shape of hull-point commands, written from the rule page alone.

Shares nothing with the project.  A checker takes a value and says whether it has the right
form; a command is a table of fields.  Every bad field is collected, since the page does not say
which of two wrong fields is named.
"""

import re
from collections.abc import Callable
from typing import Any

Check = Callable[[Any], bool]

ARCS = ("front", "side", "rear")
MOUNTS = ("front", "side", "rear", "top")
STATUSES = ("active", "exploding", "slain", "wreck", "inoperable", "removed")
PHASES = ("movement", "shooting", "combat", "end")
LISTED = (60, 80, 100, 120, 140, 160, 180)
# The page bounds characteristics, not lengths; every whole number a log can hold is taken.
FAR = 2**63


def whole(low: int = -FAR, high: int = FAR - 1) -> Check:
    """Take whole numbers from low to high, no booleans."""
    return lambda v: type(v) is int and low <= v <= high


def one_of(*values: Any) -> Check:
    """Take one of the values, of the same type."""
    return lambda v: any(type(v) is type(x) and v == x for x in values)


def or_null(check: Check) -> Check:
    """Take what the check takes, or null."""
    return lambda v: v is None or check(v)


def list_of(check: Check, *, differ: bool = False, least: int = 0) -> Check:
    """Take a list of what the check takes."""
    return lambda v: (
        type(v) is list
        and len(v) >= least
        and all(check(x) for x in v)
        and (not differ or len({str(x) for x in v}) == len(v))
    )


def text(value: Any) -> bool:
    """Take any text up to 500 characters."""
    return type(value) is str and len(value) <= 500


def ident(value: Any) -> bool:
    """Take an id."""
    return type(value) is str and re.fullmatch(r"[a-z0-9_-]{1,32}", value) is not None


def player(value: Any) -> bool:
    """Take a player id."""
    return type(value) is str and re.fullmatch(r"[A-Za-z0-9_-]{1,32}", value) is not None


def model_ref(value: Any) -> bool:
    """Take unit/model."""
    return type(value) is str and value.count("/") == 1 and all(map(ident, value.split("/")))


def number(value: Any) -> bool:
    """Take a characteristic."""
    return whole(0, 99)(value)


def skill(value: Any) -> bool:
    """Take a number, "X/Y" or [X, Y]."""
    if type(value) is str:
        return re.fullmatch(r"[0-9]{1,2}/[0-9]{1,2}", value) is not None
    return number(value) or (list_of(number)(value) and len(value) == 2)


def record(
    required: dict[str, Check], optional: dict[str, Check] | None = None
) -> Callable[[Any], bool]:
    """Take an object of exactly these fields."""

    def check(value: Any) -> bool:
        return type(value) is dict and not wrong(value, required, optional or {})

    return check


def wrong(
    value: dict[str, Any], required: dict[str, Check], optional: dict[str, Check]
) -> set[str]:
    """Give the names of the fields that are missing, unknown or of a wrong form."""
    bad = {name for name in required if name not in value}
    for name, field in value.items():
        check = required.get(name) or optional.get(name)
        if check is None or not check(field):
            bad.add(name)
    return bad


def mapping(key: Check, value: Check, least: int = 0) -> Check:
    """Take an object from keys to values."""
    return lambda v: (
        type(v) is dict and len(v) >= least and all(key(k) and value(x) for k, x in v.items())
    )


ARC_LIST = list_of(one_of(*ARCS), differ=True)
POINT = record({"x_milli": whole(), "y_milli": whole()})
POSITION = record({"x_milli": whole(), "y_milli": whole(), "facing_decideg": whole()})
# Open: what a hit leaves out may also be null.
HIT_ON_HULL = record(
    {"unit": ident, "arc": one_of(*ARCS)}, {"model": one_of(None), "wounded": one_of(None)}
)
HIT_ON_MODEL = record(
    {"unit": ident, "model": ident},
    {"arc": one_of(None), "wounded": or_null(one_of(True, False))},
)
HITS = list_of(lambda v: HIT_ON_HULL(v) or HIT_ON_MODEL(v))
DRIVER = record({"ws": skill, "grit": number, "sagacity": number})


def toughness(value: Any) -> bool:
    """Take a number or a list of numbers; how many is a check of its own."""
    return number(value) or list_of(number)(value)


def base(value: Any) -> bool:
    """Take a size in millimetres, or length and width."""
    return whole(1)(value) or (list_of(whole(1))(value) and len(value) == 2)


def wounds_of_base(size: Any) -> int | None:
    """Give the wounds of an infantry base, or None where the table has no line."""
    if type(size) is not int:
        return None
    listed = {25: 1, 28: 1, 32: 2, 40: 3}
    return 4 if size >= 50 else listed.get(size)


def weapon(kind: str) -> Check:
    """Take a weapon of a unit of this kind."""

    def check(value: Any) -> bool:
        if type(value) is not dict or value.get("kind") not in ("ranged", "melee"):
            return False
        ranged = value["kind"] == "ranged"
        required: dict[str, Check] = {"id": ident, "kind": text}
        optional: dict[str, Check] = {
            "strength": or_null(number),
            "damage": whole(1, 99),
            "pattern": one_of("shots", "template"),
        }
        if kind == "infantry":
            optional["mount"] = one_of(None)
        else:
            required["mount"] = one_of(*MOUNTS)
        if ranged:
            required["shots"] = number
        else:
            optional["shots"] = one_of(None)
        if kind == "vehicle":
            required["strength"] = number
            if ranged:
                required["gunner"] = record({"ws": skill})
            else:
                optional["gunner"] = one_of(None)
        return not wrong(value, required, {k: c for k, c in optional.items() if k not in required})

    return check


def weapons(kind: str) -> Check:
    """Take a list of weapons with ids that differ."""
    each = list_of(weapon(kind))
    return lambda v: each(v) and len({w["id"] for w in v}) == len(v)


ADD_COMMON: dict[str, Check] = {
    "unit": ident,
    "owner": player,
    "kind": one_of("walker", "vehicle", "infantry"),
    "name": text,
}
ADD: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "walker": (
        {
            "base_mm": base,
            "weight": one_of("light", "medium", "heavy"),
            "ws": skill,
            "strength": number,
            "toughness": toughness,
            "grit": number,
            "sagacity": number,
            "weapons": weapons("walker"),
        },
        {},
    ),
    "vehicle": (
        {
            "toughness": toughness,
            "hull": number,
            "armor": number,
            "movement": number,
            "capacity": number,
            "access": list_of(text),
            "driver": DRIVER,
            "weapons": weapons("vehicle"),
        },
        {},
    ),
    "infantry": (
        {
            "models": list_of(ident, differ=True, least=1),
            "ws": skill,
            "strength": number,
            "initiative": number,
            "toughness": or_null(number),
            "grit": number,
            "sagacity": number,
            "weapons": weapons("infantry"),
        },
        {"wounds": whole(1, 99), "base_mm": whole(1)},
    ),
}

HOUSE: dict[str, tuple[Any, Check]] = {
    "oval_tie": ("larger", one_of("larger", "smaller")),
    "turn_over_90": ("no_move", one_of("no_move", "forbid")),
    "half_move": ("exact", one_of("exact", "down")),
    "damage_carries": (True, one_of(True, False)),
    "last_point_rolls": (True, one_of(True, False)),
    "control_zero": ("either", one_of("either", "both")),
    "empty_arc_shot": ("include", one_of("include", "skip")),
    "top_weapons": ("safe", one_of("safe", "own_arc")),
    "check": ("d6_six_fails", one_of("d6_six_fails", "d6", "2d6")),
    "to_hit": (
        "seven_minus_skill",
        lambda v: one_of("seven_minus_skill")(v) or (list_of(whole(2, 7))(v) and len(v) == 11),
    ),
    "to_wound": ("strength_plus_d6", one_of("strength_plus_d6", "ratio")),
    "morale_effect": ("mark", one_of("mark", "no_shooting")),
    "slain_leaves": ("wreck", one_of("wreck", "removed")),
    "scatter_hits": (2, one_of(1, 2, 3)),
    "vehicle_backward_cost": (1, one_of(1, 2)),
    "access_reach_milli": (2000, whole(0)),
    "passengers_in_explosion": ("hit", one_of("hit", "removed", "unharmed")),
    "friendly_ram": (False, one_of(True, False)),
    "enforce_phases": (True, one_of(True, False)),
}


def house_rules(value: Any) -> bool:
    """Take house rules by known names with known values."""
    return type(value) is dict and all(n in HOUSE and HOUSE[n][1](v) for n, v in value.items())


def players(value: Any) -> bool:
    """Take two or more players."""
    return mapping(lambda k: player(k) and k not in ("judge", "system"), text, 2)(value)


UNIT_PATHS: dict[str, Check] = {
    "hull": number,
    "armor": number,
    "movement": number,
    "ws_melee": number,
    "ws_shooting": number,
    "ammo_hits": number,
    "control_hits": number,
    "grit": number,
    "sagacity": number,
    "status": one_of(*STATUSES),
    "battle_shocked_until": or_null(whole(0)),
    "position": or_null(POSITION),
}
WEAPON_PATHS: dict[str, Check] = {"destroyed": one_of(True, False), "fired": one_of(True, False)}
MODEL_PATHS: dict[str, Check] = {
    "wounds": number,
    "status": one_of("active", "removed"),
    "aboard": or_null(ident),
}


def path_check(path: str) -> Check | None:
    """Give the check of a ruling's value, or None where the path is unknown."""
    parts = path.split(".")
    if path == "round":
        return whole(0)
    if path == "phase":
        return or_null(one_of(*PHASES))
    if parts[0] != "units" or not all(ident(p) for p in parts[1:]):
        return None
    if len(parts) == 3:
        return UNIT_PATHS.get(parts[2])
    if len(parts) == 5:
        return {"weapons": WEAPON_PATHS, "models": MODEL_PATHS}.get(parts[2], {}).get(parts[4])
    return None


def ruling_set(value: Any) -> bool:
    """Take known paths with values of their form."""
    if type(value) is not dict:
        return False
    checks = {path: path_check(path) for path in value}
    return all(c is not None and c(value[path]) for path, c in checks.items())


MOVE: dict[str, Check] = {"unit": ident, "direction": text, "distance_milli": whole(1)}
TRANSPORT: dict[str, Check] = {
    "unit": ident,
    "models": list_of(lambda v: ident(v) or model_ref(v), differ=True, least=1),
    # Open: access points have names of any text; the page does not call them ids.
    "access": text,
    "distance_milli": whole(0),
}
ALLOCATED = record(
    {"weapon": or_null(ident), "target": ident, "hits": whole(1)},
    {
        "arc": or_null(one_of(*ARCS)),
        "sees": or_null(ARC_LIST),
        "wounded": or_null(whole(0)),
    },
)

# Open: an optional field for which the page gives no default other than null may be null.
COMMANDS: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "start_game": (
        {"rules": one_of("hull-points"), "players": players},
        {"house_rules": house_rules},
    ),
    "note": ({"text": text}, {"about": or_null(text)}),
    "ruling": ({"reason": text, "set": ruling_set}, {}),
    "end_game": (
        {"winner": or_null(player)},
        {"scores": mapping(player, whole()), "reason": text},
    ),
    "place_unit": (
        {"unit": ident, "x_milli": whole(), "y_milli": whole(), "facing_decideg": whole()},
        {},
    ),
    "assign_gunner": ({"unit": ident, "weapon": ident, "ws": skill}, {}),
    "start_round": ({}, {}),
    "start_phase": ({"phase": one_of(*PHASES)}, {}),
    "end_round": ({}, {}),
    "declare_turn": ({"unit": ident, "turn_decideg": whole(0)}, {}),
    "turn_unit": ({"unit": ident, "turn_decideg": lambda v: whole()(v) and v != 0}, {}),
    "move_unit": (MOVE, {"to": or_null(POINT)}),
    "embark": (TRANSPORT, {}),
    "disembark": (TRANSPORT, {}),
    "ram": (
        {"unit": ident, "target": ident, "direction": text, "distance_milli": whole(1)},
        {"wounded": or_null(mapping(ident, one_of(True, False)))},
    ),
    "fire_weapon": (
        {
            "unit": ident,
            "weapon": ident,
            "target": ident,
            "arc": or_null(one_of(*ARCS)),
            "struck": or_null(ARC_LIST),
        },
        {"sees": or_null(ARC_LIST), "wounded": or_null(whole(0))},
    ),
    "apply_damage": (
        {"unit": ident, "amount": whole(1, 999), "cause": text},
        {"attacker": or_null(ident), "sees": or_null(ARC_LIST), "model": or_null(ident)},
    ),
    "resolve_explosion": (
        {"unit": ident, "hits": HITS},
        {"passengers_wounded": or_null(mapping(model_ref, one_of(True, False)))},
    ),
    "resolve_timber": (
        {"unit": ident},
        {"angle_decideg": or_null(whole()), "under": or_null(HITS)},
    ),
    "duel": ({"attacker": ident, "defender": ident}, {"others": or_null(list_of(ident))}),
    "strike": ({"unit": ident}, {"attacks": or_null(whole(0))}),
    "allocate_hits": ({"unit": ident, "allocation": list_of(ALLOCATED)}, {}),
    "check": (
        {"unit": ident, "characteristic": one_of("initiative", "grit", "sagacity")},
        {"model": or_null(ident)},
    ),
}
EVERYWHERE: dict[str, Check] = {
    "dice": list_of(whole()),
    "choices": list_of(ident),
}


def bad_fields(command: dict[str, Any]) -> set[str]:
    """Give the names of the fields of a known command that break its shape."""
    fields = {name: value for name, value in command.items() if name != "do"}
    if command["do"] != "add_unit":
        required, optional = COMMANDS[command["do"]]
        return wrong(fields, {"by": player, **required}, {**EVERYWHERE, **optional})
    kind = command.get("kind")
    if type(kind) is not str or kind not in ADD:
        # Which fields there are depends on the kind, so any may be the one that is named.
        return {
            "kind",
            "by",
            *command,
            *ADD_COMMON,
            *(name for ask, _ in ADD.values() for name in ask),
        }
    required, optional = ADD[kind]
    bad = wrong(fields, {"by": player, **ADD_COMMON, **required}, {**EVERYWHERE, **optional})
    if kind == "infantry" and ("wounds" in fields) == ("base_mm" in fields):
        bad |= {"wounds", "base_mm"}
    return bad

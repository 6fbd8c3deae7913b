"""Random units for games of armour-value."""

import random
from typing import Any

Json = dict[str, Any]
TRAITS = ["melta", "rending", "lance", "twin_linked", "one_shot", "blast", "template", "barrage"]
THEMES = {
    "rams": "vehicle walker infantry walker",
    "horde": "infantry infantry infantry walker",
    "even": "walker vehicle infantry",
    "melee": "walker walker infantry infantry infantry",
    "transport": "vehicle vehicle infantry infantry infantry walker",
    "tanks": "vehicle vehicle vehicle vehicle walker walker infantry",
}


def position(r: random.Random) -> Json:
    """Give a random place and facing."""
    return {
        "x_milli": r.randint(-20000, 20000),
        "y_milli": r.randint(-20000, 20000),
        "facing_decideg": r.choice([0, 450, 900, 1800, 2700, 3599, r.randint(0, 3599)]),
    }


def weapon(r: random.Random, kind: str, name: str, arms: list[str]) -> Json:
    """Give a random weapon that fits the kind of unit."""
    kinds = ["assault", "rapid_fire", "heavy", "heavy", "ordnance"]
    made = {
        "id": name,
        "kind": r.choice(kinds),
        "traits": r.sample(TRAITS, r.choice([0, 0, 1, 1, 2, 3])),
        "shots": r.choice([0, 1, 1, 1, 1, 2, 2, 3, 3, 100 if r.random() < 0.1 else 4]),
        "strength": r.choice([0, 2, 3, 4, 5, 6, 8, 8, 9, 10, 10]),
        "ap": r.randint(0, 6),
        "range_milli": r.choice([12000, 24000, 36000]),
    }
    if kind == "walker" and r.random() < 0.3:
        made["kind"] = "melee"
    if kind == "vehicle" and r.random() < 0.7:
        made |= {"mount": r.choice(["hull", "turret"]), "aim_decideg": r.choice([0, 900, 1800])}
    if arms and made["kind"] != "melee" and r.random() < 0.5:
        made["built_into"] = r.choice(arms)
    return made


def unit(r: random.Random, name: str, owner: str, kind: str) -> Json:
    """Give an add_unit command."""
    weapons: list[Json] = []
    for n in range(r.choice([0, 1, 2, 2, 3, 3, 4, 5, 6])):
        arms = [w["id"] for w in weapons if w["kind"] == "melee"]
        weapons.append(weapon(r, kind, f"w{n}", arms))
    made: Json = {"do": "add_unit", "by": "judge", "unit": name, "owner": owner, "kind": kind}
    made |= {"position": position(r), "weapons": weapons}
    if kind == "infantry":
        return made | infantry(r)
    made |= {
        "armour_value": r.choice([[10, 10, 10], [12, 12, 10], [11, 10, 10], [14, 13, 10]]),
        "bs": r.choice([0, 2, 3, 4, 4, 5, 6, 10]),
        "open_topped": r.random() < 0.3,
        "extra_armour": r.random() < 0.2,
        "smoke_launchers": r.random() < 0.5,
        "squadron": r.choice([None, None, "s1"]),
    }
    if kind == "walker":
        fighter = {"initiative": r.choice([0, 2, 3, 4, 4]), "attacks": r.randint(1, 3)}
        return made | {"ws": r.randint(1, 6), "strength": r.choice([0, 3, 5, 6]), **fighter}
    return made | {
        "tank": r.random() < 0.7,
        "fast": r.random() < 0.5,
        "capacity": r.choice([0, 6, 12, 20]),
        "fire_points": r.choice([0, 1, 2, 5]),
    }


def infantry(r: random.Random) -> Json:
    """Give the fields of an infantry unit."""
    return {
        "models": r.choice([1, 1, 2, 3, 5, 8, 100 if r.random() < 0.1 else 4]),
        "wounds": r.choice([1, 1, 2, 3]),
        "ws": r.randint(1, 6),
        "bs": r.randint(0, 6),
        "strength": r.choice([0, 3, 4, 4]),
        "toughness": r.choice([2, 3, 4, 4, 6, 7]),
        "initiative": r.choice([0, 3, 4, 4, 5]),
        "attacks": r.choice([1, 1, 2]),
        "leadership": r.choice([2, 6, 7, 8, 10]),
        "save": r.randint(2, 7),
        "fearless": r.random() < 0.3,
        "krak": r.choice([0, 0, 2, 5]),
        "melta_bombs": r.choice([0, 0, 1, 3]),
    }

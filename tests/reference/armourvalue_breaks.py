"""Ways to break a command of armour-value, for comparing what two implementations say."""

import random
from typing import Any

from tests.reference.armourvalue_shapes import COMMANDS, HOUSE_RULES, KINDS
from tests.reference.armourvalue_table import clone

Json = dict[str, Any]
PATHS = [
    "",
    ".",
    "phase",
    "round.x",
    "units",
    "units.u1",
    "units.u1.owner",
    "units.u1.inside",
    "units.u1.status.x",
    "units.u1.models",
    "units.U.status",
    "units.u1.weapons.w0",
    "units.u1.weapons.w0.shots",
    "units.u1.weapons.w0.spent",
    "units.u1.weapons..spent",
    "units..status",
    "units.u1.position",
    "active_player",
]
ODD = [
    None,
    True,
    False,
    0,
    -1,
    1.0,
    1.5,
    "",
    "x" * 33,
    "x" * 501,
    "Upper",
    "front",
    "nobody",
    [],
    {},
    [1],
    {"a": 1},
    2**60,
    "\u00e9",
    "e\u0301",
    "\ud800",
]


def broken(r: random.Random, s: Any, command: Json) -> Json:
    """Give the command with something broken."""
    made = clone(command)
    ways = ["dice", "dice", "choices", "drop", "extra", "value", "value", "kind", "by"]
    what = r.choice(ways)
    if what == "dice":
        return other_dice(r, made)
    if what == "choices":
        made["choices"] = r.choice([[], [*made["choices"], "w0"], ["w9"], ["Not"], None])
    elif what == "drop":
        made.pop(r.choice([k for k in made if k != "do"]))
    elif what == "extra":
        made[r.choice(["extra", "test_at", "contact", "models", "hits", "to"])] = r.choice(ODD)
    elif what == "kind" and made["do"] == "add_unit":
        other_unit(r, made)
    elif what == "kind" and made["do"] == "start_game":
        other_players(r, made)
    elif what == "kind" and made["do"] == "ruling":
        made["set"][r.choice(PATHS)] = r.choice(ODD)
    elif what == "kind":
        made["do"] = r.choice([*COMMANDS, "fly", "", None, 3])
    elif what == "by":
        made["by"] = r.choice(["nobody", "judge", "ann", "", "a b", None, 3])
    else:
        odd_value(r, s, made)
    return made


def other_unit(r: random.Random, made: Json) -> None:
    """Make a unit of another kind, or one whose weapons do not go together."""
    if r.random() < 0.3 or not made["weapons"]:
        made["kind"] = r.choice([*KINDS, "monster"])
        return
    w = r.choice(made["weapons"])
    change = r.choice(
        [
            {"id": r.choice(["w0", "w1", "krak", "melta_bomb"])},
            {"built_into": r.choice(["w0", "w1", "w2", "w9", None])},
            {"mount": "turret"},
            {"aim_decideg": 1},
            {"kind": "melee"},
            {"traits": ["melta", "melta"]},
        ]
    )
    w.update(change)
    if r.random() < 0.1:
        made["weapons"] += [{**w, "id": f"x{n}"} for n in range(r.randint(1, 6))]


def other_players(r: random.Random, made: Json) -> None:
    """Change who plays, or by which rules."""
    ids = ["ann", "Bob", "judge", "system", "a b", "", "x" * 33, "Z_-9"]
    count = r.choice([0, 1, 2, 2, 2, 3])
    made["players"] = {i: r.choice(["Ann", "", "x" * 500]) for i in r.sample(ids, count)}
    made["rules"] = r.choice(["armour-value"] * 5 + ["hull-points", "x"])
    if r.random() < 0.3:
        made["house_rules"][r.choice([*HOUSE_RULES, "luck"])] = r.choice([*ODD, "on", 225, 225.0])
    if r.random() < 0.2:
        del made["house_rules"]


def other_dice(r: random.Random, made: Json) -> Json:
    """Give the command with dice too many, too few or impossible."""
    dice = list(made["dice"])
    way = r.randint(0, 4)
    if r.random() < 0.02:
        dice += [r.randint(1, 6)] * 4096
    if way == 0:
        dice.append(r.randint(1, 6))
    elif way == 1 and dice:
        del dice[r.randrange(len(dice)) :]
    elif way == 2 and dice:
        dice[r.randrange(len(dice))] = r.choice([0, 7, -1, 4])
    elif way == 3 and dice:
        dice[r.randrange(len(dice))] = r.choice([True, 1.0, "1", None])
    else:
        dice = r.choice([None, "6", {"1": 2}, [[1]], dice[::-1]])
    return {**made, "dice": dice}


def odd_value(r: random.Random, s: Any, made: Json) -> None:
    """Change one value somewhere in the command, also deep inside."""
    place: Any = made
    while True:
        keys = [k for k in (place if isinstance(place, dict) else range(len(place))) if k != "do"]
        if not keys:
            return
        key = r.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and r.random() < 0.7:
            place = place[key]
            continue
        if isinstance(place, dict) and place is not made and r.random() < 0.2:
            place["extra"] = 1
        elif isinstance(place[key], int) and r.random() < 0.6:
            place[key] += r.choice([-1, 1, 10, 100, -5000, 5000, 10_000_000])
        else:
            place[key] = r.choice([*ODD, *(s["units"] if s else [])])
        return

"""Random armies of armour-value."""

from __future__ import annotations

import random
from typing import Any

Json = dict[str, Any]


def army(rng: random.Random, owner: str) -> list[Json]:
    """Give two walkers, a tank, a transport and two squads, with random arms."""
    units = [walker(rng, owner, 1), walker(rng, owner, 2), tank(rng, owner), transport(rng, owner)]
    return [*units, squad(rng, owner, 1), squad(rng, owner, 2)]


def _base(owner: str, unit: str, kind: str) -> Json:
    name = f"{unit} of {owner}"
    place = {"x_milli": 0, "y_milli": 0, "facing_decideg": 0}
    common = {"do": "add_unit", "by": owner, "unit": f"{owner}_{unit}", "owner": owner}
    return common | {"kind": kind, "name": name, "position": place}


def _armour(rng: random.Random) -> Json:
    return {
        "armour_value": [rng.randint(10, 13) for _ in range(3)],
        "bs": rng.randint(2, 5),
        "open_topped": rng.random() < 0.4,
        "extra_armour": rng.random() < 0.2,
        "smoke_launchers": rng.random() < 0.7,
    }


def gun(rng: random.Random, name: str) -> Json:
    """Give a random gun."""
    traits = ["melta", "rending", "lance", "twin_linked", "one_shot", "blast", "barrage"]
    return {
        "id": name,
        "kind": rng.choice(["assault", "rapid_fire", "heavy", "heavy", "ordnance"]),
        "traits": rng.sample(traits, rng.choice([0, 0, 1, 2])),
        "shots": rng.randint(0, 4),
        "strength": rng.randint(0, 10),
        "ap": rng.randint(0, 6),
        "range_milli": rng.choice([12000, 24000, 48000]),
    }


def walker(rng: random.Random, owner: str, number: int) -> Json:
    """Give a random walker."""
    arms: list[Json] = [{"id": f"claw{i}", "kind": "melee"} for i in range(rng.randint(0, 2))]
    guns = [gun(rng, f"gun{i}") for i in range(rng.randint(0, 3))]
    if arms and guns and rng.random() < 0.5:
        guns[0]["built_into"] = "claw0"
    stats = {"ws": rng.randint(2, 5), "strength": rng.randint(4, 7), "attacks": rng.randint(1, 3)}
    extra = {"initiative": rng.randint(3, 5), "squadron": rng.choice([None, "pack"])}
    made = _base(owner, f"walker{number}", "walker") | _armour(rng) | stats | extra
    return made | {"weapons": [*arms, *guns]}


def tank(rng: random.Random, owner: str) -> Json:
    """Give a tank with a turret."""
    guns = [gun(rng, "turret") | {"mount": "turret"}, gun(rng, "hull")]
    made = _base(owner, "tank", "vehicle") | _armour(rng)
    return made | {"tank": True, "fast": rng.random() < 0.3, "weapons": guns}


def transport(rng: random.Random, owner: str) -> Json:
    """Give a vehicle that carries."""
    made = _base(owner, "bus", "vehicle") | _armour(rng)
    room = {"capacity": rng.randint(4, 12), "fire_points": rng.randint(0, 3)}
    return made | room | {"weapons": [gun(rng, "gun")], "fast": rng.random() < 0.5}


def squad(rng: random.Random, owner: str, number: int) -> Json:
    """Give an infantry unit."""
    stats = {n: rng.randint(2, 5) for n in ("ws", "bs", "strength", "toughness", "initiative")}
    more = {"attacks": rng.randint(1, 2), "leadership": rng.randint(5, 9)}
    worn = {"save": rng.randint(2, 7), "fearless": rng.random() < 0.2}
    count = {"models": rng.randint(2, 8), "wounds": rng.randint(1, 3)}
    bombs = {"krak": rng.randint(0, 8), "melta_bombs": rng.randint(0, 2)}
    made = _base(owner, f"squad{number}", "infantry") | stats | more | worn | count | bombs
    return made | {"weapons": [gun(rng, "rifle"), gun(rng, "special")]}

"""Random hull-point commands, plausible and broken, from a seed and the reference's state."""

import copy
import random
from typing import Any

from tests.reference.hullpoints_shape import ARCS, HOUSE, PHASES, STATUSES

Json = dict[str, Any]

HOUSE_VALUES: dict[str, list[Any]] = {
    "oval_tie": ["larger", "smaller"],
    "turn_over_90": ["no_move", "forbid"],
    "half_move": ["exact", "down"],
    "damage_carries": [True, False],
    "last_point_rolls": [True, False],
    "control_zero": ["either", "both"],
    "empty_arc_shot": ["include", "skip"],
    "top_weapons": ["safe", "own_arc"],
    "check": ["d6_six_fails", "d6", "2d6"],
    "to_hit": ["seven_minus_skill", [2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 7], [7, *[4] * 10]],
    "to_wound": ["strength_plus_d6", "ratio"],
    "morale_effect": ["mark", "no_shooting"],
    "slain_leaves": ["wreck", "removed"],
    "scatter_hits": [2, 1, 3],
    "vehicle_backward_cost": [1, 2],
    "access_reach_milli": [2000, 0, 5],
    "passengers_in_explosion": ["hit", "removed", "unharmed"],
    "friendly_ram": [False, True],
    "enforce_phases": [True, False],
}
JUNK: list[Any] = [
    None, True, False, 0, 1, 2, 3, 6, 7, 12, 24, 25, 28, 32, 40, 49, 50, 60, 70, 99, 100, -1,
    899, 900, 901, 999, 1000, 1800, 1801, 3600, 4096, 4097, -3601, 1.0, 2.5, "", "x", "X",
    "3/4", "5", "3/", "front", "any", "top", "a/b/c", "s0", "s0/a", "w0", "w0/a", "v0", "nobody",
    "x" * 33, "é", "y" * 500, "y" * 501, [], {}, [1], ["front"], ["rear", "rear"], ["top"],
    ["s0/a"], [1, 2],
    [9, 8, 7], [None], {"a": True}, {"x": 1}, "removed", "active", "movement", "judge", "ann",
    {"x_milli": 1, "y_milli": 2}, {"x_milli": 1, "y_milli": 2, "facing_decideg": -5},
]  # fmt: skip


class Player:
    """A source of commands for one game."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.phase_luck = self.random.choice([0.03, 0.1, 0.2])
        self.break_luck = self.random.choice([0.0, 0.0, 0.05, 0.3])
        self.slip_luck = self.random.choice([0.0, 0.05, 0.2])

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def slip(self) -> bool:
        """Tell whether a field is to be wrong this time."""
        return self.chance(self.slip_luck)

    def some(self, values: Any, least: int = 0) -> list[Any]:
        """Give some of the values, in any order."""
        values = list(values)
        least = min(least, len(values))
        return self.random.sample(values, self.random.randint(least, len(values)))

    def one(self, values: Any, otherwise: Any = "nobody") -> Any:
        values = list(values)
        return self.random.choice(values) if values else otherwise

    def command_of(self, commands: list[Json]) -> Json:
        """Give one of some commands."""
        return self.random.choice(commands)

    def start(self) -> Json:
        """Give the command that opens the game."""
        rules = {
            name: self.one(values) for name, values in HOUSE_VALUES.items() if self.chance(0.4)
        }
        if self.chance(0.5):
            rules["enforce_phases"] = False
        players = {"ann": "Ann", "ben": "Ben"}
        return {
            "do": "start_game",
            "by": "ann",
            "rules": "hull-points",
            "players": players,
            "house_rules": rules,
        }

    def skill(self) -> Any:
        low = self.one([0, 1, 1, 2, 3, 4, 5, 6, 10, 11])
        return self.one(
            [low, f"{low}/{self.random.randint(0, 6)}", [self.random.randint(0, 6), low]]
        )

    def weapon(self, name: str, kind: str) -> Json:
        ranged = self.chance(0.65)
        made: Json = {"id": name, "kind": "ranged" if ranged else "melee"}
        if kind != "infantry":
            made["mount"] = self.one(["front", "front", "side", "rear", "top"])
        if ranged:
            made["shots"] = self.one([0, 1, 1, 2, 3, 4])
        if kind == "vehicle" or self.chance(0.6):
            made["strength"] = self.one([0, 1, 4, 6, 8, 12, 20])
        if self.chance(0.5):
            made["damage"] = self.one([1, 2, 3, 9])
        if self.chance(0.4):
            made["pattern"] = self.one(["shots", "template"])
        if kind == "vehicle" and ranged:
            made["gunner"] = {"ws": self.skill()}
        return made

    def add(self, unit: str) -> Json:
        """Give an add_unit."""
        kind = {"w": "walker", "v": "vehicle"}.get(unit[0], "infantry")
        made: Json = {
            "do": "add_unit",
            "by": "ann",
            "unit": unit,
            "owner": self.one(["ann", "ben"]),
            "kind": kind,
            "name": unit,
            "weapons": [self.weapon(w, kind) for w in self.some("pqrst")],
        }
        tough = [self.random.randint(0, 13) for _ in ARCS]
        if kind == "vehicle":
            return made | {
                "toughness": self.one([tough, tough, tough, 6, tough[:2]]),
                "hull": self.random.randint(0, 5),
                "armor": self.random.randint(0, 3),
                "movement": self.one([0, 1, 5, 10]),
                "capacity": self.one([0, 1, 3, 8, 20, 20]),
                "access": self.one([[], ["rear"], ["rear"], ["rear"], ["rear", "left"]]),
                "driver": {
                    "ws": self.skill(),
                    "grit": self.random.randint(0, 7),
                    "sagacity": self.random.randint(0, 7),
                },
            }
        made |= {"ws": self.skill(), "strength": self.random.randint(0, 9)}
        made |= {"grit": self.random.randint(0, 7), "sagacity": self.random.randint(0, 12)}
        if kind == "walker":
            sizes = [60, 60, 80, 100, 180, 70, 90, 85, 1, 400, [90, 50], [105, 70], [60, 61]]
            return made | {
                "base_mm": self.one(sizes),
                "weight": self.one(["light", "medium", "heavy"]),
                "toughness": self.one([tough, tough, tough, 9, [*tough, 1]]),
            }
        made |= {
            "models": self.some("abcde", 1),
            "initiative": self.random.randint(0, 7),
            "toughness": self.one([None, 0, 3, 6, 9]),
        }
        size = {"base_mm": self.one([25, 28, 32, 40, 50, 30, 90])}
        return made | (size if self.chance(0.3) else {"wounds": self.one([1, 1, 2, 3])})

    def command(self, state: Json) -> Json:
        """Give a command for a state, by most rules allowed."""
        made = self.plausible(state)
        made.setdefault("by", self.one(["ann", "ben", "judge", "system"]))
        if self.chance(0.01):
            made["by"] = self.one(["cat", "Ann", "", "judge"])
        while self.chance(self.break_luck):
            made = self.broken(made)
        return made

    def plausible(self, state: Json) -> Json:
        units = state["units"]
        if state["pending"] and self.chance(0.85):
            return self.settle(state)
        if self.slip():
            return self.command_of(
                [
                    {"do": "resolve_explosion", "unit": self.one(units), "hits": []},
                    {"do": "resolve_timber", "unit": self.one(units)},
                    {"do": self.one(["march", "start_round ", "run_unit", ""])},
                    {"do": "note", "text": "so", "choices": ["claw"]},
                    {"do": "note", "text": "so", "dice": [7]},
                    {"do": "start_round", "choices": []},
                    self.start(),
                ]
            )
        if len(units) < 4 or (len(units) < 9 and self.chance(0.08)):
            return self.add(self.one("wvsswv") + self.one("0123"))
        if state["phase"] is None and self.chance(0.5):
            return {"do": "start_round"}
        if self.chance(self.phase_luck):
            return self.one([{"do": "start_phase", "phase": self.one(PHASES)}, {"do": "end_round"}])
        if self.chance(0.004):
            return {"do": "end_game", "winner": self.one([None, "ann"]), "scores": {"ben": -2}}
        if self.chance(0.08):
            return {"do": "ruling", "by": "judge", "reason": "so", "set": self.rulings(state)}
        follow: Json | None = self.follow_up(state)
        if follow is not None:
            return follow
        kinds = {
            "movement": ["declare_turn", "turn_unit", "move_unit", "move_unit"]
            + ["embark"] * 3 + ["disembark", "ram", "ram"],
            "shooting": ["fire_weapon"] * 5,
            "combat": ["duel"] * 2 + ["strike"] * 3 + ["allocate_hits"] * 2,
            "end": ["check"],
        }  # fmt: skip
        anything = [do for dos in kinds.values() for do in dos]
        anything += ["apply_damage"] * 5 + ["check", "place_unit", "assign_gunner", "note"]
        here = kinds.get(state["phase"], ["place_unit", "assign_gunner"])
        return self.fields(self.one(here if self.chance(0.6) else anything), state)

    def follow_up(self, state: Json) -> Json | None:
        """Go on with a combat, or blow up a vehicle that carries somebody."""
        combat = state["combat"]
        if combat and combat["winner"] and combat["hits"] != 0 and self.chance(0.6):
            return self.fields("strike" if combat["hits"] is None else "allocate_hits", state)
        full = [u for u, x in state["units"].items() if x.get("passengers")]
        if full and self.chance(0.15):
            unit = self.one(full)
            return {"do": "apply_damage", "unit": unit, "amount": 3, "cause": "mine"}
        return None

    def of_kind(self, state: Json, *kinds: str) -> str:
        """Give the id of a unit, by most of these kinds and in play."""
        units = state["units"]
        fit = [u for u, x in units.items() if x["kind"] in kinds and x["status"] == "active"]
        return str(self.one(fit if fit and self.chance(0.93) else units))

    def models(self, state: Json) -> list[str]:
        units = {u: x for u, x in state["units"].items() if x["kind"] == "infantry"}
        return [f"{u}/{m}" for u, x in units.items() for m in x["models"]]

    def hits(self, state: Json) -> list[Json]:
        made: list[Json] = []
        for unit, x in state["units"].items():
            if not self.chance(0.5) or (x["status"] != "active" and not self.slip()):
                continue
            if x["kind"] != "infantry" or self.slip():
                made.append({"unit": unit, "arc": self.one(ARCS)})
                continue
            for model, body in x["models"].items():
                if body["status"] != "active" and not self.slip():
                    continue
                if body["aboard"] == state["pending"][0]["unit"] and not self.slip():
                    continue
                made.append({"unit": unit, "model": model} | self.fact(x))
        if made and self.slip():
            made.append({**self.one(made)})
        self.random.shuffle(made)
        return made

    def fact(self, unit: Json) -> Json:
        """Say whether a model is wounded where that is needed, sometimes where it is not."""
        needed = unit.get("toughness") is None
        return {"wounded": self.chance(0.5)} if self.chance(0.9 if needed else 0.1) else {}

    def settle(self, state: Json) -> Json:
        first = state["pending"][0 if self.chance(0.95) else -1]
        made: Json = {"do": first["do"], "unit": first["unit"]}
        if first["do"] == "resolve_explosion":
            made["hits"] = self.hits(state)
            if self.chance(0.8):
                made["passengers_wounded"] = {m: self.chance(0.5) for m in self.models(state)}
        elif self.chance(0.6):
            made["angle_decideg"] = self.one([0, 5, 1799, 1800, 3599, 3600, -1])
            if self.chance(0.7):
                made["under"] = self.hits(state)
        return made

    def rulings(self, state: Json) -> Json:
        paths: Json = {}
        for _ in range(self.one([0, 1, 1, 2, 4])):
            unit = self.one([*state["units"], *state["units"], "nobody"])
            x = state["units"].get(unit, {})
            part = self.one(["unit"] * 4 + ["weapon", "model", "model", "model", "game"])
            small = self.one([0, 0, 1, 2, 3, 9, 10])
            if part == "game":
                paths |= self.one([{"round": small}, {"phase": self.one([None, *PHASES])}])
            elif part == "weapon":
                weapon = self.one(x.get("weapons", {}))
                name = self.one(["destroyed", "fired"])
                paths[f"units.{unit}.weapons.{weapon}.{name}"] = self.chance(0.5)
            elif part == "model":
                model = self.one(x.get("models", {}), "a")
                name = self.one(["wounds", "status", "aboard", "aboard"])
                vehicles = [u for u, y in state["units"].items() if y["kind"] == "vehicle"]
                value = {
                    "wounds": small,
                    "status": self.one(["active", "removed"]),
                    "aboard": self.one([None, *vehicles, *vehicles, "nobody", "w0"]),
                }[name]
                paths[f"units.{unit}.models.{model}.{name}"] = value
            else:
                name = self.one(
                    ["hull", "armor", "movement", "ws_melee", "ws_shooting", "ammo_hits"]
                    + ["control_hits", "grit", "sagacity", "battle_shocked_until", "position"]
                    + ["status"] * 3
                )
                place = {"x_milli": 5, "y_milli": -5, "facing_decideg": self.one([0, 450, 3600])}
                value = {
                    "battle_shocked_until": self.one([None, small]),
                    "position": self.one([None, place]),
                    "status": self.one(["active"] * 6 + list(STATUSES)),
                }.get(name, small)
                paths[f"units.{unit}.{name}"] = value
        return paths

    def fields(self, do: str, state: Json) -> Json:
        make = getattr(self, f"make_{do}")
        made: Json = make(state)
        return {"do": do, **made}

    def make_note(self, state: Json) -> Json:
        return {"text": "so", "about": self.one([None, "3.1"])}

    def make_place_unit(self, state: Json) -> Json:
        return {
            "unit": self.one(state["units"]),
            "x_milli": self.one([0, -7, 12345]),
            "y_milli": self.one([0, 999, -12345]),
            "facing_decideg": self.random.randint(-10, 3700),
        }

    def make_assign_gunner(self, state: Json) -> Json:
        unit = self.of_kind(state, "vehicle")
        return {"unit": unit, "weapon": self.weapon_of(state, unit), "ws": self.skill()}

    def weapon_of(self, state: Json, unit: str) -> str:
        return str(self.one(state["units"].get(unit, {}).get("weapons", {})))

    def make_declare_turn(self, state: Json) -> Json:
        turns = [0, 1, 450, 900, 901, 1799, 1800, 1801]
        return {"unit": self.of_kind(state, "walker", "vehicle"), "turn_decideg": self.one(turns)}

    def make_turn_unit(self, state: Json) -> Json:
        turns = [1, -1, 450, -450, 899, -900, 1800]
        return {"unit": self.of_kind(state, "walker", "vehicle"), "turn_decideg": self.one(turns)}

    def move_fields(self) -> Json:
        return {
            "direction": self.one(["forward", "forward", "backward", "backward", "left"]),
            "distance_milli": self.one([1, 500, 1000, 2500, 2501, 4000, 5001, 10000]),
        }

    def make_move_unit(self, state: Json) -> Json:
        made = {"unit": self.one(state["units"]), **self.move_fields()}
        if self.slip():
            made["to"] = {"x_milli": 3, "y_milli": -4}
        if made["unit"][0] == "s" and self.chance(0.8):
            made["direction"] = "any"
            if self.chance(0.5):
                made["to"] = {"x_milli": 3, "y_milli": -4}
        return made

    def make_embark(self, state: Json) -> Json:
        unit = self.of_kind(state, "vehicle")
        access = state["units"].get(unit, {}).get("access", [])
        models = self.some(self.models(state), 1)
        if not self.slip():
            owner = state["units"].get(unit, {}).get("owner")
            models = [m for m in models if state["units"][m.split("/")[0]]["owner"] == owner]
        if not self.slip():
            models = [m for m in models if self.can_enter(state, m)]
        if self.slip():
            models.append(self.one(state["units"]))
        return {
            "unit": unit,
            "models": models or ["s0/a"],
            "access": self.one(access, "rear"),
            "distance_milli": self.one([0, 0, 0, 5, 6, 2000, 2001]),
        }

    def can_enter(self, state: Json, name: str) -> bool:
        unit, _, model = name.partition("/")
        body = state["units"][unit].get("models", {}).get(model)
        return bool(body and body["status"] == "active" and body["aboard"] is None)

    def make_disembark(self, state: Json) -> Json:
        made = self.make_embark(state)
        aboard = state["units"].get(made["unit"], {}).get("passengers", [])
        return made | {"models": self.some(aboard, 1)} if self.chance(0.8) else made

    def make_ram(self, state: Json) -> Json:
        target = self.of_kind(state, "infantry")
        made = {"unit": self.of_kind(state, "vehicle"), "target": target, **self.move_fields()}
        models = state["units"].get(target, {}).get("models", {})
        if self.chance(0.8):
            made["wounded"] = {m: self.chance(0.5) for m in models if self.chance(0.97)}
        return made

    def make_fire_weapon(self, state: Json) -> Json:
        unit, target = (
            self.of_kind(state, "walker", "vehicle", "infantry"),
            self.of_kind(state, "walker", "vehicle", "infantry"),
        )
        weapon = self.weapon_of(state, unit)
        shooter, aim = state["units"].get(unit, {}), state["units"].get(target, {})
        printed = shooter.get("weapons", {}).get(weapon, {})
        mount = printed.get("mount")
        made: Json = {"unit": unit, "weapon": weapon, "target": target, "struck": None}
        made["arc"] = mount if mount in ARCS and self.chance(0.9) else self.one(ARCS)
        if shooter.get("kind") == "infantry":
            made["arc"] = None
        if aim.get("kind") != "infantry":
            single = printed.get("pattern") == "shots" and self.chance(0.95)
            made["struck"] = [self.one(ARCS)] if single else self.some(ARCS)
            if self.chance(0.4):
                made["sees"] = self.some(ARCS)
        if self.chance(0.8 if aim.get("toughness") is None else 0.1):
            made["wounded"] = self.one([0, 1, 1, 2, 5])
        if self.slip():
            made |= self.one([{"arc": "front"}, {"arc": None}, {"struck": None}])
        if self.slip():
            made |= self.one([{"struck": ["rear"]}, {"struck": []}, {"sees": ["rear"]}])
        return made

    def make_apply_damage(self, state: Json) -> Json:
        unit = self.of_kind(state, "walker", "vehicle", "infantry")
        made: Json = {
            "unit": unit,
            "amount": self.one([1, 1, 2, 3, 9, 20, 999]),
            "cause": "terrain",
        }
        if self.chance(0.4):
            made["attacker"] = self.one(state["units"])
        models = state["units"].get(unit, {}).get("models")
        if models:
            made["model"] = self.one(models)
        elif self.chance(0.5):
            made["sees"] = self.some(ARCS)
        return made

    def make_duel(self, state: Json) -> Json:
        made: Json = {
            "attacker": self.of_kind(state, "walker", "infantry"),
            "defender": self.of_kind(state, "walker", "infantry", "vehicle"),
        }
        if self.chance(0.5):
            owner = state["units"].get(made["attacker"], {}).get("owner")
            others = [u for u, x in state["units"].items() if x["owner"] != owner]
            made["others"] = [u for u in self.some(others) if u != made["defender"]]
            if self.slip():
                made["others"].append(self.one([made["defender"], made["attacker"], *others]))
        return made

    def winner(self, state: Json) -> str:
        combat = state["combat"] or {}
        return str(combat.get("winner") or self.one(state["units"]))

    def make_strike(self, state: Json) -> Json:
        unit = self.winner(state) if self.chance(0.9) else self.one(state["units"])
        many = [0, 1, 2, 9, 4097] if self.slip() else [1, 2, 9]
        return {"unit": unit} | ({"attacks": self.one(many)} if self.chance(0.15) else {})

    def make_allocate_hits(self, state: Json) -> Json:
        unit = self.winner(state) if self.chance(0.9) else self.one(state["units"])
        combat = state["combat"] or {"attacker": "x", "defender": unit, "others": [], "hits": 2}
        enemies = [combat["defender"], *combat["others"]]
        if unit != combat["attacker"]:
            enemies = [combat["attacker"]]
        left = combat["hits"] or 1
        items: list[Json] = []
        while left > 0 and len(items) < 5:
            hits = self.random.randint(1, left)
            left -= hits if not self.slip() else 0
            items.append(self.item(state, unit, self.one(enemies), hits))
        return {"unit": unit, "allocation": items}

    def item(self, state: Json, unit: str, target: str, hits: int) -> Json:
        weapons = state["units"].get(unit, {}).get("weapons", {})
        melee = [w for w, x in weapons.items() if x["kind"] == "melee" and not x["destroyed"]]
        weapon = self.one(melee, None) if not self.slip() else self.one([None, *weapons])
        made: Json = {"weapon": weapon, "target": target, "hits": hits}
        if self.slip():
            made["target"] = self.one(state["units"])
        aim = state["units"].get(made["target"], {})
        if aim.get("kind") != "infantry":
            made["arc"] = self.one(ARCS)
            if self.chance(0.4):
                made["sees"] = self.some(ARCS)
        elif self.chance(0.9 if aim["toughness"] is None else 0.1):
            made["wounded"] = self.random.randint(0, hits)
        return made

    def make_check(self, state: Json) -> Json:
        unit = self.one(state["units"])
        models = state["units"][unit].get("models", {})
        model = {"model": self.one(models, None)} if self.chance(0.5) else {}
        return {
            "unit": unit,
            "characteristic": self.one(["initiative", "grit", "sagacity"]),
        } | model

    def broken(self, command: Json) -> Json:
        """Give the command with one thing changed, somewhere inside it."""
        made: Json = copy.deepcopy(command)
        holder: Any = made
        while True:
            inner = [v for v in values_of(holder) if isinstance(v, dict | list) and v]
            if not inner or self.chance(0.5):
                break
            holder = self.one(inner)
        if isinstance(holder, list):
            at = self.random.randrange(len(holder))
            how = self.random.randrange(4)
            if how == 0:
                del holder[at]
            elif how == 1:
                holder.insert(at, copy.deepcopy(self.one(holder)))
            elif how == 2:
                holder.insert(at, copy.deepcopy(self.one(JUNK)))
            else:
                holder[at] = copy.deepcopy(self.one(JUNK))
            return made
        names = [name for name in holder if name != "do"]
        how = self.random.randrange(6)
        if how == 0 and names:
            del holder[self.one(names)]
        elif how == 1:
            holder[self.one(FIELDS)] = copy.deepcopy(self.one(JUNK))
        elif names:
            holder[self.one(names)] = copy.deepcopy(self.one(JUNK))
        return made

    def faces(self, refused: Json) -> list[int]:
        """Give dice for what a refusal asks for, sometimes too few, too many or no faces."""
        count = min(refused["count"], 4096)
        faces = [self.random.randint(1, 6) for _ in range(count)]
        if refused["purpose"] == "damage_table" and self.chance(0.6):
            faces = list(self.one([(6, 6), (2, 3), (2, 3), (1, 2), (2, 2), (3, 3), (3, 4)]))
        if refused["purpose"] == "morale" and self.chance(0.5):
            faces = [6] * count
        if self.chance(0.001):
            return faces * 1500
        if self.chance(0.02):
            faces.append(self.random.randint(1, 6))
        if self.chance(0.01):
            faces[self.random.randrange(count)] = self.one([0, 7, -1])
        if self.chance(0.02):
            faces.pop()
        return faces


FIELDS = (
    "unit", "models", "arc", "struck", "sees", "wounded", "to", "attacks", "model", "hull",
    "base_mm", "wounds", "gunner", "mount", "shots", "about", "choices", "dice", "others", "extra",
    "attacker", "passengers_wounded", "weapon", "under", "angle_decideg", "scores", "house_rules",
    "toughness", "strength", "pattern", "damage", "target", "owner", "round", *HOUSE,
)  # fmt: skip


def values_of(holder: Any) -> list[Any]:
    """Give what stands directly inside an object or list."""
    return list(holder.values()) if isinstance(holder, dict) else list(holder)

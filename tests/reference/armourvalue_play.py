"""
Random commands for armour-value, likely and unlikely ones, for two implementations.

The likely ones are made from the state of the reference so that games get
somewhere; the unlikely ones are likely ones with something broken.
"""

import random
from typing import Any

from tests.reference.armourvalue import submit
from tests.reference.armourvalue_armies import THEMES, position, unit
from tests.reference.armourvalue_breaks import broken
from tests.reference.armourvalue_shapes import COMMANDS, HOUSE_RULES, RULED

Json = dict[str, Any]
FACES = [1, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6]
EDGES = [0, 1, 2, 3, 999, 1000, 1001, 2000, 2001, 3000, 4000, 5000, 5999, 6000, 6001]
FAR = [7000, 9000, 11999, 12000, 12001, 15000, 18000, 18001, 36000, 1_000_000]


class Player:
    """Makes commands for one game, out of the state of the reference."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.added = 0
        self.rulings = self.r.choice([0, 0, 0.5, 2, 6])
        self.patience = self.r.choice([1, 2, 4, 6])
        self.curious = self.r.choice([0.05, 0.2, 0.5])
        self.breaks = self.r.choice([0.02, 0.1, 0.3])
        self.theme = self.r.choice(list(THEMES))

    def early(self) -> Json:
        """Give a command for a game that has not started."""
        r = self.r
        if r.random() < 0.6:
            return broken(self.r, None, {**self.opening(), "dice": [], "choices": []})
        made = {"do": r.choice(list(COMMANDS)), "by": r.choice(["ann", "judge"])}
        made |= r.choice(
            [{}, {"text": "so"}, {"unit": "u1"}, {"player": "ann"}, {"phase": "shooting"}]
        )
        return made

    def next(self, s: Json) -> Json:
        """Give a command with its answers, mostly one that the reference takes."""
        for _ in range(self.patience):
            command = self.answered(s, self.likely(s))
            if "events" in submit(s, command)[1] or self.r.random() < self.curious:
                break
        return broken(self.r, s, command) if self.r.random() < self.breaks else command

    def opening(self) -> Json:
        """Give a start_game with random house rules."""
        house = {k: self.r.choice(v) for k, v in HOUSE_RULES.items() if self.r.random() < 0.6}
        players = {"ann": "Ann", "Bob": "Bob"}
        return {
            "do": "start_game",
            "by": self.r.choice(["ann", "Bob", "judge", "system"]),
            "rules": "armour-value",
            "players": players,
            "house_rules": house,
        }

    def new_unit(self) -> Json:
        """Give an add_unit with a fresh id."""
        self.added += 1
        kind = self.r.choice(THEMES[self.theme].split())
        made = unit(self.r, f"u{self.added}", self.r.choice(["ann", "Bob"]), kind)
        if self.theme == "rams" and kind == "vehicle":
            made |= {"tank": True, "armour_value": [14, 13, 10]}
        if self.theme == "horde" and kind == "infantry":
            made["models"] = self.r.choice([20, 50, 99, 100])
            for w in made["weapons"]:
                w["shots"] = self.r.choice([1, 41, 42, 99, 100])
        return made

    def pick(self, s: Json, **wanted: Any) -> str:
        """Pick a unit that fits if there is one; sometimes any unit at all."""
        fits = [i for i, u in s["units"].items() if all(u.get(k) in v for k, v in wanted.items())]
        if fits and self.r.random() < 0.95:
            return self.r.choice(fits)
        return self.r.choice([*s["units"], "nobody"])

    def mine(self, s: Json, **wanted: Any) -> str:
        """Pick a unit of the player whose turn it is."""
        return self.pick(s, owner=[s["active_player"]], status=["active"], **wanted)

    def other(self, s: Json, **wanted: Any) -> str:
        """Pick a unit of the other player."""
        rivals = [p for p in s["players"] if p != s["active_player"]]
        return self.pick(s, owner=rivals, status=["active"], **wanted)

    def distance(self, most: int = 6000) -> int:
        """Give a distance, often at an edge, mostly within *most*."""
        if self.r.random() < 0.8:
            return self.r.choice([d for d in EDGES + FAR if d <= most])
        return self.r.choice(EDGES + FAR)

    def walk(self, most: int = 6000) -> Json:
        """Give distance and position."""
        return {"distance_milli": self.distance(most), "position": position(self.r)}

    def terrain(self, s: Json, i: str, made: Json) -> Json:
        """Add terrain to a move."""
        r, u = self.r, s["units"].get(i, {})
        if r.random() < 0.35:
            made["dangerous"] = True
        if r.random() < 0.35 and made["do"] != "run_unit":
            made["difficult"] = True
        tests = made.get("dangerous") or (made.get("difficult") and u.get("kind") == "vehicle")
        if (bool(tests) and u.get("kind") != "infantry") != (r.random() < 0.05):
            limit = made["distance_milli"]
            made["test_at"] = {
                "distance_milli": r.choice(
                    [0, limit // 2, limit, limit, limit + (r.random() < 0.1)]
                ),
                "position": position(r),
            }
        return made

    def likely(self, s: Json) -> Json:
        """Give a command that has a fair chance."""
        r = self.r
        if s["pending"] and r.random() < 0.85:
            if self.rulings and r.random() < 0.15:
                return {"do": "ruling", **self.ruling(s)}
            return self.settle(s)
        general = {
            "start_phase": 3,
            "start_turn": 3 if s["phase"] in (None, "assault") else 0.2,
            "ruling": self.rulings,
            "apply_damage_roll": 1,
            "add_unit": 0.3 if self.added < 14 else 0.02,
            "note": 0.3,
            "end_game": 0.02,
        }
        phases: Json = {
            "movement": {
                "move_unit": 10,
                "embark": 8,
                "disembark": 5,
                "ram": 8,
                "trigger_smoke": 2,
            },
            "shooting": {"fire_weapon": 22, "run_unit": 5, "trigger_smoke": 2},
            "assault": {
                "assault_unit": 12,
                "fight": 16,
                "score_combat": 6,
                "pile_in": 3,
                "consolidate": 4,
            },
            None: {"add_unit": 3, "start_turn": 9},
        }
        weights = general | phases[s["phase"]]
        if self.theme == "melee" and s["phase"] in ("movement", "shooting"):
            weights["start_phase"] = 12
        if self.theme == "rams":
            weights |= {"start_turn": 12} if s["phase"] == "assault" else {"start_phase": 12}
            weights |= {"ram": 40, "start_phase": 4} if s["phase"] == "movement" else {}
        if r.random() < 0.03:
            weights = dict.fromkeys(COMMANDS, 1)
        do = r.choices(list(weights), list(weights.values()))[0]
        made = getattr(self, do)(s)
        return {"do": do, "by": r.choice([*s["players"], "judge", "system"]), **made}

    def settle(self, s: Json) -> Json:
        """Give a command for the first pending item."""
        owed = s["pending"][0]
        made = getattr(self, owed["do"])(s)
        return {"do": owed["do"], "by": "judge", **made}

    def start_game(self, s: Json) -> Json:
        return self.opening()

    def add_unit(self, s: Json) -> Json:
        return self.new_unit()

    def start_turn(self, s: Json) -> Json:
        rivals = [p for p in s["players"] if p != s["active_player"]]
        return {"player": self.r.choice([*rivals * 6, *s["players"]])}

    def start_phase(self, s: Json) -> Json:
        after = {"movement": "shooting", "shooting": "assault"}.get(s["phase"], "movement")
        return {"phase": self.r.choice([after] * 8 + ["shooting", "movement", "assault"])}

    def move_unit(self, s: Json) -> Json:
        moving = {"ram": ["moving"]} if self.r.random() < 0.2 else {}
        i = self.mine(s, **moving)
        carriers = [j for j, u in s["units"].items() if u.get("passengers")]
        if carriers and self.r.random() < 0.3:
            i = self.r.choice(carriers)
        most = 18000 if s["units"].get(i, {}).get("kind") == "vehicle" else 6000
        made = {"do": "move_unit", "unit": i, **self.walk(most)}
        if i in carriers and self.r.random() < 0.4:
            made["distance_milli"] = 0
        return self.terrain(s, i, made)

    def run_unit(self, s: Json) -> Json:
        i = self.mine(s, kind=["walker", "infantry"])
        return self.terrain(s, i, {"do": "run_unit", "unit": i, **self.walk(4000)})

    def trigger_smoke(self, s: Json) -> Json:
        return {"unit": self.mine(s, smoke_launchers=["ready"])}

    def embark(self, s: Json) -> Json:
        made = {"unit": self.mine(s, kind=["infantry"]), "vehicle": self.mine(s, kind=["vehicle"])}
        return {**made, "distance_milli": self.distance(2000)}

    def disembark(self, s: Json) -> Json:
        aboard = [i for i, u in s["units"].items() if u.get("inside")]
        i = self.r.choice(aboard) if aboard else self.mine(s, kind=["infantry"])
        return {"unit": i, **self.walk(2000)}

    def ram(self, s: Json) -> Json:
        target = self.other(s)
        hull = s["units"].get(target, {}).get("kind") in ("walker", "vehicle")
        made = {"unit": self.mine(s, tank=[True]), "target": target, **self.walk(18000)}
        if hull != (self.r.random() < 0.05):
            made["contact"] = self.r.choice(["front", "side", "rear"])
        return made

    def ram_response(self, s: Json) -> Json:
        r = self.r
        i = s["pending"][0]["unit"] if s["pending"] else self.other(s)
        u = s["units"].get(i, {"weapons": {}})
        usual = "brace" if u.get("kind") == "walker" else "give_way"
        made = {"unit": i, "response": r.choice([usual, "death_or_glory", "death_or_glory"])}
        if r.random() < 0.15:
            made["response"] = r.choice(["brace", "give_way"])
        if made["response"] == "death_or_glory" or r.random() < 0.15:
            names = [None, "krak", "melta_bomb", *u["weapons"], *u["weapons"]]
            made["weapon"] = r.choice(names)
        if (made["response"] == "give_way") != (r.random() < 0.1):
            made["position"] = position(r)
        return made

    def fire_weapon(self, s: Json) -> Json:
        r = self.r
        i = self.mine(s)
        u = s["units"].get(i, {"weapons": {}})
        target = self.other(s)
        if u.get("fired_at") and r.random() < 0.8:
            target = u["fired_at"]
        ready = [w for w, v in u["weapons"].items() if not v["fired"] and v["kind"] != "melee"]
        made = {"unit": i, "weapon": r.choice([*ready * 3, *u["weapons"], "w0"]), "target": target}
        w = u["weapons"].get(made["weapon"], {"traits": [], "range_milli": 0, "aim_decideg": 0})
        half = w["range_milli"] // 2
        made["range_milli"] = r.choice(
            [half, half + 1, 1000, w["range_milli"], w["range_milli"] + 1]
        )
        facing = (u.get("position") or {"facing_decideg": 0})["facing_decideg"] + w["aim_decideg"]
        off = r.choice([0, 225, 226, -225, -226, 450, -450, 451, 1800])
        made["bearing_decideg"] = (facing + off) % 3600
        if r.random() < 0.4:
            made["cover"] = r.choice([0, 2, 3, 4, 5, 6])
        if u.get("kind") == "infantry":
            made["firers"] = r.choice([1, 1, 2, u["models"] or 1, u["models"] + 1])
        blast = "blast" in w["traits"]
        if (blast or "template" in w["traits"]) != (r.random() < 0.03):
            made["hits"] = r.choice([0, 1, 2, 3, 5])
        if blast and r.random() < 0.4:
            made["hole"] = "off"
        victim = target
        if (blast and r.random() < 0.3) or r.random() < 0.02:
            victim = made["scattered_onto"] = self.pick(s, status=["active"])
        hull = s["units"].get(victim, {}).get("kind") in ("walker", "vehicle")
        if hull != (r.random() < 0.03):
            made["struck"] = r.choice(["front", "side", "rear"])
        return made

    def assault_unit(self, s: Json) -> Json:
        r = self.r
        i = self.mine(s, kind=["walker", "infantry"], combat=[None])
        target = self.other(s)
        if r.random() < 0.4:
            target = self.other(s, combat=list(s["combats"]))
        fired = s["units"].get(i, {}).get("fired_at")
        if fired and r.random() < 0.8:
            target = fired
        made = {"do": "assault_unit", "unit": i, "target": target, **self.walk()}
        return self.terrain(s, i, made)

    def fight(self, s: Json) -> Json:
        r = self.r
        able = []
        for i, u in s["units"].items():
            foes = s["combats"][u["combat"]]["units"] if u["combat"] else []
            able += [(i, j) for j in foes if s["units"][j]["owner"] != u["owner"]]
            if u["assault"] and u["assault"]["reached"]:
                able.append((i, u["assault"]["target"]))
        able = [(i, j) for i, j in able if not s["units"][i]["struck"] or r.random() < 0.1]
        i, j = r.choice(able) if able and r.random() < 0.95 else (self.pick(s), self.pick(s))
        made: Json = {"unit": i, "target": j}
        if s["units"].get(i, {}).get("krak") or r.random() < 0.03:
            made["krak"] = r.choice([0, 1, 1, 2, 6])
        if s["units"].get(i, {}).get("melta_bombs") or r.random() < 0.03:
            made["melta_bombs"] = r.choice([0, 1, 1, 4])
        return made

    def score_combat(self, s: Json) -> Json:
        return {"combat": self.r.choice([*s["combats"], *s["combats"], "c1"])}

    def sweep(self, s: Json) -> Json:
        target = s["pending"][0]["unit"] if s["pending"] else self.pick(s)
        combat = s["units"].get(target, {}).get("combat")
        members = s["combats"][combat]["units"] if combat else list(s["units"])
        return {"unit": self.r.choice(members), "target": target}

    def pile_in(self, s: Json) -> Json:
        i = self.pick(s, combat=list(s["combats"]))
        return {"unit": i, **self.walk()}

    def consolidate(self, s: Json) -> Json:
        return {"unit": self.pick(s, end_move=["allowed"]), **self.walk(4000)}

    def apply_damage_roll(self, s: Json) -> Json:
        made = {
            "unit": self.pick(s, kind=["walker", "vehicle"], status=["active"]),
            "outcome": self.r.choice(["glancing", "penetrating"]),
            "reason": "typed",
        }
        if self.r.random() < 0.5:
            made["ap"] = self.r.choice([None, 0, 1, 2, 6])
        return made

    def resolve_explosion(self, s: Json) -> Json:
        r = self.r
        i = s["pending"][0]["unit"] if s["pending"] else self.pick(s)
        hits: list[Json] = []
        for j, u in s["units"].items():
            good = u["status"] == "active" and u.get("inside") is None and j != i
            if r.random() > (0.3 if good else 0.02):
                continue
            form = u["kind"] == "infantry"
            if form != (r.random() < 0.02):
                hits.append({"unit": j, "models": max(1, r.choice([1, u.get("models", 1)]))})
            else:
                hits.append({"unit": j, "side": r.choice(["front", "side", "rear"])})
        if hits and r.random() < 0.15:
            hits.append(r.choice(hits))
        r.shuffle(hits)
        return {"unit": i, "hits": hits}

    def note(self, s: Json) -> Json:
        return {"text": "so", "about": self.r.choice([None, "main/3"])}

    def end_game(self, s: Json) -> Json:
        scores = {p: self.r.choice([-3, 0, 17]) for p in s["players"] if self.r.random() < 0.5}
        return {"winner": self.r.choice([None, "ann", "nobody"]), "scores": scores}

    def ruling(self, s: Json) -> Json:
        changes = [self.change(s) for _ in range(self.r.choice([0, 1, 1, 1, 2, 3]))]
        return {"by": self.r.choice(["judge"] * 9 + ["ann"]), "reason": "so", "set": dict(changes)}

    def change(self, s: Json) -> tuple[str, Any]:
        """Give one path of a ruling and a value."""
        r = self.r
        if r.random() < 0.06:
            return r.choice(
                [("round", r.randint(0, 9)), ("active_player", r.choice(["ann", "Bob"]))]
            )
        i = self.pick(s)
        if s["pending"] and r.random() < 0.5:
            i = r.choice([s["pending"][0]["unit"], s["pending"][0].get("rammer", i)])
        u = s["units"].get(i, {"weapons": {}})
        if u["weapons"] and r.random() < 0.2:
            w = r.choice([*u["weapons"], *u["weapons"], "w9"])
            key = r.choice(["destroyed", "fired", "spent"])
            return f"units.{i}.weapons.{w}.{key}", r.random() < 0.5
        keys = [k for k in RULED if k in u]
        key = r.choice(keys) if keys and r.random() < 0.95 else r.choice(list(RULED))
        return f"units.{i}.{key}", self.ruled(s, key)

    def ruled(self, s: Json, key: str) -> Any:
        """Give a value for one key of a unit, mostly one that keeps the game going."""
        r = self.r
        if key == "status":
            return r.choice(["active", "active", "active", "wreck", "exploding", "removed"])
        if key == "position":
            return r.choice([None, position(r)])
        if key == "moved_milli":
            return r.choice([None, None, 0, *EDGES, 12001])
        if key == "fired_at":
            return r.choice([None, None, "nobody", *s["units"]])
        if key.endswith("_until"):
            return r.choice([None, None, 0, s["round"], s["round"] + 1, s["round"] + 2])
        if key == "smoke_launchers":
            return r.choice(["none", "ready", "used"])
        if key == "ram":
            return r.choice([None, "moving", "stopped"])
        if key == "end_move":
            return r.choice([None, "allowed", "done"])
        if key in ("models", "wounds_lost"):
            return r.choice([0, 0, 1, 1, 2, 3, 5])
        return r.random() < 0.5

    def answered(self, s: Json, command: Json) -> Json:
        """Give the command with the dice and choices that the reference asks for."""
        r = self.r
        made = {**command, "dice": [], "choices": []}
        for _ in range(400):
            refused = submit(s, made)[1].get("refused", {})
            if refused.get("code") == "NEEDS_DICE":
                sides = refused["sides"]
                faces = [f for f in FACES if f <= sides]
                made["dice"] += r.choices(faces, k=refused["count"])
            elif refused.get("code") == "NEEDS_CHOICE":
                made["choices"].append(r.choice(refused["options"]))
            elif refused.get("code") == "NEEDS_FIELD" and r.random() < 0.8:
                made[refused["field"]] = {"contact": "front", "struck": "side", "hits": 2}.get(
                    refused["field"], {"distance_milli": 0, "position": position(r)}
                )
            else:
                break
        return made

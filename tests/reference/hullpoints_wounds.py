"""
Dice, wounds and damage of the hull-point rules, written from the rule page alone.

A `Turn` is one command being resolved: the state as a dict that it changes in place, the dice
that are left, the events so far.
"""

from typing import Any

from tests.reference.hullpoints_shape import ARCS

Unit = dict[str, Any]

TABLE = {
    2: "explodes",
    3: "control_hit",
    4: "weapon_shot",
    5: "flesh_wound",
    6: "ammo_hit",
    7: "leg_hit",
    8: "ammo_hit",
    9: "flesh_wound",
    10: "weapon_shot",
    11: "control_hit",
    12: "explodes",
}


class Refused(Exception):
    """A command is refused."""

    def __init__(self, code: str, rule: str = "ENGINE", **more: Any) -> None:
        super().__init__(code, rule, more)
        self.code, self.rule, self.more = code, rule, more


class Turn:
    """One command being resolved on a copy of the state."""

    def __init__(self, state: dict[str, Any], command: dict[str, Any]) -> None:
        self.state = state
        self.command = command
        self.dice = list(command.get("dice", []))
        self.events: list[dict[str, Any]] = []

    @property
    def rules(self) -> dict[str, Any]:
        rules: dict[str, Any] = self.state["house_rules"]
        return rules

    def unit(self, name: str) -> Unit:
        unit: Unit = self.state["units"][name]
        return unit

    def tell(self, kind: str, /, **fields: Any) -> None:
        self.events.append({"type": kind, **fields})

    def roll(self, purpose: str, count: int = 1, after: list[int] | None = None) -> dict[str, Any]:
        """Take a roll; *after* holds the faces that a further die joins."""
        if count > 4096:
            raise Refused("TOO_LARGE")
        faces = self.dice[:count]
        if any(not 1 <= face <= 6 for face in faces):
            raise Refused("BAD_DIE")
        if len(faces) < count:
            raise Refused("NEEDS_DICE", purpose=purpose, count=count, sides=6)
        del self.dice[:count]
        return {"purpose": purpose, "sides": 6, "faces": (after or []) + faces}


def needed_to_hit(turn: Turn, skill: int) -> int:
    """Give the face needed to hit; 7 cannot."""
    listed = turn.rules["to_hit"]
    if listed != "seven_minus_skill":
        face: int = listed[min(skill, 10)]
        return face
    return 7 if skill == 0 else max(2, 7 - skill)


def die_wounds(turn: Turn, strength: int, toughness: int, die: int) -> bool:
    if turn.rules["to_wound"] == "strength_plus_d6":
        return strength + die >= toughness
    if strength >= 2 * toughness:
        return die >= 2
    if strength > toughness:
        return die >= 3
    if strength == toughness:
        return die >= 4
    return die >= (6 if 2 * strength <= toughness else 5)


def roll_check(turn: Turn, purpose: str, value: int | None) -> tuple[dict[str, Any] | None, bool]:
    if not value:
        return None, False
    how = turn.rules["check"]
    roll = turn.roll(purpose, 2 if how == "2d6" else 1)
    total = sum(roll["faces"])
    if how == "d6_six_fails" and total == 6:
        return roll, False
    return roll, total <= value


def pick(turn: Turn, purpose: str, count: int) -> tuple[dict[str, Any] | None, int]:
    """Pick one of count at random."""
    if count == 1:
        return None, 0
    roll = turn.roll(purpose)
    while count == 4 and roll["faces"][-1] > 4:
        roll = turn.roll(purpose, after=roll["faces"])
    die = roll["faces"][-1]
    return roll, {2: (die - 1) // 3, 3: (die - 1) // 2, 4: die - 1}[count]


def in_play(unit: Unit) -> bool:
    return bool(unit["status"] == "active")


def outside(unit: Unit) -> list[str]:
    """Give the models of infantry that are in play and not aboard."""
    models = unit["models"].items()
    return [m for m, model in models if model["status"] == "active" and model["aboard"] is None]


def toughness_of(unit: Unit, arc: str) -> int:
    value: int = unit["toughness"][ARCS.index(arc)]
    return value


def owe(turn: Turn, do: str, unit: str) -> None:
    turn.state["pending"].append({"do": do, "unit": unit})


def explode(turn: Turn, name: str, cause: str, left: int) -> None:
    unit = turn.unit(name)
    unit["status"] = "exploding"
    radius = min(unit["toughness"])
    turn.tell("UnitExploded", unit=name, cause=cause, radius=radius, unresolved=left)
    owe(turn, "resolve_explosion", name)


def control_hit(turn: Turn, name: str, left: int) -> None:
    unit = turn.unit(name)
    if unit["kind"] == "vehicle":
        crew = [w["gunner"] for w in unit["weapons"].values() if w.get("gunner")]
        skills = [g["ws_shooting"] for g in crew] or [unit["driver"]["ws_shooting"]]
        if all(skill - unit["control_hits"] <= 0 for skill in skills):
            return explode(turn, name, "control", left)
        unit["control_hits"] += 1
        return turn.tell("ControlHitSuffered", unit=name, control_hits=unit["control_hits"])
    skills = [unit["ws_melee"], unit["ws_shooting"]]
    cannot = any if turn.rules["control_zero"] == "either" else all
    if cannot(skill == 0 for skill in skills):
        return explode(turn, name, "control", left)
    unit["ws_melee"], unit["ws_shooting"] = (max(0, skill - 1) for skill in skills)
    return turn.tell(
        "ControlHitSuffered", unit=name, ws_melee=unit["ws_melee"], ws_shooting=unit["ws_shooting"]
    )


def weapon_shot(turn: Turn, name: str, sees: list[str]) -> None:
    unit = turn.unit(name)
    arcs = [arc for arc in ARCS if arc in sees]
    if turn.rules["top_weapons"] == "own_arc":
        arcs.append("top")

    def mounted(arc: str) -> list[str]:
        return [w for w, x in unit["weapons"].items() if x["mount"] == arc and not x["destroyed"]]

    if turn.rules["empty_arc_shot"] == "skip":
        arcs = [arc for arc in arcs if mounted(arc)]
    if not arcs:
        return turn.tell("WeaponsDestroyed", unit=name, arc=None, weapons=[], roll=None)
    roll, at = pick(turn, "weapon_shot_arc", len(arcs))
    gone = mounted(arcs[at])
    for weapon in gone:
        unit["weapons"][weapon]["destroyed"] = True
    return turn.tell("WeaponsDestroyed", unit=name, arc=arcs[at], weapons=gone, roll=roll)


def movement_hit(turn: Turn, name: str, left: int) -> None:
    unit = turn.unit(name)
    if unit["movement"] == 0:
        return explode(turn, name, "movement", left)
    unit["movement"] //= 2
    kind = "LegHitSuffered" if unit["kind"] == "walker" else "DriveHitSuffered"
    return turn.tell(kind, unit=name, movement=unit["movement"])


def table_roll(turn: Turn, name: str, sees: list[str], left: int) -> None:
    unit = turn.unit(name)
    roll = turn.roll("damage_table", 2)
    row = TABLE[sum(roll["faces"])]
    if row == "leg_hit" and unit["kind"] == "vehicle":
        row = "drive_hit"
    unit["table_rolls"] += 1
    turn.tell("DamageTableRolled", unit=name, roll=roll, row=row)
    if row == "explodes":
        explode(turn, name, "table", left)
    elif row == "control_hit":
        control_hit(turn, name, left)
    elif row == "weapon_shot":
        weapon_shot(turn, name, sees)
    elif row == "flesh_wound":
        turn.tell("FleshWoundSuffered", unit=name)
    elif row == "ammo_hit":
        unit["ammo_hits"] += 1
        turn.tell("AmmoHitSuffered", unit=name, ammo_hits=unit["ammo_hits"])
    else:
        movement_hit(turn, name, left)


def morale(turn: Turn, name: str, value: int) -> None:
    roll, passed = roll_check(turn, "morale", value)
    until = None if passed else turn.state["round"] + 1
    if until is not None:
        turn.unit(name)["battle_shocked_until"] = until
    turn.tell("MoraleChecked", unit=name, roll=roll, value=value, passed=passed, until=until)


def damage(
    turn: Turn, name: str, amount: int, cause: str, attacker: str | None, sees: list[str]
) -> None:
    """Work through the damage chain of a walker or vehicle in play."""
    unit = turn.unit(name)
    to_armor = min(unit["armor"], amount)
    rest = amount - to_armor
    carries = turn.rules["damage_carries"] or unit["armor"] == 0
    to_hull = min(unit["hull"], rest) if carries else 0
    turn.tell(
        "DamageSuffered",
        unit=name,
        amount=amount,
        to_armor=to_armor,
        to_hull=to_hull,
        wasted=rest - to_hull,
        cause=cause,
        attacker=attacker,
    )
    if to_armor:
        unit["armor"] -= to_armor
        turn.tell("ArmorPointsLost", unit=name, points=to_armor, armor=unit["armor"])
    for left in reversed(range(to_hull)):
        unit["hull"] -= 1
        turn.tell("HullPointLost", unit=name, hull=unit["hull"])
        if unit["hull"] > 0 or turn.rules["last_point_rolls"]:
            table_roll(turn, name, sees, left)
        if not in_play(unit):
            return
        if unit["kind"] == "walker" and unit["hull"] > 0:
            morale(turn, name, unit["grit"])
    if to_hull and unit["hull"] == 0:
        if unit["kind"] == "walker":
            unit["status"] = "slain"
            turn.tell("UnitSlain", unit=name)
            owe(turn, "resolve_timber", name)
        else:
            unit["status"] = "inoperable"
            turn.tell("VehicleInoperable", unit=name)


def leave_vehicle(turn: Turn, name: str, model: str) -> None:
    """Take a model out of the vehicle that it is aboard of."""
    vehicle = turn.unit(name)["models"][model]["aboard"]
    turn.unit(name)["models"][model]["aboard"] = None
    if vehicle is not None and f"{name}/{model}" in turn.unit(vehicle)["passengers"]:
        turn.unit(vehicle)["passengers"].remove(f"{name}/{model}")


def remove_model(turn: Turn, name: str, model: str, cause: str) -> None:
    unit = turn.unit(name)
    leave_vehicle(turn, name, model)
    unit["models"][model]["status"] = "removed"
    turn.tell("ModelRemoved", unit=name, model=model, cause=cause)
    if all(m["status"] != "active" for m in unit["models"].values()):
        unit["status"] = "removed"
        turn.tell("UnitRemoved", unit=name, cause=cause)


def lose_wounds(turn: Turn, name: str, model: str, points: int, cause: str) -> None:
    body = turn.unit(name)["models"][model]
    lost = min(points, body["wounds"])
    body["wounds"] -= lost
    turn.tell("WoundsLost", unit=name, model=model, points=lost, wounds=body["wounds"])
    if body["wounds"] == 0:
        remove_model(turn, name, model, cause)


def roll_wounds(
    turn: Turn, name: str, model: str | None, arc: str | None, strength: int, hits: int
) -> list[bool]:
    """Roll to wound, a die a hit; give for each hit whether it wounded."""
    unit = turn.unit(name)
    toughness = unit["toughness"] if arc is None else toughness_of(unit, arc)
    roll = turn.roll("to_wound", hits)
    wounded = [die_wounds(turn, strength, toughness, die) for die in roll["faces"]]
    turn.tell(
        "WoundsRolled",
        target=name,
        model=model,
        arc=arc,
        strength=strength,
        toughness=toughness,
        roll=roll,
        wounds=sum(wounded),
    )
    return wounded


def model_wounded(
    turn: Turn, name: str, model: str, strength: int, fact: bool | None, field: str
) -> bool:
    """Decide whether a hit on a single model wounds."""
    if turn.unit(name)["toughness"] is not None:
        return roll_wounds(turn, name, model, None, strength, 1)[0]
    if fact is None:
        raise Refused("NEEDS_FIELD", field=field)
    turn.tell("WoundsRecorded", target=name, model=model, hits=1, wounds=int(fact))
    return fact


def squad_wounds(turn: Turn, name: str, strength: int, hits: int, fact: int | None) -> int:
    """Give the wounds of hits on an infantry unit as a whole."""
    if turn.unit(name)["toughness"] is not None:
        return sum(roll_wounds(turn, name, None, None, strength, hits))
    if fact is None:
        raise Refused("NEEDS_FIELD", field="wounded")
    if fact > hits:
        raise Refused("BAD_VALUE", field="wounded")
    turn.tell("WoundsRecorded", target=name, model=None, hits=hits, wounds=fact)
    return fact


def attack(
    turn: Turn,
    shooter: str,
    target: str,
    weapon: dict[str, Any],
    hits: int,
    struck: list[str] | None,
    sees: list[str] | None,
    fact: int | None,
) -> None:
    """Turn hits of a weapon into wounds and damage."""
    strength = weapon["strength"]
    if strength is None:
        strength = turn.unit(shooter)["strength"]
    unit = turn.unit(target)
    if unit["kind"] == "infantry":
        for _ in range(squad_wounds(turn, target, strength, hits, fact)):
            left = outside(unit)
            if left:
                lose_wounds(turn, target, left[0], weapon["damage"], "attack")
        return
    arcs = [arc for arc in ARCS if arc in (struck or [])]
    wounds = 0
    for arc in arcs:
        wounds += sum(roll_wounds(turn, target, None, arc, strength, hits))
    for _ in range(wounds):
        if in_play(unit):
            damage(
                turn, target, weapon["damage"], "attack", shooter, arcs if sees is None else sees
            )

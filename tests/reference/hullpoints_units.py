"""Profiles, rounds and the ends of a game, written from the rule page alone."""

import copy
from typing import Any

from tests.reference.hullpoints_shape import HOUSE, LISTED, wounds_of_base
from tests.reference.hullpoints_wounds import Refused, Turn, in_play, morale


def first_state(command: dict[str, Any]) -> dict[str, Any]:
    given = command.get("house_rules", {})
    return {
        "rules": "hull-points",
        "round": 0,
        "phase": None,
        "players": dict(command["players"]),
        "house_rules": {name: given.get(name, default) for name, (default, _) in HOUSE.items()},
        "units": {},
        "pending": [],
        "combat": None,
        "over": None,
    }


def start_game(turn: Turn) -> None:
    state = turn.state
    turn.tell(
        "GameStarted",
        rules="hull-points",
        players=dict(state["players"]),
        house_rules=copy.deepcopy(state["house_rules"]),
    )


def note(turn: Turn) -> None:
    turn.tell("NoteMade", text=turn.command["text"], about=turn.command.get("about"))


def end_game(turn: Turn) -> None:
    over = {
        "winner": turn.command["winner"],
        "scores": turn.command.get("scores", {}),
        "reason": turn.command.get("reason", ""),
    }
    turn.state["over"] = over
    turn.tell("GameEnded", **copy.deepcopy(over))


def both_skills(ws: Any) -> tuple[int, int]:
    if isinstance(ws, int):
        return ws, ws
    melee, shooting = ws.split("/") if isinstance(ws, str) else ws
    return int(melee), int(shooting)


def crew(profile: dict[str, Any]) -> dict[str, Any]:
    melee, shooting = both_skills(profile["ws"])
    others = {name: value for name, value in profile.items() if name != "ws"}
    return {"ws_melee": melee, "ws_shooting": shooting, **others}


def base_size(base: Any, tie: str) -> int:
    total = 2 * base if isinstance(base, int) else sum(base)
    nearest = min(abs(total - 2 * size) for size in LISTED)
    sizes = [size for size in LISTED if abs(total - 2 * size) == nearest]
    return max(sizes) if tie == "larger" else min(sizes)


def weapon_state(weapon: dict[str, Any], kind: str) -> dict[str, Any]:
    state = {
        "mount": weapon.get("mount"),
        "kind": weapon["kind"],
        "shots": weapon.get("shots"),
        "strength": weapon.get("strength"),
        "damage": weapon.get("damage", 1),
        "pattern": weapon.get("pattern", "shots"),
        "destroyed": False,
        "fired": False,
    }
    if kind == "vehicle" and weapon["kind"] == "ranged":
        state["gunner"] = crew(weapon["gunner"])
    return state


def hull_state(hull: int, armor: int, movement: int) -> dict[str, Any]:
    return {
        "hull": hull,
        "hull_start": hull,
        "armor": armor,
        "armor_start": armor,
        "movement": movement,
        "movement_start": movement,
        "ammo_hits": 0,
        "table_rolls": 0,
        "move": None,
    }


def walker_state(turn: Turn) -> dict[str, Any]:
    command = turn.command
    size = base_size(command["base_mm"], turn.rules["oval_tie"])
    weight = command["weight"]
    hull = size // 20
    armor = {"light": hull // 2, "medium": hull, "heavy": hull * 3 // 2}[weight]
    return {
        **crew({name: command[name] for name in ("ws", "strength", "grit", "sagacity")}),
        "base_mm": size,
        "weight": weight,
        **hull_state(hull, armor, {"light": 10, "medium": 8, "heavy": 6}[weight]),
    }


def vehicle_state(turn: Turn) -> dict[str, Any]:
    command = turn.command
    return {
        "driver": crew(command["driver"]),
        "control_hits": 0,
        "capacity": command["capacity"],
        "access": command["access"],
        "passengers": [],
        "transporting": False,
        "rammed": [],
        **hull_state(command["hull"], command["armor"], command["movement"]),
    }


def infantry_state(turn: Turn) -> dict[str, Any]:
    command = turn.command
    wounds = command.get("wounds") or wounds_of_base(command["base_mm"])
    names = ("ws", "strength", "grit", "sagacity", "initiative")
    model = {"wounds": wounds, "wounds_start": wounds, "status": "active", "aboard": None}
    return {
        **crew({name: command[name] for name in names}),
        "toughness": command["toughness"],
        "models": {name: dict(model) for name in command["models"]},
    }


def add_unit(turn: Turn) -> None:
    command = turn.command
    kind, toughness = command["kind"], command["toughness"]
    # Open: a base without a line in the table is a fact that does not fit the kind, so before the
    # checks that are listed.
    if kind == "infantry" and "base_mm" in command and wounds_of_base(command["base_mm"]) is None:
        raise Refused("BAD_VALUE", field={"base_mm"})
    if command["unit"] in turn.state["units"]:
        raise Refused("UNIT_EXISTS")
    if isinstance(toughness, list) and len(toughness) != 3:
        raise Refused("TOUGHNESS", "HW-PROF-4")
    build = {"walker": walker_state, "vehicle": vehicle_state, "infantry": infantry_state}[kind]
    profile = {
        "kind": kind,
        "owner": command["owner"],
        "name": command["name"],
        "status": "active",
        "position": None,
        "battle_shocked_until": None,
        "weapons": {w["id"]: weapon_state(w, kind) for w in command["weapons"]},
        **build(turn),
    }
    if kind != "infantry":
        profile["toughness"] = toughness if isinstance(toughness, list) else [toughness] * 3
    turn.state["units"][command["unit"]] = profile
    common = {name: command[name] for name in ("unit", "owner", "kind", "name")}
    turn.tell("UnitAdded", **common, profile=copy.deepcopy(profile))


def place_unit(turn: Turn) -> None:
    command = turn.command
    position = {
        "x_milli": command["x_milli"],
        "y_milli": command["y_milli"],
        "facing_decideg": command["facing_decideg"] % 3600,
    }
    turn.unit(command["unit"])["position"] = position
    turn.tell("UnitPlaced", unit=command["unit"], position=dict(position))


def assign_gunner(turn: Turn) -> None:
    command = turn.command
    gunner = turn.unit(command["unit"])["weapons"][command["weapon"]].get("gunner")
    if gunner is None:
        raise Refused("WRONG_KIND")
    skills = crew({"ws": command["ws"]})
    gunner.update(skills)
    turn.tell("GunnerAssigned", unit=command["unit"], weapon=command["weapon"], **skills)


def start_round(turn: Turn) -> None:
    state = turn.state
    state["round"] += 1
    state["phase"] = "movement"
    state["combat"] = None
    for unit in state["units"].values():
        for name, value in (
            ("move", None),
            ("table_rolls", 0),
            ("transporting", False),
            ("rammed", []),
        ):
            if name in unit:
                unit[name] = copy.copy(value)
        for weapon in unit["weapons"].values():
            weapon["fired"] = False
    turn.tell("RoundStarted", round=state["round"])


def start_phase(turn: Turn) -> None:
    turn.state["phase"] = turn.command["phase"]
    turn.tell("PhaseStarted", phase=turn.command["phase"])


def end_round(turn: Turn) -> None:
    state = turn.state
    for name, unit in state["units"].items():
        if unit["kind"] == "vehicle" and in_play(unit) and unit["table_rolls"] > 0:
            morale(turn, name, unit["driver"]["grit"])
    turn.tell("RoundEnded", round=state["round"])
    state["phase"] = None
    for name, unit in state["units"].items():
        if unit["battle_shocked_until"] == state["round"]:
            unit["battle_shocked_until"] = None
            turn.tell("BattleShockCleared", unit=name)

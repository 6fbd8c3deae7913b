"""Moving, transport and ramming, written from the rule page alone."""

import copy
import math
from typing import Any

from tests.reference.hullpoints_wounds import (
    Refused,
    Turn,
    leave_vehicle,
    lose_wounds,
    outside,
    roll_wounds,
    toughness_of,
)


def split_model(name: str) -> tuple[str, str | None]:
    unit, _, model = name.partition("/")
    return unit, model or None


def check_not_transporting(unit: dict[str, Any]) -> None:
    if unit.get("transporting"):
        raise Refused("ALREADY_TRANSPORTED", "HV-TRN-1")


def allowance(turn: Turn, unit: dict[str, Any], declared: int) -> tuple[str, int]:
    if declared == 0:
        return "full", unit["movement"] * 1000
    if declared > 900:
        return "none", 0
    if turn.rules["half_move"] == "down":
        return "half", unit["movement"] // 2 * 1000
    return "half", unit["movement"] * 500


def declare(turn: Turn, name: str, declared: int) -> None:
    band, milli = allowance(turn, turn.unit(name), declared)
    turn.unit(name)["move"] = {
        "declared_decideg": declared,
        "turned_decideg": 0,
        "allowance_milli": milli,
        "spent_milli": 0,
    }
    turn.tell("TurnDeclared", unit=name, turn_decideg=declared, band=band, allowance_milli=milli)


def declare_turn(turn: Turn) -> None:
    name, declared = turn.command["unit"], turn.command["turn_decideg"]
    unit = turn.unit(name)
    if unit["kind"] == "infantry":
        raise Refused("WRONG_KIND")
    check_not_transporting(unit)
    if unit["move"] is not None:
        raise Refused("ALREADY_DECLARED", "HW-TURN-1")
    if declared > 1800:
        raise Refused("TURN_TOO_FAR", "HW-TURN-1")
    if 900 < declared < 1800 and turn.rules["turn_over_90"] == "forbid":
        raise Refused("TURN_BAND", "HW-TURN-3")
    declare(turn, name, declared)


def turn_unit(turn: Turn) -> None:
    name, by = turn.command["unit"], turn.command["turn_decideg"]
    unit = turn.unit(name)
    if unit["kind"] == "infantry":
        raise Refused("WRONG_KIND")
    check_not_transporting(unit)
    move = unit["move"]
    if move is None:
        raise Refused("TURN_NOT_DECLARED", "HW-TURN-1")
    if move["turned_decideg"] + abs(by) > move["declared_decideg"]:
        raise Refused("TURN_EXCEEDS_DECLARED", "HW-TURN-4")
    move["turned_decideg"] += abs(by)
    if unit["position"] is not None:
        facing = (unit["position"]["facing_decideg"] + by) % 3600
        unit["position"]["facing_decideg"] = facing
    turn.tell(
        "UnitTurned",
        unit=name,
        turn_decideg=by,
        turned_decideg=move["turned_decideg"],
        position=copy.copy(unit["position"]),
    )


def check_move(turn: Turn, unit: dict[str, Any]) -> int:
    """Check a move of a walker or vehicle and give its cost."""
    direction, distance = turn.command["direction"], turn.command["distance_milli"]
    walker = unit["kind"] == "walker"
    check_not_transporting(unit)
    if direction not in ("forward", "backward"):
        raise Refused("ILLEGAL_DIRECTION", "HW-MOVE-2" if walker else "HV-MOVE-1")
    cost: int = distance
    if direction == "backward":
        cost *= 2 if walker else turn.rules["vehicle_backward_cost"]
    move = unit["move"]
    left = allowance(turn, unit, 0)[1]
    if move is not None:
        left = move["allowance_milli"] - move["spent_milli"]
    if cost > left:
        raise Refused("MOVE_TOO_FAR", "HW-MOVE-4")
    return cost


def shifted(position: dict[str, int] | None, distance: int) -> dict[str, int] | None:
    if position is None:
        return None
    angle = math.radians(position["facing_decideg"] / 10)
    across = round(math.sin(angle) * 10**9)
    along = round(math.cos(angle) * 10**9)
    return {
        "x_milli": position["x_milli"] + (distance * across + 500_000_000) // 1_000_000_000,
        "y_milli": position["y_milli"] + (distance * along + 500_000_000) // 1_000_000_000,
        "facing_decideg": position["facing_decideg"],
    }


def go(turn: Turn, cost: int) -> None:
    command = turn.command
    name, distance = command["unit"], command["distance_milli"]
    unit = turn.unit(name)
    if unit["move"] is None:
        declare(turn, name, 0)
    unit["move"]["spent_milli"] += cost
    signed = distance if command["direction"] == "forward" else -distance
    unit["position"] = shifted(unit["position"], signed)
    turn.tell(
        "UnitMoved",
        unit=name,
        direction=command["direction"],
        distance_milli=distance,
        cost_milli=cost,
        spent_milli=unit["move"]["spent_milli"],
        position=copy.copy(unit["position"]),
    )


def move_unit(turn: Turn) -> None:
    command = turn.command
    unit = turn.unit(command["unit"])
    if unit["kind"] != "infantry":
        if command.get("to") is not None:
            raise Refused("BAD_VALUE", field={"to"})
        return go(turn, check_move(turn, unit))
    if command["direction"] != "any":
        raise Refused("ILLEGAL_DIRECTION")
    to = command.get("to")
    if to is not None:
        old = unit["position"]
        to = {**to, "facing_decideg": old["facing_decideg"] if old else 0}
    unit["position"] = to
    return turn.tell(
        "UnitMoved",
        unit=command["unit"],
        direction="any",
        distance_milli=command["distance_milli"],
        cost_milli=0,
        spent_milli=0,
        position=copy.copy(to),
    )


def check_access(turn: Turn, vehicle: dict[str, Any]) -> None:
    if vehicle["kind"] != "vehicle":
        raise Refused("WRONG_KIND")
    if vehicle["move"] is not None:
        raise Refused("ALREADY_MOVED", "HV-TRN-1")
    if turn.command["access"] not in vehicle["access"]:
        raise Refused("NO_ACCESS", "HV-TRN-2")


def check_reach(turn: Turn) -> None:
    if turn.command["distance_milli"] > turn.rules["access_reach_milli"]:
        raise Refused("TOO_FAR", "HV-TRN-2")


def body_of(turn: Turn, name: str) -> dict[str, Any]:
    unit, model = split_model(name)
    body: dict[str, Any] = turn.unit(unit)["models"][model]
    return body


def embark(turn: Turn) -> None:
    command = turn.command
    vehicle = turn.unit(command["unit"])
    check_access(turn, vehicle)
    for name in command["models"]:
        unit, model = split_model(name)
        if model is None:
            raise Refused("HAS_HULL_POINTS", "HV-TRN-4")
        if turn.unit(unit)["owner"] != vehicle["owner"]:
            raise Refused("ENEMY_MODEL", "HV-TRN-4")
        if body_of(turn, name)["aboard"] is not None:
            raise Refused("ALREADY_ABOARD")
    check_reach(turn)
    aboard = vehicle["passengers"] + command["models"]
    space = sum(body_of(turn, name)["wounds_start"] for name in aboard)
    if space > vehicle["capacity"]:
        raise Refused("NO_SPACE", "HV-TRN-3")
    for name in command["models"]:
        body_of(turn, name)["aboard"] = command["unit"]
        vehicle["passengers"].append(name)
    vehicle["transporting"] = True
    turn.tell(
        "ModelsEmbarked",
        unit=command["unit"],
        models=command["models"],
        access=command["access"],
        space_used=space,
    )


def disembark(turn: Turn) -> None:
    command = turn.command
    vehicle = turn.unit(command["unit"])
    check_access(turn, vehicle)
    for name in command["models"]:
        # Open: a bare id is no model aboard.
        if "/" not in name or body_of(turn, name)["aboard"] != command["unit"]:
            raise Refused("NOT_ABOARD")
    check_reach(turn)
    for name in command["models"]:
        leave_vehicle(turn, *name.split("/"))
    vehicle["transporting"] = True
    turn.tell(
        "ModelsDisembarked",
        unit=command["unit"],
        models=command["models"],
        access=command["access"],
        cause="order",
    )


def ram(turn: Turn) -> None:
    command = turn.command
    name, target = command["unit"], command["target"]
    vehicle, squad = turn.unit(name), turn.unit(target)
    if vehicle["kind"] != "vehicle":
        raise Refused("WRONG_KIND")
    if squad["kind"] != "infantry":
        raise Refused("BLOCKED", "HV-RAM-1")
    if squad["owner"] == vehicle["owner"] and not turn.rules["friendly_ram"]:
        raise Refused("FRIENDLY", "HV-RAM-1")
    cost = check_move(turn, vehicle)
    if target in vehicle["rammed"]:
        raise Refused("ALREADY_RAMMED", "HV-RAM-3")
    go(turn, cost)
    side = "front" if command["direction"] == "forward" else "rear"
    strength = toughness_of(vehicle, side) // 2
    hit = outside(squad)
    vehicle["rammed"].append(target)
    turn.tell(
        "RamHitsInflicted", unit=name, target=target, side=side, strength=strength, hits=len(hit)
    )
    if squad["toughness"] is not None:
        wounded = roll_wounds(turn, target, None, None, strength, len(hit))
    else:
        facts = command.get("wounded") or {}
        if any(model not in facts for model in hit):
            raise Refused("NEEDS_FIELD", field="wounded")
        wounded = [facts[model] for model in hit]
        turn.tell("WoundsRecorded", target=target, model=None, hits=len(hit), wounds=sum(wounded))
    for model, hurt in zip(hit, wounded, strict=True):
        if hurt:
            lose_wounds(turn, target, model, 1, "ram")
    if outside(squad):
        turn.tell("ModelsDisplaced", unit=target, models=outside(squad), cause="ram")

"""What a judge may set, written from the rule page alone."""

import copy
from typing import Any

from tests.reference.hullpoints_wounds import Refused, Turn


def ruling(turn: Turn) -> None:
    wanted = turn.command["set"]
    for path in wanted:
        check_ruling_ids(turn, path, wanted[path])
    for path in wanted:
        check_ruling_kind(turn, path, wanted[path])
    for path in wanted:
        check_ruling_start(turn, path, wanted[path])
    # Open: "before" is what was so before the ruling, whatever its other paths do.
    before = copy.deepcopy(turn.state)
    changes = []
    for path, value in wanted.items():
        change = rule(turn, before, path, value)
        if change is not None:
            changes.append(change)
    turn.tell("RulingMade", reason=turn.command["reason"], changes=changes)


def check_ruling_ids(turn: Turn, path: str, value: Any) -> None:
    parts = path.split(".")
    if parts[0] != "units":
        return
    units = turn.state["units"]
    if parts[1] not in units:
        raise Refused("UNKNOWN_UNIT", field="set")
    if parts[2] == "weapons" and parts[3] not in units[parts[1]]["weapons"]:
        raise Refused("UNKNOWN_WEAPON", field="set")
    # Open: such a path is also one that the kind lacks, but unknown ids are looked for first.
    if parts[2] == "models" and parts[3] not in units[parts[1]].get("models", {}):
        raise Refused("UNKNOWN_MODEL", field="set")
    if parts[-1] == "aboard" and value is not None and value not in units:
        raise Refused("UNKNOWN_UNIT", field="set")


def check_ruling_kind(turn: Turn, path: str, value: Any) -> None:
    parts = path.split(".")
    if parts[0] != "units":
        return
    unit = turn.unit(parts[1])
    if len(parts) == 3 and parts[2] not in unit:
        raise Refused("WRONG_KIND")
    if parts[-1] == "aboard" and value is not None and turn.unit(value)["kind"] != "vehicle":
        raise Refused("WRONG_KIND")


def check_ruling_start(turn: Turn, path: str, value: Any) -> None:
    parts = path.split(".")
    if parts[0] != "units":
        return
    holder = turn.unit(parts[1])
    if len(parts) == 5:
        holder = holder[parts[2]][parts[3]]
    start = holder.get(f"{parts[-1]}_start")
    if start is not None and value > start:
        raise Refused("BAD_VALUE", field={"set"})


def rule(turn: Turn, old: Any, path: str, value: Any) -> dict[str, Any] | None:
    parts = path.split(".")
    holder = turn.state
    for part in parts[:-1]:
        holder, old = holder[part], old[part]
    name = parts[-1]
    if name == "position" and value is not None:
        value["facing_decideg"] %= 3600
    before = old[name]
    if before == value:
        return None
    holder[name] = value
    if name == "status" and len(parts) == 3:
        left = [owed for owed in turn.state["pending"] if owed["unit"] != parts[1]]
        turn.state["pending"] = left
    if len(parts) == 5 and name in ("aboard", "status"):
        if name == "status" and value == "removed":
            holder["aboard"] = None
        passengers_follow(turn, parts[1], parts[3])
    return {"path": path, "before": before, "after": copy.deepcopy(value)}


def passengers_follow(turn: Turn, unit: str, model: str) -> None:
    """Let the lists of passengers follow aboard and status of a model."""
    name, body = f"{unit}/{model}", turn.unit(unit)["models"][model]
    for vehicle, other in turn.state["units"].items():
        if other["kind"] != "vehicle":
            continue
        belongs = body["aboard"] == vehicle and body["status"] == "active"
        if name in other["passengers"] and not belongs:
            other["passengers"].remove(name)
        elif belongs and name not in other["passengers"]:
            other["passengers"].append(name)

"""Terrain, turns, moves and rides (section 6.1), for the reference."""

from tests.reference.armourvalue_harm import immobilise, lose
from tests.reference.armourvalue_table import (
    Json,
    Table,
    able,
    active,
    allowed,
    is_hull,
    moved,
    need,
    refuse,
    stunned,
    top_speed,
)


def takes_test(t: Table, u: Json) -> bool:
    return bool(t.c["dangerous"] or (u["kind"] == "vehicle" and t.c.get("difficult", False)))


def check_test_at(t: Table, u: Json) -> None:
    need(t, "test_at", is_hull(u) and takes_test(t, u))
    if t.c["test_at"] is not None and t.c["test_at"]["distance_milli"] > t.c["distance_milli"]:
        refuse("BAD_VALUE", field="test_at")


def difficult(t: Table, u: Json) -> int | None:
    if not t.c["difficult"] or u["kind"] == "vehicle":
        return None
    roll = t.roll("difficult_terrain", 2)
    most = 1000 * max(roll["faces"])
    t.emit("DifficultTerrainTested", unit=t.c["unit"], roll=roll, max_milli=most)
    return most


def dangerous(t: Table, u: Json) -> int:
    """Give the number of ones."""
    if not takes_test(t, u):
        return 0
    roll = t.roll("dangerous_terrain", 1 if is_hull(u) else u["models"])
    failed = roll["faces"].count(1)
    t.emit("DangerousTerrainTested", unit=t.c["unit"], roll=roll, failed=failed)
    return int(failed)


def where(t: Table, u: Json, failed: int) -> tuple[int, Json]:
    """Give distance and position where a move ends."""
    if failed and is_hull(u) and t.s["house_rules"]["dangerous_stop"] == "where_tested":
        return t.c["test_at"]["distance_milli"], t.c["test_at"]["position"]
    return t.c["distance_milli"], t.c["position"]


def harm(t: Table, i: str, failed: int) -> None:
    if failed and is_hull(t.unit(i)):
        immobilise(t, i, "terrain")
    elif failed:
        lose(t, i, failed, "terrain", None)


def start_turn(t: Table) -> None:
    first, second = t.s["players"]
    ending = t.s["active_player"]
    due = first if ending is None else second if ending == first else first
    if t.c["player"] != due:
        refuse("NOT_YOUR_TURN")
    if any(not c["scored"] for c in t.s["combats"].values()):
        refuse("NOT_SCORED", "FE-RES-1")
    for i, u in t.s["units"].items():
        if u["owner"] != ending or u["status"] == "removed":
            continue
        for status in ("shaken", "stunned", "pinned"):
            until = u.get(status + "_until")
            if until is not None and until <= t.s["turns"][ending]:
                t.emit("StatusExpired", unit=i, status=status)
    t.emit("PlayerTurnStarted", player=due, round=t.s["turns"][due] + 1)
    for i, u in t.s["units"].items():
        if u["owner"] == due and u.get("smoke_active"):
            t.emit("SmokeCleared", unit=i)


def start_phase(t: Table) -> None:
    helpless = []
    if t.c["phase"] == "assault":
        helpless = [
            i
            for i, u in t.s["units"].items()
            if u["kind"] == "walker" and active(t, i) and (stunned(u) or u["immobilised"])
        ]
    t.emit("PhaseStarted", phase=t.c["phase"], helpless=helpless)


def move_unit(t: Table) -> None:
    i, c = t.c["unit"], t.c
    u = t.unit(i)
    ramming = u.get("ram") == "moving"
    able(u)
    if u["moved_milli"] is not None and not ramming:
        refuse("ALREADY_MOVED", "FE-MOVE-1")
    if moved(u) + c["distance_milli"] > top_speed(u):
        refuse("MOVE_TOO_FAR", "FE-MOVE-1")
    check_test_at(t, u)
    most = difficult(t, u)
    if most is not None and c["distance_milli"] > most:
        refuse("MOVE_TOO_FAR", "FE-TER-1")
    failed = dangerous(t, u)
    distance, position = where(t, u, failed)
    t.emit("UnitMoved", unit=i, distance_milli=distance, position=position)
    if ramming:
        t.emit("RamStopped", unit=i)
    harm(t, i, failed)


def run_unit(t: Table) -> None:
    i, c = t.c["unit"], t.c
    u = t.unit(i)
    if u["kind"] == "vehicle":
        refuse("WRONG_KIND", "FE-RUN-1")
    able(u, "FE-RUN-2", "FE-RUN-2")
    if u["kind"] == "walker" and u["shaken_until"] is not None and not allowed(t, "shaken_run"):
        refuse("SHAKEN", "FE-RUN-2")
    if u["has_run"]:
        refuse("HAS_RUN", "FE-RUN-1")
    if u["fired_at"] is not None:
        refuse("ALREADY_FIRED", "FE-RUN-1")
    if c["distance_milli"] > 6000:
        refuse("MOVE_TOO_FAR", "FE-RUN-1")
    check_test_at(t, u)
    roll = t.roll("run", 1)
    if c["distance_milli"] > 1000 * roll["faces"][0]:
        refuse("MOVE_TOO_FAR", "FE-RUN-1")
    failed = dangerous(t, u)
    distance, position = where(t, u, failed)
    t.emit("UnitRan", unit=i, roll=roll, distance_milli=distance, position=position)
    harm(t, i, failed)


def trigger_smoke(t: Table) -> None:
    u = t.unit(t.c["unit"])
    if u["kind"] == "infantry":
        refuse("WRONG_KIND", "FE-SMK-1")
    if u["smoke_launchers"] != "ready":
        refuse("NO_SMOKE", "FE-SMK-1")
    if u["fired_at"] is not None:
        refuse("ALREADY_FIRED", "FE-SMK-1")
    t.emit("SmokeLaunchersTriggered", unit=t.c["unit"])


def embark(t: Table) -> None:
    c = t.c
    u, v = t.unit(c["unit"]), t.unit(c["vehicle"])
    if u["kind"] != "infantry" or v["kind"] != "vehicle":
        refuse("WRONG_KIND", "FE-OPEN-4")
    if u["inside"] is not None:
        refuse("ALREADY_ABOARD", "FE-OPEN-4")
    if u["owner"] != v["owner"]:
        refuse("ENEMY_TRANSPORT", "FE-OPEN-4")
    able(u)
    if u["transported"]:
        refuse("ALREADY_TRANSPORTED", "FE-OPEN-4")
    if moved(v) > 12000:
        refuse("FLAT_OUT", "FE-OPEN-5")
    if c["distance_milli"] > 2000:
        refuse("TOO_FAR", "FE-OPEN-4")
    if u["models"] + sum(t.unit(p)["models"] for p in v["passengers"]) > v["capacity"]:
        refuse("NO_SPACE", "FE-OPEN-4")
    t.emit("ModelsEmbarked", unit=c["unit"], vehicle=c["vehicle"])


def disembark(t: Table) -> None:
    c = t.c
    u = t.unit(c["unit"])
    if u["kind"] != "infantry":
        refuse("WRONG_KIND", "FE-OPEN-4")
    if u["inside"] is None:
        refuse("NOT_ABOARD", "FE-OPEN-4")
    if u["transported"]:
        refuse("ALREADY_TRANSPORTED", "FE-OPEN-4")
    v = t.unit(u["inside"])
    if moved(v) > 12000:
        refuse("FLAT_OUT", "FE-OPEN-5")
    if c["distance_milli"] > 2000:
        refuse("TOO_FAR", "FE-OPEN-4")
    before = v["moved_milli"] is not None
    t.emit(
        "ModelsDisembarked",
        unit=c["unit"],
        vehicle=u["inside"],
        cause="order",
        position=c["position"],
        moved_before=before,
        may_assault=v["open_topped"] or not before,
    )

"""Charges, blows and how combats end (sections 6.4 and 6.6), for the reference."""

from tests.reference.armourvalue_fire import roll_to_hit
from tests.reference.armourvalue_harm import emit_morale, lose, morale, penetrate, saves, wounds
from tests.reference.armourvalue_moves import check_test_at, dangerous, difficult, harm, where
from tests.reference.armourvalue_table import (
    Json,
    Table,
    able,
    active,
    allowed,
    enemy,
    is_hull,
    moved,
    refuse,
    same_target,
    stunned,
)


def intact_melee(u: Json) -> int:
    return sum(w["kind"] == "melee" and not w["destroyed"] for w in u["weapons"].values())


def strike_values(u: Json) -> Json:
    charged = int(bool(u["assault"] and u["assault"]["reached"]))
    if u["kind"] == "infantry":
        return {
            "models": u["models"],
            "attacks": u["attacks"] + charged,
            "strength": u["strength"],
            "ignores_saves": False,
        }
    claws = intact_melee(u)
    attacks = u["attacks"] + max(0, claws - 1) + charged
    if stunned(u) or u["immobilised"]:
        attacks = max(1, attacks - 1)
    strength = min(10, 2 * u["strength"]) if claws else u["strength"]
    return {"models": 1, "attacks": attacks, "strength": strength, "ignores_saves": claws > 0}


def owes(t: Table, combat: Json, i: str) -> bool:
    u = t.unit(i)
    if u["struck"] or not (active(t, i) or i in combat["strikers"]):
        return False
    return any(active(t, j) and t.unit(j)["owner"] != u["owner"] for j in combat["units"])


def close(t: Table) -> None:
    for name, combat in list(t.s["combats"].items()):
        if t.s["phase"] == "assault" and not combat["scored"]:
            continue
        members = combat["units"]
        if any(p["do"] == "sweep" and p["unit"] in members for p in t.s["pending"]):
            continue
        if len({t.unit(i)["owner"] for i in members if active(t, i)}) < 2:
            t.emit(
                "UnitsUnlocked",
                combat=name,
                units=list(members),
                cause="no_enemy",
                consolidate=t.s["phase"] == "assault",
            )


def assault_unit(t: Table) -> None:
    c = t.c
    i, u, target = c["unit"], t.unit(c["unit"]), t.unit(c["target"])
    check_assault(t, u, target)
    most = difficult(t, u)
    if most is not None and c["distance_milli"] > most:
        assault_made(t, 0, u["position"], reached=False)
        return
    failed = dangerous(t, u)
    distance, position = where(t, u, failed)
    stops = failed and is_hull(u) and t.s["house_rules"]["dangerous_stop"] == "where_tested"
    assault_made(t, distance, position, reached=not stops)
    harm(t, i, failed)
    if stops or not active(t, i) or target["kind"] == "vehicle":
        return
    # READING: the event names the units that become members by it.
    if target["combat"] is not None:
        t.emit("UnitsLockedInCombat", combat=target["combat"], units=[i])
    else:
        new = f"c{t.s['combats_made'] + 1}"
        t.emit("UnitsLockedInCombat", combat=new, units=[i, c["target"]])


def assault_made(t: Table, distance: int, position: Json, *, reached: bool) -> None:
    t.emit(
        "AssaultMoveMade",
        unit=t.c["unit"],
        target=t.c["target"],
        distance_milli=distance,
        position=position,
        reached=reached,
    )


def check_assault(t: Table, u: Json, target: Json) -> None:
    if u["kind"] == "vehicle":
        refuse("WRONG_KIND", "FE-ASL-1")
    enemy(u, target)
    able(u)
    if u.get("shaken_until") is not None and not allowed(t, "shaken_assault"):
        refuse("SHAKEN", "FE-ASL-1")
    if u["has_run"]:
        refuse("HAS_RUN", "FE-RUN-1")
    if u["assault"] is not None:
        refuse("ALREADY_ASSAULTED", "FE-ASL-1")
    if any(x["struck"] for x in t.s["units"].values()):
        refuse("FIGHT_STARTED", "FE-CC-1")
    if u["fired_at"] is not None and not same_target(t, u["fired_at"], t.c["target"]):
        refuse("NOT_SHOT_TARGET", "FE-ASL-3")
    heavy = ["heavy", "rapid_fire", "ordnance"] if u["kind"] == "infantry" else []
    if u["kind"] == "walker" and not allowed(t, "assault_after_ordnance"):
        heavy = ["ordnance"]
    if any(w["fired"] and w["kind"] in heavy for w in u["weapons"].values()):
        refuse("FIRED_HEAVY", "FE-ASL-2")
    if not u.get("may_assault", True):
        refuse("DISEMBARKED", "FE-OPEN-5")
    if t.c["distance_milli"] > 6000:
        refuse("MOVE_TOO_FAR", "FE-ASL-1")
    check_test_at(t, u)


def fight(t: Table) -> None:
    c = t.c
    i, u, target = c["unit"], t.unit(c["unit"]), t.unit(c["target"])
    if u["kind"] == "vehicle":
        refuse("WRONG_KIND", "FE-CC-1")
    enemy(u, target)
    together = u["combat"] is not None and u["combat"] == target["combat"]
    reached = {"target": c["target"], "reached": True}
    if not together and not (target["kind"] == "vehicle" and u["assault"] == reached):
        refuse("NOT_IN_COMBAT", "FE-CC-1")
    if u["struck"]:
        refuse("ALREADY_STRUCK", "FE-CC-1")
    combat = t.s["combats"][u["combat"]] if together else None
    values = strike_values(u)
    if combat:
        rivals = [j for j in combat["units"] if owes(t, combat, j)]
        if any(t.unit(j)["initiative"] > u["initiative"] for j in rivals):
            refuse("WRONG_ORDER", "FE-CC-1")
        if combat["step"] == u["initiative"] and i in combat["strikers"]:
            values = combat["strikers"][i]
    grenades = c["krak"] + c["melta_bombs"]
    if grenades and (
        u["kind"] == "walker"
        or target["kind"] == "infantry"
        or c["krak"] > u["krak"]
        or c["melta_bombs"] > u["melta_bombs"]
        or grenades > values["models"]
    ):
        refuse("NO_GRENADES", "FE-CC-5")
    if combat and not (combat["step"] == u["initiative"] and i in combat["strikers"]):
        now = [
            j
            for j in combat["units"]
            if active(t, j) and owes(t, combat, j) and t.unit(j)["initiative"] == u["initiative"]
        ]
        strikers = {j: strike_values(t.unit(j)) for j in now}
        t.emit(
            "FightStepStarted", combat=u["combat"], initiative=u["initiative"], strikers=strikers
        )
    strike(t, u, target, values, u["combat"] if together else None)


def strike(t: Table, u: Json, target: Json, values: Json, combat: str | None) -> None:
    c = t.c
    attacks = (values["models"] - c["krak"] - c["melta_bombs"]) * values["attacks"]
    t.emit(
        "MeleeAttacksDeclared",
        unit=c["unit"],
        target=c["target"],
        attacks=attacks,
        krak=c["krak"],
        melta_bombs=c["melta_bombs"],
        strength=values["strength"],
    )
    for name, count, strength in (
        ("melee", attacks, values["strength"]),
        ("krak", c["krak"], 6),
        ("melta_bomb", c["melta_bombs"], 8),
    ):
        if count == 0 or not active(t, c["target"]):
            continue
        hits = roll_to_hit(t, name, count, melee_needed(u, target, name))
        if target["kind"] == "infantry":
            ap = 1 if values["ignores_saves"] else None
            wounds(t, c["target"], c["unit"], "melee", hits, strength, ap, combat=combat)
            continue
        side = "front" if target["kind"] == "walker" else "rear"
        two = "sum" if name == "melta_bomb" else None
        for _ in range(hits):
            if active(t, c["target"]):
                how = (c["target"], c["unit"], "melee", side, strength)
                penetrate(t, *how, two=two, combat=combat)


def melee_needed(u: Json, target: Json, name: str) -> int:
    if target["kind"] == "vehicle":
        return 0 if moved(target) == 0 else 4 if moved(target) <= 6000 else 6
    if target["kind"] == "walker" and name != "melee" and not target["helpless"]:
        return 6
    if u["ws"] > target["ws"]:
        return 3
    return 4 if target["ws"] <= 2 * u["ws"] else 5


def score_combat(t: Table) -> None:
    name = t.c["combat"]
    combat = t.s["combats"].get(name)
    if combat is None:
        refuse("UNKNOWN_COMBAT", "FE-RES-1")
    if combat["scored"]:
        refuse("ALREADY_SCORED", "FE-RES-1")
    if any(owes(t, combat, i) for i in combat["units"]):
        refuse("NOT_ALL_STRUCK", "FE-CC-1")
    first, second = t.s["players"]
    lead = combat["points"][first] - combat["points"][second]
    loser = None if lead == 0 else second if lead > 0 else first
    there = [i for i in combat["units"] if active(t, i)]
    losers = [i for i in there if t.unit(i)["owner"] == loser]
    winners = [i for i in there if t.unit(i)["owner"] != loser]
    t.emit(
        "CombatResultScored",
        combat=name,
        points=dict(combat["points"]),
        loser=loser,
        difference=abs(lead),
        exempt=[i for i in losers if t.unit(i)["kind"] == "walker"],
    )
    if loser is None or not winners:
        return
    slow = all(stunned(t.unit(i)) or t.unit(i).get("immobilised") for i in winners)
    for i in losers:
        if t.unit(i)["kind"] == "infantry":
            stand(t, name, i, abs(lead), slow)


def stand(t: Table, combat: str, i: str, difference: int, slow: bool) -> None:
    """Let one infantry unit of the loser stand or run."""
    u = t.unit(i)
    if u["fearless"]:
        unsaved = difference - saves(t, i, None, 0, difference)
        if unsaved:
            lose(t, i, unsaved, "no_retreat", None)
        return
    value = u["leadership"] - difference
    result = morale(t, i, "morale", value)
    emit_morale(t, i, "combat", value, result)
    if not result[0] and slow:
        t.emit("UnitsUnlocked", combat=combat, units=[i], cause="escaped", consolidate=False)


def sweep(t: Table) -> None:
    c = t.c
    u, target = t.unit(c["unit"]), t.unit(c["target"])
    # READING: a unit of the fleeing side is not in combat with it.
    if u["combat"] is None or u["combat"] != target["combat"] or u["owner"] == target["owner"]:
        refuse("NOT_IN_COMBAT", "FE-RES-3")
    if u.get("immobilised"):
        refuse("IMMOBILISED", "FE-RES-3")
    if stunned(u):
        refuse("STUNNED", "FE-RES-3")
    roll = t.roll("sweep", 2)
    total = u["initiative"] + roll["faces"][0]
    other = target["initiative"] + roll["faces"][1]
    tie = t.s["house_rules"]["sweep_tie"] == "winner"
    caught = total > other or (total == other and tie)
    t.emit(
        "SweepingAdvanceResolved",
        unit=c["unit"],
        target=c["target"],
        roll=roll,
        total=total,
        target_total=other,
        caught=caught,
    )
    if caught:
        t.emit("UnitRemoved", unit=c["target"], cause="swept")
    t.emit(
        "UnitsUnlocked",
        combat=target["combat"],
        units=[c["target"]],
        cause="swept" if caught else "escaped",
        consolidate=False,
    )


def pile_in(t: Table) -> None:
    u = t.unit(t.c["unit"])
    if u["combat"] is None:
        refuse("NOT_IN_COMBAT", "FE-RES-3")
    if not t.s["combats"][u["combat"]]["scored"]:
        refuse("NOT_SCORED", "FE-RES-3")
    able(u, "FE-RES-3", None)
    if u["end_move"] == "done":
        refuse("ALREADY_MOVED", "FE-RES-3")
    if t.c["distance_milli"] > 6000:
        refuse("MOVE_TOO_FAR", "FE-RES-3")
    t.emit("PileInMade", **{k: t.c[k] for k in ("unit", "distance_milli", "position")})


def consolidate(t: Table) -> None:
    u = t.unit(t.c["unit"])
    if u["end_move"] != "allowed":
        refuse("NO_CONSOLIDATION", "FE-RES-3")
    able(u, "FE-RES-3")
    if t.c["distance_milli"] > 6000:
        refuse("MOVE_TOO_FAR", "FE-RES-3")
    roll = t.roll("consolidate", 1)
    if t.c["distance_milli"] > 1000 * roll["faces"][0]:
        refuse("MOVE_TOO_FAR", "FE-RES-3")
    kept = {k: t.c[k] for k in ("unit", "distance_milli", "position")}
    t.emit("ConsolidationMade", roll=roll, **kept)

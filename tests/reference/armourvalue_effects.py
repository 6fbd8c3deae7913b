"""
What each event of armour-value does to the state, for the reference.

Straight from the table of effects; events without a function here are records.
The state is a plain dict and is changed in place.
"""

import copy
from collections.abc import Callable
from typing import Any

State = dict[str, Any]
Event = dict[str, Any]

FRESH = {
    "moved_milli": None,
    "has_run": False,
    "fired_at": None,
    "assault": None,
    "struck": False,
    "combat": None,
    "end_move": None,
}
HULL_FRESH = {
    "smoke_active": False,
    "shaken_until": None,
    "stunned_until": None,
    "immobilised": False,
}
KIND_FRESH: dict[str, dict[str, Any]] = {
    "walker": {**HULL_FRESH, "helpless": False},
    "vehicle": {**HULL_FRESH, "passengers": [], "ram": None},
    "infantry": {
        "wounds_lost": 0,
        "inside": None,
        "transported": False,
        "may_assault": True,
        "pinned_until": None,
        "falling_back": False,
    },
}


def unit_added(s: State, e: Event) -> None:
    profile = e["profile"]
    weapons = {
        w.pop("id"): {**w, "destroyed": False, "fired": False, "spent": False}
        for w in profile.pop("weapons")
    }
    unit = {
        "owner": e["owner"],
        "kind": e["kind"],
        "name": e["name"],
        "status": "active",
        "weapons": weapons,
        **profile,
        **FRESH,
        **copy.deepcopy(KIND_FRESH[e["kind"]]),
    }
    if "smoke_launchers" in unit:
        unit["smoke_launchers"] = "ready" if unit["smoke_launchers"] else "none"
    if e["kind"] == "infantry":
        unit["models_start"] = unit["models"]
    s["units"][e["unit"]] = unit


def player_turn_started(s: State, e: Event) -> None:
    s.update(active_player=e["player"], round=e["round"], phase="movement")
    s["turns"][e["player"]] += 1
    for u in s["units"].values():
        u.update(assault=None, end_move=None)
        if u["owner"] != e["player"]:
            continue
        u.update(moved_milli=None, has_run=False, fired_at=None)
        for w in u["weapons"].values():
            w["fired"] = False
        if u["kind"] == "vehicle":
            u["ram"] = None
        if u["kind"] == "infantry":
            u.update(transported=False, may_assault=True)


def status_expired(s: State, e: Event) -> None:
    s["units"][e["unit"]][e["status"] + "_until"] = None


def smoke_cleared(s: State, e: Event) -> None:
    s["units"][e["unit"]]["smoke_active"] = False


def phase_started(s: State, e: Event) -> None:
    s["phase"] = e["phase"]
    if e["phase"] != "assault":
        return
    for i, u in s["units"].items():
        u["struck"] = False
        if u["kind"] == "walker":
            u["helpless"] = i in e["helpless"]
    for c in s["combats"].values():
        c.update(points=dict.fromkeys(s["players"], 0), step=None, strikers={}, scored=False)


def unit_moved(s: State, e: Event) -> None:
    u = s["units"][e["unit"]]
    u["moved_milli"] = (u["moved_milli"] or 0) + e["distance_milli"]
    u["position"] = e["position"]


def unit_ran(s: State, e: Event) -> None:
    s["units"][e["unit"]].update(has_run=True, position=e["position"])


def smoke_triggered(s: State, e: Event) -> None:
    s["units"][e["unit"]].update(smoke_launchers="used", smoke_active=True)


def embarked(s: State, e: Event) -> None:
    s["units"][e["unit"]].update(inside=e["vehicle"], position=None, transported=True)
    s["units"][e["vehicle"]]["passengers"].append(e["unit"])


def disembarked(s: State, e: Event) -> None:
    u = s["units"][e["unit"]]
    u.update(inside=None, position=e["position"], transported=True, may_assault=e["may_assault"])
    if e["moved_before"]:
        u["moved_milli"] = 0
    s["units"][e["vehicle"]]["passengers"].remove(e["unit"])


def pivoted(s: State, e: Event) -> None:
    s["units"][e["unit"]]["position"]["facing_decideg"] = e["to_decideg"]


def weapon_fired(s: State, e: Event) -> None:
    u = s["units"][e["unit"]]
    u["fired_at"] = e["target"]
    w = u["weapons"][e["weapon"]]
    w["fired"] = True
    if "one_shot" in w["traits"]:
        w["spent"] = True


def give_points(s: State, combat: str | None, victim: str, points: int) -> None:
    if combat is None:
        return
    for p in s["combats"][combat]["points"]:
        if p != s["units"][victim]["owner"]:
            s["combats"][combat]["points"][p] += points


def wounds_lost(s: State, e: Event) -> None:
    s["units"][e["unit"]].update(models=e["models_after"], wounds_lost=e["wounds_lost_after"])
    give_points(s, e["combat"], e["unit"], e["points"])


def model_removed(s: State, e: Event) -> None:
    s["units"][e["unit"]]["models"] = e["models_after"]
    if e["models_after"] == 0:
        s["units"][e["unit"]]["wounds_lost"] = 0


def unit_removed(s: State, e: Event) -> None:
    u = s["units"][e["unit"]]
    u.update(status="removed", position=None)
    if u.get("inside") is not None:
        s["units"][u["inside"]]["passengers"].remove(e["unit"])
        u["inside"] = None
    gone = {"do": "resolve_explosion", "unit": e["unit"]}
    s["pending"] = [p for p in s["pending"] if p != gone]


def damage_rolled(s: State, e: Event) -> None:
    give_points(s, e["combat"], e["unit"], 1)


def mark(u: dict[str, Any], key: str, until: int) -> None:
    u[key] = until if u[key] is None else max(until, u[key])


def crew_shaken(s: State, e: Event) -> None:
    mark(s["units"][e["unit"]], "shaken_until", e["until"])


def crew_stunned(s: State, e: Event) -> None:
    mark(s["units"][e["unit"]], "stunned_until", e["until"])


def weapons_destroyed(s: State, e: Event) -> None:
    for w in e["weapons"]:
        s["units"][e["unit"]]["weapons"][w]["destroyed"] = True


def immobilised(s: State, e: Event) -> None:
    s["units"][e["unit"]]["immobilised"] = True


def wrecked(s: State, e: Event) -> None:
    s["units"][e["unit"]]["status"] = "wreck"


def exploded(s: State, e: Event) -> None:
    s["units"][e["unit"]]["status"] = "exploding"
    s["pending"].append({"do": "resolve_explosion", "unit": e["unit"]})


def morale_checked(s: State, e: Event) -> None:
    if e["passed"]:
        return
    u = s["units"][e["unit"]]
    if e["reason"] == "pinning":
        mark(u, "pinned_until", e["until"])
    else:
        u["falling_back"] = True
    if e["reason"] == "combat":
        s["pending"].append({"do": "sweep", "unit": e["unit"]})


def assault_move_made(s: State, e: Event) -> None:
    assault = {"target": e["target"], "reached": e["reached"]}
    s["units"][e["unit"]].update(assault=assault, position=e["position"])


def locked(s: State, e: Event) -> None:
    if e["combat"] not in s["combats"]:
        s["combats_made"] += 1
        s["combats"][e["combat"]] = {
            "units": [],
            "points": dict.fromkeys(s["players"], 0),
            "step": None,
            "strikers": {},
            "scored": False,
        }
    for i in e["units"]:
        s["units"][i]["combat"] = e["combat"]
        if i not in s["combats"][e["combat"]]["units"]:
            s["combats"][e["combat"]]["units"].append(i)


def unlocked(s: State, e: Event) -> None:
    members = s["combats"][e["combat"]]["units"]
    for i in e["units"]:
        u = s["units"][i]
        u["combat"] = None
        if e["consolidate"] and u["status"] == "active":
            u["end_move"] = "allowed"
        members.remove(i)
        s["pending"] = [p for p in s["pending"] if p != {"do": "sweep", "unit": i}]
    if not members:
        del s["combats"][e["combat"]]


def fight_step(s: State, e: Event) -> None:
    s["combats"][e["combat"]].update(step=e["initiative"], strikers=e["strikers"])


def struck(s: State, e: Event) -> None:
    s["units"][e["unit"]]["struck"] = True


def scored(s: State, e: Event) -> None:
    s["combats"][e["combat"]]["scored"] = True


def end_moved(s: State, e: Event) -> None:
    s["units"][e["unit"]].update(position=e["position"], end_move="done")


def ram_declared(s: State, e: Event) -> None:
    s["units"][e["unit"]].update(
        moved_milli=e["distance_milli"], position=e["position"], ram="moving"
    )
    if e["asks_response"]:
        owed = {"do": "ram_response", "unit": e["target"]}
        s["pending"].append({**owed, "rammer": e["unit"], "contact": e["contact"]})


def response_chosen(s: State, e: Event) -> None:
    s["pending"] = [p for p in s["pending"] if (p["do"], p["unit"]) != ("ram_response", e["unit"])]
    if e["position"] is not None:
        s["units"][e["unit"]]["position"] = e["position"]


def death_or_glory(s: State, e: Event) -> None:
    w = s["units"][e["unit"]]["weapons"].get(e["weapon"])
    if w is not None and "one_shot" in w["traits"]:
        w["spent"] = True


def ram_stopped(s: State, e: Event) -> None:
    s["units"][e["unit"]]["ram"] = "stopped"


def ruling_made(s: State, e: Event) -> None:
    for c in e["changes"]:
        parts = c["path"].split(".")
        place = s
        for part in parts[:-1]:
            place = place[part]
        place[parts[-1]] = c["after"]
        if parts[-1] == "status":
            s["pending"] = [p for p in s["pending"] if p["unit"] != parts[1]]


def game_ended(s: State, e: Event) -> None:
    s["over"] = {k: e[k] for k in ("winner", "scores", "reason")}


EFFECTS: dict[str, Callable[[State, Event], None]] = {
    "UnitAdded": unit_added,
    "PlayerTurnStarted": player_turn_started,
    "StatusExpired": status_expired,
    "SmokeCleared": smoke_cleared,
    "PhaseStarted": phase_started,
    "UnitMoved": unit_moved,
    "UnitRan": unit_ran,
    "SmokeLaunchersTriggered": smoke_triggered,
    "ModelsEmbarked": embarked,
    "ModelsDisembarked": disembarked,
    "UnitPivoted": pivoted,
    "WeaponFired": weapon_fired,
    "WoundsLost": wounds_lost,
    "ModelRemoved": model_removed,
    "UnitRemoved": unit_removed,
    "DamageTableRolled": damage_rolled,
    "CrewShaken": crew_shaken,
    "CrewStunned": crew_stunned,
    "WeaponsDestroyed": weapons_destroyed,
    "VehicleImmobilised": immobilised,
    "VehicleWrecked": wrecked,
    "UnitExploded": exploded,
    "MoraleChecked": morale_checked,
    "AssaultMoveMade": assault_move_made,
    "UnitsLockedInCombat": locked,
    "UnitsUnlocked": unlocked,
    "FightStepStarted": fight_step,
    "MeleeAttacksDeclared": struck,
    "CombatResultScored": scored,
    "PileInMade": end_moved,
    "ConsolidationMade": end_moved,
    "RamDeclared": ram_declared,
    "RamResponseChosen": response_chosen,
    "DeathOrGloryAttempted": death_or_glory,
    "RamStopped": ram_stopped,
    "RulingMade": ruling_made,
    "GameEnded": game_ended,
}


def start(e: Event) -> State:
    """Give the state of a game that has just been started."""
    return {
        "rules": e["rules"],
        "house_rules": dict(e["house_rules"]),
        "round": 0,
        "phase": None,
        "players": dict(e["players"]),
        "turns": dict.fromkeys(e["players"], 0),
        "active_player": None,
        "units": {},
        "combats": {},
        "combats_made": 0,
        "pending": [],
        "over": None,
    }

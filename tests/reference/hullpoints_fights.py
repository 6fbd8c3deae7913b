"""Shooting, combat and checks, written from the rule page alone."""

from typing import Any

from tests.reference.hullpoints_shape import ARCS
from tests.reference.hullpoints_wounds import (
    Refused,
    Turn,
    attack,
    damage,
    in_play,
    lose_wounds,
    needed_to_hit,
    outside,
    roll_check,
)


def check_facts_of_fire(turn: Turn) -> None:
    command = turn.command
    shooter, target = turn.unit(command["unit"]), turn.unit(command["target"])
    bad = set()
    if (command["arc"] is None) != (shooter["kind"] == "infantry"):
        bad.add("arc")
    if (command["struck"] is None) != (target["kind"] == "infantry"):
        bad.add("struck")
    if command.get("sees") is not None and target["kind"] == "infantry":
        bad.add("sees")
    if bad:
        raise Refused("BAD_VALUE", field=bad)


def shooting_skill(shooter: dict[str, Any], weapon: dict[str, Any]) -> int:
    if shooter["kind"] == "vehicle":
        return int(max(0, weapon["gunner"]["ws_shooting"] - shooter["control_hits"]))
    return int(shooter["ws_shooting"])


def check_fire(turn: Turn, shooter: dict[str, Any], weapon: dict[str, Any], shots: int) -> None:
    command = turn.command
    if weapon["destroyed"]:
        raise Refused("WEAPON_DESTROYED", "HW-DMG-7")
    if weapon["fired"]:
        raise Refused("ALREADY_FIRED", "HW-SHT-1")
    if shots == 0:
        raise Refused("NO_SHOTS", "HW-DMG-9")
    if shooter["kind"] != "infantry" and weapon["mount"] not in ("top", command["arc"]):
        raise Refused("OUT_OF_ARC", "HV-ARC-2" if shooter["kind"] == "vehicle" else "HW-ARC-2")
    struck = command["struck"]
    if struck is not None and weapon["pattern"] == "shots" and len(struck) != 1:
        raise Refused("STRUCK_ARCS", "HW-TPL-1")
    if struck == []:
        raise Refused("BAD_VALUE", "HW-TPL-1", field={"struck"})
    if needed_to_hit(turn, shooting_skill(shooter, weapon)) > 6:
        raise Refused("NO_SKILL", "CM-HIT-1")
    shocked = shooter["battle_shocked_until"] is not None
    if shocked and turn.rules["morale_effect"] == "no_shooting":
        raise Refused("BATTLE_SHOCKED", "CM-CHK-2")


def fire_weapon(turn: Turn) -> None:
    command = turn.command
    name, target = command["unit"], command["target"]
    shooter = turn.unit(name)
    weapon = shooter["weapons"][command["weapon"]]
    if weapon["kind"] == "melee":
        raise Refused("WRONG_KIND")
    check_facts_of_fire(turn)
    shots = max(0, weapon["shots"] - shooter.get("ammo_hits", 0))
    check_fire(turn, shooter, weapon, shots)
    weapon["fired"] = True
    turn.tell("WeaponFired", unit=name, weapon=command["weapon"], target=target, arc=command["arc"])
    needed = needed_to_hit(turn, shooting_skill(shooter, weapon))
    roll = turn.roll("to_hit", shots)
    hits = sum(face >= needed for face in roll["faces"])
    turn.tell("HitsRolled", unit=name, target=target, roll=roll, needed=needed, hits=hits)
    if hits:
        facts = (command["struck"], command.get("sees"), command.get("wounded"))
        attack(turn, name, target, weapon, hits, *facts)


def apply_damage(turn: Turn) -> None:
    command = turn.command
    name, amount, cause = command["unit"], command["amount"], command["cause"]
    sees, model = command.get("sees"), command.get("model")
    if turn.unit(name)["kind"] != "infantry":
        seen = list(ARCS) if sees is None else sees
        return damage(turn, name, amount, cause, command.get("attacker"), seen)
    bad = ({"model"} if model is None else set()) | ({"sees"} if sees is not None else set())
    if bad:
        raise Refused("BAD_VALUE", field=bad)
    return lose_wounds(turn, name, str(model), amount, cause)


def duel(turn: Turn) -> None:
    command = turn.command
    attacker, defender = command["attacker"], command["defender"]
    others = command.get("others") or []
    first, second = turn.unit(attacker), turn.unit(defender)
    if first["kind"] == "vehicle":
        raise Refused("CANNOT_FIGHT", "HV-CBT-1")
    if any(turn.unit(enemy)["owner"] == first["owner"] for enemy in [defender, *others]):
        raise Refused("FRIENDLY")
    roll = totals = None
    winner: str | None = attacker
    if second["kind"] != "vehicle":
        roll = turn.roll("duel", 2)
        skills = (first["ws_melee"], second["ws_melee"])
        totals = [face + skill for face, skill in zip(roll["faces"], skills, strict=True)]
        if totals[0] <= totals[1]:
            winner = defender if totals[0] < totals[1] else None
    turn.tell(
        "DuelResolved",
        attacker=attacker,
        defender=defender,
        others=list(others),
        roll=roll,
        totals=totals,
        winner=winner,
        auto=roll is None,
    )
    turn.state["combat"] = {
        "attacker": attacker,
        "defender": defender,
        "others": others,
        "winner": winner,
        "struck": False,
        "hits": None,
    }


def check_winner(turn: Turn) -> dict[str, Any]:
    combat: dict[str, Any] | None = turn.state["combat"]
    if combat is None or combat["winner"] != turn.command["unit"]:
        raise Refused("NOT_WINNER", "CM-DUEL-1")
    return combat


def strike(turn: Turn) -> None:
    name, attacks = turn.command["unit"], turn.command.get("attacks")
    unit = turn.unit(name)
    # Open: no kind is named for this command, so a vehicle is only never the winner.
    if unit["kind"] != "infantry" and attacks is not None:
        raise Refused("BAD_VALUE", field={"attacks"})
    combat = check_winner(turn)
    if combat["struck"]:
        raise Refused("ALREADY_STRUCK", "CM-DUEL-1")
    if unit["kind"] == "walker":
        weapons = unit["weapons"].values()
        able = sum(w["kind"] == "melee" and not w["destroyed"] for w in weapons)
        attacks = (unit["hull"] + 1) // 2 * able
    elif attacks is None:
        attacks = sum(m["status"] == "active" for m in unit["models"].values())
    if attacks == 0:
        raise Refused("NO_ATTACKS", "HW-CBT-1")
    needed = needed_to_hit(turn, unit["ws_melee"])
    if needed > 6:
        raise Refused("NO_SKILL", "CM-HIT-1")
    roll = turn.roll("to_hit", int(attacks))
    hits = sum(face >= needed for face in roll["faces"])
    combat["struck"], combat["hits"] = True, hits
    turn.tell("AttacksStruck", unit=name, attacks=attacks, roll=roll, needed=needed, hits=hits)


def check_facts_of_items(turn: Turn) -> None:
    unit = turn.unit(turn.command["unit"])
    for item in turn.command["allocation"]:
        hull = turn.unit(item["target"])["kind"] != "infantry"
        wrong = hull == (item.get("arc") is None) or (not hull and item.get("sees") is not None)
        # Open: null is for infantry that has no melee weapon left.
        bare = unit["kind"] == "infantry" and all(
            w["kind"] != "melee" or w["destroyed"] for w in unit["weapons"].values()
        )
        if wrong or (item["weapon"] is None and not bare):
            raise Refused("BAD_VALUE", field={"allocation"})


def check_items(turn: Turn, combat: dict[str, Any]) -> None:
    command = turn.command
    unit = turn.unit(command["unit"])
    enemies = [combat["attacker"]]
    if command["unit"] == combat["attacker"]:
        enemies = [combat["defender"], *combat["others"]]
    for item in command["allocation"]:
        if item["weapon"] is not None:
            weapon = unit["weapons"][item["weapon"]]
            if weapon["destroyed"]:
                raise Refused("WEAPON_DESTROYED", "HW-DMG-7")
            if weapon["kind"] == "ranged":
                raise Refused("WRONG_KIND")
        if item["target"] not in enemies:
            raise Refused("NOT_IN_COMBAT", "HW-CBT-3")
    if sum(item["hits"] for item in command["allocation"]) != combat["hits"]:
        raise Refused("BAD_SPLIT", "HW-CBT-3")


def allocate_hits(turn: Turn) -> None:
    command = turn.command
    name = command["unit"]
    check_facts_of_items(turn)
    combat = check_winner(turn)
    if not combat["hits"]:
        raise Refused("NO_HITS", "HW-CBT-3")
    check_items(turn, combat)
    combat["hits"] = 0
    told = [{n: item[n] for n in ("weapon", "target", "hits")} for item in command["allocation"]]
    turn.tell("MeleeHitsAllocated", unit=name, allocation=told)
    for item in command["allocation"]:
        target = turn.unit(item["target"])
        if not in_play(target) or (target["kind"] == "infantry" and not outside(target)):
            continue
        weapon = {"strength": None, "damage": 1}
        if item["weapon"] is not None:
            weapon = turn.unit(name)["weapons"][item["weapon"]]
        struck = None if item.get("arc") is None else [item["arc"]]
        facts = (struck, item.get("sees"), item.get("wounded"))
        attack(turn, name, item["target"], weapon, item["hits"], *facts)


def check(turn: Turn) -> None:
    name, characteristic = turn.command["unit"], turn.command["characteristic"]
    unit = turn.unit(name)
    holder = unit["driver"] if unit["kind"] == "vehicle" else unit
    value = holder.get(characteristic)
    roll, passed = roll_check(turn, characteristic, value)
    turn.tell(
        "CharacteristicChecked",
        unit=name,
        model=turn.command.get("model"),
        characteristic=characteristic,
        roll=roll,
        value=value,
        passed=passed,
    )

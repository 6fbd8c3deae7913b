"""Rams, tank shocks and Death or Glory (section 6.5), for the reference."""

from typing import Any

from tests.reference.armourvalue_harm import emit_morale, morale, penetrate
from tests.reference.armourvalue_table import (
    SIDES,
    Json,
    Table,
    able,
    allowed,
    enemy,
    is_hull,
    moved,
    need,
    refuse,
    stunned,
    top_speed,
)


def collide(t: Table, rammer: str, target: str, contact: str, own: str) -> None:
    a, b = t.unit(rammer), t.unit(target)
    speed = moved(a) // 3000
    tank = int(b["kind"] == "vehicle" and b["tank"])
    first = max(0, a["armour_value"][0] - 10) + speed + 1
    second = max(0, b["armour_value"][SIDES[own]] - 10) + speed + tank
    t.emit(
        "CollisionResolved",
        rammer=rammer,
        target=target,
        distance_milli=moved(a),
        contact=contact,
        strength_rammer=first,
        strength_target=second,
    )
    penetrate(t, target, rammer, "ram", contact, first)
    penetrate(t, rammer, target, "ram", "front", second)
    if t.unit(target)["status"] != "exploding":
        t.emit("RamStopped", unit=rammer)


def ram(t: Table) -> None:
    c = t.c
    u, target = t.unit(c["unit"]), t.unit(c["target"])
    if u["kind"] != "vehicle":
        refuse("WRONG_KIND", "FE-RAM-5")
    if not u["tank"]:
        refuse("NOT_A_TANK", "FE-RAM-5")
    enemy(u, target)
    able(u)
    if u["moved_milli"] is not None and u["ram"] != "moving":
        refuse("ALREADY_MOVED", "FE-RAM-5")
    if c["distance_milli"] > top_speed(u):
        refuse("MOVE_TOO_FAR", "FE-RAM-5")
    if c["distance_milli"] < moved(u):
        refuse("BAD_VALUE", field="distance_milli")
    if target["combat"] is not None:
        refuse("TARGET_LOCKED", "FE-TSK-1")
    need(t, "contact", is_hull(target))
    result: Any = (target["kind"] == "walker", None)
    if target["kind"] == "infantry":
        result = morale(t, c["target"], "morale", target["leadership"])
    t.emit(
        "RamDeclared",
        **{k: c[k] for k in ("unit", "target", "distance_milli", "contact", "position")},
        asks_response=result[0],
    )
    if target["kind"] == "infantry":
        emit_morale(t, c["target"], "tank_shock", target["leadership"], result)
    if target["kind"] == "vehicle":
        collide(t, c["unit"], c["target"], c["contact"], c["contact"])


def ram_response(t: Table) -> None:
    c, owed = t.c, t.s["pending"][0]
    i, tank, contact = c["unit"], owed["rammer"], owed["contact"]
    u = t.unit(i)
    walker = u["kind"] == "walker"
    glory = c["response"] == "death_or_glory"
    if c["response"] == ("give_way" if walker else "brace"):
        refuse("BAD_RESPONSE", "FE-RAM-1" if walker else "FE-TSK-1")
    if c["position"] is not None and c["response"] != "give_way":
        refuse("BAD_VALUE", field="position")
    if c["weapon"] is not None and not glory:
        refuse("BAD_VALUE", field="weapon")
    if glory:
        check_glory(t, u, contact)
    t.emit(
        "RamResponseChosen",
        unit=i,
        response=c["response"],
        weapon=c["weapon"],
        position=c["position"],
    )
    if not glory:
        if walker:
            collide(t, tank, i, contact, contact)
        return
    glory_hit(t, i, tank)
    v = t.unit(tank)
    stopped = v["status"] != "active" or stunned(v) or v["immobilised"]
    t.emit("DeathOrGloryAttempted", unit=i, tank=tank, weapon=c["weapon"], stopped=stopped)
    if stopped:
        t.emit("RamStopped", unit=tank)
    elif walker:
        rear = t.s["house_rules"]["failed_dog_armour"] == "rear"
        collide(t, tank, i, "rear", "rear" if rear else contact)
    else:
        left = max(0, u["models"] - 1)  # A ruling may have left none.
        t.emit("ModelRemoved", unit=i, cause="crushed", models_after=left)
        if left == 0:
            t.emit("UnitRemoved", unit=i, cause="crushed")


def check_glory(t: Table, u: Json, contact: str | None) -> None:
    if contact == "rear":
        refuse("REAR_ARC", "FE-RAM-1")
    if not allowed(t, "dog_when_helpless"):
        if u.get("immobilised"):
            refuse("IMMOBILISED", "FE-RAM-1")
        if stunned(u):
            refuse("STUNNED", "FE-RAM-1")
    name = t.c["weapon"]
    grenades = {"krak": "krak", "melta_bomb": "melta_bombs"}
    if name in grenades and u.get(grenades[name], 0) == 0:
        refuse("NO_GRENADES", "FE-CC-5")
    weapon = u["weapons"].get(name)
    if weapon and weapon["destroyed"]:
        refuse("WEAPON_DESTROYED", "FE-DMG-5")
    if weapon and weapon["spent"]:
        refuse("ALREADY_FIRED", "FE-RAM-3")


def glory_hit(t: Table, i: str, tank: str) -> None:
    u, name = t.unit(i), t.c["weapon"]
    weapon = u["weapons"].get(name)
    how: tuple[str, str, str, str] = (tank, i, "death_or_glory", "front")
    if name is None:
        penetrate(t, *how, u["strength"])
    elif name == "krak":
        penetrate(t, *how, 6)
    elif name == "melta_bomb":
        penetrate(t, *how, 8, two="sum")
    elif weapon["kind"] == "melee":
        penetrate(t, *how, min(10, 2 * u["strength"]))
    else:
        two = "best" if weapon["kind"] == "ordnance" else None
        two = "sum" if "melta" in weapon["traits"] else two
        traits = tuple(weapon["traits"])
        penetrate(t, *how, weapon["strength"], weapon["ap"], two, traits)

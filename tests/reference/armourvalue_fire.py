"""Shooting, for the reference."""

from tests.reference.armourvalue_harm import penetrate, wounds
from tests.reference.armourvalue_table import (
    Json,
    Table,
    active,
    enemy,
    is_hull,
    may_turn,
    moved,
    need,
    refuse,
    same_target,
    stunned,
)


def fire_weapon(t: Table) -> None:
    c = t.c
    i, u = c["unit"], t.unit(c["unit"])
    weapon = u["weapons"][c["weapon"]]
    victim = c["target"] if c["scattered_onto"] is None else c["scattered_onto"]
    check_fire(t, u, weapon, t.unit(victim))
    may_pivot = u["kind"] == "walker" and may_turn(t, u)
    if may_pivot and u["position"] and u["position"]["facing_decideg"] != c["bearing_decideg"]:
        t.emit(
            "UnitPivoted",
            unit=i,
            from_decideg=u["position"]["facing_decideg"],
            to_decideg=c["bearing_decideg"],
        )
    shots = weapon["shots"] * c["firers"]
    t.emit(
        "WeaponFired",
        unit=i,
        weapon=c["weapon"],
        target=c["target"],
        victim=victim,
        range_milli=c["range_milli"],
        firers=c["firers"],
        shots=shots,
        hits=c["hits"],
    )
    hits = c["hits"] if c["hits"] is not None else roll_shots(t, u, weapon, shots)
    if t.unit(victim)["kind"] == "infantry":
        wounds(t, victim, i, "shooting", hits, weapon["strength"], weapon["ap"], c["cover"])
    else:
        pierce(t, victim, weapon, hits)


def check_fire(t: Table, u: Json, weapon: Json, victim: Json) -> None:
    c = t.c
    target = t.unit(c["target"])
    if weapon["kind"] == "melee":
        refuse("WRONG_KIND", "FE-SHT-1")
    enemy(u, target)
    check_firer(t, u, weapon)
    if u["fired_at"] is not None and not same_target(t, u["fired_at"], c["target"]):
        refuse("OTHER_TARGET", "FE-SHT-1")
    check_speed(t, u, weapon)
    if target["combat"] is not None:
        refuse("TARGET_LOCKED", "FE-SHT-5")
    if c["range_milli"] > weapon["range_milli"]:
        refuse("OUT_OF_RANGE", "FE-SHT-3")
    check_arc(t, u, weapon)
    blast = "blast" in weapon["traits"]
    need(t, "hits", blast or "template" in weapon["traits"])
    if c["hole"] == "off" and not blast:
        refuse("BAD_VALUE", field="hole")
    if c["scattered_onto"] is not None and not blast:
        refuse("BAD_VALUE", field="scattered_onto")
    if c["firers"] > (1 if is_hull(u) else u["models"]):
        refuse("BAD_VALUE", field="firers")
    if victim.get("inside") is not None:
        refuse("ABOARD", "FE-OPEN-4")
    need(t, "struck", is_hull(victim))


def check_firer(t: Table, u: Json, weapon: Json) -> None:
    if stunned(u):
        refuse("STUNNED", "FE-DMG-4")
    if u.get("shaken_until") is not None:
        refuse("SHAKEN", "FE-DMG-3")
    if u.get("pinned_until") is not None:
        refuse("PINNED", "FE-DMG-8")
    if u.get("falling_back"):
        refuse("FALLING_BACK", "FE-TSK-1")
    if u["combat"] is not None:
        refuse("LOCKED", "FE-ASL-1")
    if u["has_run"]:
        refuse("HAS_RUN", "FE-RUN-1")
    if u.get("smoke_active"):
        refuse("SMOKED", "FE-SMK-1")
    if u.get("ram") is not None:
        refuse("RAMMED", "FE-RAM-5")
    if weapon["destroyed"]:
        refuse("WEAPON_DESTROYED", "FE-DMG-5")
    if weapon["fired"] or weapon["spent"]:
        refuse("ALREADY_FIRED", "FE-SHT-1")
    earlier = [w for w in u["weapons"].values() if w["fired"]]
    if earlier and any(w["kind"] == "ordnance" for w in [weapon, *earlier]):
        refuse("ORDNANCE_ALONE", "FE-SHT-1")


def check_speed(t: Table, u: Json, weapon: Json) -> None:
    if u["kind"] == "vehicle":
        big = any(w["fired"] and w["strength"] > 4 for w in u["weapons"].values())
        if moved(u) > 6000 or (moved(u) > 0 and weapon["strength"] > 4 and big):
            refuse("MOVED_TOO_FAST", "FE-SHT-1")
    if u.get("inside") is None:
        return
    v = t.unit(u["inside"])
    free = v["open_topped"] and t.s["house_rules"]["open_fire_speed"] == "always"
    if moved(v) > 6000 and not free:
        refuse("MOVED_TOO_FAST", "FE-OPEN-3")
    if not v["open_topped"] and t.c["firers"] > v["fire_points"]:
        refuse("NO_FIRE_POINT", "FE-OPEN-3")


def check_arc(t: Table, u: Json, weapon: Json) -> None:
    """READING: a unit that a ruling took off the table has no facing and no arc."""
    fixed = (u["kind"] == "walker" and not may_turn(t, u)) or (
        u["kind"] == "vehicle" and weapon["mount"] == "hull"
    )
    if not fixed or u["position"] is None:
        return
    off = (t.c["bearing_decideg"] - u["position"]["facing_decideg"] - weapon["aim_decideg"]) % 3600
    if min(off, 3600 - off) > t.s["house_rules"]["swivel_half_decideg"]:
        refuse("OUT_OF_ARC", "FE-SHT-3")


def roll_shots(t: Table, u: Json, weapon: Json, shots: int) -> int:
    if shots == 0:
        return 0
    needed = max(2, 7 - u["bs"])
    hits = roll_to_hit(t, t.c["weapon"], shots, needed)
    if "twin_linked" in weapon["traits"] and hits < shots:
        hits += roll_to_hit(t, t.c["weapon"], shots - hits, needed, "to_hit_reroll")
    return hits


def roll_to_hit(t: Table, name: str, count: int, needed: int, purpose: str = "to_hit") -> int:
    """Roll to hit, or hit without dice where the needed number is 0."""
    roll = t.roll(purpose, count) if needed else None
    hits = sum(f >= needed for f in roll["faces"]) if roll else count
    t.emit(
        "HitsRolled",
        unit=t.c["unit"],
        target=t.c["target"],
        weapon=name,
        needed=needed,
        roll=roll,
        hits=hits,
    )
    return hits


def pierce(t: Table, victim: str, weapon: Json, hits: int) -> None:
    c, v, traits = t.c, t.unit(victim), weapon["traits"]
    strength = weapon["strength"] // 2 if c["hole"] == "off" else weapon["strength"]
    two = "best" if weapon["kind"] == "ordnance" else None
    if "melta" in traits and 2 * c["range_milli"] <= weapon["range_milli"]:
        two = "sum"
    save = c["cover"]
    if v["smoke_active"] and t.s["house_rules"]["smoke_effect"] == "cover_4":
        save = min(save or 4, 4)
    side = "side" if "barrage" in traits else c["struck"]
    for _ in range(hits):
        if not active(t, victim):
            break
        how = (victim, c["unit"], "shooting", side, strength, weapon["ap"])
        penetrate(t, *how, two, tuple(traits), save)

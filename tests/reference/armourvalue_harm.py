"""Wounds, penetration, damage and nerve (sections 6.2 and 6.3), for the reference."""

from tests.reference.armourvalue_table import (
    SIDES,
    Json,
    Table,
    active,
    is_hull,
    refuse,
    squadron_mates,
)

RESULTS = ["shaken", "stunned", "weapon_destroyed", "immobilised", "wrecked", "explodes"]


def lose(t: Table, i: str, unsaved: int, cause: str, combat: str | None) -> None:
    u = t.unit(i)
    # A ruling may have taken off more wounds than there are.
    left = max(0, u["models"] * u["wounds"] - u["wounds_lost"])
    points = min(unsaved, left)
    left -= points
    models = -(-left // u["wounds"])
    t.emit(
        "WoundsLost",
        unit=i,
        points=points,
        cause=cause,
        models_after=models,
        wounds_lost_after=models * u["wounds"] - left,
        combat=combat,
    )
    if models == 0:
        t.emit("UnitRemoved", unit=i, cause=cause)


def saves(t: Table, i: str, ap: int | None, cover: int, wounds: int) -> int:
    """Roll the better save, armour on a tie; gives the number saved."""
    armour = t.unit(i)["save"]
    options = []
    if armour <= 6 and (ap is None or ap == 0 or ap > armour):
        options.append((armour, "armour"))
    if cover > 0:
        options.append((cover, "cover"))
    if not options:
        return 0
    needed, save = min(options)
    roll = t.roll(save + "_save", wounds)
    saved = sum(f >= needed for f in roll["faces"])
    t.emit("SavesRolled", unit=i, save=save, needed=needed, roll=roll, saved=saved)
    return saved


def wounds(
    t: Table,
    i: str,
    source: str,
    cause: str,
    hits: int,
    strength: int,
    ap: int | None,
    cover: int = 0,
    combat: str | None = None,
) -> None:
    if hits == 0:
        return
    gap = t.unit(i)["toughness"] - strength
    needed = 7 if strength == 0 or gap >= 4 else min(6, max(2, 4 + gap))
    roll = None if needed == 7 else t.roll("to_wound", hits)
    made = 0 if roll is None else sum(f >= needed for f in roll["faces"])
    t.emit(
        "WoundsRolled",
        unit=i,
        source=source,
        cause=cause,
        hits=hits,
        strength=strength,
        needed=needed,
        roll=roll,
        wounds=made,
    )
    if made:
        unsaved = made - saves(t, i, ap, cover, made)
        if unsaved:
            lose(t, i, unsaved, cause, combat)


def penetrate(
    t: Table,
    i: str,
    source: str,
    cause: str,
    side: str,
    strength: int,
    ap: int | None = None,
    two: str | None = None,
    traits: tuple[str, ...] = (),
    save: int = 0,
    combat: str | None = None,
) -> None:
    """*two* is None for one die, "sum" for 2D6 added, "best" for the better of 2D6."""
    if strength == 0:
        return
    u = t.unit(i)
    roll = t.roll("penetration", 1 if two is None else 2)
    counted = sum(roll["faces"]) if two == "sum" else max(roll["faces"])
    rending = None
    if "rending" in traits and two != "sum" and counted == 6:
        rending = t.roll("rending", 1, 3 if t.s["house_rules"]["rending_extra"] == "d3" else 6)
    total = strength + counted + (rending["faces"][0] if rending else 0)
    armour = u["armour_value"][SIDES[side]]
    if "lance" in traits:
        armour = min(armour, 12)
    outcome = "none" if total < armour else "glancing" if total == armour else "penetrating"
    downgraded = (
        cause == "shooting"
        and outcome == "penetrating"
        and u["smoke_active"]
        and t.s["house_rules"]["smoke_effect"] == "downgrade_penetrating"
    )
    outcome = "glancing" if downgraded else outcome
    t.emit(
        "PenetrationRolled",
        unit=i,
        source=source,
        cause=cause,
        side=side,
        armour=armour,
        strength=strength,
        roll=roll,
        rending_roll=rending,
        total=total,
        outcome=outcome,
        downgraded=downgraded,
    )
    if outcome == "none":
        return
    if cause == "shooting" and save > 0:
        kept = t.roll("cover_save", 1)
        saved = int(kept["faces"][0] >= save)
        t.emit("SavesRolled", unit=i, save="cover", needed=save, roll=kept, saved=saved)
        if saved:
            return
    damage(t, i, cause, outcome, ap, combat)


def damage(
    t: Table, i: str, cause: str, outcome: str, ap: int | None, combat: str | None = None
) -> None:
    u = t.unit(i)
    if u["status"] != "active":  # A wreck takes none; only a ruling makes one in between.
        return
    modifiers = {}
    if outcome == "glancing":
        modifiers["glancing"] = -2
    if ap == 1:
        modifiers["ap1"] = 1
    if ap == 0:
        modifiers["ap_dash"] = -1
    if u["open_topped"]:
        modifiers["open_topped"] = 1
    roll = t.roll("damage_table", 1)
    n = min(6, max(1, roll["faces"][0] + sum(modifiers.values())))
    t.emit(
        "DamageTableRolled",
        unit=i,
        cause=cause,
        outcome=outcome,
        roll=roll,
        modifiers=modifiers,
        result=RESULTS[n - 1],
        combat=combat,
    )
    until = t.s["turns"][u["owner"]] + 1
    candidates = [w for w, v in u["weapons"].items() if not v["destroyed"] and not v["spent"]]
    if n == 1:
        t.emit("CrewShaken", unit=i, until=until, original=None)
    elif n == 2 and (u["extra_armour"] or squadron_mates(t, i)):
        t.emit("CrewShaken", unit=i, until=until, original="stunned")
    elif n == 2:
        t.emit("CrewStunned", unit=i, until=until)
    elif n == 5:
        wreck(t, i, "damage")
    elif n == 6:
        radius = t.roll("explosion_radius", 1)
        t.emit("UnitExploded", unit=i, roll=radius, radius_milli=1000 * radius["faces"][0])
    elif (n == 3 or u["immobilised"]) and candidates:
        destroy_weapon(t, i, candidates)
    elif u["immobilised"]:
        wreck(t, i, "damage")
    else:
        immobilise(t, i, "damage")


def destroy_weapon(t: Table, i: str, candidates: list[str]) -> None:
    chooser, roll = t.s["house_rules"]["weapon_destroyed_chooser"], None
    if len(candidates) == 1:
        chooser, pick = "only", candidates[0]
    elif chooser == "random":
        pick, roll = random_weapon(t, candidates)
    else:
        if not t.choices:
            refuse("NEEDS_CHOICE", unit=i, options=candidates)
        pick = t.choices.pop(0)
        if pick not in candidates:
            refuse("BAD_CHOICE", options=candidates)
    gone = [pick] + [
        w for w, v in t.unit(i)["weapons"].items() if v["built_into"] == pick and not v["destroyed"]
    ]
    t.emit("WeaponsDestroyed", unit=i, weapons=gone, chosen_by=chooser, roll=roll)


def random_weapon(t: Table, candidates: list[str]) -> tuple[str, Json]:
    """READING: a die that is rolled again is asked for as one die."""
    n = len(candidates)
    share = {2: 3, 3: 2}.get(n, 1)
    faces: list[int] = []
    while not faces or faces[-1] > n * share:
        faces += t.roll("weapon_destroyed", 1)["faces"]
    roll = {"purpose": "weapon_destroyed", "sides": 6, "faces": faces}
    return candidates[(faces[-1] - 1) // share], roll


def immobilise(t: Table, i: str, cause: str) -> None:
    """READING: a wreck of a squadron is not immobilised first, as the handed cases have it."""
    if squadron_mates(t, i):
        wreck(t, i, "squadron")
    else:
        t.emit("VehicleImmobilised", unit=i, cause=cause)


def wreck(t: Table, i: str, cause: str) -> None:
    t.emit("VehicleWrecked", unit=i, cause=cause)
    for p in list(t.unit(i).get("passengers", [])):
        throw_out(t, i, p, "wreck")


def throw_out(t: Table, vehicle: str, i: str, cause: str) -> None:
    t.emit(
        "ModelsDisembarked",
        unit=i,
        vehicle=vehicle,
        cause=cause,
        position=None,
        moved_before=False,
        may_assault=True,
    )
    u = t.unit(i)
    passed = morale(t, i, "pinning", u["leadership"])
    until = None if passed[0] else t.s["turns"][u["owner"]] + 1
    emit_morale(t, i, "pinning", u["leadership"], passed, until)


def morale(t: Table, i: str, purpose: str, value: int) -> tuple[bool, Json | None]:
    if t.unit(i)["fearless"]:
        return True, None
    roll = t.roll(purpose, 2)
    return sum(roll["faces"]) <= value, roll


def emit_morale(
    t: Table,
    i: str,
    reason: str,
    value: int,
    result: tuple[bool, Json | None],
    until: int | None = None,
) -> None:
    t.emit(
        "MoraleChecked",
        unit=i,
        reason=reason,
        value=value,
        roll=result[1],
        passed=result[0],
        until=until,
    )


def apply_damage_roll(t: Table) -> None:
    if t.unit(t.c["unit"])["kind"] == "infantry":
        refuse("WRONG_KIND", "FE-DMG-1")
    damage(t, t.c["unit"], "typed", t.c["outcome"], t.c["ap"])


def resolve_explosion(t: Table) -> None:
    i, hits = t.c["unit"], t.c["hits"]
    for h in hits:
        if is_hull(t.unit(h["unit"])) != ("side" in h):
            refuse("WRONG_KIND", "FE-DMG-9")
    named = [h["unit"] for h in hits]
    if i in named or len(set(named)) < len(named):
        refuse("BAD_VALUE", field="hits")
    for h in hits:
        u = t.unit(h["unit"])
        if u.get("inside") is not None:
            refuse("ABOARD", "FE-OPEN-4")
        if h.get("models", 0) > u.get("models", 0):
            refuse("BAD_VALUE", field="hits")
    v = t.unit(i)
    for p in list(v.get("passengers", [])):
        strength = 3 if v["open_topped"] else 4
        wounds(t, p, i, "explosion", t.unit(p)["models"], strength, 0)
        if active(t, p):
            throw_out(t, i, p, "explosion")
    for h in hits:
        if "models" in h:
            wounds(t, h["unit"], i, "explosion", h["models"], 3, 0)
        else:
            penetrate(t, h["unit"], i, "explosion", h["side"], 3, 0)
    t.emit("UnitRemoved", unit=i, cause="exploded")

"""The fields of units and weapons in Rollbook's own rosters: those of `add_unit`, by rule set."""

from rollbook.tools.importers.ownkinds import (
    Field,
    Kind,
    check_fields,
    choice,
    choices,
    flag,
    group,
    identifier,
    identifiers,
    number,
    numbers,
    places,
    skill,
)
from rollbook.tools.importers.result import ARMOUR_VALUE, HULL_POINTS, Unit, Value

KINDS = ("walker", "vehicle", "infantry")
_CHAR = number(0, 10)
_STAT = number(0, 99)


def _needed(**kinds: Kind) -> dict[str, Field]:
    return {name: Field(kind) for name, kind in kinds.items()}


def _optional(**kinds: Kind) -> dict[str, Field]:
    return {name: Field(kind, required=False) for name, kind in kinds.items()}


_AV_HULL = _needed(armour_value=numbers(3, 10, 14), bs=_CHAR)
_AV_GEAR = _optional(
    open_topped=flag(),
    extra_armour=flag(),
    smoke_launchers=flag(),
    squadron=identifier(or_null=True),
)
_AV_UNITS = {
    "walker": _AV_HULL
    | _needed(ws=number(1, 10), strength=_CHAR, initiative=_CHAR, attacks=number(1, 10))
    | _AV_GEAR,
    "vehicle": _AV_HULL
    | _AV_GEAR
    | _optional(tank=flag(), fast=flag(), capacity=number(0, 100), fire_points=number(0, 100)),
    "infantry": _needed(models=number(1, 100))
    | _optional(wounds=number(1, 10))
    | _needed(
        ws=number(1, 10),
        bs=_CHAR,
        strength=_CHAR,
        toughness=number(1, 10),
        initiative=_CHAR,
        attacks=number(1, 10),
        leadership=number(2, 10),
        save=number(2, 7),
    )
    | _optional(fearless=flag(), krak=number(0, 100), melta_bombs=number(0, 100)),
}
_AV_WEAPON = _needed(
    id=identifier("krak", "melta_bomb"),
    kind=choice("assault", "rapid_fire", "heavy", "ordnance", "melee"),
) | _optional(
    mount=choice("hull", "turret"),
    aim_decideg=number(0, 3599),
    traits=choices(
        "melta", "rending", "lance", "twin_linked", "one_shot", "blast", "template", "barrage"
    ),
    shots=number(0, 100),
    strength=_CHAR,
    ap=number(0, 6),
    range_milli=number(0, 1_000_000),
    built_into=identifier(or_null=True),
)

_MAN = _needed(ws=skill(), grit=_STAT, sagacity=_STAT)
_SIDES = numbers(3, 0, 99, or_one=True)
_HP_UNITS = {
    "walker": _needed(
        base_mm=numbers(2, 1, 1000, or_one=True),
        weight=choice("light", "medium", "heavy"),
        ws=skill(),
        strength=_STAT,
        toughness=_SIDES,
        grit=_STAT,
        sagacity=_STAT,
    ),
    "vehicle": _needed(
        toughness=_SIDES,
        hull=_STAT,
        armor=_STAT,
        movement=_STAT,
        capacity=_STAT,
        access=places(10),
        driver=group(_MAN),
    ),
    "infantry": _needed(
        models=identifiers(100, least=1), ws=skill(), strength=_STAT, initiative=_STAT
    )
    | _optional(
        wounds=number(1, 99), base_mm=number(1, 1000), toughness=number(0, 99, or_null=True)
    )
    | _needed(grit=_STAT, sagacity=_STAT),
}
_HP_WEAPON = (
    _needed(id=identifier())
    | _optional(mount=choice("front", "side", "rear", "top"))
    | _needed(kind=choice("ranged", "melee"))
    | _optional(
        shots=_STAT,
        strength=number(0, 99, or_null=True),
        damage=number(1, 99),
        pattern=choice("shots", "template"),
        gunner=group(_needed(ws=skill())),
    )
)

UNITS = {ARMOUR_VALUE: _AV_UNITS, HULL_POINTS: _HP_UNITS}
WEAPONS = {ARMOUR_VALUE: _AV_WEAPON, HULL_POINTS: _HP_WEAPON}


def check_unit(rules: str, kind: str, given: dict[str, Value]) -> Unit:
    """Check the fields of a unit apart from id, kind, name and weapons."""
    unit = check_fields(UNITS[rules][kind], given)
    if rules == HULL_POINTS and kind == "infantry":
        if ("wounds" in unit) == ("base_mm" in unit):
            raise ValueError("exactly one of wounds and base_mm is needed")
        unit.setdefault("toughness", None)
    return unit


def check_weapon(rules: str, kind: str, given: dict[str, Value]) -> dict[str, Value]:
    """Check one weapon of a unit of *kind*."""
    weapon = check_fields(WEAPONS[rules], given)
    if rules == ARMOUR_VALUE:
        _check_av_weapon(kind, weapon)
    else:
        _check_hp_weapon(kind, weapon)
    return weapon


def _check_av_weapon(kind: str, weapon: dict[str, Value]) -> None:
    if weapon["kind"] == "melee" and kind != "walker":
        raise ValueError("kind melee is for weapons of walkers only")
    aimed = weapon.get("mount", "hull") != "hull" or weapon.get("aim_decideg", 0) != 0
    if kind == "walker" and aimed:
        raise ValueError("mount and aim_decideg of a walker's weapon are hull and 0")


def _check_hp_weapon(kind: str, weapon: dict[str, Value]) -> None:
    ranged = weapon["kind"] == "ranged"
    if ranged and "shots" not in weapon:
        raise ValueError("shots is missing")
    if not ranged and "shots" in weapon:
        raise ValueError("shots is for ranged weapons only")
    if (kind == "infantry") == ("mount" in weapon):
        raise ValueError("mount is needed on walkers and vehicles, and only there")
    gunned = kind == "vehicle" and ranged
    if gunned != ("gunner" in weapon):
        raise ValueError("gunner is needed on ranged weapons of vehicles, and only there")
    if kind == "vehicle" and weapon.get("strength") is None:
        raise ValueError("strength is needed: a vehicle has none of its own")


def check_weapons(rules: str, weapons: list[dict[str, Value]]) -> None:
    """Check the weapons of one unit against each other."""
    ids = [weapon["id"] for weapon in weapons]
    if len({str(each) for each in ids}) != len(ids):
        raise ValueError("two weapons have the same id")
    if rules == ARMOUR_VALUE and len(weapons) > 6:
        raise ValueError("a unit has at most 6 weapons")
    arms = [weapon["id"] for weapon in weapons if weapon["kind"] == "melee"]
    for weapon in weapons:
        host = weapon.get("built_into")
        if host is not None and (host == weapon["id"] or host not in arms):
            raise ValueError("built_into must name another, melee weapon of the unit")

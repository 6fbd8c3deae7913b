"""Explosions and falling walkers, written from the rule page alone."""

from typing import Any

from tests.reference.hullpoints_wounds import (
    Refused,
    Turn,
    damage,
    leave_vehicle,
    lose_wounds,
    model_wounded,
    remove_model,
    roll_check,
    roll_wounds,
    toughness_of,
)


def check_hull_hits(turn: Turn, hits: list[dict[str, Any]]) -> None:
    if any(hit.get("arc") and turn.unit(hit["unit"])["kind"] == "infantry" for hit in hits):
        raise Refused("WRONG_KIND")


def given_facts(hit: dict[str, Any]) -> dict[str, Any]:
    """Give a hit as given; open: a null stands for what was left out."""
    return {name: value for name, value in hit.items() if value is not None}


def hit_by_explosion(turn: Turn, source: str, hit: dict[str, Any], strength: int) -> None:
    target = hit["unit"]
    if hit.get("arc"):
        if roll_wounds(turn, target, None, hit["arc"], strength, 1)[0]:
            damage(turn, target, 1, "explosion", source, [hit["arc"]])
    elif model_wounded(turn, target, hit["model"], strength, hit.get("wounded"), "wounded"):
        lose_wounds(turn, target, hit["model"], 1, "explosion")


def passengers_explode(turn: Turn, name: str, strength: int) -> None:
    vehicle, how = turn.unit(name), turn.rules["passengers_in_explosion"]
    facts = turn.command.get("passengers_wounded") or {}
    for passenger in list(vehicle["passengers"]):
        unit, model = passenger.split("/")
        if how == "removed":
            remove_model(turn, unit, model, "explosion")
        elif how == "hit":
            fact = facts.get(passenger)
            if model_wounded(turn, unit, model, strength, fact, "passengers_wounded"):
                lose_wounds(turn, unit, model, 1, "explosion")
    left = list(vehicle["passengers"])
    for passenger in left:
        leave_vehicle(turn, *passenger.split("/"))
    if left:
        turn.tell("ModelsDisembarked", unit=name, models=left, access=None, cause="explosion")


def resolve_explosion(turn: Turn) -> None:
    command = turn.command
    name, hits = command["unit"], command["hits"]
    check_hull_hits(turn, hits)
    del turn.state["pending"][0]
    radius = min(turn.unit(name)["toughness"])
    roll = turn.roll("explosion_strength")
    turn.tell(
        "ExplosionResolved",
        unit=name,
        radius=radius,
        roll=roll,
        hits=[given_facts(hit) for hit in hits],
    )
    strength = roll["faces"][0]
    for hit in hits:
        hit_by_explosion(turn, name, hit, strength)
    if turn.unit(name)["kind"] == "vehicle":
        passengers_explode(turn, name, strength)
    turn.unit(name)["status"] = "removed"
    turn.tell("UnitRemoved", unit=name, cause="exploded")


def step_aside(turn: Turn, fallen: str, hit: dict[str, Any]) -> None:
    """Let one of those under a falling walker step aside, or be crunched."""
    target, model = hit["unit"], hit.get("model")
    moved = [] if model is None else [model]
    turn.tell("ModelsDisplaced", unit=target, models=moved, cause="timber")
    value = turn.unit(target).get("initiative")
    roll, passed = roll_check(turn, "initiative", value)
    turn.tell(
        "CharacteristicChecked",
        unit=target,
        model=model,
        characteristic="initiative",
        roll=roll,
        value=value,
        passed=passed,
    )
    if passed:
        return
    walker = turn.unit(fallen)
    strength, amount = toughness_of(walker, "rear") // 2, walker["hull_start"]
    if model is None:
        if roll_wounds(turn, target, None, hit["arc"], strength, 1)[0]:
            damage(turn, target, amount, "crunch", fallen, [hit["arc"]])
    elif model_wounded(turn, target, model, strength, hit.get("wounded"), "wounded"):
        lose_wounds(turn, target, model, amount, "crunch")


def resolve_timber(turn: Turn) -> None:
    command = turn.command
    name, under, angle = command["unit"], command.get("under"), command.get("angle_decideg")
    walker = turn.unit(name)
    check_hull_hits(turn, under or [])
    named = [(hit["unit"], hit.get("model")) for hit in under or []]
    if len(set(named)) != len(named):
        raise Refused("BAD_VALUE", field={"under"})
    del turn.state["pending"][0]
    roll = turn.roll("scatter")
    if roll["faces"][0] <= turn.rules["scatter_hits"]:
        given = {"angle_decideg": angle, "under": under}
        bad = {field for field, value in given.items() if value is not None}
        if bad:
            raise Refused("BAD_VALUE", field=bad)
        turn.tell("UnitDiedStanding", unit=name, roll=roll)
    else:
        if angle is None:
            raise Refused("NEEDS_FIELD", field="angle_decideg")
        fall = angle % 3600
        facing = (fall + 1800) % 3600
        if walker["position"] is not None:
            walker["position"]["facing_decideg"] = facing
        turn.tell("UnitToppled", unit=name, roll=roll, fall_decideg=fall, facing_decideg=facing)
        for hit in under or []:
            step_aside(turn, name, hit)
    walker["status"] = "wreck"
    if turn.rules["slain_leaves"] == "removed":
        walker["status"] = "removed"
        turn.tell("UnitRemoved", unit=name, cause="slain")

"""What commands of armour-value go by, for the reference: state, dice, questions."""

import marshal
from typing import Any, NoReturn

from tests.reference.armourvalue_effects import EFFECTS, start

Json = dict[str, Any]


SIDES = {"front": 0, "side": 1, "rear": 2}


def clone(value: Any) -> Any:
    """Copy a JSON value; much faster than deepcopy."""
    return marshal.loads(marshal.dumps(value))  # noqa: S302


class Refused(Exception):
    """The command is refused."""


def refuse(code: str, rule: str = "ENGINE", **extra: Any) -> NoReturn:
    """Refuse the command under a rule."""
    raise Refused({"code": code, "rule": rule, **extra})


class Table:
    """The command being decided: state, events so far, answers not yet used."""

    def __init__(self, state: Any, command: Json) -> None:
        self.s: Any = state
        self.c = command
        self.events: list[Json] = []
        self.dice = list(command["dice"])
        self.choices = list(command["choices"])
        self.rolled = 0

    def emit(self, event: str, **fields: Any) -> None:
        """Keep an event and let it take effect."""
        made = {"type": event, **clone(fields)}
        self.events.append(made)
        if event == "GameStarted":
            self.s = start(made)
        elif event in EFFECTS:
            EFFECTS[event](self.s, clone(made))

    def roll(self, purpose: str, count: int, sides: int = 6) -> Json:
        """Take the faces of one roll from the front of the dice."""
        if self.rolled + count > 4096:
            refuse("TOO_LARGE")
        there = self.dice[:count]
        if any(not 1 <= f <= sides for f in there):
            refuse("BAD_DIE")
        if len(there) < count:
            refuse("NEEDS_DICE", purpose=purpose, count=count, sides=sides)
        self.rolled += count
        del self.dice[:count]
        return {"purpose": purpose, "sides": sides, "faces": there}

    def unit(self, i: str) -> Json:
        """Give a unit."""
        return self.s["units"][i]  # type: ignore[no-any-return]


def active(t: Table, i: str) -> bool:
    return bool(t.unit(i)["status"] == "active")


def is_hull(u: Json) -> bool:
    return u["kind"] in ("walker", "vehicle")


def moved(u: Json) -> int:
    return u["moved_milli"] or 0


def allowed(t: Table, rule: str) -> bool:
    return bool(t.s["house_rules"][rule] == "allow")


def stunned(u: Json) -> bool:
    return u.get("stunned_until") is not None


def may_turn(t: Table, u: Json) -> bool:
    return not u["immobilised"] or allowed(t, "immobilised_pivot")


def able(u: Json, rule: str | None = None, locked: str | None = "FE-ASL-1") -> None:
    """Refuse a unit that cannot act; *rule* is what IMMOBILISED and STUNNED carry."""
    if u.get("inside") is not None:
        refuse("ABOARD", "FE-OPEN-4")
    if u.get("immobilised"):
        refuse("IMMOBILISED", rule or "FE-DMG-6")
    if stunned(u):
        refuse("STUNNED", rule or "FE-DMG-4")
    if u.get("pinned_until") is not None:
        refuse("PINNED", "FE-DMG-8")
    if u.get("falling_back"):
        refuse("FALLING_BACK", "FE-TSK-1")
    if locked is not None and u["combat"] is not None:
        refuse("LOCKED", locked)


def enemy(u: Json, target: Json) -> None:
    if u["owner"] == target["owner"]:
        refuse("FRIENDLY", "FE-SHT-1")
    if target.get("inside") is not None:
        refuse("ABOARD", "FE-OPEN-4")


def top_speed(u: Json) -> int:
    if u["kind"] != "vehicle":
        return 6000
    return 18000 if u["fast"] else 12000


def squadron_mates(t: Table, i: str) -> list[str]:
    """Give the other active members of the squadron of a unit."""
    u = t.unit(i)
    if t.s["house_rules"]["squadrons"] == "off" or u.get("squadron") is None:
        return []
    return [
        j
        for j, o in t.s["units"].items()
        if j != i
        and o["status"] == "active"
        and o["owner"] == u["owner"]
        and o.get("squadron") == u["squadron"]
    ]


def same_target(t: Table, first: str, second: str) -> bool:
    """READING: a squadron stays one target when a member that was shot is gone."""
    if first == second:
        return True
    if t.s["house_rules"]["squadrons"] == "off" or first not in t.s["units"]:
        return False
    a, b = t.unit(first), t.unit(second)
    return (
        a["owner"] == b["owner"]
        and a.get("squadron") is not None
        and a.get("squadron") == b.get("squadron")
    )


def need(t: Table, field: str, needed: bool) -> None:
    """Ask for a field if and only if it is needed."""
    if needed and t.c[field] is None:
        refuse("NEEDS_FIELD", field=field)
    if not needed and t.c[field] is not None:
        refuse("BAD_VALUE", field=field)

"""
A plain second implementation of the rule set armour-value, for comparison.

Written sentence by sentence from the page of the rule set, with dicts and
functions only and nothing shared with the program.  A command and a result are
JSON objects, the state is a dict.  One function a command; `READING` marks
where the page is silent or loose.
"""

from collections.abc import Callable
from typing import Any

from tests.reference.armourvalue_fire import fire_weapon
from tests.reference.armourvalue_harm import apply_damage_roll, resolve_explosion
from tests.reference.armourvalue_melee import (
    assault_unit,
    close,
    consolidate,
    fight,
    pile_in,
    score_combat,
    sweep,
)
from tests.reference.armourvalue_moves import (
    disembark,
    embark,
    move_unit,
    run_unit,
    start_phase,
    start_turn,
    trigger_smoke,
)
from tests.reference.armourvalue_rams import ram, ram_response
from tests.reference.armourvalue_shapes import COMMANDS, HOUSE_RULES, KINDS, read
from tests.reference.armourvalue_table import Json, Refused, Table, active, clone, refuse


def start_game(t: Table) -> None:
    house = {k: t.c["house_rules"].get(k, v[0]) for k, v in HOUSE_RULES.items()}
    t.emit("GameStarted", rules="armour-value", players=t.c["players"], house_rules=house)


def add_unit(t: Table) -> None:
    c = t.c
    if c["unit"] in t.s["units"]:
        refuse("UNIT_EXISTS")
    profile = {k: c[k] for k in ("position", "weapons", *KINDS[c["kind"]])}
    t.emit(
        "UnitAdded",
        unit=c["unit"],
        owner=c["owner"],
        kind=c["kind"],
        name=c["name"],
        profile=profile,
    )


def note(t: Table) -> None:
    t.emit("NoteMade", text=t.c["text"], about=t.c["about"])


def ruling(t: Table) -> None:
    changes = []
    for path, after in t.c["set"].items():
        parts = path.split(".")
        if path == "active_player" and after not in t.s["players"]:
            refuse("BAD_VALUE", field="set")
        place = t.s
        for part in parts[:-1]:
            if part not in place:
                refuse("BAD_VALUE", field="set")
            place = place[part]
        if parts[-1] not in place:
            refuse("BAD_VALUE", field="set")
        before = place[parts[-1]]
        if before != after:
            changes.append({"path": path, "before": before, "after": after})
    t.emit("RulingMade", reason=t.c["reason"], changes=changes)


def end_game(t: Table) -> None:
    t.emit("GameEnded", **{k: t.c[k] for k in ("winner", "scores", "reason")})


SETTLING = {"ram_response": "unit", "resolve_explosion": "unit", "sweep": "target"}


DECIDE: dict[str, Callable[[Table], None]] = {
    f.__name__: f
    for f in (
        start_game,
        add_unit,
        start_turn,
        start_phase,
        move_unit,
        run_unit,
        trigger_smoke,
        embark,
        disembark,
        ram,
        ram_response,
        fire_weapon,
        assault_unit,
        fight,
        score_combat,
        sweep,
        pile_in,
        consolidate,
        apply_damage_roll,
        resolve_explosion,
        note,
        ruling,
        end_game,
    )
}


ANY_TIME = ("note", "ruling", "end_game")


TURN_OF_UNIT = (
    "move_unit",
    "run_unit",
    "trigger_smoke",
    "embark",
    "disembark",
    "ram",
    "fire_weapon",
    "assault_unit",
)


PHASES = {
    "start_turn": (None, "assault"),
    "move_unit": ("movement",),
    "run_unit": ("shooting",),
    "trigger_smoke": ("movement", "shooting"),
    "embark": ("movement",),
    "disembark": ("movement",),
    "ram": ("movement",),
    "ram_response": ("movement",),
    "fire_weapon": ("shooting",),
    "assault_unit": ("assault",),
    "fight": ("assault",),
    "score_combat": ("assault",),
    "sweep": ("assault",),
    "pile_in": ("assault",),
    "consolidate": ("assault",),
}


def check_general(t: Table) -> None:
    """Make the checks 3 to 10, in order."""
    do, c = t.c["do"], t.c
    if do == "start_game":
        if t.s is not None:
            refuse("ALREADY_STARTED")
        if c["by"] not in (*c["players"], "judge", "system"):
            refuse("UNKNOWN_PLAYER")
        return
    if t.s is None:
        refuse("NOT_STARTED")
    if t.s["over"] is not None and do != "note":
        refuse("GAME_OVER")
    if do == "ruling" and c["by"] != "judge":
        refuse("NOT_JUDGE")
    check_players(t)
    check_pending(t)
    check_phase(t)
    check_known(t)
    check_in_play(t)
    if do in TURN_OF_UNIT and t.unit(c["unit"])["owner"] != t.s["active_player"]:
        refuse("NOT_YOUR_TURN")


def check_players(t: Table) -> None:
    c = t.c
    named = {"owner": c.get("owner"), "player": c.get("player"), "winner": c.get("winner")}
    for p in [*named.values(), *c.get("scores", {})]:
        if p is not None and p not in t.s["players"]:
            refuse("UNKNOWN_PLAYER")
    if c["by"] not in (*t.s["players"], "judge", "system"):
        refuse("UNKNOWN_PLAYER")


def check_pending(t: Table) -> None:
    do = t.c["do"]
    if do in ANY_TIME:
        return
    if t.s["pending"]:
        owed = t.s["pending"][0]
        if do != owed["do"] or t.c[SETTLING[do]] != owed["unit"]:
            refuse("PENDING", owed=owed["do"], unit=owed["unit"])
    elif do in SETTLING:
        refuse("NOT_PENDING")


def check_phase(t: Table) -> None:
    do, phase = t.c["do"], t.s["phase"]
    if do in PHASES and phase not in PHASES[do]:
        refuse("WRONG_PHASE")
    before = {"movement": "never", "shooting": "movement", "assault": "shooting"}
    if do == "start_phase" and phase != before[t.c["phase"]]:
        refuse("WRONG_PHASE")


def named_units(c: Json) -> list[tuple[str, str]]:
    """Give the units that a command names, with the field, in order of its field list."""
    if c["do"] in ("add_unit", "note", "ruling", "end_game"):
        return []
    fields = ("unit", "target", "vehicle", "scattered_onto")
    named = [(f, c[f]) for f in fields if c.get(f) is not None]
    hits = c["hits"] if c["do"] == "resolve_explosion" else []
    return named + [("hits", h["unit"]) for h in hits]


def check_known(t: Table) -> None:
    c = t.c
    for n, (field, i) in enumerate(named_units(c)):
        if i not in t.s["units"]:
            refuse("UNKNOWN_UNIT", field=field)
        weapon = c.get("weapon")
        grenade = c["do"] == "ram_response" and weapon in ("krak", "melta_bomb")
        if n == 0 and weapon is not None and not grenade and weapon not in t.unit(i)["weapons"]:
            refuse("UNKNOWN_WEAPON", field="weapon")


def check_in_play(t: Table) -> None:
    c = t.c
    for field, i in named_units(c):
        if active(t, i) or (field == "unit" and c["do"] == "resolve_explosion"):
            continue
        combat = t.s["combats"].get(t.unit(i)["combat"])
        if field == "unit" and c["do"] == "fight" and combat and i in combat["strikers"]:
            continue
        refuse("NOT_ACTIVE")


def submit(state: Any, command: Json) -> tuple[Any, Json]:
    """Answer a command: the state after it and the events, or the refusal."""
    try:
        if not isinstance(command.get("do"), str) or command["do"] not in COMMANDS:
            refuse("UNKNOWN_COMMAND")
        full, bad = read(command)
        if bad:
            refuse("BAD_VALUE", field=bad)
        t = Table(state, full)
        check_general(t)
        t.s = clone(state)
        DECIDE[full["do"]](t)
        if len(t.events) > 4096:
            refuse("TOO_LARGE")
        if t.dice:
            refuse("UNUSED_DICE")
        if t.choices:
            refuse("UNUSED_CHOICES")
        if full["do"] not in ("start_game", *ANY_TIME):
            close(t)
    except Refused as refusal:
        return state, {"refused": refusal.args[0]}
    return t.s, {"events": t.events}

"""
The hull-point rules once more, written sentence by sentence from the pages alone.

A test oracle: commands as JSON objects in, results as JSON objects out, the state a dict.  It
shares no code with the project.  Where the page leaves something open, a comment that begins
with "Open:" tells the reading.
"""

import copy
from typing import Any

from tests.reference.hullpoints_falls import resolve_explosion, resolve_timber
from tests.reference.hullpoints_fights import (
    allocate_hits,
    apply_damage,
    check,
    duel,
    fire_weapon,
    strike,
)
from tests.reference.hullpoints_moves import (
    declare_turn,
    disembark,
    embark,
    move_unit,
    ram,
    split_model,
    turn_unit,
)
from tests.reference.hullpoints_rulings import ruling
from tests.reference.hullpoints_shape import COMMANDS, PHASES, bad_fields
from tests.reference.hullpoints_units import (
    add_unit,
    assign_gunner,
    end_game,
    end_round,
    first_state,
    note,
    place_unit,
    start_game,
    start_phase,
    start_round,
)
from tests.reference.hullpoints_wounds import Refused, Turn, in_play, outside

SETTLING = {"resolve_explosion": "HW-EXP-1", "resolve_timber": "HW-TIM-1"}
BETWEEN = ("place_unit", "assign_gunner")
PHASE_OF = {
    "declare_turn": "movement",
    "turn_unit": "movement",
    "move_unit": "movement",
    "embark": "movement",
    "disembark": "movement",
    "ram": "movement",
    "fire_weapon": "shooting",
    "duel": "combat",
    "strike": "combat",
    "allocate_hits": "combat",
}


class Reference:
    """A game decided by the reference."""

    def __init__(self) -> None:
        self.state: dict[str, Any] | None = None

    def submit(self, command: dict[str, Any]) -> dict[str, Any]:
        """Decide a command; a refusal leaves the state as it was."""
        try:
            turn = resolve(copy.deepcopy(self.state), copy.deepcopy(command))
        except Refused as no:
            return {"refused": {"code": no.code, "rule": no.rule, **no.more}}
        self.state = turn.state
        return {"events": turn.events}


def resolve(state: Any, command: dict[str, Any]) -> Turn:
    """Check a command in the order of the common page, then resolve it."""
    do = command.get("do")
    if not isinstance(do, str) or (do not in COMMANDS and do != "add_unit"):
        raise Refused("UNKNOWN_COMMAND")
    bad = bad_fields(command)
    if bad:
        raise Refused("BAD_VALUE", field=bad)
    if (state is None) != (do == "start_game"):
        raise Refused("NOT_STARTED" if state is None else "ALREADY_STARTED")
    if do == "start_game":
        state = first_state(command)
    check_game(state, command)
    check_phase(state, command)
    turn = Turn(state, command)
    check_named(turn)
    DO[do](turn)
    if turn.dice:
        raise Refused("UNUSED_DICE")
    if command.get("choices"):
        raise Refused("UNUSED_CHOICES")
    return turn


def check_game(state: dict[str, Any], command: dict[str, Any]) -> None:
    do, by = command["do"], command["by"]
    # Open: end_game is for "any time"; once over, only a note.
    if state["over"] is not None and do != "note":
        raise Refused("GAME_OVER")
    if do == "ruling" and by != "judge":
        raise Refused("NOT_JUDGE")
    named = [by] if by not in ("judge", "system") else []
    if do == "add_unit":
        named.append(command["owner"])
    if do == "end_game":
        named += [command["winner"]] if command["winner"] is not None else []
        named += command.get("scores", {})
    if any(player not in state["players"] for player in named):
        raise Refused("UNKNOWN_PLAYER")
    if do in ("note", "ruling", "end_game", "start_game"):
        return
    if state["pending"]:
        first = state["pending"][0]
        if (do, command.get("unit")) != (first["do"], first["unit"]):
            raise Refused("PENDING", owed=first["do"], unit=first["unit"])
    elif do in SETTLING:
        raise Refused("NOT_PENDING", SETTLING[do])


def check_phase(state: dict[str, Any], command: dict[str, Any]) -> None:
    do, phase = command["do"], state["phase"]
    if do == "start_round":
        wrong = phase is not None
    elif do == "end_round":
        wrong = phase is None
    elif do == "start_phase":
        wrong = phase is None or PHASES.index(command["phase"]) <= PHASES.index(phase)
    elif not state["house_rules"]["enforce_phases"]:
        wrong = False
    elif do in BETWEEN:
        wrong = phase is not None
    else:
        wrong = do in PHASE_OF and phase != PHASE_OF[do]
    if wrong:
        raise Refused("WRONG_PHASE")


# What a command names, in the order of its field list: (field, unit, model or weapon).
Named = tuple[str, str, str | None, str | None]


def named_by(command: dict[str, Any]) -> list[Named]:
    do = command["do"]
    unit = command.get("unit")
    if do in ("fire_weapon", "assign_gunner"):
        named: list[Named] = [("unit", str(unit), None, None)]
        named.append(("weapon", str(unit), None, command["weapon"]))
        if do == "fire_weapon":
            named.append(("target", command["target"], None, None))
        return named
    if do in ("embark", "disembark"):
        return [("unit", str(unit), None, None)] + [
            ("models", *split_model(name), None) for name in command["models"]
        ]
    if do == "duel":
        return [
            ("attacker", command["attacker"], None, None),
            ("defender", command["defender"], None, None),
            *(("others", other, None, None) for other in (command.get("others") or [])),
        ]
    named = [] if unit is None or do == "add_unit" else [("unit", unit, None, None)]
    if do == "ram":
        named.append(("target", command["target"], None, None))
    if do == "apply_damage" and command.get("attacker") is not None:
        named.append(("attacker", command["attacker"], None, None))
    if do in ("apply_damage", "check") and command.get("model") is not None:
        named.append(("model", str(unit), command["model"], None))
    if do in SETTLING:
        field = "hits" if do == "resolve_explosion" else "under"
        for hit in command.get(field) or []:
            named.append((field, hit["unit"], hit.get("model"), None))
    if do == "allocate_hits":
        for item in command["allocation"]:
            if item["weapon"] is not None:
                named.append(("allocation", str(unit), None, item["weapon"]))
            named.append(("allocation", item["target"], None, None))
    return named


def check_named(turn: Turn) -> None:
    command, units = turn.command, turn.state["units"]
    do = command["do"]
    named = named_by(command)
    for field, unit, model, weapon in named:
        if unit not in units:
            raise Refused("UNKNOWN_UNIT", field=field)
        if model is not None and model not in units[unit].get("models", {}):
            raise Refused("UNKNOWN_MODEL", field=field)
        if weapon is not None and weapon not in units[unit]["weapons"]:
            raise Refused("UNKNOWN_WEAPON", field=field)
        # Open: a bare id of infantry names no model.
        bare = field == "models" and model is None
        if bare and units[unit]["kind"] == "infantry":
            raise Refused("UNKNOWN_MODEL", field=field)
    if do == "resolve_explosion":
        return check_explosion_hits(turn)
    for field, unit, model, _weapon in named:
        if (do in SETTLING and field == "unit") or (field == "attacker" and do == "apply_damage"):
            continue
        if not playable(do, field, units[unit], model):
            raise Refused("NOT_ACTIVE")
    return None


def playable(do: str, field: str, unit: dict[str, Any], model: str | None) -> bool:
    """Tell whether a unit or model named is in play for this command."""
    if do == "disembark" and field == "unit" and unit["status"] == "inoperable":
        return True
    if model is not None:
        return bool(in_play(unit) and unit["models"][model]["status"] == "active")
    if unit["kind"] == "infantry" and do in PHASE_OF and do not in ("embark", "disembark"):
        return in_play(unit) and bool(outside(unit))
    return in_play(unit)


def check_explosion_hits(turn: Turn) -> None:
    command = turn.command
    own = command["unit"]
    passengers = turn.unit(own).get("passengers", [])
    hits = [(hit["unit"], hit.get("model")) for hit in command["hits"]]
    for at, (unit, model) in enumerate(hits):
        if unit == own or f"{unit}/{model}" in passengers or (unit, model) in hits[:at]:
            raise Refused("BAD_VALUE", field={"hits"})
    for unit, model in hits:
        if not playable("resolve_explosion", "hits", turn.unit(unit), model):
            raise Refused("NOT_ACTIVE")


DO = {
    "start_game": start_game,
    "note": note,
    "ruling": ruling,
    "end_game": end_game,
    "add_unit": add_unit,
    "place_unit": place_unit,
    "assign_gunner": assign_gunner,
    "start_round": start_round,
    "start_phase": start_phase,
    "end_round": end_round,
    "declare_turn": declare_turn,
    "turn_unit": turn_unit,
    "move_unit": move_unit,
    "embark": embark,
    "disembark": disembark,
    "ram": ram,
    "fire_weapon": fire_weapon,
    "apply_damage": apply_damage,
    "resolve_explosion": resolve_explosion,
    "resolve_timber": resolve_timber,
    "duel": duel,
    "strike": strike,
    "allocate_hits": allocate_hits,
    "check": check,
}

"""
What most people would write first: JSON lines, dataclasses, mutable state.

Measured against, never used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import field, make_dataclass
from typing import Any

from rollbook.events.log.entry import Entry

Classes = dict[str, Callable[..., Any]]


def json_lines(entries: Iterable[Entry]) -> list[str]:
    """Give each of *entries* as a line of JSON: the same record, its command and dice too."""
    return [json.dumps(entry.to_plain("main")) for entry in entries]


def classes_for(lines: Iterable[str]) -> Classes:
    """Give one dataclass a type of command, event and roll, with the fields that lines show."""
    fields: dict[str, dict[str, None]] = {}
    for line in lines:
        entry = json.loads(line)
        for name, part in _parts(entry):
            fields.setdefault(name, {}).update(dict.fromkeys(part))
    return {
        name: make_dataclass(name, [(n, Any, field(default=None)) for n in names])
        for name, names in fields.items()
    }


def _parts(entry: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    yield "Entry", entry
    yield entry["command"].pop("do"), entry["command"]
    if entry["dice"] is not None:
        yield "Dice", entry["dice"]
    for event in entry["events"]:
        if isinstance(event.get("roll"), dict):
            yield "Roll", event["roll"]
        yield event.pop("type"), event


def replay(lines: Iterable[str], classes: Classes) -> dict[str, Any]:
    """Read lines into dataclasses and apply each event to mutable state."""
    game: dict[str, Any] = {"units": {}, "round": 0, "phase": None}
    for line in lines:
        fields = json.loads(line)
        command, events = fields["command"], []
        for event in fields["events"]:
            name = event.pop("type")
            if isinstance(event.get("roll"), dict):
                event["roll"] = classes["Roll"](**event["roll"])
            events.append((name, classes[name](**event)))
        fields["command"] = classes[command.pop("do")](**command)
        if fields["dice"] is not None:
            fields["dice"] = classes["Dice"](**fields["dice"])
        fields["events"] = [event for _, event in events]
        classes["Entry"](**fields)
        for name, event in events:
            _apply(game, name, event)
    return game


def _apply(game: dict[str, Any], name: str, event: Any) -> None:
    units = game["units"]
    if name == "UnitAdded":
        units[event.unit] = event.profile
    elif name == "HullPointLost":
        units[event.unit]["hull"] = event.hull
    elif name == "ArmorPointsLost":
        units[event.unit]["armor"] = event.armor
    elif name == "UnitMoved":
        units[event.unit]["position"] = event.position
        if units[event.unit].get("move"):
            units[event.unit]["move"]["spent_milli"] = event.spent_milli
    elif name == "UnitTurned":
        units[event.unit]["position"] = event.position
    elif name == "TurnDeclared":
        units[event.unit]["move"] = {
            "declared_decideg": event.turn_decideg,
            "allowance_milli": event.allowance_milli,
        }
    elif name == "WeaponFired":
        units[event.unit]["weapons"][event.weapon]["fired"] = True
    elif name == "WoundsLost":
        units[event.unit]["models"][event.model]["wounds"] = event.wounds
    elif name == "ModelRemoved":
        units[event.unit]["models"][event.model]["status"] = "removed"
    elif name == "DamageTableRolled":
        units[event.unit]["table_rolls"] += 1
    elif name == "MoraleChecked":
        units[event.unit]["battle_shocked_until"] = event.until
    elif name == "RoundStarted":
        game["round"] = event.round
        for unit in units.values():
            unit["move"] = None
            for weapon in unit["weapons"].values():
                weapon["fired"] = False
    elif name == "PhaseStarted":
        game["phase"] = event.phase
    elif name == "UnitRemoved":
        units[event.unit]["status"] = "removed"

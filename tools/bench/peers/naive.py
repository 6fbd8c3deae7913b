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
from rollbook.tools.bench.peers.mutable import Game, apply, new_game

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


def replay(lines: Iterable[str], classes: Classes) -> Game:
    """Read lines into dataclasses and apply each event to mutable state."""
    game = new_game()
    for line in lines:
        fields = json.loads(line)
        command, events = fields["command"], []
        for event in fields["events"]:
            name = event.pop("type")
            events.append((name, make(classes, name, event)))
        fields["command"] = classes[command.pop("do")](**command)
        if fields["dice"] is not None:
            fields["dice"] = classes["Dice"](**fields["dice"])
        fields["events"] = [event for _, event in events]
        classes["Entry"](**fields)
        for name, event in events:
            apply(game, name, event)
    return game


def make(classes: Classes, name: str, fields: dict[str, Any]) -> Any:
    """Make an event of type *name*, and the roll in it."""
    if isinstance(fields.get("roll"), dict):
        fields["roll"] = classes["Roll"](**fields["roll"])
    return classes[name](**fields)

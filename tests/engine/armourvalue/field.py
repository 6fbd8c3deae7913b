"""A small battlefield for given / when / then tests."""

from __future__ import annotations

from typing import Any

from rollbook.engine.ruleset import rule_set
from tests.conftest import Game

Json = dict[str, Any]
HERE = {"x_milli": 0, "y_milli": 0, "facing_decideg": 0}
GUN: Json = {"id": "gun", "kind": "heavy", "strength": 8, "ap": 3, "range_milli": 36000}
CLAW: Json = {"id": "claw", "kind": "melee"}
KINDS: dict[str, Json] = {
    "walker": {
        "armour_value": [12, 11, 10],
        "ws": 4,
        "bs": 4,
        "strength": 6,
        "initiative": 4,
        "attacks": 2,
        "weapons": [GUN, CLAW],
    },
    "vehicle": {"armour_value": [12, 11, 10], "bs": 4, "weapons": [GUN]},
    "infantry": {
        "models": 5,
        "ws": 4,
        "bs": 4,
        "strength": 4,
        "toughness": 4,
        "initiative": 4,
        "attacks": 1,
        "leadership": 8,
        "save": 3,
        "krak": 5,
        "melta_bombs": 1,
        "weapons": [GUN | {"id": "rifle", "kind": "rapid_fire", "strength": 4, "ap": 5}],
    },
}


class Field:
    """A game between a and b; a moves first."""

    def __init__(self, **house_rules: Any) -> None:
        self.game = Game(rule_set("armour-value"))
        self.ok(
            "start_game",
            rules="armour-value",
            players={"a": "Ada", "b": "Ben"},
            house_rules=house_rules,
        )

    def unit(self, unit: str, kind: str, **fields: Any) -> Field:
        """Bring a unit; its owner is the first letter of its id."""
        owner, made = unit[0], KINDS[kind] | fields
        self.ok("add_unit", unit=unit, owner=owner, kind=kind, position=HERE, **made)
        return self

    def phase(self, *phases: str, player: str = "a") -> Field:
        """Start a turn and go through its phases."""
        self.ok("start_turn", player=player)
        for phase in phases:
            self.ok("start_phase", phase=phase)
        return self

    def do(self, command: str, *dice: int, **fields: Any) -> Json:
        """Give the result of a command."""
        by = fields.pop("by", "judge")
        return self.game.submit({"do": command, "by": by, "dice": list(dice)} | fields)

    def ok(self, command: str, *dice: int, **fields: Any) -> list[Json]:
        """Give the events of a command that must be accepted."""
        result = self.do(command, *dice, **fields)
        assert "events" in result, result
        events: list[Json] = result["events"]
        return events

    def no(self, command: str, *dice: int, **fields: Any) -> tuple[str, str]:
        """Give code and rule of a command that must be refused."""
        result = self.do(command, *dice, **fields)
        assert "refused" in result, result
        return result["refused"]["code"], result["refused"]["rule"]

    def rule(self, **settings: Any) -> None:
        """Let the judge set values; dots are written as double underscores."""
        self.ok("ruling", reason="so", set={k.replace("__", "."): v for k, v in settings.items()})

    def __getitem__(self, unit: str) -> Any:
        return self.game.state.units[unit]


def types(events: list[Json]) -> list[str]:
    """Give the types of events."""
    return [event["type"] for event in events]

"""A small table for given / when / then tests of the hull-point rules."""

from __future__ import annotations

from typing import Any

from rollbook.engine.ruleset import RuleSet, rule_set
from tests.conftest import Game

Json = dict[str, Any]


def walker(unit: str = "w", **changes: Any) -> Json:
    """Give an ``add_unit`` of the worked walker, without weapons."""
    return {
        "do": "add_unit",
        "unit": unit,
        "owner": "ann",
        "kind": "walker",
        "name": f"Walker {unit}",
        "base_mm": 60,
        "weight": "medium",
        "ws": "5/4",
        "strength": 7,
        "toughness": [12, 11, 10],
        "grit": 6,
        "sagacity": 5,
        "weapons": [],
    } | changes


def vehicle(unit: str = "v", **changes: Any) -> Json:
    """Give an ``add_unit`` of a truck with one gun."""
    gun = {"id": "gun", "kind": "ranged", "shots": 2, "mount": "front", "strength": 5}
    return {
        "do": "add_unit",
        "unit": unit,
        "owner": "ann",
        "kind": "vehicle",
        "name": f"Vehicle {unit}",
        "toughness": [8, 7, 6],
        "hull": 4,
        "armor": 0,
        "movement": 10,
        "capacity": 10,
        "access": ["rear"],
        "driver": {"ws": 3, "grit": 4, "sagacity": 3},
        "weapons": [gun | {"gunner": {"ws": "3/4"}}],
    } | changes


def squad(unit: str = "s", models: str = "a b c", **changes: Any) -> Json:
    """Give an ``add_unit`` of infantry with one Wound a model and a toughness."""
    made = {
        "do": "add_unit",
        "unit": unit,
        "owner": "ben",
        "kind": "infantry",
        "name": f"Squad {unit}",
        "models": models.split(),
        "ws": 4,
        "strength": 4,
        "initiative": 4,
        "toughness": 8,
        "grit": 4,
        "sagacity": 3,
        "weapons": [],
    } | changes
    return made if "base_mm" in made else {"wounds": 1} | made


def weapon(name: str, kind: str = "ranged", **changes: Any) -> Json:
    """Give a weapon of a profile."""
    made: Json = {"id": name, "kind": kind, "mount": "front", "strength": 8}
    if kind == "ranged":
        made["shots"] = 1
    return {k: v for k, v in (made | changes).items() if v is not None}


class Table:
    """A game that tests play on: what is done is accepted, or asked to be refused."""

    def __init__(self, *units: Json, rules: RuleSet | None = None, **house_rules: Any) -> None:
        self.game = Game(rules or rule_set("hull-points"))
        players = {"ann": "Ann", "ben": "Ben"}
        self.do("start_game", rules="hull-points", players=players, house_rules=house_rules)
        for unit in units:
            self.submit(unit)

    def submit(self, command: Json) -> list[Json]:
        """Play a command that must be accepted, and give its events."""
        result = self.game.submit({"by": "ann"} | command)
        assert "events" in result, result
        events: list[Json] = result["events"]
        return events

    def do(self, do: str, unit: str | None = None, dice: str = "", **fields: Any) -> list[Json]:
        """Play a command with the dice of a text such as ``"3 4"``."""
        return self.submit(self._command(do, unit, dice, fields))

    def _command(self, do: str, unit: str | None, dice: str, fields: Json) -> Json:
        command: Json = {"by": "ann", "do": do, **fields}
        if unit is not None:
            command["unit"] = unit
        if dice:
            command["dice"] = [int(face) for face in dice.split()]
        return command

    def refused(self, do: str, unit: str | None = None, dice: str = "", **fields: Any) -> Json:
        """Play a command that must be refused, and give the refusal; nothing changes."""
        before = self.game.state
        result = self.game.submit(self._command(do, unit, dice, fields))
        assert "refused" in result, result
        assert self.game.state is before
        refusal: Json = result["refused"]
        return refusal

    def code(self, do: str, unit: str | None = None, dice: str = "", **fields: Any) -> str:
        """Give the code that a command is refused with."""
        return str(self.refused(do, unit, dice, **fields)["code"])

    def rule(self, **values: Any) -> list[Json]:
        """Let the judge set values; ``__`` stands for the dot of a path."""
        paths = {
            key.replace("__", ".")
            if key in ("round", "phase")
            else f"units.{key.replace('__', '.')}": v
            for key, v in values.items()
        }
        return self.do("ruling", by="judge", reason="so", set=paths)

    def round(self, phase: str = "movement") -> None:
        """Begin a round and go on to *phase*."""
        self.do("start_round")
        if phase != "movement":
            self.do("start_phase", phase=phase)

    def unit(self, name: str) -> Any:
        """Give the state of a unit."""
        return self.game.state.units[name]

    def wounds(self, name: str) -> dict[str, int]:
        """Give the Wounds of each model of a squad."""
        return {model: m.wounds for model, m in self.unit(name).models.items()}


def types(events: list[Json]) -> list[str]:
    """Give the names of events."""
    return [event["type"] for event in events]


def only(events: list[Json], name: str) -> Json:
    """Give the one event of that name."""
    (event,) = [event for event in events if event["type"] == name]
    return event

"""Games for tests of odds: one walker as a row of the golden values wants it."""

from __future__ import annotations

from itertools import product
from typing import Any

from rollbook.engine.border import read_command
from rollbook.engine.decide import Asked
from rollbook.engine.hullpoints import HULL_POINTS
from tests.conftest import Game

ARMS = [
    {"id": "howitzer", "kind": "ranged", "shots": 1, "mount": "front", "strength": 9},
    {"id": "chaingun", "kind": "ranged", "shots": 4, "mount": "side", "strength": 6},
    {"id": "mortar", "kind": "ranged", "shots": 2, "mount": "rear", "strength": 6},
    {"id": "fist", "kind": "melee", "mount": "front", "damage": 2},
]
BASES = (30, 40, 50, 60, 80, 100, 120, 150, 180)
WEIGHTS = ("light", "medium", "heavy")


def game(**house_rules: Any) -> Game:
    """Start a game of two players."""
    made = Game(HULL_POINTS)
    players = {"ann": "Ann", "ben": "Ben"}
    start = {"do": "start_game", "by": "ann", "rules": "hull-points", "players": players}
    accept(made, {**start, "house_rules": house_rules})
    return made


def accept(made: Game, command: dict[str, Any]) -> None:
    """Play a command that must not be refused."""
    result = made.submit(command)
    assert "refused" not in result, result


def walker(made: Game, name: str, base_mm: int = 60, weight: str = "medium", **fields: Any) -> None:
    """Add a walker."""
    profile = {"ws": "5/4", "strength": 7, "toughness": 9, "grit": 5, "sagacity": 4}
    command = {"do": "add_unit", "by": "ann", "unit": name, "owner": "ann", "kind": "walker"}
    accept(
        made,
        {
            **command,
            "name": name.title(),
            "base_mm": base_mm,
            "weight": weight,
            "weapons": ARMS,
            **profile,
            **fields,
        },
    )


def walker_as(row: dict[str, Any]) -> Game:
    """Give a game with walker ``w`` in the state of a row, set by a ruling."""
    names = ("hull", "armor", "movement", "ws_melee", "ws_shooting")
    for base_mm, weight in product(BASES, WEIGHTS):
        made = game(control_zero=row["control_zero"])
        try:
            walker(made, "w", base_mm, weight)
        except AssertionError:
            continue
        unit = made.state.units["w"]
        if all(getattr(unit, f"{n}_start") >= row[n] for n in names[:3]):
            sets = {f"units.w.{n}": row[n] for n in names}
            accept(made, {"do": "ruling", "by": "judge", "reason": "row", "set": sets})
            return made
    raise AssertionError(f"no walker starts with enough for {row}")


def asked(made: Game, command: dict[str, Any]) -> Asked:
    """Read a command as it comes in."""
    return read_command(command, made.commands)


def damage(made: Game, unit: str, amount: int, **fields: Any) -> Asked:
    """Give the command that damages a unit."""
    command = {"do": "apply_damage", "by": "ben", "unit": unit, "amount": amount, "cause": "mine"}
    return asked(made, {**command, **fields})

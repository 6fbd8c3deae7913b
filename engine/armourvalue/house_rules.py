"""
The house rules of ``armour-value`` and the start of a game.

Each stands for a place where the pages are silent or loose; the first value
is the default.
"""

from __future__ import annotations

import re
from typing import Any

from rollbook.engine.armourvalue.book import Book
from rollbook.events.armourvalue import NAME
from rollbook.events.errors import BadValue
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import GameStarted
from rollbook.events.log.messages import StartGame
from rollbook.events.quantities import JUDGE, PLAYER_PATTERN, SYSTEM
from rollbook.projections.armourvalue.state import ArmourValueState

HOUSE_RULES: dict[str, tuple[int | str, ...]] = {
    "swivel_half_decideg": (225, 450),
    "immobilised_pivot": ("forbid", "allow"),
    "dangerous_stop": ("where_tested", "end_of_move"),
    "shaken_run": ("allow", "forbid"),
    "shaken_assault": ("allow", "forbid"),
    "assault_after_ordnance": ("allow", "forbid"),
    "smoke_effect": ("cover_4", "downgrade_penetrating"),
    "rending_extra": ("d3", "d6"),
    "weapon_destroyed_chooser": ("attacker", "owner", "random"),
    "dog_when_helpless": ("allow", "forbid"),
    "failed_dog_armour": ("rear", "contact"),
    "sweep_tie": ("winner", "loser"),
    "open_fire_speed": ("as_transport", "always"),
    "squadrons": ("on", "off"),
}


def house(state: ArmourValueState, name: str) -> int | str:
    """
    Give what the players chose for a house rule.

    A log that is older than the rule plays by its default.
    """
    chosen = state.house_rules.get(name, HOUSE_RULES[name][0])
    return chosen if isinstance(chosen, int | str) else HOUSE_RULES[name][0]


def start(command: StartGame, _: Book) -> GameStarted:
    """
    Begin a game of two players, the first of whom moves first.

    Raises :class:`~rollbook.events.errors.BadValue`.  Rule: CM-PHS-1.
    """
    if command.rules != NAME:
        raise BadValue("rules", f"{command.rules!r} is not {NAME}")
    _check_players(command)
    return GameStarted(
        rules=NAME, players=command.players, house_rules=_resolved(command.house_rules)
    )


def _check_players(command: StartGame) -> None:
    if len(command.players) != 2:
        raise BadValue("players", f"{len(command.players)} players; this game has exactly two")
    for name in command.players:
        if name in (JUDGE, SYSTEM):
            raise BadValue(f"players.{name}", f"{name} cannot be the id of a player")
        if not re.fullmatch(PLAYER_PATTERN, name):
            raise BadValue("players", f"{name!r} is no player id")


def _resolved(overrides: FrozenDict[Any]) -> FrozenDict[int | str | bool | tuple[int, ...]]:
    rules: dict[str, int | str | bool | tuple[int, ...]] = {
        name: values[0] for name, values in HOUSE_RULES.items()
    }
    for name, value in overrides.items():
        if name not in HOUSE_RULES:
            raise BadValue(
                f"house_rules.{name}", f"no such house rule; known are {', '.join(HOUSE_RULES)}"
            )
        allowed = HOUSE_RULES[name]
        if not any(value == a and type(value) is type(a) for a in allowed):
            shown = " or ".join(map(str, allowed))
            raise BadValue(f"house_rules.{name}", f"{value!r} is not {shown}")
        rules[name] = value
    return FrozenDict(rules)

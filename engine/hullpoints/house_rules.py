"""The house rules of the hull-point rules: names, defaults, and what else they may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from rollbook.engine.hullpoints.book import Book
from rollbook.events.errors import BadValue
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import GameStarted
from rollbook.events.hullpoints import RULES
from rollbook.events.log.messages import StartGame
from rollbook.events.quantities import JUDGE, MAX_INT, PLAYER_PATTERN, SYSTEM, Matches

Setting = int | str | bool | tuple[int, ...]

SKILLS_LISTED = 11
CANNOT_HIT = 7
"""The needed face that no die shows."""


@frozen
class HouseRule:
    """One thing that players may choose, its default first among what is allowed."""

    rule: str
    default: Setting
    fits: Callable[[Any], bool]
    expected: str


def _one_of(rule: str, *values: Setting) -> HouseRule:
    def fits(value: Any) -> bool:
        return any(type(value) is type(v) and value == v for v in values)

    return HouseRule(rule, values[0], fits, " or ".join(_shown(v) for v in values))


def _shown(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_reach(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MAX_INT


def _is_to_hit(value: Any) -> bool:
    if isinstance(value, tuple):
        faces = all(type(v) is int and 2 <= v <= CANNOT_HIT for v in value)
        return faces and len(value) == SKILLS_LISTED
    return type(value) is str and value == "seven_minus_skill"


HOUSE_RULES: Mapping[str, HouseRule] = {
    "oval_tie": _one_of("HW-PROF-7", "larger", "smaller"),
    "turn_over_90": _one_of("HW-TURN-3", "no_move", "forbid"),
    "half_move": _one_of("HW-TURN-2", "exact", "down"),
    "damage_carries": _one_of("HW-DMG-2", True, False),
    "last_point_rolls": _one_of("HW-DMG-3", True, False),
    "control_zero": _one_of("HW-DMG-6", "either", "both"),
    "empty_arc_shot": _one_of("HW-DMG-7", "include", "skip"),
    "top_weapons": _one_of("HW-DMG-7", "safe", "own_arc"),
    "check": _one_of("CM-CHK-1", "d6_six_fails", "d6", "2d6"),
    "to_hit": HouseRule(
        "CM-HIT-1",
        "seven_minus_skill",
        _is_to_hit,
        f"seven_minus_skill or a list of {SKILLS_LISTED} faces from 2 to {CANNOT_HIT}",
    ),
    "to_wound": _one_of("CM-WND-1", "strength_plus_d6", "ratio"),
    "morale_effect": _one_of("CM-CHK-2", "mark", "no_shooting"),
    "slain_leaves": _one_of("HW-DMG-12", "wreck", "removed"),
    "scatter_hits": _one_of("CM-SCT-1", 2, 1, 3),
    "vehicle_backward_cost": _one_of("HV-MOVE-1", 1, 2),
    "access_reach_milli": HouseRule("HV-TRN-2", 2000, _is_reach, "a whole number from 0 up"),
    "passengers_in_explosion": _one_of("HV-EXP-2", "hit", "removed", "unharmed"),
    "friendly_ram": _one_of("HV-RAM-1", False, True),
    "enforce_phases": _one_of("CM-PHS-1", True, False),
}


def resolve(given: Mapping[str, Any]) -> FrozenDict[Setting]:
    """
    Give every house rule, as chosen or by default.

    Raises :class:`~rollbook.events.errors.BadValue` for an unknown name or value.
    """
    for name, value in given.items():
        known = HOUSE_RULES.get(name)
        if known is None:
            raise BadValue(f"house_rules.{name}", "is no house rule of hull-points")
        if not known.fits(value):
            raise BadValue(f"house_rules.{name}", f"{value!r:.60} is not {known.expected}")
    return FrozenDict({name: given.get(name, rule.default) for name, rule in HOUSE_RULES.items()})


_PLAYER = Matches(PLAYER_PATTERN, "a player id (1 to 32 letters, digits, _ and -)")


def start(command: StartGame, book: Book) -> GameStarted:  # noqa: ARG001
    """
    Begin a game of two or more players.

    Raises :class:`~rollbook.events.errors.BadValue`.
    """
    if command.rules != RULES:
        raise BadValue("rules", f"{command.rules!r:.40} are not {RULES}")
    for player in command.players:
        problem = _PLAYER.problem(player)
        if problem is None and player in (JUDGE, SYSTEM):
            problem = f"{player} is no player"
        if problem is not None:
            raise BadValue("players", problem)
    if len(command.players) < 2:
        raise BadValue("players", "a game needs two or more")
    return GameStarted(
        rules=command.rules, players=command.players, house_rules=resolve(command.house_rules)
    )

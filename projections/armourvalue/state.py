"""The state of a game of ``armour-value``."""

from rollbook.events.armourvalue.units import RamOwed, Strike, Unit
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Over, Owed
from rollbook.events.message import Value, message


@message
class Combat(Value):
    """Units locked together, in order of joining, and how the fight stands."""

    units: tuple[str, ...]
    points: FrozenDict[int]
    step: int | None
    strikers: FrozenDict[Strike]
    scored: bool


@message
class ArmourValueState(Value):
    """Everything that is so at one moment of a game."""

    rules: str
    house_rules: FrozenDict[int | str | bool | tuple[int, ...]]
    round: int
    phase: str | None
    players: FrozenDict[str]
    turns: FrozenDict[int]
    active_player: str | None
    units: FrozenDict[Unit]
    combats: FrozenDict[Combat]
    combats_made: int
    pending: tuple[Owed | RamOwed, ...]
    over: Over | None


def other_player(state: ArmourValueState, player: str) -> str:
    """Give the opponent of *player*."""
    for name in state.players:
        if name != player:
            return name
    raise ValueError(f"{player} has no opponent")

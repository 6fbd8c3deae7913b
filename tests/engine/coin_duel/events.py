"""A coin-flip duel: what can be asked and what can happen."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rollbook.events.frozen import FrozenDict
from rollbook.events.game import COMMON_MESSAGES, Over
from rollbook.events.message import Command, Event, Value, message
from rollbook.events.quantities import Between, PlayerId
from rollbook.events.roll import Roll
from rollbook.events.schema import Vocabulary, register_vocabulary


@message
class Duellist(Value):
    """A duellist, who stands until no courage is left."""

    name: str
    owner: str
    courage: int


@message
class DuelState(Value):
    """Everything that is so at one moment of a duel."""

    players: FrozenDict[str]
    units: FrozenDict[Duellist]
    over: Over | None


@message
class Enter(Command):
    """A player's duellist steps forward."""

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("player",)

    player: PlayerId
    courage: Annotated[int, Between(1, 9)] | None = None


@message
class Flip(Command):
    """A coin is flipped: heads, and the other duellist loses courage."""

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("player",)

    player: PlayerId


@message
class DuellistEntered(Event):
    """A duellist stepped forward.  Rule: DUEL-1."""

    unit: str
    duellist: Duellist


@message
class CoinFlipped(Event):
    """A coin fell.  Rule: DUEL-2."""

    unit: str
    roll: Roll
    heads: bool


@message
class CourageLost(Event):
    """A duellist lost courage.  Rule: DUEL-2."""

    unit: str
    courage: int
    """Courage left."""


VOCABULARY = register_vocabulary(
    Vocabulary(
        "coin-duel",
        (*COMMON_MESSAGES, Enter, Flip, DuellistEntered, CoinFlipped, CourageLost),
    )
)

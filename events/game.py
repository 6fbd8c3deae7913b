"""What every game has, whatever its rules: its start, notes, rulings, its end."""

from typing import Annotated, ClassVar

from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Command, Event, Value, message
from rollbook.events.quantities import Count, Int, PlayerId, Text


@message
class Position(Value):
    """A place on the table and the way a unit faces there.  Rule: CM-UNIT-1."""

    x_milli: Int
    y_milli: Int
    facing_decideg: Int


@message
class Owed(Value):
    """Something that must be settled before the game goes on, and by which command."""

    do: str
    unit: str


@message
class Over(Value):
    """How a game ended."""

    winner: str | None
    scores: FrozenDict[int]
    reason: str


@message
class Change(Value):
    """One value that a ruling set: where, what stood there, what stands there now."""

    path: str
    before: int | str | bool | Position | None
    after: int | str | bool | Position | None


@message
class Note(Command):
    """Write something into the record, at any time."""

    text: Text
    about: Text | None = None


@message
class Ruling(Command):
    """A judge sets values; nothing else follows from it."""

    reason: Text
    set: Annotated[FrozenDict[int | str | bool | Position | None], Count()]


@message
class EndGame(Command):
    """The game is over."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("scores", "reason")

    winner: PlayerId | None
    scores: FrozenDict[Int] | None = None
    reason: Text | None = None


@message
class GameStarted(Event):
    """A game began under these rules, with every house rule written out."""

    rules: str
    players: FrozenDict[str]
    house_rules: FrozenDict[int | str | bool | tuple[int, ...]]


@message
class NoteMade(Event):
    """Somebody wrote something into the record."""

    text: str
    about: str | None


@message
class RulingMade(Event):
    """A judge set values.  What already was so is not listed."""

    reason: str
    changes: tuple[Change, ...]


@message
class GameEnded(Event):
    """The game is over."""

    winner: str | None
    scores: FrozenDict[int]
    reason: str


COMMON_MESSAGES = (Position, Note, Ruling, EndGame, GameStarted, NoteMade, RulingMade, GameEnded)

__all__ = [
    "COMMON_MESSAGES",
    "Change",
    "EndGame",
    "GameEnded",
    "GameStarted",
    "Note",
    "NoteMade",
    "Over",
    "Owed",
    "Position",
    "Ruling",
    "RulingMade",
]

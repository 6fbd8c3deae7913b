"""A coin-flip duel: what may be done, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.common import decide_end_game, decide_note
from rollbook.engine.decide import Asked
from rollbook.engine.ruleset import RuleSet, register
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import EndGame, GameEnded, GameStarted, Note
from rollbook.events.log.messages import StartGame
from tests.engine.coin_duel.events import (
    VOCABULARY,
    CoinFlipped,
    CourageLost,
    Duellist,
    DuellistEntered,
    DuelState,
    Enter,
    Flip,
)
from tests.engine.coin_duel.reducers import P

HEADS = 2


@frozen
class Book:
    """The one number that a league may replace."""

    courage: int


def read_book(text: str | None) -> Book:
    """Read the table: three courage, if nobody says otherwise."""
    return Book(courage=3 if text is None else int(text))


def start(command: StartGame, book: Book) -> GameStarted:
    """Begin a duel between two.  Rule: DUEL-1."""
    if len(command.players) != 2:
        raise BadValue("players", "a duel is between two")
    return GameStarted(rules=command.rules, players=command.players, house_rules=FrozenDict())


def enter(state: DuelState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide who steps forward.  Rule: DUEL-1."""
    command = asked.command
    assert isinstance(command, Enter)
    if command.player in state.units:
        raise RuleRefusal("UNIT_EXISTS", "one duellist a player", "DUEL-1")
    duellist = Duellist(
        name=state.players[command.player],
        owner=command.player,
        courage=command.courage or book.courage,
    )
    return (DuellistEntered(unit=command.player, duellist=duellist),)


def flip(state: DuelState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide a flip; both must stand there.  Rule: DUEL-2."""
    command = asked.command
    assert isinstance(command, Flip)
    if len(state.units) < 2:
        raise RuleRefusal("NOT_READY", "the other has not stepped forward", "DUEL-2")
    other = next(name for name in state.units if name != command.player)
    return (Coin(command.player, other),)


@frozen
class Coin(Step):
    """A coin that decides whose nerve goes.  Rule: DUEL-2."""

    unit: str
    other: str

    def ask(self, state: DuelState, book: Book) -> RollAsk:
        """Ask for a die with two sides."""
        return RollAsk("coin", 1, 2)

    def resolve(self, state: DuelState, book: Book, answer: Any) -> Sequence[Item]:
        """Heads: the other loses courage, and with the last of it the duel."""
        heads = answer[0] == HEADS
        flipped = CoinFlipped(unit=self.unit, roll=self.ask(state, book).roll(answer), heads=heads)
        if not heads:
            return (flipped,)
        left = state.units[self.other].courage - 1
        lost = CourageLost(unit=self.other, courage=left)
        if left:
            return (flipped, lost)
        won = GameEnded(winner=self.unit, scores=FrozenDict(), reason="the other ran")
        return (flipped, lost, won)


RULES = register(
    RuleSet(
        name="coin-duel",
        version="1",
        vocabulary=VOCABULARY,
        projection=P,
        deciders={Enter: enter, Flip: flip, Note: decide_note, EndGame: decide_end_game},
        start=start,
        read_book=read_book,
    )
)

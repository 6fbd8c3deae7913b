"""A small vocabulary of every shape, and logs of it, for tests that need no rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Annotated, Any

from rollbook.events.dicevalues import EnteredDice, VoidDie
from rollbook.events.frozen import EMPTY, FrozenDict
from rollbook.events.game import COMMON_MESSAGES, GameStarted, Note, NoteMade
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Clock, Log, MemoryLog, NewEntry, opening
from rollbook.events.log.messages import (
    Fork,
    Restore,
    Restored,
    TakeBack,
    TakenBack,
    TimelineForked,
)
from rollbook.events.message import Command, Event, Value, message, optional
from rollbook.events.quantities import Between, Count, Id, Int, Natural, OneOf, Text
from rollbook.events.roll import Roll
from rollbook.events.schema import Vocabulary, register_vocabulary
from rollbook.projections.fold import Projection

RULES = "toy"
GAME_ID = b"a toy game of 16"
START_MICROS = 1_700_000_000_000_000


@message
class Point(Value):
    """A value with a field that may be absent."""

    x: Int
    y: Int
    label: str | None = optional(default=None)


@message
class Tag(Value):
    """A second value, so that a field may hold either."""

    text: str


@message
class Poke(Command):
    """Poke a unit."""

    unit: Id
    amount: Annotated[int, Between(1, 9)]
    note: Text | None = None
    where: Point | None = None


@message
class Poked(Event):
    """A unit was poked, and a roll decided how hard."""

    unit: str
    amount: int
    roll: Roll | None


@message
class Everything(Event):
    """One field of every shape that a row can hold."""

    flag: bool
    number: int
    text: str
    blob: bytes
    maybe: int | None
    mixed: int | str
    pair: tuple[int, str]
    names: tuple[str, ...]
    nested: tuple[tuple[int, ...], ...]
    point: Point
    perhaps: Point | None
    points: tuple[Point, ...]
    table: FrozenDict[int | str | bool | tuple[int, ...]]
    spots: FrozenDict[Point]
    either: Point | Tag
    loose: int | str | Point | None
    held: Command | None
    later: str | None = optional(default=None)


@message
class Ask(Command):
    """The same shapes coming from outside, with checks."""

    flag: bool
    number: Int
    size: Natural
    text: Text
    blob: bytes | None = None
    word: Annotated[str, OneOf(("left", "right"))] = "left"
    mixed: int | str | None = None
    pair: tuple[Int, Text] | None = None
    names: Annotated[tuple[Id, ...], Count(0, 3, distinct=True)] | None = None
    point: Point | None = None
    table: FrozenDict[int | str | bool | tuple[int, ...]] | None = None
    spots: FrozenDict[Point] | None = None
    either: Point | Tag | None = None
    loose: int | str | Point | None = None


TOY = register_vocabulary(Vocabulary(RULES, (*COMMON_MESSAGES, Poke, Poked, Everything, Ask)))

EVERYTHING = Everything(
    flag=True,
    number=-7,
    text="tëxt",
    blob=b"\x00\xff",
    maybe=None,
    mixed="seven",
    pair=(1, "one"),
    names=("a", "b"),
    nested=((1, 2), (), (3,)),
    point=Point(x=1, y=2, label="here"),
    perhaps=None,
    points=(Point(x=3, y=4), Point(x=-5, y=6, label="")),
    table=FrozenDict(a=1, b="two", c=False, d=(4, 5)),
    spots=FrozenDict(home=Point(x=0, y=0)),
    either=Tag(text="either"),
    loose=Point(x=9, y=9),
    held=Poke(unit="u", amount=3),
)


@message
class ToyState(Value):
    """How often each unit was poked."""

    players: FrozenDict[str]
    units: FrozenDict[int]
    over: str | None


PROJECTION: Projection[Any] = Projection(RULES, 1)


@PROJECTION.start
def _start(event: GameStarted) -> ToyState:
    return ToyState(players=event.players, units=EMPTY, over=None)


@PROJECTION.game(Poked)
def _poked(state: ToyState, event: Poked) -> ToyState:
    sum_ = state.units.get(event.unit, 0) + event.amount
    return ToyState(players=state.players, units=state.units.put(event.unit, sum_), over=None)


PROJECTION.record(NoteMade, Everything)


def ticking(start: int = START_MICROS) -> Clock:
    """Give a clock that moves on by a second each time it is read."""
    ticks = count(start, 1_000_000)
    return lambda: next(ticks)


def first(game_id: bytes = GAME_ID, **more: Any) -> NewEntry:
    """Give entry 0 of a toy log."""
    players = FrozenDict(A="Ann", B="Ben")
    started = GameStarted(rules=RULES, players=players, house_rules=EMPTY)
    more = {"rules_version": "1", "writer": "rollbook test", **more}
    return opening(RULES, players, EMPTY, started=started, game_id=game_id, **more)


def note(text: str, by: str = "A", **more: Any) -> NewEntry:
    """Give an entry without dice."""
    return NewEntry(Note(text=text), (NoteMade(text=text, about=None),), by, **more)


def poke(unit: str, amount: int, *faces: int, by: str = "A", **more: Any) -> NewEntry:
    """Give an entry with a roll and the dice for it."""
    roll = Roll(purpose="poke", sides=6, faces=faces)
    dice = EnteredDice(
        source="entered", faces=faces, rolled_by=by, void=(VoidDie(face=None, reason="cocked"),)
    )
    event = Poked(unit=unit, amount=amount, roll=roll)
    return NewEntry(Poke(unit=unit, amount=amount), (event,), by, dice=dice, **more)


def taken_back(log: Log, to: int, timeline: str = "main") -> NewEntry:
    """Give the take-back of a timeline to entry *to*."""
    timelines = log.chain.timelines
    head = timelines.head(timeline)
    event = TakenBack(
        timeline=timeline,
        to=to,
        head=head,
        count=timelines.distance(to, head),
        reason="slip",
        agreed="B",
    )
    command = TakeBack(timeline=timeline, to=to, reason="slip", agreed="B")
    return NewEntry(command, (event,), "A", timeline=timeline, parent=to)


def restored(entry: int, timeline: str = "main") -> NewEntry:
    """Give the restoration of *entry* on a timeline."""
    event = Restored(timeline=timeline, entry=entry, reason="after all", agreed=None)
    command = Restore(timeline=timeline, entry=entry, reason="after all")
    return NewEntry(command, (event,), "judge", timeline=timeline, parent=entry)


def forked(name: str, at: int) -> NewEntry:
    """Give the fork of timeline *name* at an entry."""
    event = TimelineForked(name=name, at=at, kind="played", copy=None)
    return NewEntry(Fork(name=name, at=at), (event,), "A", timeline=name, parent=at)


def story(log: Log, entries: int) -> Iterator[Entry]:
    """
    Append until *log* has *entries* entries, of every kind, and give each.

    Every tenth is a take-back, a fork, a restoration in turn.
    """
    while len(log) < entries:
        yield log.append(_next(log, len(log)))


def _next(log: Log, seq: int) -> NewEntry:
    heads = log.chain.timelines.heads
    line = list(heads)[seq % len(heads)]
    if seq % 10 == 4:
        parent = log.chain.timelines.parent(heads["main"])
        if parent is not None:
            return taken_back(log, parent)
    if seq % 10 == 7:
        return forked(f"try-{seq}", seq // 2)
    if seq % 10 == 9:
        return restored(log.chain.timelines.openings["main"])
    if seq % 3 == 0:
        return poke(f"unit-{seq % 4}", seq % 9 + 1, seq % 6 + 1, 6, timeline=line)
    if seq % 11 == 5:
        return NewEntry(Poke(unit="u", amount=1), (EVERYTHING,), "B", timeline=line)
    return note(f"entry {seq} ü", key=f"key-{seq}", timeline=line)


def toy_log(entries: int = 1, clock: Clock | None = None) -> MemoryLog:
    """Give a toy log in memory with that many entries."""
    log = MemoryLog(clock or ticking())
    log.append(first())
    for _ in story(log, entries):
        pass
    return log

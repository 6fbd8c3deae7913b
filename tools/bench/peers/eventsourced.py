"""
The Python ``eventsourcing`` library, used as its guide shows.

One aggregate, the battle; one event class a type of event, with its roll as a
value of its own, each applied to the same mutable state as the other peers;
an application that stores in
sqlite, with the library's JSON transcoder, its mapper and its recorder.  A
replay is ``repository.get`` of the battle; a durable append is ``save``, one
transaction an entry (the library uses WAL mode with full syncs).  No chain,
no commands, no dice: less than a log holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import new_class
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import JSONTranscoder, Transcoding
from eventsourcing.utils import register_topic

from rollbook.events.log.chain import known_messages
from rollbook.events.message import field_names
from rollbook.tools.bench.peers.mutable import Game, apply, new_game
from rollbook.tools.bench.workload import RULES

Plain = dict[str, Any]


class Battle(Aggregate):
    """A battle, changed in place by its events."""

    def __init__(self) -> None:
        self.game: Game = new_game()


class BattleEvent(Aggregate.Event):
    """What happened in a battle."""

    def apply(self, aggregate: Battle) -> None:
        """Change the battle."""
        apply(aggregate.game, type(self).__name__, self)


@dataclass(frozen=True)
class Roll:
    """The dice of an event."""

    purpose: str
    sides: int
    faces: list[int]


class RollAsDict(Transcoding):
    """Writes a roll into JSON and reads it back, as the library's guide shows for such values."""

    type = Roll
    name = "roll"

    def encode(self, obj: Roll) -> Plain:
        """Give what JSON can hold."""
        return vars(obj)

    def decode(self, data: Plain) -> Roll:
        """Make it again."""
        return Roll(**data)


class BattleApplication(Application[UUID]):
    """The library's application, which knows how to write a roll."""

    def register_transcodings(self, transcoder: JSONTranscoder) -> None:
        """Let rolls be written too."""
        super().register_transcodings(transcoder)
        transcoder.register(RollAsDict())


class Battles:
    """An application with one battle in it, stored in the sqlite database at *path*."""

    def __init__(self, path: Path) -> None:
        self._application = BattleApplication(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        )
        self._battle = Battle()
        self._application.save(self._battle)

    def append(self, events: Iterable[Plain]) -> None:
        """Trigger the events of one entry and save them in one transaction."""
        for event in events:
            fields = {name: value for name, value in event.items() if name != "type"}
            if isinstance(fields.get("roll"), dict):
                fields["roll"] = Roll(**fields["roll"])
            self._battle.trigger_event(event_class(event["type"]), **fields)
        self._application.save(self._battle)

    def replay(self) -> Game:
        """Get the battle from the database, which makes and applies all of its events."""
        battle: Battle = self._application.repository.get(self._battle.id)
        return battle.game

    def close(self) -> None:
        """Let go of the database."""
        self._application.close()


@cache
def event_class(name: str) -> type[BattleEvent]:
    """Give the library's class of events of type *name*, with the fields that we know of it."""
    fields = field_names(known_messages(RULES)[name])
    body: dict[str, Any] = {"__annotations__": dict.fromkeys(fields, Any), **dict.fromkeys(fields)}
    body |= {"__module__": __name__, "__qualname__": name}
    made: type[BattleEvent] = new_class(
        name, (BattleEvent,), exec_body=lambda space: space.update(body)
    )
    register_topic(f"{__name__}:{name}", made)
    return made

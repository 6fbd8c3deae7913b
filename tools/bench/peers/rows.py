"""
What somebody would write who likes databases: sqlite, one row an event.

Each event is a row with its number, its entry's number, its type, and its
fields as JSON or as a msgpack map.  A replay selects all rows in order, makes
a dataclass of each and of its roll, and changes mutable state.  A durable append is one
transaction an entry, in WAL mode with full syncs.  No chain, no checks of
types, no commands, no dice: less than a log holds.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgpack
from attrs import frozen

from rollbook.tools.bench.peers.mutable import Game, apply, new_game
from rollbook.tools.bench.peers.naive import Classes, make

Plain = dict[str, Any]


@frozen
class Form:
    """How the fields of an event are written into a row."""

    name: str
    write: Callable[[Plain], bytes | str]
    read: Callable[[Any], Plain]


JSON = Form("JSON", json.dumps, json.loads)
MSGPACK = Form("msgpack", msgpack.packb, msgpack.unpackb)


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database of events, made if it is not there."""
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute(
            "CREATE TABLE IF NOT EXISTS events"
            "(seq INTEGER PRIMARY KEY, entry INTEGER, type TEXT, fields BLOB)"
        )
        yield base


def append(base: sqlite3.Connection, form: Form, entry: int, events: Iterable[Plain]) -> None:
    """Write the events of one entry in one transaction; when this returns they are durable."""
    rows = [
        (entry, event["type"], form.write({k: v for k, v in event.items() if k != "type"}))
        for event in events
    ]
    with base:
        base.executemany("INSERT INTO events(entry, type, fields) VALUES (?, ?, ?)", rows)


def replay(base: sqlite3.Connection, form: Form, classes: Classes) -> Game:
    """Read every row into a dataclass and apply it to mutable state."""
    game = new_game()
    read = form.read
    for name, fields in base.execute("SELECT type, fields FROM events ORDER BY seq"):
        apply(game, name, make(classes, name, read(fields)))
    return game

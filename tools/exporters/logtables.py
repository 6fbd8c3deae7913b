"""
A log as tables: rolls, events, units over time, and one flat row an attack.

Each kind is a list of columns and a stream of rows; cells are whole numbers,
text, ``None``, or yes and no.  Rows of entries that were taken back are there
too and marked, so that statistics can leave them out or not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

from attrs import frozen

from rollbook.events.log.entry import Entry
from rollbook.events.message import Message, field_names
from rollbook.events.plain import to_plain
from rollbook.events.roll import Roll
from rollbook.tools.exporters.attacks import ATTACK_COLUMNS, attack_rows
from rollbook.tools.exporters.unitrows import UNIT_COLUMNS, unit_rows

Cell = int | str | bool | None
Row = Sequence[Cell]


class Opened(Protocol):
    """A log to look at, with its states."""

    @property
    def log(self) -> Any:
        """The log."""

    @property
    def states(self) -> Any:
        """The states of its entries."""

    @property
    def rules(self) -> str:
        """The name of its rule set."""


@frozen
class Table:
    """What a kind of table holds, its columns, and its rows."""

    kind: str
    columns: tuple[str, ...]
    rows: Callable[[Opened], Iterator[Row]]


ROLL_COLUMNS = (
    "entry",
    "event",
    "timeline",
    "withdrawn",
    "at",
    "by",
    "source",
    "type",
    "unit",
    "purpose",
    "sides",
    "dice",
    "faces",
    "sum",
)
EVENT_COLUMNS = (
    "entry",
    "event",
    "timeline",
    "withdrawn",
    "at",
    "by",
    "command",
    "type",
    "unit",
    "words",
    "fields",
)


def roll_rows(opened: Opened) -> Iterator[Row]:
    """Give every roll of the file, in its order."""
    for entry, line, gone in entries_of(opened):
        source = "none" if entry.dice is None else str(entry.dice.source)
        for number, event in enumerate(entry.events):
            for roll in _rolls(event):
                yield (
                    *(entry.seq, number, line, gone, time_text(entry.at), entry.by, source),
                    *(name_of_event(event), _unit(event)),
                    *(roll.purpose, roll.sides, len(roll.faces)),
                    *(" ".join(map(str, roll.faces)), sum(roll.faces)),
                )


def event_rows(opened: Opened) -> Iterator[Row]:
    """Give every event of the file, in words and with all its fields."""
    from rollbook.projections.words import names_of, sentence

    for entry, line, gone in entries_of(opened):
        names = names_of(opened.states.at(entry.seq))
        command = entry.to_plain(line)["command"]["do"]
        for number, event in enumerate(entry.events):
            plain = to_plain(event)
            kind = plain.pop("type")
            # The list of all types is as long as a small log, and says nothing of the game.
            plain.pop("schema", None)
            fields = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
            yield (
                *(entry.seq, number, line, gone, time_text(entry.at), entry.by, command),
                *(kind, _unit(event), sentence(opened.rules, event, names), fields),
            )


def entries_of(opened: Opened) -> Iterator[tuple[Entry, str, bool]]:
    """Give every entry with its timeline, and if it was taken back."""
    timelines = opened.log.chain.timelines
    gone = timelines.withdrawn()
    for entry in opened.log.entries(range(len(opened.log))):
        yield entry, timelines.line(entry.seq), entry.seq in gone


def name_of_event(event: Any) -> str:
    """Give the name of an event, known or not."""
    return str(to_plain(event)["type"]) if not isinstance(event, Message) else type(event).__name__


def time_text(at: int) -> str:
    """
    Give a time of the log, microseconds since 1970, as ISO 8601 in UTC.

    >>> time_text(0)
    '1970-01-01T00:00:00.000000Z'
    """
    seconds, rest = divmod(at, 1_000_000)
    try:
        made = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        # A year that calendars do not reach; the number still says it all.
        return str(at)
    return f"{made:%Y-%m-%dT%H:%M:%S}.{rest:06d}Z"


def _unit(event: Any) -> str | None:
    for name in ("unit", "target", "rammer"):
        value = getattr(event, name, None)
        if isinstance(value, str):
            return value
    return None


def _rolls(value: Any) -> Iterator[Roll]:
    if isinstance(value, Roll):
        yield value
    elif isinstance(value, Message):
        for name in field_names(type(value)):
            yield from _rolls(getattr(value, name))


TABLES = {
    table.kind: table
    for table in (
        Table("rolls", ROLL_COLUMNS, roll_rows),
        Table("events", EVENT_COLUMNS, event_rows),
        Table("units", UNIT_COLUMNS, unit_rows),
        Table("attacks", ATTACK_COLUMNS, attack_rows),
    )
}
"""Every kind of table by its name."""

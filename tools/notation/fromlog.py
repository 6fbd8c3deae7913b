"""A log becomes a document: every command of the file, in its order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rollbook.events.errors import RollbookError
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.log.messages import (
    PROGRAM_ONLY,
    AbortRoll,
    GiveTables,
    GiveUpRoll,
    StartGame,
    TimelineForked,
)
from rollbook.events.log.timeline import MAIN
from rollbook.events.message import Message, field_names
from rollbook.events.plain import to_plain
from rollbook.events.roll import Roll
from rollbook.events.schema import Unknown
from rollbook.tools.notation.document import Document, Header, Line, On, Remark
from rollbook.tools.notation.forms import ENTRY_FIELDS
from rollbook.tools.notation.verbs import verbs_of

Item = Line | Remark | On
UNWRITTEN = (*PROGRAM_ONLY, GiveUpRoll, AbortRoll)
"""Commands that become comments: the program's own, and those about dice that nobody typed."""


class NotWritable(RollbookError):
    """A log holds a command that this Rollbook does not know, so it cannot be written."""

    def __init__(self, seq: int, name: str) -> None:
        super().__init__(
            f"entry {seq} is a {name}, which this Rollbook does not know; "
            "export the log as JSON lines, or use a newer Rollbook"
        )


def document_of(log: Log) -> Document:
    """
    Give the battle that a log holds.

    What the program wrote for itself becomes a comment.  Raises
    :class:`NotWritable`, or ``UnknownRuleSet``.
    """
    entries = iter(log.entries(range(len(log))))
    header = header_of(next(entries))
    return Document(header.rules, header, tuple(_items(log, entries)))


def header_of(entry: Entry) -> Header:
    """Give the header that entry 0 of a log makes."""
    command = entry.command
    opened = entry.events[0]
    if not isinstance(command, StartGame):
        raise TypeError("entry 0 starts the game")
    plain = to_plain(command)
    tables = getattr(opened, "tables_hash", None)
    return Header(
        command.rules,
        plain["players"],
        plain["house_rules"],
        entry.by,
        entry.key,
        None if tables is None else tables.hex(),
    )


def _items(log: Log, entries: Iterator[Entry]) -> Iterator[Item]:
    verbs = verbs_of(log.chain.rules)
    timelines = log.chain.timelines
    stack: list[str] = [MAIN]
    for entry in entries:
        command = entry.command
        if isinstance(command, Unknown):
            raise NotWritable(entry.seq, command.name)
        if isinstance(command, UNWRITTEN):
            if not isinstance(command, GiveTables):
                yield Remark(_said(entry), len(stack) - 1)
            continue
        first = entry.events[0]
        line = timelines.line(entry.seq)
        stands_on = line
        if isinstance(first, TimelineForked):
            stands_on = timelines.line(timelines.parent(entry.seq) or 0)
        if stands_on in stack:
            del stack[stack.index(stands_on) + 1 :]
        else:
            del stack[1:]
            yield On(stands_on)
            stack.append(stands_on)
        made = line_of(entry, len(stack) - 1, None if stands_on == MAIN else stands_on)
        _name_written(log, made.command)
        if verbs.by_command[made.command["do"]].form.heading:
            yield Remark(None)
        yield made
        if isinstance(first, TimelineForked):
            stack.append(line)


def _name_written(log: Log, command: dict[str, Any]) -> None:
    """Go back from an entry that is not written to the one before it, whose state is the same."""
    field = ENTRY_FIELDS.get(command["do"])
    number = command.get(field) if field else None
    if field is None or not isinstance(number, int):
        return
    while number > 0:
        named = log.entry(number).command
        if not isinstance(named, UNWRITTEN) or isinstance(named, GiveTables):
            break
        number = log.chain.timelines.parent(number) or 0
    command[field] = number


def _said(entry: Entry) -> str:
    from rollbook.projections.words import sentence

    return f"entry {entry.seq}: {sentence('', entry.events[0], str)}"


def line_of(entry: Entry, depth: int = 0, timeline: str | None = None) -> Line:
    """Give the line of one entry."""
    command: dict[str, Any] = to_plain(entry.command)
    choices = command.pop("choices", None) or ()
    return Line(
        entry.by,
        command,
        entry.seq,
        rolls_of(entry),
        tuple(choices),
        entry.key,
        _count(entry),
        _source(entry),
        timeline,
        depth,
    )


def _count(entry: Entry) -> int | None:
    """Give the number of the round or turn that began with an entry."""
    for event in entry.events:
        name = type(event).__name__
        if name in ("RoundStarted", "PlayerTurnStarted"):
            number: int = event.round
            return number
    return None


def _source(entry: Entry) -> str:
    """Say where dice came from that nobody typed in; a comment, for people."""
    source = getattr(entry.dice, "source", "entered")
    return "" if source == "entered" else f"{source} dice"


def rolls_of(entry: Entry) -> tuple[tuple[int, ...], ...] | None:
    """Give the faces of an entry, apart by roll where the rolls of its events are those faces."""
    if entry.dice is None:
        return None
    faces = tuple(entry.dice.faces)
    rolls = [roll.faces for event in entry.events for roll in _rolls(event)]
    flat = tuple(face for roll in rolls for face in roll)
    if flat == faces:
        return tuple(tuple(roll) for roll in rolls if roll)
    return (faces,)


def _rolls(value: Any) -> Iterator[Roll]:
    if isinstance(value, Roll):
        yield value
    elif isinstance(value, Message):
        for name in field_names(type(value)):
            yield from _rolls(getattr(value, name))

"""
Every roll of a log: where it stands, who threw it, what fell.

One for each roll that an event carries, in the order of the file: withdrawn
entries and all timelines are there too, and say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.message import Message, field_names
from rollbook.events.roll import Roll


@frozen
class Rolled:
    """
    A roll in an event of a log.

    *field* is the field of the event that holds it, *by* who threw the dice,
    *source* where they came from, *simulated* whether the timeline is a what-if.
    """

    seq: int
    number: int
    field: str
    event: Any
    roll: Roll
    by: str
    source: str
    withdrawn: bool
    simulated: bool

    @property
    def address(self) -> str:
        """The address of the event."""
        return f"{self.seq}.{self.number}"


def rolls_of(log: Log, seqs: Iterable[int] | None = None) -> Iterator[Rolled]:
    """Give the rolls of entries *seqs* (default: the whole file), oldest first."""
    timelines = log.chain.timelines
    gone = timelines.withdrawn()
    for entry in log.entries(range(len(log)) if seqs is None else seqs):
        simulated = timelines.kinds[timelines.line(entry.seq)] == "simulated"
        yield from rolls_of_entry(entry, withdrawn=entry.seq in gone, simulated=simulated)


def rolls_of_entry(
    entry: Entry, *, withdrawn: bool = False, simulated: bool = False
) -> Iterator[Rolled]:
    """Give the rolls of one entry, in the order of its events and their fields."""
    by = entry.by if entry.dice is None else entry.dice.rolled_by
    source = "entered" if entry.dice is None else entry.dice.source
    for number, event in enumerate(entry.events):
        for field, roll in rolls_inside(event):
            yield Rolled(entry.seq, number, field, event, roll, by, source, withdrawn, simulated)


def rolls_inside(event: Any) -> Iterator[tuple[str, Roll]]:
    """Give the rolls that an event carries, with the fields that hold them."""
    if not isinstance(event, Message):
        return
    for field in field_names(type(event)):
        value = getattr(event, field)
        if isinstance(value, Roll):
            yield field, value


def rolls_in(event: Any) -> tuple[Roll, ...]:
    """Give the rolls that an event carries, in the order of its fields."""
    return tuple(roll for _, roll in rolls_inside(event))

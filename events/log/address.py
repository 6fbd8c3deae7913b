"""
Addresses: how people point into a log.

``42`` is an entry, ``42.3`` its fourth event, ``name@42`` an entry on a named
timeline, ``name`` alone the head of that timeline.
"""

from __future__ import annotations

import re

from attrs import frozen

from rollbook.events.log.errors import LogError
from rollbook.events.log.timeline import Timelines

_FORM = (
    r"(?:(?P<line>(?!\d+(?:$|[.@]))[a-z0-9_-]{1,32})(?:@(?=.)|$))?"
    r"(?:(?P<seq>\d{1,9})(?:\.(?P<event>\d{1,5}))?)?"
)


class BadAddress(LogError):
    """A text points nowhere in this log."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(
            f"{text[:80]!r} is no address here: {reason}. "
            "Write 42 for an entry, 42.3 for its fourth event, name@42 on a timeline"
        )
        self.reason = reason


@frozen
class Address:
    """
    An entry, or one event of it, on a timeline.

    *event* counts from 0; *timeline* is the one that was named, or the one
    that the entry belongs to.
    """

    seq: int
    event: int | None
    timeline: str

    def __str__(self) -> str:
        return str(self.seq) if self.event is None else f"{self.seq}.{self.event}"


def parse_address(text: str, timelines: Timelines, default: str | None = None) -> Address:
    """
    Read an address; an empty one is the head of the *default* timeline.

    Raises :class:`BadAddress`, ``UnknownTimeline`` or ``UnknownEntry``.
    """
    found = re.fullmatch(_FORM, text.strip(), re.ASCII)
    if found is None:
        raise BadAddress(text, "it has another form")
    line, number, event = found["line"], found["seq"], found["event"]
    if number is None:
        name = line or default or timelines.default
        return Address(timelines.head(name), None, name)
    seq = timelines.check_seq(int(number))
    if line is not None and not timelines.is_on_path(seq, timelines.head(line)):
        raise BadAddress(text, f"entry {seq} is not on timeline {line}")
    return Address(seq, None if event is None else int(event), line or timelines.line(seq))

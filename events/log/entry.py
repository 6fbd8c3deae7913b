"""An entry: one accepted command and every event that it caused."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rollbook.events.build import filler
from rollbook.events.plain import to_plain


@frozen(eq=False, weakref_slot=False)
class Entry:
    """
    The atomic unit of a log.

    *prev* is the leaf of the entry before it in the file, *parent* the number
    of the entry that it continues (``None`` for the first), *at* microseconds
    since 1970 UTC, for people only.  *leaf* is its id.
    """

    seq: int
    prev: bytes
    parent: int | None
    at: int
    by: str
    key: str | None
    command: Any
    events: tuple[Any, ...]
    dice: Any
    leaf: bytes

    def to_plain(self, timeline: str) -> dict[str, Any]:
        """Give the object that ``log --json`` and ``export --jsonl`` print."""
        command = to_plain(self.command)
        shown = {"do": command.pop("do", None) or command.pop("type", None), "by": self.by}
        return {
            "entry": self.seq,
            "parent": self.parent,
            "timeline": timeline,
            "at": self.at,
            "by": self.by,
            "key": self.key,
            "leaf": self.leaf.hex(),
            "command": {**shown, **command},
            "events": [to_plain(event) for event in self.events],
            "dice": to_plain(self.dice),
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.leaf == other.leaf

    def __hash__(self) -> int:
        return hash(self.leaf)


make_entry = filler(Entry)
"""``Entry`` from the values of its fields in order, the fast way."""

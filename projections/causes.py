"""
Causes: why something is as it is, back to the command that somebody gave.

A field of the state is what it is because of the last event of its timeline
that changed it.  That event came of others in the same entry
(:mod:`rollbook.projections.links`), they of the entry's command.  A command
that settles what was owed, such as an explosion, leads on to the entry in
which it came to be owed, and so back through any chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.message import Message, name_of
from rollbook.projections.fields import MISSING, Path, differences, leaves, value_at
from rollbook.projections.fold import Folder, Projection
from rollbook.projections.links import cause_in, links_of, related, type_name
from rollbook.projections.rollchance import RollChance
from rollbook.projections.ruleids import rule_ids
from rollbook.projections.state import KEEP_EVERY, States

CHUNK = KEEP_EVERY
"""Entries that are folded again at a time, looking back: from one kept state to the next."""


@frozen
class Place:
    """Where something happened: an entry, and the number of its event, if it was one."""

    seq: int
    event: int | None = None

    def __str__(self) -> str:
        return str(self.seq) if self.event is None else f"{self.seq}.{self.event}"


@frozen
class Step:
    """
    One step of an explanation.

    *event* is ``None`` for a command.  *rules* are the ids of the rules that
    the event follows.  *owed* marks the event that made the command before it
    due.  *chances* are those of the throws that the event carries.
    """

    place: Place
    entry: Entry
    event: Any
    rules: tuple[str, ...]
    owed: bool = False
    chances: tuple[RollChance, ...] = ()


@frozen
class Change:
    """
    The event that last changed a field, and the values before and after it.

    *entered*: it did so by bringing the whole unit, or the game, into being.
    """

    place: Place
    before: Any
    after: Any
    entered: bool = False


class Causes:
    """
    Answers about one log.

    *states* are the states of the log; answers follow the path of parents of
    the entry that they start from, whatever timeline it lies on.  *seen* is
    told how many entries were looked at, piece by piece.
    """

    def __init__(
        self,
        log: Log,
        projection: Projection[Any],
        states: States | None = None,
        seen: Callable[[int], object] = int,
    ) -> None:
        self._log = log
        self._seen = seen
        self._projection = projection
        self._states = states or States(log, projection)
        self._links = links_of(projection.rules)

    def last_change(self, path: Path, at: Place) -> Change | None:
        """
        Give the last change of the field *path* of the state, up to *at*.

        ``None`` if the field was never there.
        """
        found: Change | None = None
        for seqs in self._chunks_back(at.seq):
            for change in self._changes_in(seqs, path, at):
                found = change
            if found is not None:
                return found
        return None

    def _chunks_back(self, seq: int) -> Iterator[range]:
        """Give the path to *seq* in pieces of numbers in a row, the newest first."""
        for first, last in reversed(self._log.chain.timelines.runs(seq)):
            while last >= first:
                start = max(first, (last - 1) // CHUNK * CHUNK + 1)
                yield range(start, last + 1)
                self._seen(last + 1 - start)
                last = start - 1

    def _changes_in(self, seqs: range, path: Path, at: Place) -> Iterator[Change]:
        before = self._states.at(self._log.chain.timelines.parent(seqs[0]))
        folder = Folder(self._projection, before)
        value = value_at(before, path)
        owner = path[:2] if path[0] == "units" else ()
        for entry in self._log.entries(seqs):
            for number, event in enumerate(entry.events):
                if entry.seq == at.seq and at.event is not None and number > at.event:
                    return
                if not self._may_change(event, path):
                    folder.apply(event)
                    continue
                there = value is not MISSING or value_at(folder.state, owner) not in (None, MISSING)
                folder.apply(event)
                after = value_at(folder.state, path)
                if after is not value and (after != value or type(after) is not type(value)):
                    entered = value is MISSING and not there
                    yield Change(Place(entry.seq, number), value, after, entered)
                value = after

    def _may_change(self, event: Any, path: Path) -> bool:
        """Tell whether *event* can change *path*: a unit's own events change no other unit."""
        if type(event) not in self._projection.unit_reducers:
            return True
        return path[0] == "units" and (len(path) < 2 or path[1] == event.unit)

    def all_changes(self, unit: str, at: Place) -> dict[Path, Change]:
        """Give the last change of every field of a unit, up to *at*, by path inside the unit."""
        found: dict[Path, Change] = {}
        folder = Folder(self._projection)
        value: Any = MISSING
        for entry in self._log.entries(self._log.chain.timelines.path(at.seq)):
            for number, event in enumerate(entry.events):
                if entry.seq == at.seq and at.event is not None and number > at.event:
                    break
                folder.apply(event)
                if not self._may_change(event, ("units", unit)):
                    continue
                after = value_at(folder.state, ("units", unit))
                if after is not value:
                    found.update(_changed(value, after, Place(entry.seq, number)))
                value = after
        return found

    def chain(self, place: Place) -> Iterator[Step]:
        """
        Give what led to an event, or to a whole entry: that first, the first command last.

        Raises ``UnknownEntry`` or ``IndexError`` for a place that is not there.
        """
        entry = self._log.entry(place.seq)
        index, owed = place.event, False
        while True:
            if index is not None:
                event = entry.events[index]
                yield self.step(entry, index, owed=owed)
                owed = False
                before = cause_in(self._links, entry.events, index)
                if before is None and self.due_since(entry) is None:
                    earlier = self._earlier_cause(entry, event)
                    if earlier is not None:
                        yield self._command(entry)
                        entry, index = self._log.entry(earlier.seq), earlier.event
                        continue
                index = before
                continue
            yield self._command(entry)
            due = self.due_since(entry)
            if due is None:
                return
            entry, index, owed = self._log.entry(due.seq), due.event, True

    def step(self, entry: Entry, number: int, *, owed: bool = False) -> Step:
        """Give event *number* of an entry as a step of an explanation."""
        event = entry.events[number]
        return Step(Place(entry.seq, number), entry, event, self.rules(entry, event), owed)

    def _command(self, entry: Entry) -> Step:
        return Step(Place(entry.seq), entry, None, self.rules(entry, entry.command))

    def due_since(self, entry: Entry) -> Place | None:
        """Give the event since which the command of *entry* was owed, if it settles anything."""
        parent = self._log.chain.timelines.parent(entry.seq)
        before = self._states.at(parent) if parent is not None else None
        pending = getattr(before, "pending", ())
        if not pending or parent is None or not isinstance(entry.command, Message):
            return None
        owed = pending[0]
        if owed.do != name_of(type(entry.command)):
            return None
        return self.owed_since(owed, parent)

    def owed_since(self, owed: Any, at: int) -> Place | None:
        """Give the event with which *owed* came to be pending, as it is after entry *at*."""
        for seqs in self._chunks_back(at):
            found = self._owed_in(seqs, owed)
            if found is not None:
                return found
        return None

    def _owed_in(self, seqs: range, owed: Any) -> Place | None:
        """Give the last event among *seqs* with which *owed* came to be pending."""
        state = self._states.at(self._log.chain.timelines.parent(seqs[0]))
        folder, found = Folder(self._projection, state), None
        there = owed in getattr(state, "pending", ())
        for entry in self._log.entries(seqs):
            for number, event in enumerate(entry.events):
                folder.apply(event)
                now = owed in getattr(folder.state, "pending", ())
                if now and not there:
                    found = Place(entry.seq, number)
                there = now
        return found

    def _earlier_cause(self, entry: Entry, event: Any) -> Place | None:
        """Follow the links that lead out of an entry."""
        links = [link for link in self._links.of.get(type_name(event), ()) if link.earlier]
        parent = self._log.chain.timelines.parent(entry.seq)
        if not links or parent is None:
            return None
        for seqs in self._chunks_back(parent):
            for earlier in reversed(list(self._log.entries(seqs))):
                for number in range(len(earlier.events) - 1, -1, -1):
                    other = earlier.events[number]
                    name = type_name(other)
                    if any(
                        link.name == name and (link.any_unit or related(event, other))
                        for link in links
                    ):
                        return Place(earlier.seq, number)
        return None

    def causes_inside(self, entry: Entry) -> list[int | None]:
        """Give for each event of an entry the number of the one that led to it."""
        return [cause_in(self._links, entry.events, n) for n in range(len(entry.events))]

    def rules(self, entry: Entry, message: Any) -> tuple[str, ...]:
        """
        Give the rules that an event or command of *entry* follows.

        Only those of the unit's kind where the ids tell them apart.
        """
        ids = rule_ids(type(message))
        name = getattr(message, "unit", None)
        path = ("units", name) if isinstance(name, str) else ("units", "")
        unit = value_at(self._states.at(entry.seq), path)
        prefix = self._links.prefixes.get(getattr(unit, "kind", ""))
        others = tuple(p for p in self._links.prefixes.values() if p != prefix)
        if prefix is None:
            return ids
        return tuple(i for i in ids if not i.startswith(others)) or ids


def _changed(before: Any, after: Any, place: Place) -> Iterator[tuple[Path, Change]]:
    if before is MISSING or after is MISSING:
        there = after if before is MISSING else before
        for path in leaves(there):
            yield path, Change(place, value_at(before, path), value_at(after, path), True)
        return
    for difference in differences(before, after):
        yield difference.path, Change(place, difference.left, difference.right)


_RESULTS = ("hits", "wounds", "saved", "passed", "failed", "row", "result", "outcome", "winner")


def need_and_result(event: Any) -> tuple[Any, Any]:
    """
    Give what a rolling event needed and what came of it, as far as it says so.

    The need is the face to reach, or the value of a check; ``None`` where the
    event names none.
    """
    need = getattr(event, "needed", None)
    need = getattr(event, "value", None) if need is None else need
    result = next((getattr(event, n) for n in _RESULTS if hasattr(event, n)), None)
    return need, result

"""
Walking through a log, without a terminal: places, moves, searches.

A place is one event of one entry on a branch.  Moves give another place or
nothing; only entries near the place are read, so a long log is as quick to
walk as a short one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen

from rollbook.events.log.address import Address, BadAddress
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.projections.fold import FoldError
from rollbook.projections.state import States
from rollbook.projections.words import Name, names_of
from rollbook.tools.cli.branches import Branch, Route, branch_of, branches
from rollbook.tools.cli.changed import Changed, changes
from rollbook.tools.cli.wanted import Wanted

ENTRIES_A_BEAT = 64
"""Entries that a search reads before it lets others have a turn."""


@frozen
class Place:
    """One event of one entry, on the branch that is walked.  *event* counts from 0."""

    branch: Branch
    seq: int
    event: int

    def __str__(self) -> str:
        return f"{self.seq}.{self.event}"


@frozen
class Step:
    """
    What is to be seen at a place.

    *before* and *after* are the states around the event, ``None`` where the
    game has not begun or cannot be folded; then *problem* says why.
    """

    place: Place
    rules: str
    entry: Entry
    before: Any
    after: Any
    changes: tuple[Changed, ...]
    problem: str | None
    withdrawn: bool
    left: tuple[Branch, ...]
    """What was taken back right after this entry."""

    @property
    def event(self) -> Any:
        """The event itself."""
        return self.entry.events[self.place.event]

    @property
    def name(self) -> Name:
        """A function from ids to the names people know."""
        return names_of(self.after if self.after is not None else self.before)


class Walk:
    """The moves through one log."""

    def __init__(self, log: Log, states: States, rules: str) -> None:
        self.rules = rules
        self.timelines = log.chain.timelines
        self.entry = lru_cache(maxsize=64)(log.entry)
        self._states = states
        self._ends: dict[int, list[Branch]] | None = None
        self._route = lru_cache(maxsize=8)(lambda head: Route(self.timelines.runs(head)))

    def branches(self) -> list[Branch]:
        """Give every branch there is: timelines first, then what was withdrawn."""
        return branches(self.timelines)

    def route(self, branch: Branch) -> Route:
        """Give the entries of a branch."""
        return self._route(branch.head)

    def start(self, timeline: str | None = None) -> Place:
        """Give the place where a game starts: the last event of the first entry."""
        name = timeline or self.timelines.default
        branch = Branch(name, self.timelines.head(name))
        return Place(branch, 0, len(self.entry(0).events) - 1)

    def first(self, place: Place) -> Place:
        """Give the first place of a branch."""
        return evolve(place, seq=0, event=0)

    def last(self, place: Place) -> Place:
        """Give the last place of a branch."""
        head = place.branch.head
        return evolve(place, seq=head, event=len(self.entry(head).events) - 1)

    def at(self, address: Address) -> Place:
        """
        Give the place of an address: of its event, or of the last event of its entry.

        Entries that were withdrawn have a branch of their own.  Raises
        ``BadAddress`` if the entry has no such event.
        """
        count = len(self.entry(address.seq).events)
        event = count - 1 if address.event is None else address.event
        if event >= count:
            known = "0" if count == 1 else f"0 to {count - 1}"
            raise BadAddress(str(address), f"the events of entry {address.seq} are {known}")
        branch = branch_of(self.timelines, address.timeline, address.seq)
        return Place(branch, address.seq, event)

    def on(self, place: Place, branch: Branch) -> Place:
        """Give the same place on another branch, or the last one that both share."""
        if place.seq in self.route(branch):
            return evolve(place, branch=branch)
        seq = self.timelines.common(place.seq, branch.head)
        return Place(branch, seq, len(self.entry(seq).events) - 1)

    def next_event(self, place: Place) -> Place | None:
        """Give the next event."""
        if place.event + 1 < len(self.entry(place.seq).events):
            return evolve(place, event=place.event + 1)
        seq = self.route(place.branch).after(place.seq)
        return None if seq is None else evolve(place, seq=seq, event=0)

    def previous_event(self, place: Place) -> Place | None:
        """Give the event before."""
        if place.event:
            return evolve(place, event=place.event - 1)
        return self._end_of(place, self.route(place.branch).before(place.seq))

    def next_entry(self, place: Place) -> Place | None:
        """Give the first event of the next entry."""
        seq = self.route(place.branch).after(place.seq)
        return None if seq is None else evolve(place, seq=seq, event=0)

    def previous_entry(self, place: Place) -> Place | None:
        """Give the first event of this entry, or of the one before when there already."""
        if place.event:
            return evolve(place, event=0)
        seq = self.route(place.branch).before(place.seq)
        return None if seq is None else evolve(place, seq=seq, event=0)

    def _end_of(self, place: Place, seq: int | None) -> Place | None:
        if seq is None:
            return None
        return evolve(place, seq=seq, event=len(self.entry(seq).events) - 1)

    def find(self, place: Place, wanted: Wanted, *, forward: bool = True) -> Iterator[Place | int]:
        """
        Look for the next place that is *wanted*, or the one before.

        Gives the number of an entry every few entries so that whoever waits
        can show it or stop it, and at last the place; ends without one when
        there is none.
        """
        route = self.route(place.branch)
        seq: int | None = place.seq
        start = place.event + (1 if forward else -1)
        read = 0
        while seq is not None:
            entry = self.entry(seq)
            count = len(entry.events)
            begin = start if read == 0 else 0 if forward else count - 1
            for event in range(begin, count) if forward else range(begin, -1, -1):
                if wanted(entry, event):
                    yield evolve(place, seq=seq, event=event)
                    return
            read += 1
            if read % ENTRIES_A_BEAT == 0:
                yield seq
            seq = route.after(seq) if forward else route.before(seq)

    def look(self, place: Place) -> Step:
        """Give what is to be seen at a place."""
        entry = self.entry(place.seq)
        before = after = problem = None
        found: tuple[Changed, ...] = ()
        try:
            before = self._states.at(place.seq, place.event)
            after = self._states.at(place.seq, place.event + 1)
            found = tuple(changes(before, after)) if before is not None else ()
        except FoldError as error:
            problem = str(error)
        gone = place.branch.withdrawn(place.seq)
        return Step(
            place, self.rules, entry, before, after, found, problem, gone, self._left(place)
        )

    def _left(self, place: Place) -> tuple[Branch, ...]:
        if self._ends is None:
            self._ends = {}
            for branch in self.branches():
                if branch.live is not None:
                    self._ends.setdefault(branch.live, []).append(branch)
        return tuple(self._ends.get(place.seq, ()))

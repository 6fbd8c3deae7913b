"""Entries as the page carries them: words, events, and the change of state each made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.projections.fold import Folder, FoldError, Projection
from rollbook.projections.printable import printable
from rollbook.projections.words import Name, command_sentence, names_of, sentence
from rollbook.tools.viewer.patches import PlainStates, patch


@frozen
class Told:
    """One entry for the page: *plain* for its data, *asked* and *said* for its list of words."""

    seq: int
    plain: dict[str, Any]
    asked: str
    said: tuple[str, ...]


class Storyteller:
    """
    Tells the entries of a log in order, one after the other.

    It keeps the states of the heads that later entries may continue, so that
    a log that is still being written goes on from where it was left.
    """

    def __init__(self, log: Log, rules: str, projection: Projection[Any] | None, at: Any) -> None:
        self._log = log
        self._rules = rules
        self._projection = projection
        self._at = at
        self._last: tuple[int | None, Any] = (None, None)
        self._plain = PlainStates()
        self._name: Name = names_of(None)
        self.broken: str | None = None

    @property
    def state(self) -> Any:
        """The state behind the last entry told, as far as its events fit."""
        return self._last[1]

    def tell(self, seqs: Iterable[int]) -> Iterator[Told]:
        """Give entries *seqs*, which rise by one and go on from the last call."""
        for entry in self._log.entries(seqs):
            yield self._told(entry)

    def _told(self, entry: Entry) -> Told:
        timelines = self._log.chain.timelines
        states, error = self._states(entry)
        said = []
        changes = []
        before = states[0]
        plain_before = self._plain.plain(before)
        for number, event in enumerate(entry.events):
            after = states[number + 1] if number + 1 < len(states) else before
            if after is not before:
                plain_after = self._plain.plain(after)
                changes.append(patch(plain_before, plain_after))
                plain_before, before = plain_after, after
                self._name = names_of(after)
            else:
                changes.append([])
            said.append(sentence(self._rules, event, self._name))
        plain = _entry_plain(entry, timelines.line(entry.seq), changes)
        if error is not None:
            plain["error"] = printable(error)
            self.broken = self.broken or f"entry {entry.seq}: {printable(error)}"
        asked = f"{self._name(entry.by)}: " + command_sentence(
            self._rules, entry.command, self._name
        )
        plain["asked"], plain["said"] = asked, said
        return Told(entry.seq, plain, asked, tuple(said))

    def _states(self, entry: Entry) -> tuple[list[Any], str | None]:
        """Give the state before an entry and after each of its events, as far as they fit."""
        if self._projection is None:
            return [None], None
        parent = self._log.chain.timelines.parent(entry.seq)
        states, folder = [self._before(parent)], None
        error: str | None = None
        for event in entry.events:
            folder = Folder(self._projection, states[-1])
            try:
                folder.apply(event)
            except FoldError as problem:
                error = str(problem)
                break
            states.append(folder.state)
        self._last = (entry.seq, states[-1])
        return states, error

    def _before(self, parent: int | None) -> Any:
        if parent == self._last[0]:
            return self._last[1]
        self._plain = PlainStates()
        try:
            state = self._at(parent)
        except FoldError:
            return self._last[1]
        self._name = names_of(state)
        return state


def _entry_plain(entry: Entry, timeline: str, changes: list[Any]) -> dict[str, Any]:
    plain = entry.to_plain(timeline)
    del plain["entry"]
    # The page works hashes out of the log's own bytes.
    del plain["leaf"]
    plain["patches"] = changes
    return plain

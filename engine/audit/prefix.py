"""
A log as it was before one of its entries.

The audit decides each entry again in front of the entries before it, and
nothing else: this is that much of a log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rollbook.engine.ruleset import RuleSet
from rollbook.events.log.chain import Chain
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log, NewEntry
from rollbook.projections.fold import FoldError
from rollbook.projections.state import States


class Prefix:
    """The first entries of *log*; :meth:`take` adds the next."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.chain = Chain()
        self.writable = False
        self._entries: list[Entry] = []

    def __len__(self) -> int:
        return self.chain.count

    def take(self, entry: Entry) -> str:
        """Add the next entry, and give its timeline."""
        line = self.chain.take(entry)
        self._entries.append(entry)
        return line

    def payload(self, seq: int) -> bytes:
        """Give the stored bytes of entry *seq*."""
        return self._log.payload(self.chain.timelines.check_seq(seq))

    def entry(self, seq: int) -> Entry:
        """Give entry *seq*."""
        return self._entries[self.chain.timelines.check_seq(seq)]

    def entries(self, seqs: Iterable[int]) -> Iterator[Entry]:
        """Give several entries, oldest first."""
        return map(self.entry, seqs)

    def leaf(self, seq: int) -> bytes:
        """Give the leaf hash of entry *seq*."""
        return self.entry(seq).leaf

    def append(self, new: NewEntry) -> Entry:
        """Refuse: this only looks."""
        del new
        raise TypeError("an audit appends nothing")

    def extend_for(self, new: NewEntry) -> bool:
        """Say that no schema has to grow, since nothing is appended."""
        del new
        return False

    def close(self) -> None:
        """Nothing to let go of."""


class Before(States):
    """
    The states of a prefix, with those kept that a later entry goes back to.

    An entry whose events do not fit leaves the state as it was.
    """

    def __init__(self, prefix: Prefix, rules: RuleSet, wanted: Iterable[int]) -> None:
        super().__init__(prefix, rules.projection)
        self._wanted = set(wanted)
        self._sure: dict[int, Any] = {}
        self._last: tuple[int, Any] | None = None

    def at(self, seq: int | None, events: int | None = None) -> Any:
        """Give the state after an entry."""
        if events is None and seq is not None:
            if self._last is not None and self._last[0] == seq:
                return self._last[1]
            if seq in self._sure:
                return self._sure[seq]
            try:
                return super().at(seq)
            except FoldError:
                return None
        return super().at(seq, events)

    def put(self, seq: int, state: Any) -> None:
        """Remember the state after entry *seq*."""
        self._last = (seq, state)
        if seq in self._wanted:
            self._sure[seq] = state
        super().put(seq, state)

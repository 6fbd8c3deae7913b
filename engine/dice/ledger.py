"""
What a log says about its dice, over the whole file.

Commitments, ladder indexes, aborts, confirmations, disputes and set-aside
rolls count in file order, whatever is taken back: a revealed share stays
revealed.
"""

from __future__ import annotations

from typing import Any

from attrs import define, frozen

from rollbook.events.dicevalues import LadderDice
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.log.messages import (
    DiceCommitted,
    DisputeRaised,
    DisputeSettled,
    RollAborted,
    RollGivenUp,
    RollHeld,
    RollsConfirmed,
    SeedRevealed,
)

LADDER, JUDGE_SOURCE = "ladder", "judge"


@frozen
class Committed:
    """A ``commit_dice`` entry: its number and what it fixed."""

    seq: int
    event: DiceCommitted


@define
class Disputed:
    """A dispute: where it points, who raised it in which entry, and how it ended."""

    about: str
    seq: int
    by: str
    reason: str
    settled: int | None = None
    settlement: DisputeSettled | None = None


class Ledger:
    """Reads a log entry by entry and keeps what dice and disputes need."""

    def __init__(self) -> None:
        self.count = 0
        self.commits: list[Committed] = []
        self.indexes: dict[int, dict[int, int]] = {}
        """By commitment: which entry used or burnt which index."""
        self.aborts: list[tuple[int, RollAborted]] = []
        self.seeds: dict[tuple[int, int], tuple[int, bytes]] = {}
        """By commitment and role: the entry that revealed the seed, and the seed."""
        self.confirmed: dict[int, dict[str, int]] = {}
        """By entry with dice: who confirmed them, in which entry."""
        self.disputes: list[Disputed] = []
        self.set_aside: set[int] = set()
        """Entries whose revealed faces need not be used again."""
        self.held: set[int] = set()
        self.given_up: dict[int, int] = {}

    def read(self, log: Log) -> Ledger:
        """Take every entry of *log* that was not taken yet, and give this ledger."""
        for entry in log.entries(range(self.count, len(log))):
            self.take(entry)
        return self

    def take(self, entry: Entry) -> None:
        """Count in the next entry of the file."""
        self.count = entry.seq + 1
        if isinstance(entry.dice, LadderDice) and entry.dice.index is not None:
            self._use(entry.dice.commit, entry.dice.index, entry.seq)
        for event in entry.events:
            handler = _HANDLERS.get(type(event))
            if handler is not None:
                handler(self, entry, event)

    def current(self, source: str) -> Committed | None:
        """Give the commitment in force for ``ladder`` or ``judge``."""
        return next((c for c in reversed(self.commits) if c.event.source == source), None)

    def commitment(self, seq: int | None) -> Committed | None:
        """Give the commitment that entry *seq* made."""
        return next((c for c in self.commits if c.seq == seq), None)

    def next_index(self, commit: Committed) -> int:
        """Give the index of the next roll under *commit*."""
        return max(self.indexes.get(commit.seq, {0: 0})) + 1

    def open_dispute(self, about: str) -> Disputed | None:
        """Give the oldest dispute about an address that is not settled."""
        return next((d for d in self.disputes if d.about == about and d.settled is None), None)

    def _use(self, commit: int | None, index: int, seq: int) -> None:
        if commit is not None:
            self.indexes.setdefault(commit, {}).setdefault(index, seq)

    def _committed(self, entry: Entry, event: DiceCommitted) -> None:
        self.commits.append(Committed(entry.seq, event))

    def _aborted(self, entry: Entry, event: RollAborted) -> None:
        self.aborts.append((entry.seq, event))
        if event.index is not None:
            self._use(event.commit, event.index, entry.seq)

    def _revealed(self, entry: Entry, event: SeedRevealed) -> None:
        commit = self.current(LADDER if event.role != 3 else JUDGE_SOURCE)
        if commit is not None:
            self.seeds.setdefault((commit.seq, event.role), (entry.seq, event.seed))

    def _confirmed(self, entry: Entry, event: RollsConfirmed) -> None:
        for seq in event.entries:
            self.confirmed.setdefault(seq, {}).setdefault(entry.by, entry.seq)

    def _raised(self, entry: Entry, event: DisputeRaised) -> None:
        self.disputes.append(Disputed(event.about, entry.seq, entry.by, event.reason))

    def _settled(self, entry: Entry, event: DisputeSettled) -> None:
        found = self.open_dispute(event.about)
        if found is not None:
            found.settled, found.settlement = entry.seq, event
        if event.outcome == "reroll" and event.about.partition(".")[0].isdecimal():
            self.set_aside.add(int(event.about.partition(".")[0]))

    def _held(self, entry: Entry, event: RollHeld) -> None:
        del event
        self.held.add(entry.seq)

    def _given_up(self, entry: Entry, event: RollGivenUp) -> None:
        self.given_up.setdefault(event.held, entry.seq)
        if event.set_aside:
            self.set_aside.add(event.held)


_HANDLERS: dict[type, Any] = {
    DiceCommitted: Ledger._committed,
    RollAborted: Ledger._aborted,
    SeedRevealed: Ledger._revealed,
    RollsConfirmed: Ledger._confirmed,
    DisputeRaised: Ledger._raised,
    DisputeSettled: Ledger._settled,
    RollHeld: Ledger._held,
    RollGivenUp: Ledger._given_up,
}

"""
The audit: every entry decided again, in file order, from what stood before it.

Withdrawn entries and forks are audited like all others: each from the state
at its parent, in front of the log as it was then.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from rollbook.engine.audit.compare import called
from rollbook.engine.audit.dicechecks import DiceChecks
from rollbook.engine.audit.found import ENGINE, Found
from rollbook.engine.audit.gamecommands import GameCommands
from rollbook.engine.audit.gradedrolls import GradedRolls
from rollbook.engine.audit.lists import Lists
from rollbook.engine.audit.logentries import LogEntries, check_tables, is_of_the_log, is_program
from rollbook.engine.audit.prefix import Before, Prefix
from rollbook.engine.audit.report import Report
from rollbook.engine.dice.ledger import Ledger
from rollbook.engine.keeping import Keeper
from rollbook.engine.replay import IMPOSSIBLE, Replayed
from rollbook.engine.ruleset import RuleSet
from rollbook.events.errors import RollbookError
from rollbook.events.finding import Finding
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.log.messages import HoldRoll
from rollbook.events.schema import Unknown
from rollbook.projections.fold import Folder, FoldError

Progress = Callable[[int], object]


class Auditor:
    """Goes through one log once; :meth:`report` gives what was found."""

    def __init__(self, log: Log, rules: RuleSet) -> None:
        self._log = log
        self._rules = rules
        self.prefix = Prefix(log)
        timelines = log.chain.timelines
        wanted = {
            p for s in range(len(log)) if (p := timelines.parent(s)) is not None and p != s - 1
        }
        opened = log.chain.opened
        self._played = opened.rules_version if opened is not None else ""
        self.states = Before(self.prefix, rules, wanted)
        self.ledger = Ledger()
        self._found = Found()
        keeper = Keeper(self.prefix, rules, self.states)
        self._game = GameCommands(rules, self._played, keeper, self._found)
        self._entries = LogEntries(self.prefix, self.states, self._found)
        self._dice = DiceChecks(log, self.prefix, keeper, self.ledger, self._found)
        self._rolls = GradedRolls(self.prefix, self.ledger, self._dice.proofs, self._found.findings)
        self._strangers: list[tuple[int, tuple[str, ...]]] = []
        self._lists = Lists(self.prefix, self.states)

    @property
    def rules(self) -> RuleSet:
        """The rules it audits by."""
        return self._rules

    def run(self, progress: Progress | None = None) -> Auditor:
        """Audit every entry; *progress* is called with the number of each."""
        for entry in self._log.entries(range(len(self._log))):
            self._audit(entry)
            if progress is not None:
                progress(entry.seq)
        check_tables(self._log, self._found)
        self._dice.check_seeds()
        return self

    def _audit(self, entry: Entry) -> None:
        parent = self._log.chain.timelines.parent(entry.seq)
        before = self.states.at(parent)
        replayed: Replayed | None = None
        with self._whatever_it_holds(entry):
            self._entries.check_key(entry)
            replayed = self._decide(entry, before, parent)
            self._dice.check(entry, before, parent, replayed)
            self._lists.see(entry, parent)
        line = self.prefix.take(entry)
        with self._whatever_it_holds(entry):
            self._rolls.note(entry, before, replayed, line)
        self.states.put(entry.seq, self._after(entry, before, replayed))
        with self._whatever_it_holds(entry):
            self.ledger.take(entry)

    @contextlib.contextmanager
    def _whatever_it_holds(self, entry: Entry) -> Iterator[None]:
        """Turn what no honest entry can cause into a finding; a forged one ends no audit."""
        try:
            yield
        except (RollbookError, *IMPOSSIBLE) as error:
            self._impossible(
                entry, "an entry that can be audited", type(error).__name__,
                f"no rules can decide this entry: {error}",
            )  # fmt: skip

    def _impossible(self, entry: Entry, expected: str, found: str, words: str) -> None:
        self._found.add("STATE_IMPOSSIBLE", entry.seq, expected, found, words, ENGINE)

    def _decide(self, entry: Entry, before: Any, parent: int | None) -> Replayed | None:
        """Decide an entry again and say what differs; gives the replay of a game command."""
        if is_program(entry.command):
            self._entries.check_program(entry)
            return None
        strangers = _unknown(entry)
        if strangers:
            self._strangers.append((entry.seq, strangers))
            return None
        self._game.check_shape(entry)
        if isinstance(entry.command, HoldRoll):
            return self._game.decide_held(entry, before, parent)
        if is_of_the_log(entry.command):
            self._entries.decide(entry, parent)
            return None
        return self._game.decide(entry, before, parent)

    def _after(self, entry: Entry, before: Any, replayed: Replayed | None) -> Any:
        if replayed is not None and replayed.refusal is None and replayed.events == entry.events:
            return replayed.state
        folder = Folder(self._rules.projection, before)
        try:
            folder.apply_all(entry.events)
        except FoldError as error:
            self._impossible(entry, "events that fit", called(error.event), str(error))
            return before
        return folder.state

    def report(self) -> Report:
        """Give what was found."""
        players = getattr(self.states.at(0), "players", None) or {}
        if not players:
            # They registered later.
            timelines = self._log.chain.timelines
            newest = self.states.at(timelines.head(timelines.default))
            players = getattr(newest, "players", None) or {}
        gone = self._log.chain.timelines.withdrawn()
        return Report(
            rules=self._rules.name,
            played_version=self._played,
            audited_version=self._rules.version,
            players=dict(players),
            entries=len(self._log),
            timelines=tuple(self._log.chain.timelines.heads),
            findings=tuple(sorted(self._found.findings, key=_order)),
            other_version=tuple(self._found.differ),
            rolls=self._rolls.graded(gone),
            withdrawn=self._lists.withdrawn(gone),
            again=tuple(self._lists.again),
            given_up=self._lists.given_up(self.ledger),
            aborts=self._lists.aborts(self.ledger),
            owed=self._lists.owed(self.states),
            disputes=self._lists.disputes(self.ledger, self._log),
            notes=self._notes(),
        )

    def _notes(self) -> tuple[str, ...]:
        said: list[str] = []
        if self._dice.unsigned_checks:
            said.append(
                "signatures of reveals were not checked: "
                'that needs the "sign" extra, pip install "rollbook[sign]"'
            )
        if self._strangers:
            names = sorted({name for _, found in self._strangers for name in found})
            said.append(
                f"{len(self._strangers)} entries hold {', '.join(names[:5])}, unknown to this "
                f"Rollbook, and were not decided again; the first is {self._strangers[0][0]}"
            )
        if self._log.chain.opened is not None and self._played != self._rules.version:
            said.append(
                f"played by version {self._played} of {self._rules.name}, "
                f"audited by version {self._rules.version}"
            )
        return tuple(said)


def _unknown(entry: Entry) -> tuple[str, ...]:
    """Give the names of types in an entry that this Rollbook does not know."""
    held = getattr(entry.command, "command", None)
    parts = (
        entry.command,
        held,
        *entry.events,
        *(getattr(e, "command", None) for e in entry.events),
    )
    return tuple(part.name for part in parts if isinstance(part, Unknown))


def _order(finding: Finding) -> tuple[int, int]:
    entry, _, event = finding.address.partition(".")
    number = int(entry) if entry.isdigit() else -1
    return number, int(event) if event.isdigit() else -1


def audit_log(log: Log, rules: RuleSet, progress: Progress | None = None) -> Report:
    """
    Audit *log* by *rules*, over the tables that it carries.

    Raises only what reading the log raises; whatever is wrong with the game
    is a finding.
    """
    return Auditor(log, rules).run(progress).report()

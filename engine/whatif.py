"""
What other faces would have done: a fork, one roll changed, the rest played again.

The played log is never written to.  The fork is a timeline of kind
``simulated`` in a copy, in memory or in a new file; all its dice have the
source ``simulated``, so no statistics ever count them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import define, frozen

from rollbook.engine.decide import Asked, decide
from rollbook.engine.dice.entered import Choices
from rollbook.engine.dice.source import Rolling, SimulatedSource
from rollbook.engine.forkfile import fork_into
from rollbook.engine.keeping import command_of
from rollbook.engine.logcommands import is_log_command
from rollbook.engine.otherfaces import OtherFaces
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.session import Session, rules_of, with_choices
from rollbook.engine.throws import NoThrow, Throw, throw_at, throws_of
from rollbook.events.dicevalues import SimulatedDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import LogError
from rollbook.events.log.file import FileLog
from rollbook.events.log.log import Log, MemoryLog, NewEntry
from rollbook.events.log.messages import HoldRoll
from rollbook.events.quantities import SYSTEM
from rollbook.projections.state import States

NAME = "what-if"
MOST_NAMES = 1_000


@frozen
class Stopped:
    """The first entry that could not be played again, and why."""

    entry: int
    code: str
    message: str


@define
class WhatIf:
    """
    What came of it.

    *log* holds the fork on timeline *timeline*, which leaves the played game
    after entry *at*; *entry* was played again with other faces, then
    *replayed* of the entries after it, up to *stopped*.  *made* counts dice
    that had to be simulated.
    """

    log: Log
    timeline: str
    at: int
    entry: int
    changed: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    replayed: int = 0
    stopped: Stopped | None = None
    made: int = 0


def what_if(
    log: Log,
    rules: RuleSet,
    seq: int,
    faces: tuple[int, ...],
    *,
    event: int | None = None,
    part: int = 1,
    head: int | None = None,
    choices: tuple[str, ...] = (),
    seed: bytes | None = None,
    target: Path | None = None,
    states: States | None = None,
) -> WhatIf:
    """
    Play entry *seq* again with *faces* from the throw at *event* on (``None``: its first).

    Then the entries after it on the path to *head* (default: the head of its
    timeline), each with its own dice as far as they are asked for alike.
    With *seed* dice that are missing are simulated; without, the replay
    stops there.  *choices* follow those that the entry brought.  *target* is
    a new file for the fork; without it the fork is in memory.  Raises
    :class:`~rollbook.engine.throws.NoThrow`,
    :class:`~rollbook.events.errors.RuleRefusal` (nothing is written then),
    ``LogExists`` or ``LogError``.
    """
    states = states or States(log, rules.projection)
    timelines = log.chain.timelines
    entry, parent = log.entry(seq), timelines.parent(seq)
    head = timelines.head(timelines.line(seq)) if head is None else timelines.check_seq(head)
    if parent is None or not timelines.is_on_path(seq, head):
        raise NoThrow(f"entry {seq} is not on the path to entry {head}")
    throws = throws_of(rules, states.at(parent), entry)
    at = throw_at(throws, seq, event, part).number
    before = tuple(entry.dice.faces)
    player = _Player(rules, seed)
    first = player.play(states.at(parent), entry, throws, at, faces, choices)
    copy = _forked(log, parent, target)
    result = WhatIf(copy.log, copy.timeline, parent, seq, -1, before, first.faces, made=first.made)
    try:
        result.changed = _append(copy, entry, first)
        _replay(copy, result, player, log, states, _after(log, seq, head))
    except BaseException:
        copy.log.close()
        raise
    return result


@frozen
class _Played:
    command: Any
    events: tuple[Any, ...]
    state: Any
    faces: tuple[int, ...]
    made: int


@frozen
class _Player:
    """Decides entries again."""

    rules: RuleSet
    seed: bytes | None

    def play(
        self,
        state: Any,
        entry: Entry,
        throws: tuple[Throw, ...],
        changed_at: int | None = None,
        given: tuple[int, ...] = (),
        more_choices: tuple[str, ...] = (),
    ) -> _Played:
        """Decide one entry from another state."""
        command = command_of(entry)
        choices = (*(getattr(command, "choices", None) or ()), *more_choices)
        answers = OtherFaces(throws, changed_at, given, Choices(choices), self._rolling(entry))
        asked = Asked(command, entry.by, choices=choices)
        decision = decide(self.rules, state, asked, answers)
        return _Played(
            with_choices(command, choices),
            decision.events,
            decision.state,
            answers.faces,
            answers.made,
        )

    def _rolling(self, entry: Entry) -> Rolling | None:
        if self.seed is None:
            return None
        return SimulatedSource(self.seed).begin(entry.leaf, entry.by)


def _forked(log: Log, at: int, target: Path | None) -> Session:
    """Open the simulated timeline, in memory or in a new file."""
    name = _free_name(log)
    if target is None:
        memory = MemoryLog.of(log.payload(seq) for seq in range(len(log)))
        session = Session(memory, rules_of(memory))
        session.submit({"do": "fork", "by": SYSTEM, "name": name, "at": at, "kind": "simulated"})
        return Session(memory, session.rules, name)
    if not isinstance(log, FileLog):
        raise LogError("only a log in a file can be forked into another file")
    fork_into(log.path, target, name, at, kind="simulated")
    return Session.open(target, name)


def _free_name(log: Log) -> str:
    taken = log.chain.timelines.heads
    names = (NAME if n == 1 else f"{NAME}-{n}" for n in range(1, MOST_NAMES))
    for name in names:
        if name not in taken:
            return name
    raise LogError("this log has no name left for a what-if timeline")


def _append(copy: Session, entry: Entry, played: _Played) -> int:
    dice = None
    if played.faces:
        by = entry.by if entry.dice is None else entry.dice.rolled_by
        dice = SimulatedDice(source="simulated", faces=played.faces, rolled_by=by)
    new = NewEntry(played.command, played.events, entry.by, None, dice, copy.timeline)
    appended = copy.log.append(new)
    copy.states.put(appended.seq, played.state)
    return appended.seq


def _after(log: Log, seq: int, head: int) -> Iterator[Entry]:
    """Give the entries of the game after *seq*, without those that only move heads."""
    path = (s for s in log.chain.timelines.path(head) if s > seq)
    for entry in log.entries(path):
        if not is_log_command(entry.command) and not isinstance(entry.command, HoldRoll):
            yield entry


def _replay(
    copy: Session,
    result: WhatIf,
    player: _Player,
    log: Log,
    states: States,
    entries: Iterator[Entry],
) -> None:
    for entry in entries:
        before = states.at(log.chain.timelines.parent(entry.seq))
        try:
            throws = throws_of(player.rules, before, entry)
            played = player.play(copy.state, entry, throws)
        except RuleRefusal as refusal:
            result.stopped = Stopped(entry.seq, refusal.code, refusal.message)
            return
        except NoThrow as error:
            result.stopped = Stopped(entry.seq, "NO_THROW", str(error))
            return
        _append(copy, entry, played)
        result.replayed += 1
        result.made += played.made

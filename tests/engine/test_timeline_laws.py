"""
The law of timelines: whatever was taken back, forked and restored, in any
order, with crashes between, the state is a fold over the path and nothing else.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import frame
from rollbook.events.log.log import Appender, NewEntry
from rollbook.events.log.messages import LogOpened
from rollbook.events.log.verify import verify_file
from rollbook.projections.fold import projection_of
from rollbook.projections.state import States
from tests.engine.test_logcommands import note, roll, unit

picks = st.integers(0, 10_000)


class Timelines(RuleBasedStateMachine):
    """A log in a file, and beside it a model: parents, events and heads in plain lists."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "a.rbk"
        first = {
            "do": "start_game", "by": "system", "rules": "hull-points",
            "players": {"ann": "Ann", "ben": "Ben"},
        }  # fmt: skip
        self.session = start(first, self.path)
        self.parents: list[int | None] = [None]
        self.events = [self.session.log.entry(0).events]
        self.heads = {"main": 0}
        self.owners = ["main"]
        self.added = 0

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.session.close()
            assert verify_file(self.path).status == "ok"
            shutil.rmtree(self.folder)

    def line(self, pick: int) -> str:
        return sorted(self.heads)[pick % len(self.heads)]

    def back(self, head: int | None) -> list[int]:
        """Give the path to *head*, newest first."""
        path = []
        while head is not None:
            path.append(head)
            head = self.parents[head]
        return path

    def note_down(self, entry: Any, line: str, parent: int) -> None:
        assert entry.seq == len(self.parents)
        self.parents.append(parent)
        self.events.append(entry.events)
        self.owners.append(line)
        self.heads[line] = entry.seq

    def on(self, line: str) -> Session:
        """Give a session for one timeline, sharing the log."""
        session = Session(self.session.log, self.session.rules, line)
        session.states = self.session.states
        return session

    @rule(pick=picks, face=st.integers(1, 6), kind=st.sampled_from(["unit", "note", "roll"]))
    def play(self, pick: int, face: int, kind: str) -> None:
        line = self.line(pick)
        parent = self.heads[line]
        state = self.on(line).state
        units = [name for name, value in state.units.items() if value.status == "active"]
        if kind == "unit" or (kind == "roll" and not units):
            self.added += 1
            command = unit("ann", f"u{self.added}")
        elif kind == "roll":
            command = roll("ben", units[pick % len(units)], face)
        else:
            command = note("ann", f"note {pick}")
        self.note_down(self.on(line).submit(command).entry, line, parent)

    @rule(pick=picks, where=picks)
    def hurt(self, pick: int, where: int) -> None:
        line = self.line(pick)
        left = [(u, m) for u, v in self.on(line).state.units.items()
                for m, model in v.models.items() if model.status == "active"]  # fmt: skip
        if not left:
            return
        name, model = left[where % len(left)]
        command = {
            "do": "apply_damage", "by": "ben", "unit": name, "model": model, "amount": 1,
            "cause": "mine",
        }  # fmt: skip
        parent = self.heads[line]
        self.note_down(self.on(line).submit(command).entry, line, parent)

    @rule(pick=picks, where=picks)
    def take_back(self, pick: int, where: int) -> None:
        line = self.line(pick)
        own = [seq for seq in self.back(self.heads[line])[1:] if self.owners[seq] == line]
        if not own:
            return
        to = own[where % len(own)]
        command = {"do": "take_back", "by": "judge", "timeline": line, "to": to, "reason": ""}
        entry = self.session.submit(command).entry
        assert entry.events[0].count == self.back(self.heads[line]).index(to)
        self.note_down(entry, line, to)

    @rule(pick=picks, where=picks)
    def restore(self, pick: int, where: int) -> None:
        line = self.line(pick)
        own = [s for s, owner in enumerate(self.owners) if owner == line and s != self.heads[line]]
        if not own:
            return
        entry = own[where % len(own)]
        command = {"do": "restore", "by": "judge", "timeline": line, "entry": entry, "reason": ""}
        self.note_down(self.session.submit(command).entry, line, entry)

    @rule(where=picks)
    def fork(self, where: int) -> None:
        at, name = where % len(self.parents), f"fork-{len(self.parents)}"
        entry = self.session.submit({"do": "fork", "by": "ann", "name": name, "at": at}).entry
        self.note_down(entry, name, at)

    @rule()
    def reopen(self) -> None:
        self.session.close()
        self.session = Session.open(self.path)

    @rule(cut=picks)
    def crash(self, cut: int) -> None:
        """Die in the middle of an append, then open again."""
        log = self.session.log
        command = self.session.log.entry(0).command
        lost = NewEntry(command, self.events[0], "ann", "lost")
        entry, payload = Appender(log.chain).make(lost)
        data = frame(payload, entry.leaf)
        self.session.close()
        with self.path.open("ab") as file:
            file.write(data[: 1 + cut % (len(data) - 1)])
        self.session = Session.open(self.path)
        line = self.owners[-1]
        self.note_down(self.session.log.entry(len(self.parents)), line, self.heads[line])

    @invariant()
    def the_state_is_a_fold_over_the_path(self) -> None:
        if not hasattr(self, "session"):
            return
        projection = projection_of("hull-points")
        timelines = self.session.log.chain.timelines
        assert dict(timelines.heads) == self.heads
        for head in self.heads.values():
            path = self.back(head)[::-1]
            assert list(timelines.path(head)) == path
            state = None
            for seq in path:
                for event in self.events[seq]:
                    state = projection.reduce(state, event)
            assert self.session.states.at(head) == state
        live = {seq for head in self.heads.values() for seq in self.back(head)}
        assert timelines.withdrawn() == set(range(len(self.parents))) - live

    @invariant()
    def nothing_was_erased(self) -> None:
        """Every entry reads back as it was given, withdrawn or not."""
        if not hasattr(self, "session"):
            return
        for seq in range(0, len(self.events), 5):
            kept = [e for e in self.session.log.entry(seq).events if not isinstance(e, LogOpened)]
            given = [e for e in self.events[seq] if not isinstance(e, LogOpened)]
            assert kept == given


TestTimelines = Timelines.TestCase
TestTimelines.settings = settings(max_examples=12, stateful_step_count=30, deadline=None)


def test_states_of_a_log_opened_anew_are_the_same(tmp_path: Path) -> None:
    """What an incremental reader knows and what a fresh one folds is equal, entry by entry."""
    from tests.battles import battle

    session = battle("hull-points", 11, tmp_path / "a.rbk", count=60)
    for to, name in ((50, "x"), (40, "y"), (20, "z")):
        session.submit({"do": "take_back", "by": "judge", "to": to, "reason": ""})
        session.submit({"do": "fork", "by": "ann", "name": name, "at": to - 5})
    session.close()
    log = FileLog.read(tmp_path / "a.rbk")
    projection = projection_of("hull-points")
    one = States(log, projection)
    for seq in (*range(len(log)), *reversed(range(len(log)))):
        assert one.at(seq) == States(log, projection).at(seq)

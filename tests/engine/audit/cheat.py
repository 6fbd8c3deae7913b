"""What a scripted cheat is, and what cheats are made with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from rollbook.engine.audit import Report, audit_log
from rollbook.engine.ruleset import rule_set
from rollbook.engine.session import Session
from rollbook.events.log.log import Log, MemoryLog
from rollbook.events.message import changed
from tests.engine.audit.games import Forged, demo_commands, press

Edit = Callable[[list[Forged]], object]


@frozen
class Cheat:
    """A cheat: a forged log, and the finding that must come of it."""

    log: Log
    code: str
    address: str | None = None


def audited(log: Log) -> Report:
    """Audit a log by the rules that it names."""
    rules = rule_set("hull-points")
    if log.chain.table_lines:
        rules = rules.with_tables("\n".join(log.chain.table_lines))
    return audit_log(log, rules)


def forged(session: Session, edit: Edit) -> MemoryLog:
    """Check that a session is honest, and forge its log."""
    assert audited(session.log).findings == ()
    return press(session.log, edit)


def event_of(entry: Forged, cls: type) -> int:
    """Give the place of the first event of a type."""
    return next(i for i, event in enumerate(entry.events) if isinstance(event, cls))


def put(entry: Forged, place: int, event: Any) -> None:
    """Replace one event of an entry."""
    entry.events = (*entry.events[:place], event, *entry.events[place + 1 :])


def with_event(entry: Forged, cls: type) -> bool:
    """Tell whether an entry has an event of a type."""
    return any(isinstance(event, cls) for event in entry.events)


def recheck(entry: Forged, face: int) -> None:
    event = entry.events[0]
    roll = changed(event.roll, faces=(face,))
    entry.events = (changed(event, roll=roll, passed=face <= min(event.value, 5)),)
    # The outcome must follow, so that only the reuse is wrong.
    if face <= event.value:
        entry.events = (changed(event, roll=roll, passed=True),)


def demo_shot(session: Session) -> int:
    shots = [x for x in demo_commands() if x["do"] == "fire_weapon"]
    return session.submit(shots[0]).entry.seq

"""
The commands of the log itself: take-backs, restores, forks.

They change no game state except by where their parent lies, and are the same
for all rule sets.  Who may take back what is decided here: a player alone may
withdraw entries that are all his own and hold no roll; for anything else the
opponent agrees or the judge rules; what the judge did, only the judge undoes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rollbook.engine.decide import Asked
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log, NewEntry
from rollbook.events.log.messages import (
    LOG_MESSAGES,
    ExtendSchema,
    Fork,
    RecoverTail,
    Restore,
    Restored,
    StartGame,
    TakeBack,
    TakenBack,
    TimelineForked,
)
from rollbook.events.message import Command, Event
from rollbook.events.quantities import JUDGE, SYSTEM

NOBODYS = (ExtendSchema, RecoverTail)
"""Entries that the program wrote for itself; the take-back policy does not count them."""


def is_log_command(command: Command) -> bool:
    """Tell whether *command* is the log's own."""
    return type(command) in LOG_MESSAGES and not isinstance(command, StartGame)


def decide_log_command(
    log: Log, timeline: str, asked: Asked, players: tuple[str, ...] | None = None
) -> NewEntry:
    """
    Decide one of the log's own commands.

    *players* are those of the game; ``None`` for the ones that entry 0 names.
    Raises :class:`~rollbook.events.errors.RuleRefusal`.
    """
    players = log.chain.players if players is None else players
    _check_player(players, asked.by)
    decide = _DECIDERS.get(type(asked.command))
    if decide is None:
        raise RuleRefusal("UNKNOWN_COMMAND", "this command is written by the program only")
    if asked.dice:
        raise RuleRefusal("UNUSED_DICE", "nothing asked for dice", dice=list(asked.dice))
    if asked.choices:
        raise RuleRefusal("UNUSED_CHOICES", "nothing asked for choices")
    return decide(log, timeline, players, asked)


def _check_player(players: tuple[str, ...], name: str) -> None:
    if name not in players and name not in (JUDGE, SYSTEM):
        raise RuleRefusal("UNKNOWN_PLAYER", f"no player {name} in this game")


def _new(asked: Asked, event: Event, timeline: str, parent: int | None = None) -> NewEntry:
    return NewEntry(asked.command, (event,), asked.by, asked.key, timeline=timeline, parent=parent)


def _take_back(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:
    command = asked.command
    if not isinstance(command, TakeBack):
        raise TypeError("not a take_back")
    line = _timeline(log, command.timeline or timeline)
    timelines = log.chain.timelines
    head, to = timelines.head(line), command.to
    if to >= head or not timelines.is_on_path(to, head) or to < timelines.openings[line]:
        raise RuleRefusal(
            "UNKNOWN_ENTRY",
            f"entry {to} is no earlier entry of timeline {line}, whose head is {head}",
            field="to",
        )
    goes = _between(log, to, head)
    _check_allowed(goes, players, asked.by, command.agreed)
    event = TakenBack(
        timeline=line,
        to=to,
        head=head,
        count=timelines.distance(to, head),
        reason=command.reason,
        agreed=command.agreed,
    )
    return _new(asked, event, line, to)


def _restore(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:
    command = asked.command
    if not isinstance(command, Restore):
        raise TypeError("not a restore")
    line = _timeline(log, command.timeline or timeline)
    timelines = log.chain.timelines
    entry, head = command.entry, timelines.head(line)
    if entry >= head or timelines.line(entry) != line:
        raise RuleRefusal(
            "UNKNOWN_ENTRY", f"entry {entry} was no earlier head of timeline {line}", field="entry"
        )
    common = timelines.common(entry, head)
    moved = [*_between(log, common, head), *_between(log, common, entry)]
    _check_allowed(moved, players, asked.by, command.agreed)
    event = Restored(timeline=line, entry=entry, reason=command.reason, agreed=command.agreed)
    return _new(asked, event, line, entry)


def _fork(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:  # noqa: ARG001
    command = asked.command
    if not isinstance(command, Fork):
        raise TypeError("not a fork")
    if command.name in log.chain.timelines.heads:
        raise RuleRefusal("TIMELINE_EXISTS", f"there is a timeline {command.name} already")
    if command.at >= len(log):
        raise RuleRefusal("UNKNOWN_ENTRY", f"there is no entry {command.at}", field="at")
    event = TimelineForked(
        name=command.name, at=command.at, kind=command.kind or "played", copy=None
    )
    return _new(asked, event, command.name, command.at)


_DECIDERS: dict[type[Command], Callable[[Log, str, tuple[str, ...], Asked], NewEntry]] = {
    TakeBack: _take_back,
    Restore: _restore,
    Fork: _fork,
}


def _timeline(log: Log, name: str) -> str:
    if name not in log.chain.timelines.heads:
        known = ", ".join(log.chain.timelines.heads)
        raise RuleRefusal("UNKNOWN_TIMELINE", f"no timeline {name}; there are {known}")
    return name


def _between(log: Log, ancestor: int, head: int) -> list[Entry]:
    """Give the entries of the path to *head* that come after *ancestor*."""
    timelines = log.chain.timelines
    seqs: list[int] = []
    at: int | None = head
    while at is not None and at != ancestor:
        seqs.append(at)
        at = timelines.parent(at)
    return list(log.entries(reversed(seqs)))


def _check_allowed(
    entries: Iterable[Entry], players: tuple[str, ...], by: str, agreed: str | None
) -> None:
    """Hold a move of a head against the take-back policy."""
    if agreed is not None and (agreed not in players or agreed == by):
        raise RuleRefusal(
            "UNKNOWN_PLAYER", f"{agreed} is no other player of this game", field="agreed"
        )
    if by == JUDGE:
        return
    needs = _needed(entries, by, agreed)
    if needs is not None:
        who = "the opponent must agree" if needs == "agreement" else "only the judge may do that"
        raise RuleRefusal("NOT_ALLOWED", who, needs=needs)


def _needed(entries: Iterable[Entry], by: str, agreed: str | None) -> str | None:
    needs: str | None = None
    for entry in entries:
        if isinstance(entry.command, NOBODYS):
            continue
        if entry.by == JUDGE or (entry.by not in (by, agreed) and agreed is not None):
            return "ruling"
        if (entry.by != by or entry.dice is not None) and agreed is None:
            needs = "agreement"
    return needs

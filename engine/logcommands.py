"""
The commands of the log itself: take-backs, restores, forks.

They change no game state except by where their parent lies, and are the same
for all rule sets.  Who may take back what is decided here: a player alone may
withdraw entries that are all his own and hold no roll; for anything else the
opponent agrees or the judge rules; what the judge did, only the judge undoes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from rollbook.engine.decide import Asked
from rollbook.engine.dicecommands import DICE_DECIDERS
from rollbook.engine.disputes import DISPUTE_DECIDERS
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log, NewEntry
from rollbook.events.log.messages import (
    LOG_MESSAGES,
    NOBODYS,
    Fork,
    Restore,
    Restored,
    StartGame,
    TakeBack,
    TakenBack,
    TimelineForked,
)
from rollbook.events.message import Command, Event
from rollbook.events.quantities import JUDGE, SYSTEM
from rollbook.projections.state import States

AGREEMENT, RULING = "agreement", "ruling"
"""What a withdrawal may need."""


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
    decide = _DECIDERS.get(type(asked.command))
    if decide is None:
        raise RuleRefusal("UNKNOWN_COMMAND", "this command is written by the program only")
    players = log.chain.players if players is None else players
    check_players(players, asked)
    new = decide(log, timeline, players, asked)
    if asked.dice:
        raise RuleRefusal("UNUSED_DICE", "nothing asked for dice", dice=list(asked.dice))
    if asked.choices:
        raise RuleRefusal("UNUSED_CHOICES", "nothing asked for choices")
    return new


def line_of(log: Log, command: Command, timeline: str) -> str:
    """
    Give the timeline whose players a command of the log is decided for.

    *timeline* is the one that the command was given to.  A fork belongs to
    the timeline that it leaves, so that the entry alone tells which.
    """
    if isinstance(command, Fork):
        return log.chain.timelines.line(command.at) if command.at < len(log) else timeline
    return getattr(command, "timeline", None) or timeline


def players_of(log: Log, states: States, line: str | None) -> tuple[str, ...]:
    """
    Give the players of a game, as they are at the head of timeline *line*.

    A log whose first entry names none has them registered by later ones; an
    unknown *line* stands for the default timeline.
    """
    named = log.chain.players
    if named:
        return named
    timelines = log.chain.timelines
    head = timelines.heads.get(line or timelines.default, timelines.head(timelines.default))
    return tuple(states.at(head).players)


def check_players(players: tuple[str, ...], asked: Asked) -> None:
    """Refuse a command of nobody's, and the agreement of nobody or of oneself."""
    if asked.by not in players and asked.by not in (JUDGE, SYSTEM):
        raise RuleRefusal("UNKNOWN_PLAYER", f"no player {asked.by} in this game", field="by")
    agreed = getattr(asked.command, "agreed", None)
    if agreed is not None and (agreed not in players or agreed == asked.by):
        raise RuleRefusal(
            "UNKNOWN_PLAYER", f"{agreed} is no other player of this game", field="agreed"
        )


def _new(asked: Asked, event: Event, timeline: str, parent: int | None = None) -> NewEntry:
    return NewEntry(asked.command, (event,), asked.by, asked.key, timeline=timeline, parent=parent)


def _take_back(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:
    command = asked.command
    if not isinstance(command, TakeBack):
        raise TypeError("not a take_back")
    line = _timeline(log, command.timeline or timeline)
    timelines = log.chain.timelines
    head, to = timelines.head(line), command.to
    if not 0 <= to < head or not timelines.is_on_path(to, head) or to < timelines.openings[line]:
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
    if not 0 <= entry < head or timelines.line(entry) != line:
        raise RuleRefusal(
            "UNKNOWN_ENTRY", f"entry {entry} was no earlier head of timeline {line}", field="entry"
        )
    common = timelines.common(entry, head)
    moved = chain(_between(log, common, head), _between(log, common, entry))
    _check_allowed(moved, players, asked.by, command.agreed)
    event = Restored(timeline=line, entry=entry, reason=command.reason, agreed=command.agreed)
    return _new(asked, event, line, entry)


def _fork(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:  # noqa: ARG001
    return new_fork(log, asked, None)


def new_fork(log: Log, asked: Asked, copy: bytes | None) -> NewEntry:
    """
    Give the entry that opens a timeline.

    *copy* is the id of the file that begins with it, ``None`` for a timeline
    inside the log.  Raises :class:`~rollbook.events.errors.RuleRefusal`.
    """
    command = asked.command
    if not isinstance(command, Fork):
        raise TypeError("not a fork")
    if command.name in log.chain.timelines.heads:
        raise RuleRefusal("TIMELINE_EXISTS", f"there is a timeline {command.name} already")
    if not 0 <= command.at < len(log):
        raise RuleRefusal(
            "UNKNOWN_ENTRY",
            f"there is no entry {command.at}; the last one is {len(log) - 1}",
            field="at",
        )
    event = TimelineForked(
        name=command.name, at=command.at, kind=command.kind or "played", copy=copy
    )
    return _new(asked, event, command.name, command.at)


_DECIDERS: dict[type[Command], Callable[[Log, str, tuple[str, ...], Asked], NewEntry]] = {
    TakeBack: _take_back,
    Restore: _restore,
    Fork: _fork,
    **DICE_DECIDERS,
    **DISPUTE_DECIDERS,
}


def _timeline(log: Log, name: str) -> str:
    if name not in log.chain.timelines.heads:
        known = ", ".join(log.chain.timelines.heads)
        raise RuleRefusal("UNKNOWN_TIMELINE", f"no timeline {name}; there are {known}")
    return name


def _between(log: Log, ancestor: int, head: int) -> Iterator[Entry]:
    """Give the entries of the path to *head* that come after *ancestor*, one by one."""
    for first, last in log.chain.timelines.runs(head):
        if last > ancestor:
            yield from log.entries(range(max(first, ancestor + 1), last + 1))


def _check_allowed(
    entries: Iterable[Entry], players: tuple[str, ...], by: str, agreed: str | None
) -> None:
    """Hold a move of a head against the take-back policy."""
    if by == JUDGE:
        return
    needs: str | None = None
    for entry in entries:
        needed = _needed(entry, players, by, agreed)
        if needed == RULING:
            raise RuleRefusal(
                "NOT_ALLOWED", f"entry {entry.seq} can be withdrawn by the judge only", needs=RULING
            )
        if needed is not None and needs is None:
            needs = f"entry {entry.seq} {_why(entry, by)}: the opponent must agree, or the judge"
    if needs is not None:
        raise RuleRefusal("NOT_ALLOWED", needs, needs=AGREEMENT)


def _needed(entry: Entry, players: tuple[str, ...], by: str, agreed: str | None) -> str | None:
    """
    Say what it needs, beyond those who ask and agree already, to withdraw an entry.

    What the judge did only the judge undoes.  What neither of the two did
    needs its player's agreement, and since a command names one who agrees,
    a third player's entry leaves only the judge once somebody has agreed.
    """
    if isinstance(entry.command, NOBODYS) or (entry.by == by and entry.dice is None):
        return None
    if entry.by == JUDGE:
        return RULING
    if agreed is None:
        return AGREEMENT
    return RULING if entry.by in players and entry.by not in (by, agreed) else None


def _why(entry: Entry, by: str) -> str:
    return "holds a roll" if entry.dice is not None and entry.by == by else f"is {entry.by}'s"

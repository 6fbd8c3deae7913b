"""
The log in words: one sentence an event and a command, whatever the rule set.

Each rule set brings a module ``words_<name>`` with ``sentence(event, name)``
and ``command_sentence(command, name)``; the log's own messages are here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from rollbook.events.game import (
    EndGame,
    GameEnded,
    GameStarted,
    Note,
    NoteMade,
    Position,
    Ruling,
    RulingMade,
)
from rollbook.events.log import messages as m
from rollbook.events.message import Message, field_names, name_of
from rollbook.events.plain import to_plain
from rollbook.events.schema import SHIPPED, Unknown
from rollbook.projections.printable import printable

Name = Callable[[str], str]
Sentence = Callable[[Any, Name], str]


def names_of(state: Any) -> Name:
    """
    Give a function from the id of a unit or player to the name people know.

    A state that has names for other ids too gives them by its ``title_of``.
    """
    units = getattr(state, "units", None) or {}
    players = getattr(state, "players", None) or {}
    title_of = getattr(state, "title_of", None)

    def name(ref: str) -> str:
        if ref in units:
            return printable(units[ref].name) or ref
        if ref in players:
            return printable(players[ref]) or ref
        title = None if title_of is None else title_of(ref)
        if title is not None:
            return printable(title)
        return printable(ref)

    return name


def sentence(rules: str, event: Any, name: Name) -> str:
    """Give the sentence of one event, printable whatever stands in it."""
    own = _OWN.get(type(event))
    if own is not None:
        return _in_words(event, own, name)
    return _of_rules(rules, "sentence", event, name)


def command_sentence(rules: str, command: Any, name: Name) -> str:
    """Give the sentence of one command: what was asked for, printable whatever stands in it."""
    if isinstance(command, Note | EndGame | Ruling) or type(command) in m.LOG_MESSAGES:
        return _in_words(command, _plain_command, name)
    return _of_rules(rules, "command_sentence", command, name)


def _of_rules(rules: str, function: str, message: Any, name: Name) -> str:
    if isinstance(message, Unknown):
        return printable(f"{message.name} {to_plain(message)} (unknown to this Rollbook)")
    if rules in SHIPPED:
        words = importlib.import_module(f"rollbook.projections.words_{rules.replace('-', '')}")
        return _in_words(message, getattr(words, function), name)
    return plain_sentence(message)


def _in_words(message: Message, words: Sentence, name: Name) -> str:
    """
    Give the sentence that *words* make of *message*.

    No engine wrote a message for which they fail; it is shown by its fields.
    """
    try:
        return printable(words(message, name))
    except (LookupError, TypeError, ValueError, AttributeError):
        return plain_sentence(message)


def plain_sentence(message: Message) -> str:
    """Give the name of a message and its fields: for rule sets without words of their own."""
    fields = ", ".join(
        f"{n} {printable(str(to_plain(getattr(message, n))))}"
        for n in field_names(type(message))
        if getattr(message, n) is not None
    )
    return f"{name_of(type(message))}: {fields}" if fields else name_of(type(message))


def _plain_command(command: Any, named: Name = printable) -> str:
    match command:
        case EndGame():
            return "end the game, " + _outcome(command, named)
        case Note(text=text):
            return f"note: {printable(text)}"
        case Ruling(reason=reason, set=values):
            wanted = "; ".join(f"{_place(p, named)}: {_plain(v)}" for p, v in values.items())
            return f"ruling: {printable(reason)}" + (f" ({wanted})" if wanted else "")
        case m.StartGame(rules=rules, players=players):
            names = ", ".join(printable(name) for name in players.values())
            what = "the event" if rules == "tournament" else f"a game of {printable(rules)}"
            return f"start {what}" + (f": {names}" if names else "")
        case m.TakeBack(to=to, reason=reason):
            return f"take back to entry {to}: {printable(reason)}"
        case m.Restore(entry=entry, reason=reason):
            return f"restore entry {entry}: {printable(reason)}"
        case m.Fork(name=name, at=at):
            return f"fork {name} at entry {at}"
        case m.Dispute(about=about, reason=reason):
            return f"dispute {printable(about)}: {printable(reason)}"
        case m.Settle(about=about, outcome=outcome):
            return f"settle {printable(about)}: {outcome.replace('_', ' ')}"
        case m.ConfirmRolls(entries=entries):
            return f"confirm the dice of {', '.join(map(str, entries))}"
        case m.CommitDice(source=source):
            return f"commit dice of the source {source}"
        case m.RevealSeed(role=role):
            return f"reveal the seed of {_role(role)}"
        case m.AbortRoll(role=role):
            return f"abort a roll, {_role(role)} walked away"
        case m.GiveUpRoll(reason=reason):
            return f"give up a roll: {printable(reason)}"
        case _:
            return plain_sentence(command).replace("_", " ")


def _role(role: int) -> str:
    return {1: "A", 2: "B", 3: "the judge"}.get(role, f"role {role}")


def _with_reason(text: str, reason: str) -> str:
    return f"{text}: {printable(reason)}" if reason else text


def _game_ended(event: GameEnded, name: Name) -> str:
    return "Game over, " + _outcome(event, name)


def _outcome(ended: GameEnded | EndGame, name: Name) -> str:
    won = f"{name(ended.winner)} wins" if ended.winner else "no winner"
    scores = ", ".join(f"{name(p)} {n}" for p, n in (ended.scores or {}).items())
    return _with_reason(won + (f" ({scores})" if scores else ""), ended.reason or "")


def _plain(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, Position):
        x, y, facing = value.x_milli / 1000, value.y_milli / 1000, value.facing_decideg / 10
        return f"{x:g} / {y:g} facing {facing:g}°"
    return str(to_plain(value))


def _place(path: str, name: Name) -> str:
    """Give a path of the state in words: whose value, and which."""
    parts = path.split(".")
    whose = [name(parts[1])] if parts[0] == "units" and len(parts) > 2 else []
    fields = parts[2:] if whose else parts
    return " ".join([*whose, *(printable(field).replace("_", " ") for field in fields)])


def _ruling(event: RulingMade, name: Name) -> str:
    changes = "; ".join(
        f"{_place(c.path, name)}: {_plain(c.before)} becomes {_plain(c.after)}"
        for c in event.changes
    )
    return _with_reason("The judge rules", event.reason) + (f" ({changes})" if changes else "")


def _taken_back(event: m.TakenBack, name: Name) -> str:
    entries = "entry" if event.count == 1 else "entries"
    agreed = f", {name(event.agreed)} agrees" if event.agreed else ""
    return _with_reason(
        f"Taken back on {event.timeline}: {event.count} {entries}, "
        f"from entry {event.head} to entry {event.to}{agreed}",
        event.reason,
    )


def _started(event: GameStarted, name: Name) -> str:
    what = "The event" if event.rules == "tournament" else f"Game of {event.rules}"
    players = f": {', '.join(map(name, event.players))}" if event.players else ""
    return f"{what} starts{players}"


_OWN: dict[type, Sentence] = {
    GameStarted: _started,
    NoteMade: lambda e, _: (
        f"Note{f' about {printable(e.about)}' if e.about else ''}: {printable(e.text)}"
    ),
    RulingMade: _ruling,
    GameEnded: _game_ended,
    m.LogOpened: lambda e, _: f"Log {e.game_id.hex()} opened by {printable(e.writer)}",
    m.SchemaExtended: lambda e, _: (
        f"Schema extended: {', '.join(printable(row[1]) for row in e.rows)}"
    ),
    m.TablesGiven: lambda e, _: f"Rule tables, part {e.part}: {len(e.lines)} lines",
    m.TailRecovered: lambda e, _: (
        f"A torn tail of {e.bytes} bytes at byte {e.offset} was set aside"
    ),
    m.TakenBack: _taken_back,
    m.Restored: lambda e, n: _with_reason(
        f"Restored on {e.timeline}: entry {e.entry}"
        + (f", {n(e.agreed)} agrees" if e.agreed else ""),
        e.reason,
    ),
    m.TimelineForked: lambda e, _: (
        f"Timeline {e.name} forks at entry {e.at}"
        + (" (simulated)" if e.kind == "simulated" else "")
        + (" into a file of its own" if e.copy else "")
    ),
    m.RollHeld: lambda e, _: f"Roll held ({e.code}) for {_plain_command(e.command)}",
    m.RollGivenUp: lambda e, _: _with_reason(
        f"Roll of entry {e.held} given up" + (" and set aside" if e.set_aside else ""), e.reason
    ),
    m.DiceCommitted: lambda e, _: f"Dice committed: {e.source}, on aborts: {e.aborts}",
    m.SeedRevealed: lambda e, _: f"Seed of {_role(e.role)} revealed",
    m.RollAborted: lambda e, _: _with_reason(
        f"{_role(e.role)} walked away from a {printable(e.source)} roll"
        + ("" if e.index is None else f", index {e.index} is burnt")
        + f" (agreed for this: {printable(e.aborts)})",
        e.reason,
    ),
    m.RollsConfirmed: lambda e, _: f"Rolls confirmed: {', '.join(map(str, e.entries))}",
    m.DisputeRaised: lambda e, _: _with_reason(f"Dispute about {printable(e.about)}", e.reason),
    m.DisputeSettled: lambda e, _: _with_reason(
        f"Dispute about {printable(e.about)} settled: {e.outcome.replace('_', ' ')}"
        f" ({printable(e.rule)})" + ("" if e.entry is None else f", by entry {e.entry}"),
        e.reason,
    ),
}

"""Entries of the log itself: take-backs, forks, disputes, what the program writes, keys."""

from __future__ import annotations

from typing import Any

from rollbook.engine import logcommands
from rollbook.engine.audit.compare import called, shown
from rollbook.engine.audit.found import ENGINE, Found
from rollbook.engine.audit.prefix import Before, Prefix
from rollbook.engine.decide import Asked
from rollbook.engine.replay import undecidable
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import LogError
from rollbook.events.log.log import Log, hash_of_tables
from rollbook.events.log.messages import (
    LOG_MESSAGES,
    ConfirmRolls,
    ExtendSchema,
    GiveTables,
    RecoverTail,
    Restored,
    Settle,
    StartGame,
    TakenBack,
    TimelineForked,
)
from rollbook.events.message import changed
from rollbook.events.quantities import JUDGE, SYSTEM

_FORMAT = "FORMAT 3"
_PROGRAM = (ExtendSchema, GiveTables, RecoverTail)


def is_program(command: Any) -> bool:
    """Tell whether only the program itself writes such an entry."""
    return isinstance(command, _PROGRAM)


def is_of_the_log(command: Any) -> bool:
    """Tell whether a command is the log's own, not the game's."""
    return type(command) in LOG_MESSAGES and not isinstance(command, StartGame)


class LogEntries:
    """Decides the log's own commands again, each in front of the log as it was."""

    def __init__(self, prefix: Prefix, states: Before, found: Found) -> None:
        self._prefix = prefix
        self._states = states
        self._found = found
        self._keys: dict[str, int] = {}

    def check_program(self, entry: Entry) -> None:
        """Check that the program wrote what only it writes."""
        if entry.by != SYSTEM or entry.dice is not None:
            self._found.add(
                "WRITTEN_BY_HAND", entry.seq, "written by the program", f"by {entry.by}",
                f"{called(entry.command)} is no command of a person", _FORMAT,
            )  # fmt: skip

    def decide(self, entry: Entry, parent: int | None) -> None:
        """Decide a command of the log again."""
        first = entry.events[0]
        timelines = self._prefix.chain.timelines
        if isinstance(first, TakenBack | Restored):
            line = first.timeline
        else:
            line = timelines.line(parent) if parent is not None else "main"
        at_head = isinstance(first, (TimelineForked, TakenBack | Restored))
        asked = Asked(entry.command, entry.by, (), (), entry.key)
        try:
            players = logcommands.players_of(self._prefix, self._states, line)
            new = logcommands.decide_log_command(self._prefix, line, asked, players)
        except RuleRefusal as refusal:
            self._refused(entry, refusal)
            return
        except LogError as error:
            # A forged row may name entries that no command could: below 0, say.
            self._refused(entry, undecidable(error))
            return
        events = new.events
        if isinstance(first, TimelineForked) and isinstance(events[0], TimelineForked):
            # A file of its own carries a random id, which nothing can be held against.
            events = (changed(events[0], copy=first.copy),)
        if entry.dice is not None or events != entry.events or (at_head and new.parent != parent):
            self._found.add(
                "LOG_EVENT_DIFFERS", entry.seq, shown(events[0]), shown(first),
                f"{called(first)} does not follow from {called(entry.command)}", ENGINE,
            )  # fmt: skip

    def _refused(self, entry: Entry, refusal: RuleRefusal) -> None:
        code = "LOG_COMMAND_NOT_ALLOWED"
        if isinstance(entry.events[0], TakenBack | Restored):
            code = "TAKE_BACK_NOT_ALLOWED"
        elif isinstance(entry.command, ConfirmRolls):
            code = "CONFIRMED_BY_WRONG_SIDE"
        elif isinstance(entry.command, Settle) and entry.by != JUDGE:
            code = "SETTLED_BY_WRONG_SIDE"
        did = called(entry.command).replace("_", " ")
        self._found.add(
            code, entry.seq, f"refused: {refusal.code}", f"done by {entry.by}",
            f"{did} was not allowed: {refusal.message}", refusal.rule,
        )  # fmt: skip

    def check_key(self, entry: Entry) -> None:
        """Check that no command key was used before."""
        if entry.key is None:
            return
        first = self._keys.setdefault(entry.key, entry.seq)
        if first != entry.seq:
            self._found.add(
                "KEY_REUSED", entry.seq, "a new key", f"the key of entry {first}",
                "a repeated key is answered with the first result and appends nothing", ENGINE,
            )  # fmt: skip


def check_tables(log: Log, found: Found) -> None:
    """Check that the tables in a log are those that its first entry names."""
    opened, lines = log.chain.opened, log.chain.table_lines
    if opened is None or opened.tables_hash is None:
        if lines:
            found.add(
                "TABLES_DIFFER", 1, "the shipped tables", "other tables",
                "entry 0 names no tables, but some follow", _FORMAT,
            )  # fmt: skip
        return
    held = hash_of_tables("\n".join(lines))
    if held != opened.tables_hash:
        found.add(
            "TABLES_DIFFER", 0, opened.tables_hash.hex(), held.hex(),
            "the rule tables are not those that entry 0 names", _FORMAT,
        )  # fmt: skip

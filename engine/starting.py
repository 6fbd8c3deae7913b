"""
Starting a log: its first command, and the rule tables that it is played by.

The session that comes out of it takes every command after the first.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from rollbook.engine.border import read_command
from rollbook.engine.decide import Asked, check_common, decide
from rollbook.engine.dice.entered import Entered
from rollbook.engine.ruleset import rule_set
from rollbook.engine.session import Session, commands_of
from rollbook.engine.tables import TablesError
from rollbook.events.errors import BadValue, RuleRefusal, UnknownRuleSet
from rollbook.events.log.file import FileLog
from rollbook.events.log.log import Clock, Log, MemoryLog, NewEntry, hash_of_tables, now, opening
from rollbook.events.log.messages import GiveTables, StartGame, TablesGiven
from rollbook.events.quantities import MAX_TEXT_BYTES, SYSTEM
from rollbook.events.schema import SHIPPED

TABLE_LINES_A_PART = 4_000
TABLE_BYTES_A_PART = 50_000


def start(
    value: Any,
    path: Path | str | None,
    *,
    tables: str | None = None,
    clock: Clock = now,
    game_id: bytes | None = None,
) -> Session:
    """
    Start a log with a ``start_game`` object, in the file *path* or in memory.

    *tables* is the text of rule tables to play by instead of the shipped
    ones.  Raises :class:`~rollbook.events.errors.RuleRefusal` (no file is
    made then), ``TablesError`` or ``LogExists``.
    """
    asked = read_first(value)
    if not isinstance(asked.command, StartGame):
        raise RuleRefusal("NOT_STARTED", "the first command of a game is start_game")
    rules = rule_set(asked.command.rules)
    if tables is not None:
        rules = rules.with_tables(tables)
        table_parts(tables)
    decision = decide(rules, None, asked, Entered(asked.dice or (), asked.choices))
    first = opening(
        rules.name,
        asked.command.players,
        asked.command.house_rules,
        started=decision.events[0],
        game_id=game_id or secrets.token_bytes(16),
        rules_version=rules.version,
        tables_hash=hash_of_tables(tables) if tables is not None else None,
        by=asked.by,
        key=asked.key,
    )
    log: Log
    if path is None:
        log = MemoryLog(clock)
        log.append(first)
    else:
        log = FileLog.create(path, first, clock=clock)
    if tables is not None:
        give_tables(log, tables)
    return Session(log, rules)


def give_tables(log: Log, text: str) -> None:
    """Write the whole text of rule tables after entry 0, as it is."""
    for part, lines in enumerate(table_parts(text)):
        command, event = GiveTables(part=part, lines=lines), TablesGiven(part=part, lines=lines)
        log.append(NewEntry(command, (event,), SYSTEM))


def table_parts(text: str) -> list[tuple[str, ...]]:
    """
    Split the text of tables into lines, as many together as fit into one entry.

    Raises ``TablesError`` for a line that no entry can hold.
    """
    parts: list[list[str]] = [[]]
    size = 0
    for number, line in enumerate(text.split("\n"), 1):
        needed = len(line.encode()) + 4
        if needed > MAX_TEXT_BYTES:
            raise TablesError(f"line {number}", "is too long", f"{MAX_TEXT_BYTES} bytes at most")
        if size + needed > TABLE_BYTES_A_PART or len(parts[-1]) == TABLE_LINES_A_PART:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += needed
    return [tuple(part) for part in parts]


def read_first(value: Any) -> Asked:
    """
    Read the first command for a log that does not exist yet.

    Any command of a shipped rule set gets as far as ``NOT_STARTED``.
    """
    named = value.get("rules") if isinstance(value, dict) else None
    if isinstance(named, str) and isinstance(value, dict) and value.get("do") == "start_game":
        try:
            return read_command(value, commands_of(named))
        except UnknownRuleSet as error:
            read_command(value, {"start_game": StartGame})
            raise BadValue("rules", str(error)) from None
    refusal: RuleRefusal | None = None
    for rules in SHIPPED:
        try:
            asked = read_command(value, commands_of(rules))
        except UnknownRuleSet:
            continue
        except RuleRefusal as error:
            if refusal is None or refusal.code == "UNKNOWN_COMMAND":
                refusal = error
            continue
        check_common(None, asked)
    raise refusal or RuleRefusal("NOT_STARTED", "the first command of a game is start_game")

"""An event from its JSON lines: every command again, and the same events, or it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from rollbook.engine.border import parse_line
from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.errors import RollbookError, RuleRefusal
from rollbook.events.log.messages import PROGRAM_ONLY
from rollbook.events.message import name_of
from rollbook.tools.cli.common import FINE, print_json

_SKIPPED = {name_of(cls) for cls in PROGRAM_ONLY}


class BadExport(RollbookError):
    """A line of an export cannot be taken."""


def replay(path: Path, data: bytes, as_json: bool) -> int:
    """
    Make the log *path* of an export.

    All lines are tried in memory first; times are those of now.  Raises
    :class:`BadExport` naming the line.
    """
    lines = list(_lines(data))
    _put(lines, None).close()
    session = _put(lines, path)
    entries = len(session.log)
    session.close()
    if as_json:
        print_json({"log": str(path), "entries": entries})
    else:
        click.echo(f"{path}: {entries} entries; their times are new, all else is as it was")
    return FINE


def _lines(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = parse_line(line)
        except RuleRefusal as refusal:
            raise BadExport(f"line {number}: {refusal.message}") from None
        command = value.get("command") if isinstance(value, dict) else None
        if not isinstance(command, dict):
            raise BadExport(f"line {number}: this is no entry of an export")
        if command.get("do") not in _SKIPPED:
            yield number, value


def _put(lines: list[tuple[int, dict[str, Any]]], path: Path | None) -> Session:
    if not lines:
        raise BadExport("the file holds no entries")
    session: Session | None = None
    for number, value in lines:
        command = {**value["command"], "by": value.get("by"), "key": value.get("key")}
        try:
            if session is None:
                if command.get("rules") != "tournament":
                    raise BadExport(f"line {number}: this is no event; use rollbook play")
                session = start(command, path)
                continue
            _choose(session, value)
            said = session.submit(command).to_plain()
        except RuleRefusal as refusal:
            raise BadExport(
                f"line {number}: {refusal.message} ({refusal.code}); the export was changed"
            ) from None
        if said["events"] != value.get("events"):
            raise BadExport(f"line {number}: its events do not follow from its command")
    if session is None:
        raise BadExport("the file holds no entries")
    return session


def _choose(session: Session, value: dict[str, Any]) -> None:
    """Continue the timeline that the line names; a fork is asked for from where it was."""
    line = value.get("timeline")
    if isinstance(line, str) and line in session.log.chain.timelines.heads:
        session.timeline = line

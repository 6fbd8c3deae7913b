"""
A fork that begins a file of its own.

The new file holds every byte of the old one, withdrawn entries included, and
then the fork entry, which carries 16 random bytes: the id under which this
continuation is signed.  Its timeline is the default one of the new file.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from rollbook.engine.border import read_command
from rollbook.engine.logcommands import check_players, line_of, new_fork, players_of
from rollbook.engine.session import commands_of
from rollbook.events.errors import UnknownMessage
from rollbook.events.log.disk import open_file, pread_all, publish
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import DamagedLog, EntryTooLarge, LogError
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import frame
from rollbook.events.log.log import Appender, Clock, NewEntry, now
from rollbook.events.quantities import SYSTEM
from rollbook.projections.fold import projection_of
from rollbook.projections.state import States

COPY_BYTES = 16


def fork_into(
    source: Path | str,
    target: Path | str,
    name: str,
    at: int,
    *,
    by: str = SYSTEM,
    kind: str = "played",
    copy: bytes | None = None,
    clock: Clock = now,
) -> Entry:
    """
    Copy the log *source* to *target* and open timeline *name* there at entry *at*.

    *kind* is ``played`` or ``simulated``, *copy* the 16 bytes of the new
    file's id (random without it).  The file appears whole or not at all,
    never over another one; *source* is only read.  Gives the fork entry.
    Raises :class:`~rollbook.events.errors.RuleRefusal`, ``LogExists``,
    ``NotALog``, ``DamagedLog`` or ``LogError``.
    """
    target = Path(target)
    log = FileLog.read(source)
    try:
        _check_whole(log)
        asked = read_command(fork_command(name, at, by, kind), commands_of(log.chain.rules))
        states = States(log, projection_of(log.chain.rules))
        check_players(
            players_of(log, states, line_of(log, asked.command, log.timelines.default)), asked
        )
        new = new_fork(log, asked, copy or secrets.token_bytes(COPY_BYTES))
        entry, tail = _frames(log, new, clock)
        publish(target, _bytes_of(log), tail)
    except EntryTooLarge as error:
        raise LogError(str(error)) from None
    finally:
        log.close()
    return entry


def _check_whole(log: FileLog) -> None:
    found = log.condition
    if found.status == "damaged":
        raise DamagedLog(log.path, found.offset, found.entries, found.reason)
    if found.status != "ok":
        raise LogError(
            f"{log.path} is {found.status} at byte {found.offset}; "
            f"open it for play first, which sets those bytes aside: rollbook play {log.path}"
        )


def _frames(log: FileLog, new: NewEntry, clock: Clock) -> tuple[Entry, bytes]:
    """Give the fork entry and the bytes that go after those of *log*."""
    appender = Appender(log.chain, clock)
    tail = b""
    try:
        entry, payload = appender.make(new)
    except UnknownMessage:
        needed = appender.extension(new)
        if needed is None:
            raise
        extension, payload = appender.make(needed)
        log.chain.take(extension)
        tail = frame(payload, extension.leaf)
        entry, payload = appender.make(new)
    log.chain.place(entry)
    return entry, tail + frame(payload, entry.leaf)


def _bytes_of(log: FileLog) -> bytes:
    fd = open_file(log.path, os.O_RDONLY)
    try:
        data = pread_all(fd, log.size)
    finally:
        os.close(fd)
    if len(data) != log.size:
        raise LogError(f"{log.path} changed while it was being copied; try again")
    return data


def fork_command(name: str, at: int, by: str, kind: str) -> dict[str, Any]:
    """Give the command object that forks inside a log."""
    return {"do": "fork", "by": by, "name": name, "at": at, "kind": kind}

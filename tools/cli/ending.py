"""How a command ends whose output nobody takes: quietly, or saying what was recorded."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import click

from rollbook.events.errors import RollbookError

READER_GONE = 141
"""The exit code of whoever writes into a pipe that nobody reads, as shells know it."""
LOWEST_FREE = 3
"""The lowest number of a file that is no standard stream."""


def watch(ctx: click.Context, param: click.Parameter, log: Path) -> Path:
    """Keep the size of a log that a command is given, to know afterwards if it was added to."""
    del param
    sizes = ctx.find_root().obj
    if isinstance(sizes, dict):
        sizes[log] = _size(log)
    return log


def _size(log: Path) -> int:
    try:
        return log.stat().st_size
    except (OSError, ValueError):
        return -1


def was_recorded(sizes: dict[Path, int]) -> str:
    """Say which of the watched logs were added to; nothing if none was."""
    from rollbook.events.log.file import FileLog

    said = []
    for log, size in sizes.items():
        if _size(log) > size:
            with contextlib.suppress(RollbookError, OSError), FileLog.read(log) as opened:
                count = "1 entry" if len(opened) == 1 else f"{len(opened)} entries"
                said.append(f"it WAS recorded all the same: {log} holds {count} now")
    return "; ".join(said)


def stand_in() -> bool:
    """
    Put nothing in place of standard streams that are closed; tell whether output can be printed.

    Else a log might be opened under the number of one of them, and printed into.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) < LOWEST_FREE:
        pass
    os.close(number)
    printing = sys.stdout is not None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nothing, mode, encoding="utf-8"))
    return printing


def place_of(error: OSError) -> str:
    """Name what the system refused to use; only output goes without a name."""
    if error.filename or isinstance(error, FileNotFoundError):
        return str(error.filename or "")
    return "standard output"


def is_usage(error: OSError) -> bool:
    """Tell whether another name would have helped, not another disk."""
    named = FileNotFoundError | FileExistsError | PermissionError
    return bool(error.filename) and isinstance(
        error, named | IsADirectoryError | NotADirectoryError
    )


def drop_output() -> None:
    """Let what is still to be printed go nowhere, so that ending does not fail on it too."""
    with contextlib.suppress(OSError, ValueError):
        out = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out)
        os.close(nowhere)

"""
One writer at a time.

The lock is ``flock`` on the log itself, held as long as it is open for
writing; ``NAME.rbk.lock`` only tells others who holds it.  Format: section 6.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.events.log.disk import read_beside
from rollbook.events.log.errors import LogError, WriterBusy

MAX_LOCK_BYTES = 4096


@frozen
class Holder:
    """Who writes: process id, since when (seconds since 1970 UTC), declared batch in bytes."""

    pid: int
    since: int
    batch: int = 0

    @property
    def alive(self) -> bool:
        """Whether a process of that id lives on this machine."""
        try:
            os.kill(self.pid, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except OSError:
            return True
        return True


def lock_file(path: Path) -> Path:
    """Give the name of the file that says who writes to the log *path*."""
    return path.with_name(path.name + ".lock")


def lock(fd: int, path: Path) -> None:
    """
    Take the lock of the log that *fd* has open.

    Raises :class:`~rollbook.events.log.errors.WriterBusy` naming the holder.
    """
    try:
        import fcntl
    except ImportError:
        raise LogError("writing to a log needs a system with flock") from None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise WriterBusy(path, _described(read_holder(path))) from None


def _described(holder: Holder | None) -> str:
    if holder is None:
        return "another program"
    try:
        since = time.strftime("%H:%M:%S", time.localtime(holder.since))
    except (OverflowError, ValueError, OSError):
        return f"process {holder.pid}"
    return f"process {holder.pid} since {since}"


def read_holder(path: Path) -> Holder | None:
    """Give what the lock file of *path* says, if there is one that can be read."""
    try:
        said = json.loads(read_beside(lock_file(path), MAX_LOCK_BYTES) or b"null")
        return Holder(_number(said["pid"]), _number(said["since"]), _number(said.get("batch", 0)))
    except (LogError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _number(value: Any) -> int:
    if type(value) not in (int, float) or not 0 <= value < 2**53:
        raise ValueError(value)
    return int(value)


def write_holder(path: Path, batch: int = 0) -> None:
    """Say in the lock file that this process writes.  It is for people only."""
    said = {"pid": os.getpid(), "since": int(time.time()), "batch": batch}
    remove_holder(path)
    with contextlib.suppress(OSError):
        # A new file, so that nothing is written through a link that somebody put there.
        fd = os.open(lock_file(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        try:
            os.write(fd, json.dumps(said).encode())
        finally:
            os.close(fd)


def remove_holder(path: Path) -> None:
    """Take the lock file away."""
    with contextlib.suppress(OSError):
        lock_file(path).unlink()

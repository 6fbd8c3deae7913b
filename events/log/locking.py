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

from attrs import frozen

from rollbook.events.log.errors import LogError, WriterBusy


@frozen
class Holder:
    """Who writes: process id, since when (seconds since 1970 UTC), declared batch in bytes."""

    pid: int
    since: float
    batch: int = 0

    @property
    def alive(self) -> bool:
        """Whether a process of that id lives on this machine."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
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
    since = time.strftime("%H:%M:%S", time.localtime(holder.since))
    return f"process {holder.pid} since {since}"


def read_holder(path: Path) -> Holder | None:
    """Give what the lock file of *path* says, if there is one that can be read."""
    try:
        with lock_file(path).open("rb") as file:
            said = json.loads(file.read(4096))
        return Holder(int(said["pid"]), float(said["since"]), int(said.get("batch", 0)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def write_holder(path: Path, batch: int = 0) -> None:
    """Say in the lock file that this process writes.  It is for people only."""
    said = {"pid": os.getpid(), "since": time.time(), "batch": batch}
    with contextlib.suppress(OSError):
        lock_file(path).write_text(json.dumps(said))


def remove_holder(path: Path) -> None:
    """Take the lock file away."""
    with contextlib.suppress(OSError):
        lock_file(path).unlink()

"""Verify: every byte of a log file, and whether it is torn, damaged, or being written."""

from __future__ import annotations

import os
import time
from array import array
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from rollbook.events.log import locking
from rollbook.events.log.chain import Chain
from rollbook.events.log.disk import OpenFile, open_file
from rollbook.events.log.errors import LogError, NotALog
from rollbook.events.log.file import MAX_FILE, signed_size
from rollbook.events.log.frame import MAGIC
from rollbook.events.log.merkle import Tree
from rollbook.events.log.recovery import check_magic, read_frames

SECOND_LOOK_SECONDS = 0.1


@frozen
class Verified:
    """
    What :func:`verify_file` found.

    *status* is ``ok``, ``torn``, ``damaged`` or ``being written`` (a guess:
    the tail passes for torn, but a living process writes); *offset* is the
    end of the good part, *leaf* and *root* those of its last entry and tree.
    """

    status: str
    entries: int
    leaf: bytes
    root: bytes
    offset: int
    reason: str

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``verify --json`` prints."""
        return {
            "status": self.status,
            "entries": self.entries,
            "leaf": self.leaf.hex() or None,
            "root": self.root.hex(),
            "offset": None if self.status == "ok" else self.offset,
        }


def verify_file(path: Path) -> Verified:
    """
    Check every byte of a log: frames, shortest forms, chain, schema, tree.

    Takes no lock and writes nothing.  Raises ``NotALog``.
    """
    found = _look(path)
    if found.status != "torn":
        return found
    time.sleep(SECOND_LOOK_SECONDS)
    again = _look(path)
    holder = locking.read_holder(path)
    if again.status == "torn" and holder is not None and holder.alive:
        return evolve(again, status="being written", reason="a living process writes to it")
    return again


def _look(path: Path) -> Verified:
    fd = open_file(path, os.O_RDONLY)
    try:
        return _read(path, OpenFile(fd, os.fstat(fd).st_size))
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror or error}") from None
    finally:
        os.close(fd)


def _read(path: Path, source: OpenFile) -> Verified:
    if source.size > MAX_FILE:
        raise NotALog(path, f"it is larger than {MAX_FILE} bytes")
    check_magic(path, source.read(0, len(MAGIC)))
    chain, leaves = Chain(), Tree()
    holder = locking.read_holder(path)
    condition = read_frames(
        source,
        chain,
        array("Q"),
        strict=True,
        least=signed_size(path),
        batch=holder.batch if holder else 0,
        seen=lambda entry: leaves.append(entry.leaf),
    )
    return Verified(
        condition.status,
        condition.entries,
        chain.last_leaf,
        leaves.root(),
        condition.offset,
        condition.reason,
    )

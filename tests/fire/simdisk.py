"""
A disk that loses what was not synced: any sectors, any names, in any mixture.

While :meth:`SimDisk.running` lasts, the calls of ``os`` go to real files in
a folder and are written down as well.  :meth:`SimDisk.crash` then makes a
folder as a power cut could have left it: of every file the synced bytes, and
of what changed since then any subset of sectors; of every name that was made
or removed since the folder was synced, either state.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECTOR_BYTES = 512
CALLS = ("open", "write", "fdatasync", "fsync", "ftruncate", "link", "unlink", "close")


class PowerCut(BaseException):
    """The machine is off.  No handler of the program under test can catch it as an error."""


class SimDisk:
    """The files of one folder, as they are and as they are known to be kept."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.random = random.Random(seed)
        self.kept: dict[int, bytes] = {}
        self.names: dict[str, int] = {}
        self.kept_names: dict[str, int] = {}
        self.held: dict[int, bytes] = {}
        self.cut_in: int | None = None
        self._real: dict[str, Callable[..., Any]] = {name: getattr(os, name) for name in CALLS}
        self._folders: set[int] = set()

    @contextmanager
    def running(self, cut_in: int) -> Iterator[None]:
        """Write down what happens; cut the power at the *cut_in*-th call that changes something."""
        self.cut_in = cut_in
        self._look()
        self.kept_names, self.kept = dict(self.names), dict(self.held)
        for name in CALLS:
            setattr(os, name, getattr(self, f"_{name}"))
        try:
            yield
        finally:
            for name, real in self._real.items():
                setattr(os, name, real)

    def crash(self, into: Path) -> None:
        """Make *into* the folder that is found when the power comes back."""
        self._look()
        into.mkdir()
        for name in sorted({*self.names, *self.kept_names}):
            before, after = self.kept_names.get(name), self.names.get(name)
            inode = after if before == after else self.random.choice([before, after])
            if inode is not None:
                (into / name).write_bytes(self._survived(inode))

    def _survived(self, inode: int) -> bytes:
        kept, now = self.kept.get(inode, b""), self.held.get(inode, b"")
        low, high = sorted((len(kept), len(now)))
        size = self.random.choice([low, high, self.random.randint(low, high)])
        sectors = []
        for at in range(0, max(len(kept), len(now)), SECTOR_BYTES):
            old = kept[at : at + SECTOR_BYTES].ljust(SECTOR_BYTES, b"\x00")
            new = now[at : at + SECTOR_BYTES].ljust(SECTOR_BYTES, b"\x00")
            sectors.append(self.random.choice([old, new]))
        return b"".join(sectors)[:size]

    def _look(self) -> None:
        """See which files there are and what they hold now."""
        self.names = {}
        for path in self.folder.iterdir():
            inode = path.stat().st_ino
            self.names[path.name] = inode
            self.held[inode] = path.read_bytes()

    def _tick(self) -> None:
        """Count a call that changes something; the power may go before it."""
        if self.cut_in is not None:
            self.cut_in -= 1
            if self.cut_in < 0:
                raise PowerCut

    def _open(self, path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        if flags & os.O_CREAT:
            self._tick()
        fd: int = self._real["open"](path, flags, *args, **kwargs)
        if Path(path).is_dir():
            self._folders.add(fd)
        return fd

    def _close(self, fd: int) -> None:
        self._folders.discard(fd)
        self._real["close"](fd)

    def _write(self, fd: int, data: Any) -> int:
        self._tick()
        if self.cut_in == 0:
            # The power goes in the middle of a write: some of it is in the cache.
            self._real["write"](fd, bytes(data)[: self.random.randint(0, len(data))])
            raise PowerCut
        written: int = self._real["write"](fd, data)
        return written

    def _ftruncate(self, fd: int, size: int) -> None:
        self._tick()
        self._real["ftruncate"](fd, size)

    def _link(self, src: Any, dst: Any, **kwargs: Any) -> None:
        self._tick()
        self._real["link"](src, dst, **kwargs)

    def _unlink(self, path: Any, **kwargs: Any) -> None:
        self._tick()
        self._real["unlink"](path, **kwargs)

    def _fsync(self, fd: int) -> None:
        self._tick()
        self._look()
        if fd in self._folders:
            self.kept_names = dict(self.names)
        else:
            inode = os.fstat(fd).st_ino
            self.kept[inode] = self.held[inode]

    def _fdatasync(self, fd: int) -> None:
        self._fsync(fd)

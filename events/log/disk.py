"""How bytes come from a disk and get onto it: plain files, whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Protocol

from attrs import frozen

from rollbook.events.log.errors import LogError, LogExists, NotALog

_ALWAYS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
_REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.EIO)
_READ_BYTES = 1 << 23


def open_file(path: Path, flags: int) -> int:
    """
    Open a file that must be there and be a plain file; never waits for a pipe.

    Raises ``NotALog``, or ``LogError`` when the system does not let us at it.
    """
    try:
        fd = os.open(path, flags | _ALWAYS)
    except FileNotFoundError:
        raise NotALog(path, "there is no such file", missing=True) from None
    except OSError as error:
        if error.errno in _REFUSED:
            raise LogError(f"{path} cannot be opened: {error.strerror}") from None
        raise NotALog(path, error.strerror or str(error)) from None
    try:
        plain = stat.S_ISREG(os.fstat(fd).st_mode)
    except OSError as error:
        os.close(fd)
        raise LogError(f"{path} cannot be opened: {error.strerror}") from None
    if not plain:
        os.close(fd)
        raise NotALog(path, "it is not a plain file")
    return fd


def read_beside(path: Path, most_bytes: int) -> bytes | None:
    """
    Read a file that stands beside a log, or give nothing if there is none.

    Raises ``LogError`` if it is no plain file, larger than *most_bytes*, or
    cannot be read.
    """
    try:
        fd = open_file(path, os.O_RDONLY)
    except NotALog as error:
        if error.missing:
            return None
        raise LogError(f"{path} cannot be read: {error.reason}") from None
    try:
        if os.fstat(fd).st_size > most_bytes:
            raise LogError(f"{path} cannot be read: it is larger than {most_bytes} bytes")
        return pread_all(fd, most_bytes)
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}") from None
    finally:
        os.close(fd)


def pread_all(fd: int, size: int, offset: int = 0) -> bytes:
    """Read *size* bytes from *offset* on, or as many as there are."""
    parts: list[bytes] = []
    while size > 0:
        part = os.pread(fd, min(size, _READ_BYTES), offset)
        if not part:
            break
        parts.append(part)
        offset += len(part)
        size -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


class Source(Protocol):
    """Bytes that can be read piece by piece."""

    @property
    def size(self) -> int:
        """How many bytes there are."""

    def read(self, at: int, count: int) -> bytes:
        """Give *count* bytes from byte *at* on, or as many as there are."""


@frozen
class OpenFile:
    """The first *size* bytes of an open file."""

    fd: int
    size: int

    def read(self, at: int, count: int) -> bytes:
        """Give *count* bytes from byte *at* on, or as many as there are."""
        return pread_all(self.fd, min(count, self.size - at), at)


@frozen
class Held:
    """Bytes that are in memory already."""

    data: bytes

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return len(self.data)

    def read(self, at: int, count: int) -> bytes:
        """Give *count* bytes from byte *at* on, or as many as there are."""
        return self.data[at : at + count]


def sync_folder(folder: Path) -> None:
    """Make names in *folder* durable, where the system allows it."""
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def scratch_beside(path: Path) -> Path:
    """Give the name of a file or folder to make beside *path*, until it can be given that name."""
    return path.with_name(f".rollbook-{os.urandom(8).hex()}.new")


def publish(path: Path, *parts: bytes) -> None:
    """
    Make the file *path* of *parts*, whole or not at all, never over another.

    Raises ``LogExists`` or ``LogError`` in words.
    """
    scratch = scratch_beside(path)
    try:
        _write_new(scratch, parts)
        os.link(scratch, path)
    except FileExistsError:
        raise LogExists(path) from None
    except OSError as error:
        raise LogError(f"{path} could not be made: {error.strerror or error}") from None
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink()
    sync_folder(path.parent)


def _write_new(path: Path, parts: tuple[bytes, ...]) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        for part in parts:
            view = memoryview(part)
            while view:
                view = view[os.write(fd, view) :]
        os.fsync(fd)
    finally:
        os.close(fd)


def write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner can read.  Raises ``LogError`` if it is there."""
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise LogError(f"{path} exists already; a secret is never overwritten") from None
    except OSError as error:
        raise LogError(f"{path} cannot be made: {error.strerror}") from None
    with os.fdopen(fd, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def keep_aside(path: Path, offset: int, tail: bytes) -> Path:
    """
    Keep the bytes behind *offset* of a log in a file beside it, and give its name.

    Never writes over an existing file; raises ``LogError`` in words.
    """
    return _keep_as(path, f"{path.name}.torn-{offset}", tail)


def keep_copy(path: Path, data: bytes) -> Path:
    """Keep the bytes of a log whose file is gone beside where it was, in the same way."""
    return _keep_as(path, f"{path.name}.kept", data)


def _keep_as(path: Path, name: str, data: bytes) -> Path:
    for counter in range(1000):
        aside = path.with_name(name if not counter else f"{name}.{counter}")
        try:
            publish(aside, data)
        except LogExists:
            continue
        return aside
    raise LogError(f"{path}: there are too many files kept aside already; move some away")


class OpenedAs:
    """The name under which a file was opened; tells whether it still leads to that file."""

    def __init__(self, path: Path, fd: int) -> None:
        here = os.fstat(fd)
        self._fd, self._name = fd, os.path.abspath(path)  # noqa: PTH100 (a string, for speed)
        self._inode, self._device = here.st_ino, here.st_dev

    def problem(self) -> str | None:
        """Say what became of the name, if it does not lead to the file any more."""
        try:
            there = os.stat(self._name)  # noqa: PTH116 (half the time of Path.stat)
        except (FileNotFoundError, NotADirectoryError):
            return "moved or removed"
        if there.st_ino == self._inode and there.st_dev == self._device:
            return None
        return "replaced"

    @property
    def unreachable(self) -> bool:
        """Whether no name leads to the file any more, so that it goes when it is closed."""
        return os.fstat(self._fd).st_nlink == 0

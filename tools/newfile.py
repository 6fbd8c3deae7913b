"""New files and folders: never over others, and whole or not there."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rollbook.events.log.disk import scratch_beside


@contextmanager
def new_file(path: Path, newline: str = "") -> Iterator[TextIO]:
    """
    Give the new file *path* to write UTF-8 text to.

    It is written under another name beside it and gets its own when all is
    there: half of a file would look like a whole one.  Raises
    ``FileExistsError`` and other ``OSError``, which name *path*.
    """
    scratch = scratch_beside(path)
    try:
        _must_be_free(path)
        with scratch.open("x", encoding="utf-8", newline=newline) as file:
            yield file
        _give_name(scratch, path)
    except OSError as error:
        if error.errno is not None and str(error.filename or scratch) == str(scratch):
            error.filename = str(path)
        raise
    finally:
        scratch.unlink(missing_ok=True)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """
    Give a folder to fill, which is *path* when it is filled; nothing is left of half of it.

    Whoever asks makes it, or leaves it unmade.  Raises ``FileExistsError``
    and other ``OSError``, which name *path*.
    """
    scratch = scratch_beside(path)
    _must_be_free(path)
    try:
        yield scratch
        if scratch.exists():
            scratch.rename(path)
    except OSError as error:
        if error.filename:
            error.filename = str(error.filename).replace(str(scratch), str(path))
        raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _must_be_free(path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def _give_name(scratch: Path, path: Path) -> None:
    try:
        path.hardlink_to(scratch)
    except FileExistsError:
        raise
    except OSError:
        # Not every disk can give a file two names; there the name is taken first.
        path.open("x").close()
        scratch.replace(path)

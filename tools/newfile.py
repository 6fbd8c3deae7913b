"""New files and folders: never over others, and whole or not there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def new_file(path: Path, newline: str = "") -> Iterator[TextIO]:
    """
    Give the new file *path* to write UTF-8 text to.

    What was begun and cannot be finished is removed: half of a file would
    look like a whole one.  Raises ``FileExistsError`` and other ``OSError``.
    """
    file = path.open("x", encoding="utf-8", newline=newline)
    try:
        with file:
            yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@contextmanager
def new_folder(path: Path) -> Iterator[None]:
    """
    Have the folder *path*, which is not there yet, filled or not made at all.

    Whoever asks makes it; what was begun and cannot be finished is removed.
    """
    if path.exists():
        raise FileExistsError(path)
    try:
        yield
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise

"""Folders to measure in, for a while."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rollbook.events.log.errors import LogError


@contextmanager
def scratch_folder(inside: str | None = None) -> Iterator[Path]:
    """
    Give a new folder *inside* another, or where temporary files go.

    What the system does not do there is said with the name of that other.
    """
    import sqlite3

    place = Path(inside or tempfile.gettempdir()).absolute()
    try:
        with tempfile.TemporaryDirectory(dir=place) as folder:
            yield Path(folder)
    except OSError as error:
        if error.errno is not None:
            error.filename = str(place)
        raise
    except (LogError, sqlite3.Error) as error:
        raise CannotMeasure(f"{place}: {error}") from error


class CannotMeasure(LogError):
    """The folder to measure in cannot be worked in."""

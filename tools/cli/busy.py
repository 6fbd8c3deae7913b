"""A sign of life on the terminal while something takes its time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def busy(doing: str) -> Iterator[None]:
    """
    Show that something is being done, on a terminal only.

    It goes to standard error and vanishes, so output for programs is as ever.
    """
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(doing):
        yield

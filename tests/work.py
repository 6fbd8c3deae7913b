"""Work counted instead of timed: the lines of Python that something runs, the same everywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Work:
    """The lines run so far, and how many there may be."""

    def __init__(self, most: int) -> None:
        self.lines = 0
        self.most = most

    def check(self) -> None:
        """Hold that it was not too much."""
        assert self.lines <= self.most, f"more than {self.most:,} lines were run"


@contextmanager
def at_most(lines: int) -> Iterator[Work]:
    """
    Hold that the block runs no more than so many lines, and stop it where it does.

    Only the functions that the block calls count, not its own lines; and not what
    runs inside a function written in C.
    """
    work = Work(lines)

    def count(frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            work.lines += 1
            if work.lines > work.most:
                work.check()
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield work
    finally:
        sys.settrace(before)
    # Whoever catches everything may have caught the first complaint.
    work.check()

"""A sign of life on the terminal while something takes its time."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from threading import Event

T = TypeVar("T")
PATIENCE = 1.0
"""The seconds after which it is said what is being done."""
_STEP = 0.5
_doing: list[str] = []


@contextmanager
def busy(doing: str) -> Iterator[None]:
    """
    Show what is being done when it takes more than a second, on a terminal only.

    It goes to standard error and vanishes, so output for programs is as ever.
    What is done as a part of something else is not shown itself.
    """
    if _doing or not sys.stderr.isatty():
        yield
        return
    from threading import Event, Thread

    done = Event()
    teller = Thread(target=_tell, args=(doing, done), daemon=True)
    _doing.append(doing)
    teller.start()
    try:
        yield
    finally:
        _doing.clear()
        done.set()
        teller.join()


def busy_giving(doing: str, parts: Iterable[T]) -> Iterator[T]:
    """Give *parts* to be printed, busy until the last; on a terminal the first is sign enough."""
    seen = sys.stdout.isatty()
    with ExitStack() as showing:
        showing.enter_context(busy(doing))
        for part in parts:
            if seen:
                showing.close()
            yield part


def _tell(doing: str, done: Event) -> None:
    began = time.monotonic()
    if done.wait(PATIENCE):
        return
    with contextlib.suppress(OSError, ValueError):
        while True:
            sys.stderr.write(f"\r\x1b[K{doing} ... {time.monotonic() - began:.0f} s")
            sys.stderr.flush()
            if done.wait(_STEP):
                break
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()

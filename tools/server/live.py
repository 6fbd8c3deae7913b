"""One log file as the server sees it: looked at again whenever it has changed."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from threading import Lock
from typing import Any

from rollbook.events.errors import RollbookError
from rollbook.events.log.file import FileLog
from rollbook.tools.viewer.content import Gatherer, timelines_plain
from rollbook.tools.viewer.document import page


class AnotherLog(RollbookError):
    """The file does not continue what a page has shown of it."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} does not continue the log that this page shows; load it again")


class LiveLog:
    """
    A log that may still be written, for many readers at once.

    It is read without a lock and never changed; the page is made again only
    after the file has grown.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._page: tuple[tuple[Any, ...], str] | None = None

    def gatherer(self, log: FileLog, *, extras: bool) -> Gatherer:
        """Give what gathers the content of the opened log."""
        return Gatherer(log, extras=extras)

    def stamp(self) -> tuple[int, int]:
        """Give what changes whenever the file does: its size and time.  Raises ``OSError``."""
        found = self.path.stat()
        return found.st_size, found.st_mtime_ns

    def version(self) -> tuple[Any, ...]:
        """Give what changes whenever the page would be another."""
        return self.stamp()

    def page(self) -> str:
        """Give the page of the log as it is now.  Raises what reading a log raises."""
        with self._lock:
            version = self.version()
            if self._page is None or self._page[0] != version:
                with FileLog.read(self.path) as log:
                    self._page = (
                        version,
                        page(self.gatherer(log, extras=True).content(), served=True),
                    )
            return self._page[1]

    def more(self, start: int, leaf: str) -> dict[str, Any]:
        """
        Give what was written from entry *start* on, for a page that ends with *leaf*.

        Raises ``AnotherLog`` if the log does not hold that leaf before *start*.
        """
        with self._lock, FileLog.read(self.path) as log:
            if not 0 < start <= len(log) or log.leaf(start - 1).hex() != leaf:
                raise AnotherLog(self.path)
            gatherer = self.gatherer(log, extras=False)
            seqs = range(start, len(log))
            told = gatherer.tell(seqs)
            data = gatherer.log_bytes()
            first = log.offset(start) if seqs else len(data)
            return {
                "log": gatherer.about(data),
                "entries": [one.plain for one in told],
                "timelines": timelines_plain(log),
                "rolls": gatherer.rolls(seqs),
                "event": gatherer.event() if seqs else None,
                "bytes": b64encode(data[first:]).decode(),
            }

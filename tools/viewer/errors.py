"""What can keep a log from becoming a page."""

from __future__ import annotations

from rollbook.events.errors import RollbookError

MAX_ENTRIES = 20_000
MAX_BYTES = 16 << 20
"""Beyond these a page would be too heavy for the browser that opens it."""


class TooLongForAPage(RollbookError):
    """A log is longer than one page can hold."""

    def __init__(self, entries: int, size: int) -> None:
        super().__init__(
            f"this log has {entries} entries in {size} bytes; one page holds at most "
            f"{MAX_ENTRIES} entries and {MAX_BYTES} bytes: use rollbook step, or export --jsonl"
        )

"""What can be wrong with a log, one class for each thing a caller can do about it."""

from __future__ import annotations

from pathlib import Path

from rollbook.events.errors import RollbookError


class LogError(RollbookError):
    """The base of everything that can be wrong with a log."""


class EntryError(LogError):
    """A payload is no entry of this log, although its bytes arrived whole."""

    def __init__(self, reason: str, seq: int | None = None) -> None:
        super().__init__(f"entry {seq}: {reason}" if seq is not None else reason)
        self.reason = reason
        self.seq = seq


class NotALog(LogError):
    """The file is no Rollbook log at all; *missing* if there is none of that name."""

    def __init__(self, path: Path | str, reason: str, *, missing: bool = False) -> None:
        said = f"{path} is no Rollbook log: {reason}"
        if missing:
            said = f"{reason}: {path}; check the name, or begin a log with: rollbook play {path}"
        super().__init__(said)
        self.path = path
        self.reason = reason
        self.missing = missing


class DamagedLog(LogError):
    """Bytes of the log are not what was written; the good part before them stands."""

    def __init__(self, path: Path | str, offset: int, seq: int, reason: str) -> None:
        super().__init__(
            f"{path} is damaged at byte {offset}, entry {seq}: {reason}; "
            f"run: rollbook repair {path}"
        )
        self.path = path
        self.offset = offset
        self.seq = seq
        self.reason = reason


class ShorterThanSigned(LogError):
    """The log ends before the size that somebody signed for."""

    def __init__(self, path: Path | str, entries: int, signed: int) -> None:
        super().__init__(
            f"{path} has {entries} good entries, but {signed} were signed for; "
            f"it is not opened for writing. Find the longer copy, or run: rollbook verify {path}"
        )
        self.entries = entries
        self.signed = signed


class WriterBusy(LogError):
    """Somebody else writes to this log."""

    def __init__(self, path: Path | str, holder: str) -> None:
        super().__init__(f"{path} is being written by {holder}; one writer at a time")
        self.holder = holder


class WriterDead(LogError):
    """A write or sync failed; this writer takes nothing more. Open the log again."""

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(
            f"{path}: writing failed ({reason}); nothing more is taken until it is opened again"
        )
        self.reason = reason


class LogExists(LogError):
    """There is a file of that name already; it is never overwritten."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(f"{path} exists already; a log is never overwritten")


class ReadOnlyLog(LogError):
    """The log can be looked at but not written to."""

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(f"{path} can only be read: {reason}")


class HeadMoved(LogError):
    """The timeline has another head than the caller believed."""

    def __init__(self, timeline: str, expected: str, actual: str) -> None:
        super().__init__(
            f"timeline {timeline} is at {actual}, not at {expected}: read the log again first"
        )


class EntryTooLarge(LogError):
    """An entry does not fit into one frame."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"the entry takes {size} bytes; at most {limit} fit")


class UnknownEntry(LogError):
    """There is no entry of that number."""

    def __init__(self, seq: object, count: int) -> None:
        super().__init__(f"there is no entry {seq}; the log has 0 to {count - 1}")
        self.seq = seq


class UnknownTimeline(LogError):
    """There is no timeline of that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no timeline {name}; there are {', '.join(known)}")
        self.name = name

"""
A log in one file.

Opening for reading takes no lock and never writes.  Opening for writing takes
the lock, sets a torn tail aside, and refuses a damaged file.  An append is
one ``write`` and one ``fdatasync``, then the answer; after any error of
either this writer takes nothing more.  Format: sections 5 and 6.
"""

from __future__ import annotations

import contextlib
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from rollbook.events.errors import RollbookError, UnknownMessage
from rollbook.events.log import locking
from rollbook.events.log.chain import Chain
from rollbook.events.log.codec import unpack
from rollbook.events.log.disk import (
    OpenedAs,
    OpenFile,
    keep_aside,
    keep_copy,
    open_file,
    pread_all,
    publish,
    read_beside,
)
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import (
    DamagedLog,
    LogError,
    LogExists,
    NotALog,
    ReadOnlyLog,
    ShorterThanSigned,
    WriterDead,
)
from rollbook.events.log.frame import CHECK_BYTES, MAGIC, frame, leaf_of, valid_frame_at
from rollbook.events.log.log import Appender, Clock, NewEntry, check_expected, now
from rollbook.events.log.messages import RecoverTail, TailRecovered
from rollbook.events.log.recovery import Condition, Seen, Taken, check_magic, read_frames
from rollbook.events.log.sidefile import LONG_ENTRIES, Index, load_index, save_index
from rollbook.events.log.timeline import Timelines
from rollbook.events.quantities import SYSTEM

MAX_CHECKPOINT_BYTES = 1 << 24
MAX_FILE = 2**32
"""Bytes of the largest file that is read at all: 4 GiB."""
SHORT_FILE = 1 << 18
"""Up to this many bytes the events met while opening a file are kept for whoever folds them."""
_UNFIT = (ValueError, KeyError, TypeError, IndexError, AttributeError)


class FileLog:
    """One log, one file.  Use :meth:`create`, :meth:`read` or :meth:`write`."""

    def __init__(self, path: Path, fd: int, *, clock: Clock = now) -> None:
        self.path = path
        self.chain = Chain()
        self.condition = Condition("ok", 0, len(MAGIC))
        self.set_aside: Path | None = None
        self._fd = fd
        self._opened_as: OpenedAs
        self._offsets: array[int] = array("Q")
        self._appender = Appender(self.chain, clock)
        self._writing = False
        self._dead: str | None = None
        self._locked = False
        self._indexed = 0
        self._strict_index = False
        self.from_index = False
        self._met: list[Sequence[Any]] = []
        self._met_last = -1

    @classmethod
    def create(cls, path: Path | str, first: NewEntry, *, clock: Clock = now) -> FileLog:
        """
        Make a new log whose entry 0 is *first*, and open it for writing.

        The file appears whole or not at all.  Raises ``LogExists``, or
        ``ShorterThanSigned`` where signed checkpoints of a log of that name lie.
        """
        path = Path(path)
        if path.exists():
            raise LogExists(path)
        signed = signed_size(path)
        if signed > 1:
            # A log of that name was signed; a new one in its place would hide it.
            raise ShorterThanSigned(path, 0, signed)
        entry, payload = Appender(Chain(), clock).make(first)
        Chain().read(payload, strict=True)
        publish(path, MAGIC + frame(payload, entry.leaf))
        return cls.write(path, clock=clock)

    @classmethod
    def read(
        cls,
        path: Path | str,
        seen: Seen | None = None,
        *,
        taken: Taken | None = None,
        strict: bool = False,
    ) -> FileLog:
        """
        Open a log to look at it; ``condition`` tells how far it is good.

        With a matching side file only what is read gets checked
        (``from_index`` tells so); with *seen*, a function that is called with
        every entry, or *taken*, which is called with the events of the file,
        some at a time, everything is read and checked; *strict* compares
        every payload with its shortest form too.  Raises ``NotALog``, or
        ``DamagedLog`` if not even its first entry is good.
        """
        path = Path(path)
        log = cls(path, open_file(path, os.O_RDONLY))
        try:
            log._load(strict=strict, seen=seen, taken=taken)
            if not log.chain.count:
                raise DamagedLog(path, log.condition.offset, 0, log.condition.reason)
        except OSError as error:
            log.close()
            raise _unreadable(path, error) from None
        except BaseException:
            log.close()
            raise
        return log

    @classmethod
    def write(cls, path: Path | str, *, clock: Clock = now) -> FileLog:
        """
        Open a log for writing, after checking all of it.

        A torn tail is copied to a file of its own first (``set_aside``) and
        an entry says so.  Raises ``NotALog``, ``WriterBusy``, ``DamagedLog``,
        ``ShorterThanSigned``, ``ReadOnlyLog``.
        """
        path = Path(path)
        log = cls(path, open_file(path, os.O_RDWR | os.O_APPEND), clock=clock)
        try:
            locking.lock(log._fd, path)
            log._opened_as = OpenedAs(path, log._fd)
            problem = log._opened_as.problem()
            if problem is not None:
                raise LogError(f"{path} was {problem} while it was being opened; try again")
            log._load(strict=True)
            log._start_writing()
        except OSError as error:
            log.close()
            raise _unreadable(path, error) from None
        except BaseException:
            log.close()
            raise
        return log

    def _load(self, *, strict: bool, seen: Seen | None = None, taken: Taken | None = None) -> None:
        size = os.fstat(self._fd).st_size
        if size > MAX_FILE:
            raise NotALog(self.path, f"it is larger than {MAX_FILE} bytes")
        check_magic(self.path, os.pread(self._fd, len(MAGIC), 0))
        whole = seen is not None or taken is not None
        start = len(MAGIC) if whole else self._load_index(strict=strict)
        holder = locking.read_holder(self.path)
        if not whole and start == len(MAGIC) and size <= SHORT_FILE:
            taken = self._met.append
        self.condition = read_frames(
            OpenFile(self._fd, size),
            self.chain,
            self._offsets,
            start=start,
            strict=strict,
            least=signed_size(self.path),
            batch=holder.batch if holder else 0,
            seen=seen,
            taken=taken,
        )
        self._met_last = len(self) - 1
        self.from_index = start > len(MAGIC)
        if self.condition.status == "ok" and len(self) - self._indexed >= LONG_ENTRIES:
            self.save_index(strict=strict)

    def met(self, seq: int) -> Sequence[Sequence[Any]]:
        """
        Give the events of entries 0 to *seq* in the order of the file, some at a time.

        They are at hand once only, up to the entry that was the last when a
        short file was opened; otherwise there are none.
        """
        if seq != self._met_last:
            return ()
        met, self._met = self._met, []
        return met

    def _load_index(self, *, strict: bool) -> int:
        """Take over a side file that fits; give the byte from which on to read."""
        index = load_index(self.path)
        if index is None or (strict and not index.strict):
            return len(MAGIC)
        try:
            self._take_index(index)
        except (RollbookError, OSError, OverflowError, *_UNFIT):
            self.chain = Chain()
            self._appender.chain = self.chain
            self._offsets = array("Q")
            return len(MAGIC)
        return index.size

    def _take_index(self, index: Index) -> None:
        """Check entry 0 and the last frame against *index*, and be what it says."""
        self._offsets = index.offsets
        self.condition = Condition("ok", index.count, index.size)
        scratch = Chain()
        scratch.read(self._stored(0))
        last = self._stored(index.count - 1)
        if leaf_of(last) != index.leaf:
            raise LogError("the side file belongs to another log")
        self.chain.take_index(scratch, index, self._stored)
        self.chain.decode(last, unpack(last), index.count - 1, self.chain.codec_at(index.count - 1))
        self._indexed = index.count
        self._strict_index = index.strict

    def save_index(self, *, strict: bool) -> None:
        """Keep a side file for this log as it is now."""
        saved = save_index(
            self.path,
            Index(
                self.condition.offset,
                self.chain.count,
                self.chain.last_leaf,
                strict and (self._strict_index or not self._indexed),
                self._offsets,
                self.timelines.dump(),
                self.chain.keys,
                tuple(self.chain.extended_at),
                self.chain.table_parts,
            ),
        )
        if saved:
            self._indexed = self.chain.count

    def _start_writing(self) -> None:
        condition = self.condition
        if condition.status == "damaged":
            raise DamagedLog(self.path, condition.offset, condition.entries, condition.reason)
        signed = signed_size(self.path)
        if condition.entries < signed:
            raise ShorterThanSigned(self.path, condition.entries, signed)
        unknown = self.chain.codec.unknown_names()
        if unknown:
            raise ReadOnlyLog(
                self.path, f"a newer Rollbook wrote {', '.join(unknown[:5])}, unknown to this one"
            )
        locking.write_holder(self.path)
        self._locked = True
        self._writing = True
        if condition.status == "torn":
            self._set_tail_aside()

    def _set_tail_aside(self) -> None:
        offset = self.condition.offset
        size = os.fstat(self._fd).st_size
        tail = pread_all(self._fd, size - offset, offset)
        self.set_aside = keep_aside(self.path, offset, tail)
        self._guarded(lambda: os.ftruncate(self._fd, offset))
        self._guarded(lambda: os.fsync(self._fd))
        self.condition = Condition("ok", self.chain.count, offset)
        said = NewEntry(
            RecoverTail(offset=offset, bytes=len(tail)),
            (TailRecovered(offset=offset, bytes=len(tail)),),
            SYSTEM,
            timeline=self.timelines.line(self.chain.count - 1),
        )
        self.append(said)

    def _guarded(self, action: Callable[[], object]) -> None:
        try:
            action()
        except OSError as error:
            self._die(error.strerror or str(error))

    def _die(self, reason: str) -> NoReturn:
        self._dead = reason
        raise WriterDead(self.path, reason)

    def __len__(self) -> int:
        return self.chain.count

    def __enter__(self) -> FileLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def timelines(self) -> Timelines:
        """The tree of entries."""
        return self.chain.timelines

    @property
    def writable(self) -> bool:
        """Whether entries can be appended."""
        return self._writing and self._dead is None

    @property
    def condition(self) -> Condition:
        """How far the file is good: as it was found, and what was appended since."""
        if self._end == self._found.offset:
            return self._found
        return Condition("ok", self.chain.count, self._end)

    @condition.setter
    def condition(self, found: Condition) -> None:
        self._found, self._end = found, found.offset

    @property
    def size(self) -> int:
        """Bytes of the good part of the file."""
        return self._end

    def offset(self, seq: int) -> int:
        """Give the byte at which the frame of entry *seq* starts."""
        return self._offsets[self.timelines.check_seq(seq)]

    def _frame(self, seq: int) -> bytes:
        """Read the bytes of one frame."""
        start = self._offsets[seq]
        end = self._offsets[seq + 1] if seq + 1 < len(self._offsets) else self._end
        try:
            return os.pread(self._fd, end - start, start)
        except OSError as error:
            raise _unreadable(self.path, error) from None

    def payload(self, seq: int) -> bytes:
        """Give the stored bytes of entry *seq*."""
        self.timelines.check_seq(seq)
        return self._stored(seq)

    def _stored(self, seq: int) -> bytes:
        data = self._frame(seq)
        if not valid_frame_at(data, 0):
            raise DamagedLog(self.path, self._offsets[seq], seq, "it changed while it was open")
        return data[3 if data[1] == 0xC4 else 4 : -2 - CHECK_BYTES]

    def entry(self, seq: int) -> Entry:
        """Give entry *seq*."""
        return self.chain.decode_stored(self.payload(seq), seq)

    def entries(self, seqs: Iterable[int]) -> Iterator[Entry]:
        """Give several entries, oldest first."""
        return map(self.entry, seqs)

    def leaf(self, seq: int) -> bytes:
        """Give the leaf hash of entry *seq*: the ``prev`` of the one after it."""
        if self.timelines.check_seq(seq) == self.chain.count - 1:
            return self.chain.last_leaf
        prev: bytes = unpack(self.payload(seq + 1))[1]
        return prev

    def append(self, new: NewEntry) -> Entry:
        """
        Add an entry; when this returns, it is on the disk.

        Raises ``HeadMoved``, ``EntryTooLarge``, ``WriterDead``.
        """
        self._check_writing()
        check_expected(self, new)
        try:
            return self._add(new)
        except UnknownMessage:
            self.extend_for(new)
            return self._add(new)

    def extend_for(self, new: NewEntry) -> bool:
        """Let the schema grow if *new* needs that."""
        self._check_writing()
        extension = self._appender.extension(new)
        if extension is not None:
            self._add(extension)
        return extension is not None

    def _check_writing(self) -> None:
        if self._dead is not None:
            raise WriterDead(self.path, self._dead)
        if not self._writing:
            raise ReadOnlyLog(self.path, "it was opened to be looked at")

    def _add(self, new: NewEntry) -> Entry:
        entry, payload, place = self._appender.make_placed(new)
        data = frame(payload, entry.leaf)
        self._write(data)
        self._offsets.append(self._end)
        self.chain.take(entry, place)
        self._end += len(data)
        return entry

    def _write(self, data: bytes) -> None:
        try:
            # Half the time of fstat; what is written goes to the end wherever this stands.
            if os.lseek(self._fd, 0, os.SEEK_END) != self._end:
                self._die("somebody else changed the file")
            written = os.write(self._fd, data)
            if written != len(data):
                self._die(f"only {written} of {len(data)} bytes were written; is the disk full?")
            os.fdatasync(self._fd)
            problem = self._opened_as.problem()
            if problem is not None:
                kept = (
                    self._keep()
                    if self._opened_as.unreachable
                    else "in the file that had this name"
                )
                self._die(f"the file was {problem} while it was open; all that was taken is {kept}")
        except OSError as error:
            self._die(error.strerror or str(error))

    def _keep(self) -> str:
        """Keep what was acknowledged, in a file of its own, before this one is gone; say where."""
        try:
            return f"kept in {keep_copy(self.path, pread_all(self._fd, self._end))}"
        except (OSError, LogError) as error:
            return f"lost, since it could not be kept ({error})"

    def close(self) -> None:
        """Let go of the file and its lock."""
        if self._locked:
            locking.remove_holder(self.path)
            self._locked = False
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                os.close(self._fd)
            self._fd = -1
        self._writing = False


def _unreadable(path: Path, error: OSError) -> LogError:
    return LogError(f"{path} cannot be read: {error.strerror or error}")


def checkpoint_file(path: Path) -> Path:
    """Give the name of the file that keeps the signed checkpoints of the log *path*."""
    return path.with_name(path.name + ".ckpt")


def signed_size(path: Path) -> int:
    """
    Give the largest size that a checkpoint beside the log names, 0 without one.

    Raises ``LogError`` if the checkpoints cannot be read: then nobody knows
    how long the log must be.
    """
    beside = checkpoint_file(path)
    data = read_beside(beside, MAX_CHECKPOINT_BYTES)
    if data is None:
        return 0
    from rollbook.events.log.checkpoint import Checkpoint
    from rollbook.events.log.note import parse_notes

    try:
        return max((Checkpoint.parse(note.text).size for note in parse_notes(data)), default=0)
    except RollbookError as error:
        raise LogError(f"{beside} holds no checkpoints: {error}") from None

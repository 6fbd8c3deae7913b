"""
Logs: one protocol, and the store that lives in memory.

Whatever keeps the bytes, a log is the same: entries are appended at the head
of a timeline, never changed, and read back by number.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Protocol

from attrs import frozen

from rollbook.events.dicevalues import DICE_VALUES
from rollbook.events.errors import UnknownMessage
from rollbook.events.frozen import FrozenDict
from rollbook.events.log.chain import FORMAT, Chain, Place, check_beside, codec_for
from rollbook.events.log.codec import (
    MAX_PAYLOAD,
    check_values,
    may_break_limits,
    pack,
    time_at,
)
from rollbook.events.log.entry import Entry, make_entry
from rollbook.events.log.errors import EntryError, EntryTooLarge, HeadMoved, LogError
from rollbook.events.log.frame import frame, leaf_of
from rollbook.events.log.messages import (
    LOG_MESSAGES,
    ExtendSchema,
    LogOpened,
    SchemaExtended,
    StartGame,
)
from rollbook.events.log.quick import QuickMaker, quick_maker
from rollbook.events.log.timeline import Timelines
from rollbook.events.message import Command, Event, Message
from rollbook.events.quantities import MAX_INT, MAX_ITEMS, SYSTEM
from rollbook.events.schema import Codec, schema_rows, vocabulary_of, with_values
from rollbook.events.shape import fields_of, is_open

Clock = Callable[[], int]

WRITER = "rollbook"


def now() -> int:
    """
    Give the time as the log writes it: microseconds since 1970 UTC.

    Raises ``LogError`` where the clock shows a time that no entry can have.
    """
    at = time.time_ns() // 1000
    if not 0 <= at <= MAX_INT:
        year = 1970 + at / (365.2425 * 86_400_000_000)
        raise LogError(
            f"the clock of this machine stands in the year {int(year)}; an entry needs a time "
            "from 1970 to 2255: set the clock right, then ask again"
        )
    return at


@frozen
class NewEntry:
    """
    What is to be appended: a command, what it caused, and who, where, how.

    *parent* is the entry it continues, ``None`` for the head of *timeline*;
    *expected* is the leaf that this head must have (``None``: any).
    """

    command: Command
    events: tuple[Event, ...]
    by: str
    key: str | None = None
    dice: Any = None
    timeline: str = "main"
    parent: int | None = None
    expected: bytes | None = None


class Log(Protocol):
    """A log, wherever its bytes are."""

    @property
    def chain(self) -> Chain:
        """What the log is after all its entries."""

    @property
    def writable(self) -> bool:
        """Whether entries can be appended."""

    def __len__(self) -> int: ...

    def payload(self, seq: int) -> bytes:
        """Give the stored bytes of entry *seq*."""

    def entry(self, seq: int) -> Entry:
        """Give entry *seq*; raises ``UnknownEntry``."""

    def entries(self, seqs: Iterable[int]) -> Iterator[Entry]:
        """Give several entries, oldest first."""

    def leaf(self, seq: int) -> bytes:
        """Give the leaf hash of entry *seq*."""

    def append(self, new: NewEntry) -> Entry:
        """Add an entry; when it returns, the entry is there to stay."""

    def extend_for(self, new: NewEntry) -> bool:
        """
        Append the ``extend_schema`` that *new* needs, and tell if one was needed.

        It moves a head, so what was decided about heads must be decided again.
        """

    def close(self) -> None:
        """Let go of files and locks."""


def opening(
    rules: str,
    players: FrozenDict[str],
    house_rules: FrozenDict[Any],
    *,
    started: Event,
    game_id: bytes,
    rules_version: str,
    tables_hash: bytes | None = None,
    writer: str = WRITER,
    extra: Sequence[type[Message]] = (),
    by: str = SYSTEM,
    key: str | None = None,
) -> NewEntry:
    """
    Give entry 0 of a log: ``start_game`` with ``LogOpened`` and *started*.

    *started* is the rule set's ``GameStarted``.  The schema numbers the log's
    own messages, then those of the rule set, then *extra*.
    """
    classes = with_values((*LOG_MESSAGES, *vocabulary_of(rules).messages, *extra))
    opened = LogOpened(
        format=FORMAT,
        game_id=game_id,
        rules_version=rules_version,
        tables_hash=tables_hash,
        writer=writer,
        schema=schema_rows(classes),
    )
    command = StartGame(rules=rules, players=players, house_rules=house_rules)
    return NewEntry(command, (opened, started), by, key)


def hash_of_tables(text: str) -> bytes:
    """Give the hash that entry 0 keeps of rule tables other than the shipped ones."""
    return sha256(text.encode()).digest()


class Appender:
    """Makes payloads for the end of a chain: the part that every store shares."""

    def __init__(self, chain: Chain, clock: Clock = now) -> None:
        self.chain = chain
        self.clock = clock
        self._quick: QuickMaker | None = None

    def extension(self, new: NewEntry) -> NewEntry | None:
        """
        Give the ``extend_schema`` that must stand before *new*, if any.

        Raises what :meth:`make` raises if *new* would be refused after it.
        """
        parts = (new.command, *new.events, *((new.dice,) if new.dice is not None else ()))
        types = [kind for part in parts for kind in _types_in(part)]
        rows = self.chain.codec.rows_for(dict.fromkeys(types))
        if not rows:
            return None
        self.make(new, self.chain.codec.extended(rows))
        line = self.chain.timelines.line(self.chain.count - 1)
        return NewEntry(
            ExtendSchema(rows=rows), (SchemaExtended(rows=rows),), SYSTEM, timeline=line
        )

    def make(self, new: NewEntry, codec: Codec | None = None) -> tuple[Entry, bytes]:
        """
        Give the entry that *new* becomes, and its payload, without adding it.

        It is written by *codec*, or by the one that holds now.  Raises
        ``UnknownTimeline``, ``UnknownEntry``, ``EntryTooLarge``,
        ``EntryError``, ``MessageError`` or ``UnknownMessage``.
        """
        chain = self.chain
        seq = chain.count
        parent = self._parent(new)
        written = None if parent is None or parent == seq - 1 else parent
        prev = chain.last_leaf if seq else _opening_of(new)[0].game_id + bytes(16)
        codec = codec or (chain.codec if seq else self._first_codec(new))
        packers, event_packers = codec.packers, codec.event_packers
        at = self.clock()
        _check_parts(new, at, seq)
        command, events, dice = new.command, new.events, new.dice
        row = (
            seq,
            prev,
            written,
            at,
            new.by,
            new.key,
            packers[type(command)](command),
            tuple([event_packers[type(event)](event) for event in events]),
            None if dice is None else packers[type(dice)](dice),
        )
        payload = pack(row)
        size = len(payload)
        if size > MAX_PAYLOAD:
            raise EntryTooLarge(size, MAX_PAYLOAD)
        if size > MAX_ITEMS or may_break_limits(payload, time_at(seq, written)):
            check_values(row)
        leaf = leaf_of(payload)
        entry = make_entry(seq, prev, parent, at, new.by, new.key, command, events, dice, leaf)
        return entry, payload

    def make_placed(self, new: NewEntry) -> tuple[Entry, bytes, Place]:
        """
        Give what :meth:`make` gives, and the place of the entry, without adding it.

        Raises what :meth:`make` and :meth:`~rollbook.events.log.chain.Chain.place` raise.
        """
        chain, quick = self.chain, self._quick
        if chain.count:
            if quick is None or quick.codec is not chain.codecs[-1][1]:
                quick = self._quick = quick_maker(chain.codec)
            made = quick.make(chain, new, self.clock)
            if made is not None:
                return made
        entry, payload = self.make(new)
        return entry, payload, chain.place(entry)

    def _first_codec(self, new: NewEntry) -> Codec:
        opened, command = _opening_of(new)
        return codec_for(opened.schema, command.rules)

    def _parent(self, new: NewEntry) -> int | None:
        if not self.chain.count:
            return None
        timelines = self.chain.timelines
        if new.parent is not None:
            return timelines.check_seq(new.parent)
        return timelines.head(new.timeline)


_OPEN_FIELDS: dict[type, tuple[str, ...]] = {}


def _open_fields(cls: type[Message]) -> tuple[str, ...]:
    """Give the fields of a class that may hold any message of a kind."""
    names = _OPEN_FIELDS.get(cls)
    if names is None:
        names = _OPEN_FIELDS[cls] = tuple(f.name for f in fields_of(cls) if is_open(f.shape))
    return names


def _types_in(message: Message) -> Iterator[type[Message]]:
    """Give the type of a message, and of those that it holds whole."""
    yield type(message)
    for name in _open_fields(type(message)):
        held = getattr(message, name)
        if isinstance(held, Message):
            yield from _types_in(held)


def _check_parts(new: NewEntry, at: int, seq: int) -> None:
    """Check on the way in what a reader would refuse on the way out."""
    check_beside(at, new.by, new.key, seq)
    if not new.events:
        raise EntryError("it has no events", seq)
    if new.command.KIND != Command.KIND:
        raise EntryError("an entry begins with a command", seq)
    if new.dice is not None and not isinstance(new.dice, DICE_VALUES):
        raise EntryError("its dice are of no dice source", seq)


def check_expected(log: Log, new: NewEntry) -> None:
    """Raise ``HeadMoved`` unless the timeline of *new* has the head that it expects."""
    if new.expected is None:
        return
    head = log.chain.timelines.head(new.timeline)
    actual = log.leaf(head)
    if actual != new.expected:
        raise HeadMoved(new.timeline, new.expected.hex()[:12], f"{head} ({actual.hex()[:12]})")


def _opening_of(new: NewEntry) -> tuple[LogOpened, StartGame]:
    """Give the parts of entry 0 that say how the log is written."""
    opened, command = new.events[0], new.command
    if not isinstance(opened, LogOpened) or not isinstance(command, StartGame):
        raise TypeError("the first entry of a log opens it")
    return opened, command


class MemoryLog:
    """A log in memory: for trying things out, for tests, for what-if timelines."""

    def __init__(self, clock: Clock = now) -> None:
        self.chain = Chain()
        self.writable = True
        self._payloads: list[bytes] = []
        self._leaves: list[bytes] = []
        self._appender = Appender(self.chain, clock)

    @classmethod
    def of(cls, payloads: Iterable[bytes], clock: Clock = now) -> MemoryLog:
        """Make a log of payloads; raises ``EntryError`` for the first that does not fit."""
        log = cls(clock)
        for payload in payloads:
            entry = log.chain.read(payload)
            log._payloads.append(payload)
            log._leaves.append(entry.leaf)
        return log

    def __len__(self) -> int:
        return len(self._payloads)

    @property
    def timelines(self) -> Timelines:
        """The tree of entries."""
        return self.chain.timelines

    def payload(self, seq: int) -> bytes:
        """Give the stored bytes of entry *seq*."""
        return self._payloads[self.timelines.check_seq(seq)]

    def entry(self, seq: int) -> Entry:
        """Give entry *seq*."""
        return self.chain.decode_stored(self.payload(seq), seq)

    def entries(self, seqs: Iterable[int]) -> Iterator[Entry]:
        """Give several entries, oldest first."""
        return map(self.entry, seqs)

    def leaf(self, seq: int) -> bytes:
        """Give the leaf hash of entry *seq*."""
        return self._leaves[self.timelines.check_seq(seq)]

    def append(self, new: NewEntry) -> Entry:
        """Add an entry."""
        check_expected(self, new)
        try:
            return self._add(new)
        except UnknownMessage:
            self.extend_for(new)
            return self._add(new)

    def extend_for(self, new: NewEntry) -> bool:
        """Let the schema grow if *new* needs that."""
        extension = self._appender.extension(new)
        if extension is not None:
            self._add(extension)
        return extension is not None

    def _add(self, new: NewEntry) -> Entry:
        entry, payload, place = self._appender.make_placed(new)
        self.chain.take(entry, place)
        self._payloads.append(payload)
        self._leaves.append(entry.leaf)
        return entry

    def frames(self) -> bytes:
        """Give the bytes that a file with these entries holds, after the magic."""
        return b"".join(map(frame, self._payloads, self._leaves))

    def close(self) -> None:
        """Nothing to let go of."""

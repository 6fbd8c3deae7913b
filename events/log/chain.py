"""
The chain: what makes a payload the next entry of a log.

A :class:`Chain` takes payloads in file order and refuses whatever FORMAT
section 4 refuses: limits, types, number, ``prev``, parent, rows against the
schema.  It keeps what every store needs to know of the entries so far, and
nothing of their contents.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from attrs import frozen

from rollbook.events.errors import MessageError, UnknownRuleSet
from rollbook.events.log.codec import (
    check_values,
    is_canonical,
    may_hold_large_numbers,
    time_at,
    unpack,
)
from rollbook.events.log.entry import Entry, make_entry
from rollbook.events.log.errors import EntryError
from rollbook.events.log.frame import leaf_of
from rollbook.events.log.messages import (
    FIXED,
    LOG_MESSAGES,
    MOVERS,
    MOVING_COMMANDS,
    MOVING_EVENTS,
    LogOpened,
    SchemaExtended,
    TablesGiven,
)
from rollbook.events.log.sidefile import Index
from rollbook.events.log.timeline import Timelines
from rollbook.events.message import Message, name_of
from rollbook.events.quantities import MAX_INT
from rollbook.events.schema import Codec, schema_rows, vocabulary_of
from rollbook.events.schemarows import SchemaRow, check_rows

FORMAT = 1
FIELDS = 9
KEY_BYTES = 32


@frozen
class Place:
    """Where an entry goes: its timeline, and the codec after it if it extends the schema."""

    line: str
    extended: Codec | None = None


PLAIN = Place("")
"""The place of an entry that continues the one before it and changes nothing else."""


class Chain:
    """What a log is after the entries so far: schema, timelines, keys, last leaf."""

    def __init__(self) -> None:
        self.count = 0
        self.last_leaf = b""
        self.game_id = b""
        self.rules = ""
        self.players: tuple[str, ...] = ()
        self.opened: LogOpened | None = None
        self.timelines = Timelines()
        self.keys: dict[str, int] = {}
        self.codecs: list[tuple[int, Codec]] = []
        self.table_lines: list[str] = []
        self.table_parts = 0
        self.extended_at: list[int] = []

    @property
    def codec(self) -> Codec:
        """The codec for the next entry."""
        return self.codecs[-1][1]

    def codec_at(self, seq: int) -> Codec:
        """Give the codec that holds for entry *seq*."""
        for start, codec in reversed(self.codecs):
            if start <= seq:
                return codec
        return self.codecs[0][1]

    def read(self, payload: bytes, *, leaf: bytes | None = None, strict: bool = False) -> Entry:
        """
        Check *payload* as the next entry, count it in, and give it.

        *leaf* is its hash where that is known already; *strict* compares the
        bytes with their shortest form too.  Raises
        :class:`~rollbook.events.log.errors.EntryError`; nothing is counted in
        then.
        """
        row = unpack(payload)
        try:
            if self.count == 0:
                self._read_opening(row)
            entry = self.decode(payload, row, self.count, self.codec, leaf)
        except MessageError as error:
            raise EntryError(str(error), self.count) from None
        if strict and not is_canonical(payload, row):
            raise EntryError("its values are not in their shortest form", self.count)
        self.take(entry)
        return entry

    def decode(
        self, payload: bytes, row: Any, seq: int, codec: Codec, leaf: bytes | None = None
    ) -> Entry:
        """
        Make entry *seq* from its unpacked *row*, checking all that needs no neighbour.

        Raises ``EntryError`` or ``MessageError``.
        """
        if type(row) is not tuple or len(row) != FIELDS:
            raise EntryError("a payload is an array of 9", seq)
        number, prev, parent, at, by, key, command, events, dice = row
        if type(number) is not int or number != seq:
            raise EntryError(f"its number is {number}", seq)
        if type(prev) is not bytes or len(prev) != 32:
            raise EntryError("its prev is no hash", seq)
        check_beside(at, by, key, seq)
        if type(events) is not tuple or not events:
            raise EntryError("it has no events", seq)
        followed = _parent(parent, seq)
        # Numbers that need eight bytes are rare after the time; only then a walk is needed.
        if may_hold_large_numbers(payload, time_at(seq, parent)):
            check_values(row)
        return make_entry(
            seq,
            prev,
            followed,
            at,
            by,
            key,
            codec.of_kind(command, codec.commands),
            tuple([codec.of_kind(event, codec.events) for event in events]),
            None if dice is None else codec.of_kind(dice, codec.dice),
            leaf or leaf_of(payload),
        )

    def place(self, entry: Entry) -> Place:
        """
        Check that a decoded entry follows from those before it; change nothing.

        Raises :class:`~rollbook.events.log.errors.EntryError`.
        """
        if self.count and entry.prev != self.last_leaf:
            raise EntryError("its prev is not the hash of the entry before it", self.count)
        events = entry.events
        if MOVING_EVENTS.isdisjoint(map(type, events)):
            if type(entry.command) in MOVING_COMMANDS:
                raise EntryError("its command moves a log, but none of its events", self.count)
            if entry.parent == self.count - 1 >= 0 and entry.key is None:
                return PLAIN
        else:
            _check_mover(entry, self.count)
        first = events[0]
        if isinstance(first, TablesGiven):
            self._check_tables(first)
        extended = self._extended(first.rows) if isinstance(first, SchemaExtended) else None
        return Place(self.timelines.place(entry.parent, first), extended)

    def take(self, entry: Entry, place: Place | None = None) -> str:
        """
        Count a decoded entry in, and give the name of its timeline.

        *place* is what :meth:`place` gave for it; without it that is asked
        now, and ``EntryError`` raised.
        """
        if place is PLAIN:
            self.count += 1
            self.last_leaf = entry.leaf
            return self.timelines.add_one()
        if place is None:
            place = self.place(entry)
            if place is PLAIN:
                return self.take(entry, place)
        first = entry.events[0]
        if not self.count:
            self.players = tuple(entry.command.players)
            if self.opened is None:
                self.open(first, entry.command.rules)
        line = place.line
        self.timelines.add(entry.parent, first, line)
        if isinstance(first, TablesGiven):
            self.table_lines.extend(first.lines)
            self.table_parts += 1
        if entry.key is not None:
            self.keys.setdefault(entry.key, self.count)
        self.last_leaf = entry.leaf
        self.count += 1
        if place.extended is not None:
            self.codecs.append((self.count, place.extended))
            self.extended_at.append(entry.seq)
        return line

    def took(self, number: int, last_leaf: bytes) -> str:
        """Count in *number* plain entries that were checked; give their timeline."""
        self.count += number
        self.last_leaf = last_leaf
        return self.timelines.add_plain(number)

    def take_index(self, opened: Chain, index: Index, stored: Callable[[int], bytes]) -> None:
        """
        Be what *index* says, without reading the entries it covers.

        *opened* has read entry 0; *stored* gives the payload of an entry, for
        those that the schema or the tables hang on.
        """
        if opened.opened is None:
            raise EntryError("entry 0 is not the opening of a log", 0)
        self.open(opened.opened, opened.rules)
        self.players = opened.players
        for seq in index.extended:
            first = self.decode_stored(stored(seq), seq).events[0]
            if not isinstance(first, SchemaExtended):
                raise EntryError("the index is wrong about the schema", seq)
            self.codecs.append((seq + 1, self._extended(first.rows)))
            self.extended_at.append(seq)
        for seq in range(1, index.table_parts + 1):
            first = self.decode_stored(stored(seq), seq).events[0]
            self.table_lines.extend(first.lines)
        self.table_parts = index.table_parts
        self.timelines.load(index.timelines)
        self.keys = dict(index.keys)
        self.last_leaf = index.leaf
        self.count = index.count

    def decode_stored(self, payload: bytes, seq: int) -> Entry:
        """Make entry *seq* from bytes that were read into this chain before."""
        try:
            return self.decode(payload, unpack(payload), seq, self.codec_at(seq))
        except MessageError as error:
            raise EntryError(str(error), seq) from None

    def open(self, opened: LogOpened, rules: str) -> None:
        """Learn from entry 0 what the log is: its id, rule set and schema."""
        self.codecs = [(0, codec_for(opened.schema, rules))]
        self.opened, self.game_id, self.rules = opened, opened.game_id, rules

    def _extended(self, rows: tuple[SchemaRow, ...]) -> Codec:
        try:
            return self.codec.extended(rows)
        except MessageError as error:
            raise EntryError(str(error), self.count) from None

    def _check_tables(self, event: TablesGiven) -> None:
        if event.part != self.count - 1 or event.part != self.table_parts:
            raise EntryError("tables follow entry 0 part by part", self.count)

    def _read_opening(self, row: Any) -> None:
        """Read entry 0 far enough to know the schema of the log."""
        try:
            _, prev, _, _, _, _, command, events, _ = row
            number, form, game_id, _, _, _, schema, *_ = events[0]
            rules = command[1]
        except (TypeError, ValueError, IndexError):
            raise EntryError("entry 0 is not the opening of a log", 0) from None
        if (command[0], number, form) != (0, 1, FORMAT):
            raise EntryError(f"entry 0 does not open a log of format {FORMAT}", 0)
        if type(game_id) is not bytes or len(game_id) != 16 or prev != game_id + bytes(16):
            raise EntryError("its prev does not begin with the game id", 0)
        if type(rules) is not str:
            raise EntryError("entry 0 names no rule set", 0)
        check_rows(schema, ())
        check_fixed(schema)
        self.codecs = [(0, codec_for(schema, rules))]


def _parent(parent: Any, seq: int) -> int | None:
    if parent is None:
        return seq - 1 if seq else None
    if type(parent) is not int or not 0 <= parent < seq - 1:
        raise EntryError(f"its parent {parent} is not written as it must be", seq)
    return parent


def check_beside(at: Any, by: Any, key: Any, seq: int) -> None:
    """Raise ``EntryError`` unless these may be the time, author and key of entry *seq*."""
    if type(at) is not int or not 0 <= at <= MAX_INT or type(by) is not str:
        raise EntryError("its time or author has the wrong type", seq)
    if key is None:
        return
    # A lone surrogate passes here and is refused when the entry is packed.
    if type(key) is not str or len(key.encode(errors="surrogatepass")) > KEY_BYTES:
        raise EntryError(f"its key is no text of at most {KEY_BYTES} bytes", seq)


def _check_mover(entry: Entry, seq: int) -> None:
    """Refuse an event of the log's own that hides behind others or contradicts its command."""
    first, command = entry.events[0], entry.command
    kind, field = MOVERS.get(type(first), (None, ""))
    if kind is None or not MOVING_EVENTS.isdisjoint(map(type, entry.events[1:])):
        raise EntryError("an event of the log's own stands behind another event", seq)
    if type(command) is not kind or (field and getattr(first, field) != getattr(command, field)):
        raise EntryError("its first event is not what its command asks for", seq)
    if isinstance(first, LogOpened) and seq:
        raise EntryError("a log opens with entry 0 and only there", seq)


def check_fixed(schema: tuple[SchemaRow, ...]) -> None:
    """
    Check that the four types with fixed numbers are what they are in every log.

    Raises :class:`~rollbook.events.errors.MessageError`.
    """
    by_number = {row[0]: row for row in schema}
    for number, name, kind, fields, _ in schema_rows(FIXED):
        row = by_number.get(number)
        if row is None or row[1:3] != (name, kind) or row[3][: len(fields)] != fields:
            raise MessageError("schema", f"number {number} is not {name}")


@lru_cache(maxsize=16)
def codec_for(rows: tuple[SchemaRow, ...], rules: str) -> Codec:
    """Give the codec of a schema; logs with the same schema share one, and what it generated."""
    return Codec(rows, known_messages(rules))


def known_messages(rules: str) -> dict[str, type[Message]]:
    """Give the message classes that a log of *rules* may hold, by name."""
    known: dict[str, type[Message]] = {name_of(cls): cls for cls in LOG_MESSAGES}
    with contextlib.suppress(UnknownRuleSet):
        known |= {name_of(cls): cls for cls in vocabulary_of(rules).messages}
    return known

"""
The schema of a log: the name and fields of every type that it may hold.

Rows are written by position and read by name, so an old log opens in a newer
Rollbook and a reader in any language can name every value.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from attrs import frozen

from rollbook.events import build, listing, packing
from rollbook.events.dicevalues import DICE_VALUES
from rollbook.events.errors import MessageError, UnknownMessage, UnknownRuleSet
from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Event, Message, Value, field_names, name_of
from rollbook.events.schemarows import SchemaRow, check_rows
from rollbook.events.shape import (
    Either,
    Listing,
    Nullable,
    One,
    Several,
    Shape,
    check_depth,
    default_of,
    fields_of,
)
from rollbook.events.shape import Mapping as MappingShape

M = TypeVar("M", bound=Message)
Table = dict[Any, Callable[[Any], Any]]
FIXED_NUMBERS = (0, 1, 2, 3)
"""The types that every log has; readers take more fields at their end."""

_NONE: frozenset[type] = frozenset()
_KINDS = ("command", "event", "value")

SHIPPED = ("hull-points", "armour-value", "tournament")


@frozen
class Unknown:
    """A message whose type this Rollbook does not know, kept and shown by name."""

    name: str
    KIND: int
    fields: FrozenDict[Any]


@frozen
class Vocabulary:
    """
    The messages of one rule set, in the order in which a log numbers them.

    Value types need not be listed; :func:`with_values` puts each before the
    first message that holds it.
    """

    rules: str
    messages: tuple[type[Message], ...]


_VOCABULARIES: dict[str, Vocabulary] = {}


def register_vocabulary(vocabulary: Vocabulary) -> Vocabulary:
    """Make the messages of a rule set known, so that its logs can be read."""
    _VOCABULARIES[vocabulary.rules] = vocabulary
    return vocabulary


def vocabulary_of(rules: str) -> Vocabulary:
    """
    Give the messages of the rule set *rules*.

    Raises :class:`~rollbook.events.errors.UnknownRuleSet`.
    """
    if rules not in _VOCABULARIES and rules in SHIPPED:
        importlib.import_module(f"rollbook.events.{rules.replace('-', '')}")
    if rules not in _VOCABULARIES:
        raise UnknownRuleSet(rules, tuple(sorted({*SHIPPED, *_VOCABULARIES})))
    return _VOCABULARIES[rules]


def with_values(messages: Iterable[type[Message]]) -> tuple[type[Message], ...]:
    """Give *messages* and, before the first that needs it, every value type inside them."""
    found: dict[type[Message], None] = {}
    for cls in messages:
        _collect(cls, found)
    return tuple(found)


def _collect(cls: type[Message], found: dict[type[Message], None]) -> None:
    for field in fields_of(cls):
        for inner in _classes_in(field.shape):
            if inner not in found and issubclass(inner, Value):
                _collect(inner, found)
    found.setdefault(cls)


def _classes_in(shape: Shape) -> Iterable[type[Message]]:
    match shape:
        case One(cls=cls):
            yield cls
        case Several(classes=classes):
            yield from classes
        case Nullable(item=item) | MappingShape(item=item):
            yield from _classes_in(item)
        case Listing(item=item, fixed=fixed):
            for part in (item, *fixed):
                if part is not None:
                    yield from _classes_in(part)
        case Either(options=options):
            for option in options:
                yield from _classes_in(option)


def schema_rows(classes: Iterable[type[Message]], first: int = 0) -> tuple[SchemaRow, ...]:
    """Number *classes* from *first* and give their rows."""
    return tuple(
        (first + i, name_of(cls), cls.KIND, tuple(f.written for f in fields_of(cls)), cls.VERSION)
        for i, cls in enumerate(classes)
    )


class Codec:
    """
    Turns rows into messages and back, by the schema of one log.

    *rows* are all rows of the schema up to some entry, *known* the classes
    that may stand for them, by name.  Builders are generated when a type is
    first met.
    """

    def __init__(self, rows: tuple[SchemaRow, ...], known: Mapping[str, type[Message]]) -> None:
        self.rows = rows
        self._known = known
        self._values: dict[str, type[Message]] | None = None
        self._by_number = {row[0]: row for row in rows}
        self._latest: dict[str, SchemaRow] = {}
        for row in rows:
            if row[1] not in self._latest or row[4] >= self._latest[row[1]][4]:
                self._latest[row[1]] = row
        self.builders: dict[Any, Callable[[Any], Any]] = _Lazy(self._make_builder)
        self.commands: dict[Any, Callable[[Any], Any]] = _Lazy(self._of_kind(0))
        self.events: dict[Any, Callable[[Any], Any]] = _Lazy(self._of_kind(1))
        self.dice: dict[Any, Callable[[Any], Any]] = _Lazy(self._dice_builder)
        self._checks: dict[frozenset[type], tuple[Table, Table]] = {}
        self._plain_events: dict[frozenset[type], Table] = {}
        self._generated: dict[Any, type[Message]] = {}
        self.packers: dict[Any, Callable[[Any], Any]] = _Lazy(self._make_packer)
        self.listers: dict[Any, Callable[[Any], Any]] = _Lazy(self._make_lister)
        self.event_packers: dict[Any, Callable[[Any], Any]] = _Lazy(self._make_event_packer)
        self._bare: dict[type[Message], Callable[[Any], Any]] = _Lazy(self._make_bare)
        self._fast_bare: dict[type[Message], Callable[[Any], Any]] = _Lazy(self._make_fast_bare)
        self._named: dict[str, Callable[[Any], Any]] = _Lazy(self._make_named)
        self._bare_packers: dict[type[Message], Callable[[Any], Any]] = _Lazy(
            self._make_bare_packer
        )

    def unknown_names(self) -> tuple[str, ...]:
        """Give the names of the types that this Rollbook does not know."""
        return tuple(sorted(name for name in self._latest if self._find(name) is None))

    def unlike_names(self) -> tuple[str, ...]:
        """Give the names of the types that are shown otherwise than the log writes them."""
        return tuple(sorted({row[1] for row in self.rows if not self._is_as_written(row)}))

    def _is_as_written(self, row: SchemaRow) -> bool:
        cls = self._find(row[1])
        return cls is not None and row[3] == tuple(f.written for f in fields_of(cls))

    def _find(self, name: str) -> type[Message] | None:
        """Give the class of a name, looking into messages for value types only if it must."""
        cls = self._known.get(name)
        if cls is None and self._values is None:
            self._values = {name_of(c): c for c in with_values(self._known.values())}
        return cls or (self._values or {}).get(name)

    def message(self, row: Any) -> Any:
        """
        Make the message of a numbered *row*.

        Raises :class:`~rollbook.events.errors.MessageError`.
        """
        return self.of_kind(row, self.builders)

    def of_kind(self, row: Any, builders: dict[Any, Callable[[Any], Any]]) -> Any:
        """
        Make the message of a *row*, by one of the tables ``commands``, ``events``, ``dice``.

        Raises :class:`~rollbook.events.errors.MessageError`.
        """
        if type(row) is not tuple or not row or type(row[0]) is not int:
            raise MessageError("row", "does not start with the number of a type")
        return builders[row[0]](row)

    def events_but(self, without: frozenset[type]) -> Table:
        """Give a table as ``events`` that refuses the types *without*."""
        if without not in self._plain_events:
            self._plain_events[without] = _Lazy(self._of_kind(1, without))
        return self._plain_events[without]

    def checks_but(self, without: frozenset[type]) -> tuple[Table, Table]:
        """
        Give tables as ``commands`` and ``dice``, for rows that need no object.

        What their functions give is of no use; they raise what a builder
        raises.  The types *without* are refused.
        """
        if without not in self._checks:
            self._checks[without] = (
                _Lazy(self._check_of(self._of_kind(0, without))),
                _Lazy(self._check_of(self._dice_builder)),
            )
        return self._checks[without]

    def row(self, message: Message) -> Any:
        """
        Make the numbered row of *message*.

        Raises :class:`~rollbook.events.errors.UnknownMessage` if the schema
        lacks its type or one of its fields.
        """
        return self.packers[type(message)](message)

    def extended(self, rows: tuple[SchemaRow, ...]) -> Codec:
        """
        Give the codec that holds after an ``extend_schema`` with *rows*.

        Raises :class:`~rollbook.events.errors.MessageError` for a row that a
        schema may not take.
        """
        check_rows(rows, self.rows)
        return Codec(self.rows + rows, self._known)

    def rows_for(self, classes: Iterable[type[Message]]) -> tuple[SchemaRow, ...]:
        """Give the rows that must be added before messages of *classes* can be written."""
        lacking = [cls for cls in with_values(classes) if not self._fits(cls)]
        first = max((row[0] for row in self.rows), default=-1) + 1
        made = []
        for row in schema_rows(lacking, first):
            last = self._latest.get(row[1])
            made.append((*row[:4], max(row[4], last[4] + 1)) if last else row)
        return tuple(made)

    def _fits(self, cls: type[Message]) -> bool:
        row = self._latest.get(name_of(cls))
        return row is not None and row[3] == tuple(f.written for f in fields_of(cls))

    def _make_builder(self, number: Any) -> Callable[[Any], Any]:
        row = self._by_number.get(number)
        if row is None:
            raise MessageError("row", f"the schema has no type with number {number}")
        return self._reader(row, numbered=True)

    def _of_kind(
        self, kind: int, without: frozenset[type] = _NONE
    ) -> Callable[[Any], Callable[[Any], Any]]:
        def make(number: Any) -> Callable[[Any], Any]:
            row = self._by_number.get(number)
            if row is not None and row[2] != kind:
                found, wanted = _KINDS[row[2]], _KINDS[kind]
                raise MessageError(row[1], f"a {found} stands where a {wanted} must")
            if row is not None and self._find(row[1]) in without:
                raise MessageError(row[1], "is none of these")
            return self.builders[number]

        return make

    def _dice_builder(self, number: Any) -> Callable[[Any], Any]:
        read = self._of_kind(2)(number)
        cls = self._find(self._by_number[number][1])
        if cls is not None and cls not in DICE_VALUES:
            raise MessageError(name_of(cls), "stands where dice must")
        return read

    def _make_bare(self, cls: type[Message]) -> Callable[[Any], Any]:
        if cls is Message:
            return self.message
        row = self._latest.get(name_of(cls))
        if row is None:
            raise MessageError(name_of(cls), "this log's schema lacks it")
        return self._reader(row, cls, numbered=False)

    def _make_fast_bare(self, cls: type[Message]) -> Callable[[Any], Any]:
        """Give the reader of a value inside what is generated: generated too, if the log has it."""
        row = self._latest.get(name_of(cls))
        if cls is Message or row is None or row[2] != cls.KIND or not self._fits(cls):
            return self._bare[cls]
        return build.builder(cls, self._fast_bare.__getitem__, numbered=False)

    def by_name(self, name: str, value: Any) -> Any:
        """
        Make the value of the type that the schema calls *name*, from its bare row.

        Raises :class:`~rollbook.events.errors.MessageError`.
        """
        return self._named[name](value)

    def _make_named(self, name: str) -> Callable[[Any], Any]:
        row = self._latest.get(name)
        if row is None:
            raise MessageError(name, "this log's schema lacks it")
        return self._reader(row, numbered=False)

    def _reader(
        self, row: SchemaRow, cls: type[Message] | None = None, *, numbered: bool
    ) -> Callable[[Any], Any]:
        cls = cls or self._find(row[1])
        if cls is None or row[2] != cls.KIND:
            return _unknown_reader(row, self, numbered=numbered)
        if row[3] == tuple(f.written for f in fields_of(cls)):
            resolves = self._bare.__getitem__, self._fast_bare.__getitem__
            if numbered:
                return build.warming(cls, *resolves, numbered=True, often=self._grown(row[0], cls))
            return build.warming(
                cls, *resolves, numbered=False, often=lambda fast: self._bare.update({cls: fast})
            )
        return _adapting_reader(row, cls, self._bare.__getitem__, numbered=numbered)

    def _grown(self, number: int, cls: type[Message]) -> Callable[[Any], object]:
        """Give what puts generated functions into every table that had the plain one."""

        def grown(fast: Callable[[Any], Any]) -> None:
            self._generated[number] = cls
            builders = (self.builders, self.commands, self.events, self.dice)
            for table in (*builders, *self._plain_events.values()):
                if number in table:
                    table[number] = fast
            for checks in self._checks.values():
                for table in checks:
                    table.pop(number, None)

        return grown

    def _check_of(
        self, make: Callable[[Any], Callable[[Any], Any]]
    ) -> Callable[[Any], Callable[[Any], Any]]:
        """Give *make* with a check in place of a builder for types that occur a lot."""

        def check(number: Any) -> Callable[[Any], Any]:
            read = make(number)
            cls = self._generated.get(number)
            return read if cls is None else build.checker(cls, self._fast_bare.__getitem__)

        return check

    def _make_packer(self, cls: Any) -> Callable[[Any], Any]:
        return packing.packer(cls, self._pack_resolve, self._number_of(cls))

    def _make_lister(self, cls: Any) -> Callable[[Any], Any]:
        return listing.lister(cls, self._pack_resolve, self.listers, self._number_of(cls))

    def _number_of(self, cls: type[Message]) -> int:
        """Give the number by which a *cls* and all that it holds can be written."""
        for part in with_values((cls,)):
            if not self._fits(part):
                raise UnknownMessage(name_of(part))
        return self._latest[name_of(cls)][0]

    def _make_event_packer(self, cls: Any) -> Callable[[Any], Any]:
        if cls.KIND != Event.KIND:
            raise MessageError(name_of(cls), "stands where an event must")
        return self.packers[cls]

    def _make_bare_packer(self, cls: type[Message]) -> Callable[[Any], Any]:
        if not self._fits(cls):
            raise UnknownMessage(name_of(cls))
        return packing.packer(cls, self._pack_resolve, None)

    def _pack_resolve(self, cls: type[Message]) -> Callable[[Any], Any]:
        return self.row if cls is Message else self._bare_packers[cls]


class _Lazy(dict[Any, Callable[[Any], Any]]):
    """A table that makes what it lacks."""

    def __init__(self, make: Callable[[Any], Callable[[Any], Any]]) -> None:
        self._make = make

    def __missing__(self, key: Any) -> Callable[[Any], Any]:
        made = self[key] = self._make(key)
        return made


def _adapting_reader(
    row: SchemaRow, cls: type[Message], resolve: build.Resolve, *, numbered: bool
) -> Callable[[Any], Any]:
    """Read a row of other fields than the class has: older or newer ones."""
    written = [f.partition(":")[0].rstrip("?") for f in row[3]]
    upcast = getattr(cls, "UPCAST", {}).get(row[4])
    names = set(field_names(cls))
    surplus = [w for w in written if w not in names]
    if upcast is None and surplus and row[0] not in FIXED_NUMBERS:
        raise MessageError(row[1], f"this Rollbook has no field {', '.join(surplus)} for it")
    fields = fields_of(cls)

    def reader_of(given: frozenset[str]) -> Callable[[Any], Any]:
        lacking = {f.name: default_of(cls, f) for f in fields if f.name not in given}
        return build.builder(cls, resolve, numbered=False, defaults=lacking)

    readers = _Lazy(reader_of)
    if upcast is None:
        readers[frozenset(written) & names]  # so that a lacking field is told at once

    def adapt(value: Any) -> Any:
        if type(value) is not tuple or len(value) != len(written) + numbered:
            raise MessageError(row[1], "its values do not fit its fields")
        if numbered and type(value[0]) is not int:
            raise MessageError(row[1], "does not start with the number of a type")
        given: dict[str, Any] = dict(zip(written, value[1:] if numbered else value, strict=True))
        if upcast is not None:
            given = upcast(given)
        kept = {f.name: given[f.name] for f in fields if f.name in given}
        return readers[frozenset(kept)](tuple(kept.values()))

    return adapt


def _unknown_reader(row: SchemaRow, codec: Codec, *, numbered: bool) -> Callable[[Any], Any]:
    def read(value: Any) -> Unknown:
        if type(value) is not tuple or len(value) != len(row[3]) + numbered:
            raise MessageError(row[1], "its values do not fit its fields")
        if numbered and type(value[0]) is not int:
            raise MessageError(row[1], "does not start with the number of a type")
        if numbered:
            check_depth(value, 3 if row[2] == Event.KIND else 2, row[1])
        fields: dict[str, Any] = {}
        for written, item in zip(row[3], value[1:] if numbered else value, strict=True):
            name, _, held = written.partition(":")
            if not (name.endswith("?") and item is None):
                fields[name.rstrip("?")] = _by_words(held, item, codec, row[1])
        return Unknown(row[1], row[2], FrozenDict(fields))

    return read


def _by_words(held: str, item: Any, codec: Codec, where: str) -> Any:
    """Read a value by what the schema's words say it holds."""
    if item is None or held == "":
        _check_plain(item, where)
        return item
    if held == "*":
        if type(item) is tuple:
            return codec.message(item)
        _check_plain(item, where)
        return item
    if type(item) is not tuple:
        raise MessageError(where, f"{type(item).__name__} instead of rows")
    if held.startswith("["):
        return tuple(_by_words(held[1:-1], part, codec, where) for part in item)
    if held.startswith("{"):
        if not all(type(p) is tuple and len(p) == 2 and type(p[0]) is str for p in item):
            raise MessageError(where, "a mapping holds pairs of a text and a value")
        if len({key for key, _ in item}) != len(item):
            raise MessageError(where, "a mapping holds a key twice")
        return FrozenDict({k: _by_words(held[1:-1], v, codec, where) for k, v in item})
    return codec.by_name(held, item)


def _check_plain(item: Any, where: str) -> None:
    if type(item) is tuple:
        for part in item:
            _check_plain(part, where)
    elif item is not None and type(item) not in (bool, int, str, bytes):
        raise MessageError(where, f"{type(item).__name__} is no plain value")

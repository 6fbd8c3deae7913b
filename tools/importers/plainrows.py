"""
Plain objects back into rows: the way of ``to_plain``, backwards.

A row is written by the schema of its log, so that the bytes come out as they
were; the class of a message, where this Rollbook has it, tells which texts
were bytes and which types may stand in a field of several.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rollbook.events.errors import RollbookError
from rollbook.events.message import Message
from rollbook.events.schema import Codec
from rollbook.events.schemarows import SchemaRow
from rollbook.events.shape import (
    Either,
    Field,
    Listing,
    Nullable,
    One,
    Scalar,
    Several,
    Shape,
    fields_of,
)
from rollbook.events.shape import Mapping as MappingShape

Json = dict[str, Any]
VALUE = 2


class NoRow(RollbookError):
    """A plain object is not what the schema says it must be."""


class PlainRows:
    """Makes rows by one schema."""

    def __init__(self, codec: Codec, known: Mapping[str, type[Message]]) -> None:
        """Write rows as *codec* says; *known* are the classes of this Rollbook by name."""
        self._rows: dict[str, SchemaRow] = {}
        for row in codec.rows:
            if row[1] not in self._rows or row[4] >= self._rows[row[1]][4]:
                self._rows[row[1]] = row
        self._known = known

    def named(self, name: Any, plain: Json) -> tuple[Any, ...]:
        """Give the numbered row of the message *name* with the fields *plain*."""
        row = self._rows.get(name) if isinstance(name, str) else None
        if row is None:
            raise NoRow(f"the schema of this log has no type {name!r:.40}")
        return (row[0], *self._values(row, plain))

    def dice(self, plain: Any) -> Iterator[tuple[Any, ...]]:
        """Give every row that the dice of an entry may have been."""
        if not isinstance(plain, dict):
            raise NoRow("dice are an object or null")
        likely = f"{str(plain.get('source'))[:20].capitalize()}Dice"
        names = [likely, *(n for n in self._rows if n.endswith("Dice") and n != likely)]
        for name in names:
            if name in self._rows and self._may_be(self._rows[name], plain):
                yield self.named(name, plain)

    def _values(self, row: SchemaRow, plain: Any) -> Iterator[Any]:
        if not isinstance(plain, dict):
            raise NoRow(f"{row[1]} must be an object")
        cls = self._known.get(row[1])
        shapes = {f.name: f for f in fields_of(cls)} if cls is not None else {}
        for written in row[3]:
            name, _, held = written.partition(":")
            name = name.rstrip("?")
            yield self._held(held, plain.get(name), _shape(shapes.get(name)), f"{row[1]}.{name}")

    def _held(self, held: str, value: Any, shape: Shape | None, where: str) -> Any:
        if value is None:
            return None
        if held == "":
            return _bare(value, shape, where)
        if held == "*":
            return self._any(value, shape, where) if isinstance(value, dict) else value
        if held.startswith("["):
            if not isinstance(value, list):
                raise NoRow(f"{where} must be a list")
            inner = shape.item if isinstance(shape, Listing) else None
            return tuple(self._held(held[1:-1], item, inner, where) for item in value)
        if held.startswith("{"):
            if not isinstance(value, dict):
                raise NoRow(f"{where} must be an object")
            inner = _open(shape.item) if isinstance(shape, MappingShape) else None
            pairs = value.items()
            return tuple((key, self._held(held[1:-1], item, inner, where)) for key, item in pairs)
        if held not in self._rows:
            raise NoRow(f"the schema of this log has no type {held[:40]}")
        return tuple(self._values(self._rows[held], value))

    def _any(self, plain: Json, shape: Shape | None, where: str) -> tuple[Any, ...]:
        """Find the type of an object that may be of several: by its label, else by its fields."""
        for label in ("do", "type"):
            name = plain.get(label)
            if isinstance(name, str) and name in self._rows and self._rows[name][2] != VALUE:
                return self.named(name, {k: v for k, v in plain.items() if k != label})
        rows = [row for row in self._rows.values() if row[2] == VALUE]
        if isinstance(shape, Several):
            names = {cls.__name__ for cls in shape.classes}
            rows = [row for row in rows if row[1] in names] or rows
        fitting = [row for row in rows if self._may_be(row, plain)]
        if not fitting:
            raise NoRow(f"{where} is of no type that this log knows")
        # The one that leaves the fewest of its fields empty is what was written.
        row = min(fitting, key=lambda row: len(row[3]))
        return (row[0], *self._values(row, plain))

    @staticmethod
    def _may_be(row: SchemaRow, plain: Json) -> bool:
        names = [written.partition(":")[0] for written in row[3]]
        held = {name.rstrip("?") for name in names}
        needed = {name for name in names if not name.endswith("?")}
        return needed <= set(plain) <= held


def _shape(field: Field | None) -> Shape | None:
    return None if field is None else _open(field.shape)


def _open(shape: Shape) -> Shape:
    return shape.item if isinstance(shape, Nullable) else shape


def _bare(value: Any, shape: Shape | None, where: str) -> Any:
    """Give a value without types inside: lists as tuples, hexadecimal text as bytes again."""
    if isinstance(value, dict):
        raise NoRow(f"{where} must be no object")
    if isinstance(value, list):
        item = shape.item if isinstance(shape, Listing) else None
        return tuple(_bare(part, None if item is None else _open(item), where) for part in value)
    if isinstance(value, str) and isinstance(shape, Scalar) and shape.kinds == (bytes,):
        try:
            return bytes.fromhex(value)
        except ValueError:
            raise NoRow(f"{where} is not hexadecimal text") from None
    if isinstance(shape, One | Either) and not isinstance(value, str | int):
        raise NoRow(f"{where} has no value that fits")
    return value

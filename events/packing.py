"""
The way back from a message to its row: generated code, one function a type.

A packer checks the same types as the builder of :mod:`rollbook.events.build`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollbook.events.build import (
    HELD_DEPTH,
    Convert,
    Resolve,
    checks,
    compiled,
    failer,
    list_reader,
    reader,
)
from rollbook.events.message import Message
from rollbook.events.shape import (
    Field,
    Listing,
    Nullable,
    One,
    Scalar,
    Several,
    Shape,
    check_depth,
    fields_of,
)
from rollbook.events.shape import Mapping as MappingShape


def packer(cls: type[Message], resolve: Resolve, number: int | None) -> Callable[[Any], Any]:
    """
    Generate the function that makes the row of a *cls*.

    It checks the same types as the builder does, so nothing is written that
    could not be read back.
    """
    fields = fields_of(cls)
    space: dict[str, Any] = {"fail": failer(cls)}
    lines = ["def pack(message):"]
    for i, field in enumerate(fields):
        lines.append(f" v{i} = message.{field.name}")
        lines += _pack_checks(f"v{i}", field, resolve, space)
    parts = ([str(number)] if number is not None else []) + [f"v{i}" for i in range(len(fields))]
    lines.append(f" return ({', '.join(parts)}{',' if parts else ''})")
    return compiled(lines, space, "pack")


def _pack_checks(var: str, field: Field, resolve: Resolve, space: dict[str, Any]) -> list[str]:
    shape = field.shape.item if isinstance(field.shape, Nullable) else field.shape
    null = field.absent or isinstance(field.shape, Nullable)
    plain = isinstance(shape, Scalar) or (
        isinstance(shape, Listing) and isinstance(shape.item, Scalar)
    )
    if plain:
        return checks(var, field, resolve, space)
    space[f"p_{var}"] = writer(shape, field.name, space["fail"], resolve)
    return [f" {f'if {var} is not None: ' if null else ''}{var} = p_{var}({var})"]


def writer(shape: Shape, name: str, fail: Callable[..., None], resolve: Resolve) -> Convert:
    """Give the function that makes what a row holds for *shape*."""
    match shape:
        case Nullable(item=item):
            inner = writer(item, name, fail, resolve)
            return lambda value: None if value is None else inner(value)
        case One(cls=cls):
            return _one_writer(cls, resolve(cls), name, fail)
        case Listing(item=item) if item is not None and not isinstance(item, Scalar):
            return list_reader(writer(item, name, fail, resolve), name, fail)
        case MappingShape(item=item):
            return _mapping_writer(writer(item, name, fail, resolve), name, fail)
        case Several(classes=classes, scalar=scalar):
            return _several_writer(classes, scalar.kinds if scalar else (), name, fail, resolve)
        case _:
            return reader(shape, name, fail, resolve)


def _mapping_writer(inner: Convert, name: str, fail: Callable[..., None]) -> Convert:
    def write(value: Any) -> Any:
        if not isinstance(value, dict):
            fail(name, value)
        for key in value:
            if type(key) is not str:
                fail(name, key)
        return tuple([(key, inner(item)) for key, item in value.items()])

    return write


def _several_writer(
    classes: tuple[type[Message], ...],
    kinds: tuple[type, ...],
    name: str,
    fail: Callable[..., None],
    resolve: Resolve,
) -> Convert:
    numbered = resolve(Message)

    def write(value: Any) -> Any:
        if type(value) in kinds:
            return value
        if not isinstance(value, classes):
            fail(name, value)
        row = numbered(value)
        check_depth(row, HELD_DEPTH, name)
        return row

    return write


def _one_writer(cls: type, pack: Convert, name: str, fail: Callable[..., None]) -> Convert:
    def write(value: Any) -> Any:
        if type(value) is not cls:
            fail(name, value)
        return pack(value)

    return write

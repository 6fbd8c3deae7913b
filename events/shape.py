"""
What a field may hold, read from its annotation.

A shape is the one source for three things: the field's words in a log's
schema, the builder that reads it from a row, and the strict border for JSON.
"""

from __future__ import annotations

import types
import typing
from typing import Annotated, Any, Union, cast, get_args, get_origin

import attrs
from attrs import frozen

from rollbook.events.alike import Alike
from rollbook.events.errors import MessageError
from rollbook.events.frozen import FrozenDict
from rollbook.events.message import (
    Command,
    Event,
    Message,
    Value,
    field_names,
    may_be_absent,
    name_of,
)
from rollbook.events.quantities import MAX_DEPTH

SCALARS: tuple[type, ...] = (bool, int, str, bytes)
ANY: tuple[type[Message], ...] = (Message, Command, Event, Value)
"""What a field is declared as when any message of a kind may stand there."""


@frozen(eq=False, repr=False)
class Scalar(Alike):
    """One of a few plain types; *checks* hold at the JSON border."""

    kinds: tuple[type, ...]
    checks: tuple[Any, ...] = ()


@frozen(eq=False, repr=False)
class Listing(Alike):
    """A list: any number of *item*, or exactly the shapes of *fixed*."""

    item: Shape | None
    fixed: tuple[Shape, ...] = ()
    checks: tuple[Any, ...] = ()


@frozen(eq=False, repr=False)
class Mapping(Alike):
    """A mapping from text to *item*."""

    item: Shape
    checks: tuple[Any, ...] = ()


@frozen(eq=False, repr=False)
class One(Alike):
    """A value of one class."""

    cls: type[Message]


@frozen(eq=False, repr=False)
class Several(Alike):
    """A value of one of several classes, or a scalar (``*`` in the schema)."""

    classes: tuple[type[Message], ...]
    scalar: Scalar | None


@frozen(eq=False, repr=False)
class Either(Alike):
    """One of several plain shapes (scalars and lists of them)."""

    options: tuple[Shape, ...]


@frozen(eq=False, repr=False)
class Nullable(Alike):
    """Null, or *item*."""

    item: Shape


Shape = Scalar | Listing | Mapping | One | Several | Either | Nullable


@frozen(eq=False, repr=False)
class Field(Alike):
    """A field of a message class: its name, what it holds, and if it may be absent."""

    name: str
    shape: Shape
    absent: bool
    default: Any

    @property
    def written(self) -> str:
        """The field as a schema writes it, such as ``roll:Roll`` or ``key?``."""
        return self.name + ("?" if self.absent else "") + notation(self.shape)


def shape_of(annotation: Any) -> Shape:
    """
    Read a shape from a type annotation.

    Raises ``TypeError`` for an annotation that a row cannot hold.
    """
    if get_origin(annotation) is Annotated:
        inner, *checks = get_args(annotation)
        return _with_checks(shape_of(inner), tuple(checks))
    if annotation in SCALARS:
        return Scalar((annotation,))
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        return _union(get_args(annotation))
    if origin is tuple:
        return _listing(get_args(annotation))
    if origin is FrozenDict:
        return Mapping(shape_of(get_args(annotation)[0]))
    if annotation in ANY:
        return Several((annotation,), None)
    if isinstance(annotation, type) and issubclass(annotation, Message):
        return One(annotation)
    raise TypeError(f"a row cannot hold {annotation!r}")


def _with_checks(shape: Shape, checks: tuple[Any, ...]) -> Shape:
    if isinstance(shape, Scalar | Listing | Mapping):
        return attrs.evolve(shape, checks=shape.checks + checks)
    raise TypeError(f"checks on {shape!r} have no meaning")


def _listing(args: tuple[Any, ...]) -> Listing:
    if len(args) == 2 and args[1] is Ellipsis:
        return Listing(shape_of(args[0]))
    return Listing(None, tuple(shape_of(a) for a in args))


def _union(args: tuple[Any, ...]) -> Shape:
    given = [a for a in args if a is not type(None)]
    shape = shape_of(given[0]) if len(given) == 1 else _several([shape_of(a) for a in given])
    return Nullable(shape) if len(given) < len(args) else shape


def _several(options: list[Shape]) -> Shape:
    classes = tuple(o.cls for o in options if isinstance(o, One))
    scalars = [o for o in options if isinstance(o, Scalar)]
    if not classes:
        if all(isinstance(o, Scalar) and not o.checks for o in options):
            return Scalar(tuple(k for o in scalars for k in o.kinds))
        return Either(tuple(options))
    if len(classes) + len(scalars) != len(options):
        raise TypeError("a field of several types cannot hold a bare list")
    scalar = Scalar(tuple(k for o in scalars for k in o.kinds)) if scalars else None
    return Several(classes, scalar)


def notation(shape: Shape) -> str:
    """Give what a schema writes after a field's name."""
    match shape:
        case Nullable(item=item):
            return notation(item)
        case One(cls=cls):
            return f":{cls.__name__}"
        case Several():
            return ":*"
        case Listing(item=item) if item is not None and (inner := _inner(item)):
            return f":[{inner}]"
        case Mapping(item=item):
            return f":{{{_inner(item)}}}"
        case _:
            return ""


def _inner(item: Shape) -> str:
    return notation(item).removeprefix(":")


def is_open(shape: Shape) -> bool:
    """Tell whether any message of a kind may stand in a field of this shape."""
    if isinstance(shape, Nullable):
        return is_open(shape.item)
    return isinstance(shape, Several) and any(cls in ANY for cls in shape.classes)


def holds_bytes(shape: Shape) -> bool:
    """Tell whether binary may stand in a field of this shape, however deep."""
    match shape:
        case Scalar(kinds=kinds):
            return bytes in kinds
        case Nullable(item=item) | Mapping(item=item):
            return holds_bytes(item)
        case Listing(item=item, fixed=fixed):
            return any(holds_bytes(part) for part in (item, *fixed) if part is not None)
        case Either(options=options):
            return any(map(holds_bytes, options))
        case One(cls=cls):
            return any(holds_bytes(field.shape) for field in fields_of(cls))
        case Several(classes=classes, scalar=scalar):
            parts = [One(cls) for cls in classes if cls not in ANY]
            whole = len(parts) == len(classes) and (scalar is None or not holds_bytes(scalar))
            return not whole or any(map(holds_bytes, parts))


def may_hold_any(shape: Shape) -> bool:
    """Tell whether any message of a kind may stand in a field of this shape, however deep."""
    match shape:
        case Nullable(item=item) | Mapping(item=item):
            return may_hold_any(item)
        case Listing(item=item, fixed=fixed):
            return any(may_hold_any(part) for part in (item, *fixed) if part is not None)
        case One(cls=cls):
            return any(may_hold_any(field.shape) for field in fields_of(cls))
        case Several(classes=classes):
            return any(cls in ANY or may_hold_any(One(cls)) for cls in classes)
    return False


def check_depth(value: Any, depth: int, where: str) -> None:
    """
    Raise ``MessageError`` if rows nest deeper than a payload may, *value* being at *depth*.

    Only types that may hold any other need this; all others have a depth of
    their own, and it is small.
    """
    if type(value) is tuple:
        if depth > MAX_DEPTH:
            raise MessageError(where, f"arrays more than {MAX_DEPTH} deep")
        for item in value:
            check_depth(item, depth + 1, where)


_FIELDS: dict[type, tuple[Field, ...]] = {}


def fields_of(cls: type[Message]) -> tuple[Field, ...]:
    """Give the fields of a message class in the order of its row."""
    fields = _FIELDS.get(cls)
    if fields is None:
        hints = _annotations(cls)
        fields = _FIELDS[cls] = tuple(
            Field(a.name, shape_of(hints[a.name]), may_be_absent(cls, a), a.default)
            for a in attrs.fields(cast("Any", cls))
        )
    return fields


def _annotations(cls: type[Message]) -> dict[str, Any]:
    """
    Give the annotations of a class and its bases.

    Modules that define messages leave their annotations as they are: those
    that are text must be compiled one by one, which takes longer than reading
    a whole log.
    """
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        found.update(base.__dict__.get("__annotations__", ()))  # noqa: RUF063 (a third the time)
    if any(isinstance(found[name], str) for name in field_names(cls)):
        return typing.get_type_hints(cls, include_extras=True)
    return found


def default_of(cls: type[Message], field: Field) -> Any:
    """
    Give the value that a field takes when an older log lacks it.

    Raises :class:`~rollbook.events.errors.MessageError` naming type and field.
    """
    if field.default is attrs.NOTHING:
        raise MessageError(name_of(cls), f"this log has no field {field.name}, which it needs")
    return field.default

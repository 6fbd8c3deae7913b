"""
The strict border: JSON objects become messages here, through cattrs.

Nothing is coerced: ``"10"``, ``3.9`` and ``true`` are no numbers.  Every
refusal names the path of the field.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from rollbook.events.build import fill
from rollbook.events.errors import BadValue
from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Command, Message, name_of
from rollbook.events.quantities import MAX_BIN_BYTES, MAX_INT, MAX_ITEMS, normalised
from rollbook.events.shape import (
    Either,
    Field,
    Listing,
    Mapping,
    Nullable,
    One,
    Scalar,
    Several,
    Shape,
    fields_of,
    shape_of,
)

if TYPE_CHECKING:
    import cattrs

M = TypeVar("M", bound=Message)

_CALLED = {bool: "true or false", int: "a whole number", str: "text", bytes: "hexadecimal text"}


class Repeated(dict[str, Any]):
    """A JSON object in which *key* stood more than once."""

    key: str = ""


@cache
def converter() -> cattrs.Converter:
    """Give the cattrs converter that makes messages of JSON objects, strictly."""
    import cattrs

    made = cattrs.Converter(forbid_extra_keys=True, detailed_validation=False)
    made.register_structure_hook_factory(_is_message, _structure_hook)
    return made


def _is_message(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Message)


def _structure_hook(cls: type[M]) -> Callable[[Any, Any], M]:
    def hook(value: Any, _: Any) -> M:
        return _message(cls, value, "")

    return hook


def structure(cls: type[M], value: Any) -> M:
    """
    Make a *cls* of a JSON object.

    Raises :class:`~rollbook.events.errors.BadValue` naming the first field
    that does not fit.
    """
    return converter().structure(value, cls)


def accept(annotation: Any, value: Any, path: str) -> Any:
    """Check one JSON value against a type annotation, the same strict way."""
    return _accept(shape_of(annotation), value, path)


def _message(cls: type[M], value: Any, path: str) -> M:
    if not isinstance(value, dict):
        raise BadValue(path, f"{_shown(value)} is not an object")
    if isinstance(value, Repeated):
        raise BadValue(_at(path, value.key), "stands there twice")
    fields = fields_of(cls)
    label = "do" if issubclass(cls, Command) else "type"
    known = {f.name for f in fields}
    for key in value:
        if key not in known and not (key == label and value[key] == name_of(cls)):
            raise BadValue(_at(path, key), f"is no field of {name_of(cls)}")
    return fill(cls, *[_field(cls, f, value, path) for f in fields])


def _field(cls: type[Message], field: Field, value: dict[str, Any], path: str) -> Any:
    where = _at(path, field.name)
    if field.name not in value:
        if field.absent:
            return field.default
        raise BadValue(where, "is missing")
    given = value[field.name]
    if given is None and field.absent:
        if field.name in getattr(cls, "NOT_NULL", ()):
            raise BadValue(where, "may be left out, but is not null")
        return field.default
    return _accept(field.shape, given, where)


def _at(path: str, name: str) -> str:
    name = name if isinstance(name, str) else str(name)
    return f"{path}.{name}" if path else name


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


def _accept(shape: Shape, value: Any, path: str) -> Any:
    match shape:
        case Nullable(item=item):
            return None if value is None else _accept(item, value, path)
        case Scalar():
            return _scalar(shape, value, path)
        case Listing():
            return _list(shape, value, path)
        case Mapping():
            return _mapping(shape, value, path)
        case One(cls=cls):
            return _message(cls, value, path)
        case Either(options=options):
            return _either(options, value, path)
        case Several():
            return _several(shape, value, path)


def _scalar(shape: Scalar, value: Any, path: str) -> Any:
    if bytes in shape.kinds and str not in shape.kinds and isinstance(value, str):
        value = _from_hex(value, path)
    if type(value) not in shape.kinds:
        called = " or ".join(_CALLED[k] for k in shape.kinds)
        raise BadValue(path, f"{_shown(value)} is not {called}")
    if type(value) is str:
        try:
            value = normalised(value)
        except ValueError as error:
            raise BadValue(path, str(error)) from None
    if type(value) is int and not -MAX_INT <= value <= MAX_INT:
        raise BadValue(path, "is larger than any number that a log can hold")
    return _checked(shape.checks, value, path)


def _from_hex(value: str, path: str) -> bytes:
    try:
        made = bytes.fromhex(value)
    except ValueError:
        raise BadValue(path, "is not hexadecimal text") from None
    if len(made) > MAX_BIN_BYTES:
        raise BadValue(path, f"is longer than {MAX_BIN_BYTES} bytes")
    return made


def _checked(checks: tuple[Any, ...], value: Any, path: str) -> Any:
    for check in checks:
        problem = check.problem(value)
        if problem is not None:
            raise BadValue(path, problem)
    return value


def _list(shape: Listing, value: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise BadValue(path, f"{_shown(value)} is not a list")
    if len(value) > MAX_ITEMS:
        raise BadValue(path, f"has more than {MAX_ITEMS} items")
    if shape.item is None:
        if len(value) != len(shape.fixed):
            raise BadValue(path, f"has {len(value)} items instead of {len(shape.fixed)}")
        parts = zip(shape.fixed, value, strict=True)
        made = tuple(_accept(s, v, f"{path}[{i}]") for i, (s, v) in enumerate(parts))
    else:
        made = tuple(_accept(shape.item, v, f"{path}[{i}]") for i, v in enumerate(value))
    checked: tuple[Any, ...] = _checked(shape.checks, made, path)
    return checked


def _mapping(shape: Mapping, value: Any, path: str) -> FrozenDict[Any]:
    if not isinstance(value, dict):
        raise BadValue(path, f"{_shown(value)} is not an object")
    if isinstance(value, Repeated):
        raise BadValue(_at(path, value.key), "stands there twice")
    made: dict[str, Any] = {}
    for key, item in value.items():
        try:
            name = normalised(key)
        except ValueError as error:
            raise BadValue(path, str(error)) from None
        if name in made:
            raise BadValue(_at(path, name), "stands there twice")
        made[name] = _accept(shape.item, item, _at(path, name))
    if len(made) > MAX_ITEMS:
        raise BadValue(path, f"has more than {MAX_ITEMS} items")
    checked: FrozenDict[Any] = _checked(shape.checks, FrozenDict(made), path)
    return checked


def _either(options: tuple[Shape, ...], value: Any, path: str) -> Any:
    problems: list[str] = []
    for option in options:
        try:
            return _accept(option, value, path)
        except BadValue as error:
            problems.append(error.problem)
    raise BadValue(path, "; ".join(dict.fromkeys(problems)))


def _several(shape: Several, value: Any, path: str) -> Any:
    if not isinstance(value, dict):
        return _accept(shape.scalar or One(shape.classes[0]), value, path)
    fitting = [cls for cls in shape.classes if _may_be(cls, value)]
    error: BadValue | None = None
    for cls in fitting or shape.classes[:1]:
        try:
            return _message(cls, value, path)
        except BadValue as problem:
            error = error or problem
    raise error or BadValue(path, "is of no known kind")


def _may_be(cls: type[Message], value: dict[str, Any]) -> bool:
    fields = fields_of(cls)
    names = {f.name for f in fields} | {"do", "type"}
    return set(value) <= names and all(f.absent or f.name in value for f in fields)

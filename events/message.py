"""
What a log holds: commands, events, and the values inside them.

A message class lists its fields once, with types; the schema of a log, the
builders that read rows, and the strict border for JSON all come from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform

from attrs import NOTHING
from attrs.exceptions import FrozenInstanceError

from rollbook.events.alike import Alike
from rollbook.events.alike import field_names as field_names

C = TypeVar("C", bound=type)
M = TypeVar("M", bound="Message")

_OPTIONAL: Any = object()


def optional(*, default: None = None) -> Any:  # noqa: ARG001 (type checkers read it)
    """
    Declare a field of an event or value that may be absent.

    Absent is ``None`` in Python, nil in a row, and no key at all in JSON.
    Every field of a command that has a default is optional without this.
    """
    return _OPTIONAL


class Message(Alike):
    """
    The base of everything that has a row in a log.

    The constructor and what keeps an instance frozen are written once here
    instead of once a class: see :func:`message`.
    """

    __slots__ = ()
    KIND: ClassVar[int]
    VERSION: ClassVar[int] = 1
    FIELDS: ClassVar[Mapping[str, Any]] = {}
    """The fields by name, each with its default, or ``NOTHING`` where it must be given."""
    OPTIONAL: ClassVar[frozenset[str]] = frozenset()
    """The fields that are declared with :func:`optional`."""

    def __init__(self, **values: Any) -> None:
        cls = type(self)
        names = field_names(cls)
        if len(values) != len(names):
            values = _defaults_of(cls) | values
        for name in names:
            if name not in values:
                raise TypeError(f"{cls.__name__} needs {name}")
            _set(self, name, values[name])
        if len(values) != len(names):
            surplus = [name for name in values if name not in names]
            raise TypeError(f"{cls.__name__} has no field {', '.join(surplus)}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in field_names(type(self))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            _set(self, name, value)


_set = object.__setattr__
_DEFAULTS: dict[type, dict[str, Any]] = {}


def _defaults_of(cls: type[Message]) -> dict[str, Any]:
    """Give the values of the fields of *cls* that need not be given."""
    found = _DEFAULTS.get(cls)
    if found is None:
        fields: Mapping[str, Any] = cls.FIELDS
        found = {name: value for name, value in fields.items() if value is not NOTHING}
        _DEFAULTS[cls] = found
    return found


class Command(Message):
    """What somebody asks for.  May be refused."""

    __slots__ = ()
    KIND = 0


class Event(Message):
    """What happened: past tense, immutable, results and never formulas."""

    __slots__ = ()
    KIND = 1


class Value(Message):
    """A part of a command or event that has fields of its own."""

    __slots__ = ()
    KIND = 2


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(optional,))
def message(cls: C) -> C:
    """
    Make a message class: frozen, slotted, keyword only.

    Such a class is what ``attrs.frozen`` would make of it, with all methods in
    :class:`Message`.  A light command makes over a hundred of them, and attrs
    compiles functions for each, which takes a third of such a command's time.
    """
    body: dict[str, Any] = dict(cls.__dict__)
    fields = dict(getattr(cls, "FIELDS", {}))
    optionals = set(getattr(cls, "OPTIONAL", ()))
    own = [name for name, held in cls.__annotations__.items() if not _is_of_class(held)]
    body["__slots__"] = tuple([name for name in own if name not in fields])
    for name in own:
        default = body.pop(name, NOTHING)
        if default is _OPTIONAL:
            optionals.add(name)
            default = None
        fields.pop(name, None)
        fields[name] = default
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    body["FIELDS"], body["OPTIONAL"] = fields, frozenset(optionals)
    body["__qualname__"] = cls.__qualname__
    made: C = type(cls)(cls.__name__, cls.__bases__, body)
    return made


def _is_of_class(annotation: Any) -> bool:
    """Tell whether this annotates something that the class has, and no field of its instances."""
    if isinstance(annotation, str):
        return annotation.lstrip("\"'").startswith(("ClassVar", "typing.ClassVar"))
    return annotation is ClassVar or getattr(annotation, "__origin__", None) is ClassVar


def may_be_absent(cls: type[Message], name: str) -> bool:
    """Tell whether the schema writes this field with a question mark."""
    if issubclass(cls, Command):
        return cls.FIELDS[name] is not NOTHING
    return name in cls.OPTIONAL


def name_of(cls: type[Message]) -> str:
    """
    Give the name of a message type in a schema.

    Commands are named in lower case with underscores, everything else as its
    class is.

    >>> class TakeBack(Command): ...
    >>> name_of(TakeBack)
    'take_back'
    """
    if issubclass(cls, Command):
        return "".join(f"_{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("_")
    return cls.__name__


def changed(instance: M, **changes: Any) -> M:
    """
    Give a copy of *instance* with some fields changed, the plain way.

    See ``rollbook.events.build.changer`` for the fast one.
    """
    make: Callable[..., M] = type(instance)
    return make(**{n: getattr(instance, n) for n in field_names(type(instance))} | changes)

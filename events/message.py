"""
What a log holds: commands, events, and the values inside them.

A message class lists its fields once, with types; the schema of a log, the
builders that read rows, and the strict border for JSON all come from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, dataclass_transform

import attrs

from rollbook.events.alike import Alike
from rollbook.events.alike import field_names as field_names

C = TypeVar("C", bound=type)
M = TypeVar("M", bound="Message")

_ABSENT = "rollbook_absent"


def optional(*, default: None = None) -> Any:
    """
    Declare a field of an event or value that may be absent.

    Absent is ``None`` in Python, nil in a row, and no key at all in JSON.
    Every field of a command that has a default is optional without this.
    """
    return attrs.field(default=default, metadata={_ABSENT: True})


class Message(Alike):
    """
    The base of everything that has a row in a log.

    The constructor too is written once here instead of once a class.
    """

    __slots__ = ()
    KIND: ClassVar[int]
    VERSION: ClassVar[int] = 1

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


_set = object.__setattr__
_DEFAULTS: dict[type, dict[str, Any]] = {}


def _defaults_of(cls: type) -> dict[str, Any]:
    """Give the values of the fields of *cls* that need not be given."""
    found = _DEFAULTS.get(cls)
    if found is None:
        fields = attrs.fields(cls)
        found = {a.name: a.default for a in fields if a.default is not attrs.NOTHING}
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


@dataclass_transform(
    kw_only_default=True, frozen_default=True, field_specifiers=(attrs.field, optional)
)
def message(cls: C) -> C:
    """Make a message class: an attrs class, frozen, slotted, keyword only."""
    made: C = attrs.frozen(
        init=False, kw_only=True, weakref_slot=False, eq=False, repr=False, match_args=False
    )(cls)
    return made


def may_be_absent(cls: type, attribute: attrs.Attribute[Any]) -> bool:
    """Tell whether the schema writes this field with a question mark."""
    if issubclass(cls, Command):
        return attribute.default is not attrs.NOTHING
    return bool(attribute.metadata.get(_ABSENT))


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

"""
Private copies of messages, which their one holder changes in place.

An owned copy is an instance of a subclass of its message class, without
attrs' frozen ``__setattr__``.  A :func:`~rollbook.events.build.changer` sets
the fields of such a copy and gives it back, where it copies a frozen
instance.  Its mappings to other messages are owned with it, as deep as they
go.  When the holder lets go, each copy becomes an instance of the message
class itself, and nobody changes it any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Message, field_names
from rollbook.events.shape import Mapping, One, Several, fields_of

M = TypeVar("M", bound=Message)

_OWNED: dict[type, type] = {}
_RELEASED: dict[type, type] = {}
_PARTS: dict[type, tuple[str, ...]] = {}
_put = dict.__setitem__
_set = object.__setattr__


def is_owned(cls: type) -> bool:
    """Tell whether *cls* is a class of owned copies."""
    return cls in _RELEASED


def owned(message: M) -> M:
    """Give a copy of *message* to change in place; what is owned already is given back."""
    cls = type(message)
    if cls in _RELEASED:
        return message
    made: M = object.__new__(_owned_class(cls))
    for name in field_names(cls):
        _set(made, name, getattr(message, name))
    for name in _PARTS[cls]:
        _set(made, name, OwnedDict(getattr(message, name)))
    return made


def release(message: Message) -> None:
    """Make an owned copy a frozen instance, and all in it; leave others as they are."""
    cls = _RELEASED.get(type(message))
    if cls is None:
        return
    message.__class__ = cls
    for name in _PARTS[cls]:
        parts = getattr(message, name)
        for part in parts.values():
            release(part)
        if type(parts) is OwnedDict:
            parts.close()


def _owned_class(cls: type) -> type:
    made = _OWNED.get(cls)
    if made is None:
        # With one of the two alone, every setting goes the long way: eight times the time.
        body = {"__slots__": (), "__setattr__": _set, "__delattr__": object.__delattr__}
        _PARTS[cls] = tuple(f.name for f in fields_of(cls) if _holds_messages(f.shape))
        made = _OWNED[cls] = type(f"_Owned{cls.__name__}", (cls,), body)
        _RELEASED[made] = cls
    return made


def _holds_messages(shape: Any) -> bool:
    return isinstance(shape, Mapping) and isinstance(shape.item, One | Several)


class OwnedDict(FrozenDict[Any]):
    """A mapping of owned copies whose :meth:`put` changes the mapping itself."""

    __slots__ = ()

    def __init__(self, messages: FrozenDict[Any]) -> None:
        super().__init__({name: owned(message) for name, message in messages.items()})

    def put(self, key: str, value: Any) -> OwnedDict:
        """Have *key* stand for *value*."""
        _put(self, key, value if type(value) in _RELEASED else owned(value))
        return self

    def mapped(self, function: Callable[[Any], Any]) -> OwnedDict:
        """Have each key stand for what *function* gives for its value."""
        for key, value in self.items():
            made = function(value)
            if made is not value:
                self.put(key, made)
        return self

    def close(self) -> None:
        """Be a plain :class:`~rollbook.events.frozen.FrozenDict` from now on."""
        self.__class__ = FrozenDict  # type: ignore[assignment]

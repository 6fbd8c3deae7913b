"""
Private copies of messages, which their one holder changes in place.

An owned copy is an instance of a subclass of its message class, without
attrs' frozen ``__setattr__``.  A :func:`~rollbook.events.build.changer` sets
the fields of such a copy and gives it back, where it copies a frozen
instance.  When the holder lets go, the copy becomes an instance of the
message class itself, and nobody changes it any more.
"""

from __future__ import annotations

from typing import Any, TypeVar

from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Message, field_names

M = TypeVar("M", bound=Message)

_OWNED: dict[type, type] = {}
_RELEASED: dict[type, type] = {}


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
        object.__setattr__(made, name, getattr(message, name))
    return made


def release(message: Message) -> None:
    """Make an owned copy a frozen instance; leave others as they are."""
    cls = _RELEASED.get(type(message))
    if cls is not None:
        message.__class__ = cls


def _owned_class(cls: type) -> type:
    made = _OWNED.get(cls)
    if made is None:
        # Both, or Python looks each of them up anew whenever a field is set.
        body = {
            "__slots__": (),
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        }
        made = _OWNED[cls] = type(f"_Owned{cls.__name__}", (cls,), body)
        _RELEASED[made] = cls
    return made


class OwnedDict(FrozenDict[Any]):
    """A mapping of owned copies whose :meth:`put` changes the mapping itself."""

    __slots__ = ()

    def __init__(self, messages: FrozenDict[Any]) -> None:
        super().__init__({name: owned(message) for name, message in messages.items()})

    def put(self, key: str, value: Any) -> OwnedDict:
        """Have *key* stand for *value*."""
        dict.__setitem__(self, key, owned(value))
        return self

    def close(self) -> None:
        """Be a plain :class:`~rollbook.events.frozen.FrozenDict` from now on."""
        self.__class__ = FrozenDict  # type: ignore[assignment]

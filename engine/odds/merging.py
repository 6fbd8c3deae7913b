"""
Telling equal situations by a small key.

A state is large and most of it never changes, so the parts of states are
numbered: equal parts get one number, and a part that was seen before is known
by its identity, without being looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any

from rollbook.events.message import Message, field_names

_SCALAR = frozenset((int, str, bool, type(None)))


class Numbering:
    """
    Gives equal values equal keys, and values that differ other ones.

    >>> numbering = Numbering()
    >>> numbering.key(((1, "a"), 2)) == numbering.key(((1, "a"), 2))
    True
    >>> numbering.key((1, 2)) == numbering.key((2, 1))
    False
    """

    def __init__(self) -> None:
        self._by_identity: dict[int, tuple[Any, Hashable]] = {}
        self._by_parts: dict[Hashable, Hashable] = {}

    def key(self, value: Any) -> Hashable:
        """Give the key of a part of a state, or of a whole one."""
        if type(value) in _SCALAR:
            return value  # type: ignore[no-any-return]
        known = self._by_identity.get(id(value))
        if known is not None:
            return known[1]
        parts = self._parts(value)
        key = self._by_parts.setdefault(parts, ("#", len(self._by_parts)))
        # The value is kept with its key, so that its identity stays its own.
        self._by_identity[id(value)] = (value, key)
        return key

    def _parts(self, value: Any) -> Hashable:
        kind = type(value)
        if issubclass(kind, Message):
            parts = _getter(kind)(value)
        elif issubclass(kind, dict):
            parts = (*value, *value.values())
        elif issubclass(kind, tuple):
            parts = value
        else:
            return (kind, value)
        key = self.key
        return (kind, *[part if type(part) in _SCALAR else key(part) for part in parts])


_GETTERS: dict[type, Callable[[Any], tuple[Any, ...]]] = {}


def _getter(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Give a function that takes all fields of a message at once."""
    getter = _GETTERS.get(kind)
    if getter is None:
        names = field_names(kind)
        getter = (
            attrgetter(*names)
            if len(names) > 1
            else lambda m: tuple(getattr(m, name) for name in names)
        )
        _GETTERS[kind] = getter
    return getter

"""Equality, hash and ``repr`` of small classes, written once instead of once a class."""

from __future__ import annotations

from typing import Any, cast

import attrs

_NAMES: dict[type, tuple[str, ...]] = {}


def field_names(cls: type) -> tuple[str, ...]:
    """Give the names of the fields of a message or attrs class, in order."""
    names = _NAMES.get(cls)
    if names is None:
        fields = getattr(cls, "FIELDS", None)
        if fields is None:
            fields = [a.name for a in attrs.fields(cast("Any", cls))]
        names = _NAMES[cls] = tuple(fields)
    return names


class Alike:
    """
    The base of message and attrs classes that are equal when their fields are.

    Having attrs make these methods for two hundred classes takes half the
    time of a light command.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, n) == getattr(other, n) for n in field_names(type(self)))

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, n) for n in field_names(type(self)))))

    def __repr__(self) -> str:
        parts = (f"{n}={getattr(self, n)!r}" for n in field_names(type(self)))
        return f"{type(self).__name__}({', '.join(parts)})"

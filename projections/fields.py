"""
Fields of a state, by path: ``units.gertie.hull``, ``units.squad.models.m1.wounds``.

A path runs through value classes by field, through mappings by key and
through lists by number from 0, so it reaches everything that any rule set
keeps, and nothing has to be listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, final

from attrs import frozen

from rollbook.events.message import Message, field_names

Path = tuple[str, ...]


@final
class Missing:
    """What stands at a path that leads nowhere."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


@frozen
class Difference:
    """One field in which two states differ; ``MISSING`` where one of them has none."""

    path: Path
    left: Any
    right: Any

    def __str__(self) -> str:
        return ".".join(self.path)


def value_at(value: Any, path: Path) -> Any:
    """
    Give what stands at *path* inside *value*, or ``MISSING``.

    >>> from rollbook.events.game import Owed
    >>> value_at((Owed(do="resolve_timber", unit="w"),), ("0", "unit"))
    'w'
    >>> value_at((), ("0",))
    MISSING
    """
    for name in path:
        value = _inside(value, name)
    return value


def _inside(value: Any, name: str) -> Any:
    if isinstance(value, Message):
        return getattr(value, name) if name in field_names(type(value)) else MISSING
    if isinstance(value, dict):
        return value.get(name, MISSING)
    if isinstance(value, tuple):
        number = int(name) if name.isdecimal() and len(name) < 6 else len(value)
        return value[number] if number < len(value) else MISSING
    return MISSING


def names_inside(value: Any) -> tuple[str, ...]:
    """Give the names that a path can go on with after *value*; none where it ends."""
    if isinstance(value, Message):
        return field_names(type(value))
    if isinstance(value, dict):
        return tuple(value)
    if isinstance(value, tuple) and any(isinstance(item, Message) for item in value):
        return tuple(map(str, range(len(value))))
    return ()


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """
    Give the paths of all fields inside *value* that have none inside themselves.

    >>> from rollbook.events.game import Position
    >>> list(leaves(Position(x_milli=1, y_milli=2, facing_decideg=0)))
    [('x_milli',), ('y_milli',), ('facing_decideg',)]
    """
    names = names_inside(value)
    if not names:
        yield path
    for name in names:
        yield from leaves(_inside(value, name), (*path, name))


def differences(left: Any, right: Any, path: Path = ()) -> Iterator[Difference]:
    """
    Give every field in which two states, or two parts of states, differ.

    Fields come in the order of *left*, then what only *right* has.  What both
    share is never looked into, so states of one log compare in no time.

    >>> from rollbook.events.game import Owed
    >>> a, b = Owed(do="resolve_timber", unit="w"), Owed(do="resolve_timber", unit="v")
    >>> [(str(d), d.left, d.right) for d in differences(a, b)]
    [('unit', 'w', 'v')]
    """
    if left is right:
        return
    if _alike(left, right):
        for name in dict.fromkeys((*names_inside(left), *names_inside(right))):
            yield from differences(_inside(left, name), _inside(right, name), (*path, name))
    elif left != right or type(left) is not type(right):
        yield Difference(path, left, right)


def _alike(left: Any, right: Any) -> bool:
    """Tell whether two values have parts that can be held against each other."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and bool(names_inside(left)) and bool(names_inside(right))
    if isinstance(left, dict) and isinstance(right, dict):
        return True
    return isinstance(left, Message) and type(left) is type(right)


def bare_name(field: str) -> str:
    """Give the name of a field without the unit in which it is kept."""
    return field.removesuffix("_milli").removesuffix("_decideg")


def number_words(field: str, value: int) -> str:
    """
    Give the number in a field: lengths in yards or inches, angles in degrees.

    >>> number_words("x_milli", -2500), number_words("facing_decideg", 3305)
    ('-2.5', '330.5°')
    >>> number_words("x_milli", 1234567), number_words("hull", 4)
    ('1234.567', '4')
    """
    if field.endswith("_milli"):
        return f"{value / 1000:.3f}".rstrip("0").rstrip(".")
    if field.endswith("_decideg"):
        return f"{value / 10:.1f}".removesuffix(".0") + "°"
    return str(value)

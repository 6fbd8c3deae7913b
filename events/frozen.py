"""An immutable, hashable mapping that keeps the order in which it was given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

V = TypeVar("V")


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise TypeError("a FrozenDict cannot be changed; use put() or drop()")


class FrozenDict(dict[str, V]):
    """
    A mapping from text to values that never changes.

    Reading is as fast as a dict's, since it is one.  Equality is a dict's,
    and so is its hash: the order of keys does not count.

    >>> d = FrozenDict(a=1)
    >>> d.put("b", 2)
    FrozenDict({'a': 1, 'b': 2})
    >>> d["a"] = 5
    Traceback (most recent call last):
    TypeError: a FrozenDict cannot be changed; use put() or drop()
    """

    __slots__ = ()

    def put(self, key: str, value: V) -> FrozenDict[V]:
        """Give a copy in which *key* stands for *value*."""
        changed = FrozenDict(self)
        dict.__setitem__(changed, key, value)
        return changed

    def drop(self, key: str) -> FrozenDict[V]:
        """Give a copy without *key*."""
        return FrozenDict({k: v for k, v in self.items() if k != key})

    def mapped(self, function: Callable[[V], V]) -> FrozenDict[V]:
        """
        Give a copy with *function* of each value; this one itself if that changes none.

        >>> d = FrozenDict(a=1, b=2)
        >>> d.mapped(lambda value: 2)
        FrozenDict({'a': 2, 'b': 2})
        >>> d.mapped(lambda value: value) is d
        True
        """
        made = {key: function(value) for key, value in self.items()}
        if all(made[key] is value for key, value in self.items()):
            return self
        return FrozenDict(made)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"FrozenDict({dict.__repr__(self)})"

    def __copy__(self) -> FrozenDict[V]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> FrozenDict[V]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (FrozenDict, (dict(self),))

    __setitem__ = _refuse
    __delitem__ = _refuse
    __ior__ = _refuse
    clear = _refuse
    pop = _refuse
    popitem = _refuse
    setdefault = _refuse
    update = _refuse


EMPTY: FrozenDict[Any] = FrozenDict()
"""The mapping that holds nothing."""

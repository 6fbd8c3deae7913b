"""What an event changed, as people count changes: a place or a list is one value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rollbook.events.game import Position
from rollbook.projections.fields import MISSING, Path, differences, value_at


@frozen
class Changed:
    """
    One value that differs: where it stands, and what stood and stands there.

    *path* begins like the path of a ruling: ``("units", "gertie", "hull")``.
    What is not there at all is ``None``.
    """

    path: Path
    before: Any
    after: Any

    @property
    def unit(self) -> str | None:
        """The unit that this is a value of, if it is of one."""
        return self.path[1] if len(self.path) > 1 and self.path[0] == "units" else None

    @property
    def inside(self) -> Path:
        """The path inside the unit, or the whole path."""
        return self.path if self.unit is None else self.path[2:]


def changes(before: Any, after: Any) -> Iterator[Changed]:
    """
    Give every value in which the state *after* differs from *before*.

    >>> from rollbook.events.frozen import FrozenDict
    >>> list(changes(FrozenDict(a=1, b=2), FrozenDict(a=1, b=3)))
    [Changed(path=('b',), before=2, after=3)]
    """
    told: set[Path] = set()
    for found in differences(before, after):
        path = _whole(found.path, before, after)
        if path not in told:
            told.add(path)
            yield Changed(path, _there(before, path), _there(after, path))


def _whole(path: Path, before: Any, after: Any) -> Path:
    """Give the path of the place or list that *path* leads into, or *path*."""
    for end in range(1, len(path)):
        part = path[:end]
        if isinstance(value_at(after, part), Position | tuple):
            return part
        if isinstance(value_at(before, part), Position | tuple):
            return part
    return path


def _there(state: Any, path: Path) -> Any:
    value = value_at(state, path)
    return None if value is MISSING else value

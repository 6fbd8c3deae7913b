"""
Patches: how the page gets from one state to the next without knowing a rule.

A patch is a list of ``[path, value]`` (set) and ``[path]`` (remove), in order;
a path is names joined by dots, which no id holds.  Lists are set whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rollbook.events.plain import to_plain

Patch = list[list[Any]]


class PlainStates:
    """
    States as plain objects, each unit made plain only once.

    States share what did not change, so the plain form of a unit is looked up
    by identity; the last state's units are kept alive for that.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, Any]] = {}

    def plain(self, state: Any) -> Any:
        """Give exactly what ``show --json`` prints of *state*."""
        if state is None or not hasattr(state, "units"):
            return to_plain(state)
        plain: dict[str, Any] = to_plain(_Shallow.of(state))
        known: dict[int, tuple[Any, Any]] = {}
        units = {}
        for name, unit in state.units.items():
            kept = self._known.get(id(unit)) or (unit, to_plain(unit))
            known[id(unit)] = kept
            units[name] = kept[1]
        self._known = known
        plain["units"] = units
        return plain


class _Shallow:
    """A state whose units are left out while the rest is made plain."""

    @staticmethod
    def of(state: Any) -> Any:
        from rollbook.events.build import changer
        from rollbook.events.frozen import EMPTY

        return changer("units")(state, EMPTY)


def patch(before: Any, after: Any) -> Patch:
    """
    Give what turns *before* into *after*, both plain.

    >>> patch({"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 3, "d": 4}})
    [['b.c', 3], ['b.d', 4]]
    >>> patch({"a": 1}, {})
    [['a']]
    """
    return list(_steps(before, after, ()))


def _steps(before: Any, after: Any, path: tuple[str, ...]) -> Iterator[list[Any]]:
    if before is after:
        return
    if not (isinstance(before, dict) and isinstance(after, dict)):
        if before != after or type(before) is not type(after):
            yield [".".join(path), after]
        return
    for name in before:
        if name not in after:
            yield [".".join((*path, name))]
    for name, value in after.items():
        if name in before:
            yield from _steps(before[name], value, (*path, name))
        else:
            yield [".".join((*path, name)), value]


def patched(before: Any, steps: Patch) -> Any:
    """Give *before* with a patch applied: what the page does, for tests and readers."""
    for step in steps:
        before = _with(before, step[0].split(".") if step[0] else [], step[1:])
    return before


def _with(value: Any, path: list[str], new: list[Any]) -> Any:
    if not path:
        return new[0]
    changed = dict(value)
    if len(path) == 1 and not new:
        del changed[path[0]]
    else:
        changed[path[0]] = _with(changed.get(path[0]), path[1:], new)
    return changed

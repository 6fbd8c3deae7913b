"""
Messages as lists, for the quick way to an entry: generated code, one function a type.

A *lister* checks what a packer of :mod:`rollbook.events.packing` checks, and
gives the same values with lists for its tuples: msgpack packs lists in three
quarters of the time, since only with them it need not ask for derived types.
It has no words for what it refuses; a packer has.  All that a message holds
is taken apart in one function.  Scalars are asked for ``__class__``, which is
quicker than ``type`` and may lie; who packs the list strictly, as
:func:`~rollbook.events.log.codec.pack_lists` does, refuses what lies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rollbook.events.build import Resolve, compiled, failer
from rollbook.events.message import Message
from rollbook.events.packing import writer
from rollbook.events.shape import (
    Listing,
    Nullable,
    One,
    Scalar,
    Several,
    Shape,
    fields_of,
    may_hold_any,
)

DEEPEST = 3
"""How deep values inside values are taken apart in one function."""


Listers = Mapping[Any, Callable[[Any], list[Any]]]


class Unfit(Exception):
    """A message holds what its type does not allow."""


def lister(
    cls: type[Message], resolve: Resolve, listers: Listers, number: int
) -> Callable[[Any], list[Any]]:
    """
    Generate the function that makes the numbered row of a *cls*, of lists.

    *resolve* gives the packer of a nested class, *listers* the lister of any
    class.  The function raises :class:`Unfit`, or what these raise.
    """
    space: dict[str, Any] = {"Unfit": Unfit, "listed": listed, "listers": listers}
    maker = _Lines(space, resolve)
    parts = maker.take_apart("message", cls, " ", 0)
    lines = ["def as_list(message):", *maker.lines, f" return [{', '.join([str(number), *parts])}]"]
    return compiled(lines, space, "as_list")


def listed(value: Any) -> Any:
    """Give *value* with a list for every tuple."""
    return [listed(item) for item in value] if type(value) is tuple else value


class _Lines:
    """The lines of one function, while they are being written."""

    def __init__(self, space: dict[str, Any], resolve: Resolve) -> None:
        self.lines: list[str] = []
        self._space = space
        self._resolve = resolve

    def take_apart(self, var: str, cls: type[Message], indent: str, depth: int) -> list[str]:
        """Read every field of the *cls* in *var*; give the names of what then holds them."""
        names = []
        for i, field in enumerate(fields_of(cls)):
            name = f"v{i}" if var == "message" else f"{var}_{i}"
            self.lines.append(f"{indent}{name} = {var}.{field.name}")
            self._convert(name, field.shape, cls, indent, depth, null=field.absent)
            names.append(name)
        return names

    def _convert(
        self, var: str, shape: Shape, cls: type[Message], indent: str, depth: int, *, null: bool
    ) -> None:
        if isinstance(shape, Nullable):
            shape, null = shape.item, True
        if isinstance(shape, Scalar):
            guard = f"{var} is not None and " if null else ""
            self._refuse_if(guard + _is_none_of(var, shape), indent)
            return
        if null:
            self.lines.append(f"{indent}if {var} is not None:")
            indent += " "
        match shape:
            case One(cls=held) if depth < DEEPEST:
                self._space[f"c_{var}"] = held
                self._refuse_if(f"type({var}) is not c_{var}", indent)
                parts = self.take_apart(var, held, indent, depth + 1)
                self.lines.append(f"{indent}{var} = [{', '.join(parts)}]")
            case Several(classes=classes, scalar=None) if not may_hold_any(shape):
                self._space[f"c_{var}"] = frozenset(classes)
                self._refuse_if(f"type({var}) not in c_{var}", indent)
                self.lines.append(f"{indent}{var} = listers[type({var})]({var})")
            case Listing(item=None, fixed=fixed) if depth < DEEPEST:
                names = [f"{var}_{i}" for i in range(len(fixed))]
                self._refuse_if(f"type({var}) is not tuple or len({var}) != {len(fixed)}", indent)
                self.lines.append(f"{indent}[{', '.join(names)}] = {var}")
                for name, part in zip(names, fixed, strict=True):
                    self._convert(name, part, cls, indent, depth + 1, null=False)
                self.lines.append(f"{indent}{var} = [{', '.join(names)}]")
            case Listing(item=item) if item is not None and depth < DEEPEST:
                self._refuse_if(f"type({var}) is not tuple", indent)
                self.lines.append(f"{indent}{var} = [*{var}]")
                self._convert_items(var, item, cls, indent, depth)
            case _:
                self._space[f"p_{var}"] = writer(shape, "", failer(cls), self._resolve)
                self.lines.append(f"{indent}{var} = listed(p_{var}({var}))")

    def _convert_items(
        self, var: str, item: Shape, cls: type[Message], indent: str, depth: int
    ) -> None:
        """Check and convert each item of the list in *var*."""
        one, at = f"{var}_i", f"{var}_n"
        if isinstance(item, Scalar):
            self.lines.append(f"{indent}for {one} in {var}:")
            self._convert(one, item, cls, indent + " ", depth + 1, null=False)
            return
        self.lines.append(f"{indent}for {at}, {one} in enumerate({var}):")
        self._convert(one, item, cls, indent + " ", depth + 1, null=False)
        self.lines.append(f"{indent} {var}[{at}] = {one}")

    def _refuse_if(self, test: str, indent: str) -> None:
        self.lines.append(f"{indent}if {test}: raise Unfit")


def _is_none_of(var: str, shape: Scalar) -> str:
    kinds = [kind.__name__ for kind in shape.kinds]
    if len(kinds) == 1:
        return f"{var}.__class__ is not {kinds[0]}"
    return f"{var}.__class__ not in ({', '.join(kinds)})"

"""
The fast way to make messages: generated code, one function a type.

Three tricks live here and nowhere else, each measured and each held equal to
the plain way by a test:

- a *builder* takes a row, checks the type of every field, and gives the
  message; its inverse, a *packer*, is in :mod:`rollbook.events.packing`;
- instances are filled through a *twin*, a class of the same memory layout
  without attrs' frozen ``__setattr__``, and then become the frozen class by a
  change of ``__class__``: a third of the time of the constructor;
- a *changer* copies an instance with some fields changed the same way: a
  tenth of the time of ``attrs.evolve``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rollbook.events.errors import MessageError
from rollbook.events.frozen import EMPTY, FrozenDict
from rollbook.events.message import Message, changed, field_names, name_of
from rollbook.events.owned import is_owned
from rollbook.events.shape import (
    ANY,
    Either,
    Field,
    Listing,
    Nullable,
    One,
    Scalar,
    Several,
    Shape,
    check_depth,
    fields_of,
)
from rollbook.events.shape import Mapping as MappingShape

M = TypeVar("M", bound=Message)
T = TypeVar("T")
Convert = Callable[[Any], Any]
Resolve = Callable[[type[Message]], Convert]

HELD_DEPTH = 4
"""How deep a message inside an event stands: payload, events, event, message."""
OFTEN = 40
"""Uses after which code is generated for a type."""

_TWINS: dict[type, type] = {}


def twin_of(cls: type) -> type:
    """
    Give the class with the memory layout of *cls* whose fields can be set.

    It is derived from *cls*, since a change to a class without kin compares
    the names of all fields, and has both methods of attrs replaced: with one
    of them left, each setting would take eight times as long.
    """
    twin = _TWINS.get(cls)
    if twin is None:
        body = {
            "__slots__": (),
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
            "__init__": object.__init__,
        }
        twin = _TWINS[cls] = type(f"_{cls.__name__}Twin", (cls,), body)
    return twin


_FILLERS: dict[type, Callable[..., Any]] = {}


def filler(cls: type[T]) -> Callable[..., T]:
    """Give the function that makes a *cls* from the values of its fields, unchecked."""
    made = _FILLERS.get(cls)
    if made is None:
        names = field_names(cls)
        lines = [f"def fill({', '.join(names)}):", " _new = _twin()"]
        lines += [f" _new.{name} = {name}" for name in names]
        lines += [" _new.__class__ = _cls", " return _new"]
        made = _FILLERS[cls] = compiled(lines, {"_twin": twin_of(cls), "_cls": cls}, "fill")
    return made


def fill(cls: type[T], *values: Any) -> T:
    """Make one instance of *cls* from the values of its fields, in order, unchecked."""
    return filler(cls)(*values)


def changer(*fields: str) -> Callable[..., Any]:
    """
    Give a function ``(instance, value, ...)`` that copies with *fields* changed.

    It serves every message class that has these fields; an owned copy (see
    :mod:`rollbook.events.owned`) is changed in place instead.  The values are
    trusted: reducers take them from events that were checked when built.

    >>> from rollbook.events.roll import Roll
    >>> changer("sides")(Roll(purpose="p", sides=6, faces=(1,)), 3)
    Roll(purpose='p', sides=3, faces=(1,))
    """
    table = _Changers(fields)

    def change_one(old: Any, value: Any) -> Any:
        return table[type(old)](old, value)

    def change_two(old: Any, value: Any, second: Any) -> Any:
        return table[type(old)](old, value, second)

    def change_three(old: Any, value: Any, second: Any, third: Any) -> Any:
        return table[type(old)](old, value, second, third)

    def change_all(old: Any, *values: Any) -> Any:
        return table[type(old)](old, *values)

    made: dict[int, Callable[..., Any]] = {1: change_one, 2: change_two, 3: change_three}
    return made.get(len(fields), change_all)


class _Changers(dict[type, Callable[..., Any]]):
    """One function a class, made when the class is first met, generated when it is met often."""

    def __init__(self, fields: tuple[str, ...]) -> None:
        self._fields = fields

    def __missing__(self, cls: type) -> Callable[..., Any]:
        missing = [f for f in self._fields if f not in field_names(cls)]
        if missing:
            raise TypeError(f"{cls.__name__} has no field {', '.join(missing)}")
        if is_owned(cls):
            made = self[cls] = _generate_setter(self._fields)
            return made
        uses = 0

        def plain(old: Any, *values: Any) -> Any:
            nonlocal uses
            uses += 1
            if uses > OFTEN:
                self[cls] = _generate_changer(cls, self._fields)
            return changed(old, **dict(zip(self._fields, values, strict=True)))

        self[cls] = plain
        return plain


def _generate_changer(cls: type, fields: tuple[str, ...]) -> Callable[..., Any]:
    names = field_names(cls)
    args = ", ".join(f"v{i}" for i in range(len(fields)))
    lines = [f"def change(old, {args}):", " new = twin()"]
    for name in names:
        value = f"v{fields.index(name)}" if name in fields else f"old.{name}"
        lines.append(f" new.{name} = {value}")
    lines += [" new.__class__ = cls", " return new"]
    return compiled(lines, {"twin": twin_of(cls), "cls": cls}, "change")


def _generate_setter(fields: tuple[str, ...]) -> Callable[..., Any]:
    args = ", ".join(f"v{i}" for i in range(len(fields)))
    lines = [f"def change(old, {args}):"]
    lines += [f" old.{name} = v{i}" for i, name in enumerate(fields)]
    lines.append(" return old")
    return compiled(lines, {}, "change")


def warming(
    cls: type[M],
    resolve: Resolve,
    fast_resolve: Resolve,
    *,
    numbered: bool,
    often: Callable[[Any], object],
) -> Callable[[Any], M]:
    """
    Give a builder that is plain at first and generated once it is used a lot.

    Generating one takes as long as two hundred plain builds, and most types
    of a short log occur a few times.  *resolve* gives the builders of nested
    classes to the plain one, *fast_resolve* to the generated one, which
    *often* is called with when it is made.
    """
    plain = plain_builder(cls, resolve, numbered=numbered)
    fast: Callable[[Any], M] | None = None
    uses = 0

    def build(row: Any) -> M:
        nonlocal fast, uses
        if fast is not None:
            return fast(row)
        uses += 1
        if uses > OFTEN:
            fast = builder(cls, fast_resolve, numbered=numbered)
            often(fast)
        return plain(row)

    return build


def plain_builder(cls: type[M], resolve: Resolve, *, numbered: bool) -> Callable[[Any], M]:
    """Give the function that makes a *cls* from its row without any generated code."""
    fail = failer(cls)
    fields = fields_of(cls)
    readers: list[tuple[str, bool, Convert]] = []

    def build(row: Any) -> M:
        if type(row) is not tuple:
            fail("", row)
        if len(row) != len(fields) + numbered:
            fail(None, row)
        if numbered and type(row[0]) is not int:
            fail("", row[0])
        if not readers:
            # All or none of them: the schema may lack a type, and another row may come.
            readers.extend(
                [(f.name, f.absent, reader(f.shape, f.name, fail, resolve)) for f in fields]
            )
        values = row[1:] if numbered else row
        return cls(
            **{
                name: None if value is None and absent else read(value)
                for (name, absent, read), value in zip(readers, values, strict=True)
            }
        )

    return build


def builder(
    cls: type[M],
    resolve: Resolve,
    *,
    numbered: bool,
    defaults: Mapping[str, Any] = EMPTY,
) -> Callable[[Any], M]:
    """
    Generate the function that makes a *cls* from its row.

    *resolve* gives the builder of a nested class; *numbered* tells if the row
    starts with the number of its type; *defaults* are the values of fields
    that the row does not have.  The function raises
    :class:`~rollbook.events.errors.MessageError`.
    """
    fields = [field for field in fields_of(cls) if field.name not in defaults]
    space: dict[str, Any] = {"twin": twin_of(cls), "cls": cls, "fail": failer(cls)}
    lines = _reading("build", fields, resolve, space, numbered=numbered)
    lines.append(" new = twin()")
    lines += [f" new.{field.name} = v{i}" for i, field in enumerate(fields)]
    for name, value in defaults.items():
        space[f"d_{name}"] = value
        lines.append(f" new.{name} = d_{name}")
    lines += [" new.__class__ = cls", " return new"]
    return compiled(lines, space, "build")


def checker(cls: type[Message], resolve: Resolve) -> Callable[[Any], object]:
    """
    Generate the function that checks a numbered row as :func:`builder` does, and makes nothing.

    It raises :class:`~rollbook.events.errors.MessageError`.
    """
    space: dict[str, Any] = {"fail": failer(cls)}
    return compiled(_reading("check", fields_of(cls), resolve, space), space, "check")


def _reading(
    name: str,
    fields: Sequence[Field],
    resolve: Resolve,
    space: dict[str, Any],
    *,
    numbered: bool = True,
) -> list[str]:
    """Give the lines that take a row apart into ``v0``, ``v1``, ..., checked and converted."""
    names = [f"v{i}" for i in range(len(fields))]
    unpacked = ", ".join((["number"] if numbered else []) + names)
    lines = [f"def {name}(row):", " if type(row) is not tuple: fail('', row)"]
    lines.append(f" if len(row) != {len(names) + numbered}: fail(None, row)")
    if unpacked:
        lines.append(f" {unpacked}, = row")
    if numbered:
        lines.append(" if type(number) is not int: fail('', number)")
    for var, field in zip(names, fields, strict=True):
        lines += checks(var, field, resolve, space)
    return lines


def failer(cls: type[Message]) -> Callable[[str | None, Any], None]:
    """Give what refuses a value of a field of *cls*; ``None`` and "" stand for the whole row."""

    def fail(name: str | None, value: Any) -> None:
        if name is None:
            raise MessageError(name_of(cls), f"{len(value)} values do not fit its fields")
        if not name:
            raise MessageError(name_of(cls), f"{type(value).__name__} instead of a row")
        raise MessageError(name_of(cls), f"field {name} holds {type(value).__name__}")

    return fail


def checks(var: str, field: Field, resolve: Resolve, space: dict[str, Any]) -> list[str]:
    """Give the lines that check *var*, what a row holds for *field*, and convert it."""
    shape, null = field.shape, field.absent
    if isinstance(shape, Nullable):
        shape, null = shape.item, True
    guard = f"{var} is not None and " if null else ""
    match shape:
        case Scalar(kinds=kinds):
            test = _type_test(var, kinds, space)
            return [f" if {guard}{test}: fail({field.name!r}, {var})"]
        case One(cls=cls):
            space[f"b_{var}"] = resolve(cls)
            return [f" {'if ' + guard[:-5] + ': ' if null else ''}{var} = b_{var}({var})"]
        case Listing(item=Scalar(kinds=kinds)):
            test = _type_test("item", kinds, space)
            return [
                f" if {guard}type({var}) is not tuple: fail({field.name!r}, {var})",
                f" {'if ' + guard[:-5] + ':' if null else 'if 1:'}",
                f"  for item in {var}:",
                f"   if {test}: fail({field.name!r}, item)",
            ]
        case _:
            space[f"c_{var}"] = reader(shape, field.name, space["fail"], resolve)
            return [f" {'if ' + guard[:-5] + ': ' if null else ''}{var} = c_{var}({var})"]


def _type_test(var: str, kinds: tuple[type, ...], space: dict[str, Any]) -> str:
    if len(kinds) == 1:
        return f"type({var}) is not {kinds[0].__name__}"
    key = "t_" + "_".join(k.__name__ for k in kinds)
    space[key] = kinds
    return f"type({var}) not in {key}"


def reader(shape: Shape, name: str, fail: Callable[..., None], resolve: Resolve) -> Convert:
    """Give the function that checks and converts what a row holds for *shape*."""
    match shape:
        case Scalar(kinds=kinds):
            return _scalar_reader(kinds, name, fail)
        case Nullable(item=item):
            inner = reader(item, name, fail, resolve)
            return lambda value: None if value is None else inner(value)
        case One(cls=cls):
            return resolve(cls)
        case Listing(item=None, fixed=fixed):
            return _fixed_reader(fixed, name, fail, resolve)
        case Listing(item=Scalar(kinds=kinds)):
            return _scalars_reader(kinds, name, fail)
        case Listing(item=item) if item is not None:
            return list_reader(reader(item, name, fail, resolve), name, fail)
        case MappingShape(item=item):
            return _mapping_reader(reader(item, name, fail, resolve), name, fail)
        case Either(options=options):
            return _either_reader([reader(s, name, _reject, resolve) for s in options], name, fail)
        case Several(classes=classes, scalar=scalar):
            return _several_reader(classes, scalar, name, fail, resolve)
    raise TypeError(f"no reader for {shape!r}")


def _reject(_: str | None, __: Any) -> None:
    raise MessageError("", "")


def _scalar_reader(kinds: tuple[type, ...], name: str, fail: Callable[..., None]) -> Convert:
    def read(value: Any) -> Any:
        if type(value) not in kinds:
            fail(name, value)
        return value

    return read


def _scalars_reader(kinds: tuple[type, ...], name: str, fail: Callable[..., None]) -> Convert:
    """Give the function that reads a list of scalars: one call a list, not one an item."""

    def read(value: Any) -> Any:
        if type(value) is not tuple:
            fail(name, value)
        for item in value:
            if type(item) not in kinds:
                fail(name, item)
        return value

    return read


def _fixed_reader(
    fixed: tuple[Shape, ...], name: str, fail: Callable[..., None], resolve: Resolve
) -> Convert:
    parts = [
        (s.kinds, None) if isinstance(s, Scalar) else ((), reader(s, name, fail, resolve))
        for s in fixed
    ]

    def read(value: Any) -> Any:
        if type(value) is not tuple or len(value) != len(parts):
            fail(name, value)
        made = []
        for item, (kinds, part) in zip(value, parts, strict=True):
            if part is not None:
                made.append(part(item))
            else:
                if type(item) not in kinds:
                    fail(name, item)
                made.append(item)
        return tuple(made)

    return read


def list_reader(inner: Convert, name: str, fail: Callable[..., None]) -> Convert:
    """Give the function that reads a list, each item by *inner*."""

    def read(value: Any) -> Any:
        if type(value) is not tuple:
            fail(name, value)
        return tuple([inner(item) for item in value])

    return read


def _mapping_reader(inner: Convert, name: str, fail: Callable[..., None]) -> Convert:
    def read(value: Any) -> Any:
        if type(value) is not tuple:
            fail(name, value)
        made: dict[str, Any] = {}
        for pair in value:
            if type(pair) is not tuple or len(pair) != 2 or type(pair[0]) is not str:
                fail(name, pair)
            if pair[0] in made:
                fail(name, pair)
            made[pair[0]] = inner(pair[1])
        return FrozenDict(made)

    return read


def _either_reader(options: list[Convert], name: str, fail: Callable[..., None]) -> Convert:
    def read(value: Any) -> Any:
        for option in options:
            try:
                return option(value)
            except MessageError:
                continue
        fail(name, value)
        return None

    return read


def _several_reader(
    classes: tuple[type[Message], ...],
    scalar: Scalar | None,
    name: str,
    fail: Callable[..., None],
    resolve: Resolve,
) -> Convert:
    numbered = resolve(Message)
    kinds = scalar.kinds if scalar else ()
    message_kinds = {cls.KIND for cls in classes if hasattr(cls, "KIND")}
    holds_any = any(cls in ANY for cls in classes)

    def read(value: Any) -> Any:
        if type(value) is tuple:
            if holds_any:
                check_depth(value, HELD_DEPTH, name)
            made = numbered(value)
            # What this Rollbook has no class for is kept, whatever holds it.
            known = isinstance(made, Message)
            if not isinstance(made, classes) if known else made.KIND not in message_kinds:
                fail(name, made)
            return made
        if type(value) not in kinds:
            fail(name, value)
        return value

    return read


def compiled(lines: list[str], space: dict[str, Any], name: str) -> Callable[..., Any]:
    """Give the function *name* that *lines* define, with *space* as its globals."""
    # The source is made of field names of our own classes, never of input.
    exec("\n".join(lines), space)  # noqa: S102
    made: Callable[..., Any] = space[name]
    return made

"""Forms bound to the classes of their commands: what stands where, and what it may hold."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from attrs import frozen

from rollbook.engine.session import commands_of
from rollbook.events.log.messages import LOG_MESSAGES, PROGRAM_ONLY, StartGame
from rollbook.events.message import Command, Message, name_of
from rollbook.events.shape import (
    Field,
    Listing,
    Mapping,
    Nullable,
    One,
    Scalar,
    Shape,
    fields_of,
)
from rollbook.tools.notation.forms import Form, forms_of
from rollbook.tools.notation.values import is_place

BESIDE = ("choices",)
"""Fields that are written in a way of their own."""
_SUFFIX = re.compile(r"_(?:milli|decideg|mm)$")
_BRACES = re.compile(r"\{([^}]*)\}")


@frozen
class Word:
    """A word of a pattern that stands as it is."""

    text: str


@frozen
class Slot:
    """One field of a pattern; a *loose* one is there only as text in quotation marks."""

    field: Field
    loose: bool = False


@frozen
class PlaceSlot:
    """Three fields of a pattern that are written as one place."""

    names: tuple[str, str, str]


Part = Word | Slot | PlaceSlot


@frozen
class Shaped:
    """How something with fields is written: the parts of its pattern, then its named fields."""

    cls: type[Message]
    parts: tuple[Part, ...]
    named: dict[str, Field]
    """Fields behind the pattern, by the name that they are written with."""


@frozen
class Verb:
    """One command, its words, and its form."""

    name: str
    words: tuple[str, ...]
    form: Form
    shaped: Shaped
    items: tuple[Field, Shaped] | None
    spread: Field | None


@frozen
class Verbs:
    """All verbs of a rule set."""

    rules: str
    by_command: dict[str, Verb]
    by_words: dict[tuple[str, ...], Verb]
    most_words: int


@cache
def verbs_of(rules: str) -> Verbs:
    """
    Give the verbs of a rule set; a command without a form is written by its own name.

    Raises :class:`~rollbook.events.errors.UnknownRuleSet`.
    """
    forms = forms_of(rules)
    by_command = {
        name: _verb(name, cls, forms.get(name) or Form(name))
        for name, cls in commands_of(rules).items()
        if cls not in PROGRAM_ONLY and cls is not StartGame
    }
    by_words = {verb.words: verb for verb in by_command.values()}
    if len(by_words) != len(by_command):
        raise ValueError(f"two commands of {rules} have the same words")
    for verb in by_command.values():
        by_words.setdefault((verb.name,), verb)
    return Verbs(rules, by_command, by_words, max(map(len, by_words)))


def _verb(name: str, cls: type[Command], form: Form) -> Verb:
    fields = {f.name: f for f in fields_of(cls)}
    apart = {*BESIDE, *((form.items[0],) if form.items else ())}
    shaped = shaped_of(cls, form.pattern, apart | ({form.spread} if form.spread else set()))
    words: list[str] = []
    for part in shaped.parts:
        if not isinstance(part, Word):
            break
        words.append(part.text)
    rest = Shaped(cls, shaped.parts[len(words) :], shaped.named)
    items = None
    if form.items and fields[form.items[0]].absent:
        # So that a list without items can be told from none: hits=().
        rest.named[short_name(form.items[0])] = fields[form.items[0]]
    if form.items:
        field = fields[form.items[0]]
        items = (field, shaped_of(item_class(field.shape), form.items[1], set()))
    spread = fields[form.spread] if form.spread else None
    return Verb(name, tuple(words), form, rest, items, spread)


def shaped_of(cls: type[Message], pattern: str, apart: set[str]) -> Shaped:
    """Bind a pattern to the fields of a class."""
    fields = {f.name: f for f in fields_of(cls)}
    parts: list[Part] = []
    taken = set(apart)
    for piece in pattern.split():
        braces = _BRACES.fullmatch(piece)
        if braces is None:
            parts.append(Word(piece))
            continue
        names = re.split("[,@]", braces[1])
        if len(names) == 3:
            parts.append(PlaceSlot((names[0], names[1], names[2])))
        else:
            parts.append(Slot(fields[names[0].rstrip("?")], loose=names[0].endswith("?")))
        taken.update(name.rstrip("?") for name in names)
    named = {short_name(f.name): f for n, f in fields.items() if n not in taken}
    return Shaped(cls, tuple(parts), named)


def is_log_verb(command: str) -> bool:
    """Tell whether a command, by its name, is the log's own and no move of a game."""
    return any(name_of(cls) == command for cls in LOG_MESSAGES)


def short_name(name: str) -> str:
    """
    Give the name that a field is written with.

    >>> short_name("distance_milli")
    'distance'
    """
    return _SUFFIX.sub("", name)


def inner(shape: Shape) -> Shape:
    """Give what a shape holds when it is not null."""
    return shape.item if isinstance(shape, Nullable) else shape


def item_class(shape: Shape) -> type[Message]:
    """Give the class of the items of a list field."""
    held = inner(shape)
    if isinstance(held, Listing) and isinstance(held.item, One):
        return held.item.cls
    raise TypeError(f"{held!r} is no list of things with fields")


def is_flag(shape: Shape) -> bool:
    """Tell whether a field is yes or no and nothing else."""
    held = inner(shape)
    return isinstance(held, Scalar) and held.kinds == (bool,)


def parts_of(shape: Shape) -> type[Message] | None:
    """Give the class of a field that is written part by part, as ``driver.grit=4``."""
    held = inner(shape)
    if isinstance(held, One) and not is_place(held.cls):
        return held.cls
    return None


def is_mapping(shape: Shape) -> bool:
    """Tell whether a field is written key by key, as ``scores.ann=3``."""
    return isinstance(inner(shape), Mapping)


def mapping_item(shape: Shape) -> Any:
    """Give the shape of the values of a mapping."""
    held = inner(shape)
    if isinstance(held, Mapping):
        return held.item
    raise TypeError(f"{held!r} is no mapping")

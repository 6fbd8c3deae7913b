"""The form of a command as people read it: ``fire UNIT WEAPON at TARGET [arc=]``."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.events.shape import Field, Nullable, fields_of
from rollbook.tools.notation.values import is_place
from rollbook.tools.notation.verbs import (
    PlaceSlot,
    Shaped,
    Slot,
    Verb,
    Word,
    inner,
    is_flag,
    is_mapping,
    parts_of,
    short_name,
)

PLACE = "X,Y@FACING"


def form_of(verb: Verb) -> str:
    """Give the form of a command; what may be left out stands in square brackets."""
    parts = [*verb.words, *_parts(verb.shaped)]
    if verb.form.count is not None:
        parts.append(f"[{verb.form.count} N]".replace("[ ", "["))
    items = verb.items[0].name if verb.items is not None else None
    for of in verb.shaped.named.values():
        if of.name != items:
            parts += _named(of)
    if verb.spread is not None:
        parts.append("PATH=VALUE ...")
    if verb.items is not None:
        parts.append(f"+ {item_form(verb)} ...")
    return " ".join(parts)


def item_form(verb: Verb) -> str:
    """Give the form of the items of a command; nothing for one that has none."""
    if verb.items is None:
        return ""
    inside = [*_parts(verb.items[1])]
    for of in verb.items[1].named.values():
        inside += _named(of)
    return " ".join(inside)


def _named(of: Field, path: str = "") -> Iterator[str]:
    name = path + short_name(of.name)
    cls = parts_of(of.shape)
    if cls is not None:
        for field in fields_of(cls):
            yield from _named(field, f"{name}.")
        return
    text = f"{name}="
    if is_mapping(of.shape):
        text = f"{name}.ID="
    elif is_flag(of.shape):
        text = name
    yield f"[{text}]" if path else _left_out(text, of)


def _left_out(text: str, of: Field) -> str:
    """Set in brackets what may be left out."""
    return f"[{text}]" if of.absent or isinstance(of.shape, Nullable) else text


def _parts(shaped: Shaped) -> Iterator[str]:
    for part in shaped.parts:
        if isinstance(part, Word):
            yield part.text
        elif isinstance(part, PlaceSlot):
            yield PLACE
        else:
            yield _slot(part)


def _slot(part: Slot) -> str:
    from rollbook.events.shape import One

    name = short_name(part.field.name)
    if part.loose:
        return _left_out(f'"{name.upper()}"', part.field)
    held = inner(part.field.shape)
    if isinstance(held, One) and is_place(held.cls):
        return PLACE
    return name.upper().replace("_", " ")

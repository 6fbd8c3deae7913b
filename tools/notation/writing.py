"""A document becomes text: the one way in which a battle is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from rollbook.events.shape import Field, fields_of
from rollbook.projections.printable import printable, width
from rollbook.tools.notation.dicetext import dice_text
from rollbook.tools.notation.document import Document, Line, On, Remark
from rollbook.tools.notation.headertext import header_lines
from rollbook.tools.notation.quoting import quoted
from rollbook.tools.notation.reading import HEADING
from rollbook.tools.notation.values import NONE, encoded, place_text, scale_of
from rollbook.tools.notation.verbs import (
    PlaceSlot,
    Shaped,
    Verb,
    Verbs,
    Word,
    is_flag,
    is_mapping,
    mapping_item,
    parts_of,
    short_name,
    verbs_of,
)

INDENT = 4
COLUMNS = 78
"""Items stay on the line of their command as long as it fits into this."""


def write(document: Document) -> str:
    """Write a document; reading the text and writing it again gives the same text."""
    lines: list[str] = []
    if document.header is not None:
        lines += [*header_lines(document.header), ""]
    verbs = verbs_of(document.rules)
    items = numbered(document.items) if document.header is not None else document.items
    for item in items:
        if lines or item != Remark(None):
            lines += item_lines(item, verbs)
    text = "\n".join(lines).rstrip("\n")
    return text + "\n" if text else ""


def numbered(items: tuple[Line | Remark | On, ...]) -> Iterator[Line | Remark | On]:
    """Give every command its number: the one written, or the next."""
    number = 0
    for item in items:
        if isinstance(item, Line):
            number = number + 1 if item.number is None else item.number
            yield evolve(item, number=number)
        else:
            yield item


def item_lines(item: Line | Remark | On, verbs: Verbs) -> list[str]:
    """Write one command, comment, blank line or ``on`` line."""
    if isinstance(item, Line):
        return command_lines(item, verbs)
    if isinstance(item, On):
        return [f"{' ' * INDENT * item.depth}on {item.timeline}{_comment(item.comment)}"]
    if item.text is None:
        return [""]
    return [f"{' ' * INDENT * item.depth}# {printable(item.text)}".rstrip()]


def _comment(text: str) -> str:
    return f"  # {printable(text)}" if text else ""


def command_lines(line: Line, verbs: Verbs) -> list[str]:
    """Write one command."""
    verb = verbs.by_command[line.command["do"]]
    lead = "" if line.number is None else f"{line.number}. "
    body = " ".join([f"{lead}{line.who}:", *_body(line, verb)])
    items = [f"+ {' '.join(item)}" for item in _items(line.command, verb)]
    tail = " ".join(_tail(line))
    if verb.form.heading and not items:
        body, tail = f"{HEADING} {' '.join(filter(None, (body, tail)))} {HEADING}", ""
    indent = " " * INDENT * line.depth
    whole = " ".join(filter(None, (indent + body, *items, tail)))
    apart = verb.name == "add_unit" and items
    if items and (apart or width(whole) > COLUMNS):
        rest = [f"{indent}{' ' * INDENT}{item}" for item in items]
        rest[-1] = " ".join(filter(None, (rest[-1], tail)))
        return [indent + body + _comment(line.comment), *rest]
    return [whole + _comment(line.comment)]


def _body(line: Line, verb: Verb) -> Iterator[str]:
    yield from verb.words
    yield from _parts(verb.shaped, line.command)
    if line.count is not None and verb.form.count is not None:
        yield from filter(None, (verb.form.count, str(line.count)))
    named = dict(verb.shaped.named)
    if verb.items is not None:
        of = verb.items[0]
        named.pop(short_name(of.name), None)
        if of.absent and line.command.get(of.name) == []:
            yield f"{short_name(of.name)}=()"
    yield from _named(named, line.command)
    if verb.spread is not None:
        shape = mapping_item(verb.spread.shape)
        for key, value in (line.command.get(verb.spread.name) or {}).items():
            yield f"{key}={encoded(shape, value)}"


def _items(command: dict[str, Any], verb: Verb) -> Iterator[list[str]]:
    if verb.items is None:
        return
    of, shaped = verb.items
    for item in command.get(of.name) or ():
        yield [*_parts(shaped, item), *_named(shaped.named, item)]


def _tail(line: Line) -> Iterator[str]:
    from rollbook.events.shape import Scalar

    if line.choices:
        yield f"choose={','.join(encoded(Scalar((str,)), c) for c in line.choices)}"
    if line.key is not None:
        yield f"key={encoded(Scalar((str,)), line.key)}"
    if line.dice is not None:
        yield dice_text(line.dice)


def _parts(shaped: Shaped, command: dict[str, Any]) -> Iterator[str]:
    for part in shaped.parts:
        if isinstance(part, Word):
            yield part.text
        elif isinstance(part, PlaceSlot):
            names = ("x_milli", "y_milli", "facing_decideg")
            yield place_text({n: command[m] for n, m in zip(names, part.names, strict=True)})
        else:
            value = command.get(part.field.name)
            if part.loose:
                if value is not None:
                    yield quoted(value)
            elif value is None:
                yield NONE
            else:
                yield encoded(part.field.shape, value, scale_of(part.field.name))


def _named(named: dict[str, Field], command: dict[str, Any], path: str = "") -> Iterator[str]:
    for name, of in named.items():
        value = command.get(of.name)
        if value is None:
            continue
        if is_mapping(of.shape) and value:
            shape = mapping_item(of.shape)
            for key, item in value.items():
                yield f"{path}{name}.{key}={encoded(shape, item)}"
        elif (cls := parts_of(of.shape)) is not None:
            inside = {short_name(f.name): f for f in fields_of(cls)}
            yield from _named(inside, value, f"{path}{name}.")
        elif value is True and is_flag(of.shape):
            yield path + name
        else:
            yield f"{path}{name}={encoded(of.shape, value, scale_of(of.name))}"

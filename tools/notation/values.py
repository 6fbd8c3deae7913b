"""
Values in notation: numbers with decimals, words, quoted text, lists, places.

Both ways follow the shape that a message class gives its field, so that what
is written is read again as the same value.  Lengths are written in yards or
inches and angles in degrees; a log keeps thousandths and tenths.
"""

from __future__ import annotations

import re
from typing import Any

from attrs import frozen

from rollbook.events.message import Message, field_names
from rollbook.events.shape import (
    Either,
    Listing,
    Mapping,
    Nullable,
    One,
    Scalar,
    Several,
    Shape,
)
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.quoting import quoted, unquoted
from rollbook.tools.notation.tokens import Token

SCALES = {"_milli": 1000, "_decideg": 10}
NONE, YES, NO = "none", "yes", "no"
PLACE = ("x_milli", "y_milli", "facing_decideg")
_BARE = re.compile(r"[A-Za-z0-9_./-]+")
_NUMBER = re.compile(r"(-?)([0-9]{1,16})(?:\.([0-9]{1,9}))?")
MOST_NESTED = 8


def scale_of(name: str) -> int:
    """
    Give how many of a log's units are one of the notation's.

    >>> scale_of("distance_milli"), scale_of("turn_decideg"), scale_of("hull")
    (1000, 10, 1)
    """
    return next((scale for suffix, scale in SCALES.items() if name.endswith(suffix)), 1)


@frozen
class Raw:
    """A value as it is written, before it is known what it should be."""

    token: Token
    at: int
    text: str = ""
    quoted: bool = False
    items: tuple[Raw, ...] | None = None
    closed: bool = False

    def error(self, problem: str) -> NotationError:
        """Give the error that something is wrong with this value."""
        return self.token.error(problem, self.at)

    @property
    def is_none(self) -> bool:
        """Whether this is the word for nothing."""
        return self.items is None and not self.quoted and self.text == NONE


def raw_of(token: Token, at: int = 0) -> Raw:
    """
    Read the value that stands in *token* from character *at* on.

    Raises :class:`NotationError`.
    """
    raw, end = _list(token, at, 0)
    if end < len(token.text):
        raise token.error(f"{token.text[end]!r} has no place here", end)
    return raw


def _list(token: Token, at: int, depth: int) -> tuple[Raw, int]:
    start = at
    first, at = _one(token, at, depth)
    if not token.text.startswith(",", at):
        return first, at
    items = [first]
    while token.text.startswith(",", at):
        item, at = _one(token, at + 1, depth)
        items.append(item)
    return Raw(token, start, items=tuple(items)), at


def _one(token: Token, at: int, depth: int) -> tuple[Raw, int]:
    text = token.text
    if text.startswith('"', at):
        value, end = unquoted(token, at)
        return Raw(token, at, value, quoted=True), end
    if text.startswith("(", at):
        return _closed(token, at, depth)
    end = at
    while end < len(text) and text[end] not in '",()':
        end += 1
    if end == at:
        raise token.error("expected a value", at)
    return Raw(token, at, text[at:end]), end


def _closed(token: Token, at: int, depth: int) -> tuple[Raw, int]:
    if depth >= MOST_NESTED:
        raise token.error("brackets inside brackets inside brackets, too deep", at)
    if token.text.startswith("()", at):
        return Raw(token, at, items=(), closed=True), at + 2
    inner, end = _list(token, at + 1, depth + 1)
    if not token.text.startswith(")", end):
        raise token.error("expected , or ) to end the list", end)
    items = inner.items if inner.items is not None and not inner.closed else (inner,)
    return Raw(token, at, items=items, closed=True), end + 1


def number_of(raw: Raw, scale: int) -> int:
    """Read a number, *scale* log units to one of the notation's."""
    found = None if raw.items is not None or raw.quoted else _NUMBER.fullmatch(raw.text)
    if found is None:
        raise raw.error(
            f"expected {_number_words(scale)}, found {_found(raw)}{_with_point(raw, scale)}"
        )
    sign, whole, part = found[1], found[2], (found[3] or "").rstrip("0")
    most = len(str(scale)) - 1
    if len(part) > most:
        raise raw.error(f"expected {_number_words(scale)}, found {_found(raw)}")
    value = int(whole) * scale + int((part + "0" * (most - len(part))) or "0")
    return -value if sign else value


def _number_words(scale: int) -> str:
    return {
        1000: "a length such as 3.5 (at most three decimals)",
        10: "degrees such as 45 or 22.5 (at most one decimal)",
    }.get(scale, "a whole number")


def _found(raw: Raw) -> str:
    return "a list" if raw.items is not None else repr(raw.text[:30])


def _with_point(raw: Raw, scale: int) -> str:
    """Say what to type for a number with a decimal comma, such as ``3,5``."""
    parts = raw.items or ()
    digits = all(p.items is None and p.text.isascii() and p.text.isdigit() for p in parts)
    if scale == 1 or len(parts) != 2 or raw.closed or not digits:
        return ""
    return f": decimals stand behind a point, type {parts[0].text[:16]}.{parts[1].text[:9]}"


def number_text(value: int, scale: int) -> str:
    """
    Write a number.

    >>> number_text(3500, 1000), number_text(-225, 10), number_text(7, 1)
    ('3.5', '-22.5', '7')
    """
    whole, rest = divmod(abs(value), scale)
    part = str(rest).zfill(len(str(scale)) - 1).rstrip("0") if rest else ""
    return ("-" if value < 0 else "") + str(whole) + (f".{part}" if part else "")


def decoded(shape: Shape, raw: Raw, scale: int = 1) -> Any:
    """
    Give the JSON value that *raw* is, where a value of *shape* must stand.

    Raises :class:`NotationError`.
    """
    match shape:
        case Nullable(item=item):
            return None if raw.is_none else decoded(item, raw, scale)
        case Scalar(kinds=kinds):
            return _scalar(kinds, raw, scale)
        case Listing(item=item, fixed=fixed):
            items = raw.items if raw.items is not None else (raw,)
            if item is not None:
                return [decoded(item, part, scale) for part in items]
            if len(items) != len(fixed):
                raise raw.error(f"expected {len(fixed)} values with commas between them")
            return [decoded(s, p, scale) for s, p in zip(fixed, items, strict=True)]
        case Either(options=options):
            return _either(options, raw, scale)
        case Several(classes=classes, scalar=scalar):
            if raw.items is not None and classes and is_place(classes[0]):
                return place_of(classes[0], raw)
            return _scalar(scalar.kinds if scalar else (), raw, scale)
        case One(cls=cls) if is_place(cls):
            return place_of(cls, raw)
        case Mapping() if raw.items == ():
            return {}
        case _:
            raise raw.error("expected its parts by name, such as name.part=value")


def _scalar(kinds: tuple[type, ...], raw: Raw, scale: int) -> Any:
    if raw.items is not None:
        point = _with_point(raw, scale) if int in kinds else ""
        raise raw.error(f"expected {_kinds_words(kinds, scale)}, found a list{point}")
    if raw.quoted:
        if str in kinds:
            return raw.text
        raise raw.error(f"expected {_kinds_words(kinds, scale)}, found text in quotation marks")
    if bool in kinds and raw.text in (YES, NO):
        return raw.text == YES
    if int in kinds and (_NUMBER.fullmatch(raw.text) or kinds == (int,)):
        return number_of(raw, scale)
    if str in kinds or bytes in kinds:
        return raw.text
    raise raw.error(f"expected {_kinds_words(kinds, scale)}, found {_found(raw)}")


def _kinds_words(kinds: tuple[type, ...], scale: int) -> str:
    words = {bool: "yes or no", int: _number_words(scale), str: "a word", bytes: "hexadecimal text"}
    return " or ".join(words[kind] for kind in kinds) or "nothing"


def _either(options: tuple[Shape, ...], raw: Raw, scale: int) -> Any:
    lists = [option for option in options if isinstance(option, Listing)]
    if raw.items is not None and lists:
        return decoded(lists[0], raw, scale)
    kinds = tuple(k for o in options if isinstance(o, Scalar) for k in o.kinds)
    return _scalar(kinds, raw, scale)


def is_place(cls: type[Message]) -> bool:
    """Tell whether a class is a place on the table: x and y, and maybe a facing."""
    return field_names(cls) in (PLACE, PLACE[:2])


def place_of(cls: type[Message], raw: Raw) -> dict[str, int]:
    """Read a place such as ``12,30.5@90``."""
    faced = len(field_names(cls)) == len(PLACE)
    form = "x,y@facing such as 12,30.5@90" if faced else "x,y such as 12,30.5"
    if raw.items is None or len(raw.items) != 2 or raw.items[1].items is not None:
        commas = "; decimals stand behind a point" if len(raw.items or ()) > 2 else ""
        raise raw.error(f"expected a place as {form}{commas}")
    second = raw.items[1]
    text, sign, facing = second.text.partition("@")
    if bool(sign) != faced:
        raise second.error(f"expected a place as {form}")
    place = {
        "x_milli": number_of(raw.items[0], 1000),
        "y_milli": number_of(Raw(second.token, second.at, text), 1000),
    }
    if faced:
        at = second.at + len(text) + 1
        place["facing_decideg"] = number_of(Raw(second.token, at, facing), 10)
    return place


def place_text(place: dict[str, Any]) -> str:
    """Write a place."""
    text = f"{number_text(place['x_milli'], 1000)},{number_text(place['y_milli'], 1000)}"
    if "facing_decideg" in place:
        text += f"@{number_text(place['facing_decideg'], 10)}"
    return text


def encoded(shape: Shape, value: Any, scale: int = 1, *, sure: bool = False) -> str:
    """
    Write a JSON *value* so that :func:`decoded` gives it back.

    *sure* puts brackets around a list of one, where a bare value would be
    read as something else.
    """
    match shape:
        case Nullable(item=item):
            if value is None:
                return NONE
            text = encoded(item, value, scale, sure=sure)
            return quoted(text) if text == NONE else text
        case Scalar(kinds=kinds):
            return _scalar_text(kinds, value, scale)
        case Listing(item=item, fixed=fixed):
            shapes = [item] * len(value) if item is not None else list(fixed)
            parts = [
                _inner(encoded(s, v, scale), s)
                for s, v in zip(shapes, value, strict=True)
                if s is not None
            ]
            text = ",".join(parts)
            bare = len(parts) > 1 or (len(parts) == 1 and not sure and text[0] != "(")
            return text if bare else f"({text})"
        case Either(options=options):
            if isinstance(value, list):
                lists = [option for option in options if isinstance(option, Listing)]
                return encoded(lists[0], value, scale, sure=True)
            kinds = tuple(k for o in options if isinstance(o, Scalar) for k in o.kinds)
            return _scalar_text(kinds, value, scale)
        case Several(scalar=scalar) if not isinstance(value, dict):
            return _scalar_text(scalar.kinds if scalar else (str,), value, scale)
        case Mapping() if value == {}:
            return "()"
        case _:
            return place_text(value)


def _inner(text: str, shape: Shape | None) -> str:
    lists = isinstance(shape, Listing | Either) and "," in text and not text.startswith("(")
    return f"({text})" if lists else text


def _scalar_text(kinds: tuple[type, ...], value: Any, scale: int) -> str:
    if value is True or value is False:
        return YES if value else NO
    if isinstance(value, int):
        return number_text(value, scale)
    text = str(value)
    misread = (bool in kinds and text in (YES, NO)) or (
        int in kinds and _NUMBER.fullmatch(text) is not None
    )
    return quoted(text) if misread or not _BARE.fullmatch(text) else text

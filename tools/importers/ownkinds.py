"""The kinds of values in Rollbook's own rosters: how each is checked, and read from a cell."""

import re
from collections.abc import Callable

from attrs import frozen

from rollbook.tools.importers.result import Value
from rollbook.tools.importers.text import ID_PATTERN, clean_text

_YES = ("yes", "true", "1", "x")
_NO = ("no", "false", "0", "-")


@frozen
class Kind:
    """A kind of value: *check* returns it in its final shape or raises `ValueError`."""

    check: Callable[[Value], Value]
    cell: Callable[[str], Value]
    """Reads the text of a table's cell, unchecked."""


def _cell_number(text: str) -> Value:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _cell_numbers(text: str) -> Value:
    parts = text.split()
    return _cell_number(text) if len(parts) == 1 else [_cell_number(part) for part in parts]


def _cell_words(text: str) -> Value:
    return list(text.split())


def _cell_text(text: str) -> Value:
    return text


def _is_int(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def number(low: int, high: int, *, or_null: bool = False) -> Kind:
    """Give a whole number from *low* to *high*."""

    def check(value: Value) -> Value:
        if value is None and or_null:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise ValueError(f"must be a whole number from {low} to {high}")

    return Kind(check, _cell_number)


def flag() -> Kind:
    """Give yes or no."""

    def check(value: Value) -> Value:
        if isinstance(value, bool):
            return value
        raise ValueError("must be true or false (in CSV yes or no)")

    def cell(text: str) -> Value:
        word = text.casefold()
        return word in _YES if word in (*_YES, *_NO) else text

    return Kind(check, cell)


def choice(*words: str) -> Kind:
    """Give one of *words*."""

    def check(value: Value) -> Value:
        if value in words:
            return value
        raise ValueError(f"must be one of {', '.join(words)}")

    return Kind(check, _cell_text)


def choices(*words: str) -> Kind:
    """Give a list of *words*, each at most once."""

    def check(value: Value) -> Value:
        if isinstance(value, list) and all(word in words for word in value):
            texts = [str(word) for word in value]
            if len(set(texts)) == len(texts):
                return value
        raise ValueError(f"must be a list out of {', '.join(words)}, each once")

    return Kind(check, _cell_words)


def numbers(
    count: int, low: int, high: int, *, or_one: bool = False, or_null: bool = False
) -> Kind:
    """Give a list of *count* whole numbers; with *or_one* also a single one."""

    def check(value: Value) -> Value:
        if value is None and or_null:
            return None
        if or_one and isinstance(value, int) and not isinstance(value, bool):
            return number(low, high).check(value)
        if isinstance(value, list) and len(value) == count and all(_is_int(v) for v in value):
            return [number(low, high).check(each) for each in value]
        one = "one or " if or_one else ""
        raise ValueError(f"must be {one}{count} whole numbers from {low} to {high}")

    return Kind(check, _cell_numbers)


def skill() -> Kind:
    """Give a weapon skill: a number, `"5/4"` (melee, shooting), or a list of both."""

    def check(value: Value) -> Value:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,2}/[0-9]{1,2}", value):
            return value
        return numbers(2, 0, 99, or_one=True).check(value)

    return Kind(check, _cell_number)


def identifier(*reserved: str, or_null: bool = False) -> Kind:
    """Give an id of `[a-z0-9_-]{1,32}` that is not *reserved*."""

    def check(value: Value) -> Value:
        if value is None and or_null:
            return None
        if isinstance(value, str) and ID_PATTERN.match(value) and value not in reserved:
            return value
        kept = f", other than {' and '.join(reserved)}" if reserved else ""
        raise ValueError(f"must be 1 to 32 of a-z, 0-9, _ and -{kept}")

    return Kind(check, _cell_text)


def identifiers(most: int, *, least: int = 0) -> Kind:
    """Give a list of different ids."""

    def check(value: Value) -> Value:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise ValueError(f"must be a list of {least} to {most} ids")
        texts = [identifier().check(each) for each in value]
        if len({str(each) for each in texts}) != len(texts):
            raise ValueError("holds an id twice")
        return value

    return Kind(check, _cell_words)


def places(most: int) -> Kind:
    """Give a list of different short texts, such as places to get in."""

    def check(value: Value) -> Value:
        if isinstance(value, list) and len(value) <= most:
            texts = [each for each in value if isinstance(each, str) and _is_plain(each)]
            if len(texts) == len(value) == len(set(texts)):
                return value
        raise ValueError(f"must be a list of up to {most} different words")

    return Kind(check, _cell_words)


def _is_plain(text: str) -> bool:
    return 0 < len(text) <= 100 and clean_text(text).text == text


def group(fields: "dict[str, Field]") -> Kind:
    """Give a table with *fields* of its own."""

    def check(value: Value) -> Value:
        if not isinstance(value, dict):
            raise ValueError(f"must be a table with {', '.join(fields)}")
        return check_fields(fields, value)

    return Kind(check, _cell_text)


@frozen
class Field:
    """A field of a unit or weapon."""

    kind: Kind
    required: bool = True


def check_fields(fields: dict[str, Field], given: dict[str, Value]) -> dict[str, Value]:
    """
    Check *given* against *fields*, in the order of *fields*.

    Raises `ValueError` that names the field.
    """
    for name in given:
        if name not in fields:
            raise ValueError(f"{name[:40]!r} is not a field here; there are {', '.join(fields)}")
    result: dict[str, Value] = {}
    for name, field in fields.items():
        if name in given:
            try:
                result[name] = field.kind.check(given[name])
            except ValueError as error:
                raise ValueError(f"{name} {error}") from None
        elif field.required:
            raise ValueError(f"{name} is missing")
    return result

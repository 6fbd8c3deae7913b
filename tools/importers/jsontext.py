"""JSON read without trust: depth and count are known before anything is built."""

import json
import re
from typing import NoReturn, TypeAlias

from rollbook.tools.importers.errors import DamagedFileError, FileTooLargeError

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

MAX_DEPTH = 64
MAX_VALUES = 300_000
# Possessive and with an optional end, so that an unclosed string is walked over
# once and no more.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{},]', re.DOTALL)


def parse_json(text: str, where: str) -> Json:
    """
    Read one JSON value; *where* names the file in messages.

    Repeated keys, `NaN` and `Infinity` are refused.  Raises `DamagedFileError`
    with line and column, or `FileTooLargeError`.
    """
    _check_size(text, where)
    try:
        value: Json = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise DamagedFileError(
            f"this is not JSON ({error.msg})",
            where=f"{where}, line {error.lineno}, column {error.colno}",
            do="Export or download it again",
        ) from None
    except (ValueError, RecursionError) as error:
        raise DamagedFileError(
            f"this is not JSON that can be read ({str(error)[:200]})",
            where=where,
            do="Export or download it again",
        ) from None
    return value


def _check_size(text: str, where: str) -> None:
    depth = count = 0
    for token in _TOKEN.finditer(text):
        mark = text[token.start()]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        if mark in "[{,":
            count += 1
        if depth > MAX_DEPTH or count > MAX_VALUES:
            what = f"nested deeper than {MAX_DEPTH}" if depth > MAX_DEPTH else "too many values"
            raise FileTooLargeError(what, where=where, do="Do not trust it: no roster needs that")


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key of an object is repeated")
    return result


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")

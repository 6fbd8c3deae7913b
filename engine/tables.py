"""
Reading rule tables: TOML text becomes numbers that were checked one by one.

A table file comes from outside (a league's own), so nothing in it is trusted:
every place is named in the error, with what is wrong and what is expected.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from rollbook.events.errors import RollbookError

MAX_TABLES_BYTES = 100_000
"""The longest text of tables that is read."""


class TablesError(RollbookError):
    """A text is not a full set of rule tables."""

    def __init__(self, place: str, problem: str, expected: str) -> None:
        where = f"tables, {place}" if place else "tables"
        super().__init__(f"{where}: {problem}; expected {expected}")
        self.place = place
        self.problem = problem
        self.expected = expected


class Section:
    """A part of a table file, with the place where it stands."""

    def __init__(self, values: Mapping[str, Any], place: str) -> None:
        self._values = values
        self.place = place

    def _at(self, name: str) -> str:
        return f"{self.place}.{name}" if self.place else name

    def names(self) -> tuple[str, ...]:
        """Give the names that stand in this part, in order."""
        return tuple(self._values)

    def only(self, names: Iterable[str]) -> None:
        """Raise :class:`TablesError` for a name that is missing or not known."""
        known = tuple(names)
        for name in self._values:
            if name not in known:
                raise TablesError(self._at(name), "is not known", " or ".join(known))
        for name in known:
            if name not in self._values:
                raise TablesError(self._at(name), "is missing", "a value for it")

    def section(self, name: str) -> Section:
        """Give the part *name*."""
        value = self._values.get(name)
        if not isinstance(value, dict):
            raise TablesError(self._at(name), _found(value), "a table")
        return Section(value, self._at(name))

    def number(self, name: str, low: int, high: int) -> int:
        """Give the whole number *name*, from *low* to *high*."""
        return _number(self._values.get(name), self._at(name), low, high)

    def numbers(self, name: str, count: int, low: int, high: int) -> tuple[int, ...]:
        """Give the list of *count* whole numbers *name*."""
        value = self._values.get(name)
        place = self._at(name)
        if not isinstance(value, list) or len(value) != count:
            raise TablesError(place, _found(value), f"a list of {count} whole numbers")
        return tuple(_number(v, f"{place}[{i}]", low, high) for i, v in enumerate(value))

    def word(self, name: str, allowed: Iterable[str]) -> str:
        """Give the word *name*, one of *allowed*."""
        value = self._values.get(name)
        words = tuple(allowed)
        if not isinstance(value, str) or value not in words:
            raise TablesError(self._at(name), _found(value), " or ".join(words))
        return value

    def words(self, name: str, count: int, allowed: Iterable[str]) -> tuple[str, ...]:
        """Give the list of *count* words *name*, each one of *allowed*."""
        value = self._values.get(name)
        words, place = tuple(allowed), self._at(name)
        if not isinstance(value, list) or len(value) != count:
            raise TablesError(place, _found(value), f"a list of {count} words")
        for i, word in enumerate(value):
            if not isinstance(word, str) or word not in words:
                raise TablesError(f"{place}[{i}]", _found(word), " or ".join(words))
        return tuple(value)


def _number(value: Any, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise TablesError(place, _found(value), f"a whole number from {low} to {high}")
    return value


def _found(value: Any) -> str:
    if value is None:
        return "is missing"
    shown = repr(value)
    return f"holds {shown if len(shown) <= 40 else shown[:37] + '...'}"


def read_tables(text: str) -> Section:
    """
    Read a table file.

    Raises :class:`TablesError` for what is too long or no TOML.
    """
    if len(text.encode(errors="surrogatepass")) > MAX_TABLES_BYTES:
        raise TablesError("", "the text is too long", f"at most {MAX_TABLES_BYTES} bytes")
    try:
        return Section(tomllib.loads(text), "")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise TablesError("", f"not TOML ({str(error)[:80]})", "a TOML text") from None

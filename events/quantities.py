"""
The kinds of value that fields hold, with the limits that the border checks.

Lengths are whole thousandths of a yard or an inch (``_milli``), angles whole
tenths of a degree (``_decideg``), clockwise, 0 is table north.
Rule: CM-UNIT-1.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any

from attrs import frozen

from rollbook.events.alike import Alike

MAX_INT = 2**53 - 1
"""The largest whole number that every reader of a log can hold exactly."""
MAX_TEXT_BYTES = 4096
MAX_ITEMS = 4096
MAX_BIN_BYTES = 64
MAX_DEPTH = 12
"""Arrays inside arrays in one payload, the payload being the first."""

_UNUSABLE = ("Cs", "Cn")


def normalised(text: str) -> str:
    """
    Give *text* in Unicode normal form C.

    Raises ``ValueError`` for lone surrogates and unassigned code points, which
    another machine could not read back, and for more than 4,096 bytes.
    """
    text = unicodedata.normalize("NFC", text)
    if not text.isascii():
        for char in text:
            if unicodedata.category(char) in _UNUSABLE:
                raise ValueError(f"character U+{ord(char):04X} is not allowed")
    if len(text.encode()) > MAX_TEXT_BYTES:
        raise ValueError(f"longer than {MAX_TEXT_BYTES} bytes")
    return text


@frozen(eq=False, repr=False)
class Between(Alike):
    """A whole number from *low* to *high*, both included."""

    low: int
    high: int

    def problem(self, value: Any) -> str | None:
        """Say what is wrong with *value*, or nothing."""
        if self.low <= value <= self.high:
            return None
        return f"{value} is not from {self.low} to {self.high}"


@frozen(eq=False, repr=False)
class OneOf(Alike):
    """One of a few words or numbers."""

    values: tuple[Any, ...]

    def problem(self, value: Any) -> str | None:
        """Say what is wrong with *value*, or nothing."""
        if any(value == v and type(value) is type(v) for v in self.values):
            return None
        return f"{value!r} is not one of {', '.join(map(str, self.values))}"


@frozen(eq=False, repr=False)
class Matches(Alike):
    """Text of a fixed form."""

    pattern: str
    called: str

    def problem(self, value: Any) -> str | None:
        """Say what is wrong with *value*, or nothing."""
        if re.fullmatch(self.pattern, value):
            return None
        return f"{value!r} is not {self.called}"


@frozen(eq=False, repr=False)
class Length(Alike):
    """Text of at most *chars* characters and at most *most_bytes* bytes."""

    chars: int
    most_bytes: int = MAX_TEXT_BYTES

    def problem(self, value: Any) -> str | None:
        """Say what is wrong with *value*, or nothing."""
        if len(value) > self.chars:
            return f"longer than {self.chars} characters"
        if len(value.encode()) > self.most_bytes:
            return f"longer than {self.most_bytes} bytes"
        return None


@frozen(eq=False, repr=False)
class Count(Alike):
    """A list of *low* to *high* items, all different if *distinct*."""

    low: int = 0
    high: int = MAX_ITEMS
    distinct: bool = False

    def problem(self, value: Any) -> str | None:
        """Say what is wrong with *value*, or nothing."""
        if not self.low <= len(value) <= self.high:
            return f"{len(value)} items are not from {self.low} to {self.high}"
        if self.distinct and len(set(value)) != len(value):
            return "names something twice"
        return None


ID_PATTERN = "[a-z0-9_-]{1,32}"
PLAYER_PATTERN = "[A-Za-z0-9_-]{1,32}"

Int = Annotated[int, Between(-MAX_INT, MAX_INT)]
Natural = Annotated[int, Between(0, MAX_INT)]
Positive = Annotated[int, Between(1, MAX_INT)]
Characteristic = Annotated[int, Between(0, 99)]
Id = Annotated[str, Matches(ID_PATTERN, "an id (1 to 32 of a-z, 0-9, _ and -)")]
UnitId = Id
PlayerId = Annotated[str, Matches(PLAYER_PATTERN, "a player id (1 to 32 letters, digits, _ and -)")]
Text = Annotated[str, Length(500)]
KeyText = Annotated[str, Length(32, 32)]
Address = Annotated[str, Length(80)]

JUDGE = "judge"
SYSTEM = "system"

"""Text that may reach a terminal or a page: nothing in it can move a cursor or turn a line."""

from __future__ import annotations

import unicodedata

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = frozenset("\u200b\u2060\ufeff\u2028\u2029")


def printable(text: str) -> str:
    r"""
    Give *text* with control and direction characters written out.

    >>> printable("Gertie\x1b[2J\u202e")
    'Gertie\\x1b[2J\\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if harmless(char) else _written(char) for char in text)


def harmless(char: str) -> bool:
    """Tell whether *char* can do nothing to a terminal or page but be seen."""
    if char in _BIDI or char in _INVISIBLE:
        return False
    return unicodedata.category(char) not in ("Cc", "Cs", "Co", "Cn")


def _written(char: str) -> str:
    number = ord(char)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def width(text: str) -> int:
    """Give how many columns *text* takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def shortened(text: str, most: int = 240) -> str:
    """
    Give *text*, or its beginning where it is longer than *most* characters.

    >>> shortened("one two three", 8)
    'one two …'
    """
    return text if len(text) <= most else text[:most].rstrip() + " …"


def padded(text: str, columns: int) -> str:
    """Give *text* filled with blanks to *columns*, or cut with an ellipsis."""
    taken = width(text)
    if taken <= columns:
        return text + " " * (columns - taken)
    kept = ""
    for char in text:
        if width(kept) + _columns(char) > columns - 1:
            break
        kept += char
    return kept + "…" + " " * (columns - 1 - width(kept))

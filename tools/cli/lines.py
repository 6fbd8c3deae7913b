"""
Lines of styled text, before it is known where they go.

A line is a tuple of spans ``(text, style)``.  Pages and tests read the text,
a terminal that wants colour gets it painted; widths are those of a terminal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import IO, Any

from rollbook.projections.printable import printable, width

Span = tuple[str, str]
Line = tuple[Span, ...]

BLANK: Line = ()
RESET = "\x1b[0m"
STYLES = {
    "": "",
    "strong": "1",
    "faint": "2",
    "head": "1;7",
    "here": "1;36",
    "mark": "1;33",
    "good": "32",
    "warn": "33",
    "hurt": "1;31",
}
"""What each style is on a terminal (SGR); none of them carries a meaning that words do not."""
_PLAIN_SIGNS = str.maketrans(
    {
        "█": "#",
        "░": ".",
        "│": "|",
        "─": "-",
        "·": "-",
        "…": "~",
        "°": "d",
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
    }
)


def line(*parts: str | Span) -> Line:
    """
    Make a line of texts and spans.

    >>> line("hull ", ("2", "hurt"))
    (('hull ', ''), ('2', 'hurt'))
    """
    return tuple((part, "") if isinstance(part, str) else part for part in parts)


def text_of(spans: Line) -> str:
    """Give the text of a line."""
    return "".join(text for text, _ in spans)


def columns_of(spans: Line) -> int:
    """Give how many columns a line takes."""
    return sum(width(text) for text, _ in spans)


def styled(spans: Line, style: str) -> Line:
    """Give a line in one style throughout."""
    return tuple((text, style) for text, _ in spans)


def fit(spans: Line, columns: int, style: str = "") -> Line:
    """
    Give a line of exactly *columns*: filled with blanks, or cut with an ellipsis.

    >>> text_of(fit(line("Old Gertie"), 6))
    'Old G…'
    """
    taken = columns_of(spans)
    if taken <= columns:
        return (*spans, (" " * (columns - taken), style)) if taken < columns else spans
    kept: list[Span] = []
    left = columns - 1
    for text, span_style in spans:
        part = _head_of(text, left)
        kept.append((part, span_style))
        left -= width(part)
        if part != text:
            kept.append(("…" + " " * left, span_style))
            break
    else:
        kept.append(("…", style))
    return tuple(kept)


def _head_of(text: str, columns: int) -> str:
    """Give as much of *text* as *columns* hold."""
    if text.isascii():
        return text[:columns]
    taken = 0
    for i, char in enumerate(text):
        taken += width(char)
        if taken > columns:
            return text[:i]
    return text


def wrapped(spans: Line, columns: int, indent: int = 0) -> list[Line]:
    """
    Break a line at blanks so that no part is wider than *columns*.

    Parts after the first begin with *indent* blanks.  Words that are too long
    are cut.

    >>> [text_of(part) for part in wrapped(line("Old Gertie explodes"), 12, 2)]
    ['Old Gertie', '  explodes']
    """
    indent = indent if indent < columns // 2 else 0
    lines: list[list[Span]] = [[]]
    left = columns
    for word in _words(spans):
        size = columns_of(word)
        blank = not text_of(word).strip()
        if size > left and not blank and left < columns - (indent if len(lines) > 1 else 0):
            lines.append([(" " * indent, "")] if indent else [])
            left = columns - indent
        if blank and (size > left or (len(lines) > 1 and left == columns - indent)):
            continue
        for piece in _pieces(word, columns - indent):
            if columns_of(piece) > left:
                lines.append([(" " * indent, "")] if indent else [])
                left = columns - indent
            lines[-1].extend(piece)
            left -= columns_of(piece)
    return [_trimmed(tuple(part)) for part in lines]


def _words(spans: Line) -> Iterable[Line]:
    """Give the words and the blanks between them; a word may run over several spans."""
    word: list[Span] = []
    for text, style in spans:
        for part in re.split(r"( +)", text):
            if not part:
                continue
            if part[0] == " ":
                if word:
                    yield tuple(word)
                    word = []
                yield ((part, style),)
            else:
                word.append((part, style))
    if word:
        yield tuple(word)


def _pieces(word: Line, columns: int) -> Iterable[Line]:
    if columns_of(word) <= columns:
        yield word
        return
    for text, style in word:
        while text:
            head = _head_of(text, columns) or text[0]
            yield ((head, style),)
            text = text[len(head) :]


def _trimmed(spans: Line) -> Line:
    while spans and not spans[-1][0].rstrip(" "):
        spans = spans[:-1]
    if spans and spans[-1][0].endswith(" "):
        spans = (*spans[:-1], (spans[-1][0].rstrip(" "), spans[-1][1]))
    return spans


def painted(spans: Line, colour: bool) -> str:
    """Give a line as a terminal takes it, with colour or without; nothing else can steer it."""
    if not colour:
        return printable(text_of(spans))
    return "".join(
        f"\x1b[{STYLES[style]}m{printable(text)}{RESET}"
        if STYLES[style] and text
        else printable(text)
        for text, style in spans
    )


def wants_colour(stream: IO[Any]) -> bool:
    """Tell whether *stream* is a terminal whose user has not asked for no colour."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def written(text: str, encoding: str | None) -> str:
    """
    Give *text* with what *encoding* cannot write in other signs.

    >>> written("██░ 2", "ascii")
    '##. 2'
    """
    encoding = encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_PLAIN_SIGNS)
        return text.encode(encoding, "backslashreplace").decode(encoding)
    return text

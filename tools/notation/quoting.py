"""Text in quotation marks: any character can be written, none can move a cursor."""

from __future__ import annotations

import re

from rollbook.projections.printable import printable
from rollbook.tools.notation.tokens import Token

_PLAIN = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_WRITTEN = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_CODE = re.compile(r"u\{([0-9a-fA-F]{1,6})\}")


def quoted(text: str) -> str:
    r"""
    Write *text* in quotation marks.

    >>> quoted('the "Mule"')
    '"the \\"Mule\\""'
    """
    return '"' + "".join(_char(char) for char in text) + '"'


def _char(char: str) -> str:
    if char in _WRITTEN:
        return _WRITTEN[char]
    return char if printable(char) == char else f"\\u{{{ord(char):x}}}"


def unquoted(token: Token, at: int) -> tuple[str, int]:
    """
    Read the quoted text that begins at character *at* of *token*, and give its end too.

    Raises :class:`NotationError` for an unknown escape.
    """
    text, made = token.text, []
    at += 1
    while not text.startswith('"', at):
        if at >= len(text):
            raise token.error('expected a second " that ends the text', at)
        if text[at] != "\\":
            made.append(text[at])
            at += 1
            continue
        char, at = _escaped(token, at + 1)
        made.append(char)
    return "".join(made), at + 1


def _escaped(token: Token, at: int) -> tuple[str, int]:
    text = token.text
    if text[at : at + 1] in _PLAIN:
        return _PLAIN[text[at]], at + 1
    found = _CODE.match(text, at)
    number = int(found[1], 16) if found else -1
    if found is None or number > 0x10FFFF or 0xD800 <= number < 0xE000:
        raise token.error(r"expected \", \\, \n, \t or \u{1f3b2} after the backslash", at)
    return chr(number), found.end()

"""A line of text as tokens: words, dice in brackets, a comment at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rollbook.tools.notation.errors import NotationError

_TOKEN = re.compile(
    r"""(?P<space>[ \t\u00a0]+)
      | (?P<comment>\#.*)
      | (?P<dice>\[[^\[\]"\#]*\])
      | (?P<word>(?:"(?:[^"\\]|\\.)*"|[^\s"\#\[\]])+)""",
    re.VERBOSE,
)


@frozen
class Token:
    """A piece of a line: what kind, its text, and where it begins (from 1)."""

    kind: str
    text: str
    row: int
    column: int
    line: str

    def error(
        self, problem: str, at: int = 0, *, kind: str = "", words: tuple[str, ...] = ()
    ) -> NotationError:
        """Give the error that something is wrong *at* so many characters into this token."""
        return NotationError(problem, self.row, self.column + at, self.line, kind=kind, words=words)

    @property
    def end(self) -> Token:
        """The empty place behind this token."""
        return Token("end", "", self.row, self.column + len(self.text), self.line)


def tokens_of(line: str, row: int) -> Iterator[Token]:
    """
    Give the tokens of a line.

    Raises :class:`NotationError` for a quotation mark or bracket without its
    partner.
    """
    at = 0
    while at < len(line):
        found = _TOKEN.match(line, at)
        if found is None:
            raise NotationError(_unfinished(line[at]), row, at + 1, line)
        if found.lastgroup != "space":
            yield Token(str(found.lastgroup), found[0], row, at + 1, line)
        at = found.end()


def _unfinished(char: str) -> str:
    if char == '"':
        return 'expected a second " that ends the text'
    if char == "[":
        return "expected dice such as [3 4] with a ] at their end"
    if char == "]":
        return "there is no [ before this ]"
    return "a character that has no place here"

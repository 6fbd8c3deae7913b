"""What is wrong with a line of notation, shown with the line and a caret under the place."""

from __future__ import annotations

from rollbook.events.errors import RollbookError
from rollbook.projections.printable import printable, width

SHOWN_BEFORE, SHOWN = 60, 76


class NoNotation(RollbookError):
    """A rule set whose commands have no written form."""

    def __init__(self, rules: str) -> None:
        super().__init__(
            f"there is no battle notation for {rules}: its commands are given with "
            f"`rollbook {rules} ...`, or as JSON lines (`rollbook play LOG --jsonl`)"
        )


class NotationError(RollbookError):
    """
    Text that is no notation: where, what was expected, what stood there.

    *line* and *column* count from 1, *text* is the whole line.  *kind* names
    what could stand there (``unit``, ``verb``, a field, ...) and *words* are
    the words that could, for completion.
    """

    def __init__(
        self,
        problem: str,
        line: int,
        column: int,
        text: str,
        *,
        kind: str = "",
        words: tuple[str, ...] = (),
    ) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.problem = problem
        self.line = line
        self.column = column
        self.text = text
        self.kind = kind
        self.words = words

    def shown(self, file: str) -> list[str]:
        """Give the lines that show the error: where and what, the text, the caret."""
        return [f"{file}:{self.line}:{self.column}: {printable(self.problem)}", *self.caret()]

    def caret(self) -> list[str]:
        """Give the text around the place, and a caret under it."""
        return caret_lines(self.text, self.column)


def caret_lines(text: str, column: int) -> list[str]:
    """Give *text*, cut to what fits, and below it a caret under *column* (from 1)."""
    at = min(column - 1, len(text))
    start = max(0, at - SHOWN_BEFORE)
    before = printable(text[start:at].expandtabs(1))
    after = printable(text[at : start + SHOWN].expandtabs(1))
    lead = "  ..." if start else "  "
    return [f"{lead}{before}{after}", " " * (len(lead) + width(before)) + "^"]

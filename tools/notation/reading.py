"""Text becomes a document: lines joined, blocks followed, each line read by its verb."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import define, field

from rollbook.events.errors import UnknownRuleSet
from rollbook.tools.notation.blocks import Blocks
from rollbook.tools.notation.commandline import Cursor, read_command
from rollbook.tools.notation.document import Document, Header, Line, On, Remark
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.headertext import FIRST, HeaderReader, is_header_line
from rollbook.tools.notation.tokens import Token, tokens_of
from rollbook.tools.notation.verbs import Verbs, verbs_of

MAX_BYTES = 1_500_000
"""The longest text: some 30,000 commands, which take 150 MB while they are read."""
MAX_LINE = 400_000
MAX_ERRORS = 200
HEADING = "=="
_NUMBER = re.compile(r"([0-9]{1,9})\.")
_HALF = re.compile("[\ud800-\udfff]")
_WHO = re.compile(r"([A-Za-z0-9_-]{1,32}):")


@define
class _Logical:
    """A line with the lines that continue it, as tokens."""

    row: int
    text: str
    indent: int
    tokens: list[Token] = field(factory=list)
    comments: list[str] = field(factory=list)
    broken: bool = False


def read(
    text: str, *, rules: str | None = None, who: str | None = None
) -> tuple[Document | None, list[NotationError]]:
    """
    Read a battle, and give it with all that is wrong in it.

    *rules* is the rule set of a text without a header, *who* asks where a
    text does not say.  Without a rule set there is no document.  Lines with
    errors are left out of the document.
    """
    return _Reader(rules, who).read(text)


class _Reader:
    def __init__(self, rules: str | None, who: str | None) -> None:
        self.rules = rules
        self.who = who
        self.errors: list[NotationError] = []
        self.items: list[Line | Remark | On] = []
        self.blocks = Blocks()

    def read(self, text: str) -> tuple[Document | None, list[NotationError]]:
        if len(text) > MAX_BYTES:
            self.errors.append(NotationError(f"longer than {MAX_BYTES:,} characters", 1, 1, ""))
            return None, self.errors
        rows = list(enumerate(re.split("\r\n|\r|\n", text.removeprefix("\ufeff")), 1))
        if (half := _HALF.search(text)) is not None:
            row = len(re.split("\r\n|\r|\n", text[: half.start()]))
            line = rows[row - 1][1]
            column = (_HALF.search(line) or half).start() + 1
            self.errors.append(NotationError("half of a character", row, column, line))
            return None, self.errors
        header, rest = self._header(rows)
        verbs = self._verbs(header, rows)
        if verbs is None:
            return None, self.errors
        for logical in self._logical(rest):
            if len(self.errors) >= MAX_ERRORS:
                self.errors.append(
                    NotationError("there are more errors below", logical.row, 1, logical.text)
                )
                break
            try:
                self._line(logical, verbs)
            except NotationError as error:
                self.errors.append(error)
        self.errors.sort(key=lambda error: (error.line, error.column))
        return Document(verbs.rules, header, _without_edges(self.items)), self.errors

    def _verbs(self, header: Header | None, rows: Sequence[tuple[int, str]]) -> Verbs | None:
        rules = header.rules if header is not None else self.rules
        if rules is None:
            if not self.errors:
                self.errors.append(
                    NotationError(f"expected the first line to be {FIRST!r}", 1, 1, rows[0][1])
                )
            return None
        try:
            return verbs_of(rules)
        except UnknownRuleSet as error:
            row = next((r for r, t in rows if t.strip().startswith("Rules:")), 1)
            self.errors.append(NotationError(str(error), row, 1, rows[row - 1][1]))
            return None

    def _header(
        self, rows: Sequence[tuple[int, str]]
    ) -> tuple[Header | None, Sequence[tuple[int, str]]]:
        """Read the header, if there is one, and give the lines below it."""
        first = next((i for i, (_, text) in enumerate(rows) if _says(text)), len(rows))
        if first == len(rows) or rows[first][1].partition("#")[0].strip() != FIRST:
            return None, rows
        self._remarks(rows[:first])
        reader = HeaderReader(*rows[first])
        at = first + 1
        for at in range(first + 1, len(rows) + 1):
            if at == len(rows) or (_says(rows[at][1]) and not is_header_line(rows[at][1])):
                break
            row, text = rows[at]
            try:
                comment = reader.take(text, row) if _says(text) else _comment(text)
                if comment:
                    self.items.append(Remark(comment))
            except NotationError as error:
                self.errors.append(error)
        try:
            return reader.header(), rows[at:]
        except NotationError as error:
            if not self.errors:
                self.errors.append(error)
            return None, rows[at:]

    def _remarks(self, rows: Sequence[tuple[int, str]]) -> None:
        self.items.extend(Remark(c) for _, text in rows if (c := _comment(text)))

    def _logical(self, rows: Sequence[tuple[int, str]]) -> Iterator[_Logical]:
        """Give the lines, each with the ``+`` lines that continue it."""
        current: _Logical | None = None
        for row, text in rows:
            made = _Logical(row, text, _indent(text))
            try:
                if len(text) > MAX_LINE:
                    raise NotationError(f"longer than {MAX_LINE:,} characters", row, 1, "")
                for token in tokens_of(text, row):
                    if token.kind == "comment":
                        made.comments.append(token.text[1:].strip())
                    else:
                        made.tokens.append(token)
            except NotationError as error:
                self.errors.append(error)
                made.broken = True
            first = made.tokens[0] if made.tokens else None
            continues = first is not None and (first.text == "+" or first.kind == "dice")
            if continues and current is not None:
                current.tokens += made.tokens
                current.comments += made.comments
                current.broken |= made.broken
                continue
            if current is not None:
                yield current
            current = made
        if current is not None:
            yield current

    def _line(self, logical: _Logical, verbs: Verbs) -> None:
        if logical.broken:
            return
        comment = " / ".join(part for part in logical.comments if part)
        tokens = logical.tokens
        if not tokens:
            depth = self.blocks.depth_of_comment(logical.indent)
            if logical.comments:
                self.items.append(Remark(comment, depth))
            elif self.items and self.items[-1] != Remark(None):
                self.items.append(Remark(None))
            return
        here = self.blocks.enter(logical.indent, tokens[0])
        if tokens[0].text == "on" and len(tokens) > 1:
            if len(tokens) != 2:
                raise tokens[2].error("expected only the name of a timeline behind on")
            self.items.append(On(tokens[1].text, here.depth, comment))
            self.blocks.announce(tokens[1].text)
            return
        line = self._command(logical, tokens, verbs, comment)
        self.items.append(line)
        if line.command["do"] == "fork" and isinstance(line.command.get("name"), str):
            self.blocks.announce(line.command["name"])

    def _command(self, logical: _Logical, tokens: list[Token], verbs: Verbs, comment: str) -> Line:
        here = self.blocks.here
        marked = tokens[0].text == HEADING
        if marked:
            if len(tokens) < 3 or tokens[-1].text != HEADING:
                raise tokens[-1].end.error("expected == at the end of a heading too")
            tokens = tokens[1:-1]
        number, who, body = self._prefix(tokens)
        end = body[0] if body else tokens[-1].end
        made = read_command(Cursor(body, end), verbs)
        if marked and not made.heading:
            raise end.error("only the start of a round, turn or phase is a heading")
        return Line(
            who,
            made.json,
            number,
            made.dice,
            made.choices,
            made.key,
            made.count,
            comment,
            here.timeline,
            here.depth,
            logical.row,
            {logical.row: logical.text, **{t.row: t.line for t in logical.tokens}},
            made.columns,
        )

    def _prefix(self, tokens: list[Token]) -> tuple[int | None, str, list[Token]]:
        number, at = None, 0
        found = _NUMBER.fullmatch(tokens[0].text)
        if found is not None:
            number, at = int(found[1]), 1
        who = _WHO.fullmatch(tokens[at].text) if at < len(tokens) else None
        if who is not None:
            self.who = who[1]
            at += 1
        if self.who is None:
            place = tokens[at] if at < len(tokens) else tokens[-1].end
            raise place.error("expected who asks, such as ann:", kind="who")
        return number, self.who, tokens[at:]


def _says(text: str) -> bool:
    """Tell whether a line holds more than blanks and a comment."""
    return bool(text.partition("#")[0].strip())


def _comment(text: str) -> str:
    return text.partition("#")[2].strip()


def _indent(text: str) -> int:
    lead = text[: len(text) - len(text.lstrip(" \t"))]
    return len(lead.expandtabs(4))


def _without_edges(items: list[Line | Remark | On]) -> tuple[Line | Remark | On, ...]:
    """Leave out the blank lines at the end."""
    while items and items[-1] == Remark(None):
        items.pop()
    return tuple(items)

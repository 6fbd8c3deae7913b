"""
A document is played: each line is submitted, and what came of it is told with its place.

The numbers of the lines stand for the entries that they became, so a text may
be numbered as it likes; a number below the first line's is an entry that the
log had before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from attrs import frozen

from rollbook.engine.session import Session
from rollbook.events.log.log import hash_of_tables
from rollbook.projections.refusalwords import refusal_words
from rollbook.tools.notation.document import Document, Header, Line, On
from rollbook.tools.notation.errors import caret_lines
from rollbook.tools.notation.forms import ENTRY_FIELDS

Json = dict[str, Any]


class Taker(Protocol):
    """Whatever takes command objects, and has a session once a game has begun."""

    session: Session | None

    def submit(self, value: Any) -> Json:
        """Take one command object and give its result object."""


@frozen
class Outcome:
    """
    What came of one line: its result object, and the place that a refusal is about.

    *finding* says what is odd though it was accepted.
    """

    result: Json
    line: int
    column: int
    text: str
    finding: str = ""

    @property
    def refused(self) -> Json | None:
        """The refusal, if it is one."""
        refused: Json | None = self.result.get("refused")
        return refused

    def shown(self, file: str) -> list[str]:
        """Give the lines that show a refusal or finding: where, why, the text, a caret."""
        from rollbook.projections.printable import printable

        why = self.finding
        if self.refused is not None:
            why = refusal_words(self.refused)
        where = f"{file}:{self.line}:{self.column}: {printable(why)}"
        return [where, *caret_lines(self.text, self.column)]


class Playing:
    """Plays documents into a log, and knows which entry each number became."""

    def __init__(self, taker: Taker, tables: str | None = None) -> None:
        """Play into *taker*; *tables* is the text of the rule tables that it plays by."""
        self.taker = taker
        self._tables = tables
        self._entries: dict[int, int] = {}
        self._first: int | None = None
        self._next = 1
        self._root: str | None = None

    def play(self, document: Document) -> Iterator[Outcome]:
        """Submit every line; go on after refusals as long as the caller does."""
        if document.header is not None:
            yield self._start(document.header)
        session = self.taker.session
        if session is not None:
            self._root = session.timeline
            if document.header is None:
                self._next = len(session.log)
        try:
            for item in document.items:
                if isinstance(item, Line):
                    yield self._line(item)
                elif isinstance(item, On) and not self._knows(item.timeline):
                    yield _refusal(
                        "UNKNOWN_TIMELINE", f"there is no timeline {item.timeline}", 0, ""
                    )
        finally:
            if session is not None and self._root is not None:
                session.timeline = self._root

    def _start(self, header: Header) -> Outcome:
        given = None if self._tables is None else hash_of_tables(self._tables).hex()
        if header.tables != given:
            said = "other tables than these" if given else "tables of its own: give them (--tables)"
            return _refusal("BAD_VALUE", f"this battle was played by {said}", header.line, "")
        result = self.taker.submit(header.command())
        self._entries[0] = 0
        return Outcome(result, header.line, 1, f"Rules: {header.rules}")

    def _knows(self, timeline: str) -> bool:
        session = self.taker.session
        return session is not None and timeline in session.log.chain.timelines.heads

    def _line(self, line: Line) -> Outcome:
        number = self._next if line.number is None else line.number
        self._next = number + 1
        self._first = number if self._first is None else self._first
        session = self.taker.session
        timeline = line.timeline or self._root
        if session is not None and timeline is not None:
            if not self._knows(timeline):
                said = f"there is no timeline {timeline}"
                return _refusal("UNKNOWN_TIMELINE", said, line.row, line.text)
            session.timeline = timeline
        command, missing = self._with_entries(line)
        if missing is not None:
            said = f"there is no line {missing} that was accepted before this one"
            row, column = line.columns.get(ENTRY_FIELDS[command["do"]], (line.row, 1))
            return _refusal("UNKNOWN_ENTRY", said, row, line.texts.get(row, ""), column)
        result = self.taker.submit(command)
        if "refused" in result:
            row, column, text = _place(line, result["refused"])
            return Outcome(result, row, column, text)
        self._entries[number] = result["entry"]
        return Outcome(result, line.row, 1, line.text, _finding(line, result))

    def _with_entries(self, line: Line) -> tuple[Json, int | None]:
        """Give the command with entry numbers for line numbers, or the one that is nobody's."""
        command = line.submitted()
        field = ENTRY_FIELDS.get(command["do"])
        numbers = command.get(field) if field else None
        if field is None or numbers is None:
            return command, None
        several = isinstance(numbers, list)
        entries = []
        for number in numbers if several else [numbers]:
            if number in self._entries:
                entries.append(self._entries[number])
            elif self._first is None or number < self._first:
                entries.append(number)
            else:
                return command, number
        return {**command, field: entries if several else entries[0]}, None


def _refusal(code: str, message: str, row: int, text: str, column: int = 1) -> Outcome:
    refused = {"code": code, "rule": "ENGINE", "message": message}
    return Outcome({"refused": refused}, row, column, text)


def _place(line: Line, refused: Json) -> tuple[int, int, str]:
    """Give where in the text a refusal points to: its field, else the unit, else the command."""
    row, column = _column(line, refused)
    return row, column, line.texts.get(row, "")


def _column(line: Line, refused: Json) -> tuple[int, int]:
    path = str(refused.get("field") or "")
    while path:
        if path in line.columns:
            return line.columns[path]
        path = path.rpartition(".")[0] or (path.rpartition("[")[0] if "[" in path else "")
    unit = refused.get("unit")
    for name, place in line.columns.items():
        if unit is not None and line.command.get(name) == unit:
            return place
    return line.columns.get("", (line.row, 1))


def _finding(line: Line, result: Json) -> str:
    """Say it if the number written behind a round is not the one that began."""
    if line.count is None or result.get("repeated"):
        return ""
    for event in result["events"]:
        began = event["round"] if event["type"] in ("RoundStarted", "PlayerTurnStarted") else None
        if began is not None and began != line.count:
            return f"this began round {began}, not {line.count}"
    return ""

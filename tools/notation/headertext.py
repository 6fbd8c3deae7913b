"""The header: ``Rollbook notation 1`` and the lines that say which game it is."""

from __future__ import annotations

import re
from typing import Any

from attrs import define, field

from rollbook.events.log.messages import StartGame
from rollbook.events.schema import SHIPPED
from rollbook.events.shape import Mapping, fields_of
from rollbook.tools.notation.document import Header
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.tokens import Token, tokens_of
from rollbook.tools.notation.values import decoded, encoded, raw_of

FIRST = "Rollbook notation 1"
RULES, PLAYER, HOUSE_RULE, TABLES, BY, KEY = (
    "Rules",
    "Player",
    "House rule",
    "Tables",
    "Started by",
    "Key",
)
KEYWORDS = (RULES, PLAYER, HOUSE_RULE, TABLES, BY, KEY)
_LINE = re.compile(rf"({'|'.join(KEYWORDS)}):(?=\s|$)")
_HASH = re.compile("[0-9a-f]{64}")
_HELD = {f.name: f.shape for f in fields_of(StartGame)}


def is_header_line(text: str) -> bool:
    """Tell whether a line begins as a line of the header does."""
    return _LINE.match(text.strip()) is not None


@define
class HeaderReader:
    """Takes the lines of a header one by one."""

    row: int
    text: str
    _rules: str | None = None
    _players: dict[str, str] = field(factory=dict)
    _house_rules: dict[str, Any] = field(factory=dict)
    _rest: dict[str, str] = field(factory=dict)

    def take(self, line: str, row: int) -> str | None:
        """
        Read one line; give the comment behind it, if any.

        Raises :class:`NotationError`.
        """
        found = _LINE.search(line)
        if found is None:
            raise NotationError("expected a line of the header", row, 1, line)
        lead = " " * found.end()
        tokens = list(tokens_of(lead + line[found.end() :], row))
        tokens = [Token(t.kind, t.text, row, t.column, line) for t in tokens]
        comment = tokens.pop().text[1:].strip() if tokens and tokens[-1].kind == "comment" else None
        end = Token("end", "", row, len(line.rstrip()) + 1, line)
        self._keyword(found[1], tokens, end)
        return comment

    def _keyword(self, keyword: str, tokens: list[Token], end: Token) -> None:
        if keyword in (PLAYER, HOUSE_RULE):
            self._pair(keyword, tokens, end)
            return
        if len(tokens) != 1:
            raise (tokens[1] if tokens else end).error(f"expected one word behind {keyword}:")
        taken = self._rules if keyword == RULES else self._rest.get(keyword)
        if taken is not None:
            raise tokens[0].error(f"{keyword} stands there twice")
        raw = raw_of(tokens[0])
        if raw.items is not None:
            raise raw.error(f"expected one word behind {keyword}:")
        if keyword == TABLES and not _HASH.fullmatch(raw.text):
            raise raw.error("expected a SHA-256 hash of 64 hexadecimal digits")
        if keyword == RULES:
            self._rules = raw.text
        else:
            self._rest[keyword] = raw.text

    def _pair(self, keyword: str, tokens: list[Token], end: Token) -> None:
        what = "a player id and a name" if keyword == PLAYER else "its name and a value"
        if len(tokens) != 2:
            raise (tokens[2] if len(tokens) > 2 else end).error(f"expected {what}")
        name, into = tokens[0].text, self._players if keyword == PLAYER else self._house_rules
        if name in into:
            raise tokens[0].error(f"{name} stands there twice")
        shape = _HELD["players" if keyword == PLAYER else "house_rules"]
        if not isinstance(shape, Mapping):
            raise TypeError("the header holds mappings")
        into[name] = decoded(shape.item, raw_of(tokens[1]))

    def header(self) -> Header:
        """Give the header; raises :class:`NotationError` if it names no rule set."""
        if self._rules is None:
            words = tuple(f"Rules: {name}" for name in SHIPPED)
            raise NotationError(
                f"the header needs a line such as {words[0]!r}", self.row, 1, self.text
            )
        return Header(
            self._rules,
            self._players,
            self._house_rules,
            self._rest.get(BY, "system"),
            self._rest.get(KEY),
            self._rest.get(TABLES),
            self.row,
        )


def header_lines(header: Header) -> list[str]:
    """Write a header."""
    from rollbook.tools.notation.quoting import quoted

    players, house_rules = _HELD["players"], _HELD["house_rules"]
    if not isinstance(players, Mapping) or not isinstance(house_rules, Mapping):
        raise TypeError("the header holds mappings")
    lines = [FIRST, f"{RULES}: {encoded(players.item, header.rules)}"]
    lines += [f"{PLAYER}: {ident} {quoted(name)}" for ident, name in header.players.items()]
    for name, value in header.house_rules.items():
        lines.append(f"{HOUSE_RULE}: {name} {encoded(house_rules.item, value)}")
    if header.tables is not None:
        lines.append(f"{TABLES}: {header.tables}")
    if header.by != "system":
        lines.append(f"{BY}: {header.by}")
    if header.key is not None:
        lines.append(f"{KEY}: {encoded(players.item, header.key)}")
    return lines

"""A battle in notation, as data: the header, and the lines below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import Factory, frozen

Json = dict[str, Any]


@frozen
class Header:
    """How the game begins: the fields of ``start_game``, and the hash of its own tables."""

    rules: str
    players: Mapping[str, str]
    house_rules: Mapping[str, Any] = Factory(dict)
    by: str = "system"
    key: str | None = None
    tables: str | None = None
    line: int = 1

    def command(self) -> Json:
        """Give the ``start_game`` object."""
        made: Json = {
            "do": "start_game",
            "by": self.by,
            "rules": self.rules,
            "players": dict(self.players),
            "house_rules": dict(self.house_rules),
        }
        return made if self.key is None else {**made, "key": self.key}


@frozen
class Line:
    """
    One command.

    *number* is the number that the text gives it, *who* asks, *command* its
    fields as a JSON object with ``do``; *dice* the faces, roll by roll as far
    as they were written apart, ``None`` for none; *count* the number written
    behind a round or turn.  *timeline* is ``None`` for the one that the text
    began on, *depth* how far it is set in.  *row* is the line of the text
    where it begins, *texts* its lines by number, *columns* where each field
    stands in them.
    """

    who: str
    command: Json
    number: int | None = None
    dice: tuple[tuple[int, ...], ...] | None = None
    choices: tuple[str, ...] = ()
    key: str | None = None
    count: int | None = None
    comment: str = ""
    timeline: str | None = None
    depth: int = 0
    row: int = 0
    texts: Mapping[int, str] = Factory(dict)
    columns: Mapping[str, tuple[int, int]] = Factory(dict)

    @property
    def text(self) -> str:
        """The line of the text where the command begins."""
        return self.texts.get(self.row, "")

    def submitted(self) -> Json:
        """Give the command object that the engine takes."""
        made = {"do": self.command["do"], "by": self.who, **self.command}
        if self.dice is not None:
            made["dice"] = [face for roll in self.dice for face in roll]
        if self.choices:
            made["choices"] = list(self.choices)
        if self.key is not None:
            made["key"] = self.key
        return made


@frozen
class Remark:
    """A comment on a line of its own, or with no text a blank line."""

    text: str | None
    depth: int = 0


@frozen
class On:
    """``on NAME``: the lines set in below continue that timeline."""

    timeline: str
    depth: int = 0
    comment: str = ""


@frozen
class Document:
    """A battle in notation; *rules* is the rule set whose verbs it uses."""

    rules: str
    header: Header | None
    items: tuple[Line | Remark | On, ...]

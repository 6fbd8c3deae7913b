"""
A log out of its JSON lines: the same bytes, or a refusal.

Every line that ``export --jsonl`` wrote holds all of its entry.  Its payload
is made again and must have the hash that the line names; then the entry is
read back from the payload as from any log, and must print as the same object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.engine.border import parse_line
from rollbook.events.errors import BadValue, MessageError, RollbookError
from rollbook.events.log.chain import Chain, codec_for, known_messages
from rollbook.events.log.codec import check_values, pack
from rollbook.events.log.disk import publish
from rollbook.events.log.errors import EntryError, EntryTooLarge
from rollbook.events.log.frame import MAGIC, frame, leaf_of
from rollbook.events.message import name_of
from rollbook.events.outside import Repeated
from rollbook.events.schema import Codec, with_values
from rollbook.events.schemarows import check_rows
from rollbook.tools.importers.plainrows import NoRow, PlainRows

Json = dict[str, Any]
MOST_LINE_BYTES = 4 * 1024 * 1024
"""The longest line: an entry of 64 KiB, with the name of every field written out."""
KEYS = {
    "entry",
    "parent",
    "timeline",
    "at",
    "by",
    "key",
    "leaf",
    "command",
    "events",
    "dice",
}


class NotThatEntry(RollbookError):
    """A line does not prove to be the entry that it says it is."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@frozen
class ImportedLog:
    """What was made: the file, its entries, and the leaf of the last one."""

    path: Path
    entries: int
    leaf: bytes


def import_json_lines(lines: Iterable[bytes], path: Path) -> ImportedLog:
    """
    Make the log *path* of the lines that ``export --jsonl`` wrote.

    The file appears whole or not at all, and never over another.  Raises
    :class:`NotThatEntry` for the first line that does not prove equal to its
    ``leaf``, ``LogExists`` or ``LogError``.
    """
    chain = Chain()
    data = bytearray(MAGIC)
    for payload in payloads_of(lines, chain):
        data += frame(payload, chain.last_leaf)
    if not chain.count:
        raise NotThatEntry(1, "there is no entry in this file")
    publish(path, bytes(data))
    return ImportedLog(path, chain.count, chain.last_leaf)


def payloads_of(lines: Iterable[bytes], chain: Chain) -> Iterator[bytes]:
    """Give the payload of every line, checked and counted into *chain*."""
    writers = _Writers()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield _payload(line.removeprefix(b"\xef\xbb\xbf"), chain, writers)
        except (NoRow, EntryError, EntryTooLarge, MessageError, BadValue) as error:
            raise NotThatEntry(number, str(error)) from None
        except RecursionError:
            raise NotThatEntry(number, "lists inside lists, too deep") from None


class _Writers:
    """The writer of rows for the schema that holds, made once a schema."""

    def __init__(self) -> None:
        self._codec: Codec | None = None
        self._rows: PlainRows | None = None

    def of(self, codec: Codec, rules: str) -> PlainRows:
        if self._rows is None or codec is not self._codec:
            known = {name_of(c): c for c in with_values(known_messages(rules).values())}
            self._codec, self._rows = codec, PlainRows(codec, known)
        return self._rows


def _payload(line: bytes, chain: Chain, writers: _Writers) -> bytes:
    plain = parse_line(line, MOST_LINE_BYTES)
    _check_object(plain)
    rules, codec = _schema(plain) if not chain.count else (chain.rules, chain.codec)
    rows = writers.of(codec, rules)
    for dice in _dice(rows, plain["dice"]):
        row = _row(plain, chain, rows, dice)
        payload = pack(row)
        if leaf_of(payload).hex() == plain["leaf"]:
            check_values(row)
            entry = chain.read(payload, strict=True)
            if entry.to_plain(chain.timelines.line(entry.seq)) != plain:
                raise NoRow("the line says more or other than the entry whose leaf it names")
            return payload
    raise NoRow(
        f"entry {str(plain['entry'])[:20]} does not have the leaf {str(plain['leaf'])[:16]}: "
        "something in this line, or in one above it, was changed"
    )


def _dice(rows: PlainRows, plain: Any) -> Iterator[Any]:
    if plain is None:
        yield None
    else:
        yield from rows.dice(plain)


def _row(plain: Json, chain: Chain, rows: PlainRows, dice: Any) -> tuple[Any, ...]:
    seq = chain.count
    if plain["entry"] != seq or type(plain["entry"]) is not int:
        raise NoRow(f"expected entry {seq}, found {str(plain['entry'])[:20]}")
    prev = chain.last_leaf if seq else _first_prev(plain)
    parent = plain["parent"]
    command = {k: v for k, v in plain["command"].items() if k not in ("do", "by")}
    events = []
    for event in plain["events"]:
        if not isinstance(event, dict):
            raise NoRow("an event is an object")
        fields = {k: v for k, v in event.items() if k != "type"}
        events.append(rows.named(event.get("type"), fields))
    return (
        seq,
        prev,
        None if parent is None or parent == seq - 1 else parent,
        plain["at"],
        plain["by"],
        plain["key"],
        rows.named(plain["command"].get("do"), command),
        tuple(events),
        dice,
    )


def _check_object(plain: Any) -> None:
    if not isinstance(plain, dict) or set(plain) != KEYS:
        raise NoRow(f"a line is an object with {', '.join(sorted(KEYS))}")
    if not isinstance(plain["command"], dict) or not isinstance(plain["events"], list):
        raise NoRow("command is an object and events a list")
    _check_unrepeated(plain)


def _check_unrepeated(value: Any) -> None:
    if isinstance(value, Repeated):
        raise NoRow(f"{value.key[:40]!r} stands twice in one object")
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict | list):
                _check_unrepeated(item)


def _opened(plain: Json) -> Json:
    first = plain["events"][0] if plain["events"] else None
    if not isinstance(first, dict) or first.get("type") != "LogOpened":
        raise NoRow("the first line is not the opening of a log")
    return first


def _schema(plain: Json) -> tuple[str, Codec]:
    """Give the rule set and schema that entry 0 opens its log with."""
    rows = _opened(plain).get("schema")
    rules = plain["command"].get("rules")
    if not isinstance(rows, list) or not isinstance(rules, str):
        raise NoRow("the first line has no schema or names no rule set")
    made = tuple(_schema_row(row) for row in rows)
    check_rows(made, ())
    return rules, codec_for(made, rules)


def _schema_row(row: Any) -> Any:
    if not isinstance(row, list):
        raise NoRow("a row of the schema is a list")
    return tuple(tuple(part) if isinstance(part, list) else part for part in row)


def _first_prev(plain: Json) -> bytes:
    try:
        return bytes.fromhex(_opened(plain)["game_id"]) + bytes(16)
    except (KeyError, TypeError, ValueError):
        raise NoRow("the first line has no game id") from None

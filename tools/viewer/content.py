"""Everything that a page of a log carries, gathered."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.events.errors import RollbookError, UnknownRuleSet
from rollbook.events.log.disk import open_file, pread_all
from rollbook.events.log.file import FileLog, checkpoint_file
from rollbook.events.log.merkle import root
from rollbook.events.plain import to_plain
from rollbook.projections.fold import Projection, projection_of
from rollbook.projections.printable import printable
from rollbook.projections.state import States
from rollbook.tools.viewer.chances import audit_plain, luck_plain, rolls_plain
from rollbook.tools.viewer.errors import MAX_BYTES, MAX_ENTRIES, TooLongForAPage
from rollbook.tools.viewer.eventgames import GamePages
from rollbook.tools.viewer.eventtables import event_plain
from rollbook.tools.viewer.qrcode import qr_plain
from rollbook.tools.viewer.story import Storyteller, Told

FORMAT = 1


@frozen
class Content:
    """A page's data as plain values, its entries in words, and the bytes of its log."""

    plain: dict[str, Any]
    told: tuple[Told, ...]
    log_bytes: bytes


class Gatherer:
    """
    Gathers the content of one opened log.

    Without *extras* what is about the whole game is left out: luck, audit,
    checkpoints.  *seen* is called once for each entry, for a progress bar;
    *games* are the pages of an event's games.
    """

    def __init__(
        self,
        log: FileLog,
        *,
        extras: bool = True,
        seen: Callable[[], object] = lambda: None,
        games: GamePages | None = None,
    ) -> None:
        self.log = log
        self._games = games
        self._seen = seen
        self._extras = extras
        self._projection = _projection(log)
        self._states = States(log, self._projection or Projection("unknown", 1))
        self._teller = Storyteller(log, log.chain.rules, self._projection, self._states.at)

    def content(self) -> Content:
        """
        Give the whole page's content.

        Raises ``TooLongForAPage``.
        """
        log = self.log
        if len(log) > MAX_ENTRIES or log.size > MAX_BYTES:
            raise TooLongForAPage(len(log), log.size)
        data = self.log_bytes()
        told = tuple(self._teller.tell(range(len(log))))
        plain = {
            "format": FORMAT,
            "log": self.about(data),
            "timelines": timelines_plain(log),
            "entries": [one.plain for one in told],
            "rolls": self.rolls(range(len(log))),
        }
        if self._extras:
            plain["luck"] = None if log.chain.rules == "tournament" else luck_plain(log)
            plain["audit"] = audit_plain(log)
            plain["event"] = self.event()
            plain["signed"] = signed_plain(log.path)
            plain["qr"] = qr_plain(self._checkpoint(data))
        return Content(plain, told, data)

    def rolls(self, seqs: Iterable[int]) -> dict[str, Any]:
        """Give what the dice of entries *seqs* could have done."""
        return (
            {}
            if self._projection is None
            else rolls_plain(self.log, self._states, seqs, seen=self._seen)
        )

    def tell(self, seqs: Iterable[int]) -> tuple[Told, ...]:
        """Give more entries, which go on from the last."""
        return tuple(self._teller.tell(seqs))

    def event(self) -> dict[str, Any] | None:
        """Give the tables and games of an event, as far as it folds; ``None`` for a battle."""
        if self.log.chain.rules != "tournament":
            return None
        if self._teller.broken:
            return event_plain(self._teller.state, self._games)
        timelines = self.log.timelines
        return event_plain(self._states.at(timelines.head(timelines.default)), self._games)

    def log_bytes(self) -> bytes:
        """Give the bytes of the good part of the log's file."""
        fd = open_file(self.log.path, os.O_RDONLY)
        try:
            return pread_all(fd, self.log.size)
        finally:
            os.close(fd)

    def about(self, data: bytes) -> dict[str, Any]:
        """Give what the page says about the log as a whole; *data* are its bytes."""
        log = self.log
        first = log.entry(0)
        opened, command = first.events[0], first.command
        condition = log.condition
        return {
            "name": printable(log.path.name),
            "id": log.chain.game_id.hex(),
            "rules": printable(log.chain.rules),
            "rules_version": printable(opened.rules_version),
            "tables": to_plain(opened.tables_hash),
            "writer": printable(opened.writer),
            "players": to_plain(command.players),
            "house_rules": house_rules(first),
            "unlike": list(log.chain.codec.unlike_names()),
            "entries": len(log),
            "bytes": len(data),
            "leaf": log.chain.last_leaf.hex(),
            "root": root_of(log).hex(),
            "sha256": sha256(data).hexdigest(),
            "status": condition.status,
            "reason": printable(condition.reason),
            "offset": condition.offset,
            "broken": self._teller.broken,
        }

    def _checkpoint(self, data: bytes) -> str:
        """Give what the code on the audit sheet says: enough to tell this log from any other."""
        log = self.log
        return "\n".join(
            (
                f"rollbook {log.chain.game_id.hex()}",
                str(len(log)),
                b64encode(root_of(log)).decode(),
                f"sha256 {sha256(data).hexdigest()}",
            )
        )


def house_rules(first: Any) -> dict[str, Any]:
    """Give the house rules of a game with every default written out."""
    for event in first.events:
        if hasattr(event, "house_rules"):
            plain: dict[str, Any] = to_plain(event.house_rules)
            return plain
    return {}


def timelines_plain(log: FileLog) -> dict[str, Any]:
    """Give the timelines of a log: names, heads, where each began, what was withdrawn by whom."""
    from rollbook.projections.withdrawn import withdrawn_by

    timelines = log.chain.timelines
    return {
        "names": list(timelines.names),
        "heads": dict(timelines.heads),
        "openings": dict(timelines.openings),
        "kinds": dict(timelines.kinds),
        "default": timelines.default,
        "withdrawn": {seq: entry.seq for seq, entry in withdrawn_by(log).items()},
        "gone": sorted(timelines.withdrawn()),
    }


def signed_plain(path: Path) -> list[dict[str, Any]]:
    """Give the checkpoints that lie beside a log, as written; checking them is ``verify``'s."""
    from rollbook.events.log.checkpoint import Checkpoint
    from rollbook.events.log.note import parse_notes

    beside = checkpoint_file(path)
    try:
        notes = parse_notes(beside.read_bytes()) if beside.exists() else []
        return [
            {
                "size": Checkpoint.parse(note.text).size,
                "origin": printable(Checkpoint.parse(note.text).origin),
                "by": [printable(signature.name) for signature in note.signatures],
            }
            for note in notes
        ]
    except (RollbookError, OSError):
        return []


def root_of(log: FileLog) -> bytes:
    """Give the root of the tree over all good entries."""
    return root([log.leaf(seq) for seq in range(len(log))])


def _projection(log: FileLog) -> Projection[Any] | None:
    try:
        return projection_of(log.chain.rules)
    except UnknownRuleSet:
        return None

"""What an audit lists although nothing need be wrong with it."""

from __future__ import annotations

from typing import Any

from rollbook.engine.audit.prefix import Before, Prefix
from rollbook.engine.audit.report import Listed, Settled
from rollbook.engine.dice.ledger import Disputed, Ledger
from rollbook.engine.dice.party import ROLE_NAMES
from rollbook.engine.keeping import command_of, naming
from rollbook.events.game import RulingMade
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.log.messages import RollGivenUp, TakenBack
from rollbook.events.message import name_of
from rollbook.events.plain import to_plain
from rollbook.projections.fold import FoldError


class Lists:
    """Collects the lists of a report, entry by entry."""

    def __init__(self, prefix: Prefix, states: Before) -> None:
        self._prefix = prefix
        self._states = states
        self._diced: dict[tuple[Any, ...], list[int]] = {}
        self.again: list[Listed] = []

    def see(self, entry: Entry, parent: int | None) -> None:
        """Look at the next entry before it is taken."""
        if entry.dice is None or parent is None:
            return
        command = command_of(entry)
        key = (entry.by, type(command), naming(command))
        before = self._diced.setdefault(key, [])
        timelines = self._prefix.chain.timelines
        for seq in reversed(before):
            if timelines.is_on_path(seq, parent):
                continue
            if self._equal(timelines.parent(seq), parent):
                self.again.append(_again(entry, self._prefix.entry(seq)))
                break
        before.append(entry.seq)

    def _equal(self, a: int | None, b: int) -> bool:
        try:
            return bool(self._states.at(a) == self._states.at(b))
        except FoldError:
            return False

    def withdrawn(self, gone: set[int]) -> tuple[Listed, ...]:
        """List the rolls of entries that lie on no timeline any more."""
        listed: list[Listed] = []
        for seq in sorted(gone):
            entry = self._prefix.entry(seq)
            if entry.dice is None:
                continue
            did = name_of(type(command_of(entry))).replace("_", " ")
            listed.append(
                Listed(
                    address=str(seq),
                    by=entry.by,
                    words=f"{did}: {_faces(entry)}, taken back{_by(self._who_took(seq))}",
                )
            )
        return tuple(listed)

    def _who_took(self, seq: int) -> Entry | None:
        """Find the take-back that withdrew an entry last."""
        timelines = self._prefix.chain.timelines
        line = timelines.line(seq)
        for number in range(seq + 1, len(self._prefix)):
            entry = self._prefix.entry(number)
            first = entry.events[0]
            if isinstance(first, TakenBack) and first.timeline == line and first.to < seq:
                return entry
        return None

    def given_up(self, ledger: Ledger) -> tuple[Listed, ...]:
        """List the rolls that were given up or set aside."""
        listed: list[Listed] = []
        for seq in ledger.given_up.values():
            entry = self._prefix.entry(seq)
            for event in entry.events:
                if isinstance(event, RollGivenUp):
                    aside = " and set aside" if event.set_aside else ""
                    words = f"roll of entry {event.held} given up{aside}: {event.reason}"
                    listed.append(Listed(address=str(seq), by=entry.by, words=words))
        return tuple(listed)

    def aborts(self, ledger: Ledger) -> tuple[Listed, ...]:
        """List every roll that somebody walked away from, completed or not."""
        listed = [
            Listed(
                address=str(seq),
                by=ROLE_NAMES[event.role],
                words=f"walked away from a {event.source} roll"
                f"{'' if event.index is None else f', index {event.index} is burnt'}: "
                f"{event.reason}",
            )
            for seq, event in ledger.aborts
        ]
        for seq in range(len(self._prefix)):
            sealed = getattr(self._prefix.entry(seq).dice, "sealed", None)
            if sealed in ROLE_NAMES:
                listed.append(
                    Listed(
                        address=str(seq),
                        by=ROLE_NAMES[sealed],
                        words="walked away; the judge's sealed copy completed the roll",
                    )
                )
        return tuple(listed)

    def owed(self, states: Before) -> tuple[Listed, ...]:
        """List what is owed at the head of each timeline: rolls due and not made."""
        listed: list[Listed] = []
        for name, head in self._prefix.chain.timelines.heads.items():
            for item in getattr(states.at(head), "pending", None) or ():
                did = item.do.replace("_", " ")
                listed.append(
                    Listed(address=f"{name}@{head}", by="", words=f"{did} of {item.unit} is owed")
                )
        return tuple(listed)

    def disputes(self, ledger: Ledger, log: Log) -> tuple[Settled, ...]:
        """List every dispute, with what its settlement changed."""
        return tuple(self._settled(found, log) for found in ledger.disputes)

    def _settled(self, found: Disputed, log: Log) -> Settled:
        made = found.settlement
        changes: tuple[tuple[str, Any, Any], ...] = ()
        if made is not None and made.entry is not None and made.entry < len(log):
            changes = self._changes(log.entry(made.entry))
        return Settled(
            about=found.about,
            raised=found.seq,
            by=found.by,
            reason=found.reason,
            settled=found.settled,
            outcome=None if made is None else made.outcome,
            rule=None if made is None else made.rule,
            ruling_reason=None if made is None else made.reason,
            changes=changes,
        )

    def _changes(self, entry: Entry) -> tuple[tuple[str, Any, Any], ...]:
        first = entry.events[0]
        if isinstance(first, RulingMade):
            return tuple((c.path, to_plain(c.before), to_plain(c.after)) for c in first.changes)
        if isinstance(first, TakenBack):
            return plain_differences(self._states.at(first.head), self._states.at(first.to))
        return ()


def plain_differences(before: Any, after: Any, path: str = "") -> tuple[tuple[str, Any, Any], ...]:
    """Give path, value before and value after wherever two states differ."""
    found: list[tuple[str, Any, Any]] = []
    _compare(_plain(before), _plain(after), path, found)
    return tuple(found)


def _plain(value: Any) -> Any:
    return value if isinstance(value, dict | list | str | int | None) else to_plain(value)


def _compare(before: Any, after: Any, path: str, found: list[tuple[str, Any, Any]]) -> None:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            where = f"{path}.{key}" if path else str(key)
            _compare(before.get(key), after.get(key), where, found)
    elif before != after:
        found.append((path, before, after))


def _again(entry: Entry, earlier: Entry) -> Listed:
    same = tuple(earlier.dice.faces) == tuple(entry.dice.faces)
    kept = getattr(entry.dice, "kept_from", None) is not None
    how = "the same faces were used" if kept or same else f"now {_faces(entry)}"
    did = name_of(type(command_of(entry))).replace("_", " ")
    return Listed(
        address=str(entry.seq),
        by=entry.by,
        words=f"{did} of entry {earlier.seq} ({_faces(earlier)}) was taken back and "
        f"done again: {how}",
    )


def _faces(entry: Entry) -> str:
    return " ".join(map(str, entry.dice.faces))


def _by(entry: Entry | None) -> str:
    if entry is None:
        return ""
    agreed = f", {entry.events[0].agreed} agreed" if entry.events[0].agreed else ""
    return f" by {entry.by} in entry {entry.seq}{agreed}"

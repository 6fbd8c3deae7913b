"""What an audit found, as data."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from rollbook.engine.replay import Thrown
from rollbook.events.finding import Finding
from rollbook.events.log.entry import Entry


@frozen(kw_only=True)
class RollSeen:
    """
    One roll of a log, with everything that can be asked of it cheaply.

    *address* is its event, *place* its number in the file from 0, *origin*
    the entry in which its faces fell when they were used again.
    """

    address: str
    place: int
    entry: Entry = field(repr=False)
    thrown: Thrown = field(repr=False)
    timeline: str
    round: int | None
    phase: str | None
    grade: str
    why: str
    confirmed: tuple[tuple[str, int], ...] = ()
    disputed: tuple[tuple[str, int], ...] = ()
    withdrawn: bool = False
    held: bool = False
    origin: int | None = None
    follows: bool = True

    @property
    def source(self) -> str:
        """The source of its dice."""
        source: str = self.entry.dice.source
        return source


@frozen(kw_only=True)
class Listed:
    """A line of one of the lists: an address, who it is about, and words."""

    address: str
    by: str
    words: str

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``audit --json`` prints."""
        return {"address": self.address, "by": self.by, "words": self.words}


@frozen(kw_only=True)
class Settled:
    """A dispute from call to ruling, with what stood there before and after."""

    about: str
    raised: int
    by: str
    reason: str
    settled: int | None
    outcome: str | None
    rule: str | None
    ruling_reason: str | None
    changes: tuple[tuple[str, Any, Any], ...]

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``audit --json`` prints."""
        return {
            "about": self.about,
            "raised": self.raised,
            "by": self.by,
            "reason": self.reason,
            "settled": self.settled,
            "outcome": self.outcome,
            "rule": self.rule,
            "ruling": self.ruling_reason,
            "changes": [{"path": p, "before": b, "after": a} for p, b, a in self.changes],
        }


@frozen(kw_only=True)
class Report:
    """
    The audit of one log.

    *findings* are what is wrong; *other_version* what only differs because
    this Rollbook has another version of the rules than the log was played by.
    The lists tell what a judge wants to see although nothing is wrong with it.
    """

    rules: str
    played_version: str
    audited_version: str
    players: dict[str, str]
    entries: int
    timelines: tuple[str, ...]
    findings: tuple[Finding, ...]
    other_version: tuple[Finding, ...]
    rolls: tuple[RollSeen, ...] = field(repr=False)
    withdrawn: tuple[Listed, ...]
    again: tuple[Listed, ...]
    given_up: tuple[Listed, ...]
    aborts: tuple[Listed, ...]
    owed: tuple[Listed, ...]
    disputes: tuple[Settled, ...]
    signatures: tuple[Listed, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def grades(self) -> dict[str, int]:
        """How many rolls have each grade."""
        counted: dict[str, int] = {}
        for roll in self.rolls:
            counted[roll.grade] = counted.get(roll.grade, 0) + 1
        return counted

    def of(self, *, unit: str | None = None, player: str | None = None) -> tuple[RollSeen, ...]:
        """Give the rolls that are about *unit* or were rolled by *player*."""
        return tuple(
            roll
            for roll in self.rolls
            if (player is None or roll.entry.dice.rolled_by == player)
            and (unit is None or unit in units_of(roll))
        )


def units_of(roll: RollSeen) -> set[str]:
    """Give the units that a roll is about: of its step and its command."""
    places = (roll.thrown.step, roll.entry.command, getattr(roll.entry.command, "command", None))
    names = ("unit", "target", "attacker", "defender", "vehicle")
    found = (getattr(place, name, None) for place in places for name in names)
    return {value for value in found if isinstance(value, str)}

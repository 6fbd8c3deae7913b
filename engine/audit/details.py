"""
All that can be asked of one roll, as data.

Who rolled, who asked, confirmed, objected; when; for what; which dice; what
was needed; the exact odds; what followed; what another face had done.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from rollbook.engine.audit.auditor import Auditor
from rollbook.engine.audit.lists import plain_differences
from rollbook.engine.audit.report import Report, RollSeen
from rollbook.engine.chances import Distribution, chance, convolved, otherwise, value_of
from rollbook.engine.keeping import command_of
from rollbook.engine.step import Step
from rollbook.events.message import Message, field_names, name_of
from rollbook.events.plain import to_plain
from rollbook.projections.rolls import rolls_in
from rollbook.projections.words import names_of, sentence

MOST_IN_A_RUN = 500
MOST_OTHERWISE = 40
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
_STEP_WORDS = {"AfterPoint": "what a lost hull point brings", "DamageEach": "damage"}
"""Steps whose name says little to a player."""


class Details:
    """Answers about the rolls of one audited log."""

    def __init__(self, auditor: Auditor, report: Report) -> None:
        self._auditor = auditor
        self._rules = auditor.rules
        self.report = report
        self._runs: dict[int, dict[str, Any] | None] | None = None

    def plain(self, roll: RollSeen) -> dict[str, Any]:
        """Give everything about *roll* as plain values for JSON."""
        entry, thrown = roll.entry, roll.thrown
        event = self._event(roll)
        found = chance(self._rules, thrown)
        return {
            "roll": roll.address,
            "order": roll.place,
            "entry": entry.seq,
            "timeline": roll.timeline,
            "withdrawn": roll.withdrawn,
            "round": roll.round,
            "phase": roll.phase,
            "rolled_by": entry.dice.rolled_by,
            "asked_by": entry.by,
            "confirmed_by": [{"by": by, "entry": seq} for by, seq in roll.confirmed],
            "objected_by": [{"by": by, "entry": seq} for by, seq in roll.disputed],
            "for": self._purpose(roll),
            "dice": self._dice(roll),
            "rerolled": self._rerolled(roll),
            "needed": _needed(roll, event),
            "modifiers": _modifiers(event),
            "chance": _fraction(found),
            "run": self._run(roll),
            "follows": roll.follows,
            "due": roll.follows,
            "grade": roll.grade,
            "why": roll.why,
            "rulings": [
                d.to_plain() for d in self.report.disputes
                if d.about in (roll.address, str(entry.seq))
            ],
            "gave": self._gave(roll),
            "later": self._later(roll),
            "otherwise": self._otherwise(roll),
        }  # fmt: skip

    def _event(self, roll: RollSeen) -> Any:
        place = roll.thrown.event
        if roll.held or place is None or place >= len(roll.entry.events):
            return None
        return roll.entry.events[place]

    def _purpose(self, roll: RollSeen) -> dict[str, Any]:
        command, step = command_of(roll.entry), roll.thrown.step
        event = self._event(roll)
        about: dict[str, Any] = {
            "purpose": roll.thrown.ask.purpose,
            "rules": list(roll.thrown.rules),
            "command": name_of(type(command)),
        }
        for name in ("unit", "target", "weapon", "arc", "model"):
            values = (getattr(thing, name, None) for thing in (event, step, command))
            about[name] = next((to_plain(v) for v in values if isinstance(v, str | tuple)), None)
        return about

    def _dice(self, roll: RollSeen) -> dict[str, Any]:
        value = roll.entry.dice
        return {
            "source": roll.source,
            "sides": roll.thrown.ask.sides,
            "faces": list(roll.thrown.faces),
            "void": to_plain(getattr(value, "void", None) or ()),
            "kept_from": roll.origin,
            "held": roll.held,
        }

    def _rerolled(self, roll: RollSeen) -> dict[str, Any] | None:
        """Say which earlier faces this roll replaced, and by which right."""
        purpose = roll.thrown.ask.purpose
        for earlier in reversed(self.report.rolls[: roll.place]):
            if earlier.entry.seq != roll.entry.seq:
                break
            same = earlier.thrown.ask.purpose
            again = purpose == f"{same}_reroll" or (
                same == purpose and earlier.thrown.event == roll.thrown.event
            )
            if again:
                return {"old": list(earlier.thrown.faces), "right": list(roll.thrown.rules)}
        return None

    def _run(self, roll: RollSeen) -> dict[str, Any] | None:
        if self._runs is None:
            self._runs = runs(self.report.rolls)
        return self._runs.get(roll.place)

    def _gave(self, roll: RollSeen) -> list[str]:
        if roll.held or roll.thrown.event is None:
            return []
        events = roll.entry.events[roll.thrown.event :]
        following = [
            other.thrown.event
            for other in self.report.rolls[roll.place + 1 : roll.place + 200]
            if other.entry.seq == roll.entry.seq and other.thrown.event is not None
        ]
        after = [place for place in following if place > roll.thrown.event]
        if after:
            events = roll.entry.events[roll.thrown.event : after[0]]
        name = names_of(self._auditor.states.at(roll.entry.seq))
        return [sentence(self._rules.name, event, name) for event in events]

    def _later(self, roll: RollSeen) -> dict[str, Any]:
        """Say what this roll changed, what its entry left owed, and which entry settled that."""
        states, seq = self._auditor.states, roll.entry.seq
        parent = self._auditor.prefix.chain.timelines.parent(seq)
        before, after = states.at(parent), states.at(seq)
        owed = []
        for item in getattr(after, "pending", None) or ():
            if before is None or item not in before.pending:
                owed.append({
                    "do": item.do,
                    "unit": item.unit,
                    "settled_by": self._settled_by(seq, item.do, item.unit),
                })  # fmt: skip
        changes = () if roll.held else plain_differences(roll.thrown.state, self._after(roll))
        return {
            "changes": [
                {"path": p, "before": b, "after": a}
                for p, b, a in changes if not p.startswith("pending")
            ],
            "owed": owed,
        }  # fmt: skip

    def _after(self, roll: RollSeen) -> Any:
        """Give the state when the next roll of the entry was asked for, or after the entry."""
        for other in self.report.rolls[roll.place + 1 : roll.place + 2]:
            if other.entry.seq == roll.entry.seq:
                return other.thrown.state
        return self._auditor.states.at(roll.entry.seq)

    def _settled_by(self, seq: int, do: str, unit: str) -> int | None:
        prefix = self._auditor.prefix
        timelines = prefix.chain.timelines
        head = timelines.head(timelines.line(seq))
        for later in range(seq + 1, min(head + 1, seq + 500)):
            command = prefix.entry(later).command
            if not isinstance(command, Message) or name_of(type(command)) != do:
                continue
            if getattr(command, "unit", None) == unit and timelines.is_on_path(later, head):
                return later
        return None

    def _otherwise(self, roll: RollSeen) -> list[dict[str, Any]]:
        name = names_of(roll.thrown.state)
        return [
            {
                "die": other.die,
                "face": other.face,
                "gives": [self._item(item, name) for item in other.items],
            }
            for other in otherwise(self._rules, roll.thrown)[:MOST_OTHERWISE]
        ]

    def _item(self, item: Any, name: Any) -> str:
        if isinstance(item, str):
            return f"the table would have been asked ({item})"
        if isinstance(item, Step):
            name_of_step = type(item).__name__
            words = _STEP_WORDS.get(name_of_step, _CAPITAL.sub(" ", name_of_step).lower())
            return f"then {words}"
        return sentence(self._rules.name, item, name)


def _needed(roll: RollSeen, event: Any) -> int | None:
    needed = getattr(event, "needed", None)
    if isinstance(needed, int):
        return needed
    reads = roll.thrown.ask.reads
    return reads if isinstance(reads, int) else None


def _modifiers(event: Any) -> Any:
    """Give the modifiers of an event in order; else the plain numbers that it holds."""
    if event is None:
        return None
    named = getattr(event, "modifiers", None)
    if named is not None:
        return to_plain(named)
    rolls = rolls_in(event)
    return {
        field: to_plain(value)
        for field in field_names(type(event))
        if type(value := getattr(event, field)) is int and value not in rolls
    }


def _fraction(value: Fraction | None) -> dict[str, Any] | None:
    if value is None:
        return None
    return {
        "fraction": f"{value.numerator}/{value.denominator}",
        "percent": round(float(value) * 100, 2),
    }


def runs(rolls: tuple[RollSeen, ...]) -> dict[int, dict[str, Any] | None]:
    """
    Give, for each roll, how its player's rolls of this purpose went up to it.

    The exact chance of at least, and of at most, such a total.  Faces that
    were used again count once, simulated ones never.
    """
    ways: dict[tuple[str, str, int], tuple[int, int, int, Distribution]] = {}
    found: dict[int, dict[str, Any] | None] = {}
    for roll in rolls:
        value = value_of(roll.thrown)
        key = (roll.entry.dice.rolled_by, roll.thrown.ask.purpose, roll.thrown.ask.sides)
        number, total, all_ways, spread = ways.get(key, (0, 0, 1, {0: 1}))
        counts = roll.origin is None and roll.source != "simulated"
        if value is None or not counts or number >= MOST_IN_A_RUN:
            found[roll.place] = None
            continue
        spread = convolved(spread, value[1])
        total += value[0]
        all_ways *= sum(value[1].values())
        number += 1
        ways[key] = (number, total, all_ways, spread)
        found[roll.place] = {
            "rolls": number,
            "total": total,
            "expected": round(float(_mean(spread, all_ways)), 2),
            "at_least": _fraction_short(sum(w for v, w in spread.items() if v >= total), all_ways),
            "at_most": _fraction_short(sum(w for v, w in spread.items() if v <= total), all_ways),
        }
    return found


def _mean(spread: Distribution, ways: int) -> Fraction:
    return Fraction(sum(v * w for v, w in spread.items()), ways)


def _fraction_short(ways: int, out_of: int) -> float:
    return round(float(Fraction(ways, out_of)), 6)

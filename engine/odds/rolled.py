"""How likely a roll was, at the moment when it fell."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import frozen

from rollbook.engine.odds.faces import groups_of
from rollbook.engine.odds.graph import effect_of, labels_of
from rollbook.engine.odds.result import text_of
from rollbook.engine.rollsseen import judge, player_names
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.throws import Throw, throw_at, throws_of
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.message import Event
from rollbook.projections import exact
from rollbook.projections.rollseen import Better
from rollbook.projections.state import States

ZERO = Fraction(0)


@frozen
class RollOdds:
    """
    The chances of one throw before it fell.

    *same* is the chance of everything that has the same effect, *value* the
    number that was read (``None`` where it is not one number) and *expected*
    its chances; *successes* says that it counts dice that are good for who
    threw.  *results* are the chances of each row, result or outcome
    that the throw itself could lead to, *result* the one that it did.
    """

    throw: Throw
    player: str
    event: Any
    value: int | None
    expected: Mapping[int, Fraction] | None
    better: Better
    successes: bool
    same: Fraction
    results: Mapping[str, Fraction]
    result: str | None

    @property
    def exactly(self) -> Fraction:
        """The chance of this value, or of the same effect where there is no one value."""
        if self.expected is None or self.value is None:
            return self.same
        return self.expected[self.value]

    @property
    def at_least(self) -> Fraction | None:
        """The chance of this value or a higher one."""
        if self.expected is None or self.value is None:
            return None
        return exact.tail_at_least(self.expected, self.value)

    @property
    def at_most(self) -> Fraction | None:
        """The chance of this value or a lower one."""
        if self.expected is None or self.value is None:
            return None
        return exact.tail_at_most(self.expected, self.value)

    @property
    def good(self) -> Fraction | None:
        """The chance of something at least this good for who threw."""
        return {"high": self.at_least, "low": self.at_most, "neither": None}[self.better]

    @property
    def bad(self) -> Fraction | None:
        """The chance of something at least this bad for who threw."""
        return {"high": self.at_most, "low": self.at_least, "neither": None}[self.better]

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``odds --roll --json`` prints."""
        tails = ("at_least", "at_most", "good", "bad")
        return {
            "address": self.throw.address,
            "player": self.player,
            "purpose": self.throw.ask.purpose,
            "sides": self.throw.ask.sides,
            "faces": list(self.throw.faces),
            "value": self.value,
            "better": self.better,
            "successes": self.successes,
            "p": text_of(self.exactly),
            "same_effect": text_of(self.same),
            **{name: _text(getattr(self, name)) for name in tails},
            "expected": _texts(self.expected),
            "result": self.result,
            "results": _texts(self.results),
        }


def roll_odds(
    log: Log, rules: RuleSet, states: States, seq: int, event: int | None, part: int = 1
) -> RollOdds:
    """
    Give the odds of the throw at an address, from the state in which it fell.

    *event* ``None`` stands for the only or first throw of the entry.  Raises
    :class:`~rollbook.engine.throws.NoThrow`.
    """
    entry = log.entry(seq)
    throws = throws_of(rules, states.at(log.chain.timelines.parent(seq)), entry)
    return odds_of(log, rules, entry, throw_at(throws, seq, event, part))


def odds_of(log: Log, rules: RuleSet, entry: Entry, throw: Throw) -> RollOdds:
    """Give the odds of one of the throws of *entry*."""
    told = None if throw.event is None else entry.events[throw.event]
    by = entry.dice.rolled_by
    judged = judge(rules.name, throw, told, throw.state, by)
    same, results, result = _effects(rules, throw)
    return RollOdds(
        throw=throw,
        player=player_names(log).get(by, by),
        event=told,
        value=judged.value,
        expected=judged.expected,
        better=judged.better,
        successes=judged.successes,
        same=same,
        results=results,
        result=result,
    )


def _effects(rules: RuleSet, throw: Throw) -> tuple[Fraction, dict[str, Fraction], str | None]:
    same, results = ZERO, dict[str, Fraction]()
    happened, result = _effect(rules, throw, throw.faces)
    for faces, chance in groups_of(throw.ask):
        effect, told = _effect(rules, throw, faces)
        if effect == happened:
            same += chance
        if told is not None:
            results[told] = results.get(told, ZERO) + chance
    return same, results, result


def _effect(rules: RuleSet, throw: Throw, faces: tuple[int, ...]) -> tuple[Any, str | None]:
    try:
        items = tuple(throw.step.resolve(throw.state, rules.book, faces))
    except RuleRefusal as refusal:
        return (refusal.code, refusal.message), None
    events = [item for item in items if isinstance(item, Event)]
    labels = labels_of(events[:1])
    return effect_of(items), labels[0][2] if labels else None


def _text(chance: Fraction | None) -> str | None:
    return None if chance is None else text_of(chance)


def _texts(chances: Mapping[Any, Fraction] | None) -> dict[str, str] | None:
    if chances is None:
        return None
    return {str(value): text_of(chance) for value, chance in sorted(chances.items())}

"""The odds of the rolls in an explanation: each by itself, from the step that asked for it."""

from __future__ import annotations

from rollbook.engine.chances import MOST_WAYS
from rollbook.engine.odds.errors import OddsTooLarge
from rollbook.engine.odds.faces import groups_of
from rollbook.engine.odds.rolled import odds_of
from rollbook.engine.replay import IMPOSSIBLE
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.session import rules_of
from rollbook.engine.throws import NoThrow, Throw, throws_of
from rollbook.events.errors import RollbookError
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.projections.rollchance import RollChance
from rollbook.projections.state import States

NOT_DECIDED = "this Rollbook's rules do not ask for these dice"
NO_RULES = "the rules of this log are not to be had here"
TOO_MANY = "too many throws to count"
NO_GAME = "no game can stand as this one does"


class ChainOdds:
    """
    Gives the odds of the throws that an event carries; an entry is decided again once.

    It never raises for what a log may hold: a roll without odds says why.
    """

    def __init__(self, log: Log, states: States) -> None:
        self._log = log
        self._states = states
        self._rules: RuleSet | None = None
        self._throws: dict[int, tuple[Throw, ...]] = {}

    def __call__(self, entry: Entry, event: int) -> tuple[RollChance, ...]:
        """Give the odds of the throws of event number *event*, in the order they fell."""
        if entry.dice is None:
            return ()
        place = f"{entry.seq}.{event}"
        try:
            rules = self._rules = self._rules or rules_of(self._log)
        except RollbookError:
            return (RollChance(place, None, NO_RULES),)
        try:
            throws = self._throws_of(rules, entry)
            return tuple(self._chance(rules, entry, t) for t in throws if t.event == event)
        except NoThrow:
            return (RollChance(place, None, NOT_DECIDED),)
        except (RollbookError, *IMPOSSIBLE):
            return (RollChance(place, None, NO_GAME),)

    def _throws_of(self, rules: RuleSet, entry: Entry) -> tuple[Throw, ...]:
        if entry.seq not in self._throws:
            before = self._states.at(self._log.chain.timelines.parent(entry.seq))
            self._throws[entry.seq] = throws_of(rules, before, entry)
        return self._throws[entry.seq]

    def _chance(self, rules: RuleSet, entry: Entry, throw: Throw) -> RollChance:
        try:
            if len(groups_of(throw.ask)) > MOST_WAYS:
                return RollChance(throw.address, None, TOO_MANY)
        except OddsTooLarge:
            return RollChance(throw.address, None, TOO_MANY)
        found = odds_of(self._log, rules, entry, throw)
        return RollChance(throw.address, found.same, plain=found.to_plain())

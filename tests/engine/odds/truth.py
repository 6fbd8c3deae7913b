"""The slow truth about odds: every sequence of faces, decided the normal way."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

from rollbook.engine.decide import Asked, decide
from rollbook.engine.dice.entered import Entered
from rollbook.engine.odds import Odds
from rollbook.engine.ruleset import RuleSet
from rollbook.events.errors import NeedsDice, RuleRefusal

Ends = dict[Any, Fraction]


class TooMany(Exception):
    """More sequences than a test wants to walk."""


def truth(rules: RuleSet, state: Any, asked: Asked, limit: int) -> Ends:
    """
    Give the chance of every end: a state, or the code and words of a refusal.

    Nothing is merged, grouped or left out.  Raises :class:`TooMany` beyond
    *limit* commands decided.
    """
    ends: defaultdict[Any, Fraction] = defaultdict(Fraction)
    open_: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_:
        faces, chance = open_.pop()
        limit -= 1
        if limit < 0:
            raise TooMany
        try:
            decision = decide(rules, state, asked, Entered(faces, asked.choices))
        except NeedsDice as needed:
            sides, count = needed.extra["sides"], needed.extra["count"]
            ways = sides**count
            if ways > limit:
                raise TooMany from None
            more = product(range(1, sides + 1), repeat=count)
            open_ += [((*faces, *throw), chance / ways) for throw in more]
        except RuleRefusal as refusal:
            ends[refusal.code, refusal.extra.get("field")] += chance
        else:
            ends[decision.state] += chance
    return dict(ends)


def ends_of(odds: Odds) -> Ends:
    """Give the ends of odds in the same shape."""
    ends: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for state, chance in odds.ends:
        ends[state] += chance
    for apart, chance in odds.apart:
        ends[apart.code, apart.field] += chance
    return dict(ends)

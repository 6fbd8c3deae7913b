"""The odds of a command: exact, or from samples where exact is too large."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from rollbook.engine.decide import Asked, Pause
from rollbook.engine.odds.errors import OddsTooLarge
from rollbook.engine.odds.faces import each_face, groups_of
from rollbook.engine.odds.flow import ever, flow_through
from rollbook.engine.odds.graph import MAX_WORK, Apart, Explorer, Label, Walk, labels_of
from rollbook.engine.odds.merging import Numbering
from rollbook.engine.odds.result import Odds
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.step import RollAsk
from rollbook.events.message import Event
from rollbook.events.quantities import MAX_ITEMS
from rollbook.projections.stream import FaceStream

MAX_EVER = 60_000
"""Branches times labels up to which it is worked out how likely a thing happens at all."""

MAX_SAMPLES = 1_000_000
MAX_DICE = 3_000_000
"""Dice that are thrown for samples at most; large commands get fewer samples, never under 100."""
FEWEST = 100


def odds_of(
    rules: RuleSet,
    state: Any,
    asked: Asked,
    *,
    grouped: bool = True,
    max_work: int = MAX_WORK,
) -> Odds:
    """
    Give the exact odds of a command; its dice are left out of account.

    Choices that the command brings are taken as they are.  *grouped* False
    follows every sequence of faces by itself, to check what steps say they
    read.  Raises :class:`~rollbook.events.errors.RuleRefusal` for a command
    that is refused before any die falls, and
    :class:`~rollbook.engine.odds.errors.OddsTooLarge` beyond *max_work* rolls.
    """
    walk = Walk(rules, state, asked)
    graph = Explorer(walk, groups_of if grouped else each_face, max_work).explore()
    flow = flow_through(graph)
    size = sum(map(len, graph.branches)) * len(flow.times)
    return Odds(
        before=state,
        ends=[(end, flow.ends[number]) for number, end in graph.ends.items()],
        apart=[(one, flow.ends[number]) for number, one in graph.apart.items()],
        times=flow.times,
        ever=ever(graph, tuple(flow.times)) if size <= MAX_EVER else None,
        situations=len(graph.branches),
        numbering=graph.numbering,
    )


def sampled_odds(
    rules: RuleSet, state: Any, asked: Asked, samples: int, *, seed: str = "odds"
) -> Odds:
    """
    Give the odds of a command from *samples* (1 to 1,000,000) simulated ones.

    The same *seed* gives the same samples everywhere; a command of very many
    dice gets fewer of them.  Raises
    :class:`~rollbook.events.errors.RuleRefusal` as :func:`odds_of` does.
    """
    if not 1 <= samples <= MAX_SAMPLES:
        raise ValueError(f"samples are 1 to {MAX_SAMPLES:,}, not {samples}")
    sampler = _Sampler(Walk(rules, state, asked), seed)
    taken = 0
    while taken < samples and (sampler.dice < MAX_DICE or taken < FEWEST):
        sampler.once()
        taken += 1
    return Odds(
        before=state,
        ends=[(sampler.states[k], Fraction(n, taken)) for k, n in sampler.ends.items()],
        apart=[(one, Fraction(n, taken)) for one, n in sampler.apart.items()],
        times={label: Fraction(n, taken) for label, n in sampler.times.items()},
        ever={label: Fraction(n, taken) for label, n in sampler.ever.items()},
        situations=0,
        samples=taken,
        numbering=sampler.numbering,
    )


def best_odds(
    rules: RuleSet, state: Any, asked: Asked, samples: int, *, max_work: int = MAX_WORK
) -> Odds:
    """Give exact odds where they are small enough, and else those of *samples*."""
    try:
        return odds_of(rules, state, asked, max_work=max_work)
    except OddsTooLarge:
        return sampled_odds(rules, state, asked, samples)


class _Sampler:
    """Plays one command again and again, and counts where it ends."""

    def __init__(self, walk: Walk, seed: str) -> None:
        self._walk = walk
        self._stream = FaceStream(seed)
        self.numbering = Numbering()
        self.states: dict[Any, Any] = {}
        self.ends: Counter[Any] = Counter()
        self.apart: Counter[Apart] = Counter()
        self.times: Counter[Label] = Counter()
        self.ever: Counter[Label] = Counter()
        self._first = len(walk.events)
        self.dice = 0

    def once(self) -> None:
        """Play the command once."""
        walk, events = self._walk, list(self._walk.events[: self._first])
        found, used = walk.chosen(walk.start, 0, events)
        dice = 0
        while isinstance(found, Pause) and isinstance(found.ask, RollAsk):
            ask = found.ask
            dice += ask.count
            self.dice += ask.count
            if dice > MAX_ITEMS or len(events) > MAX_ITEMS:
                found = Apart("refused", "more dice or events than an entry holds", "TOO_LARGE")
                break
            faces = tuple(self._stream.faces(ask.count, (1,) * ask.sides))
            found, used = walk.run_on(found, walk.answered(found, faces), used, events)
        self._count(found, events)

    def _count(self, found: Any, events: list[Event]) -> None:
        labels = labels_of(events)
        self.times.update(labels)
        self.ever.update(set(labels))
        if isinstance(found, Apart):
            self.apart[found] += 1
            return
        key = self.numbering.key(found.state)
        self.states.setdefault(key, found.state)
        self.ends[key] += 1

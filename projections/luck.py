"""
What the dice of a game did, against what they were expected to do.

Everything here is computed from :class:`RollSeen`, one for each roll of a log
file (not of one timeline: withdrawn rolls count).  Each address counts once, and
rolls of what-if timelines (source ``simulated``) never count.
"""

import heapq
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from attrs import frozen

from rollbook.projections import exact
from rollbook.projections.rollseen import RollSeen, chances, counted

Side: TypeAlias = Literal["below", "at", "above"]


@frozen(kw_only=True)
class Luck:
    """
    One player's rolls of one *purpose*, or of all kinds together (``None``).

    *expected* and *actual* are plain sums of values.  *luck* is their
    difference counted so that more is better for the player; *tail* is the
    exact chance of luck as far out on this side or further, *mid_tail* the same
    with only half of the chance of exactly this, *bits* its surprise.  Of some
    thousand rolls the tails are those of a normal distribution, and *exact* is False.
    """

    player: str
    purpose: str | None
    rolls: int
    expected: Fraction
    actual: int
    luck: Fraction
    variance: Fraction
    tail: Fraction
    mid_tail: Fraction
    bits: float
    exact: bool

    @property
    def deviation(self) -> float:
        """The standard deviation that chance gives to such a sum."""
        return math.sqrt(self.variance)

    @property
    def side(self) -> Side:
        """Where the rolls came out, seen by the player."""
        if self.luck == 0:
            return "at"
        return "below" if self.luck < 0 else "above"


@frozen(kw_only=True)
class Unlikely:
    """One roll with the chance of its value or one further out on the same side."""

    roll: RollSeen
    tail: Fraction
    lower: bool
    """Whether the tail is that of this value or a lower one."""

    @property
    def bits(self) -> float:
        """The surprise of the roll."""
        return exact.bits(self.tail)


@frozen(kw_only=True)
class RunningPoint:
    """A player's luck after one roll, and the standard deviation of chance by then."""

    address: str
    luck: Fraction
    deviation: float


def luck_by_player(rolls: Iterable[RollSeen]) -> dict[str, tuple[Luck, ...]]:
    """
    Give each player's luck: all kinds together first, then each purpose.

    Players and purposes come in the order of their first roll.  The sum over
    all kinds adds points of unlike things (a hit, a pip of a total); it is exact
    for that sum, and no more than a summary.
    """
    kinds: dict[str, dict[str, list[RollSeen]]] = {}
    for roll in _scored(rolls):
        kinds.setdefault(roll.player, {}).setdefault(roll.purpose, []).append(roll)
    return {player: _player_luck(player, purposes) for player, purposes in kinds.items()}


def most_unlikely(rolls: Iterable[RollSeen], n: int = 10) -> tuple[Unlikely, ...]:
    """
    Give the *n* rolls furthest out, the most unlikely first.

    Of rolls equally unlikely the earlier comes first.  Rolls that could give
    only one value are left out; whether high or low is better does not matter.
    """
    rated = [_unlikely(roll) for roll in counted(rolls) if len(roll.expected or ()) > 1]
    return tuple(heapq.nsmallest(n, rated, key=lambda one: one.tail))


def running(rolls: Iterable[RollSeen]) -> dict[str, tuple[RunningPoint, ...]]:
    """Give each player's luck after every roll, in order."""
    points: dict[str, list[RunningPoint]] = {}
    luck: dict[str, Fraction] = {}
    spread: dict[str, Fraction] = {}
    for roll in _scored(rolls):
        expected, value = _signed(roll)
        name = roll.player
        luck[name] = luck.get(name, Fraction(0)) + value - exact.mean(expected)
        spread[name] = spread.get(name, Fraction(0)) + exact.variance(expected)
        point = RunningPoint(
            address=roll.address, luck=luck[name], deviation=math.sqrt(spread[name])
        )
        points.setdefault(name, []).append(point)
    return {name: tuple(path) for name, path in points.items()}


def _scored(rolls: Iterable[RollSeen]) -> list[RollSeen]:
    return [r for r in counted(rolls) if r.expected is not None and r.better != "neither"]


def _signed(roll: RollSeen) -> tuple[exact.Distribution, int]:
    """Give the chances and the value so that more is better for the player."""
    expected, value = chances(roll)
    return (exact.negated(expected), -value) if roll.better == "low" else (expected, value)


def _player_luck(player: str, purposes: Mapping[str, list[RollSeen]]) -> tuple[Luck, ...]:
    sums = {name: _sum(_signed(r)[0] for r in rolls) for name, rolls in purposes.items()}
    known = [total for total in sums.values() if total is not None]
    whole = _sum(known) if len(known) == len(sums) else None
    everything = [roll for rolls in purposes.values() for roll in rolls]
    total = _luck(player, None, everything, whole)
    return (total, *(_luck(player, n, rolls, sums[n]) for n, rolls in purposes.items()))


def _sum(distributions: Iterable[exact.Distribution]) -> exact.Distribution | None:
    try:
        return exact.convolve(distributions)
    except exact.TooLargeError:
        return None


def _luck(
    player: str, purpose: str | None, rolls: list[RollSeen], total: exact.Distribution | None
) -> Luck:
    signed = [_signed(roll) for roll in rolls]
    scored = sum(value for _, value in signed)
    luck = scored - sum((exact.mean(expected) for expected, _ in signed), Fraction(0))
    variance = sum((exact.variance(expected) for expected, _ in signed), Fraction(0))
    tail, mid_tail = (
        _normal_tails(luck, variance) if total is None else _exact_tails(luck, scored, total)
    )
    return Luck(
        player=player,
        purpose=purpose,
        rolls=len(rolls),
        expected=sum((exact.mean(chances(roll)[0]) for roll in rolls), Fraction(0)),
        actual=sum(chances(roll)[1] for roll in rolls),
        luck=luck,
        variance=variance,
        tail=tail,
        mid_tail=mid_tail,
        bits=exact.bits(mid_tail),
        exact=total is not None,
    )


def _exact_tails(
    luck: Fraction, scored: int, total: exact.Distribution
) -> tuple[Fraction, Fraction]:
    if luck < 0:
        return exact.tail_at_most(total, scored), exact.mid_tail_at_most(total, scored)
    return exact.tail_at_least(total, scored), exact.mid_tail_at_least(total, scored)


def _normal_tails(luck: Fraction, variance: Fraction) -> tuple[Fraction, Fraction]:
    # Half a point further in, the values being whole numbers; a tail of 0 would
    # claim what no approximation can.
    spread = math.sqrt(2 * variance) or 1.0
    tails = (math.erfc((abs(luck) - half) / spread) / 2 for half in (0.5, 0.0))
    tail, mid_tail = (Fraction(max(one, 1e-300)) for one in tails)
    return tail, mid_tail


def _unlikely(roll: RollSeen) -> Unlikely:
    expected, value = chances(roll)
    low, high = exact.tail_at_most(expected, value), exact.tail_at_least(expected, value)
    return Unlikely(roll=roll, tail=min(low, high), lower=low < high)

"""
Exact distributions of whole numbers: dice, their sums, and whole games of rolls.

A distribution is a mapping ``value -> Fraction`` whose chances sum to exactly 1.
Hundreds of rolls are folded together with whole numerators over one common
denominator; fractions appear only at the two ends, so nothing is ever rounded.
"""

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import count as count_up
from typing import NamedTuple, TypeAlias

from rollbook.events.errors import RollbookError

Distribution: TypeAlias = Mapping[int, Fraction]

MAX_DICE = 2_000
MAX_SIDES = 65_536
MAX_PIPS = 1_000_000
"""The most dice times sides of one roll: what is larger would take minutes."""
MAX_BITS = 30_000_000
"""The most bits in the chances of a sum, which take some ten seconds to work out."""


class TooLargeError(RollbookError, ValueError):
    """An exact answer would take too long; an approximation has to do."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(
            f"the exact chances of this sum need {bits:,} bits, more than {MAX_BITS:,}:"
            " sum fewer rolls at once, or approximate"
        )


def uniform(sides: int) -> dict[int, Fraction]:
    """
    Give the distribution of one fair die with *sides* (1 to 65,536) faces.

    >>> uniform(3)[2]
    Fraction(1, 3)
    """
    _check_dice(1, sides)
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def sum_of_dice(count: int, sides: int) -> dict[int, Fraction]:
    """
    Give the distribution of the total of *count* (0 to 2,000) fair dice.

    Raises :class:`ValueError` out of these bounds, and :class:`TooLargeError` as
    :func:`convolve` does.

    >>> sum_of_dice(2, 6)[7]
    Fraction(1, 6)
    """
    _check_dice(count, sides)
    return convolve([uniform(sides)] * count)


def reaching(count: int, sides: int, target: int) -> dict[int, Fraction]:
    """
    Give the distribution of how many of *count* fair dice show *target* or more.

    A target of 1 or less is always reached, one above *sides* never.

    >>> reaching(2, 6, 5)[1]
    Fraction(4, 9)
    """
    _check_dice(count, sides)
    good = min(max(sides - target + 1, 0), sides)
    ways = (math.comb(count, k) * good**k * (sides - good) ** (count - k) for k in range(count + 1))
    return {k: Fraction(way, sides**count) for k, way in enumerate(ways) if way}


def highest_of(count: int, sides: int) -> dict[int, Fraction]:
    """
    Give the distribution of the highest of *count* (1 to 2,000) fair dice.

    >>> highest_of(2, 6)[6]
    Fraction(11, 36)
    """
    _check_dice(count, sides)
    if count == 0:
        raise ValueError("the highest of no dice is not a number: ask for at least one die")
    total = sides**count
    return {h: Fraction(h**count - (h - 1) ** count, total) for h in range(1, sides + 1)}


def convolve(distributions: Iterable[Distribution]) -> dict[int, Fraction]:
    """
    Give the distribution of the sum of independent values.

    Equal distributions are raised to a power at once, and the smallest factors
    are multiplied first, so a whole game of some hundred rolls takes about a second.
    No distribution at all gives a certain 0.

    Raises :class:`ValueError` for a mapping that is not a distribution, and
    :class:`TooLargeError` if there are too many rolls for an exact answer.

    >>> half = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> convolve([half, half])
    {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    """
    parts = list(distributions)
    kinds = {id(part): part for part in parts}
    for part in kinds.values():
        check(part)
    lows = {name: min(part) for name, part in kinds.items()}
    step = math.gcd(*(v - lows[name] for name, part in kinds.items() for v in part)) or 1
    low = sum(lows[id(part)] for part in parts)
    _check_size(parts, step)
    ways = _product(Counter(_scaled(part, step) for part in parts))
    return {
        low + step * index: Fraction(way, ways.total) for index, way in enumerate(ways.ways) if way
    }


def negated(distribution: Distribution) -> dict[int, Fraction]:
    """Give the distribution of minus the value."""
    return {-value: chance for value, chance in distribution.items()}


def mean(distribution: Distribution) -> Fraction:
    """Give the expected value."""
    return _weigh(distribution, lambda value: value)


def variance(distribution: Distribution) -> Fraction:
    """Give the mean squared distance from the expected value."""
    return _weigh(distribution, lambda value: value * value) - mean(distribution) ** 2


def tail_at_least(distribution: Distribution, bound: int) -> Fraction:
    """Give the chance of *bound* or more."""
    return _weigh(distribution, lambda value: int(value >= bound))


def tail_at_most(distribution: Distribution, bound: int) -> Fraction:
    """Give the chance of *bound* or less."""
    return _weigh(distribution, lambda value: int(value <= bound))


def mid_tail_at_least(distribution: Distribution, bound: int) -> Fraction:
    """Give the chance of more than *bound*, plus half that of exactly *bound*."""
    return tail_at_least(distribution, bound) - distribution.get(bound, Fraction(0)) / 2


def mid_tail_at_most(distribution: Distribution, bound: int) -> Fraction:
    """Give the chance of less than *bound*, plus half that of exactly *bound*."""
    return tail_at_most(distribution, bound) - distribution.get(bound, Fraction(0)) / 2


def bits(tail: Fraction) -> float:
    """
    Give the surprise of a tail: -log2 of its chance (infinite for 0).

    >>> bits(Fraction(1, 8))
    3.0
    """
    if not 0 <= tail <= 1:
        raise ValueError(f"a chance lies between 0 and 1, not {float(tail)}")
    if tail == 0:
        return math.inf
    # Apart, because a game's fractions have too many digits for a float; the
    # zero is added so that a certain thing has 0.0 bits and not -0.0.
    return math.log2(tail.denominator) - math.log2(tail.numerator) + 0.0


def check(distribution: Distribution) -> None:
    """
    Refuse what is no distribution.

    Raises :class:`ValueError` if it is empty, has a chance below 0, or does
    not sum to exactly 1.
    """
    if not distribution:
        raise ValueError("a distribution needs at least one value")
    if min(distribution.values()) < 0:
        raise ValueError("a distribution has no chances below 0")
    total = _weigh(distribution, lambda _value: 1)
    if total != 1:
        raise ValueError(f"the chances of a distribution sum to exactly 1, not {total}")


class _Ways(NamedTuple):
    """Whole numbers of ways for the values 0, 1, 2, ... steps, and their sum."""

    ways: tuple[int, ...]
    total: int


def _check_dice(count: int, sides: int) -> None:
    if not 0 <= count <= MAX_DICE:
        raise ValueError(f"between 0 and {MAX_DICE} dice can be counted, not {count}")
    if not 1 <= sides <= MAX_SIDES:
        raise ValueError(f"a die has between 1 and {MAX_SIDES} sides, not {sides}")
    if count * sides > MAX_PIPS:
        raise ValueError(f"dice times sides go up to {MAX_PIPS}, not {count * sides}")


def _check_size(parts: list[Distribution], step: int) -> None:
    """Refuse what would take long: the number of values times the digits of each."""
    known: dict[int, tuple[int, int]] = {}
    span = digits = 0
    for part in parts:
        if id(part) not in known:
            total = math.lcm(*(chance.denominator for chance in part.values()))
            known[id(part)] = ((max(part) - min(part)) // step, total.bit_length())
        span += known[id(part)][0]
        digits += known[id(part)][1]
    if span * digits > MAX_BITS:
        raise TooLargeError(span * digits)


def _weigh(distribution: Distribution, weight: Callable[[int], int]) -> Fraction:
    total = math.lcm(*(chance.denominator for chance in distribution.values()))
    return Fraction(
        sum(
            weight(value) * chance.numerator * (total // chance.denominator)
            for value, chance in distribution.items()
        ),
        total,
    )


def _scaled(distribution: Distribution, step: int) -> _Ways:
    total = math.lcm(*(chance.denominator for chance in distribution.values()))
    low = min(distribution)
    ways = [0] * ((max(distribution) - low) // step + 1)
    for value, chance in distribution.items():
        ways[(value - low) // step] = chance.numerator * (total // chance.denominator)
    return _Ways(tuple(ways), total)


def _product(factors: Counter[_Ways]) -> _Ways:
    order = count_up()
    heap = [
        (len(power.ways), next(order), power)
        for power in (_power(factor, times) for factor, times in factors.items())
    ]
    heapq.heapify(heap)
    while len(heap) > 1:
        _, _, first = heapq.heappop(heap)
        _, _, second = heapq.heappop(heap)
        product = _multiply(first, second)
        heapq.heappush(heap, (len(product.ways), next(order), product))
    return heap[0][2] if heap else _Ways((1,), 1)


def _power(factor: _Ways, times: int) -> _Ways:
    result = _Ways((1,), 1)
    while times:
        if times & 1:
            result = _multiply(result, factor)
        times >>= 1
        if times:
            factor = _multiply(factor, factor)
    return result


def _multiply(first: _Ways, second: _Ways) -> _Ways:
    """
    Multiply two generating polynomials with one product of long integers.

    No coefficient can exceed the product of the totals, so slots of that many
    bytes never run into each other (Kronecker substitution).
    """
    total = first.total * second.total
    width = (total.bit_length() + 7) // 8
    length = len(first.ways) + len(second.ways) - 1
    packed = (_pack(first, width) * _pack(second, width)).to_bytes(length * width, "little")
    slots = range(0, length * width, width)
    return _Ways(tuple(int.from_bytes(packed[at : at + width], "little") for at in slots), total)


def _pack(ways: _Ways, width: int) -> int:
    return int.from_bytes(b"".join(way.to_bytes(width, "little") for way in ways.ways), "little")

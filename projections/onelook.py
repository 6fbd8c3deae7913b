"""
Faces tests for one look at the end, and what such a test would have seen.

The statistic is chi-square.  With equal chances it rises with the sum of the
squared counts, a whole number, so two results are compared without rounding.
These tests must not be repeated while a record grows: see ``evalues``.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from rollbook.projections.evalues import LOOK_CLOSER, log_e_faces
from rollbook.projections.stream import FaceStream

MAX_PARTITIONS = 20_000
"""Up to this many unordered results are enumerated; beyond, dice are simulated."""

SAMPLES = 9_999
POWER_SAMPLES = 2_000
MAX_FACES = 100_000
MAX_SIDES = 256
_BUDGET = 50_000_000
"""Simulated faces in one test; a longer record gets fewer samples, never under 499."""


@frozen(kw_only=True)
class OneLook:
    """
    The result of one faces test.

    *p* is the chance that fair dice give counts at least this uneven, exact
    when *exact*; otherwise from *samples* simulated records, the one at hand
    counted among them.  *upper* is p with twice the error of the simulation on
    top: a result is reported at a level if *upper* does not exceed it.
    """

    counts: tuple[int, ...]
    chi_square: Fraction
    p: Fraction
    upper: float
    exact: bool
    samples: int


@frozen(kw_only=True)
class Power:
    """
    How often a die with one favoured face would have been found.

    *factor* says how many times as often as fair the face falls, *one_look* and
    *anytime* are the rates (0 to 1) at which this many *rolls* find it by the
    one-look test and by an e-value of 20 or more at the end; *error* is the
    largest standard error of the two, which are simulated.
    """

    factor: Fraction
    rolls: int
    one_look: float
    anytime: float
    error: float


def faces_once(counts: Sequence[int], *, seed: str = "faces", samples: int = SAMPLES) -> OneLook:
    """
    Test once whether face *counts* (one for each side) fit a fair die.

    Exact while there are few enough unordered results, simulated with a stream
    fixed by *seed* beyond that, with fewer *samples* if the record is long.  Raises
    :class:`ValueError` for fewer than 2 or more than 256 sides, a negative
    count, or more than 100,000 faces.

    >>> faces_once([2, 0]).p
    Fraction(1, 2)
    """
    _check_counts(counts)
    rolls, sides = sum(counts), len(counts)
    observed = _squares(counts)
    exact, samples = _few_partitions(rolls, sides), _affordable(samples, rolls)
    if exact:
        p = _exact_tail(observed, rolls, sides)
    else:
        null = _fair_squares(rolls, sides, seed, samples)
        p = Fraction(1 + sum(one >= observed for one in null), 1 + samples)
    return OneLook(
        counts=tuple(counts),
        chi_square=Fraction(sides * observed, rolls) - rolls if rolls else Fraction(0),
        p=p,
        upper=float(p) if exact else _upper(p, samples),
        exact=exact,
        samples=0 if exact else samples,
    )


@lru_cache(maxsize=256)
def faces_power(
    rolls: int,
    sides: int,
    factor: Fraction,
    *,
    level: Fraction = Fraction(1, 20),
    seed: str = "power",
    samples: int = POWER_SAMPLES,
) -> Power:
    """
    Say how often *rolls* faces reveal a die that favours one face *factor* times.

    *factor* is above 0 and below *sides*; the other faces share the rest.  The
    one-look test works at *level*.  Raises :class:`ValueError` otherwise.

    >>> faces_power(0, 6, Fraction(2)).one_look
    0.0
    """
    weights = favoured(sides, factor)
    _check_counts([rolls] + [0] * (sides - 1))
    samples = _affordable(samples, rolls)
    bound = _critical_squares(rolls, sides, level, seed, samples)
    stream = FaceStream(f"{seed}/loaded/{rolls}/{sides}/{factor}")
    found = anytime = 0
    for _ in range(samples):
        counts = stream.counts(rolls, weights)
        found += bound is not None and _squares(counts) >= bound
        anytime += log_e_faces(counts) >= math.log(LOOK_CLOSER)
    rates = (found / samples, anytime / samples)
    error = max(math.sqrt(rate * (1 - rate) / samples) for rate in rates)
    return Power(factor=factor, rolls=rolls, one_look=rates[0], anytime=rates[1], error=error)


def favoured(sides: int, factor: Fraction) -> tuple[int, ...]:
    """
    Give whole weights of a die whose last face falls *factor* times too often.

    >>> favoured(6, Fraction(3, 2))
    (3, 3, 3, 3, 3, 5)
    """
    if sides < 2:
        raise ValueError(f"a loaded die has at least 2 sides, not {sides}")
    if not 0 < factor < sides:
        raise ValueError(f"the factor lies between 0 and {sides}, not {factor}")
    one = factor / sides
    rest = (1 - one) / (sides - 1)
    total = math.lcm(one.denominator, rest.denominator)
    return (int(rest * total),) * (sides - 1) + (int(one * total),)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """
    Give the textbook (large sample) tail of chi-square.

    Kept for comparison with habits elsewhere; the tests here do without it.

    >>> round(chi_square_tail(11.0705, 5), 4)
    0.05
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    tail = math.erfc(math.sqrt(half)) if odd else 0.0
    shape = 0.5 if odd else 0.0
    while shape < freedom / 2:
        tail += math.exp(-half + shape * math.log(half) - math.lgamma(shape + 1))
        shape += 1
    return min(tail, 1.0)


def _squares(counts: Sequence[int]) -> int:
    return sum(n * n for n in counts)


def _check_counts(counts: Sequence[int]) -> None:
    if not 2 <= len(counts) <= MAX_SIDES:
        raise ValueError(f"faces are tested on dice of 2 to {MAX_SIDES} sides, not {len(counts)}")
    if min(counts) < 0:
        raise ValueError("a face was not seen fewer than 0 times")
    if sum(counts) > MAX_FACES:
        raise ValueError(f"one look takes at most {MAX_FACES} faces, not {sum(counts)}")


def _upper(p: Fraction, samples: int) -> float:
    return float(p) + 2 * math.sqrt(p * (1 - p) / samples)


def _affordable(samples: int, rolls: int) -> int:
    return min(samples, max(499, _BUDGET // max(rolls, 1)))


def _few_partitions(rolls: int, sides: int) -> bool:
    """Whether the ways to split *rolls* over *sides* unordered counts are few."""
    if rolls > MAX_PARTITIONS:
        return False
    ways = [1] + [0] * rolls
    for part in range(1, min(sides, rolls) + 1):
        for total in range(part, rolls + 1):
            ways[total] += ways[total - part]
        if ways[rolls] > MAX_PARTITIONS:
            return False
    return True


def _exact_tail(observed: int, rolls: int, sides: int) -> Fraction:
    factorial = [math.factorial(n) for n in range(max(rolls, sides) + 1)]
    ways = 0
    for parts in _partitions(rolls, sides, rolls):
        if _squares(parts) >= observed:
            ways += _arrangements(parts, sides, factorial)
    return Fraction(ways, sides**rolls)


def _partitions(total: int, slots: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Give every falling list of at most *slots* counts that sums to *total*."""
    if total == 0:
        yield ()
    elif slots:
        for first in range(min(total, largest), (total - 1) // slots, -1):
            for rest in _partitions(total - first, slots - 1, first):
                yield (first, *rest)


def _arrangements(parts: tuple[int, ...], sides: int, factorial: Sequence[int]) -> int:
    """In how many sequences of faces the counts are *parts* in any order of faces."""
    sequences = factorial[sum(parts)] // math.prod(factorial[n] for n in parts)
    faces = factorial[sides] // factorial[sides - len(parts)]
    return sequences * faces // math.prod(factorial[parts.count(n)] for n in set(parts))


@lru_cache(maxsize=16)
def _fair_squares(rolls: int, sides: int, seed: str, samples: int) -> tuple[int, ...]:
    stream = FaceStream(f"{seed}/fair/{rolls}/{sides}")
    return tuple(_squares(stream.counts(rolls, (1,) * sides)) for _ in range(samples))


def _critical_squares(
    rolls: int, sides: int, level: Fraction, seed: str, samples: int
) -> int | None:
    """Give the smallest statistic that the test would report, if there is one."""
    if _few_partitions(rolls, sides):
        return _exact_critical(rolls, sides, level)
    null = sorted(_fair_squares(rolls, sides, seed, samples), reverse=True)
    allowed = math.floor(level * (samples + 1)) - 1
    while allowed >= 0 and _upper(Fraction(1 + allowed, 1 + samples), samples) > level:
        allowed -= 1
    return None if allowed < 0 else null[allowed] + 1


def _exact_critical(rolls: int, sides: int, level: Fraction) -> int | None:
    factorial = [math.factorial(n) for n in range(max(rolls, sides) + 1)]
    ways: dict[int, int] = {}
    for parts in _partitions(rolls, sides, rolls):
        squares = _squares(parts)
        ways[squares] = ways.get(squares, 0) + _arrangements(parts, sides, factorial)
    tail, bound = 0, None
    for squares in sorted(ways, reverse=True):
        tail += ways[squares]
        if Fraction(tail, sides**rolls) > level:
            break
        bound = squares
    return bound

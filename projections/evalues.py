"""
Tests that may be looked at after every roll.

An e-process starts at 1 and, while the dice are fair, is expected to be at most
1 at whatever moment somebody chooses to look.  By Ville's inequality it ever
reaches 20 for at most one fair player in 20, and 1,000 for one in 1,000, however
often one peeks.  Everything is kept as natural logarithms, because a long record
of loaded dice leaves the range of a float.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from attrs import frozen

from rollbook.projections.exact import Distribution, check

ALPHA = 10
"""Weight of the fair die in the mixture, as imagined earlier dice for each face."""

TILTS = tuple(Fraction(*pair) for pair in ((1, 2), (2, 3), (4, 5), (5, 4), (3, 2), (2, 1)))
"""What the odds of a success are multiplied by in each alternative, both ways."""

LOOK_CLOSER = 20
BEFORE_THE_JUDGE = 1_000

Verdict: TypeAlias = Literal["nothing", "look", "judge"]


def verdict(log_e: float) -> Verdict:
    """
    Say what an e-value asks for.

    Below 20 nothing to report, from 20 to 1,000 look closer, above that put it
    before the judge.

    >>> verdict(math.log(19.9)), verdict(math.log(20)), verdict(math.log(1001))
    ('nothing', 'look', 'judge')
    """
    if log_e < math.log(LOOK_CLOSER):
        return "nothing"
    return "look" if log_e <= math.log(BEFORE_THE_JUDGE) else "judge"


def log_faces_step(of_face: int, seen: int, sides: int, alpha: int = ALPHA) -> float:
    """
    Give what one more face adds to the logarithm of the e-value.

    *of_face* is how often that face, *seen* how many faces of this die were
    seen before.  The factor is the mixture's forecast of the face divided by the
    fair 1/sides; over all faces it averages to exactly 1.
    """
    return math.log(sides * (alpha + of_face) / (sides * alpha + seen))


def log_e_faces(counts: Sequence[int], alpha: int = ALPHA) -> float:
    """
    Give the logarithm of the Dirichlet-mixture e-value of face *counts*.

    *counts* has one entry for each side.  The order of the faces does not
    matter, so it may have been lost.

    >>> round(math.exp(log_e_faces([0, 0, 0, 0, 0, 20])), 1)
    13809.8
    """
    sides, seen = len(counts), sum(counts)
    return (
        seen * math.log(sides)
        + math.lgamma(sides * alpha)
        - math.lgamma(sides * alpha + seen)
        + sum(math.lgamma(alpha + n) - math.lgamma(alpha) for n in counts)
    )


def exact_e_faces(counts: Sequence[int], alpha: int = ALPHA) -> Fraction:
    """
    Give the same e-value as an exact fraction, for small counts and proofs.

    >>> exact_e_faces([1, 0])
    Fraction(1, 1)
    """
    sides = len(counts)
    above = math.prod(_rising(alpha, n) for n in counts) * sides ** sum(counts)
    return Fraction(above, _rising(sides * alpha, sum(counts)))


@frozen(kw_only=True)
class FacesProcess:
    """
    The faces of one kind of dice seen so far, and the evidence in them.

    *highest* is the greatest ``log_e`` at the end of any roll: never inside
    one, since a handful of dice is often typed sorted.
    """

    counts: tuple[int, ...]
    alpha: int = ALPHA
    log_e: float = 0.0
    highest: float = 0.0

    @classmethod
    def start(cls, sides: int, alpha: int = ALPHA) -> "FacesProcess":
        """Give the process of a die with *sides* (2 or more) before any roll."""
        if sides < 2:
            raise ValueError(f"faces are tested on dice of at least 2 sides, not {sides}")
        if alpha < 1:
            raise ValueError(f"alpha is a whole number from 1 on, not {alpha}")
        return cls(counts=(0,) * sides, alpha=alpha)

    def after(self, faces: Iterable[int]) -> "FacesProcess":
        """Give the process after one more roll; a face off the die is a :class:`ValueError`."""
        counts, sides, log_e = list(self.counts), len(self.counts), self.log_e
        seen = sum(counts)
        for face in faces:
            if not 1 <= face <= sides:
                raise ValueError(f"a die with {sides} sides does not show {face}")
            log_e += log_faces_step(counts[face - 1], seen, sides, self.alpha)
            counts[face - 1] += 1
            seen += 1
        return FacesProcess(
            counts=tuple(counts), alpha=self.alpha, log_e=log_e, highest=max(self.highest, log_e)
        )


def tilt_factor(expected: Distribution, value: int, tilt: Fraction) -> Fraction:
    """
    Give the likelihood ratio of one roll that counted *value* successes.

    The alternative multiplies the odds of every success by *tilt*, which turns
    the chance p(v) of v successes into p(v) tilt**v / M with M = sum of
    p(v) tilt**v.  The ratio tilt**value / M has, over the fair p, the mean
    M / M = 1 for whatever *expected* is as long as it was known before the
    dice fell.  A product of such factors is therefore a martingale, and so is a
    mixture of products with fixed weights; each is at most 1 in the mean.

    >>> fair = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> tilt_factor(fair, 1, Fraction(2)), tilt_factor(fair, 0, Fraction(2))
    (Fraction(4, 3), Fraction(2, 3))
    """
    return tilt**value / sum((chance * tilt**v for v, chance in expected.items()), Fraction(0))


def log_tilt_steps(
    expected: Distribution, tilts: Sequence[Fraction] = TILTS
) -> dict[int, tuple[float, ...]]:
    """
    Give, for each possible count, what it adds to the logarithm under each tilt.

    *expected* holds the chances of 0, 1, 2, ... successes of one roll.
    Raises :class:`ValueError` for what is no distribution of counts.
    """
    check(expected)
    if min(expected) < 0:
        raise ValueError(f"a number of successes is not below 0: {min(expected)}")
    logs = [math.log(tilt) for tilt in tilts]
    norms = [_log_norm(expected, log) for log in logs]
    return {
        value: tuple(log * value - norm for log, norm in zip(logs, norms, strict=True))
        for value, chance in expected.items()
        if chance
    }


@frozen(kw_only=True)
class RatesProcess:
    """
    The evidence that successes come at another rate than their known chances.

    An equal mixture over :data:`TILTS`, so it finds too many successes as well
    as too few.  *highest* is the greatest ``log_e`` so far.
    """

    rolls: int = 0
    logs: tuple[float, ...] = (0.0,) * len(TILTS)
    highest: float = 0.0

    @property
    def log_e(self) -> float:
        """The logarithm of the current e-value."""
        return log_mean(self.logs)

    def after(self, expected: Distribution, value: int) -> "RatesProcess":
        """
        Give the process after a roll with *value* successes out of *expected*.

        Raises :class:`ValueError` if *expected* gives *value* no chance.
        """
        steps = log_tilt_steps(expected).get(value)
        if steps is None:
            raise ValueError(f"{value} successes had no chance: check the dice of this roll")
        logs = tuple(log + step for log, step in zip(self.logs, steps, strict=True))
        return RatesProcess(
            rolls=self.rolls + 1, logs=logs, highest=max(self.highest, log_mean(logs))
        )


def log_mean(logs: Sequence[float]) -> float:
    """Give the logarithm of the plain mean of e-values, which is an e-value again."""
    top = max(logs)
    return top + math.log(math.fsum(math.exp(log - top) for log in logs) / len(logs))


def e_bh(log_e: Mapping[str, float], level: float = 0.05) -> tuple[str, ...]:
    """
    Name the players who stand out among many, most evidence first.

    *log_e* holds each player's current e-value (never the highest it has been:
    that is no e-value).  At most *level* (0 to 1) of the names are expected to be
    fair ones, however the players' dice depend on each other.

    >>> e_bh({"Ann": math.log(50), "Bob": math.log(41), "Cas": 0.0})
    ('Ann', 'Bob')
    """
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not {level}")
    ranked = sorted(log_e, key=lambda name: (-log_e[name], name))
    passing = 0
    for rank, name in enumerate(ranked, 1):
        if log_e[name] >= math.log(len(ranked) / (rank * level)):
            passing = rank
    return tuple(ranked[:passing])


def _rising(start: int, steps: int) -> int:
    return math.prod(range(start, start + steps))


def _log_norm(expected: Distribution, log_tilt: float) -> float:
    # Numerator and denominator apart: their quotient may be too small for a float.
    terms = [
        math.log(chance.numerator) - math.log(chance.denominator) + log_tilt * value
        for value, chance in expected.items()
        if chance
    ]
    top = max(terms)
    return top + math.log(math.fsum(math.exp(term - top) for term in terms))

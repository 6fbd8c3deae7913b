"""
Whether the dice of a player, or of a set of dice, behave like fair ones.

The tests by e-value may be looked at after every roll.  Totals of several dice
are never tested: only the single raw faces are uniform.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from rollbook.projections.evalues import FacesProcess, RatesProcess, Verdict, e_bh, verdict
from rollbook.projections.onelook import (
    MAX_FACES,
    MAX_SIDES,
    OneLook,
    Power,
    faces_once,
    faces_power,
)
from rollbook.projections.rollseen import RollSeen, chances, counted

FACTORS = (Fraction(3, 2), Fraction(2))


@frozen(kw_only=True)
class Evidence:
    """
    The e-value of one test: now, and the highest after any roll.

    The verdict goes by the current value.  Both are natural logarithms.
    """

    rolls: int
    log_e: float
    highest: float

    @property
    def verdict(self) -> Verdict:
        """What the current e-value asks for."""
        return verdict(self.log_e)


@frozen(kw_only=True)
class DieFaces:
    """
    The faces of all dice of one size.

    *once* is the test for one look at the end, *powers* what the tests would
    have seen with so many dice; both are left out for dice of more than 256
    sides or more than 100,000 faces.
    """

    sides: int
    counts: tuple[int, ...]
    evidence: Evidence
    once: OneLook | None
    powers: tuple[Power, ...]


@frozen(kw_only=True)
class FacesReport:
    """
    The faces of a player or set of dice: all sizes together, then one by one.

    *untested* counts the faces of dice with one side, or more than 256.
    """

    evidence: Evidence
    dice: tuple[DieFaces, ...]
    untested: int


def faces_test(
    rolls: Iterable[RollSeen], *, factors: Sequence[Fraction] = FACTORS, seed: str = "faces"
) -> FacesReport:
    """
    Test every raw face of *rolls*, given in the order of the log.

    The evidence of dice of different sizes is multiplied.  *factors* says for
    which loaded dice the power is worked out (those not below a die's sides are
    left out for it), *seed* fixes simulated tests.
    """
    processes: dict[int, FacesProcess] = {}
    highest, untested, seen = 0.0, 0, 0
    for roll in counted(rolls):
        if not 2 <= roll.sides <= MAX_SIDES:
            untested += len(roll.faces)
            continue
        process = processes.get(roll.sides) or FacesProcess.start(roll.sides)
        processes[roll.sides] = process.after(roll.faces)
        seen += len(roll.faces)
        highest = max(highest, sum(one.log_e for one in processes.values()))
    total = sum(one.log_e for one in processes.values())
    return FacesReport(
        evidence=Evidence(rolls=seen, log_e=total, highest=highest),
        dice=tuple(_die_faces(processes[sides], factors, seed) for sides in sorted(processes)),
        untested=untested,
    )


def rates_test(rolls: Iterable[RollSeen]) -> Evidence:
    """
    Test whether successes came at the rate of their known chances.

    Takes the rolls marked as counting successes, in the order of the log.
    """
    process = RatesProcess()
    for roll in counted(rolls):
        if roll.successes and roll.expected is not None:
            process = process.after(*chances(roll))
    return Evidence(rolls=process.rolls, log_e=process.log_e, highest=process.highest)


def order_test(rolls: Iterable[RollSeen]) -> Evidence:
    """
    Test whether a face depends on the face before it.

    Typed dice are left out, since nobody knows in which order they came to
    rest.  Each die is forecast from what followed the same face before; *rolls*
    of the result counts the faces with a forecast.
    """
    after: dict[tuple[int, int], FacesProcess] = {}
    last: dict[int, int] = {}
    log_e, highest, seen = 0.0, 0.0, 0
    for roll in counted(rolls):
        if roll.source == "entered" or not 2 <= roll.sides <= MAX_SIDES:
            continue
        for face in roll.faces:
            before, last[roll.sides] = last.get(roll.sides), face
            if before is None:
                continue
            key = (roll.sides, before)
            process = after.get(key) or FacesProcess.start(roll.sides)
            after[key] = process.after((face,))
            log_e += after[key].log_e - process.log_e
            seen += 1
        highest = max(highest, log_e)
    return Evidence(rolls=seen, log_e=log_e, highest=highest)


def stand_out(reports: Mapping[str, Evidence], level: float = 0.05) -> tuple[str, ...]:
    """
    Name the players whose current evidence stands out among all *reports*.

    At most *level* of the names are expected to be fair ones (e-BH).
    """
    return e_bh({name: one.log_e for name, one in reports.items()}, level)


def _die_faces(process: FacesProcess, factors: Sequence[Fraction], seed: str) -> DieFaces:
    sides, rolls = len(process.counts), sum(process.counts)
    short = rolls <= MAX_FACES
    return DieFaces(
        sides=sides,
        counts=process.counts,
        evidence=Evidence(rolls=rolls, log_e=process.log_e, highest=process.highest),
        once=faces_once(process.counts, seed=seed) if short else None,
        powers=tuple(
            faces_power(rolls, sides, factor, seed=seed)
            for factor in factors
            if short and factor < sides
        ),
    )

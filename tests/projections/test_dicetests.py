"""The tests of faces, rates and order over the rolls of a log."""

import math
from fractions import Fraction

import pytest

from rollbook.projections import exact
from rollbook.projections.dicetests import (
    Evidence,
    faces_test,
    order_test,
    rates_test,
    stand_out,
)
from rollbook.projections.evalues import exact_e_faces
from rollbook.projections.rollseen import RollSeen


def roll(address, faces, *, sides=6, source="system", **changes):
    """Make a roll of which only the faces are known."""
    known = {"player": "Ann", "purpose": "to_hit", "faces": tuple(faces), "sides": sides}
    return RollSeen(address=str(address), source=source, **(known | changes))


def rated(address, value, *, count=1, **changes):
    """Make a roll of *count* dice that need a 4, of which *value* did."""
    faces = [6] * value + [1] * (count - value)
    expected = exact.reaching(count, 6, 4)
    return roll(
        address, faces, **({"expected": expected, "value": value, "successes": True} | changes)
    )


class TestFaces:
    def test_all_raw_faces_count(self):
        """Withdrawn rolls count, one address counts once, what-ifs never do."""
        report = faces_test(
            [
                roll(1, [6, 6, 1]),
                roll(2, [6], withdrawn=True),
                roll(2, [6], withdrawn=True),
                roll(3, [2], source="simulated"),
            ]
        )
        assert report.dice[0].counts == (1, 0, 0, 0, 0, 3)
        assert report.evidence.rolls == 4
        assert report.evidence.log_e == pytest.approx(
            math.log(exact_e_faces(report.dice[0].counts)), abs=1e-9
        )

    def test_dice_of_different_sides_multiply(self):
        """Each size is a test of its own, the evidence of all is their product."""
        report = faces_test([roll(1, [6] * 20), roll(2, [3] * 20, sides=3), roll(3, [6] * 5)])
        three, six = report.dice
        assert (three.sides, six.sides) == (3, 6)
        assert report.evidence.log_e == pytest.approx(three.evidence.log_e + six.evidence.log_e)
        assert report.evidence.highest == report.evidence.log_e
        assert report.evidence.verdict == "judge"

    def test_a_total_is_never_tested_as_a_face(self):
        """Two dice with totals of 7 only, but even faces, are no evidence."""
        pairs = [(n % 6 + 1, 6 - n % 6) for n in range(60)]
        totals = {"expected": exact.sum_of_dice(2, 6), "value": 7}
        report = faces_test([roll(n, pair, **totals) for n, pair in enumerate(pairs)])
        assert report.dice[0].counts == (20,) * 6
        assert report.evidence.log_e < 0

    def test_the_power_stands_beside_the_result(self):
        """Each size comes with what would have been seen, for each factor that it can have."""
        report = faces_test([roll(1, [1, 2, 1]), roll(2, [5], sides=20)], factors=[Fraction(3)])
        assert [len(die.powers) for die in report.dice] == [1, 1]
        assert report.dice[0].powers[0].rolls == 3
        coin = faces_test([roll(1, [1], sides=2)], factors=[Fraction(3, 2), Fraction(2)])
        assert [power.factor for power in coin.dice[0].powers] == [Fraction(3, 2)]

    def test_dice_that_cannot_be_tested_are_counted(self):
        """One side says nothing, and more than 256 are left alone."""
        report = faces_test([roll(1, [1], sides=1), roll(2, [999, 3], sides=1000)])
        assert (report.dice, report.untested, report.evidence.log_e) == ((), 3, 0)

    def test_the_same_rolls_give_the_same_report(self):
        """Simulated parts are fixed by their seed."""
        rolls = [roll(n, [n % 6 + 1, n % 4 + 1]) for n in range(60)]
        assert not faces_test(rolls).dice[0].once.exact
        assert faces_test(rolls) == faces_test(rolls)


class TestRates:
    def test_only_counts_of_successes_are_tested(self):
        """Totals and rolls of unknown chances stay out."""
        total = {"expected": exact.sum_of_dice(2, 6), "value": 12, "successes": False}
        rolls = [rated(1, 2, count=3), roll(2, [6, 6], **total), roll(3, [1])]
        assert rates_test(rolls).rolls == 1

    def test_many_misses_are_evidence(self):
        """Forty misses of even chance are put before the judge."""
        assert rates_test([rated(n, 0) for n in range(40)]).verdict == "judge"

    def test_the_highest_is_kept(self):
        """A stretch of misses stays visible after it has evened out."""
        rolls = [rated(n, 0) for n in range(40)] + [rated(n, 1) for n in range(40, 80)]
        result = rates_test(rolls)
        assert result.verdict == "nothing"
        assert result.highest > math.log(1000)


class TestOrder:
    def test_typed_dice_are_left_out(self):
        """Nobody knows the order in which typed dice came to rest."""
        rolls = [roll(n, [1, 2, 3, 4, 5, 6], source="entered") for n in range(50)]
        assert order_test(rolls) == Evidence(rolls=0, log_e=0, highest=0)

    @pytest.mark.parametrize("source", ["system", "ladder", "judge"])
    def test_a_cycle_of_faces_is_found_although_each_is_as_frequent(self, source):
        """Faces in turn pass the faces test, and the order test puts them before the judge."""
        rolls = [roll(n, [1, 2, 3, 4, 5, 6], source=source) for n in range(50)]
        assert faces_test(rolls, factors=()).evidence.verdict == "nothing"
        assert order_test(rolls).verdict == "judge"

    def test_dice_of_different_sides_do_not_follow_each_other(self):
        """The first die of each size has no forecast."""
        assert order_test([roll(1, [6]), roll(2, [3], sides=3)]).rolls == 0
        assert order_test([roll(1, [6]), roll(2, [3], sides=3), roll(3, [6])]).rolls == 1


def test_stand_out_goes_by_the_current_evidence():
    """Who once was high and is no longer does not stand out."""
    reports = {
        "Ann": Evidence(rolls=9, log_e=math.log(100), highest=math.log(100)),
        "Bob": Evidence(rolls=9, log_e=0.0, highest=math.log(5000)),
    }
    assert stand_out(reports) == ("Ann",)

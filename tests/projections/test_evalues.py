"""E-values: exact expectation under fair dice, thresholds, and many players."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.projections import exact
from rollbook.projections.evalues import (
    TILTS,
    FacesProcess,
    RatesProcess,
    e_bh,
    exact_e_faces,
    log_e_faces,
    log_mean,
    log_tilt_steps,
    tilt_factor,
    verdict,
)


def counts_of(faces, sides):
    return [faces.count(face) for face in range(1, sides + 1)]


def faces_of(sides):
    return st.lists(st.integers(1, sides), max_size=60)


class TestFaces:
    @pytest.mark.parametrize(("sides", "rolls"), [(2, 8), (3, 5), (6, 4)])
    @pytest.mark.parametrize("alpha", [1, 10])
    def test_its_mean_under_fair_dice_is_exactly_one(self, sides, rolls, alpha):
        """Over all sequences of fair faces the e-value averages to 1, as a fraction."""
        sequences = list(product(range(1, sides + 1), repeat=rolls))
        total = sum(exact_e_faces(counts_of(faces, sides), alpha) for faces in sequences)
        assert total / len(sequences) == 1

    def test_stopping_early_gains_nothing(self):
        """Whoever stops at the first e-value of 1.05 or more still has a mean of 1."""
        total = Fraction(0)
        for faces in product((1, 2), repeat=10):
            path = [exact_e_faces(counts_of(faces[:n], 2)) for n in range(11)]
            total += next((e for e in path if e >= Fraction(105, 100)), path[-1])
        assert total / 2**10 == 1

    @given(faces=faces_of(6))
    def test_the_three_ways_to_compute_it_agree(self, faces):
        """Roll by roll, at once by logarithms, and exactly: the same value."""
        counts = counts_of(faces, 6)
        stepwise = FacesProcess.start(6).after(faces)
        assert stepwise.counts == tuple(counts)
        assert stepwise.log_e == pytest.approx(log_e_faces(counts), abs=1e-9)
        assert math.log(exact_e_faces(counts)) == pytest.approx(log_e_faces(counts), abs=1e-9)

    @given(faces=faces_of(4), data=st.data())
    def test_the_order_of_faces_does_not_matter(self, faces, data):
        """Typed dice may be sorted: the value after the roll is the same."""
        shuffled = data.draw(st.permutations(faces))
        one, other = FacesProcess.start(4).after(faces), FacesProcess.start(4).after(shuffled)
        assert one.log_e == pytest.approx(other.log_e, abs=1e-9)

    def test_the_highest_is_taken_between_rolls_only(self):
        """Sixes typed first in one roll do not count as a moment of high evidence."""
        sorted_roll = [6] * 40 + [1, 2, 3, 4, 5] * 40
        process = FacesProcess.start(6).after(sorted_roll)
        assert process.log_e < 0
        assert process.highest == 0

    def test_bad_dice_are_refused(self):
        """A face off the die, a one-sided die and a weight of 0 have clear errors."""
        with pytest.raises(ValueError, match="does not show 7"):
            FacesProcess.start(6).after([7])
        with pytest.raises(ValueError, match="at least 2 sides"):
            FacesProcess.start(1)
        with pytest.raises(ValueError, match="alpha"):
            FacesProcess.start(6, alpha=0)


class TestRates:
    @given(
        count=st.integers(0, 5),
        target=st.integers(1, 7),
        tilt=st.fractions(min_value=Fraction(1, 10), max_value=10),
    )
    def test_each_factor_has_a_mean_of_exactly_one(self, count, target, tilt):
        """Under the fair chances the likelihood ratio of a roll averages to 1."""
        fair = exact.reaching(count, 6, target)
        assert sum(p * tilt_factor(fair, value, tilt) for value, p in fair.items()) == 1

    def test_the_mixture_has_a_mean_of_exactly_one_over_all_games(self):
        """Rolls of different chances: over all results the mixture averages to 1."""
        rolls = [exact.reaching(1, 6, 2), exact.reaching(2, 6, 4), exact.reaching(3, 6, 6)]
        total = Fraction(0)
        for values in product(*rolls):
            chance = math.prod(roll[v] for roll, v in zip(rolls, values, strict=True))
            products = [
                math.prod(tilt_factor(r, v, tilt) for r, v in zip(rolls, values, strict=True))
                for tilt in TILTS
            ]
            total += chance * sum(products) / len(TILTS)
        assert total == 1

    @given(values=st.lists(st.integers(0, 3), max_size=30))
    def test_the_logarithms_agree_with_the_exact_products(self, values):
        """The process in logarithms is the exact mixture."""
        fair, process = exact.reaching(3, 6, 4), RatesProcess()
        for value in values:
            process = process.after(fair, value)
        products = [math.prod(tilt_factor(fair, v, tilt) for v in values) for tilt in TILTS]
        assert process.log_e == pytest.approx(math.log(sum(products) / len(TILTS)), abs=1e-9)

    @pytest.mark.parametrize("value", [0, 1], ids=["too few", "too many"])
    def test_both_sides_are_found(self, value):
        """Forty misses and forty hits of even chance both reach the judge."""
        process = RatesProcess()
        for _ in range(40):
            process = process.after(exact.reaching(1, 6, 4), value)
        assert verdict(process.log_e) == "judge"
        assert process.highest == process.log_e
        assert process.rolls == 40

    def test_a_certain_roll_says_nothing(self):
        """A target that cannot be missed leaves the evidence where it was."""
        process = RatesProcess().after(exact.reaching(5, 6, 1), 5)
        assert process.log_e == pytest.approx(0, abs=1e-12)

    def test_what_had_no_chance_is_refused(self):
        """A count that the dice cannot give is a contradiction, not evidence."""
        with pytest.raises(ValueError, match="had no chance"):
            RatesProcess().after(exact.reaching(1, 6, 4), 2)
        with pytest.raises(ValueError, match="not below 0"):
            log_tilt_steps({-1: Fraction(1)})

    def test_large_counts_do_not_overflow(self):
        """Thousands of dice in one roll stay within logarithms."""
        process = RatesProcess().after(exact.reaching(2000, 6, 4), 2000)
        assert math.isfinite(process.log_e)
        assert process.log_e > 500


class TestVerdict:
    @pytest.mark.parametrize(
        ("e", "said"),
        [(0.0001, "nothing"), (19.99, "nothing"), (20, "look"), (1000, "look"), (1001, "judge")],
    )
    def test_the_lines_are_twenty_and_a_thousand(self, e, said):
        """Below 20 nothing, up to 1,000 look closer, above the judge."""
        assert verdict(math.log(e)) == said


class TestManyPlayers:
    @pytest.mark.parametrize(
        ("values", "named"),
        [
            ({}, ()),
            ({"Ann": 20}, ("Ann",)),
            ({"Ann": 19.9}, ()),
            ({"Ann": 39, "Bob": 1}, ()),
            ({"Ann": 40, "Bob": 1}, ("Ann",)),
            # Alone neither would be enough (60), together two times 30 are.
            ({"Ann": 31, "Bob": 30, "Cas": 1}, ("Ann", "Bob")),
            ({"Ann": 31, "Bob": 29, "Cas": 1}, ()),
            ({"Ann": 20, "Bob": 20, "Cas": 20}, ("Ann", "Bob", "Cas")),
        ],
    )
    def test_hand_made_examples(self, values, named):
        """The largest k with k players at K / (k * 0.05) or more is named."""
        assert e_bh({name: math.log(e) for name, e in values.items()}) == named

    @given(
        logs=st.dictionaries(st.text(max_size=3), st.floats(-50, 50), max_size=12),
        level=st.floats(0.001, 0.5),
    )
    def test_the_named_are_always_the_highest(self, logs, level):
        """Nobody is named while somebody with more evidence is not."""
        named = e_bh(logs, level)
        rest = [log for name, log in logs.items() if name not in named]
        assert all(logs[name] >= max(rest, default=-math.inf) for name in named)

    def test_a_level_out_of_range_is_refused(self):
        """A level is a chance."""
        with pytest.raises(ValueError, match="between 0 and 1"):
            e_bh({}, 1.0)

    def test_the_mean_of_e_values(self):
        """The mean is taken of the values, not of their logarithms."""
        assert log_mean([math.log(3), math.log(5)]) == pytest.approx(math.log(4))
        assert log_mean([5000.0, 0.0]) == pytest.approx(5000 - math.log(2))

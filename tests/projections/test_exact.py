"""Exact distributions: closed forms and convolutions against counting by hand."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.projections import exact

SMALL_DICE = {"count": st.integers(0, 4), "sides": st.integers(1, 6)}


def distributions(max_values=5):
    """Draw small distributions with uneven chances and gaps, some of them 0."""
    values = st.dictionaries(
        st.integers(-20, 20), st.integers(0, 9), min_size=1, max_size=max_values
    )
    weights = values.filter(lambda ways: any(ways.values()))
    return weights.map(lambda w: {v: Fraction(n, sum(w.values())) for v, n in w.items()})


def counted(count, sides, outcome):
    """Give a distribution by walking every sequence of dice."""
    seen = Counter(outcome(faces) for faces in product(range(1, sides + 1), repeat=count))
    return {value: Fraction(n, sides**count) for value, n in seen.items()}


def by_pairs(first, second):
    """Give the distribution of a sum by walking every pair of values."""
    total = {}
    for (a, p), (b, q) in product(first.items(), second.items()):
        total[a + b] = total.get(a + b, Fraction(0)) + p * q
    return {value: chance for value, chance in total.items() if chance}


class TestDice:
    @given(**SMALL_DICE)
    def test_sums_equal_counting_every_sequence(self, count, sides):
        """The total of a few dice has the chances that counting gives."""
        assert exact.sum_of_dice(count, sides) == counted(count, sides, sum)

    @given(**SMALL_DICE, target=st.integers(-1, 8))
    def test_reaching_equals_counting_every_sequence(self, count, sides, target):
        """So has the number of dice that reach a target, even one off the die."""
        expected = counted(count, sides, lambda faces: sum(face >= target for face in faces))
        assert exact.reaching(count, sides, target) == expected

    @given(count=st.integers(1, 4), sides=st.integers(1, 6))
    def test_highest_equals_counting_every_sequence(self, count, sides):
        """So has the highest of a few dice."""
        assert exact.highest_of(count, sides) == counted(count, sides, max)

    @pytest.mark.parametrize(
        ("count", "sides"), [(-1, 6), (2_001, 6), (1, 0), (1, 65_537), (1_000, 65_536)], ids=str
    )
    def test_dice_out_of_range_are_refused(self, count, sides):
        """Too many dice or sides are an error, not a long wait."""
        with pytest.raises(ValueError, match="not"):
            exact.sum_of_dice(count, sides)

    def test_the_highest_of_no_dice_is_refused(self):
        """There is no highest of nothing."""
        with pytest.raises(ValueError, match="at least one die"):
            exact.highest_of(0, 6)


class TestConvolve:
    @given(first=distributions(), second=distributions())
    def test_two_distributions_equal_walking_every_pair(self, first, second):
        """The sum of two values has the chances that walking every pair gives."""
        assert exact.convolve([first, second]) == by_pairs(first, second)

    @given(parts=st.lists(distributions(), max_size=6))
    def test_it_sums_to_exactly_one(self, parts):
        """Nothing is rounded away, whatever is added up."""
        assert sum(exact.convolve(parts).values()) == 1

    @given(parts=st.lists(distributions(3), min_size=1, max_size=5))
    def test_means_and_variances_add(self, parts):
        """Mean and variance of a sum are the sums of means and variances."""
        total = exact.convolve(parts)
        assert exact.mean(total) == sum(exact.mean(part) for part in parts)
        assert exact.variance(total) == sum(exact.variance(part) for part in parts)

    def test_nothing_is_a_certain_zero(self):
        """The sum of no rolls is 0."""
        assert exact.convolve([]) == {0: 1}

    def test_values_far_apart_on_a_grid_cost_no_more(self):
        """Thousandths of an inch in whole inches are summed as inches."""
        inches = {1_000_000 * face: Fraction(1, 6) for face in range(1, 7)}
        total = exact.convolve([inches] * 100)
        assert exact.mean(total) == 350_000_000

    def test_a_sum_that_is_too_wide_is_refused(self):
        """Values without a common grid do not fill the memory."""
        wild = {0: Fraction(1, 2), 1: Fraction(1, 4), 10**12: Fraction(1, 4)}
        with pytest.raises(exact.TooLargeError, match="fewer rolls"):
            exact.convolve([wild] * 2)
        with pytest.raises(exact.TooLargeError):
            exact.sum_of_dice(1000, 100)

    @settings(deadline=None, max_examples=2)
    @given(data=st.data())
    def test_a_whole_game_sums_to_exactly_one(self, data):
        """Three hundred rolls of a game still sum to exactly 1."""
        kinds = st.sampled_from(
            [
                exact.reaching(6, 6, 5),
                exact.sum_of_dice(2, 6),
                exact.uniform(6),
                exact.reaching(3, 6, 3),
            ]
        )
        game = data.draw(st.lists(kinds, min_size=300, max_size=300))
        assert sum(exact.convolve(game).values()) == 1


class TestTails:
    @given(distribution=distributions(), bound=st.integers(-25, 25))
    def test_the_two_tails_share_the_value_itself(self, distribution, bound):
        """P(X >= x) + P(X <= x) = 1 + P(X = x), and the mid tails sum to 1."""
        at_least = exact.tail_at_least(distribution, bound)
        at_most = exact.tail_at_most(distribution, bound)
        assert at_least + at_most == 1 + distribution.get(bound, 0)
        mid = exact.mid_tail_at_least(distribution, bound)
        assert mid + exact.mid_tail_at_most(distribution, bound) == 1

    def test_known_tails_of_two_dice(self):
        """Ten or more on two dice is 1 in 6."""
        two = exact.sum_of_dice(2, 6)
        assert exact.tail_at_least(two, 10) == Fraction(1, 6)
        assert exact.mid_tail_at_least(two, 10) == Fraction(1, 8)
        assert exact.tail_at_most(two, 3) == Fraction(1, 12)

    def test_bits_of_chances_beyond_a_float(self):
        """A chance too small for a float still has its bits; 0 has infinitely many."""
        assert exact.bits(Fraction(1, 2**5000)) == 5000
        assert exact.bits(Fraction(0)) == math.inf
        assert exact.bits(Fraction(1)) == 0
        with pytest.raises(ValueError, match="between 0 and 1"):
            exact.bits(Fraction(3, 2))


@pytest.mark.parametrize(
    "bad",
    [{}, {1: Fraction(1, 2)}, {1: Fraction(3, 2), 2: Fraction(-1, 2)}],
    ids=["empty", "short of 1", "negative"],
)
def test_what_is_no_distribution_is_refused(bad):
    """Chances that are missing, negative or do not sum to 1 are named as such."""
    with pytest.raises(ValueError, match="distribution"):
        exact.check(bad)
    with pytest.raises(ValueError, match="distribution"):
        exact.convolve([bad])

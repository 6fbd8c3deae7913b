"""How the benchmark times: what it makes of the seconds that it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from rollbook.tools.bench.measure import Figure, Goal, ratio


def told(seconds: Iterable[float]) -> Callable[[], float]:
    """Give something whose turns take these seconds, one after the other."""
    turns = iter(seconds)
    return lambda: next(turns)


class TestRatio:
    def test_the_middle_turn_counts(self):
        """One turn of the five that a busy machine made slow changes nothing."""
        value, _ = ratio(told([9, 2, 2, 20, 2, 2]), told([9, 1, 1, 1, 1, 1]), 5)
        assert value == 2

    def test_a_slower_moment_hits_both_sides(self):
        """Where the machine is three times slower for both, the ratio is the same."""
        value, spread = ratio(told([3, 3, 9, 3]), told([2.5, 2.5, 7.5, 2.5]), 3)
        assert (value, spread) == (1.2, (1.2, 1.2))

    def test_the_warm_up_does_not_count(self):
        """What is done once at first, like filling a cache, is nobody's speed."""
        value, spread = ratio(told([70, 3, 3]), told([70, 1, 1, 1, 1]), 2)
        assert (value, spread) == (3, (3, 3))

    def test_the_shorter_side_goes_several_times_a_turn(self):
        """Turns of both sides last about as long; a value is per time, not per turn."""
        value, _ = ratio(told([4, 4, 4]), told([1, *[0.5, 1.5] * 4]), 2)
        assert value == 4

    def test_a_much_shorter_side_goes_ten_times(self):
        """There is an end to it, or a bench against nothing would never end."""
        shorter = iter([1.0] * 100)
        ratio(told([1000] * 3), lambda: next(shorter), 2)
        assert len(list(shorter)) == 100 - 1 - 2 * 10


class TestGoals:
    @pytest.mark.parametrize(
        ("value", "met"), [(1.9, "none"), (2, "first"), (3.9, "first"), (4, "all")]
    )
    def test_at_least(self, value, met):
        """A goal is reached at its very number."""
        assert Goal(2, 4, at_least=True).met_by(value) == met

    @pytest.mark.parametrize(("value", "met"), [(5.1, "none"), (5, "all")])
    def test_at_most_and_no_second(self, value, met):
        """Whoever reaches the only goal has reached all."""
        assert Goal(5).met_by(value) == met

    def test_as_json(self):
        """Programs get what people read."""
        figure = Figure("seek", 2.34567, "ms", "a log", Goal(10, 5), (1.23456, 9))
        assert figure.to_plain() == {
            "name": "seek",
            "value": 2.346,
            "unit": "ms",
            "against": "a log",
            "goal": "<= 10, then 5",
            "met": "all",
            "spread": [1.235, 9],
        }

    def test_no_goal_no_mark(self):
        """What is only looked at is neither reached nor missed."""
        plain = Figure("replay against sqlite", 2, "x", "sqlite").to_plain()
        assert (plain["goal"], plain["met"], plain["spread"]) == (None, None, None)

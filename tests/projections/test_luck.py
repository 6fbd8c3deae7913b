"""Luck: what counts, what was expected, and how far out it came."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.projections import exact
from rollbook.projections.luck import luck_by_player, most_unlikely, running
from rollbook.projections.rollseen import RollSeen, RollSeenError, counted


def hits(address, faces, *, player="Ann", target=4, **changes):
    """Make a roll that counts the dice of *target* or more."""
    known = {
        "address": address,
        "player": player,
        "purpose": "to_hit",
        "sides": 6,
        "faces": tuple(faces),
        "source": "entered",
        "expected": exact.reaching(len(faces), 6, target),
        "value": sum(face >= target for face in faces),
        "successes": True,
    }
    return RollSeen(**(known | changes))


def morale(address, faces, **changes):
    """Make a roll of two dice whose total is better low."""
    known = {"purpose": "morale", "better": "low", "successes": False}
    total = {"expected": exact.sum_of_dice(2, 6), "value": sum(faces)}
    return hits(address, faces, **(known | total | changes))


class TestRollSeen:
    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"faces": (7,)}, "shows no 7"),
            ({"faces": (0,)}, "shows no 0"),
            ({"sides": 0}, "does not have 0 sides"),
            ({"source": "guessed"}, "no source"),
            ({"value": None}, "given together"),
            ({"expected": None}, "given together"),
            ({"value": 3}, "had no chance"),
            ({"expected": {1: Fraction(1, 2)}, "value": 1}, "sum to exactly 1"),
            ({"expected": {-1: Fraction(1)}, "value": -1}, "not below 0"),
        ],
        ids=str,
    )
    def test_a_roll_that_contradicts_itself_is_refused(self, changes, reason):
        """The error names the roll and what is wrong with it."""
        known = {"faces": (1, 6)} | changes
        with pytest.raises(RollSeenError, match=reason) as refused:
            hits("42.3", **known)
        assert refused.value.address == "42.3"

    def test_rolls_can_be_put_into_sets(self):
        """A roll is a plain value, although its chances are a mapping."""
        assert len({hits("1.0", [4]), hits("1.0", [4])}) == 1


class TestCounted:
    def test_each_address_counts_once(self):
        """Faces used again after a take-back are not counted again."""
        assert counted([hits("1.0", [4]), hits("1.0", [4]), hits("2.0", [4])]) == (
            hits("1.0", [4]),
            hits("2.0", [4]),
        )

    def test_one_address_with_two_sets_of_faces_is_refused(self):
        """One roll has one set of faces."""
        with pytest.raises(RollSeenError, match="twice"):
            counted([hits("1.0", [4]), hits("1.0", [5])])

    def test_withdrawn_rolls_count_and_simulated_ones_do_not(self):
        """A take-back erases no die; a what-if was none."""
        withdrawn = hits("1.0", [4], withdrawn=True)
        assert counted([withdrawn, hits("2.0", [4], source="simulated")]) == (withdrawn,)


class TestLuckByPlayer:
    def test_a_small_game_by_hand(self):
        """Three dice of which none hits: 1.5 expected, 1 in 8."""
        total, kind = luck_by_player([hits("1.0", [1, 2]), hits("2.0", [3])])["Ann"]
        assert (total.purpose, kind.purpose) == (None, "to_hit")
        assert (kind.rolls, kind.expected, kind.actual) == (2, Fraction(3, 2), 0)
        assert (kind.luck, kind.side, kind.variance) == (Fraction(-3, 2), "below", Fraction(3, 4))
        assert (kind.tail, kind.mid_tail, kind.bits) == (Fraction(1, 8), Fraction(1, 16), 4)
        assert total.tail == kind.tail

    def test_low_totals_are_luck_where_low_is_better(self):
        """A morale total of 2 is five points of luck, 1 in 36."""
        _, kind = luck_by_player([morale("1.0", [1, 1])])["Ann"]
        assert (kind.expected, kind.actual, kind.luck) == (7, 2, 5)
        assert (kind.side, kind.tail) == ("above", Fraction(1, 36))

    def test_kinds_add_up_to_the_whole(self):
        """The first row is the sum over all kinds, players stay apart."""
        rolls = [hits("1.0", [6, 6]), morale("2.0", [6, 6]), hits("3.0", [1], player="Bob")]
        result = luck_by_player(rolls)
        total, to_hit, nerve = result["Ann"]
        assert total.luck == to_hit.luck + nerve.luck == 1 - 5
        assert total.variance == to_hit.variance + nerve.variance
        assert total.rolls == 2
        assert list(result) == ["Ann", "Bob"]

    def test_rolls_without_chances_or_without_a_better_side_stay_out(self):
        """Scatter is neither lucky nor unlucky."""
        unknown = hits("1.0", [4], expected=None, value=None, successes=False)
        assert luck_by_player([unknown, morale("2.0", [1, 1], better="neither")]) == {}

    @given(
        throws=st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=2), min_size=1, max_size=3)
    )
    def test_tails_equal_walking_every_sequence(self, throws):
        """The chance of this way or worse is what counting all sequences gives."""
        rolls = [hits(f"{n}.0", faces) for n, faces in enumerate(throws)]
        dice = sum(map(len, throws))
        ways = Counter(
            sum(face >= 4 for face in faces) for faces in product(range(1, 7), repeat=dice)
        )
        kind = luck_by_player(rolls)["Ann"][1]
        below = kind.luck < 0
        out = sum(n for v, n in ways.items() if (v <= kind.actual if below else v >= kind.actual))
        assert kind.tail == Fraction(out, 6**dice)

    def test_a_certain_roll_is_no_luck(self):
        """A roll that cannot fail comes out at expectation and surprises nobody."""
        _, kind = luck_by_player([hits("1.0", [3], target=1)])["Ann"]
        assert (kind.side, kind.tail, kind.deviation) == ("at", 1, 0)


class TestManyRolls:
    def test_the_approximation_is_close_and_says_what_it_is(self, monkeypatch):
        """Where an exact answer would take too long, the tail is normal and not exact."""
        rolls = [hits(f"{n}.0", [6, 1, 2], target=5) for n in range(40)]
        rolls += [hits(f"{n}.0", [1, 1, 2], target=5) for n in range(40, 60)]
        (whole, _) = luck_by_player(rolls)["Ann"]
        monkeypatch.setattr(exact, "MAX_BITS", 100)
        (about, _) = luck_by_player(rolls)["Ann"]
        assert (whole.exact, about.exact) == (True, False)
        assert (whole.luck, whole.variance) == (about.luck, about.variance)
        assert float(about.tail) == pytest.approx(float(whole.tail), rel=0.5)
        assert float(about.mid_tail) == pytest.approx(float(whole.mid_tail), rel=0.5)

    def test_thousands_of_rolls_still_have_an_answer(self):
        """A folder of games is answered, if not exactly; the kinds still may be."""
        rolls = [morale(f"{n}.0", [1, 6]) for n in range(2500)]
        total, _ = luck_by_player(rolls)["Ann"]
        assert (total.exact, total.side, total.rolls) == (False, "at", 2500)


class TestMostUnlikely:
    def test_the_rarest_come_first_and_ties_keep_their_order(self):
        """A 12 and a 2 on two dice are equally rare; the earlier one leads."""
        rolls = [
            morale("1.0", [3, 4]),
            morale("2.0", [6, 6]),
            morale("3.0", [1, 1]),
            hits("4.0", [6]),
        ]
        first, second, third = most_unlikely(rolls, 3)
        assert (first.roll.address, first.tail, first.lower) == ("2.0", Fraction(1, 36), False)
        assert (second.roll.address, second.lower) == ("3.0", True)
        assert third.roll.address == "4.0"
        assert first.bits == pytest.approx(5.17, abs=0.01)

    def test_rolls_with_one_possible_value_are_left_out(self):
        """What had to happen is no finding."""
        assert most_unlikely([hits("1.0", [2], target=1)]) == ()

    def test_no_more_than_asked_for(self):
        """Ten is the default."""
        assert len(most_unlikely([hits(f"{n}.0", [4]) for n in range(30)])) == 10


class TestRunning:
    def test_the_last_point_is_the_total(self):
        """Luck runs roll by roll and ends where the summary stands."""
        rolls = [hits("1.0", [4, 1]), morale("2.0", [1, 2]), hits("3.0", [1], player="Bob")]
        path = running(rolls)
        total = luck_by_player(rolls)["Ann"][0]
        assert [point.address for point in path["Ann"]] == ["1.0", "2.0"]
        assert path["Ann"][0].luck == 0
        assert path["Ann"][-1].luck == total.luck == 4
        assert path["Ann"][-1].deviation == total.deviation
        assert len(path["Bob"]) == 1


@pytest.mark.parametrize("order", [0, 1])
def test_giving_rolls_in_another_order_changes_no_total(order):
    """Only the running line depends on the order."""
    rolls = [hits("1.0", [4, 1]), morale("2.0", [1, 2]), hits("3.0", [6, 6])]
    shuffled = rolls[::-1] if order else rolls[1:] + rolls[:1]
    assert luck_by_player(shuffled)["Ann"][0] == luck_by_player(rolls)["Ann"][0]

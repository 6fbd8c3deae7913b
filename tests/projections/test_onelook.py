"""The test for one look, its power, and the stream that it draws from."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.projections import onelook
from rollbook.projections.onelook import (
    chi_square_tail,
    faces_once,
    faces_power,
    favoured,
)
from rollbook.projections.stream import FaceStream


def squares(counts):
    return sum(n * n for n in counts)


class TestFacesOnce:
    @pytest.mark.parametrize(("sides", "rolls"), [(2, 7), (3, 6), (4, 5), (6, 4)])
    def test_exact_p_equals_walking_every_sequence(self, sides, rolls):
        """For each possible result, p is the share of sequences at least as uneven."""
        results = Counter(
            tuple(Counter(faces)[face] for face in range(sides))
            for faces in product(range(sides), repeat=rolls)
        )
        for counts in results:
            uneven = sum(n for other, n in results.items() if squares(other) >= squares(counts))
            assert faces_once(counts).p == Fraction(uneven, sides**rolls)

    @settings(max_examples=25, deadline=None)
    @given(counts=st.lists(st.integers(0, 8), min_size=2, max_size=6))
    def test_which_face_it_is_does_not_matter(self, counts):
        """The result depends on the counts, not on the faces that have them."""
        assert faces_once(counts).p == faces_once(sorted(counts)).p

    def test_simulated_p_is_close_to_the_textbook(self):
        """For many dice the simulated p agrees with chi-square, and repeats exactly."""
        result = faces_once([50, 50, 50, 50, 50, 70])
        textbook = chi_square_tail(float(result.chi_square), 5)
        assert not result.exact
        assert abs(float(result.p) - textbook) < 0.02
        assert result == faces_once([50, 50, 50, 50, 50, 70])

    def test_simulated_p_is_never_zero(self):
        """The record at hand counts as one of the samples."""
        assert faces_once([0, 0, 0, 0, 0, 500], samples=199).p == Fraction(1, 200)

    def test_simulated_and_exact_p_agree(self):
        """Just below the border the exact p lies within the error of a simulation."""
        counts = [6, 8, 9, 9, 11, 17]
        stream = FaceStream("agree")
        drawn = [squares(stream.counts(60, [1] * 6)) for _ in range(4000)]
        share = sum(one >= squares(counts) for one in drawn) / len(drawn)
        result = faces_once(counts)
        assert result.exact
        assert abs(share - float(result.p)) < 0.03

    def test_no_faces_are_no_evidence(self):
        """Nothing rolled, nothing uneven."""
        assert faces_once([0] * 6).p == 1

    @pytest.mark.parametrize(
        ("counts", "reason"),
        [
            ([5], "2 to 256 sides"),
            ([1] * 257, "2 to 256"),
            ([-1, 2], "fewer than 0"),
            ([60_000] * 2, "at most"),
        ],
        ids=["one side", "many sides", "negative", "long"],
    )
    def test_bad_counts_are_refused(self, counts, reason):
        """Counts that no record has, or too long for one look, are named."""
        with pytest.raises(ValueError, match=reason):
            faces_once(counts)


class TestPower:
    def test_power_of_few_dice_equals_walking_every_sequence(self):
        """For six dice of two sides the simulated power lies at the exact one."""
        weights = favoured(2, Fraction(3, 2))
        exact = Fraction(0)
        for faces in product((0, 1), repeat=6):
            counts = (faces.count(0), faces.count(1))
            chance = Fraction(weights[0]) ** counts[0] * weights[1] ** counts[1] / sum(weights) ** 6
            exact += chance if faces_once(counts).p <= Fraction(1, 20) else 0
        power = faces_power(6, 2, Fraction(3, 2), samples=4000)
        assert abs(power.one_look - float(exact)) < 5 * power.error

    def test_a_fair_die_is_found_no_more_often_than_the_level(self):
        """With a factor of 1 power is the false-alarm rate."""
        power = faces_power(60, 6, Fraction(1), samples=4000)
        assert power.one_look <= 0.05 + 3 * power.error
        assert power.anytime <= 0.05

    def test_more_dice_and_more_load_are_found_more_often(self):
        """Power rises with the rolls and with the factor."""
        rates = [faces_power(n, 6, Fraction(3, 2)).one_look for n in (50, 150, 450)]
        assert rates == sorted(rates)
        assert faces_power(150, 6, Fraction(2)).one_look > rates[1]

    def test_too_few_dice_find_nothing(self):
        """With one die no result is rarer than the level."""
        assert faces_power(1, 6, Fraction(5)).one_look == 0

    def test_the_same_question_throws_no_dice_again(self, monkeypatch):
        """What fair and loaded dice give is fixed by the seed, so it is worked out once."""
        counts, factors = (40, 20, 30, 20, 20, 20), (Fraction(3, 2), Fraction(2))

        def asked():
            power = [faces_power(150, 6, f, seed="again", samples=500) for f in factors]
            return faces_once(counts, seed="again", samples=600), power

        first, streams = asked(), []
        monkeypatch.setattr(onelook, "FaceStream", streams.append)
        assert asked() == first
        assert streams == []

    def test_every_factor_is_held_against_the_same_fair_dice(self, monkeypatch):
        """One row of fair records for all, one of loaded ones for each."""
        streams = []

        def counted(seed):
            streams.append(seed)
            return FaceStream(seed)

        monkeypatch.setattr(onelook, "FaceStream", counted)
        for factor in (Fraction(3, 2), Fraction(2), Fraction(3)):
            faces_power(150, 6, factor, seed="shared", samples=500)
        assert [seed.split("/")[1] for seed in streams] == ["fair", "loaded", "loaded", "loaded"]

    @pytest.mark.parametrize(("sides", "factor"), [(1, 1), (6, 6), (6, 0)])
    def test_dice_that_do_not_exist_are_refused(self, sides, factor):
        """No face falls more often than always."""
        with pytest.raises(ValueError, match="not"):
            faces_power(10, sides, Fraction(factor))

    @given(
        sides=st.integers(2, 100),
        factor=st.fractions(Fraction(1, 9), Fraction(17, 9), max_denominator=9),
    )
    def test_favoured_dice_have_the_chance_asked_for(self, sides, factor):
        """The last face gets factor / sides, the others share the rest equally."""
        weights = favoured(sides, factor)
        assert Fraction(weights[-1], sum(weights)) == factor / sides
        assert len(set(weights[:-1])) == 1


class TestChiSquareTail:
    @settings(deadline=None)
    @given(x=st.floats(0, 200), freedom=st.integers(1, 40))
    def test_it_agrees_with_scipy(self, x, freedom):
        """The closed form equals the library's function."""
        stats = pytest.importorskip("scipy.stats")
        assert chi_square_tail(x, freedom) == pytest.approx(stats.chi2.sf(x, freedom), abs=1e-12)


class TestStream:
    @pytest.mark.parametrize(
        "weights", [(1,) * 6, (3, 3, 3, 3, 3, 5), (1,) * 300, (200, 100, 1)], ids=len
    )
    def test_faces_fall_by_their_weights(self, weights):
        """Each face comes within five standard errors of its share."""
        dice, total = 30_000, sum(weights)
        counts = FaceStream("weights").counts(dice, weights)
        assert sum(counts) == dice
        for count, weight in zip(counts, weights, strict=True):
            share = weight / total
            assert abs(count - dice * share) < 5 * (dice * share * (1 - share)) ** 0.5

    @pytest.mark.parametrize("weights", [(1,) * 6, (1,) * 300], ids=len)
    def test_counts_and_faces_are_the_same_dice(self, weights):
        """Counting a throw gives what its faces say."""
        faces = FaceStream("same").faces(500, weights)
        counts = FaceStream("same").counts(500, weights)
        assert counts == tuple(faces.count(face) for face in range(1, len(weights) + 1))

    def test_a_seed_fixes_the_dice(self):
        """The same seed repeats, another one differs, and throws go on from each other."""
        whole = FaceStream("a").faces(50, [1] * 6)
        stream = FaceStream("a")
        assert stream.faces(20, [1] * 6) + stream.faces(30, [1] * 6) == whole
        assert FaceStream("b").faces(50, [1] * 6) != whole

    @pytest.mark.parametrize("weights", [(), (0, 0), (-1, 3), (-1, 600), (1 << 20, 1)], ids=str)
    def test_bad_weights_are_refused(self, weights):
        """A die needs whole weights of a sensible sum."""
        with pytest.raises(ValueError, match="weights"):
            FaceStream("bad").faces(5, weights)

"""Groups of throws: one stands for all that a step does not tell apart."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.odds.errors import OddsTooLarge
from rollbook.engine.odds.faces import chances_of, each_face, groups_of, value_read
from rollbook.engine.step import EachReaching, RollAsk

counts = st.integers(1, 4)
sides = st.integers(2, 6)
reads = st.one_of(
    st.sampled_from(["each", "sum", "highest"]),
    st.integers(-1, 9),
    st.integers(-1, 9).map(EachReaching),
)


def seen(ask: RollAsk, faces: tuple[int, ...]) -> Any:
    """Give what a step that keeps to *reads* can see, told in another way than the program's."""
    match ask.reads:
        case "each":
            return faces
        case "sum":
            return sum(faces)
        case "highest":
            return sorted(faces)[-1]
        case EachReaching(needed=needed):
            return tuple(face >= needed for face in faces)
        case needed:
            return len([face for face in faces if face >= needed])


@given(counts, sides, reads)
@settings(max_examples=200, deadline=None)
def test_groups_are_what_counting_every_throw_gives(count: int, sides: int, reads: Any) -> None:
    """Each thing that can be seen has one group, with the share of throws that show it."""
    ask = RollAsk("test", count, sides, reads)
    every = Counter(seen(ask, f) for f in product(range(1, sides + 1), repeat=count))
    groups = groups_of(ask)
    assert {seen(ask, faces): chance for faces, chance in groups} == {
        what: Fraction(ways, sides**count) for what, ways in every.items()
    }
    assert len(groups) == len(every)
    for faces, _ in groups:
        assert len(faces) == count
        assert all(1 <= face <= sides for face in faces)


@given(counts, sides, reads)
@settings(max_examples=100, deadline=None)
def test_chances_of_the_number_read(count: int, sides: int, reads: Any) -> None:
    """Where one number is read, its chances are the shares of throws that give it."""
    ask = RollAsk("test", count, sides, reads)
    chances = chances_of(ask)
    throws = [faces for faces, _ in each_face(ask)]
    if chances is None:
        assert reads == "each"
        assert count > 1
        return
    every = Counter(value_read(ask, faces) for faces in throws)
    assert chances == {value: Fraction(n, len(throws)) for value, n in every.items()}


def test_a_hundred_dice_to_hit_are_a_hundred_and_one_groups() -> None:
    """They are counted, not walked through."""
    groups = groups_of(RollAsk("to_hit", 100, 6, 4))
    assert len(groups) == 101
    assert sum(chance for _, chance in groups) == 1


@pytest.mark.parametrize(
    "ask",
    [
        RollAsk("wild", 9, 6),
        RollAsk("wild", 10**9, 6),
        RollAsk("wild", 30, 6, EachReaching(4)),
        RollAsk("wild", 5_000, 6, 4),
        RollAsk("wild", 2_000, 65_536, "sum"),
    ],
)
def test_too_many_throws_are_refused_at_once(ask: RollAsk) -> None:
    """What would take for ever says so, with the purpose of the dice."""
    with pytest.raises(OddsTooLarge, match="wild"):
        groups_of(ask)

"""The text chart of running luck."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.projections.luckchart import luck_chart

NUMBERS = st.floats(-1e12, 1e12)


class TestLuckChart:
    def test_bars_grow_from_the_line_of_expectation(self):
        """Up for luck, down for bad luck, dots at one standard deviation."""
        drawn = luck_chart([1.0, -2.0, 0.0], [1.0, 1.0, 2.0], height=2, ascii_only=True)
        assert drawn.splitlines() == [
            "    +2.0 |  .",
            "    +1.0 |#.",
            "       0 |---  3 rolls",
            "    -1.0 |.#",
            "    -2.0 | #.",
        ]

    def test_blocks_and_ascii_show_the_same(self):
        """The plain form differs in the marks only."""
        luck, deviation = [1.0, -1.0, 3.0], [1.0, 1.5, 2.0]
        plain = str.maketrans("█·─│", "#.-|")
        fancy = luck_chart(luck, deviation)
        assert fancy.translate(plain) == luck_chart(luck, deviation, ascii_only=True)
        assert luck_chart(luck, deviation, ascii_only=True).isascii()

    @given(
        path=st.lists(st.tuples(NUMBERS, NUMBERS.map(abs)), min_size=1, max_size=300),
        width=st.integers(24, 78),
        height=st.integers(1, 20),
    )
    def test_it_never_leaves_its_width(self, path, width, height):
        """Whatever the numbers, no line is longer, and there are two sides and the line."""
        luck, deviation = zip(*path, strict=True)
        lines = luck_chart(luck, deviation, width=width, height=height).splitlines()
        assert len(lines) == 2 * height + 1
        assert max(map(len, lines)) <= width

    def test_a_long_game_ends_with_its_last_roll(self):
        """Rolls share columns, and the last column is the last roll."""
        luck = [-1.0] * 999 + [1.0]
        lines = luck_chart(luck, [0.5] * 1000, height=1, ascii_only=True).splitlines()
        assert lines[0].endswith("#")
        assert lines[1].endswith("-  1,000 rolls")

    def test_no_rolls_draw_nothing(self):
        """Nothing rolled, nothing drawn; one certain roll is a flat line."""
        assert luck_chart([], []) == ""
        assert "1 roll" in luck_chart([0.0], [0.0])

    @pytest.mark.parametrize(
        ("luck", "deviation", "sizes"),
        [
            ([1.0], [], {}),
            ([1.0], [1.0], {"width": 79}),
            ([1.0], [1.0], {"width": 10}),
            ([1.0], [1.0], {"height": 0}),
            ([float("nan")], [1.0], {}),
            ([1.0], [float("inf")], {}),
        ],
        ids=str,
    )
    def test_what_cannot_be_drawn_is_refused(self, luck, deviation, sizes):
        """Sizes, lengths and numbers out of range have an error of their own."""
        with pytest.raises(ValueError, match="chart"):
            luck_chart(luck, deviation, **sizes)

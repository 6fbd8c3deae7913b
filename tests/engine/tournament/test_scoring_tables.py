"""Difference tables as text, and results that the scoring refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.engine.tournament.scoring import (
    ScoringError,
    check_result,
    check_scoring,
    format_difference_table,
    parse_difference_table,
)
from rollbook.projections.scoring import DifferenceRow, Scoring, table_points
from rollbook.projections.tournament_record import Game

TEXT = """# from,to => loser,winner
0,5 => 10,10
6, 10 => 9,11

11,* => 0,20
"""


class TestText:
    def test_a_table_with_comment_and_open_end(self):
        """Empty lines and comments are skipped, blanks inside are fine."""
        assert parse_difference_table(TEXT) == (
            DifferenceRow(0, 5, 10, 10),
            DifferenceRow(6, 10, 9, 11),
            DifferenceRow(11, None, 0, 20),
        )

    @pytest.mark.parametrize(
        ("text", "line", "words"),
        [
            ("1,5 => 10,10", 1, "gap: 0 to 0"),
            ("0,5 => 10,10\n8,9 => 9,11", 2, "gap: 6 to 7"),
            ("0,5 => 10,10\n5,9 => 9,11", 2, "overlap"),
            ("0,5 => 10,10\n\n6,4 => 9,11", 3, "backwards"),
            ("0,5 => 11,10", 1, "loser would get more"),
            ("0,* => 10,10\n6,9 => 9,11", 2, "nothing can follow"),
            ("0,5 = 10,10", 1, "from,to => loser,winner"),
            ("0,-5 => 10,10", 1, "whole numbers"),
            ("0,٥ => 10,10", 1, "whole numbers"),
        ],
    )
    def test_faults_are_named_with_their_line(self, text, line, words):
        """Gaps, overlaps and everything else that is no table."""
        with pytest.raises(ScoringError, match=words) as caught:
            parse_difference_table(text)
        assert caught.value.line == line

    def test_an_empty_table_is_refused(self):
        """A file of comments is no table."""
        with pytest.raises(ScoringError, match="no rows"):
            parse_difference_table("# nothing\n")

    @given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 20)), min_size=1, max_size=12))
    def test_what_is_written_is_read_back(self, steps):
        """Any table without gaps survives the text, and every difference finds its row."""
        rows: list[DifferenceRow] = []
        low = 0
        for width, loser in steps:
            rows.append(DifferenceRow(low, low + width - 1, loser, 20))
            low += width
        table = tuple(rows)
        assert parse_difference_table(format_difference_table(table)) == table
        for row in table:
            assert table_points(row.low, table) == table_points(row.high, table) == (row.loser, 20)


class TestResults:
    GOOD = Game(round=1, a="A", b="B", score_a=10, score_b=5)

    def test_a_plain_result(self):
        """Two scores need nothing else."""
        check_result(self.GOOD, Scoring())

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"score_b": None}, "one score is missing"),
            ({"score_a": None, "score_b": None}, "neither scores nor a winner"),
            ({"score_a": -1}, "cannot be"),
            ({"score_a": 10**7}, "cannot be"),
            ({"how": "conceded"}, "say who won"),
            ({"how": "bye"}, "a bye has one player"),
            ({"b": None}, "a bye has one player"),
        ],
    )
    def test_results_that_cannot_count(self, change, words):
        """Each refusal says what is wrong."""
        import attrs

        with pytest.raises(ScoringError, match=words):
            check_result(attrs.evolve(self.GOOD, **change), Scoring())

    def test_a_difference_beyond_the_table(self):
        """After the caps: a capped score may fit where the raw one does not."""
        rows = parse_difference_table("0,5 => 10,10\n6,20 => 0,20")
        far = Game(round=1, a="A", b="B", score_a=40, score_b=5)
        with pytest.raises(ScoringError, match="ends at 20"):
            check_result(far, Scoring(table=rows))
        check_result(far, Scoring(table=rows, raw_max=25))

    @pytest.mark.parametrize(
        "scoring",
        [
            Scoring(win=1, draw=2),
            Scoring(loss=-1),
            Scoring(raw_min=5, raw_max=4),
            Scoring(unit=0),
            Scoring(table=(DifferenceRow(1, 2, 0, 20),)),
        ],
    )
    def test_settings_that_contradict_themselves(self, scoring):
        """They are refused before a tournament starts."""
        with pytest.raises(ScoringError):
            check_scoring(scoring)

"""Standings on events small enough to work out by hand."""

from fractions import Fraction

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.projections.crosstable import crosstable
from rollbook.projections.scoring import EDITION, DifferenceRow, Scoring
from rollbook.projections.standings import (
    RankingSettings,
    show_value,
    standings,
    unknown_keys,
)
from rollbook.projections.tiebreaks import KEYS
from rollbook.projections.tournament_record import Drop, Game, Penalty, Player, Record
from tests.work import at_most

ALL = tuple(KEYS)


def game(round_: int, a: str, b: str | None, score: tuple[int, int] | None = None, **more) -> Game:
    scores = {} if score is None else {"score_a": score[0], "score_b": score[1]}
    return Game(
        round=round_, a=a, b=b, how=more.pop("how", "played" if b else "bye"), **scores, **more
    )


def record(*games: Game, names: str = "ABCD", **more) -> Record:
    return Record(
        players=tuple(Player(id=n, name=f"Player {n}") for n in names),
        games=games,
        rounds=more.pop("rounds", max((g.round for g in games), default=0)),
        **more,
    )


THREE_ROUNDS = record(
    game(1, "A", "B", (15, 5)),
    game(1, "C", "D", (10, 10)),
    game(2, "A", "C", (12, 8)),
    game(2, "B", "D", (20, 0)),
    game(3, "A", "D", (6, 9)),
    game(3, "B", "C", (7, 7)),
)
"""A 4 points, B 3, C 2, D 3 of 2 a win and 1 a draw."""


def values(table, key: str) -> dict[str, object]:
    place = [k.id for k in table.keys].index(key)
    return {row.player.id: row.values[place] for row in table.rows}


@pytest.fixture(scope="module")
def table():
    return standings(THREE_ROUNDS, RankingSettings(keys=ALL))


class TestKeysByHand:
    def test_match_points(self, table):
        """Two a win, one a draw."""
        assert values(table, "match_points") == {"A": 4, "B": 3, "C": 2, "D": 3}

    def test_record(self, table):
        """Wins, then draws."""
        assert values(table, "record") == {"A": (2, 0), "B": (1, 1), "C": (0, 2), "D": (1, 1)}

    def test_win_path(self, table):
        """A win in an earlier round ranks above one in a later round."""
        paths = values(table, "win_path")
        assert paths == {"A": (2, 2, 0), "B": (0, 2, 1), "C": (1, 0, 1), "D": (1, 0, 2)}
        assert show_value("win_path", paths["D"]) == "DLW"

    def test_opponents_win_rate(self, table):
        """A met B 1/2, C 1/3 and D 1/2: the mean is 4/9."""
        rates = values(table, "opponents_win_rate")
        assert rates["A"] == Fraction(4, 9)
        assert rates["C"] == (Fraction(4, 6) + Fraction(3, 6) + Fraction(3, 6)) / 3

    def test_strength_of_schedule(self, table):
        """C met A (4 of 3 rounds), B (3) and D (3)."""
        assert values(table, "strength_of_schedule")["C"] == Fraction(10, 9)

    def test_battle_points(self, table):
        """Without a table the battle points are the raw scores."""
        assert values(table, "battle_points") == {"A": 33, "B": 32, "C": 25, "D": 19}

    def test_victory_point_difference(self, table):
        """Own minus opponent's scores."""
        assert values(table, "victory_point_difference") == {"A": 11, "B": 10, "C": -4, "D": -17}

    def test_buchholz(self, table):
        """Opponents' points: full, without the lowest, without lowest and highest."""
        assert values(table, "buchholz") == {"A": 8, "B": 9, "C": 10, "D": 9}
        assert values(table, "buchholz_cut_1") == {"A": 6, "B": 7, "C": 7, "D": 7}
        assert values(table, "buchholz_median") == {"A": 3, "B": 3, "C": 3, "D": 3}

    def test_sonneborn_berger(self, table):
        """A beat B (3) and C (2); D beat A (4) and drew with C (2)."""
        found = values(table, "sonneborn_berger")
        assert found == {"A": 5, "B": 4, "C": 3, "D": 5}

    def test_head_to_head_of_two(self):
        """B beat D, so B stands above D on equal points."""
        table = standings(THREE_ROUNDS, RankingSettings(keys=("match_points", "head_to_head")))
        assert [row.player.id for row in table.rows] == ["A", "B", "D", "C"]
        assert [row.rank for row in table.rows] == [1, 2, 3, 4]

    def test_head_to_head_decides_nothing_unless_all_have_met(self):
        """A and C never met, so the three stay together although A beat B."""
        three = record(
            game(1, "A", "B", (9, 1)), game(1, "C", "D", (9, 1)),
            game(2, "B", "D", (9, 1)),
        )  # fmt: skip
        table = standings(three, RankingSettings(keys=("match_points", "head_to_head")))
        assert [(row.rank, row.tied) for row in table.rows[:3]] == [(1, True)] * 3
        assert all(row.values[1] is None for row in table.rows[:3])

    def test_ties_stay_ties(self):
        """Whom no key parts shares a rank, and the next rank leaves room."""
        table = standings(THREE_ROUNDS, RankingSettings(keys=("match_points",)))
        assert [(r.rank, r.tied) for r in table.rows] == [
            (1, False),
            (2, True),
            (2, True),
            (4, False),
        ]


class TestUnplayed:
    WITH_BYE = record(
        game(1, "A", "B", (10, 0)),
        game(1, "C", None),
        game(2, "A", "C", (10, 0)),
        game(2, "B", None),
        names="ABC",
    )
    """A 4 of two wins, B and C 2 of a bye each."""

    @pytest.mark.parametrize(("unplayed", "expected"), [("own", 6), ("zero", 4), ("left_out", 4)])
    def test_three_lawful_treatments_of_a_bye(self, unplayed, expected):
        """B met A (4); the bye brings B's own 2, nothing, or is left out."""
        settings_ = RankingSettings(keys=("buchholz",), unplayed=unplayed)
        table = standings(self.WITH_BYE, settings_)
        assert values(table, "buchholz")["B"] == expected
        assert unplayed.upper().replace("_", "-") in table.keys[0].rule

    def test_cutting_differs_too(self):
        """Cut 1 takes the zero of the bye, or the only real opponent if it is left out."""
        found = {
            unplayed: values(
                standings(
                    self.WITH_BYE, RankingSettings(keys=("buchholz_cut_1",), unplayed=unplayed)
                ),
                "buchholz_cut_1",
            )["B"]
            for unplayed in ("own", "zero", "left_out")
        }
        assert found == {"own": 4, "zero": 4, "left_out": 0}

    def test_a_bye_is_no_opponent_and_in_no_rate(self):
        """B's only opponent is A with two wins of two games."""
        table = standings(self.WITH_BYE, RankingSettings(keys=("opponents_win_rate",)))
        assert values(table, "opponents_win_rate")["B"] == 1

    def test_the_floor_of_the_win_rate(self):
        """A met B and C, who lost everything they played: each counts as the floor."""
        settings_ = RankingSettings(keys=("opponents_win_rate",), win_rate_floor_permille=333)
        table = standings(self.WITH_BYE, settings_)
        assert values(table, "opponents_win_rate")["A"] == Fraction(333, 1000)

    def test_a_walkover_makes_no_opponent(self):
        """Points yes, Buchholz as an unplayed round."""
        walk = record(game(1, "A", "B", how="walkover", winner="a"), names="AB")
        table = standings(walk, RankingSettings(keys=("match_points", "buchholz"), unplayed="zero"))
        assert values(table, "match_points") == {"A": 2, "B": 0}
        assert values(table, "buchholz") == {"A": 0, "B": 0}


class TestResults:
    def test_conceding_while_ahead_loses(self):
        """The recorded winner goes before the scores."""
        one = record(game(1, "A", "B", (20, 3), how="conceded", winner="b"), names="AB")
        assert standings(one, RankingSettings()).rows[0].player.id == "B"

    def test_an_open_game_counts_for_nobody(self):
        """Neither points nor an unplayed round."""
        one = record(game(1, "A", "B", status="open"), names="AB")
        table = standings(one, RankingSettings(keys=("match_points", "buchholz")))
        assert [row.values for row in table.rows] == [(0, 0), (0, 0)]

    def test_a_dispute_counts_only_as_reported_on_purpose(self):
        """Then the row is marked."""
        disputed = game(1, "A", "B", (9, 2), status="disputed")
        kept_out = standings(record(disputed, names="AB"), RankingSettings())
        counted = standings(
            record(attrs.evolve(disputed, count_as_reported=True), names="AB"), RankingSettings()
        )
        assert not kept_out.rows[0].sheet.wins
        assert counted.rows[0].player.id == "A"
        assert counted.rows[0].provisional

    def test_an_unconfirmed_result_counts_and_is_marked(self):
        """Submitted but not confirmed."""
        table = standings(
            record(game(1, "A", "B", (9, 2), status="submitted"), names="AB"), RankingSettings()
        )
        assert [row.provisional for row in table.rows] == [True, True]
        assert table.rows[0].values[0] == 2

    def test_both_can_lose(self):
        """A judge may set a result that nobody wins."""
        one = record(game(1, "A", "B", (9, 2), how="judge_set", winner="none"), names="AB")
        assert {r.sheet.losses for r in standings(one, RankingSettings()).rows} == {1}

    def test_a_difference_table_and_caps(self):
        """A difference of 12 after the cap at 20 gives 14 to 6."""
        rows = (DifferenceRow(0, 9, 10, 10), DifferenceRow(10, None, 6, 14))
        scoring = Scoring(table=rows, raw_max=20, draw_margin=9)
        table = standings(
            record(game(1, "A", "B", (35, 8)), names="AB"),
            RankingSettings(keys=("battle_points", "victory_point_difference"), scoring=scoring),
        )
        assert [row.values for row in table.rows] == [(14, 12), (6, -12)]

    def test_penalties_and_bonuses(self):
        """A penalty takes points from its round on, a negative one gives them."""
        one = record(
            game(1, "A", "B", (9, 2), bonus_b=1),
            game(2, "A", "B", (5, 5)),
            names="AB",
            penalties=(
                Penalty(player="A", round=2, match_points=3, battle_points=4),
                Penalty(player="B", round=1, match_points=-1),
            ),
        )
        keys = RankingSettings(keys=("match_points", "battle_points"))
        assert values(standings(one, keys), "match_points") == {"A": 0, "B": 3}
        assert values(standings(one, keys, through=1), "match_points") == {"A": 2, "B": 2}
        assert values(standings(one, keys), "battle_points") == {"A": 10, "B": 7}


class TestDrops:
    BASE = (
        game(1, "A", "B", (9, 1)),
        game(1, "C", "D", (9, 1)),
        game(2, "A", "C", status="open"),
        game(2, "B", "D", (9, 1)),
    )

    def points(self, meaning: str) -> dict[str, object]:
        rec = record(*self.BASE, drops=(Drop(player="A", round=2, meaning=meaning),))
        return values(standings(rec, RankingSettings(keys=("match_points",))), "match_points")

    def test_lost(self):
        """The open game is a walkover for C, what was played stays."""
        assert self.points("lost") == {"A": 2, "B": 2, "C": 4, "D": 0}

    def test_void(self):
        """The open game is as if it had not been paired."""
        assert self.points("void") == {"A": 2, "B": 2, "C": 2, "D": 0}

    def test_erased(self):
        """A is gone, and the game of round 1 counts for B neither way."""
        assert self.points("erased") == {"B": 2, "C": 2, "D": 0}

    def test_lost_rounds_count_as_losses(self):
        """A round after the drop is a result of the player who left."""
        rec = record(*self.BASE, rounds=3, drops=(Drop(player="A", round=3, meaning="lost"),))
        sheet = next(r.sheet for r in standings(rec, RankingSettings()).rows if r.player.id == "A")
        assert (sheet.wins, sheet.losses, sheet.cells[2].kind) == (1, 1, "dropped")


class TestFold:
    def test_every_table_carries_its_rules(self, table):
        """Each key has a dated rule id and says how it treats unplayed rounds."""
        assert table.edition == EDITION
        for key in table.keys:
            assert key.rule.startswith("RB-TB-")
            assert key.rule.endswith(EDITION)
            assert key.definition
            assert key.unplayed

    def test_unknown_keys_are_named(self):
        """A list can be checked before it is stored."""
        assert unknown_keys(("buchholz", "luck")) == ("luck",)

    @given(st.permutations(THREE_ROUNDS.games))
    def test_the_order_of_entry_is_nothing(self, games):
        """A pure fold: results may come in any order."""
        mixed = attrs.evolve(THREE_ROUNDS, games=tuple(games))
        keys = RankingSettings(keys=ALL)
        assert standings(mixed, keys) == standings(THREE_ROUNDS, keys)

    @given(st.integers(0, 20), st.integers(0, 20))
    @settings(max_examples=30)
    def test_a_corrected_result_changes_exactly_what_follows(self, a, b):
        """Correcting round 1 leaves every own figure of those who did not play it."""
        fixed = attrs.evolve(THREE_ROUNDS.games[0], score_a=a, score_b=b)
        after = attrs.evolve(THREE_ROUNDS, games=(fixed, *THREE_ROUNDS.games[1:]))
        keys = RankingSettings(keys=("match_points", "record", "battle_points"))
        old = {r.player.id: r.sheet for r in standings(THREE_ROUNDS, keys).rows}
        new = {r.player.id: r.sheet for r in standings(after, keys).rows}
        assert (old["C"], old["D"]) == (new["C"], new["D"])
        assert old["A"].cells[1:] == new["A"].cells[1:]

    def test_the_crosstable_points_both_ways(self):
        """Each cell names the line of the opponent, whose cell points back."""
        rows = crosstable(THREE_ROUNDS, RankingSettings())
        lines = {row.place: row for row in rows}
        for row in rows:
            for cell in row.cells:
                back = lines[cell.opponent_place].cells[cell.round - 1]
                assert back.opponent_place == row.place
                assert {cell.mark, back.mark} in ({"W", "L"}, {"D"})
        assert rows[0].cells[0].text == f"W{[r.player.id for r in rows].index('B') + 1}"

    def test_three_hundred_players_over_ten_rounds(self):
        """Every key at once is some hundred lines of Python a player and round, no more."""
        names = [f"p{k}" for k in range(300)]
        games = tuple(
            game(r, names[k], names[(k + 1 + 2 * r) % 300], ((k * r) % 97, (k + r) % 89))
            for r in range(1, 11)
            for k in range(0, 300, 2)
        )
        rec = Record(players=tuple(Player(id=n, name=n) for n in names), games=games, rounds=10)
        with at_most(300 * 10 * 180):
            standings(rec, RankingSettings(keys=ALL))

"""Teams: boards folded into matches, matches into standings and pairings."""

import attrs
import pytest

from rollbook.engine.tournament.boards import board_games
from rollbook.engine.tournament.entrants import PairingSettings, problem_for
from rollbook.engine.tournament.problem import PairingError
from rollbook.projections.scoring import Scoring
from rollbook.projections.standings import RankingSettings, standings
from rollbook.projections.teams import team_record
from rollbook.projections.tournament_record import Drop, Game, Penalty, Player, Record

PLAYERS = tuple(
    Player(id=f"{team}{k}", name=f"{team} {k}", team=team) for team in "XYZ" for k in (1, 2, 3)
)


def result(game: Game, a: int, b: int) -> Game:
    return attrs.evolve(game, score_a=a, score_b=b, status="confirmed")


def lineup(team: str) -> list[str]:
    return [f"{team}{k}" for k in (1, 2, 3)]


BOARDS = board_games(1, lineup("X"), lineup("Y"), first_table=7)
PLAYED = tuple(result(g, *s) for g, s in zip(BOARDS, [(20, 0), (9, 10), (5, 6)], strict=True))
BYES = tuple(Game(round=1, a=p, how="bye") for p in lineup("Z"))
RECORD = Record(players=PLAYERS, games=PLAYED + BYES, rounds=1)


class TestBoards:
    def test_consecutive_boards_and_tables(self):
        """Board 1 at the first table, and so on; all open."""
        assert [(g.board, g.table, g.status) for g in BOARDS] == [
            (1, 7, "open"),
            (2, 8, "open"),
            (3, 9, "open"),
        ]

    @pytest.mark.parametrize(("a", "b"), [([], []), (["X1"], ["Y1", "Y2"]), (["X1"], ["X1"])])
    def test_line_ups_that_do_not_fit(self, a, b):
        """Refused before anything is seated."""
        with pytest.raises(PairingError, match="round 1"):
            board_games(1, a, b)


class TestMatches:
    @pytest.mark.parametrize(
        ("count", "score", "winner"),
        [("boards", (2, 4), "b"), ("match_points", (2, 4), "b"), ("battle_points", (34, 16), "a")],
    )
    def test_who_wins_depends_on_what_counts(self, count, score, winner):
        """X won one board by far, Y two by a point."""
        match = next(g for g in team_record(RECORD, Scoring(), count).games if g.b is not None)
        assert (match.a, match.b, match.table) == ("X", "Y", 7)
        assert (match.score_a, match.score_b) == score
        assert match.winner == winner

    def test_sides_may_change_from_board_to_board(self):
        """Scores go to the team, whatever side its player is on."""
        turned = Game(round=1, a="Y2", b="X2", board=2, score_a=10, score_b=9)
        record = attrs.evolve(RECORD, games=(PLAYED[0], turned, PLAYED[2]))
        match = team_record(record, Scoring()).games[0]
        assert (match.a, match.score_a, match.score_b) == ("X", 2, 4)

    def test_a_bye_of_the_team(self):
        """Three byes are one."""
        games = [g for g in team_record(RECORD, Scoring()).games if g.a == "Z"]
        assert games == [Game(round=1, a="Z", how="bye")]

    def test_the_weakest_game_holds_the_match(self):
        """One open board keeps the whole match out of the standings."""
        record = attrs.evolve(RECORD, games=(*PLAYED[:2], BOARDS[2], *BYES))
        match = team_record(record, Scoring()).games[0]
        assert match.status == "open"
        assert not match.counts

    def test_all_boards_without_play_are_a_walkover(self):
        """No meeting, so the teams may be paired again."""
        games = tuple(
            attrs.evolve(g, how="walkover", winner="a", status="confirmed") for g in BOARDS
        )
        match = team_record(attrs.evolve(RECORD, games=games), Scoring()).games[0]
        assert (match.how, match.winner, match.met) == ("walkover", "a", False)

    def test_a_double_forfeit_on_every_board(self):
        """Nobody wins the match."""
        games = tuple(
            attrs.evolve(g, how="forfeit", winner="none", status="confirmed") for g in BOARDS
        )
        match = team_record(attrs.evolve(RECORD, games=games), Scoring()).games[0]
        assert match.winner == "none"


class TestAsATournament:
    def test_standings_and_pairings_of_teams(self):
        """Y and Z won, X lost; Y has met X, so Y plays Z."""
        teams = team_record(RECORD, Scoring())
        table = standings(teams, RankingSettings(keys=("match_points",)))
        assert [(r.player.id, r.values[0]) for r in table.rows] == [("Y", 2), ("Z", 2), ("X", 0)]
        question = problem_for(teams, RankingSettings(), PairingSettings(seed="s"), 2)
        entrants = {e.id: e for e in question.entrants}
        assert entrants["Y"].met == ("X",)
        assert entrants["Z"].byes == 1
        assert all(e.team is None for e in question.entrants)

    def test_penalties_and_drops(self):
        """A player's penalty is the team's; the team drops with its last player."""
        record = attrs.evolve(
            RECORD,
            penalties=(Penalty(player="Y1", round=1, match_points=1),),
            drops=tuple(Drop(player=p, round=r) for p, r in (("X1", 2), ("X2", 2), ("X3", 3))),
        )
        teams = team_record(record, Scoring())
        assert teams.penalties == (Penalty(player="Y", round=1, match_points=1),)
        assert teams.drops == (Drop(player="X", round=3),)
        assert team_record(RECORD, Scoring()).drops == ()

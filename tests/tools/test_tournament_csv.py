"""Tables in and out."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.projections.standings import RankingSettings, standings
from rollbook.projections.tournament_record import HOWS, Game, Player, Record
from rollbook.tools.exporters.tournament_csv import (
    pairings_csv,
    players_csv,
    results_csv,
    standings_csv,
)
from rollbook.tools.importers.table_text import TableError
from rollbook.tools.importers.tournament_csv import (
    read_pairings_csv,
    read_players_csv,
    read_results_csv,
)

FIELD = tuple(Player(id=n, name=f"Player {n}") for n in "ABCD")


class TestPlayers:
    @pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    def test_delimiter_and_encoding_are_found_out(self, delimiter, encoding):
        """Every common way that a spreadsheet saves."""
        rows = [["Name", "Club", "Rating"], ["Bjørn, the Old", "Tårn", "1500"]]
        text = "\n".join(
            delimiter.join(f'"{c}"' if delimiter in c else c for c in row) for row in rows
        )
        found = read_players_csv(text.encode(encoding))
        assert found.players == (Player(id="p1", name="Bjørn, the Old", club="Tårn", rating=1500),)

    def test_bad_lines_are_all_named(self):
        """Not only the first one."""
        text = "id,name,rating\nA,Ann,\n,,3\nB,Bo,abc\n\nA,Al,4\nC,Cy,1,extra\n"
        with pytest.raises(TableError) as caught:
            read_players_csv(text)
        assert [(b.line) for b in caught.value.bad] == [7]
        with pytest.raises(TableError) as caught:
            read_players_csv(text.replace(",extra", ""))
        assert [b.line for b in caught.value.bad] == [3, 4, 6]
        assert "used in line 2" in caught.value.bad[2].reason

    def test_a_quoted_line_break_keeps_the_count(self):
        """The line of a fault is the line in the file."""
        text = 'name,rating\n"Ann\nMarie",5\nBo,x\n'
        with pytest.raises(TableError) as caught:
            read_players_csv(text)
        assert caught.value.bad[0].line == 4

    def test_other_columns_are_left_out_and_named(self):
        """A mail address never gets in."""
        found = read_players_csv("name,e-mail\nAnn,ann@example.org\n")
        assert found.players == (Player(id="p1", name="Ann"),)
        assert found.notes == ("not kept: the columns e-mail",)

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"", "empty"),
            (b"club\nX\n", "no column for name"),
            (b"name,player\nA,B\n", "two columns mean"),
            (b'name\n"A\n', "not well-formed"),
            (b"\x00\x01\x02\x00", "no text"),
            (b"name\n" + b"A" * 3000, "longer than"),
        ],
    )
    def test_tables_that_are_none(self, data, words):
        """Refused with a reason."""
        with pytest.raises(TableError, match=words):
            read_players_csv(data)

    @given(
        st.lists(
            st.builds(
                Player,
                id=st.text("abc=+-@'0", min_size=1, max_size=5),
                name=st.text("abc é=+-@'\",;|", min_size=1, max_size=9).map(str.strip).filter(bool),
                club=st.none() | st.text("ab=", min_size=1, max_size=3),
                rating=st.none() | st.integers(0, 9999),
                entered_round=st.integers(1, 9),
            ),
            min_size=1,
            max_size=6,
            unique_by=lambda p: p.id,
        ),
        st.sampled_from(",;|\t"),
    )
    @settings(deadline=None)
    def test_what_is_written_is_read_back(self, players, delimiter):
        """Names that look like formulas included."""
        text = players_csv(players, delimiter)
        assert read_players_csv(text.encode()).players == tuple(players)


class TestGames:
    def test_pairings_by_id_or_name(self):
        """An empty second player is a bye."""
        found = read_pairings_csv("Round;Table;A;B\n1;3;A;player b\n1;;Player C;\n", FIELD)
        assert found.games == (
            Game(round=1, a="A", b="B", table=3, status="open"),
            Game(round=1, a="C", how="bye"),
        )

    def test_bad_pairings_are_named(self):
        """Unknown players, twice in a round, against oneself, a table twice."""
        text = "round,table,a,b\n1,1,A,B\n1,2,A,C\n1,2,X,D\n1,3,D,D\n2,1,A,B\n2,1,C,D\n"
        with pytest.raises(TableError) as caught:
            read_pairings_csv(text, FIELD)
        assert [(b.line) for b in caught.value.bad] == [3, 4, 5, 7]

    def test_a_name_of_two_players(self):
        """Ids are asked for."""
        twins = (Player(id="1", name="Ann"), Player(id="2", name="ann"), Player(id="3", name="Bo"))
        with pytest.raises(TableError, match="2 players; use ids"):
            read_pairings_csv("a,b\nAnn,Bo\n", twins)

    def test_results_without_a_status(self):
        """Scores count as submitted, an empty line as open."""
        found = read_results_csv("a,b,vp1,vp2\nA,B,12,8\nC,D,,\n", FIELD)
        assert [g.status for g in found.games] == ["submitted", "open"]

    @given(
        st.lists(
            st.builds(
                Game,
                round=st.integers(1, 3),
                a=st.just("A"),
                b=st.just("B"),
                table=st.none() | st.integers(1, 9),
                score_a=st.none() | st.integers(-5, 99),
                score_b=st.none() | st.integers(-5, 99),
                how=st.sampled_from(HOWS),
                winner=st.sampled_from([None, "a", "b", "draw", "none"]),
                status=st.sampled_from(["open", "submitted", "confirmed", "disputed", "ruled"]),
                count_as_reported=st.booleans(),
                bonus_b=st.integers(-2, 2),
            ),
            min_size=1,
            max_size=3,
            unique_by=lambda g: g.round,
        )
    )
    @settings(deadline=None)
    def test_results_are_read_back(self, games):
        """Every field of a game survives."""
        assert read_results_csv(results_csv(games), FIELD).games == tuple(games)

    def test_pairings_are_read_back(self):
        """The names beside the ids are for people and are left out again."""
        games = (Game(round=2, a="A", b="B", table=1, status="open"),)
        found = read_pairings_csv(pairings_csv(games, FIELD), FIELD)
        assert found.games == games


class TestHostile:
    @pytest.mark.fuzz
    @given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
    @settings(max_examples=300, deadline=None)
    def test_no_bytes_end_in_a_traceback(self, data):
        """A table or a refusal, whatever comes after a good header."""
        for start in (b"", b"id,name,rating\n", b'name;club\n"'):
            with contextlib.suppress(TableError):
                read_players_csv(start + data)
        with contextlib.suppress(TableError):
            read_results_csv(b"round,a,b,score_a,score_b,how\n" + data, FIELD)


class TestStandings:
    def test_each_key_carries_its_rule(self):
        """The heading names the rule and its date; negative numbers stay numbers."""
        record = Record(
            players=FIELD[:2],
            games=(Game(round=1, a="A", b="B", score_a=1, score_b=4),),
            rounds=1,
        )
        keys = RankingSettings(keys=("match_points", "victory_point_difference"))
        lines = standings_csv(standings(record, keys)).splitlines()
        assert "Match points [RB-TB-1/" in lines[0]
        assert lines[1].startswith("1,,B,Player B")
        assert lines[2].endswith(",0,-3")

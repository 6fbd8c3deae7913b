"""Report files: read right or refused, written so that others read them, read back the same."""

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.tournament.entrants import PairingSettings, problem_for
from rollbook.engine.tournament.pairing import pair_round
from rollbook.engine.tournament.problem import Apart
from rollbook.projections.scoring import DifferenceRow, Scoring
from rollbook.projections.standings import RankingSettings, standings
from rollbook.projections.tournament_record import HOWS, Drop, Game, Penalty, Player, Record
from rollbook.tools.exporters.trf import write_trf
from rollbook.tools.importers.trf import read_pairing_list, read_trf
from rollbook.tools.importers.trf_model import TrfError

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("ROLLBOOK_DATA", ROOT.parent / "shared" / "data")) / "trf"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no report files at {DATA}")

REFUSED = {
    "incompatible_color.trf": (2, "colours b and b do not fit"),
    "incompatible_result.trf": (2, "results 1 and 1 do not fit"),
    "incorrect_points.trf": (2, "results give 3.0 points, the line says 4.0"),
    "invalid_code.trf": (7, "code '101' is not known"),
    "missing_result.trf": (2, "player 3 has no entry"),
    "missing_starting_number.trf": (7, "starting number 7 is missing"),
    "too_many_results.trf": (2, "6 rounds, the event 5"),
}


def player_row(number: int, name: str, points: str, *cells: str, rating: str = "", rank: int = 1):
    head = f"001 {number:4d}      {name:<33} {rating:>4}"
    return f"{head:<80}{points:>4} {rank:4d}" + "".join(f"  {cell}" for cell in cells)


TWO = [
    "012 Small",
    player_row(1, "Ann", "1.5", "   2 w 1", "0000 - H", rating="1800"),
    player_row(2, "Bo", "0.0", "   1 b 0", "0000 - Z", rank=2),
    "XXR 3",
]


def text(*lines: str) -> str:
    return "\r".join(lines) + "\r"


@needs_data
class TestPublicFiles:
    def files(self, pattern: str) -> list[Path]:
        found = sorted(DATA.rglob(pattern))
        assert found, f"no {pattern} in {DATA}"
        return found

    def test_every_file_is_read_or_refused_with_its_line(self):
        """No report file ends in anything but a record or a line and a reason."""
        read = refused = 0
        for path in [*self.files("*.trf"), *self.files("*.input")]:
            if path.name in REFUSED:
                line, words = REFUSED[path.name]
                with pytest.raises(TrfError, match=words) as caught:
                    read_trf(path.read_bytes())
                assert caught.value.line == line
                refused += 1
            else:
                assert read_trf(path.read_bytes()).record.players
                read += 1
        assert refused == len(REFUSED)
        assert read > 15

    def test_points_come_out_as_the_files_say(self):
        """Standings over each file give the points of its lines, in tenths."""
        for path in [*self.files("*.trf"), *self.files("*.input")]:
            if path.name in REFUSED:
                continue
            lines = path.read_text().replace("\r", "\n").splitlines()
            said = {
                int(line[4:8]): round(float(line[80:84]) * 10)
                for line in lines
                if line.startswith("001")
            }
            found = read_trf(path.read_bytes())
            table = standings(
                found.record, RankingSettings(keys=("match_points",), scoring=found.scoring)
            )
            assert {int(r.player.id[1:]): r.values[0] for r in table.rows} == said, path.name

    def test_pairing_lists(self):
        """The lists that engines print: read, or refused with the line."""
        for path in self.files("*.output.expected"):
            if path.name == "issue_15.output.expected":
                with pytest.raises(TrfError, match="number of pairs"):
                    read_pairing_list(path.read_text())
            else:
                assert read_pairing_list(path.read_text())
        example = next(iter(self.files("pairings_example.txt")))
        assert read_pairing_list(example.read_text()) == ((1, 7), (2, 6), (3, 4), (5, None))
        for name, line in (("malformed_pairings.txt", 4), ("non_distinct_pairings.txt", 4)):
            with pytest.raises(TrfError) as caught:
                read_pairing_list(next(iter(self.files(name))).read_text())
            assert caught.value.line == line

    def test_rounds_of_pairing_engines(self):
        """
        An engine's own next round has no rematch, and ours gives up no more
        than it does: colours are no business of ours.
        """
        pytest.importorskip("rustworkx", reason="the extra 'tournament' is not installed")
        for name in ("dutch_2025_C5", "dutch_2025_C9", "issue_7"):
            folder = DATA / "bbpPairings"
            found = read_trf((folder / f"{name}.input").read_bytes())
            listed = read_pairing_list((folder / f"{name}.output.expected").read_text())
            ranking = RankingSettings(scoring=found.scoring)
            question = problem_for(
                found.record,
                ranking,
                PairingSettings(seed="s"),
                found.record.rounds + 1,
                found.absent,
            )
            entrants = {e.id: e for e in question.entrants}
            theirs = [(entrants[f"p{a}"], entrants[f"p{b}"]) for a, b in listed if b is not None]
            assert all(b.id not in a.met for a, b in theirs), name
            plan = pair_round(question)
            assert plan.cost.rematches == plan.cost.second_byes == 0
            assert {e.id for pair in theirs for e in pair} <= set(entrants)
            assert len(plan.pairs) == len(theirs)
            assert plan.cost.gaps <= sum((a.score - b.score) ** 2 for a, b in theirs), name

    def test_files_survive_a_round_trip(self):
        """Read, written, read: the same record, scoring and all."""
        for path in [*self.files("*.trf"), *self.files("*.input")]:
            if path.name in REFUSED:
                continue
            first = read_trf(path.read_bytes())
            for dialect in ("TRF16", "TRF26"):
                again = read_trf(
                    write_trf(
                        first.record,
                        RankingSettings(scoring=first.scoring),
                        dialect=dialect,
                        apart=first.apart,
                    )
                )
                assert again.record == first.record, path.name
                assert again.scoring == first.scoring
                assert {frozenset((x.a, x.b)) for x in again.apart} == {
                    frozenset((x.a, x.b)) for x in first.apart
                }


class TestReading:
    @pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
    def test_any_line_end(self, end):
        """CR alone, as the format asks, and what other programs write."""
        found = read_trf(end.join(TWO) + end)
        assert [p.name for p in found.record.players] == ["Ann", "Bo"]
        assert found.record.rounds == 1
        assert found.record.planned == 3
        assert found.record.players[0].rating == 1800

    def test_games_and_byes(self):
        """White is first; a half-point bye is one that was asked for."""
        games = read_trf(text(*TWO)).record.games
        assert games[0] == Game(round=1, a="p1", b="p2", winner="a")
        assert games[1] == Game(round=2, a="p1", how="bye", winner="draw", requested=True)

    def test_personal_details_stay_out(self):
        """Birth date, sex, federation and numbers are dropped, and that is said."""
        head = f"001    1 mGM  {'Ann':<33} 1800 NOR     1503014 1990/11/30"
        line = f"{head:<80} 0.0    1"
        found = read_trf(text(line))
        assert "1990" not in repr(found.record)
        assert "1503014" not in repr(found.record)
        assert any("birth dates" in note for note in found.notes)

    def test_other_encodings(self):
        """A file in Windows-1252 is read, and that is said."""
        row = player_row(1, "Bjørn", "0.0")
        found = read_trf(row.encode("cp1252"))
        assert found.record.players[0].name == "Bjørn"
        assert any("1252" in note for note in found.notes)

    def test_gaps_can_be_allowed(self):
        """Files from which players were deleted."""
        rows = (player_row(1, "Ann", "0.0"), player_row(3, "Cy", "0.0"))
        with pytest.raises(TrfError, match="starting number 2 is missing"):
            read_trf(text(*rows))
        assert len(read_trf(text(*rows), allow_gaps=True).record.players) == 2

    def test_other_points(self):
        """Three for a win in each way to say it, and points that depend on colours refused."""
        rows = [TWO[0], *(r.replace(" 1.5 ", " 4.0 ") for r in TWO[1:3])]
        for line in ("XXS W=3.0 D=1.0", "162  W 3.0    D 1.0", "BBW  3.0\rBBD  1.0"):
            found = read_trf(text(*rows, line))
            assert (found.scoring.win, found.scoring.draw, found.scoring.unit) == (30, 10, 10)
        with pytest.raises(TrfError, match="depend on the colour"):
            read_trf(text(*TWO, "XXS WW=1.0 BW=1.5"))

    def test_what_the_newer_form_adds(self):
        """Teams, forbidden pairs, byes to come and penalties have records of their own."""
        found = read_trf(
            text(
                TWO[0],
                "142 3",
                player_row(1, "Ann", "0.5", "   2 w 1"),
                player_row(2, "Bo", "0.0", "   1 b 0"),
                f"{'310   1 Reds':<73}   1    2",
                "260 001 002    1    2",
                "240 H 002    2",
                "299          -0.5  001    1",
            )
        )
        assert found.dialect == "TRF26"
        assert {p.team for p in found.record.players} == {"Reds"}
        assert found.apart == (Apart(a="p1", b="p2", first=1, last=2),)
        assert found.absent == ("p2",)
        assert found.record.penalties == (Penalty(player="p1", round=1, match_points=5),)

    @pytest.mark.parametrize(
        ("lines", "line", "words"),
        [
            (["012 X"], None, "no player line"),
            ([*TWO, "XXR 4"], 5, "stands twice"),
            ([*TWO, "142 4"], 5, "4 rounds here, 3"),
            ([*TWO, "XXR"], 5, "stands twice"),
            ([TWO[1][:60]], 1, "ends before the points"),
            ([TWO[1].replace("   2 w 1", "   2 x 1")], 1, "none of w, b, -"),
            ([TWO[1].replace("   2 w 1", "   2 w 7")], 1, "none of 1 = 0"),
            ([TWO[1].replace("   2 w 1", "0000 w 1")], 1, "needs an opponent"),
            ([TWO[1].replace("   2 w 1", "   2 w H")], 1, "has an opponent"),
            ([TWO[1].replace("   2 w 1", "   9 w 1"), TWO[2]], 1, "no such opponent"),
            ([TWO[1].replace("   2 w 1", "   1 w 1"), TWO[2]], 1, "no such opponent"),
            ([TWO[1].replace("001    1", "001    x")], 1, "whole number"),
            ([TWO[1].replace("001    1", "001    0")], 1, "not from 1"),
            ([TWO[1], TWO[1]], 2, "used before"),
            ([TWO[1].replace(" 1.5", "15.0").replace("15.0", " 1,x")], 1, "like 11.5"),
            ([*TWO, f"013 {'Reds':<32}   1    9"], 5, "not there"),
            ([*TWO, "XXP 1 1"], 5, "two different"),
            ([*TWO, "260 002 001    1    2"], 5, "backwards"),
            ([*TWO, "### rollbook nonsense {}"], 5, "not known to this version"),
            ([*TWO, "### rollbook record {"], 5, "cannot be read"),
            ([*TWO, '### rollbook record {"roundz":1}'], 5, "cannot be read"),
            ([*TWO, '### rollbook record {"rounds":"1"}'], 5, "cannot be read"),
            ([*TWO, "### rollbook record " + "[" * 5000], 5, "too deep|cannot be read"),
            ([*TWO, '### rollbook game {"round":1,"a":"p1","b":"p9"}'], 5, "another opponent"),
            ([*TWO, '### rollbook game {"round":1,"a":"p2","b":"p1","winner":"a"}'], 5, "says"),
        ],
    )
    def test_faults_have_a_line_and_a_reason(self, lines, line, words):
        """Whatever is wrong is named."""
        with pytest.raises(TrfError, match=words) as caught:
            read_trf(text(*lines))
        assert caught.value.line == line

    @pytest.mark.fuzz
    @given(st.binary(max_size=400))
    @settings(max_examples=300, deadline=None)
    def test_no_bytes_end_in_a_traceback(self, data):
        """A record or a refusal, whatever comes."""
        with contextlib.suppress(TrfError):
            read_trf(data)

    @pytest.mark.fuzz
    @given(st.data())
    @settings(max_examples=300, deadline=None)
    def test_no_damaged_file_ends_in_a_traceback(self, data):
        """A good file with characters changed is read or refused."""
        good = write_trf(
            Record(
                name="X",
                players=(Player(id="a", name="A", club="c"), Player(id="b", name="B")),
                games=(Game(round=1, a="a", b="b", score_a=3, score_b=1, table=1),),
                rounds=1,
            ),
            RankingSettings(),
        )
        chars = list(good)
        for _ in range(data.draw(st.integers(1, 6))):
            place = data.draw(st.integers(0, len(chars) - 1))
            chars[place] = data.draw(st.sampled_from('09 -+wbU{}[]",:#\r\nxé٣'))
        with contextlib.suppress(TrfError):
            read_trf("".join(chars))


names = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=40
).filter(lambda t: t == t.strip() and t)


def composed(text_: str) -> str:
    import unicodedata

    return unicodedata.normalize("NFC", text_)


@st.composite
def records(draw: st.DrawFn) -> Record:
    n = draw(st.integers(1, 7))
    ids = [f"x{k}" for k in range(n)]
    players = tuple(
        Player(
            id=i,
            name=composed(draw(names)),
            club=draw(st.none() | st.just("Blue")),
            team=draw(st.none() | st.sampled_from(["R", "S"])),
            rating=draw(st.none() | st.integers(1, 9999)),
            entered_round=draw(st.integers(1, 3)),
        )
        for i in ids
    )
    rounds = draw(st.integers(0, 4))
    games: list[Game] = []
    for number in range(1, rounds + 1):
        order = draw(st.permutations(ids))
        for k in range(0, n - 1, 2):
            if draw(st.integers(0, 6)):
                games.append(draw(one_game(number, order[k], order[k + 1])))
        if n % 2 and draw(st.booleans()):
            winner = draw(st.sampled_from([None, "a", "draw", "none"]))
            asked = winner is not None and draw(st.booleans())
            games.append(Game(round=number, a=order[-1], how="bye", winner=winner, requested=asked))
    place = {i: k for k, i in enumerate(ids)}
    games.sort(key=lambda g: (g.round, place[g.a]))
    return Record(
        name=composed(draw(names)),
        players=players,
        games=tuple(games),
        penalties=tuple(
            Penalty(player=draw(st.sampled_from(ids)), round=1, match_points=1, reason="late")
            for _ in range(draw(st.integers(0, 2)))
        ),
        drops=tuple(
            Drop(player=ids[0], round=2, meaning=m)
            for m in draw(st.lists(st.sampled_from(["lost", "void", "erased"]), max_size=1))
        ),
        rounds=rounds,
        planned=draw(st.none() | st.integers(5, 9)),
    )


@st.composite
def one_game(draw: st.DrawFn, number: int, a: str, b: str) -> Game:
    how = draw(st.sampled_from([h for h in HOWS if h != "bye"]))
    scored = draw(st.booleans())
    return Game(
        round=number,
        a=a,
        b=b,
        table=draw(st.none() | st.integers(1, 50)),
        score_a=draw(st.integers(0, 40)) if scored else None,
        score_b=draw(st.integers(0, 40)) if scored else None,
        how=how,
        winner=draw(st.sampled_from(["a", "b", "draw", "none"] + [None] * scored)),
        status=draw(st.sampled_from(["open", "submitted", "confirmed", "disputed", "ruled"])),
        bonus_a=draw(st.integers(0, 1)),
    )


class TestWriting:
    @given(records(), st.sampled_from(["TRF16", "TRF26"]))
    @settings(max_examples=80, deadline=None)
    def test_everything_is_read_back(self, record, dialect):
        """Scores, tables, kinds, drops and penalties survive both forms."""
        scoring = Scoring(win=3, draw=1, table=(DifferenceRow(0, None, 7, 13),))
        written = write_trf(record, RankingSettings(scoring=scoring), dialect=dialect)
        found = read_trf(written.encode())
        assert found.record == record
        assert found.scoring == scoring
        assert found.dialect == dialect

    @given(records())
    @settings(max_examples=60, deadline=None)
    def test_a_strict_reader_accepts_it(self, record):
        """Another program's strict parser takes the file and reads the same games."""
        pytest.importorskip("py4swiss", reason="py4swiss is not installed")
        import tempfile

        from py4swiss.trf import TrfParser

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.trf"
            path.write_text(write_trf(record, RankingSettings()), encoding="utf-8", newline="")
            parsed = TrfParser.parse(path, strict=True)
        assert [p.starting_number for p in parsed.player_sections] == list(
            range(1, len(record.players) + 1)
        )
        assert parsed.x_section.number_of_rounds >= record.rounds

    def test_what_does_not_fit_is_refused(self):
        """Two games of one player in a round have no columns."""
        players = tuple(Player(id=n, name=n) for n in "ABC")
        games = (Game(round=1, a="A", b="B"), Game(round=1, a="A", b="C"))
        with pytest.raises(TrfError, match="A has two games"):
            write_trf(Record(players=players, games=games, rounds=1), RankingSettings())

    def test_lines_end_as_the_format_asks(self):
        """Every line has its carriage return."""
        written = write_trf(Record(players=(Player(id="A", name="A"),)), RankingSettings())
        assert all(line.endswith("\r") for line in written.split("\n")[:-1])

    def test_long_names_are_cut_in_the_column_and_kept_in_the_comment(self):
        """The column has 33 places."""
        record = Record(players=(Player(id="A", name="A" * 60),))
        written = write_trf(record, RankingSettings())
        assert "A" * 34 not in next(line for line in written.splitlines() if line[:3] == "001")
        assert read_trf(written).record == record

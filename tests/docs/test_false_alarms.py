"""The study of false alarms: that it measures what it says, and its committed table."""

import importlib.util
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from rollbook.projections.evalues import FacesProcess, log_e_faces
from rollbook.projections.stream import FaceStream

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "docs" / "studies" / "false_alarms.py"
PAGE = ROOT / "docs" / "false-alarms.md"


@pytest.fixture(scope="module")
def study():
    """Load the script as a module."""
    spec = importlib.util.spec_from_file_location("false_alarms", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["false_alarms"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["false_alarms"]


def rates(text):
    """Read test, nominal, measured and error of each line, in percent."""
    row = r"\| ([^|]+) \| [^|]+ \| ([^|]+) \| ([\d.]+)% \([^|]+\) \| ±([\d.]+)% \|"
    return re.findall(row, text)


class TestCommittedTable:
    def test_no_test_in_use_reports_more_fair_players_than_its_level(self):
        """Every measured rate is at most nominal, with no allowance."""
        lines = [line for line in rates(PAGE.read_text(encoding="utf-8")) if line[1] != "none"]
        assert len(lines) == 6
        for test, nominal, measured, _ in lines:
            assert float(measured) <= float(nominal.strip("%")), test

    def test_the_peeked_textbook_test_shows_why(self):
        """The test that is not used reports several times its level."""
        text = PAGE.read_text(encoding="utf-8")
        *_, naive = [line for line in rates(text) if line[1] == "none"]
        assert float(naive[2]) > 20

    def test_it_was_made_by_the_script_as_it_stands(self, study):
        """The page names the numbers of players and dice that the script has as default."""
        text = PAGE.read_text(encoding="utf-8")
        head = f"{study.PLAYERS:,} fair players were simulated, each with {study.ROLLS:,} six-sided"
        assert head in text


class TestScript:
    def test_a_small_run_writes_the_same_page_twice(self, study, tmp_path, monkeypatch):
        """The same arguments give the same bytes."""
        monkeypatch.setattr(study, "ONCE_SAMPLES", 99)
        pages = []
        for name in ("one.md", "two.md"):
            assert (
                study.main(["--players", "20", "--rolls", "50", "--out", str(tmp_path / name)]) == 0
            )
            pages.append((tmp_path / name).read_bytes())
        assert pages[0] == pages[1]
        assert len(rates(pages[0].decode())) == 8

    @pytest.mark.parametrize("arguments", [["--players", "5"], ["--rolls", "9999999"]])
    def test_runs_out_of_bounds_are_refused(self, study, arguments):
        """A run has a size that ends."""
        with pytest.raises(SystemExit) as refused:
            study.main(arguments)
        assert refused.value.code == 2

    def test_its_paths_end_where_the_library_does(self, study):
        """The study's own loops are the library's e-process and counts."""
        faces = FaceStream("paths").faces(200, study.FAIR)
        counts = [faces.count(face) for face in range(1, 7)]
        *_, last = study._faces_path(faces)
        assert last == pytest.approx(log_e_faces(counts), abs=1e-9)
        assert last == pytest.approx(FacesProcess.start(6).after(faces).log_e, abs=1e-9)


@pytest.mark.slow
class TestAtLength:
    def test_peeking_at_a_textbook_test_cries_wolf(self, study):
        """Looked at after every die of 1,000, a nominal 5 % becomes about 42 %."""
        players = 600
        alarms = sum(
            any(
                p <= 0.05
                for p in study._naive_path(FaceStream(f"naive/{i}").faces(1000, study.FAIR))
            )
            for i in range(players)
        )
        assert 0.36 <= alarms / players <= 0.48

    def test_the_first_players_of_the_table_keep_the_level(self, study):
        """Two thousand fair players, run again: no test is over its level and error."""
        for row in study.fair_rows(2_000, 300):
            if row.nominal is not None:
                error = 3 * (row.nominal * (1 - row.nominal) / row.players) ** 0.5
                assert row.reports / row.players <= row.nominal + error, row.test

    def test_loaded_dice_are_found(self, study):
        """A six twice too often is found in 250 dice nearly always."""
        tail = study._tails(250)
        weights = study.favoured(6, Fraction(2))
        seen = [study.play(f"slow/{i}", weights, 250, tail) for i in range(200)]
        assert sum(player.faces_peeked for player in seen) > 190
        assert sum(player.once for player in seen) > 195

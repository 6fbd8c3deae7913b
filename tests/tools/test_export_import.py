"""`export` and `import` through the command line: JSON lines, tables, rosters."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from rollbook.events.log.file import FileLog
from rollbook.tools.cli.main import run
from rollbook.tools.exporters.logtables import TABLES
from rollbook.tools.exporters.tabletext import cell_text
from tests.conftest import CASES
from tests.tools.notation.games import RULE_SETS, random_log

ROSTERS = Path(__file__).parent / "importers" / "seeds"


@pytest.fixture
def demo(tmp_path, capsys):
    """A log of the long hull-point battle."""
    log = tmp_path / "demo.rbk"
    assert run(["play", str(log), str(CASES / "hull-points" / "demo_battle.jsonl")]) == 0
    capsys.readouterr()
    return log


class TestJsonLines:
    def test_export_and_import_give_the_same_bytes(self, demo, tmp_path, capsys):
        """The log that comes back is the file that went out."""
        lines, copy = tmp_path / "demo.jsonl", tmp_path / "copy.rbk"
        assert run(["export", str(demo), "--jsonl", "-o", str(lines)]) == 0
        assert run(["import", str(copy), "--jsonl", str(lines), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert copy.read_bytes() == demo.read_bytes()
        assert told["entries"] == len(lines.read_text().splitlines())

    @pytest.mark.parametrize(
        ("old", "new", "line"),
        [
            ('"hull":3', '"hull":4', None),
            ('"by":"ben"', '"by":"ann"', None),
            ('"faces":[3,5]', '"faces":[5,3]', None),
            ('"entry":12,', '"entry":13,', 13),
            ('"key":null', '"key":null,"more":1', 1),
            ('"timeline":"main"', '"timeline":"other"', 1),
            ('{"entry":9,', '{"entry":9,"entry":9,', 10),
            ('{"type":"RoundStarted",', '{"type":"RoundStarted","why":"so",', None),
            ('{"type":"RoundStarted",', '{"type":"RoundBegun",', None),
        ],
    )
    def test_a_changed_line_is_refused_with_its_number(
        self, demo, tmp_path, capsys, old, new, line
    ):
        """Whatever was changed, the line is named and no log is made."""
        lines, copy = tmp_path / "demo.jsonl", tmp_path / "copy.rbk"
        assert run(["export", str(demo), "--jsonl", "-o", str(lines)]) == 0
        text = lines.read_text()
        at = text.index(old) if line is None else None
        number = line or text.count("\n", 0, at) + 1
        lines.write_text(text.replace(old, new, 1))
        assert run(["import", str(copy), "--jsonl", str(lines)]) == 1
        assert f"line {number}: " in capsys.readouterr().err
        assert not copy.exists()

    def test_a_line_left_out_is_found(self, demo, tmp_path, capsys):
        """Entries are in a chain; one that is missing is missed."""
        lines, copy = tmp_path / "demo.jsonl", tmp_path / "copy.rbk"
        assert run(["export", str(demo), "--jsonl", "-o", str(lines)]) == 0
        kept = lines.read_text().splitlines(keepends=True)
        lines.write_text("".join(kept[:40] + kept[41:]))
        assert run(["import", str(copy), "--jsonl", str(lines)]) == 1
        assert "line 41: expected entry 40" in capsys.readouterr().err

    def test_an_existing_log_is_left_alone(self, demo, tmp_path, capsys):
        """Importing over a log is refused."""
        lines = tmp_path / "demo.jsonl"
        before = demo.read_bytes()
        assert run(["export", str(demo), "--jsonl", "-o", str(lines)]) == 0
        assert run(["import", str(demo), "--jsonl", str(lines)]) != 0
        assert demo.read_bytes() == before

    def test_a_log_with_tables_of_its_own_comes_back(self, tmp_path, capsys):
        """Tables, held in entries of the program, survive too."""
        tables = Path(__file__).parents[2] / "engine" / "hullpoints" / "tables.toml"
        log, lines, copy = tmp_path / "a.rbk", tmp_path / "a.jsonl", tmp_path / "b.rbk"
        players = ["--player", "a=A", "--player", "b=B"]
        rules = ["--rules", "hull-points", "--tables", str(tables)]
        assert run(["new", str(log), *rules, *players]) == 0
        assert run(["export", str(log), "--jsonl", "-o", str(lines)]) == 0
        assert run(["import", str(copy), "--jsonl", str(lines)]) == 0
        assert copy.read_bytes() == log.read_bytes()
        text = tmp_path / "a.txt"
        assert run(["export", str(log), "--notation", "-o", str(text)]) == 0
        capsys.readouterr()
        assert run(["fmt", "--check", str(text)]) == 1
        assert "tables of its own" in capsys.readouterr().out
        assert run(["fmt", "--check", str(text), "--tables", str(tables)]) == 0


class TestTables:
    @pytest.mark.parametrize("kind", TABLES)
    @pytest.mark.parametrize("rules", RULE_SETS)
    def test_every_table_has_its_columns(self, kind, rules, tmp_path, capsys):
        """CSV of a random game has a first line of names, and rows as wide as it."""
        log = tmp_path / "g.rbk"
        random_log(rules, 5, 120, log).close()
        assert run(["export", str(log), "--csv", kind]) == 0
        first, *rows = csv.reader(capsys.readouterr().out.splitlines())
        assert tuple(first) == TABLES[kind].columns
        assert rows
        assert {len(row) for row in rows} == {len(first)}

    def test_rolls_are_all_the_faces_of_the_file(self, demo, capsys):
        """The faces of the table of rolls are the dice of the entries."""
        assert run(["export", str(demo), "--csv", "rolls"]) == 0
        rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
        faces = [int(face) for row in rows for face in row["faces"].split()]
        with FileLog.read(demo) as log:
            entries = [e for e in log.entries(range(len(log))) if e.dice is not None]
        assert faces == [face for entry in entries for face in entry.dice.faces]

    def test_an_attack_in_one_row(self, demo, capsys):
        """The first shots of the battle: who at whom, hits, wounds, what was lost."""
        assert run(["export", str(demo), "--csv", "attacks"]) == 0
        rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
        shot = rows[1]
        assert (shot["attacker"], shot["weapon"], shot["target"]) == ("duchess", "cannon", "stilts")
        assert (shot["shots"], shot["hits"], shot["wounds"]) == ("2", "1", "1")
        assert (shot["armor_lost"], shot["hull_lost"]) == ("1", "1")
        assert shot["table_rows"] == "flesh_wound"
        assert {row["kind"] for row in rows} >= {"shooting", "melee"}
        assert any(row["out_of_play"] == "exploded" for row in rows)

    def test_the_last_row_of_a_unit_is_its_state(self, demo, capsys):
        """The timeline of a unit ends with what `show` says of it."""
        assert run(["export", str(demo), "--csv", "units"]) == 0
        rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
        assert run(["show", str(demo), "--json"]) == 0
        units = json.loads(capsys.readouterr().out)["units"]
        for ident, unit in units.items():
            last = [row for row in rows if row["unit"] == ident][-1]
            assert last["status"] == unit["status"]
            assert last["hull"] == str(unit.get("hull", ""))

    def test_formulas_are_disarmed(self):
        """A name that a spreadsheet would run is text there; numbers stay numbers."""
        assert cell_text('=HYPERLINK("http://x")').startswith("'=")
        assert cell_text(-5) == -5
        assert cell_text("a\x1b[2J") == "a\\x1b[2J"

    def test_parquet_has_types(self, demo, tmp_path):
        """Whole numbers, yes and no, and text are columns of their type."""
        parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not here")
        out = tmp_path / "rolls.parquet"
        assert run(["export", str(demo), "--parquet", "rolls", "-o", str(out)]) == 0
        table = parquet.read_table(out)
        types = {field.name: str(field.type) for field in table.schema}
        assert types["entry"] == "int64"
        assert types["withdrawn"] == "bool"
        assert types["faces"] == "string"

    def test_without_pyarrow_the_extra_is_named(self, demo, tmp_path, capsys, monkeypatch):
        """The message says what to install, and no file is left."""
        monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
        out = tmp_path / "rolls.parquet"
        assert run(["export", str(demo), "--parquet", "rolls", "-o", str(out)]) == 1
        assert "rollbook[parquet]" in capsys.readouterr().err
        assert not out.exists()

    def test_the_page_names_every_column(self):
        """docs/data.md lists each table with all its columns, in order."""
        page = (Path(__file__).parents[2] / "docs" / "data.md").read_text()
        for kind, table in TABLES.items():
            found = re.search(rf"^\| `{kind}` \|[^|]*\| (.*) \|$", page, re.MULTILINE)
            assert found, kind
            assert found[1].split(", ") == list(table.columns)


class TestRosters:
    def test_a_game_starts_with_rosters(self, tmp_path, capsys):
        """Units of two rosters enter for their owners, and what was left out is printed."""
        log = tmp_path / "g.rbk"
        ros = next(path for path in sorted(ROSTERS.iterdir()) if path.suffix == ".ros")
        players = ["--player", "A=Ann", "--player", "B=Ben"]
        given = ["--roster", f"A={ros}", "--roster", f"B={ros}"]
        assert run(["new", str(log), "--rules", "armour-value", *players, *given]) == 0
        said = capsys.readouterr().out
        assert "left out of the record" in said
        assert run(["show", str(log), "--json"]) == 0
        units = json.loads(capsys.readouterr().out)["units"]
        assert {unit["owner"] for unit in units.values()} == {"A", "B"}
        assert len(units) % 2 == 0
        facing = {unit["position"]["facing_decideg"] for unit in units.values()}
        assert facing == {0, 1800}

    def test_a_roster_of_other_rules_makes_no_log(self, tmp_path, capsys):
        """A wrong roster is refused before anything is written."""
        log = tmp_path / "g.rbk"
        ros = next(path for path in sorted(ROSTERS.iterdir()) if path.suffix == ".ros")
        players = ["--player", "A=Ann", "--player", "B=Ben"]
        code = run(["new", str(log), "--rules", "hull-points", *players, "--roster", f"A={ros}"])
        assert code == 2
        assert "armour-value" in capsys.readouterr().err
        assert not log.exists()

    def test_units_join_a_game(self, tmp_path, capsys):
        """`import --roster` adds to a log; ids that are taken get a number."""
        log, roster = tmp_path / "g.rbk", tmp_path / "r.toml"
        roster.write_text(
            'rollbook-roster = 1\nrules = "hull-points"\nname = "R"\n\n[[unit]]\nid = "gertie"\n'
            'kind = "walker"\nname = "Old Gertie"\nbase_mm = 80\nweight = "heavy"\nws = "4/3"\n'
            "strength = 7\ntoughness = [11, 10, 9]\ngrit = 5\nsagacity = 4\n"
        )
        players = ["--player", "ann=Ann", "--player", "ben=Ben"]
        assert run(["new", str(log), "--rules", "hull-points", *players]) == 0
        assert run(["import", str(log), "--roster", f"ann={roster}"]) == 0
        assert run(["import", str(log), "--roster", f"ben={roster}", "--by", "judge"]) == 0
        assert "gertie is called gertie-2" in capsys.readouterr().out
        with FileLog.read(log) as made:
            assert [e.by for e in made.entries(range(1, 3))] == ["ann", "judge"]

"""Rolls without a game: their faces are tested, and lines that cannot be read are named."""

from __future__ import annotations

import json

from rollbook.tools.cli.main import run


def test_a_table_of_rolls(tmp_path, capsys):
    """Every face counts for the one who rolled it."""
    table = tmp_path / "rolls.csv"
    table.write_text(
        "who,purpose,sides,faces\nAnn,to hit,6,1 2 3\nBen,to hit,6,6\nAnn,save,6,5 5\n"
    )
    assert run(["luck", "--dice", str(table), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    counts = {name: player["dice"] for name, player in said["players"].items()}
    assert counts == {"Ann": 5, "Ben": 1}


def test_a_line_that_is_no_roll(tmp_path, capsys):
    """It is left out and said; the rest counts."""
    table = tmp_path / "rolls.csv"
    table.write_text("who,purpose,sides,faces\nAnn,to hit,6,1 2 3\nBen,to hit,6,7\n")
    assert run(["luck", "--dice", str(table)]) == 1
    said = capsys.readouterr()
    assert "Ann" in said.out
    assert "left out" in said.err


def test_logs_or_files(tmp_path, capsys):
    """One or the other is asked for."""
    assert run(["luck"]) == 2
    assert "--dice" in capsys.readouterr().err

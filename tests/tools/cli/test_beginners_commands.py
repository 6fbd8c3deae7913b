"""What commands say to somebody who uses them for the first time."""

from __future__ import annotations

import pytest

from rollbook.tools.cli.main import run

TEXT = """\
Rollbook notation 1
Rules: hull-points
Player: ann Ann
Player: ben Ben

ann: add walker gertie "Gertie" for ann toughness=11 base=80 weight=heavy ws=4 strength=7 grit=5\
 sagacity=4
round
check gertie courage [3]
note "never reached"
"""


@pytest.fixture
def game(tmp_path, monkeypatch, capsys):
    """Play a text whose third command is refused; give what was said to it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text(TEXT)
    assert run(["play", "game.rbk", "game.txt"]) == 1
    return capsys.readouterr().err


def test_a_text_that_stops_says_what_is_kept(game):
    """After a refusal it says which line stopped it, what the log holds, and how to go on."""
    assert "game.txt stopped at line 8; game.rbk holds 3 entries by now" in game


def test_odds_take_a_line_of_notation(game, capsys):
    """The command can be written as at the prompt, and gives the same as its JSON object."""
    assert run(["odds", "game.rbk", "ann: check gertie grit", "--json"]) == 0
    typed = capsys.readouterr().out
    command = '{"do":"check","by":"ann","unit":"gertie","characteristic":"grit"}'
    assert run(["odds", "game.rbk", command, "--json"]) == 0
    assert capsys.readouterr().out == typed


def test_odds_say_what_is_wrong_with_a_line(game, capsys):
    """A mistyped line is shown with its problem, a missing player is asked for."""
    assert run(["odds", "game.rbk", "ann: chekc gertie grit"]) == 1
    assert "expected a command (check?), found 'chekc'" in capsys.readouterr().err
    assert run(["odds", "game.rbk", "check gertie grit"]) == 1
    assert "expected who asks, such as ann:" in capsys.readouterr().err

"""A new game at the prompt and on the command line: each player has an id and a name of his own."""

from __future__ import annotations

import pytest

from rollbook.tools.cli.main import run
from rollbook.tools.cli.prompt import run_prompt
from rollbook.tools.cli.record import Recorder
from tests.tools.prompt.test_answers import Said


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Start a game with the answers given; give what was said, and the players."""

    def start(*answers: str):
        lines = Said("hull-points", *answers, "", "quit")
        monkeypatch.setattr("rollbook.tools.cli.prompt.lines_for", lambda *_, **__: lines)
        recorder = Recorder(tmp_path / "game.rbk")
        run_prompt(recorder, by=None, plain=True)
        recorder.close()
        return lines.said, dict(recorder.session.state.players)

    return start


def test_an_id_is_taken_once(started):
    """Whoever types the id of another player is told, and asked for this player again."""
    said, players = started("ann Ann", "ann Ben", "ben Ben")
    assert players == {"ann": "Ann", "ben": "Ben"}
    at = said.index("ann is Player 1 already.")
    assert said[at + 1].startswith("Player 2, id and name")


@pytest.mark.parametrize("typed", ['"Ben the Brick"', "'Ben the Brick'", "“Ben the Brick”"])
def test_quotation_marks_around_a_name_are_no_part_of_it(started, typed):
    """A pair around the whole name goes, a mark inside stays."""
    _, players = started('ann Ann "Oak" Quist', f"ben {typed}", 'cy 5"')
    assert players == {"ann": 'Ann "Oak" Quist', "ben": "Ben the Brick", "cy": '5"'}


def test_words_of_the_prompt_are_no_players(started):
    """A question mark is answered with how a player is written."""
    said, players = started("?", "ann Ann", "log", "ben Ben")
    assert players == {"ann": "Ann", "ben": "Ben"}
    assert sum("such as: ann Ann Oak" in text for text in said) == 2


@pytest.mark.parametrize("answers", [("quit",), ("hull-points", "ann", "quit")])
def test_quit_starts_no_game(tmp_path, monkeypatch, answers):
    """Whoever leaves at the questions leaves no log behind."""
    lines = Said(*answers)
    monkeypatch.setattr("rollbook.tools.cli.prompt.lines_for", lambda *_, **__: lines)
    assert run_prompt(Recorder(tmp_path / "game.rbk"), by=None, plain=True) == 1
    assert lines.said[-1] == "No game was started."
    assert not lines.typed
    assert not (tmp_path / "game.rbk").exists()


def test_an_id_given_twice_on_the_command_line(tmp_path, capsys):
    """Nothing is made, and the id is named."""
    log = tmp_path / "game.rbk"
    twice = ["--player", "ann=A", "--player", "ann=B"]
    assert run(["new", str(log), "--rules", "hull-points", *twice]) == 2
    assert "ann stands there twice" in capsys.readouterr().err
    assert not log.exists()


def test_back_returns_to_the_player_before(started):
    """A player who was mistyped is asked for again; nothing that begins like help is a player."""
    _, players = started("ann An", "back", "ann Ann", "help add", "? ben", "ben Ben")
    assert players == {"ann": "Ann", "ben": "Ben"}


def test_back_at_the_first_player_returns_to_the_rules(started):
    """The question before that is which rules."""
    said, players = started("back", "hull-points", "ann Ann", "ben Ben")
    assert players == {"ann": "Ann", "ben": "Ben"}
    assert sum(text.startswith("Rules (") for text in said) == 2

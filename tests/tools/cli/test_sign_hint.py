"""At the end of a game the table is reminded to sign it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.tools.cli.main import run
from rollbook.tools.prompt.table import Table
from tests.tools.prompt.test_answers import Said
from tests.tools.prompt.test_prompt import START

BATTLE = """Rollbook notation 1
Rules: hull-points
Player: ann "Ann"
Player: ben "Ben"

1. ann: note "a quiet evening"
2. judge: end game won by ann
"""
OVER = "The game is over"


@pytest.fixture
def battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A battle in notation that ends, in an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "battle.txt"
    path.write_text(BATTLE)
    return path


@pytest.fixture
def signing() -> None:
    """Skip where signing is not installed."""
    pytest.importorskip("cryptography")


@pytest.mark.usefixtures("signing")
class TestWithSigning:
    def test_after_a_battle_in_notation(
        self, battle: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """One line to standard error names the command; the first key has to be made."""
        assert run(["play", "game.rbk", str(battle)]) == 0
        [hint] = [line for line in capsys.readouterr().err.splitlines() if OVER in line]
        assert "rollbook sign game.rbk --key YOUR.key" in hint
        assert "rollbook keys new" in hint

    def test_keys_that_are_there_need_not_be_made(
        self, battle: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """With keys beside the log only the signing is left."""
        Path("game.rbk.keys").write_text("")
        run(["play", "game.rbk", str(battle)])
        [hint] = [line for line in capsys.readouterr().err.splitlines() if OVER in line]
        assert hint.endswith("everybody signs it now: rollbook sign game.rbk --key YOUR.key")

    def test_at_the_prompt(self, tmp_path: Path) -> None:
        """It is the last line said about the end, and is not said before."""
        session = start(START, tmp_path / "game.rbk")
        lines = Said()
        table = Table(session, lines, "judge")
        table.take('note "nearly"')
        assert not any(OVER in line for line in lines.said)
        table.take("end game won by ann")
        assert lines.said[-1].startswith(OVER)
        assert "rollbook sign" in lines.said[-1]
        session.close()

    @pytest.mark.parametrize("how", ["--json", "--jsonl"])
    def test_programs_are_not_told(
        self, battle: Path, capsys: pytest.CaptureFixture[str], how: str
    ) -> None:
        """JSON holds what happened and nothing else."""
        if how == "--jsonl":
            commands = (START, {"do": "end_game", "by": "judge", "winner": "ann"})
            battle.write_text("".join(json.dumps(command) + "\n" for command in commands))
        assert run(["play", "game.rbk", str(battle), how]) == 0
        out = capsys.readouterr()
        assert "GameEnded" in out.out
        assert OVER not in out.out + out.err


class TestWithout:
    def test_nobody_is_told_what_cannot_be_done(
        self, battle: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Where signing is not installed, nothing is said of it."""
        monkeypatch.setattr("rollbook.tools.cli.signhint.find_spec", lambda _: None)
        assert run(["play", "game.rbk", str(battle)]) == 0
        out = capsys.readouterr()
        assert OVER not in out.out + out.err

    def test_a_game_in_memory(self) -> None:
        """There is no file to sign."""
        session: Session = start(START, None)
        lines = Said()
        Table(session, lines, "judge").take("end game won by ann")
        assert not any("sign" in line for line in lines.said)

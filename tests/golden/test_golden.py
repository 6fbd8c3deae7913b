"""The golden logs: what a release wrote opens for ever, with the same hashes and states."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.events.log.file import FileLog
from rollbook.events.log.verify import verify_file
from rollbook.tools.cli.main import run

HERE = Path(__file__).parent
VERSIONS = sorted(path.parent.name for path in HERE.glob("*/game.rbk"))


def maker() -> Any:
    """Load the script that plays the game."""
    spec = importlib.util.spec_from_file_location("golden_make", HERE / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=VERSIONS)
def golden(request: pytest.FixtureRequest) -> Path:
    """Give the folder of a version."""
    return HERE / str(request.param)


def test_there_is_a_golden_log() -> None:
    """The first release has one."""
    assert "0.1.0" in VERSIONS


def test_it_opens_with_the_same_hashes_and_states(golden: Path) -> None:
    """Bytes, leaves, root, timelines, states and entries are what they were."""
    expected = json.loads((golden / "expected.json").read_text(encoding="utf-8"))
    found = maker().describe(golden / "game.rbk")
    for part, value in expected.items():
        assert found[part] == value, part


def test_it_verifies(golden: Path) -> None:
    """Every byte is canonical and in its place."""
    expected = json.loads((golden / "expected.json").read_text(encoding="utf-8"))
    found = verify_file(golden / "game.rbk")
    assert found.status == "ok"
    assert found.leaf.hex() == expected["leaves"][-1]
    assert found.root.hex() == expected["root"]


def test_it_holds_what_it_is_for(golden: Path) -> None:
    """Walkers, a take-back, a fork, an explosion, a key, text beyond ASCII."""
    with FileLog.read(golden / "game.rbk") as log:
        entries = log.entries(range(len(log)))
        names = {type(event).__name__ for entry in entries for event in entry.events}
        assert {"UnitAdded", "UnitExploded", "ExplosionResolved"} <= names
        assert {"TakenBack", "TimelineForked", "RulingMade", "GameEnded"} <= names
        assert log.timelines.withdrawn()
        assert set(log.timelines.heads) == {"main", "what-if"}
        assert log.chain.keys


def test_it_can_be_played_on(golden: Path, tmp_path: Path) -> None:
    """A copy opens for writing and takes new entries, whatever has been added since."""
    path = tmp_path / "copy.rbk"
    path.write_bytes((golden / "game.rbk").read_bytes())
    session = Session.open(path)
    before = len(session.log)
    session.submit({"do": "note", "by": "A", "text": "years later"})
    session.close()
    assert path.read_bytes().startswith((golden / "game.rbk").read_bytes())
    assert len(FileLog.read(path)) > before
    assert verify_file(path).status == "ok"


@pytest.mark.parametrize("words", [["show"], ["log", "--all"], ["verify"], ["export", "--jsonl"]])
def test_the_command_line_shows_it(
    golden: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command that looks at a log takes it."""
    assert run([words[0], str(golden / "game.rbk"), *words[1:]]) == 0
    assert capsys.readouterr().out


def test_the_script_makes_the_same_bytes(golden: Path, tmp_path: Path) -> None:
    """As long as the schema is that of the release, playing the game again gives the same file."""
    path = tmp_path / "again.rbk"
    maker().play(path)
    old, new = FileLog.read(golden / "game.rbk"), FileLog.read(path)
    assert old.chain.opened is not None
    assert new.chain.opened is not None
    if old.chain.opened.schema != new.chain.opened.schema:
        pytest.skip("the schema has changed since this log was made; see README.md beside it")
    assert path.read_bytes() == (golden / "game.rbk").read_bytes()

"""A page stays small, and a log too long for one is refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rollbook.tools.cli.main import run
from rollbook.tools.viewer import content
from rollbook.tools.viewer.document import export_page
from tests.battles import BOTH, demo, demo_commands, settle, try_with_dice


@pytest.mark.slow
@pytest.mark.parametrize("rules", BOTH)
def test_six_hundred_events(tmp_path: Path, rules: str) -> None:
    """The page of a game of 600 events is smaller than 400 KB."""
    path = tmp_path / "long.rbk"
    session = demo(rules, path, count=12)
    chance = random.Random(7)
    log = session.log

    def events() -> int:
        return sum(len(entry.events) for entry in log.entries(range(len(log))))

    while events() < 600:
        for command in demo_commands(rules)[12:]:
            if command["do"] != "end_game" and events() < 600:
                settle(session, chance)
                try_with_dice(session, command, chance)
        session.submit({"do": "note", "by": "judge", "text": f"again, at {len(log)}"})
    session.close()
    assert len(export_page(path).encode()) < 400_000


def test_too_long_for_a_page(
    logs: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log of more entries than a page can hold is refused with what to do instead."""
    monkeypatch.setattr(content, "MAX_ENTRIES", 100)
    assert run(["export", str(logs["hull-points"]), "--html"]) == 1
    said = capsys.readouterr().err
    assert "161 entries" in said
    assert "rollbook step" in said


def test_export_writes_a_new_file(logs: dict[str, Path], tmp_path: Path) -> None:
    """The page goes into a file that was not there; one that was is left as it is."""
    made = tmp_path / "page.html"
    assert run(["export", str(logs["armour-value"]), "--html", "-o", str(made)]) == 0
    assert made.read_text(encoding="utf-8").startswith("<!doctype html>")
    made.write_text("mine")
    assert run(["export", str(logs["armour-value"]), "--html", "-o", str(made)]) == 2
    assert made.read_text() == "mine"


def test_one_form_at_a_time(logs: dict[str, Path]) -> None:
    """Two forms at once, or none, is wrong usage."""
    assert run(["export", str(logs["armour-value"]), "--html", "--jsonl"]) == 2
    assert run(["export", str(logs["armour-value"])]) == 2

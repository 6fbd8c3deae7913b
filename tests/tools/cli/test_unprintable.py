"""Names and notes with control and direction-override characters never reach a terminal as such."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.tools.cli.main import run

WICKED = "A\x1b[31m\u202enn\x07\u2066"
COMMANDS = (
    ["show"], ["log"], ["log", "--all"], ["timelines"], ["verify"], ["audit"], ["luck"],
    ["explain", "1"], ["diff", "main", "main@1"],
)  # fmt: skip


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Path:
    """Give a game whose players, notes and reasons hold what a terminal must not get."""
    monkeypatch.setenv("ROLLBOOK_CACHE", str(tmp_path / "cache"))
    lines = [
        {
            "do": "start_game",
            "by": "A",
            "rules": "hull-points",
            "players": {"A": WICKED, "B": "Ben"},
            "house_rules": {},
        },
        {"do": "note", "by": "A", "text": WICKED},
        {"do": "note", "by": "A", "text": "second"},
        {"do": "take_back", "by": "A", "to": 1, "reason": WICKED},
    ]
    text = "\n".join(json.dumps(line) for line in lines).encode()

    class Stdin:
        buffer = io.BytesIO(text)

    monkeypatch.setattr("sys.stdin", Stdin)
    path = tmp_path / "wicked.rbk"
    assert run(["play", str(path), "-", "--jsonl"]) == 0
    capsys.readouterr()
    return path


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_wicked_characters_are_escaped(words: list[str], log: Path, capsys: Any) -> None:
    """Every character that is printed is printable, in words and in JSON."""
    for more in ([], ["--json"]):
        run([words[0], str(log), *words[1:], *more])
        said = capsys.readouterr()
        for line in (said.out + said.err).splitlines():
            bad = [c for c in line if not c.isprintable()]
            assert bad == [], (words, more, line)

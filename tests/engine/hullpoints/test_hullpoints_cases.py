"""The acceptance cases of the hull-point rules, without a log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rollbook.engine.ruleset import rule_set
from rollbook.events.plain import to_plain
from tests.conftest import CASES, Game, case_files, check_result, load


def keyed(path: Path) -> bool:
    """Tell whether a case is about keys, which only a log knows."""
    return any(c.get("key") is not None for c in load(path)["commands"])


@pytest.mark.parametrize(
    "path", [p for p in case_files("hull-points") if not keyed(p)], ids=lambda p: p.stem
)
def test_case(path: Path) -> None:
    """Each command of a handed case gives what the case says, and the state is its own."""
    case = load(path)
    game = Game(rule_set("hull-points"))
    for number, (command, expected) in enumerate(
        zip(case["commands"], case["expect"], strict=True)
    ):
        before = game.state
        result = game.submit(command)
        check_result(result, expected, f"command {number}, {command}")
        assert "events" in result or game.state is before
    assert (game.state and to_plain(game.state)) == case["state"]


def test_demo_battle() -> None:
    """The demo battle plays without a refusal to the state that was given with it."""
    game = Game(rule_set("hull-points"))
    folder = CASES / "hull-points"
    for line in (folder / "demo_battle.jsonl").read_text().splitlines():
        result = game.submit(json.loads(line))
        assert "events" in result, (line, result)
    assert to_plain(game.state) == load(folder / "demo_state.json")

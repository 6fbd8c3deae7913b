"""The acceptance cases of armour-value, and the long battle."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from rollbook.engine.ruleset import rule_set
from rollbook.events.plain import to_plain
from tests.conftest import CASES, Game, case_files, check_result, load

RULES = rule_set("armour-value")
FILES = [f for f in case_files("armour-value") if '"key"' not in f.read_text()]


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_handed_case(file: Path):
    """Every handed case gives its events, its refusals and its final state."""
    case = load(file)
    game = Game(RULES)
    for i, (command, expected) in enumerate(zip(case["commands"], case["expect"], strict=True)):
        before = game.state
        result = game.submit(command)
        check_result(result, expected, f"{case['name']}, command {i}: {command}")
        if "refused" in result:
            assert game.state is before
    assert to_plain(game.state) == case["state"]


def test_the_demo_battle_ends_as_written():
    """The long battle runs without a refusal to the given state."""
    game = Game(RULES)
    battle = CASES / "armour-value" / "demo_battle.jsonl"
    for line in battle.read_text().splitlines():
        result = game.submit(json.loads(line))
        assert "events" in result, (line, result)
    assert to_plain(game.state) == load(battle.with_name("demo_state.json"))


def test_the_shipped_demo_is_that_battle():
    """What the demo plays is the battle of the acceptance cases."""
    shipped = resources.files("rollbook.engine.armourvalue").joinpath("demo.jsonl")
    assert shipped.read_text() == (CASES / "armour-value" / "demo_battle.jsonl").read_text()

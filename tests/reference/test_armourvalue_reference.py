"""The program and a plain second implementation of armour-value, move by move."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.ruleset import rule_set
from rollbook.events.plain import to_plain
from rollbook.tools.cli.main import run
from tests.conftest import CASES, Game, case_files, check_result, load
from tests.reference.armourvalue import submit
from tests.reference.armourvalue_effects import EFFECTS
from tests.reference.armourvalue_play import Player

RULES = rule_set("armour-value")
COMPARED = ("code", "rule", "purpose", "count", "sides", "options", "owed", "unit")


def same_refusal(mine: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """Compare code, rule and what else the page names; of several bad fields any may be named."""
    if any(mine[k] != theirs.get(k) for k in COMPARED if k in mine):
        return False
    named = str(theirs.get("field", "")).partition(".")[0].partition("[")[0]
    fields = mine.get("field", named)
    return named in fields if isinstance(fields, set) else named == fields


def same_result(mine: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """Compare refusals as above, events whole."""
    if "refused" in mine:
        return "refused" in theirs and same_refusal(mine["refused"], theirs["refused"])
    return written(mine) == written(theirs)


def written(value: Any) -> str:
    """Give JSON, in which 1, 1.0 and true are not the same."""
    return json.dumps(value, sort_keys=True)


def play(seed: int, commands: int, seen: Counter[str] | None = None) -> None:
    """Play one random game on both sides and compare all results and states."""
    player, game, state = Player(seed), Game(RULES), None
    played: list[dict[str, Any]] = []
    early = [player.early() for _ in range(player.r.randint(0, 6))]
    opening = [*early, player.opening(), *(player.new_unit() for _ in range(7))]
    for n in range(commands):
        command = opening[n] if n < len(opening) else player.next(state)
        after, mine = submit(state, command)
        theirs = game.submit(command)
        if "events" in mine:
            played.append(command)
        if seen is not None:
            seen.update(e["type"] for e in mine.get("events", []))
            seen.update([mine["refused"]["code"]] if "refused" in mine else [])
        story = [*played, command] if "refused" in mine else played
        assert same_result(mine, theirs), failed(seed, story, mine, theirs)
        if "events" in mine:
            plain = to_plain(game.state)
            assert written(plain) == written(after), failed(seed, story, after, plain)
            for kept in ("units", "combats", "players"):
                assert list(plain[kept]) == list(after[kept])
        state = after
        if n == len(early) and "refused" in mine:
            return  # An early command has started the game without the players' ids.
        if state is not None and state["over"] and n % 7 == 0:
            return


def script(seed: int, commands: int) -> list[dict[str, Any]]:
    """Give the commands of one random game."""
    player, state = Player(seed), None
    given = [player.opening(), *(player.new_unit() for _ in range(7))]
    for n in range(commands):
        if n >= len(given):
            given.append(player.next(state))
        state, _ = submit(state, given[n])
    return given


def failed(seed: int, story: list[dict[str, Any]], mine: Any, theirs: Any) -> str:
    """Tell what happened, so that it can be played again."""
    lines = "\n".join(json.dumps(c) for c in story)
    return f"seed {seed}\n{lines}\nreference: {mine}\nprogram:   {theirs}"


@pytest.mark.parametrize("file", case_files("armour-value"), ids=lambda f: f.stem)
def test_reference_keeps_handed_case(file: Path):
    """The reference gives what every handed case expects."""
    case, state = load(file), None
    for command, expected in zip(case["commands"], case["expect"], strict=True):
        state, result = submit(state, command)
        check_result(result, expected, case["name"])
    assert state == case["state"]


def test_reference_plays_the_demo_battle():
    """The reference takes the long battle to the given state."""
    battle, state = CASES / "armour-value" / "demo_battle.jsonl", None
    for line in battle.read_text().splitlines():
        state, result = submit(state, json.loads(line))
        assert "events" in result
    assert state == load(battle.with_name("demo_state.json"))


def test_both_agree():
    """Two implementations answer random commands alike, and these cause every sort of event."""
    seen: Counter[str] = Counter()
    for seed in range(24):
        play(seed, 150, seen)
    assert not set(EFFECTS) - set(seen)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_both_agree_for_long(seed: int):
    """They still agree over many longer games."""
    play(seed, 300)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2000, 2012))
def test_command_line_agrees(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The same games, written to a log and read back, give the same results and state."""
    commands, state = script(seed, 200), None
    log, file = str(tmp_path / "game.rbk"), tmp_path / "commands.jsonl"
    file.write_text("".join(json.dumps(c) + "\n" for c in commands))
    run(["play", log, str(file), "--jsonl", "--keep-going", "--json"])
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for command, theirs in zip(commands, results, strict=True):
        state, mine = submit(state, command)
        theirs = {k: theirs[k] for k in ("events", "refused") if k in theirs}
        assert same_result(mine, theirs), failed(seed, [command], mine, theirs)
    run(["show", log, "--json"])
    assert written(json.loads(capsys.readouterr().out)) == written(state)

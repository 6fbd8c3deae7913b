"""Every acceptance case, through the command line: `play --jsonl`, then `show --json`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.tools.cli.main import run
from tests.conftest import CASES, case_files, check_result, load

RULE_SETS = ("hull-points", "armour-value")
ALL = [(rules, path) for rules in RULE_SETS for path in case_files(rules)]


def played(rules: str, path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Play a case into a new log and hold results and state against it."""
    case = load(path)
    commands = folder / "commands.jsonl"
    commands.write_text("".join(json.dumps(c) + "\n" for c in case["commands"]))
    log = folder / "game.rbk"
    code = run(["play", str(log), str(commands), "--jsonl", "--keep-going", "--json"])
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(results) == len(case["commands"])
    for number, (result, expected) in enumerate(zip(results, case["expect"], strict=True)):
        check_result(result, expected, f"{rules} {path.stem}, command {number}")
    assert code == (1 if any("refused" in r for r in results) else 0)
    shown = run(["show", str(log), "--json"])
    state = json.loads(capsys.readouterr().out)
    assert state == case["state"]
    assert shown == (1 if state is None else 0)


@pytest.mark.parametrize(("rules", "path"), ALL, ids=[f"{r}-{p.stem}" for r, p in ALL])
def test_case(rules, path, tmp_path, capsys):
    """Results and final state are those of the case."""
    played(rules, path, tmp_path, capsys)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_demo_battle(rules, tmp_path, capsys):
    """The long battle is accepted whole and ends in the given state."""
    log = tmp_path / "demo.rbk"
    battle = CASES / rules / "demo_battle.jsonl"
    assert run(["play", str(log), str(battle), "--jsonl"]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all("events" in result for result in results)
    assert run(["show", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == load(CASES / rules / "demo_state.json")


def test_the_installed_command(tmp_path):
    """The same through a process of its own."""
    log = tmp_path / "demo.rbk"
    command = Path(sys.executable).with_name("rollbook")
    battle = CASES / "hull-points" / "demo_battle.jsonl"
    done = subprocess.run([command, "play", log, battle, "--jsonl"], capture_output=True)
    assert done.returncode == 0, done.stderr
    shown = subprocess.run([command, "show", log, "--json"], capture_output=True)
    assert json.loads(shown.stdout) == load(CASES / "hull-points" / "demo_state.json")

"""States of every shipped rule set can be kept beside a long log and found again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rollbook.engine.starting import start
from rollbook.projections.fold import projection_of
from rollbook.projections.snapshot import load_snapshots, save_snapshots
from rollbook.projections.state import States

CASES = Path(__file__).parents[1] / "cases"


@pytest.mark.parametrize("rules", ["hull-points", "armour-value"])
def test_states_of_a_whole_battle_come_back_from_their_side_file(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every state of the demo battle is the same after it was kept in a side file."""
    monkeypatch.setenv("ROLLBOOK_CACHE", str(tmp_path / "cache"))
    commands = [json.loads(text) for text in _demo(rules).read_text().splitlines()]
    session = start(commands[0], tmp_path / "demo.rbk")
    for command in commands[1:]:
        session.submit(command)
    projection = projection_of(rules)
    states = States(session.log, projection)
    kept = {seq: states.at(seq) for seq in range(len(session.log))}
    assert save_snapshots(tmp_path / "demo.rbk", session.log, projection, kept)

    found = load_snapshots(tmp_path / "demo.rbk", projection)

    assert found is not None
    assert {seq: found.state(seq, session.log) for seq in found.seqs} == kept
    session.close()


def _demo(rules: str) -> Path:
    return CASES / rules / "demo_battle.jsonl"

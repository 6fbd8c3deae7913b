"""JSON lines both ways: the same file to the byte, and refusals for anything else."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rollbook.engine.dice.source import SystemSource as SystemDiceSource
from rollbook.engine.starting import start
from rollbook.events.dicevalues import SystemDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.file import FileLog
from rollbook.events.log.log import NewEntry
from rollbook.events.log.messages import HoldRoll, RollHeld, TakeBack
from rollbook.tools.cli.record import Recorder
from rollbook.tools.importers.jsonlog import import_json_lines
from rollbook.tools.notation import document_of, read, write
from rollbook.tools.notation.playing import Playing
from tests.tools.notation.games import RULE_SETS, random_log
from tests.tools.prompt.test_prompt import START, WALKER


def exported(path: Path) -> list[bytes]:
    """Give the lines that ``export --jsonl`` writes."""
    with FileLog.read(path) as log:
        return [
            json.dumps(entry.to_plain(log.timelines.line(entry.seq))).encode()
            for entry in log.entries(range(len(log)))
        ]


@pytest.mark.parametrize("rules", RULE_SETS)
@given(seed=st.integers(0, 2**32))
@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_the_same_bytes_come_back(rules, seed, tmp_path_factory):
    """A random game with forks, take-backs and keys is rebuilt to the byte."""
    folder = tmp_path_factory.mktemp("log")
    random_log(rules, seed, 80, folder / "a.rbk").close()
    made = import_json_lines(exported(folder / "a.rbk"), folder / "b.rbk")
    assert (folder / "b.rbk").read_bytes() == (folder / "a.rbk").read_bytes()
    assert made.entries == len(exported(folder / "a.rbk"))


def test_generated_dice_and_held_rolls_come_back(tmp_path):
    """Dice of each source find their type again, and so does a command inside a held roll."""
    path = tmp_path / "a.rbk"
    session = start(START, path)
    session.source = SystemDiceSource()
    for owner, unit in (("ann", "g"), ("ben", "h")):
        session.submit({**WALKER, "by": owner, "owner": owner, "unit": unit, "name": unit})
    session.submit({"do": "check", "by": "ann", "unit": "g", "characteristic": "grit"})
    session.submit({"do": "apply_damage", "by": "judge", "unit": "g", "amount": 30, "cause": "x"})
    owed = session.state.pending[0].do if session.state.pending else ""
    if owed == "resolve_timber":
        bad = {"do": "resolve_timber", "by": "ann", "unit": "g", "angle_decideg": 5, "under": []}
        with suppress(RuleRefusal):
            session.submit(bad)
    session.close()
    with FileLog.read(path) as log:
        assert {type(e.dice).__name__ for e in log.entries(range(len(log)))} >= {"SystemDice"}
        text = write(document_of(log))
    import_json_lines(exported(path), tmp_path / "b.rbk")
    assert (tmp_path / "b.rbk").read_bytes() == path.read_bytes()
    assert "# system dice" in text
    document, errors = read(text)
    assert not errors
    assert document is not None
    assert not [o for o in Playing(Recorder(None)).play(document) if o.refused]


def test_a_held_roll_comes_back(tmp_path):
    """A command that waits inside an entry of the program is written by its own type."""
    path = tmp_path / "a.rbk"
    session = start(START, path)
    held = TakeBack(to=0, reason="x")
    dice = SystemDice(source="system", faces=(3,), rolled_by="ann", kept_from=0, kept=1)
    event = RollHeld(command=held, code="BAD_VALUE")
    session.log.append(NewEntry(HoldRoll(command=held, code="X"), (event,), "ann", dice=dice))
    session.close()
    import_json_lines(exported(path), tmp_path / "b.rbk")
    assert (tmp_path / "b.rbk").read_bytes() == path.read_bytes()

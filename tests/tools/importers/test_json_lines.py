"""JSON lines both ways: the same file to the byte, and refusals for anything else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rollbook.events.log.file import FileLog
from rollbook.tools.importers.jsonlog import import_json_lines
from tests.tools.notation.games import RULE_SETS, random_log


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

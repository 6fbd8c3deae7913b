"""Logs to look at: the demo battles, one of them with a take-back and a fork."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.tools.cli.stepping import Walk

CASES = Path(__file__).parents[2] / "cases"
HOSTILE = "\x1b[2J\x1b]0;gone\x07\u202egnihton\r\n"


def played(rules: str, path: Path) -> Session:
    """Play the demo battle of a rule set into a file."""
    commands = [json.loads(text) for text in demo_of(rules).read_text().splitlines()]
    session = start(commands[0], path)
    for command in commands[1:]:
        session.submit(command)
    return session


def demo_of(rules: str) -> Path:
    """Give the commands of a demo battle."""
    return CASES / rules / "demo_battle.jsonl"


@pytest.fixture(scope="session")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo battle of the hull-point rules in a file."""
    path = tmp_path_factory.mktemp("demo") / "demo.rbk"
    played("hull-points", path).close()
    return path


@pytest.fixture(scope="session")
def branched_file(demo_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo battle, taken back to entry 123, with a hostile note, and a fork at entry 40."""
    path = tmp_path_factory.mktemp("branched") / "branched.rbk"
    shutil.copy(demo_file, path)
    session = Session.open(path)
    session.submit({"do": "take_back", "by": "judge", "to": 123, "reason": HOSTILE})
    session.submit({"do": "note", "by": "ann", "text": HOSTILE})
    session.submit({"do": "fork", "by": "ann", "at": 40, "name": "what-if"})
    session.close()
    return path


def walk_of(path: Path) -> Walk:
    """Open a log to walk through it."""
    from rollbook.tools.cli.common import View

    view = View(path)
    return Walk(view.log, view.states, view.rules)


@pytest.fixture(scope="session")
def demo(demo_file: Path) -> Walk:
    """A walk through the demo battle."""
    return walk_of(demo_file)


@pytest.fixture(scope="session")
def branched(branched_file: Path) -> Walk:
    """A walk through the log with a take-back and a fork."""
    return walk_of(branched_file)

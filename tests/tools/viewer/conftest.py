"""Pages of logs, opened in a browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.log.file import FileLog
from rollbook.tools.cli.demo import commands_in
from rollbook.tools.cli.main import run
from rollbook.tools.cli.tournament_demo import keep_games
from rollbook.tools.viewer.document import export_page
from tests.battles import BOTH, demo
from tests.tools.viewer.opened import HOSTILE, Opened


@pytest.fixture(scope="session")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The demo battles of both rule sets, one with a take-back, a dispute and a fork."""
    folder = tmp_path_factory.mktemp("logs")
    found = {}
    for rules in BOTH:
        found[rules] = folder / f"{rules}.rbk"
        demo(rules, found[rules]).close()
    found["branched"] = folder / "branched.rbk"
    shutil.copy(found["hull-points"], found["branched"])
    session = Session.open(found["branched"])
    for command in (
        {"do": "take_back", "by": "judge", "to": 123, "reason": "the wrong walker"},
        {"do": "note", "by": "ann", "text": HOSTILE, "about": "60.0"},
        {"do": "note", "by": "ann", "text": HOSTILE, "about": "60.0"},
        {"do": "dispute", "by": "ben", "about": "60.0", "reason": "more than 45 degrees"},
        {
            "do": "settle",
            "by": "judge",
            "about": "60.0",
            "outcome": "stands",
            "rule": "HW-TURN-4",
            "reason": "measured again",
        },
        {"do": "fork", "by": "ann", "at": 40, "name": "what-if"},
    ):
        session.submit(command)
    session.close()
    return found


@pytest.fixture(scope="session")
def pages(logs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The offline page of each log."""
    folder = tmp_path_factory.mktemp("pages")
    for name, path in logs.items():
        (folder / f"{name}.html").write_text(export_page(path), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in logs}


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:
    """A page without network; the test fails if the page raised an error."""
    made = Opened(browser)
    yield made
    made.context.close()
    assert made.errors == []


@pytest.fixture
def phone(browser: Any) -> Iterator[Opened]:
    """The same as a phone shows it."""
    made = Opened(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield made
    made.context.close()
    assert made.errors == []


@pytest.fixture(scope="session")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    The shipped event, with linked games of every kind, and the folder ``games`` beside it.

    r1-1 is as it was linked, r1-6 has grown, r1-2 is another log with the id
    of the linked one, r1-3 is shorter, r1-4 is gone; no other has a log.
    """
    folder = tmp_path_factory.mktemp("event")
    path, games = folder / "event.rbk", folder / "games"
    first, *rest = commands_in("rollbook.engine.tournament")
    session = start(first, path)
    for command in rest:
        session.submit(command)
    session.close()
    keep_games(path, games)
    for place, name in enumerate(("r1-2", "r1-3", "r1-4")):
        demo("armour-value", games / f"{name}.rbk", count=30 + place).close()
    shutil.copy(games / "r1-2.rbk", folder / "other.rbk")
    note(games / "r1-2.rbk", "as it was linked")
    note(folder / "other.rbk", "as it was not")
    for name in ("r1-1", "r1-2", "r1-3", "r1-4", "r1-6"):
        sides = [] if name in ("r1-1", "r1-6") else ["--first", "ada"]
        assert run(["tournament", "link", str(path), name, str(games / f"{name}.rbk"), *sides]) == 0
    (folder / "other.rbk").replace(games / "r1-2.rbk")
    with FileLog.read(games / "r1-3.rbk") as log:
        kept = log.offset(20)
    os.truncate(games / "r1-3.rbk", kept)
    (games / "r1-4.rbk").unlink()
    note(games / "r1-6.rbk", "written after it was linked")
    return path


def note(log: Path, text: str) -> None:
    """Write a note into a log."""
    session = Session.open(log)
    session.submit({"do": "note", "by": "judge", "text": text})
    session.close()


@pytest.fixture(scope="session")
def event_page(event: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of that event, the pages of its games in a folder beside it."""
    page = tmp_path_factory.mktemp("site") / "the event.html"
    games = ["--games", str(event.parent / "games")]
    assert run(["export", str(event), "--html", *games, "-o", str(page)]) == 0
    return page

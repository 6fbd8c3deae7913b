"""Pages of logs, opened in a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
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

"""Pages of logs that are not whole, cannot be folded, or play rules that nobody here knows."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.starting import start
from rollbook.events.game import Note
from rollbook.events.hullpoints.events import HullPointLost
from rollbook.events.log.file import FileLog
from rollbook.events.log.log import NewEntry
from rollbook.events.tournament.facts import ResultConfirmed
from rollbook.tools.cli.demo import commands_in
from rollbook.tools.viewer import content
from rollbook.tools.viewer.document import export_page
from tests.tools.viewer.opened import VIEWS, verified


def shown(opened: Any, log: Path) -> Any:
    """Open the page of a log, and look at each of its views."""
    path = log.with_suffix(".html")
    path.write_text(export_page(log), encoding="utf-8")
    page = opened.go(path)
    assert verified(page) == "✓ Bytes verified"
    page.keyboard.press("End")
    for view in VIEWS:
        page.evaluate(f"document.querySelector('rb-now').player.setView('{view}')")
    page.keyboard.press("Escape")
    return page


def test_a_torn_log(opened: Any, logs: dict[str, Path], tmp_path: Path) -> None:
    """The good part of a torn log is shown, and that it is torn."""
    log = tmp_path / "torn.rbk"
    log.write_bytes(logs["armour-value"].read_bytes()[:-3])
    page = shown(opened, log)
    assert "torn" in page.text_content(".problem")
    assert page.evaluate("document.querySelector('rb-now').player.log.entries.length") == 88


def test_a_game_that_cannot_be(opened: Any, logs: dict[str, Path], tmp_path: Path) -> None:
    """An event that fits no state is named; what was recorded is all there."""
    log = tmp_path / "broken.rbk"
    shutil.copy(logs["hull-points"], log)
    with FileLog.write(log) as writer:
        event = HullPointLost(unit="nobody", hull=1)
        writer.append(NewEntry(Note(text="x"), (event,), "judge"))
        writer.append(NewEntry(Note(text="y"), (event,), "judge"))
    page = shown(opened, log)
    said = page.text_content(".problem")
    assert "entry 161" in said
    assert "nobody" in said
    assert "nobody loses a hull point" in page.text_content(".sentence")
    assert page.locator(".card").count() == 8


def test_an_event_that_cannot_be(opened: Any, tmp_path: Path) -> None:
    """An event whose log does not fit keeps its layout, with standings of what fits."""
    first, *rest = commands_in("rollbook.engine.tournament")
    log = tmp_path / "cup.rbk"
    session = start(first, log)
    for command in rest:
        session.submit(command)
    session.close()
    with FileLog.write(log) as writer:
        event = ResultConfirmed(game="r9-9", by="ada", slip=False)
        writer.append(NewEntry(Note(text="x"), (event,), "judge"))
    path = log.with_suffix(".html")
    path.write_text(export_page(log), encoding="utf-8")
    page = opened.go(path)
    assert verified(page) == "✓ Bytes verified"
    assert page.evaluate("document.body.dataset.view") == "event"
    assert page.locator("table.standings tbody tr").count() > 8
    assert "entry 70" in page.text_content(".problem")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    assert "Unlikely" not in page.text_content("rb-timeline")
    assert "No units" not in page.text_content("main")


def test_rules_that_nobody_knows(
    opened: Any, logs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the rules of a game its record is shown, without states."""
    monkeypatch.setattr(content, "_projection", lambda _: None)
    log = tmp_path / "unknown.rbk"
    shutil.copy(logs["armour-value"], log)
    page = shown(opened, log)
    assert page.locator(".card").count() == 0
    assert "Game over" in page.text_content(".sentence")


def test_a_log_of_one_entry(opened: Any, tmp_path: Path) -> None:
    """A game that has only begun has a page too."""
    from tests.battles import demo

    log = tmp_path / "begun.rbk"
    demo("hull-points", log, count=1).close()
    page = shown(opened, log)
    assert "Game of hull-points starts" in page.text_content(".sentence")

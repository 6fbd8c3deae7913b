"""The page of an event: its standings are those of the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.starting import start
from rollbook.tools.cli.demo import commands_in
from rollbook.tools.cli.main import run
from rollbook.tools.viewer.document import export_page
from tests.tools.viewer.opened import verified


@pytest.fixture(scope="module")
def event_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped event."""
    path = tmp_path_factory.mktemp("event") / "event.rbk"
    first, *rest = commands_in("rollbook.engine.tournament")
    session = start(first, path)
    for command in rest:
        session.submit(command)
    session.close()
    return path


def test_standings_and_crosstable(
    opened: Any, event_log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Places, names and values stand there as `tournament standings` prints them."""
    html = tmp_path / "event.html"
    html.write_text(export_page(event_log), encoding="utf-8")
    page = opened.go(html)
    assert verified(page) == "✓ Bytes verified"
    assert run(["tournament", "standings", str(event_log), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    table, cross = page.locator("rb-standings table").all()
    shown = [line.locator("th, td").all_text_contents() for line in table.locator("tbody tr").all()]
    assert len(shown) == len(rows) > 8
    for line, row in zip(shown, rows, strict=True):
        assert line[0].split()[0] == str(row["rank"])
        assert line[1].startswith(row["name"])
        assert line[2:5] == [str(row[n]) for n in ("wins", "draws", "losses")]
        assert line[5:] == list(row["values"].values())
    assert cross.locator("tbody tr").count() == len(rows)
    page.locator("rb-standings button").first.click()
    assert page.evaluate("document.body.dataset.view") == "log"
    assert page.locator("rb-list .events li").count() > 2

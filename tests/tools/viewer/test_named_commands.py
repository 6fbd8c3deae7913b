"""The command lines that the page names do what it says of them."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from rollbook.tools.cli.main import run
from rollbook.tools.viewer.document import export_page
from tests.battles import BOTH

WHAT_IFS = """
() => {
  const player = document.querySelector("rb-now").player;
  player.oddsOpen = true;
  const found = [];
  player.stops.forEach((stop, i) => {
    if (i % 13 || !player.odds(stop).length) return;
    player.go(i);
    found.push(document.querySelector(".strip code").textContent);
  });
  return found;
}
"""


@pytest.mark.parametrize("rules", BOTH)
def test_what_if_forks_there(
    opened: Any,
    pages: dict[str, Path],
    logs: dict[str, Path],
    rules: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What the odds name can be run as it stands: a new log with the fork, other faces on it."""
    shutil.copy(logs[rules], tmp_path)
    monkeypatch.chdir(tmp_path)
    lines = opened.go(pages[rules]).evaluate(WHAT_IFS)
    assert len(lines) >= 5
    for line in lines:
        Path("what-if.rbk").unlink(missing_ok=True)
        assert run(shlex.split(line)[1:]) == 0, line
        assert run(["timelines", "what-if.rbk"]) == 0
        assert "what-if (default, simulated): parts at" in capsys.readouterr().out


def test_faces_that_fell_are_no_what_if(opened: Any, pages: dict[str, Path]) -> None:
    """Where every die fell on its highest face already, the other faces are ones."""
    page = opened.go(pages["hull-points"], "#e=124.9")
    page.keyboard.press("o")
    assert "--faces 1,1 " in page.text_content(".strip code")


def test_names_of_files_are_quoted(
    opened: Any, logs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log may have any name: each command line takes it as one word."""
    log = tmp_path / "-Ann's game; 2.rbk"
    shutil.copy(logs["hull-points"], log)
    html = tmp_path / "page.html"
    html.write_text(export_page(log), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    page = opened.go(html, "#e=33.6")
    page.keyboard.press("o")
    said = [page.text_content(".strip code")]
    page.locator('[data-path="units.stilts.hull"]').click()
    said.append(page.text_content("dialog.why code"))
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    said.append(page.text_content("rb-diff code"))
    for line, command in zip(said, ("whatif", "explain", "fork"), strict=True):
        assert shlex.split(line)[1:3] == [command, "./-Ann's game; 2.rbk"]
        assert run(shlex.split(line)[1:]) == 0, line

"""The page on the viewer tells of every key, view and command that there is."""

from __future__ import annotations

import re
from pathlib import Path

from rollbook.tools.cli.main import COMMANDS
from rollbook.tools.viewer.bundle import page_file

PAGE = (Path(__file__).parents[2] / "docs" / "viewer.md").read_text(encoding="utf-8")
NAMES = {
    "ArrowRight": "→", "ArrowLeft": "←", "ArrowUp": "↑", "ArrowDown": "↓", " ": "Space",
}  # fmt: skip


def test_every_key_is_told() -> None:
    """Each key that the page listens to stands in the table of keys."""
    keys = re.findall(r'^  \["([^"]+)", "', page_file("keys.js"), re.MULTILINE)
    assert len(keys) >= 24
    for key in keys:
        for part in key.split("+"):
            assert f"`{NAMES.get(part, part)}`" in PAGE, key


def test_every_view_is_told() -> None:
    """Each view that a link can name stands where links are told of."""
    views = re.search(r"const VIEWS = \[(.*?)\]", page_file("links.js"))
    assert views is not None
    told = PAGE.partition("## Links")[2].partition("##")[0]
    for view in re.findall(r'"(\w+)"', views[1]):
        assert re.search(rf"\b{view}\b", told), view


def test_commands_that_the_page_names_exist() -> None:
    """Whatever command line the page offers begins with a command of ours."""
    texts = [PAGE, *(page_file(name) for name in ("app.js", "branches.js", "dice.js"))]
    named = {name for text in texts for name in re.findall(r"`rollbook ([a-z-]+)", text)}
    assert {"whatif", "explain", "fork"} <= named
    assert named <= set(COMMANDS)

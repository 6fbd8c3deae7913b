"""A page whose data no export can have says that it is damaged: it does not hang."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from rollbook.tools.viewer.bundle import script
from rollbook.tools.viewer.document import export_page
from tests.battles import demo
from tests.tools.viewer.opened import Opened, with_data

pytestmark = pytest.mark.slow

Change = Callable[[dict[str, Any]], object]
CHECK = f"data => {{ {script('check.js')} try {{ checkShape(data); return ''; }}"
CHECK += " catch (error) { return error.message; } }"

WRONG: list[tuple[str, Change]] = [
    ("entry 4 parent", lambda d: d["entries"][4].update(parent=4)),
    ("entry 2 parent", lambda d: d["entries"][2].update(parent=9)),
    ("entry 3 parent", lambda d: d["entries"][3].update(parent=None)),
    ("entry 0 parent", lambda d: d["entries"][0].update(parent=0)),
    ("entry 5 parent", lambda d: d["entries"][5].update(parent=-1)),
    ("entry 5 timeline", lambda d: d["entries"][5].update(timeline="nowhere")),
    ("entry 5 at", lambda d: d["entries"][5].update(at="noon")),
    ("entry 3 said", lambda d: d["entries"][3].update(said=None)),
    ("entry 3 events", lambda d: d["entries"][3]["said"].append("more")),
    ("entry 3 events", lambda d: d["entries"][3].update(events=[], said=[], patches=[])),
    ("entry 3 events", lambda d: d["entries"][3].update(events=[None])),
    ("entry 3 patches", lambda d: d["entries"][3]["patches"][0].append([1, 2])),
    ("entry 3 command", lambda d: d["entries"][3].update(command=[])),
    ("entry 3", lambda d: d["entries"].insert(3, None)),
    ("entries", lambda d: d.update(entries=[])),
    ("entries", lambda d: d.update(entries={})),
    ("timelines", lambda d: d.pop("timelines")),
    ("timelines default", lambda d: d["timelines"].update(default="nope")),
    ("timelines names", lambda d: d["timelines"]["names"].append("more")),
    ("timelines heads", lambda d: d["timelines"]["heads"].update(main=900)),
    ("timelines heads", lambda d: d["entries"].pop()),
    ("timelines gone", lambda d: d["timelines"].update(gone=None)),
    ("timelines withdrawn", lambda d: d["timelines"]["withdrawn"].update({"3": 900})),
    ("log", lambda d: d.pop("log")),
    ("log unlike", lambda d: d["log"].pop("unlike")),
    ("log rules", lambda d: d["log"].update(rules={"a": 1})),
    ("log players", lambda d: d["log"].update(players=["ann", "ben"])),
    ("its signed", lambda d: d.update(signed=[{"size": 6}])),
    ("its rolls", lambda d: d.update(rolls=[])),
]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a battle that has only begun."""
    log = tmp_path_factory.mktemp("begun") / "begun.rbk"
    demo("hull-points", log, count=12).close()
    return export_page(log)


def test_a_part_of_another_kind_is_named(opened: Any, begun: str) -> None:
    """The first part that is not as a page has it is named."""
    data: dict[str, Any] = {}
    with_data(begun, data.update)
    assert opened.page.evaluate(CHECK, data) == ""
    for part, change in WRONG:
        changed = deepcopy(data)
        change(changed)
        assert opened.page.evaluate(CHECK, changed) == f"{part} is not as a page has it"


def changed_page(opened: Opened, text: str, html: Path, change: Change) -> Any:
    """Open a page whose data were changed."""
    html.write_text(with_data(text, change), "utf-8")
    return opened.go(html)


@pytest.mark.parametrize("seen", [0, 1, 17])
def test_the_page_says_so(opened: Any, begun: str, tmp_path: Path, seen: int) -> None:
    """Instead of the game there is what is wrong with the page."""
    part, change = WRONG[seen]
    page = changed_page(opened, begun, tmp_path / "bad.html", change)
    assert page.text_content("rb-app h1") == "This page cannot be read"
    assert f"This export is damaged: {part} is not" in page.text_content(".problem")


def test_a_state_that_cannot_be_drawn(browser: Any, begun: str, tmp_path: Path) -> None:
    """A unit that is no unit is said to be damage, at the beginning or where it is come to."""

    def no_units(seq: int) -> Change:
        return lambda d: d["entries"][seq]["patches"].append(
            [*d["entries"][seq]["patches"].pop(), ["units", {"g": None}]]
        )

    made = Opened(browser)
    page = changed_page(made, begun, tmp_path / "first.html", no_units(0))
    assert page.text_content("rb-app h1") == "This page cannot be read"
    page = changed_page(made, begun, tmp_path / "later.html", no_units(5))
    page.evaluate("document.querySelector('rb-now').player.goTo(5)")
    assert "This export is damaged" in page.text_content("rb-app > .problem:not([hidden])")
    made.context.close()

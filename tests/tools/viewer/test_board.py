"""The board draws what the state shown says: bases of its own path, and every unit inside."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.tools.viewer.document import export_page

pytestmark = pytest.mark.slow

START = {
    "do": "start_game",
    "by": "ann",
    "rules": "hull-points",
    "players": {"ann": "Ann", "ben": "Ben"},
}
WALKER = {
    "do": "add_unit", "by": "ann", "unit": "g", "owner": "ann", "kind": "walker", "name": "G",
    "weight": "heavy", "ws": "4/4", "strength": 7, "toughness": [11, 10, 9], "grit": 5,
    "sagacity": 4, "weapons": [],
}  # fmt: skip
SHAPE = "document.querySelector('rb-board [data-unit=g] > ellipse')"
OUTSIDE = """
() => {
  const board = document.querySelector("rb-board");
  const { player } = board;
  const found = [];
  for (let i = 0; i < player.stops.length; i += 1) {
    player.go(i);
    const box = board.querySelector("svg[role=img]")?.viewBox.baseVal;
    for (const [id, unit] of Object.entries(player.state?.units || {})) {
      if (!unit.position) continue;
      const drawn = board.querySelector(`[data-unit=${id}]`);
      const [x, y] = drawn ? drawn.getAttribute("transform").match(/-?[\\d.]+/g).map(Number) : [];
      const r = drawn?.querySelector("ellipse").ry.baseVal.value;
      const inside = drawn && x - r > box.x && x + r < box.x + box.width
        && y - r > box.y && y + r < box.y + box.height;
      if (!inside) found.push(`${player.stop.address} ${id}`);
    }
  }
  return found;
}
"""


def placed(unit: str, x: int, y: int) -> dict[str, Any]:
    """Put a unit on the table."""
    place = {"x_milli": x, "y_milli": y, "facing_decideg": 0}
    return {"do": "place_unit", "by": "ann", "unit": unit, **place}


def ruled(**values: Any) -> dict[str, Any]:
    """Set values of unit g."""
    of_unit = {f"units.g.{name}": value for name, value in values.items()}
    return {"do": "ruling", "by": "judge", "reason": "measured", "set": of_unit}


def played(folder: Path, commands: Iterable[dict[str, Any]]) -> Path:
    """Play commands, and give the page of their log."""
    session = start(START, folder / "board.rbk")
    for command in commands:
        session.submit(command)
    session.close()
    return written(folder)


def written(folder: Path) -> Path:
    """Give the page of the log in a folder."""
    page = folder / "board.html"
    page.write_text(export_page(folder / "board.rbk"), encoding="utf-8")
    return page


def drawn(page: Any, hash_: str) -> list[float]:
    """Give width and length of the base of unit g as it is drawn at a place of the log."""
    page.evaluate("hash => { location.hash = hash; }", hash_)
    seq = hash_.partition("e=")[2].partition(".")[0]
    page.wait_for_function(f"document.querySelector('rb-now').player.stop.seq === {seq} && {SHAPE}")
    size: list[float] = page.evaluate(
        f"[{SHAPE}.rx.baseVal.value * 2, {SHAPE}.ry.baseVal.value * 2]"
    )
    return size


def test_each_timeline_has_its_own_bases(opened: Any, tmp_path: Path) -> None:
    """Whatever was added elsewhere or withdrawn, a unit stands on the base of the path shown."""
    played(
        tmp_path,
        [
            WALKER | {"base_mm": 80},  # 1, withdrawn
            placed("g", 0, 0),
            {"do": "take_back", "by": "judge", "to": 0, "reason": "the wrong base"},
            WALKER | {"base_mm": 60},  # 4
            placed("g", 0, 0),
            {"do": "fork", "by": "ann", "name": "other", "at": 0},
        ],
    )
    session = Session.open(tmp_path / "board.rbk", timeline="other")
    session.submit(WALKER | {"base_mm": [105, 70]})  # 7
    session.submit(placed("g", 0, 0))
    session.close()
    page = opened.go(written(tmp_path), "#e=0.0&t=main&v=play")
    assert drawn(page, "#e=5.0&t=main&v=play") == [60, 60]
    assert drawn(page, "#e=2.0&t=main&v=play") == [80, 80]
    assert drawn(page, "#e=8.0&t=other&v=play") == [70, 105]


def test_every_unit_is_inside_the_picture(opened: Any, tmp_path: Path) -> None:
    """Placed or put there by a judge, in one number or in all, a unit is drawn in the picture."""
    corner = {"x_milli": 20000, "y_milli": 20000, "facing_decideg": 0}
    page = opened.go(
        played(
            tmp_path,
            [
                WALKER | {"base_mm": 60},
                ruled(position=corner),
                WALKER | {"unit": "h", "name": "H", "base_mm": [500, 600]},
                placed("h", 0, 0),
                ruled(position=corner | {"x_milli": -30000}),
            ],
        ),
        "#v=play",
    )
    assert page.evaluate(OUTSIDE) == []


def test_a_place_as_far_as_a_number_can_say(opened: Any, tmp_path: Path) -> None:
    """A unit that was put out of this world leaves a page that can still be read."""
    far = {"x_milli": 2**53 - 1, "y_milli": 1 - 2**53, "facing_decideg": 0}
    page = opened.go(
        played(tmp_path, [WALKER | {"base_mm": 60}, placed("g", 0, 0), ruled(position=far)]),
        "#e=3.0&v=play",
    )
    assert page.evaluate("document.querySelectorAll('rb-board svg[role=img]').length") == 1
    page.evaluate("document.querySelector('rb-board').onPaper()")
    assert page.evaluate("document.querySelectorAll('rb-board .paper figure').length") >= 1

"""What the page holds is what `show --json --at` prints, at every address."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rollbook.events.plain import to_plain
from rollbook.tools.cli.common import View
from tests.battles import BOTH

FOLD = """
() => {
  const log = document.querySelector("rb-now").player.log;
  const found = {};
  for (const entry of log.entries) {
    found[entry.seq] = log.after(entry.seq);
    entry.events.forEach((_, i) => { found[`${entry.seq}.${i}`] = log.at(entry.seq, i); });
  }
  return JSON.stringify(found);
}
"""


@pytest.mark.parametrize("name", [*BOTH, "branched"])
def test_every_address(opened: Any, pages: dict[str, Any], logs: dict[str, Any], name: str) -> None:
    """The state that the page folds at each address is the one that the command line shows."""
    found = json.loads(opened.go(pages[name]).evaluate(FOLD))
    view = View(logs[name])
    seen = 0
    for entry in view.log.entries(range(len(view.log))):
        for text in (str(entry.seq), *(f"{entry.seq}.{i}" for i in range(len(entry.events)))):
            assert found[text] == to_plain(view.state(view.address(text))), text
            seen += 1
    assert seen == len(found) > 300


@pytest.mark.parametrize("name", BOTH)
def test_the_cards_show_the_numbers_of_each_state(
    opened: Any, pages: dict[str, Any], logs: dict[str, Any], name: str
) -> None:
    """Stepping from the first event to the last, each card says what the state says."""
    page = opened.go(pages[name], "#e=0.1")
    view = View(logs[name])
    pairs = page.evaluate(
        """async () => {
          const player = document.querySelector("rb-now").player;
          const found = [];
          for (let i = 0; i < player.stops.length; i += 1) {
            player.go(i);
            const said = {};
            for (const value of document.querySelectorAll("rb-cards .value[data-path]")) {
              said[value.dataset.path] = value.textContent;
            }
            found.push([player.stop.address, said]);
          }
          return found;
        }"""
    )
    checked = 0
    for address, said in pairs:
        state = to_plain(view.state(view.address(address))) or {}
        for unit, plain in state.get("units", {}).items():
            for field in ("hull", "armor", "ws", "ws_melee", "bs", "grit", "leadership"):
                if isinstance(plain.get(field), int):
                    text = said[f"units.{unit}.{field}"]
                    assert text.split()[0] == str(plain[field]), f"{address} {unit}.{field}"
                    checked += 1
    assert checked > 1000

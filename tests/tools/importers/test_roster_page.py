"""The examples on the page about rosters are rosters and rolls."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rollbook.tools.importers.dice import read_dice
from rollbook.tools.importers.roster import read_roster

PAGE = Path(__file__).parents[3] / "docs" / "rosters.md"
EXAMPLES = re.findall(r"^```(toml|csv)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_the_page_has_examples_of_each_kind() -> None:
    """Two in TOML, two as tables, one of rolls."""
    assert [kind for kind, _ in EXAMPLES] == ["toml", "toml", "csv", "csv", "csv"]


@pytest.mark.parametrize(("kind", "text"), EXAMPLES)
def test_each_example_is_read_whole(kind: str, text: str) -> None:
    """Every example gives units or rolls, and nothing is left over."""
    if text.startswith("who,"):
        result = read_dice(text.encode())
        assert len(result.rolls) == 3
        assert result.unreadable == ()
    else:
        roster = read_roster(text.encode())
        assert len(roster.units) >= 2
        assert roster.unmapped == ()

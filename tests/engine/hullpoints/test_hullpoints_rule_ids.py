"""Rule ids in code and documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rollbook.engine.hullpoints.house_rules import HOUSE_RULES

ROOT = Path(__file__).parents[3]
DOC = ROOT / "docs" / "rules-hull-points.md"
RANGE = re.compile(r"((?:CM|HW|HV)-[A-Z]+-)(\d+)(?: to \1(\d+))?")


def ids_in(text: str) -> set[str]:
    """Give every rule id that a text names, ranges written out."""
    found = set()
    for family, first, last in RANGE.findall(text):
        found |= {f"{family}{n}" for n in range(int(first), int(last or first) + 1)}
    return found


def code() -> str:
    """Give the text of the code that holds the rules."""
    folders = ("engine/hullpoints", "events/hullpoints", "projections/hullpoints")
    shared = ("engine/common.py", "events/roll.py", "events/quantities.py", "events/game.py")
    files = [file for folder in folders for file in sorted((ROOT / folder).glob("*.py"))]
    return "\n".join(f.read_text("utf-8") for f in (*files, *(ROOT / name for name in shared)))


def test_code_and_document_name_the_same_rules() -> None:
    """A rule that is implemented is written up, and the other way round."""
    listed = re.findall(r"^\| ((?:CM|HW|HV)-[A-Z]+-\d+) \|", DOC.read_text("utf-8"), re.M)
    assert len(listed) == len(set(listed)) == 87
    assert set(listed) == ids_in(code())


@pytest.mark.parametrize("name", sorted(HOUSE_RULES))
def test_every_house_rule_is_documented(name: str) -> None:
    """Its name, and the rule that it belongs to, stand in the table."""
    (row,) = re.findall(rf"^\| `{name}` \|.*$", DOC.read_text("utf-8"), re.M)
    assert HOUSE_RULES[name].rule in row
    default = HOUSE_RULES[name].default
    assert (str(default).lower() if isinstance(default, bool) else str(default)) in row


def test_the_shipped_demo_is_the_handed_one() -> None:
    """The demo battle in the package is the acceptance battle, byte for byte."""
    handed = ROOT / "tests" / "cases" / "hull-points" / "demo_battle.jsonl"
    shipped = ROOT / "engine" / "hullpoints" / "demo.jsonl"
    assert shipped.read_bytes() == handed.read_bytes()

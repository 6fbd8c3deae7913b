"""The rule ids in the code are those of the page, both ways."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rollbook.engine.armourvalue.house_rules import HOUSE_RULES

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules-armour-value.md").read_text()
FLOORS = ("events", "projections", "engine")
NOT_OF_THIS_RULE_SET = {"CM-CHK-1", "CM-CHK-2", "CM-SCT-1", "CM-DUEL-1"}


def ids_in_code() -> set[str]:
    """Give the ids that stand after "Rule:" in docstrings."""
    found: set[str] = set()
    for floor in FLOORS:
        for file in (ROOT / floor / "armourvalue").glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                    for rule in re.findall(r"Rule:([^.]*)\.", ast.get_docstring(node) or ""):
                        found |= set(re.findall(r"[A-Z]{2}-[A-Z]+-\d+", rule))
    return found


def ids_on_page() -> set[str]:
    """Give the ids of the table of the page."""
    return set(re.findall(r"^\| ([A-Z]{2}-[A-Z]+-\d+) \|", PAGE, re.MULTILINE))


def test_every_rule_has_a_line_and_every_line_has_code():
    """No rule is only on paper, none only in code."""
    assert ids_in_code() == ids_on_page()
    assert not ids_on_page() & NOT_OF_THIS_RULE_SET


def test_refusals_name_rules_of_the_page():
    """A rule id that a refusal gives can be looked up."""
    given: set[str] = set()
    for file in (ROOT / "engine" / "armourvalue").glob("*.py"):
        given |= set(re.findall(r'"([A-Z]{2}-[A-Z]+-\d+)"', file.read_text()))
    assert given <= ids_on_page()


def test_every_house_rule_is_on_the_page():
    """What players may choose is said where the rule stands."""
    assert all(f"`{name}`" in PAGE for name in HOUSE_RULES)

"""The page of tournament rules and the code name the same rules."""

import re
from pathlib import Path

from rollbook.projections.scoring import EDITION
from rollbook.projections.tiebreaks import KEYS

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "tournament-rules.md").read_text(encoding="utf-8")
RULE = re.compile(r"RB-[A-Z]{2}-[0-9]+")


def in_code() -> set[str]:
    found: set[str] = set()
    for floor in ("projections", "engine"):
        for path in (ROOT / floor).rglob("*.py"):
            found |= set(RULE.findall(path.read_text(encoding="utf-8")))
    return found | {key.rule().split("/")[0].removesuffix("-OWN") for key in KEYS.values()}


def test_every_rule_of_the_code_is_on_the_page():
    """Nothing is decided by a rule that nobody can read."""
    assert in_code() - set(RULE.findall(PAGE)) == set()


def test_every_rule_of_the_page_is_in_the_code():
    """Nothing is promised that no code claims to do."""
    assert set(RULE.findall(PAGE)) - in_code() == set()


def test_the_page_has_the_edition_and_every_key():
    """The printed ids lead to this page."""
    assert EDITION in PAGE
    for key in KEYS.values():
        assert f"| RB-TB-{key.number} | `{key.id}` |" in PAGE

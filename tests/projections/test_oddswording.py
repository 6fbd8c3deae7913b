"""What is said about odds: only the short list, and nobody is accused."""

from __future__ import annotations

from string import Formatter

import pytest

from rollbook.projections import oddswording
from rollbook.projections.oddswording import TEMPLATES, percent, say
from tests.projections.test_wording import NEVER


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_sentence_accuses(name: str) -> None:
    """None of the words that a report never uses is in a sentence."""
    for word in NEVER:
        assert word not in TEMPLATES[name].lower()


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_sentence_can_be_said(name: str) -> None:
    """Each takes the words that it names, and no other is needed."""
    fields = {field for _, field, _, _ in Formatter().parse(TEMPLATES[name]) if field}
    assert say(name, **dict.fromkeys(fields, "x"))


def test_percent_is_never_rounded_to_certain() -> None:
    """Only a chance of exactly 1 is 100 %."""
    assert percent(0.99999) == "> 99.99 %"
    assert percent(1) == "100 %"
    assert percent(0) == "0 %"
    assert oddswording.short_fraction(oddswording.Fraction(1, 10**400)) == ""

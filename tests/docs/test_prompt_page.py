"""The page of the prompt: its lines that add units are those of `help add`, and are taken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rollbook.engine.starting import start
from rollbook.tools.prompt.table import Table
from tests.tools.notation.games import RULE_SETS
from tests.tools.prompt.test_answers import Said
from tests.tools.prompt.test_prompt import START

PAGE = Path(__file__).parents[2] / "docs" / "prompt.md"
BLOCKS = dict(re.findall(r"^```(\S+)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_unit_of_each_kind_is_added_as_the_page_says(rules):
    """Help and page show the same lines, one a kind; every one of them is recorded."""
    lines = Said()
    table = Table(start({**START, "rules": rules}, None), lines)
    table.take("help add")
    shown = [said.partition("such as: ")[2] for said in lines.said if said.startswith("such as")]
    assert shown == BLOCKS[rules].splitlines()
    for line in shown:
        table.take(line)
    kinds = [getattr(unit, "kind", "") for unit in table.session.state.units.values()]
    assert len(kinds) == 3, lines.said
    assert [line.split()[1] for line in shown] == ["walker", "vehicle", "infantry"]


def test_a_name_that_is_needed_stands_in_no_brackets():
    """The form of hull-points asks for the name, which is refused without."""
    lines = Said()
    table = Table(start(START, None), lines)
    table.take("help add")
    assert lines.said[0].startswith('add KIND UNIT "NAME" for OWNER [')
    table.take("add walker gertie for ann")
    assert any("name: is missing" in said for said in lines.said)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('add walker w "W" for ann', "base: is missing for walker"),
        (
            'add infantry i "I" for ann ws=4/4 strength=3 initiative=3 grit=3 sagacity=2 models=a',
            "give exactly one of wounds and base (",
        ),
    ],
)
@pytest.mark.parametrize("before", ["", "? "])
def test_a_field_is_called_as_it_is_typed(line, why, before):
    """A refusal says base, as the line does, and not how the log calls it."""
    lines = Said()
    Table(start(START, None), lines).take(before + line)
    assert why in lines.said[0]

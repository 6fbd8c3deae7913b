"""A rule set that the command line has no words for is looked at all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.tools.cli.cards import unit_brief, unit_card
from rollbook.tools.cli.lines import text_of
from rollbook.tools.cli.main import run
from rollbook.tools.prompt.table import Table
from tests.engine.coin_duel import deciders
from tests.engine.coin_duel.test_coin_duel import START
from tests.tools.prompt.test_answers import Said


@pytest.fixture
def duel(tmp_path: Path) -> str:
    """A duel in which Ben has lost one of two."""
    assert deciders.P.rules == "coin-duel"
    session = start(START, tmp_path / "duel.rbk")
    session.submit({"do": "enter", "by": "ann", "player": "ann"})
    session.submit({"do": "enter", "by": "ben", "player": "ben", "courage": 2})
    session.submit({"do": "flip", "by": "ann", "player": "ann", "dice": [2]})
    session.close()
    return str(tmp_path / "duel.rbk")


Ran = Callable[..., str]


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Ran:
    """Run a command that ends well, and give what it printed."""

    def call(*args: str) -> str:
        assert run(list(args)) == 0
        return capsys.readouterr().out

    return call


def test_show_gives_the_fields_of_its_units(duel: str, ran: Ran) -> None:
    """The rule set, the moment, each unit under its player with what it has."""
    assert ran("show", duel).splitlines() == [
        "coin-duel  Ann (ann), Ben (ben)",
        "No rounds, at entry 3 on main",
        "",
        " Ann",
        "Ann (ann)",
        "  courage 3",
        "",
        " Ben",
        "Ben (ben)",
        "  courage 1",
        "",
        "Nothing is owed.",
    ]


@pytest.mark.parametrize(
    "args", [("step", "--print"), ("step", "--json"), ("log",), ("explain", "ben.courage"),
             ("audit", "--rolls"), ("luck",)]
)  # fmt: skip
def test_other_looks_at_it(duel: str, ran: Ran, args: tuple[str, ...]) -> None:
    """What else looks at a log finds Ben in it."""
    assert "en" in ran(args[0], duel, *args[1:])


def test_the_prompt_shows_it(duel: str) -> None:
    """The state and one unit."""
    session = Session.open(Path(duel))
    for line in ("show", "show ben"):
        lines = Said()
        Table(session, lines, "ben").take(line)
        assert any("courage 1" in text for text in lines.said), lines.said
    session.close()


def test_a_unit_of_few_fields_has_a_card_and_a_line() -> None:
    """Neither name, owner, kind nor status must be there."""
    bare = {"nerve": 3, "ready": True, "motto": "\x1b[31m", "inner": {"a": 1}, "none": None}
    card = [text_of(part) for part in unit_card("x", bare)]
    assert card == ["x", "  nerve 3, ready yes, motto \\x1b[31m"]
    assert text_of(unit_brief("x", bare, 40)).startswith("x")

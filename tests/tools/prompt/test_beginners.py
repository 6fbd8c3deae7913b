"""What the prompt says to somebody who types for the first time."""

from __future__ import annotations

import pytest

from rollbook.engine.starting import start
from rollbook.tools.prompt.table import Table
from tests.tools.prompt.terminal import Terminal
from tests.tools.prompt.test_answers import Said
from tests.tools.prompt.test_prompt import START, WALKER


@pytest.fixture
def table(tmp_path):
    """Give a prompt with one walker of each player, in the shooting phase."""
    session = start(START, tmp_path / "game.rbk")
    for owner, unit in (("ann", "gertie"), ("ben", "duchess")):
        session.submit({**WALKER, "by": owner, "owner": owner, "unit": unit, "name": unit})
    session.submit({"do": "start_round", "by": "system"})
    session.submit({"do": "start_phase", "by": "system", "phase": "shooting"})
    yield Table(session, Said())
    session.close()


def said(table: Table, text: str) -> list[str]:
    """Type one line and give what is said to it."""
    table.lines.said.clear()
    table.take(text)
    return list(table.lines.said)


def test_half_a_line_shows_the_form(table):
    """A line that ends too early is answered with how the whole command is written."""
    assert said(table, "fire gertie")[-1].startswith("fire UNIT WEAPON at TARGET [arc=]")
    assert said(table, "take back")[-1].startswith("take back to TO because REASON")
    assert "fire UNIT" not in said(table, "nonsense")[-1]


def test_a_unit_that_is_not_there_names_those_that_are(table):
    """After a mistyped unit the units of the game are named."""
    assert said(table, "check gerty grit")[-1] == "There are gertie, duchess."


def test_what_is_owed_is_said_in_the_words_that_are_typed(table):
    """The owed command is shown with its form, and never by its name in the code."""
    table.session.submit(
        {"do": "apply_damage", "by": "ann", "unit": "duchess", "amount": 10, "cause": "mine",
         "dice": [6, 6]}
    )  # fmt: skip
    lines = said(table, "?")
    at = lines.index("Owed next: explode duchess")
    assert lines[at + 1].startswith("  explode UNIT")
    refused = [line for line in lines if "is owed first" in line]
    assert len(refused) == 1
    assert "explode of duchess is owed first" in refused[0]
    assert " explode," not in refused[0]
    assert "resolve_explosion" not in said(table, "check gertie grit")[-1]


def test_after_the_end_only_what_is_not_refused_is_offered(table):
    """Each command that ``?`` names under Now is taken once the game is over."""
    table.who = "judge"
    assert "  also note, add, ruling (judge), end game, take back, fork" in said(table, "?")
    table.take("end game won by ann")
    lines = said(table, "?")
    assert lines[lines.index("Now:") + 1] == "  note, take back, fork"
    for line in ("note done", "fork again at 3", "take back to 4 because tired"):
        assert not any(text.startswith("No") for text in said(table, line)), line


def test_an_unknown_rule_set_is_asked_for_again(tmp_path):
    """A slip in the first answer costs that answer, not the game."""
    log = tmp_path / "new.rbk"
    with Terminal("play", str(log), "--plain") as terminal:
        terminal.until("Rules")
        terminal.type("hull")
        terminal.until("one of hull-points, armour-value")
        for answer in ("hull-points", "ann Ann", "ben Ben", ""):
            terminal.type(answer)
        terminal.until("ann>")
        terminal.type("quit")
        assert terminal.ended() == 0

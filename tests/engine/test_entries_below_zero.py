"""A forged row may name an entry below 0, which no command at the border can."""

from __future__ import annotations

import pytest

from rollbook.engine.decide import Asked
from rollbook.engine.logcommands import decide_log_command
from rollbook.engine.starting import start
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.messages import ConfirmRolls, Fork, Restore, TakeBack
from rollbook.events.message import Command

START = {"do": "start_game", "by": "A", "rules": "hull-points", "players": {"A": "Ann", "B": "Ben"}}


@pytest.mark.parametrize(
    "command",
    [
        ConfirmRolls(entries=(-1,)),
        Fork(name="x", at=-1, kind=None),
        TakeBack(timeline=None, to=-1, reason="", agreed=None),
        Restore(timeline=None, entry=-1, reason="", agreed=None),
    ],
    ids=lambda command: type(command).__name__,
)
def test_it_is_an_unknown_entry(command: Command):
    """It is refused in words, wherever it comes from."""
    session = start(START, None)
    session.submit({"do": "note", "by": "A", "text": "x"})
    with pytest.raises(RuleRefusal, match=r"-1"):
        decide_log_command(session.log, "main", Asked(command, "A"), ("A", "B"))

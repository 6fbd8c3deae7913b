"""
The tamper drill: every scripted cheat gives its own named finding.

Each cheat takes an honest log, changes it, and makes every hash new, so that
nothing but the rules, the dice and their proofs can tell.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.audit import cheats_of_play as play
from tests.engine.audit import cheats_of_sources as sources
from tests.engine.audit.cheat import Cheat, audited
from tests.engine.audit.games import press


def test_the_press_itself_changes_nothing() -> None:
    """A log that is written again without an edit has the same bytes."""
    session = sources.ladder_shot()
    assert press(session.log, lambda _: None).frames() == session.log.frames()


@pytest.mark.parametrize("make", [*play.CHEATS, *sources.CHEATS], ids=lambda f: f.__name__)
def test_a_cheat_gives_its_named_finding(make: Callable[[], Cheat]) -> None:
    """Each cheat is found, by its name, with what was expected and what stands there."""
    cheat = make()
    report = audited(cheat.log)
    found = [f for f in report.findings if f.code == cheat.code]
    assert found, [(f.code, f.address, f.words) for f in report.findings]
    if cheat.address is not None:
        assert found[0].address == cheat.address
    assert all(f.words and f.rule and f.expected and f.found for f in report.findings)
    assert found[0].expected != found[0].found

"""An honest game gives no finding, whatever its dice, take-backs and forks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rollbook.engine.audit import audit_log
from rollbook.engine.audit.auditor import Auditor
from rollbook.engine.audit.details import Details
from rollbook.engine.dice.source import DiceSource, SystemSource
from rollbook.engine.session import Session
from tests.engine.audit.games import demo, honest, judge, ladder
from tests.work import at_most


def system(session: Session) -> DiceSource:
    """Roll with the operating system's random source."""
    session.source = SystemSource()
    return session.source


SOURCES: dict[str, Callable[[Session], DiceSource] | None] = {
    "entered": None, "system": system, "ladder": ladder, "judge": judge,
}  # fmt: skip


@pytest.mark.parametrize("rules", ["hull-points", "armour-value"])
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("seed", range(3))
def test_an_honest_game_gives_no_finding(rules: str, source: str, seed: int) -> None:
    """Whatever a session accepts, the audit finds nothing wrong with."""
    session = honest(rules, seed, SOURCES[source])
    report = audit_log(session.log, session.rules)
    assert report.findings == ()
    assert report.other_version == ()
    assert all(roll.follows for roll in report.rolls)


@pytest.mark.parametrize("rules", ["hull-points", "armour-value"])
def test_the_audit_of_the_demo_battle_does_not_run_away(rules: str) -> None:
    """With every question about every roll answered."""
    session = demo(rules)
    with at_most(2_700_000):
        auditor = Auditor(session.log, session.rules).run()
        report = auditor.report()
        details = Details(auditor, report)
        answers = [details.plain(roll) for roll in report.rolls]
    assert report.findings == ()
    assert len(answers) > 90


def test_grades_follow_the_source() -> None:
    """Ladder rolls are proved, the judge's unverifiable until the seed is revealed, then proved."""
    for source, grade in (
        ("ladder", "proved"),
        ("judge", "unverifiable"),
        ("system", "single-sourced"),
    ):
        session = honest("hull-points", 1, SOURCES[source])
        assert set(audit_log(session.log, session.rules).grades) == {grade}
    session = honest("hull-points", 1, judge)
    session.submit({"do": "reveal_seed", "by": "judge", "role": 3, "seed": (b"j" * 32).hex()})
    assert set(audit_log(session.log, session.rules).grades) == {"proved"}

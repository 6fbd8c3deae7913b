"""What is told about one roll: which it replaced, what it changed, and what was owed for it."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from rollbook.engine.audit import Auditor
from rollbook.engine.audit.details import Details
from rollbook.engine.ruleset import rule_set
from rollbook.events.hullpoints.events import HullPointLost
from rollbook.events.log.log import Log
from rollbook.projections import state
from tests.engine.audit.games import Forged, WrittenSource, before_fire, demo, press

CHECK = {"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"}


def told(log: Log, *addresses: str, rules: str = "hull-points") -> list[dict[str, Any]]:
    """Audit a log, and give all that can be told about the rolls at *addresses*."""
    auditor = Auditor(log, rule_set(rules)).run()
    report = auditor.report()
    details = Details(auditor, report)
    rolls = {roll.address: roll for roll in report.rolls}
    return [details.plain(rolls[address]) for address in addresses]


class TestRerolled:
    def test_a_twin_linked_weapon_names_the_misses(self) -> None:
        """The old faces, and the right to roll again."""
        (found,) = told(demo("armour-value", until=46).log, "43.2", rules="armour-value")
        assert found["for"]["purpose"] == "to_hit_reroll"
        assert found["rerolled"] == {"old": [1, 5], "right": ["CM-HIT-1", "FE-SHT-6"]}

    def test_the_same_roll_of_another_command_was_not_rolled_again(self) -> None:
        """Two checks of one unit, one after the other, are two rolls."""
        session, _ = before_fire()
        session.source = WrittenSource(3, 4)
        first, second = (session.submit(CHECK).entry.seq for _ in range(2))
        for found in told(session.log, f"{first}.0", f"{second}.0"):
            assert found["rerolled"] is None


class TestOwed:
    OWED: ClassVar[list[Any]] = [{"do": "resolve_explosion", "unit": "brick", "settled_by": 125}]

    def test_a_shot_that_blows_up_a_tank_owes_the_explosion(self) -> None:
        """What it left owed, and which entry settled it."""
        shot, later = told(demo(until=128).log, "124.9", "125.0")
        assert shot["later"]["owed"] == self.OWED
        assert [owed["unit"] for owed in later["later"]["owed"]] == ["mule"]

    def test_where_nobody_can_say_what_was_owed_before(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Given a forged entry that no state follows from, then all that is owed is told."""
        monkeypatch.setattr(state, "KEEP_EVERY", 124)
        monkeypatch.setattr(state, "RECENT", 1)

        def edit(log: list[Forged]) -> None:
            log[20].events = (*log[20].events, HullPointLost(unit="nobody", hull=1))

        (found,) = told(press(demo(until=128).log, edit), "124.9")
        assert found["later"]["owed"] == self.OWED

"""The golden values, row for row, and the work that exact odds may take."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rollbook.engine.odds import graph, odds_of
from tests.conftest import CASES, load
from tests.engine.odds.tables import damage, game, walker, walker_as

ROWS = load(CASES.parent / "vectors" / "odds.json")["rows"]
LARGEST = (23, 24, 26)
"""The most damage on the largest walkers: these take six times as long as all others together."""
CAUSES = {"table": "table", "ws": "control", "move": "movement"}


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=str(number), marks=[pytest.mark.slow] if number in LARGEST else [])
        for number, row in enumerate(ROWS)
    ],
)
def test_golden_row(row: dict[str, Any]) -> None:
    """A real command over every roll gives the golden fractions, and all of it sums to 1."""
    made = walker_as(row)
    odds = odds_of(made.rules, made.state, damage(made, "w", row["damage"]))
    status = odds.units["w"].get("status", {"active": Fraction(1)})
    exploding = status.get("exploding", Fraction(0))
    assert exploding == Fraction(row["p_explodes"])
    assert status.get("slain", Fraction(0)) == Fraction(row["p_slain"])
    assert 1 - status.get("active", Fraction(0)) == Fraction(row["p_destroyed"])
    for name, cause in CAUSES.items():
        by = odds.times.get(("UnitExploded", "w", cause), Fraction(0))
        assert by == Fraction(row["p_explodes_by"][name])
    assert sum(chance for _, chance in odds.ends) == 1


class Counted:
    """Counts how often a command is carried on from a roll: the work that exact odds cost."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        carry_on = graph.advance

        def counted(*args: Any, **named: Any) -> Any:
            self.times += 1
            return carry_on(*args, **named)

        monkeypatch.setattr(graph, "advance", counted)


def test_the_example_is_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six damage on the fresh 60 mm medium walker: equal situations are merged, not walked."""
    made = game()
    walker(made, "w")
    work = Counted(monkeypatch)
    odds = odds_of(made.rules, made.state, damage(made, "w", 6))
    assert odds.units["w"]["status"]["exploding"] == Fraction(919, 5832)
    assert 0 < work.times < 1_000


@pytest.mark.slow
def test_the_largest_walker_is_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty-two damage on the 180 mm heavy walker is exact, of some ten thousand situations."""
    made = game()
    walker(made, "w", 180, "heavy")
    work = Counted(monkeypatch)
    odds = odds_of(made.rules, made.state, damage(made, "w", 22))
    assert odds.units["w"]["status"]["exploding"] == Fraction(77557, 177147)
    assert 0 < work.times < 60_000

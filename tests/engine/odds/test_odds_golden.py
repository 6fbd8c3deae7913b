"""The golden values, row for row, and the time that exact odds may take."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest

from rollbook.engine.odds import odds_of
from tests.conftest import CASES, load
from tests.engine.odds.tables import damage, game, walker, walker_as

ROWS = load(CASES.parent / "vectors" / "odds.json")["rows"]
CAUSES = {"table": "table", "ws": "control", "move": "movement"}


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
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


def test_the_example_is_fast() -> None:
    """Six damage on the fresh 60 mm medium walker takes less than half a second."""
    made = game()
    walker(made, "w")
    command = damage(made, "w", 6)
    start = time.process_time()
    odds = odds_of(made.rules, made.state, command)
    assert odds.units["w"]["status"]["exploding"] == Fraction(919, 5832)
    assert time.process_time() - start < 0.5


@pytest.mark.slow
def test_the_largest_walker_is_fast_enough() -> None:
    """Twenty-two damage on the 180 mm heavy walker is exact in less than ten seconds."""
    made = game()
    walker(made, "w", 180, "heavy")
    command = damage(made, "w", 22)
    start = time.process_time()
    odds = odds_of(made.rules, made.state, command)
    assert odds.units["w"]["status"]["exploding"] == Fraction(77557, 177147)
    assert time.process_time() - start < 10

"""What single events leave behind on one unit, beside what whole games show."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.events.armourvalue.combat_events import DeathOrGloryAttempted
from rollbook.events.armourvalue.harm_events import ModelRemoved
from rollbook.events.message import changed
from rollbook.projections.armourvalue.harm import model_removed
from rollbook.projections.armourvalue.rams import death_or_glory_attempted
from tests.engine.armourvalue.field import GUN, Field


@pytest.mark.parametrize(("models_after", "wounds_lost"), [(4, 1), (0, 0)])
def test_wounds_of_the_others_stay_when_a_model_goes(models_after: int, wounds_lost: int) -> None:
    """A hurt model stays hurt when another is taken off; nobody is hurt when nobody is left."""
    squad: Any = changed(Field().unit("a1", "infantry", wounds=2)["a1"], wounds_lost=1)
    event = ModelRemoved(unit="a1", cause="crushed", models_after=models_after)
    left = model_removed(squad, event)
    assert (left.models, left.wounds_lost) == (models_after, wounds_lost)


@pytest.mark.parametrize(
    ("weapon", "spent"), [("rocket", True), ("gun", False), (None, False), ("gone", False)]
)
def test_standing_up_to_a_tank_uses_a_weapon_that_shoots_once(
    weapon: str | None, spent: bool
) -> None:
    """Only the weapon that was used, and only if it shoots once a game; nothing else changes."""
    rocket = GUN | {"id": "rocket", "traits": ["one_shot"]}
    unit: Any = Field().unit("a1", "walker", weapons=[GUN, rocket])["a1"]
    event = DeathOrGloryAttempted(unit="a1", tank="b1", weapon=weapon, stopped=False)
    after = death_or_glory_attempted(unit, event)
    assert after.weapons["rocket"].spent is spent
    assert not after.weapons["gun"].spent
    assert after.weapons["rocket"].fired is unit.weapons["rocket"].fired
    assert changed(after, weapons=unit.weapons) == unit

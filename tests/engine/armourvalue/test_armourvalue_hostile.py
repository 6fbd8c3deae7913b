"""Logs that tell of games that cannot be give an error that says so, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.events.armourvalue import happenings as h
from rollbook.events.frozen import EMPTY
from rollbook.events.game import Change, GameStarted, RulingMade
from rollbook.events.message import Event, changed
from rollbook.events.roll import Roll
from rollbook.projections.armourvalue import P
from rollbook.projections.fold import FoldError
from tests.engine.armourvalue.field import Field

ROLL = Roll(purpose="x", sides=6, faces=(1,))


def ruled(path: str, value: Any) -> RulingMade:
    """Give a ruling that sets one value."""
    return RulingMade(reason="", changes=(Change(path=path, before=None, after=value),))


@pytest.mark.parametrize(
    "event",
    [
        h.UnitRan(unit="zz", roll=ROLL, distance_milli=1, position=None),  # type: ignore[arg-type]
        h.ModelsEmbarked(unit="a1", vehicle="b1"),
        h.ModelsEmbarked(unit="a2", vehicle="a1"),
        h.WeaponFired(
            unit="a1",
            weapon="nope",
            target="b1",
            victim="b1",
            range_milli=0,
            firers=1,
            shots=1,
            hits=None,
        ),
        h.UnitsUnlocked(combat="c9", units=("a1",), cause="no_enemy", consolidate=False),
        h.FightStepStarted(combat="c9", initiative=1, strikers=EMPTY),
        h.RamStopped(unit="a1"),
        h.StatusExpired(unit="a1", status="happy"),
        ruled("units", 5),
        ruled("units.a1.weapons", 5),
        ruled("units.a1.status", 5),
        ruled("units.a1.position", "here"),
        ruled("units.a1.weapons.gun.fired", "yes"),
        ruled("units.zz.status", "active"),
        ruled("a.b.c.d.e.f", 1),
        ruled("", 1),
    ],
    ids=lambda e: type(e).__name__,
)
def test_events_that_do_not_fit(event: Event):
    """The fold refuses them by name."""
    field = Field().unit("a1", "walker").unit("a2", "infantry").unit("b1", "walker")
    with pytest.raises(FoldError, match=type(event).__name__):
        P.reduce(field.game.state, event)


def test_a_unit_needs_three_armour_values():
    """A profile with fewer is no unit."""
    field = Field()
    command = {"do": "add_unit", "by": "a", "unit": "a1", "owner": "a", "kind": "vehicle"}
    place = {"x_milli": 0, "y_milli": 0, "facing_decideg": 0}
    (event,) = field.game.decide(
        command | {"position": place, "armour_value": [10, 10, 10], "bs": 3}
    ).events
    assert isinstance(event, h.UnitAdded)
    broken = changed(event, profile=changed(event.profile, armour_value=(10,)))
    with pytest.raises(FoldError):
        P.reduce(field.game.state, broken)


def test_a_log_older_than_a_house_rule_plays_by_its_default():
    """What was not written down then is what it was then."""
    field = Field().unit("a1", "walker").unit("b1", "vehicle")
    started = GameStarted(rules="armour-value", players=field.game.state.players, house_rules=EMPTY)
    state = P.reduce(None, started)
    field.game.state = changed(field.game.state, house_rules=state.house_rules)
    field.phase("shooting")
    shot = {"unit": "a1", "weapon": "gun", "target": "b1", "struck": "rear"}
    field.ok("fire_weapon", 1, range_milli=1, bearing_decideg=900, **shot)

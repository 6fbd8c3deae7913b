"""What leads to what: the tables of both rule sets, and how they are followed."""

from __future__ import annotations

import pytest

from rollbook.events.game import COMMON_MESSAGES
from rollbook.events.message import Event, name_of
from rollbook.events.roll import Roll
from rollbook.events.schema import vocabulary_of
from rollbook.projections.links import NONE, cause_in, links_of, parse_links, register_links
from tests.battles import BOTH


@pytest.mark.parametrize("rules", BOTH)
def test_every_event_has_its_line_and_no_line_is_left_over(rules):
    """A new event cannot be forgotten, and a renamed one is noticed."""
    events = {name_of(m) for m in vocabulary_of(rules).messages if issubclass(m, Event)}
    common = {name_of(m) for m in COMMON_MESSAGES}
    assert set(links_of(rules).of) == events - common


@pytest.mark.parametrize("rules", BOTH)
def test_links_name_events_that_exist(rules):
    """No line points to an event that the rule set does not have."""
    events = {name_of(m) for m in vocabulary_of(rules).messages if issubclass(m, Event)}
    named = {link.name for links in links_of(rules).of.values() for link in links}
    assert named <= events


def test_a_rule_set_without_a_table_has_no_links():
    """Unknown rule sets are explained by their commands alone."""
    assert links_of("nobody-knows") is NONE


def test_another_rule_set_brings_its_own():
    """What is registered is what is followed."""
    links = parse_links({"Fell": "Pushed"})
    register_links("push-and-fall", links)
    assert links_of("push-and-fall") is links


def test_each_damage_comes_from_the_roll_that_holds_its_wound():
    """Two arcs are struck; the first roll has one wound, the second two."""
    from rollbook.events.hullpoints import events as e

    def wounds(arc: str, count: int) -> e.WoundsRolled:
        roll = Roll(purpose="to_wound", sides=6, faces=(6,) * count)
        return e.WoundsRolled(
            target="w", model=None, arc=arc, strength=9, toughness=8, roll=roll, wounds=count
        )

    damage = e.DamageSuffered(
        unit="w", amount=1, to_armor=1, to_hull=0, wasted=0, cause="attack", attacker="v"
    )
    events = (wounds("front", 1), wounds("side", 2), damage, damage, damage)
    assert [cause_in(links_of("hull-points"), events, n) for n in (2, 3, 4)] == [0, 1, 1]


def test_each_penetration_comes_from_the_roll_that_holds_its_hit():
    """A twin-linked weapon hits once, and not when it rolls again: the hit led to it."""
    from rollbook.events.armourvalue import happenings as e

    def hits(face: int, count: int) -> e.HitsRolled:
        roll = Roll(purpose="to_hit", sides=6, faces=(face,))
        return e.HitsRolled(unit="a", target="w", weapon="gun", needed=3, roll=roll, hits=count)

    roll = Roll(purpose="penetration", sides=6, faces=(5,))
    through = e.PenetrationRolled(
        unit="w", source="a", cause="shooting", side="front", armour=10, strength=8, roll=roll,
        rending_roll=None, total=13, outcome="penetrating", downgraded=False,
    )  # fmt: skip
    links = links_of("armour-value")
    assert cause_in(links, (hits(4, 1), hits(2, 0), through), 2) == 0
    assert cause_in(links, (hits(2, 0), hits(4, 1), through), 2) == 1
    assert [cause_in(links, (hits(4, 1), hits(5, 1), through, through), n) for n in (2, 3)] == [
        0,
        1,
    ]

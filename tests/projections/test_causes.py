"""Explanations: the last change of any field, and the chain back to the command."""

from __future__ import annotations

import json
import random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.events.log.log import Log
from rollbook.projections.causes import Causes, Place
from rollbook.projections.explain import Explainer, UnknownField
from rollbook.projections.fields import leaves, value_at
from rollbook.projections.fold import projection_of
from rollbook.projections.ruleids import rule_ids
from rollbook.projections.state import States
from tests.battles import BOTH, battle, demo


def explainer(log: Log) -> Explainer:
    projection = projection_of(log.chain.rules)
    states = States(log, projection)
    return Explainer(log, Causes(log, projection, states), states)


def last_changes(log: Log, head: int) -> dict[tuple[str, ...], str]:
    """Give the last change of every field of every unit, the plain and slow way."""
    projection = projection_of(log.chain.rules)
    found: dict[tuple[str, ...], str] = {}
    state = None
    for seq in log.chain.timelines.path(head):
        for number, event in enumerate(log.entry(seq).events):
            after = projection.reduce(state, event)
            for unit in after.units if after is not None else ():
                for path in leaves(after.units[unit], ("units", unit)):
                    was, now = value_at(state, path), value_at(after, path)
                    if was is now or (was == now and type(was) is type(now)):
                        continue
                    found[path] = f"{seq}.{number}"
            state = after
    return found


class TestEveryField:
    @pytest.mark.parametrize("rules", BOTH)
    @settings(max_examples=2, deadline=None)
    @given(seed=st.integers(0, 10_000))
    def test_the_answer_names_the_last_event_that_changed_it(self, rules, seed):
        """Every field of every unit of a random battle has the right answer."""
        session = battle(rules, seed)
        answers = explainer(session.log)
        at = Place(session.head)
        expected = last_changes(session.log, session.head)
        state = session.state
        chance = random.Random(seed)
        asked = 0
        for unit, value in state.units.items():
            changes = answers.causes.all_changes(unit, at)
            for path in leaves(value, ("units", unit)):
                if chance.random() < 0.15:
                    change = answers.causes.last_change(path, at)
                    assert change is not None
                    assert str(change.place) == expected[path]
                inside = path[2:]
                near = [changes[inside[:n]] for n in range(1, len(inside) + 1)
                        if inside[:n] in changes]  # fmt: skip
                assert expected[path] in [str(c.place) for c in near]
                asked += 1
        assert asked > 100

    @pytest.mark.parametrize("rules", BOTH)
    def test_every_answer_ends_with_a_command_and_has_words(self, rules):
        """Each chain goes back in time, event by event, to what somebody asked for."""
        session = battle(rules, 7)
        answers = explainer(session.log)
        chance = random.Random(1)
        for unit in session.state.units:
            for path in chance.sample(list(leaves(session.state.units[unit])), 8):
                found = answers.field(".".join((unit, *path)), Place(session.head))
                assert found.steps[-1].event is None
                places = [(s.place.seq, s.place.event if s.event is not None else -1)
                          for s in found.steps]  # fmt: skip
                assert places == sorted(places, reverse=True)
                assert str(found)
                json.dumps(found.to_plain())

    @pytest.mark.parametrize("rules", BOTH)
    def test_every_event_of_a_battle_can_be_explained(self, rules):
        """An address never leads nowhere, and the chain starts with it."""
        session = demo(rules)
        answers = explainer(session.log)
        for seq in range(len(session.log)):
            for number in range(len(session.log.entry(seq).events)):
                found = answers.place(Place(seq, number))
                assert str(found.steps[0].place) == f"{seq}.{number}"
                assert found.steps[-1].event is None

    def test_looking_back_in_small_pieces_finds_the_same(self):
        """However many entries are folded at a time, the last change is the last change."""
        session = battle("hull-points", 3)
        expected = last_changes(session.log, session.head)
        answers, at = explainer(session.log), Place(session.head)
        with patch("rollbook.projections.causes.CHUNK", 3):
            there = [p for p in expected if p in set(leaves(session.state))]
            for path in there[::9]:
                change = answers.causes.last_change(path, at)
                assert change is not None
                assert str(change.place) == expected[path]


class TestChains:
    def test_an_explosion_is_followed_to_the_entry_that_caused_it(self):
        """Stilts shot Brick, Brick exploded, the Mule exploded in that, and is gone."""
        session = demo("hull-points")
        found = explainer(session.log).field("mule.status", Place(session.head))
        told = [type(step.event).__name__ for step in found.steps if step.event is not None]
        assert told == [
            "UnitRemoved",
            "ExplosionResolved",
            "UnitExploded",
            "DamageTableRolled",
            "HullPointLost",
            "DamageSuffered",
            "WoundsRolled",
            "ExplosionResolved",
            "UnitExploded",
            "DamageTableRolled",
            "HullPointLost",
            "DamageSuffered",
            "WoundsRolled",
            "HitsRolled",
            "WeaponFired",
        ]
        assert [step.place.seq for step in found.steps if step.event is None] == [127, 125, 124]
        assert [str(step.place) for step in found.steps if step.owed] == ["125.9", "124.10"]

    def test_a_swept_unit_leads_back_to_the_lost_combat(self):
        """The sweep was owed since the morale check that the lost combat called for."""
        session = demo("armour-value")
        found = explainer(session.log).field("raiders.status", Place(session.head))
        told = [type(step.event).__name__ for step in found.steps if step.event is not None]
        assert told[:3] == ["UnitRemoved", "SweepingAdvanceResolved", "MoraleChecked"]

    def test_rules_dice_need_and_result_stand_in_every_step(self):
        """The JSON of a chain has the rule ids, the rolls, what was needed, what came of it."""
        session = demo("hull-points")
        found = explainer(session.log).field("brick.status", Place(session.head)).to_plain()
        hit = next(s for s in found["chain"] if s.get("event", {}).get("type") == "HitsRolled")
        assert hit["rules"] == ["CM-HIT-1"]
        assert hit["rolls"] == [{"purpose": "to_hit", "sides": 6, "faces": [5]}]
        assert (hit["need"], hit["result"]) == (3, 1)

    def test_rule_ids_are_those_of_the_kind_of_unit(self):
        """A vehicle's hull point follows the vehicles' rule, a walker's the walkers'."""
        session = demo("hull-points")
        answers = explainer(session.log)
        for unit, rule in (("brick", "HV-DMG-2"), ("duchess", "HW-DMG-3")):
            found = answers.field(f"{unit}.hull", Place(session.head))
            assert found.steps[0].rules == (rule,)

    def test_a_ruling_is_a_cause(self):
        """What the judge set is so because the judge ruled it."""
        session = demo("hull-points", count=20)
        session.submit(
            {"do": "ruling", "by": "judge", "reason": "miscounted", "set": {"units.gertie.hull": 3}}
        )
        found = explainer(session.log).field("gertie.hull", Place(session.head))
        assert (found.value, found.change and found.change.before) == (3, 4)
        assert "miscounted" in str(found)
        assert found.steps[-1].entry.by == "judge"

    def test_an_answer_as_of_an_earlier_event(self):
        """Asked in the middle of an entry, what comes later in it is not known yet."""
        session = demo("hull-points")
        answers = explainer(session.log)
        before = answers.field("mule.status", Place(125, 8))
        assert (before.value, before.change and before.change.entered) == ("active", True)
        assert answers.field("mule.status", Place(125, 9)).value == "exploding"

    def test_what_was_taken_back_is_no_cause(self):
        """After a take-back the field is what the path says, by the event on the path."""
        session = demo("hull-points", count=40)
        answers = explainer(session.log)
        assert str(answers.field("brick.armor", Place(session.head)).change.place) == "38.5"
        session.submit({"do": "take_back", "by": "judge", "to": 36, "reason": ""})
        again = explainer(session.log).field("brick.armor", Place(session.head))
        assert again.value == 2
        assert again.change is not None
        assert again.change.entered


class TestQuestions:
    def test_units_are_found_by_name_too(self):
        """People say Old Gertie, whatever her id is; models are unit/model."""
        session = demo("hull-points", count=40)
        answers = explainer(session.log)
        assert answers.field("old gertie.hull", Place(39)).path == ("units", "gertie", "hull")
        assert answers.field("spades/s1.wounds", Place(39)).value == 0
        assert answers.field("brick.weapons.long-gun.fired", Place(39)).value is True
        assert answers.field("round", Place(39)).value == 1

    @pytest.mark.parametrize(
        "asked", ["gertie.hul", "nobody.hull", "gertie.weapons.x", "", ".", "a" * 999]
    )
    def test_a_question_about_nothing_is_answered_with_what_there_is(self, asked):
        """A wrong name is refused with the names that there are."""
        session = demo("hull-points", count=10)
        with pytest.raises(UnknownField) as error:
            explainer(session.log).field(asked, Place(9))
        assert error.value.known or asked.startswith("gertie.weapons")

    def test_an_event_that_is_not_there(self):
        """An address past the end of an entry names the events that it has."""
        session = demo("hull-points", count=10)
        with pytest.raises(UnknownField, match=r"there is no event 9 \(there is 3\.0\)"):
            explainer(session.log).place(Place(3, 9))


@pytest.mark.parametrize("rules", BOTH)
def test_rule_ids_come_from_docstrings(rules):
    """Every state-changing event of both rule sets names the rule that it follows."""
    projection = projection_of(rules)
    silent = {
        cls.__name__
        for cls in {*projection.unit_reducers, *projection.game_reducers}
        if not rule_ids(cls)
    }
    assert silent <= {"GameEnded", "RulingMade", "UnitPlaced"}

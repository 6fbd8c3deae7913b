"""The odds beside the rolls of an explanation."""

from __future__ import annotations

import pytest

from rollbook.engine.odds.chain import NO_RULES, NOT_DECIDED, TOO_MANY, ChainOdds
from rollbook.engine.odds.rolled import roll_odds
from rollbook.engine.session import rules_of
from rollbook.events.dicevalues import EnteredDice
from rollbook.events.hullpoints.commands import ApplyDamage
from rollbook.events.hullpoints.events import DamageTableRolled
from rollbook.events.log.log import NewEntry
from rollbook.events.roll import Roll
from rollbook.projections.fold import projection_of
from rollbook.projections.rolls import rolls_in
from rollbook.projections.state import States
from rollbook.tools.api import Game
from tests.battles import BOTH, demo


@pytest.fixture(scope="module", params=BOTH)
def game(request):
    """The demo battle of a rule set."""
    return Game(demo(request.param).log)


class TestEveryRoll:
    def test_has_the_odds_that_it_has_when_asked_for_alone(self, game):
        """What stands in the chain is what `odds --roll` says, throw by throw."""
        log = game.log
        states = States(log, projection_of(game.rules))
        rules, chances = rules_of(log), ChainOdds(log, states)
        told = 0
        for entry in log.entries(range(len(log))):
            for number, event in enumerate(entry.events):
                if entry.dice is None or not rolls_in(event):
                    continue
                found = chances(entry, number)
                assert found, f"{entry.seq}.{number}"
                for part, one in enumerate(found, start=1):
                    alone = roll_odds(log, rules, states, entry.seq, number, part)
                    assert one.to_plain() == alone.to_plain()
                    assert one.chance == alone.same
                    told += 1
        assert told > 20

    def test_an_event_without_dice_has_none(self, game):
        """Nothing is said where nothing was thrown."""
        chances = ChainOdds(game.log, States(game.log, projection_of(game.rules)))
        entry = next(e for e in game.log.entries(range(1, len(game.log))) if e.dice is None)
        assert chances(entry, 0) == ()


class TestNoOdds:
    def test_dice_that_the_rules_do_not_ask_for(self):
        """An entry written by hand is explained all the same, and why there are no odds."""
        session = demo("hull-points", count=40)
        roll = Roll(purpose="damage_table", sides=6, faces=(3, 4))
        session.log.append(
            NewEntry(
                ApplyDamage(unit="gertie", amount=1, cause="mine"),
                (DamageTableRolled(unit="gertie", roll=roll, row="leg_hit"),),
                "ben",
                dice=EnteredDice(source="entered", faces=(3, 4), rolled_by="ben"),
            )
        )
        answer = Game(session.log).explain("40.0")
        assert f"(no odds: {NOT_DECIDED})" in str(answer)
        (told,) = answer.to_plain()["chain"][0]["odds"]
        assert told["same_effect"] is None
        assert told["why"] == NOT_DECIDED

    def test_rules_that_are_not_here(self, monkeypatch):
        """A log of a rule set that cannot decide here is explained without odds."""
        from rollbook.engine.tables import TablesError

        def refuse(_log):
            raise TablesError("the tables in the log", "are others", "start again")

        monkeypatch.setattr("rollbook.engine.odds.chain.rules_of", refuse)
        game = Game(demo("hull-points").log)
        assert f"(no odds: {NO_RULES})" in str(game.explain("33.8"))

    def test_more_throws_than_can_be_counted_quickly(self, monkeypatch):
        """An explanation is quick or goes without."""
        monkeypatch.setattr("rollbook.engine.odds.chain.MOST_WAYS", 5)
        game = Game(demo("hull-points").log)
        assert f"flesh wound (no odds: {TOO_MANY})" in str(game.explain("33.8"))

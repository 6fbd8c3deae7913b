"""Odds of commands: loops, choices, facts of the table, refusals, samples."""

from __future__ import annotations

import gc
import json
from fractions import Fraction

import pytest

from rollbook.engine.armourvalue.damage import WeaponPick
from rollbook.engine.hullpoints.damage_table import WeaponShot
from rollbook.engine.odds import OddsTooLarge, odds_of
from rollbook.engine.odds.command import best_odds, sampled_odds
from rollbook.engine.odds.merging import Numbering
from rollbook.engine.ruleset import rule_set
from rollbook.events.errors import RuleRefusal
from rollbook.tools.cli.oddslines import odds_lines
from tests.conftest import Game
from tests.engine.armourvalue.random_play import play
from tests.engine.coin_duel.test_coin_duel import duel
from tests.engine.odds.tables import accept, asked, damage, game, walker

HALF = Fraction(1, 2)
HITS = Fraction(2, 3)
"""A die that needs a 3."""
INFANTRY = {"initiative": 3, "toughness": None, "wounds": 1}


@pytest.fixture
def made() -> Game:
    """A fresh 60 mm medium walker of Ann."""
    made = game()
    walker(made, "w")
    return made


class TestOneRoll:
    def test_the_rows_of_the_table(self, made: Game) -> None:
        """Four damage on three armour is one roll: its rows have the chances of two dice."""
        odds = odds_of(made.rules, made.state, damage(made, "w", 4))
        rows = {label[2]: p for label, p in odds.times.items() if label[0] == "DamageTableRolled"}
        assert rows["explodes"] == Fraction(2, 36)
        assert sum(rows.values()) == 1
        assert odds.ever == odds.times

    def test_three_arcs_share_a_die(self, made: Game) -> None:
        """A weapon shot picks one of three arcs, each with a third."""
        odds = odds_of(made.rules, made.state, damage(made, "w", 4))
        for arm in ("howitzer", "chaingun", "mortar"):
            destroyed = odds.units["w"][f"weapons.{arm}.destroyed"]["true"]
            assert destroyed == Fraction(6, 36) / 3

    def test_a_face_that_picks_nothing_is_rolled_again(self) -> None:
        """With the top there are four, two faces of six pick none, and each has a quarter."""
        made = game(top_weapons="own_arc")
        walker(made, "w")
        odds = odds_of(made.rules, made.state, damage(made, "w", 4))
        for arm in ("howitzer", "chaingun", "mortar"):
            destroyed = odds.units["w"][f"weapons.{arm}.destroyed"]["true"]
            assert destroyed == Fraction(6, 36) / 4

    def test_nothing_to_roll_is_certain(self, made: Game) -> None:
        """Damage that armour takes up has one outcome."""
        odds = odds_of(made.rules, made.state, damage(made, "w", 2))
        assert [chance for _, chance in odds.ends] == [1]
        assert odds.units["w"] == {"armor": {"1": Fraction(1)}}


class TestAsJson:
    def test_the_shape(self, made: Game) -> None:
        """Fractions are text, values are keys, outcomes carry what changes."""
        plain = odds_of(made.rules, made.state, damage(made, "w", 6)).to_plain()
        assert plain["exact"] is True
        assert plain["units"]["w"]["status"] == {"exploding": "919/5832", "slain": "4913/5832"}
        assert plain["units"]["w"]["armor"] == {"0": "1/1"}
        assert "name" not in plain["units"]["w"]
        total = sum(Fraction(outcome["p"]) for outcome in plain["outcomes"])
        assert total == 1
        changes = {c["path"]: (c["before"], c["after"]) for c in plain["outcomes"][0]["changes"]}
        assert changes["units.w.armor"] == (3, 0)
        assert json.loads(json.dumps(plain)) == plain

    def test_each_field_follows_from_the_outcomes(self, made: Game) -> None:
        """The distribution of a field is the sum over the outcomes that change it to that."""
        plain = odds_of(made.rules, made.state, damage(made, "w", 5)).to_plain()
        hull: dict[str, Fraction] = {}
        for outcome in plain["outcomes"]:
            after = [c["after"] for c in outcome["changes"] if c["path"] == "units.w.hull"]
            key = str(after[0] if after else 3)
            hull[key] = hull.get(key, Fraction(0)) + Fraction(outcome["p"])
        assert hull == {k: Fraction(v) for k, v in plain["units"]["w"]["hull"].items()}

    def test_a_unit_that_enters(self, made: Game) -> None:
        """Every field of a new unit is there, and certain."""
        command = {"do": "add_unit", "by": "ben", "unit": "n", "owner": "ben", "kind": "infantry"}
        profile = {"name": "N", "ws": "3/3", "strength": 3, "grit": 3, "sagacity": 3}
        models = {**INFANTRY, "models": ["a"]}
        full = asked(made, {**command, **profile, **models, "weapons": []})
        fields = odds_of(made.rules, made.state, full).units["n"]
        assert fields["status"] == {"active": Fraction(1)}
        assert fields["models.a.wounds"] == {"1": Fraction(1)}


class TestApart:
    def test_a_fact_of_the_table(self) -> None:
        """Hits on infantry without toughness wait for the table, in as many cases as hit."""
        made = game(enforce_phases=False)
        walker(made, "w")
        squad = {"do": "add_unit", "by": "ben", "unit": "s", "owner": "ben", "kind": "infantry"}
        profile = {"name": "S", "ws": "3/3", "strength": 3, "grit": 3, "sagacity": 3}
        models = ["a", "b"]
        accept(made, {**squad, **profile, **INFANTRY, "models": models, "weapons": []})
        accept(made, {"do": "start_round", "by": "ann"})
        fire = {"do": "fire_weapon", "by": "ann", "unit": "w", "weapon": "howitzer", "target": "s"}
        command = {**fire, "arc": "front", "struck": None}
        odds = odds_of(made.rules, made.state, asked(made, command))
        ((apart, chance),) = odds.apart
        assert (apart.kind, apart.code, apart.field) == ("fact", "NEEDS_FIELD", "wounded")
        assert chance == HITS
        assert sum(p for _, p in odds.ends) == 1 - HITS
        told = odds_of(made.rules, made.state, asked(made, {**command, "wounded": 1}))
        assert told.units["s"]["models.a.status"] == {"removed": HITS, "active": 1 - HITS}

    def test_a_choice_after_dice(self) -> None:
        """A choice has no odds; with the choice in the command the way goes on."""
        for step in (s for seed in range(40) for s in play(seed, 60)):
            if step.before is None or step.refused or not step.command.get("choices"):
                continue
            made = Game(rule_set("armour-value"))
            made.state = step.before
            open_ = {k: v for k, v in step.command.items() if k not in ("choices", "dice")}
            odds = odds_of(made.rules, made.state, asked(made, open_))
            kinds = {apart.kind for apart, _ in odds.apart}
            assert "choice" in kinds
            chosen = asked(made, {**open_, "choices": step.command["choices"]})
            more = odds_of(made.rules, made.state, chosen)
            assert sum(p for _, p in more.ends) > sum(p for _, p in odds.ends)
            return
        pytest.fail("no random game came to a choice after dice")

    def test_a_command_refused_before_dice(self, made: Game) -> None:
        """It is refused as it would be in play."""
        with pytest.raises(RuleRefusal, match="nobody"):
            odds_of(made.rules, made.state, damage(made, "nobody", 1))


class TestTooLarge:
    def test_the_bound_on_work(self, made: Game) -> None:
        """Beyond the bound it says what is too much, and the garbage collector runs again."""
        with pytest.raises(OddsTooLarge, match="more than 20 rolls"):
            odds_of(made.rules, made.state, damage(made, "w", 6), max_work=20)
        assert gc.isenabled()

    def test_samples_instead(self, made: Game) -> None:
        """Where exact is too large, samples are taken, and it says so with an error."""
        odds = best_odds(made.rules, made.state, damage(made, "w", 6), 400, max_work=20)
        plain = odds.to_plain()
        assert plain["exact"] is False
        assert plain["samples"] == 400
        assert plain["error"] == 0.05
        assert sum(Fraction(p) for p in plain["units"]["w"]["hull"].values()) == 1
        first, second, *_ = odds_lines(odds, damage(made, "w", 6), "hull-points")
        assert first == "Ben: 6 damage to W (mine)"
        assert second.startswith("Too large for exact odds; from 400 simulated commands")

    def test_many_dice_get_fewer_samples(self, made: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        """What throws very many dice is sampled less often, and says how often it was."""
        monkeypatch.setattr("rollbook.engine.odds.command.MAX_DICE", 500)
        odds = sampled_odds(made.rules, made.state, damage(made, "w", 6), 10_000)
        assert 100 <= odds.samples < 500
        assert sum(chance for _, chance in odds.ends) == 1

    def test_exact_needs_no_samples(self, made: Game) -> None:
        """Where exact is small enough, samples are never taken."""
        assert best_odds(made.rules, made.state, damage(made, "w", 6), 5).exact

    def test_the_same_samples_every_time(self, made: Game) -> None:
        """A seed fixes them."""
        first, second = (
            sampled_odds(made.rules, made.state, damage(made, "w", 6), 50).to_plain()
            for _ in range(2)
        )
        assert first == second

    def test_samples_out_of_range(self, made: Game) -> None:
        """No sample, or more than a million, is refused."""
        for number in (0, 1_000_001):
            with pytest.raises(ValueError, match="samples are"):
                sampled_odds(made.rules, made.state, damage(made, "w", 6), number)


class TestNumbering:
    def test_equal_states_have_equal_keys(self) -> None:
        """Two games played alike give one key; another state another one."""
        first, second = game(), game()
        for made in (first, second):
            walker(made, "w")
        numbering = Numbering()
        key = numbering.key(first.state)
        assert numbering.key(second.state) == key
        accept(second, {"do": "start_round", "by": "ann"})
        assert numbering.key(second.state) != key


def test_steps_are_told_apart_without_the_faces_they_carry() -> None:
    """Steps that wait for a roll again are equal whatever fell before."""
    arcs = ("front", "side", "rear", "top")
    assert WeaponShot("w", arcs, (5,)) == WeaponShot("w", arcs, (6, 5))
    assert hash(WeaponShot("w", arcs, (5,))) == hash(WeaponShot("w", arcs))
    assert WeaponPick("w", arcs, (5,)) == WeaponPick("w", arcs)
    assert WeaponShot("w", arcs) != WeaponShot("w", arcs[1:])


def test_any_rule_set_has_odds() -> None:
    """A rule set of three small files: a coin takes Ben's last courage, and ends the duel."""
    made = duel()
    flip = {"do": "flip", "by": "ann", "player": "ann"}
    odds = odds_of(made.rules, made.state, asked(made, flip))
    assert odds.units == {"ben": {"courage": {"0": HALF, "1": HALF}}}
    over = {c["path"] for outcome in odds.to_plain()["outcomes"] for c in outcome["changes"]}
    assert "over" in over

"""Charges, blows, results and rams at the edges of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.armourvalue.field import HERE, Field, types

GO = {"distance_milli": 3000, "position": HERE}


def charged(*units: tuple[str, str, dict[str, Any]], **house: Any) -> Field:
    """Let a1 charge b1 in the assault phase."""
    field = Field(**house)
    for name, kind, fields in units:
        field.unit(name, kind, **fields)
    field.phase("shooting", "assault")
    field.ok("assault_unit", unit="a1", target="b1", **GO)
    return field


def test_units_of_one_initiative_strike_with_what_they_had():
    """A squad that lost models in its own step still strikes with all of them."""
    field = charged(("a1", "walker", {}), ("b1", "infantry", {}))
    events = field.ok("fight", 6, 6, 6, 6, 6, 6, unit="a1", target="b1")
    assert types(events)[:2] == ["FightStepStarted", "MeleeAttacksDeclared"]
    assert events[1]["strength"] == 10
    assert field["b1"].models == 2
    events = field.ok("fight", 1, 1, 1, 1, 1, unit="b1", target="a1")
    assert events[0]["attacks"] == 5


def test_a_walker_lost_in_its_step_strikes_after_its_explosion():
    """It is gone from the table, and its blows still land."""
    field = charged(("a1", "infantry", {"strength": 9}), ("b1", "walker", {}), ("b2", "walker", {}))
    blows = [6, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    field.ok("fight", *blows, 6, 6, 2, unit="a1", target="b1")
    assert field.no("fight", unit="b1", target="a1") == ("PENDING", "ENGINE")
    field.ok("resolve_explosion", unit="b1")
    assert field["b1"].status == "removed"
    assert field.no("score_combat", combat="c1") == ("NOT_ALL_STRUCK", "FE-CC-1")
    field.ok("fight", 1, 1, unit="b1", target="a1")
    assert field.game.state.combats["c1"].points == {"a": 1, "b": 0}
    events = field.ok("score_combat", combat="c1")
    assert types(events) == ["CombatResultScored", "UnitsUnlocked"]
    assert events[1] == {
        "type": "UnitsUnlocked",
        "combat": "c1",
        "units": ["a1", "b1"],
        "cause": "no_enemy",
        "consolidate": True,
    }
    assert (field["a1"].end_move, field["b1"].end_move) == ("allowed", None)


def test_grenades_are_counted_against_what_strikes():
    """No more grenades than carried, than models, none by walkers."""
    field = charged(("a1", "infantry", {"models": 2}), ("b1", "walker", {}))
    for fields in ({"krak": 3}, {"melta_bombs": 2}, {"krak": 2, "melta_bombs": 1}):
        result = field.no("fight", unit="a1", target="b1", **fields)
        assert result == ("NO_GRENADES", "FE-CC-5")
    result = field.no("fight", unit="b1", target="a1", krak=1)
    assert result == ("NO_GRENADES", "FE-CC-5")
    events = field.ok("fight", 5, 5, unit="a1", target="b1", krak=1, melta_bombs=1)
    assert [e["needed"] for e in events if e["type"] == "HitsRolled"] == [6, 6]
    assert events[1]["attacks"] == 0


def test_blows_on_ordinary_vehicles_by_speed():
    """Still: no roll; up to 6: four; faster: six; always the rear."""
    for moved, needed in ((None, 0), (0, 0), (6000, 4), (6001, 6)):
        field = charged(("a1", "infantry", {"models": 1}), ("b1", "vehicle", {}))
        field.rule(units__b1__moved_milli=moved)
        dice = (1,) if needed == 0 else (6, 6, 1, 1)
        events = field.ok("fight", *(dice * 2)[: 2 if needed == 0 else 4], unit="a1", target="b1")
        hits = events[1]
        assert (hits["needed"], hits["roll"] is None, hits["hits"]) == (needed, needed == 0, 2)
        assert events[2]["side"] == "rear"
        assert field["a1"].combat is None


def test_a_charge_that_falls_short_is_the_only_one():
    """It stays where it was, and may not try again."""
    field = Field().unit("a1", "walker").unit("b1", "infantry").phase("shooting", "assault")
    rough = {"unit": "a1", "target": "b1", "difficult": True} | GO
    events = field.ok("assault_unit", 2, 1, **rough)
    assert events[1] == {
        "type": "AssaultMoveMade",
        "unit": "a1",
        "target": "b1",
        "distance_milli": 0,
        "position": HERE,
        "reached": False,
    }
    assert field.no("assault_unit", **rough) == ("ALREADY_ASSAULTED", "FE-ASL-1")


@pytest.mark.parametrize("house", ["where_tested", "end_of_move"])
def test_dangerous_charges_stop_or_arrive_by_the_house_rule(house: str):
    """Stopped on the way it is not locked; at the end of the move it is."""
    field = Field(dangerous_stop=house).unit("a1", "walker").unit("b1", "infantry")
    field.phase("shooting", "assault")
    at = {"distance_milli": 1000, "position": HERE | {"x_milli": 5}}
    events = field.ok("assault_unit", 1, unit="a1", target="b1", dangerous=True, test_at=at, **GO)
    locked = house == "end_of_move"
    assert types(events)[:3] == ["DangerousTerrainTested", "AssaultMoveMade", "VehicleImmobilised"]
    assert (events[1]["distance_milli"], events[1]["reached"]) == (3000 if locked else 1000, locked)
    assert ("UnitsLockedInCombat" in types(events)) == locked


def test_the_fearless_save_against_the_difference_and_stay():
    """Three points behind: three saves, what fails is lost and does not count."""
    field = charged(("a1", "walker", {"attacks": 3}), ("b1", "infantry", {"fearless": True}))
    field.ok("fight", 6, 6, 6, 6, 6, 6, 6, 6, unit="a1", target="b1")
    field.ok("fight", 1, 1, 1, 1, 1, unit="b1", target="a1")
    events = field.ok("score_combat", 1, 6, 3, 3, combat="c1")
    assert types(events) == ["CombatResultScored", "SavesRolled", "WoundsLost", "UnitRemoved"] or (
        types(events)[:3] == ["CombatResultScored", "SavesRolled", "WoundsLost"]
    )
    assert events[2]["cause"] == "no_retreat"
    assert events[2]["combat"] is None


def test_nobody_sweeps_when_all_winners_are_stuck():
    """The fleeing unit escapes at once, and owes nothing."""
    field = charged(("a1", "walker", {}), ("b1", "infantry", {}))
    field.ok("fight", 6, 6, 6, 6, 6, 6, unit="a1", target="b1")
    field.ok("fight", 1, 1, 1, 1, 1, unit="b1", target="a1")
    field.rule(units__a1__immobilised=True)
    events = field.ok("score_combat", 6, 6, combat="c1")
    assert types(events)[:3] == ["CombatResultScored", "MoraleChecked", "UnitsUnlocked"]
    assert (events[1]["value"], events[2]["cause"]) == (5, "escaped")
    assert field.game.state.pending == ()
    assert field["b1"].falling_back


def test_sweeps_on_a_tie_follow_the_house_rule():
    """The winner catches on equal totals, or does not."""
    for house, caught in (("winner", True), ("loser", False)):
        field = charged(("a1", "walker", {}), ("b1", "infantry", {}), sweep_tie=house)
        field.ok("fight", 6, 6, 6, 6, 6, 6, unit="a1", target="b1")
        field.ok("fight", 1, 1, 1, 1, 1, unit="b1", target="a1")
        field.ok("score_combat", 6, 6, combat="c1")
        assert field.no("pile_in", unit="a1", **GO) == ("PENDING", "ENGINE")
        events = field.ok("sweep", 3, 3, unit="a1", target="b1")
        assert events[0]["caught"] is caught
        assert events[-1]["cause"] == "no_enemy"


def test_marks_last_to_the_end_of_the_owners_next_turn():
    """Made in the enemy's turn 1, gone when the own turn 1 ends."""
    field = Field().unit("a1", "walker").unit("b1", "walker").phase("shooting", "assault")
    events = field.ok("apply_damage_roll", 1, unit="b1", outcome="penetrating", reason="x")
    assert events[1]["until"] == 1
    field.phase("shooting", "assault", player="b")
    assert field["b1"].shaken_until == 1
    expired = {"type": "StatusExpired", "unit": "b1", "status": "shaken"}
    assert field.ok("start_turn", player="a")[0] == expired


class TestRam:
    """Tanks and who stands in their way."""

    def tank(self, kind: str, **house: Any) -> Field:
        """Give a tank of a in front of a unit of b."""
        field = Field(**house).unit("a1", "vehicle", tank=True, armour_value=[14, 13, 10])
        return field.unit("b1", kind).phase()

    def ram(self, field: Field, *dice: int, **fields: Any) -> list[dict[str, Any]]:
        """Ram b1 after 12 inches."""
        way = {"unit": "a1", "target": "b1", "distance_milli": 12000, "position": HERE}
        return field.ok("ram", *dice, **way | fields)

    def test_two_vehicles_strike_each_other_at_once(self):
        """14 front and 12 inches are 9; the other side is 11 and no tank: 5."""
        events = self.ram(self.tank("vehicle"), 1, 1, contact="side")
        assert events[1] == {
            "type": "CollisionResolved",
            "rammer": "a1",
            "target": "b1",
            "distance_milli": 12000,
            "contact": "side",
            "strength_rammer": 9,
            "strength_target": 5,
        }
        assert types(events)[2:] == ["PenetrationRolled", "PenetrationRolled", "RamStopped"]

    def test_what_explodes_does_not_stop_the_tank(self):
        """The tank may go on, once the explosion is settled."""
        field = self.tank("vehicle")
        events = self.ram(field, 6, 6, 2, 1, contact="front", distance_milli=6000)
        assert "RamStopped" not in types(events)
        field.ok("resolve_explosion", unit="b1")
        way = {"unit": "a1", "position": HERE}
        assert field.no("move_unit", distance_milli=6001, **way)[0] == "MOVE_TOO_FAR"
        assert types(field.ok("move_unit", distance_milli=6000, **way)) == [
            "UnitMoved",
            "RamStopped",
        ]

    def test_contact_is_for_armour_only(self):
        """A walker's side must be told, infantry has none."""
        way = {"unit": "a1", "target": "b1", "distance_milli": 100, "position": HERE}
        assert self.tank("walker").no("ram", **way)[0] == "NEEDS_FIELD"
        assert self.tank("infantry").no("ram", **way | {"contact": "front"})[0] == "BAD_VALUE"

    def test_a_ram_goes_on_but_never_back(self):
        """The way is counted in all, so it cannot become shorter."""
        field = self.tank("infantry").unit("b2", "infantry")
        self.ram(field, 6, 6, distance_milli=5000)
        way = {"unit": "a1", "target": "b2", "position": HERE}
        assert field.no("ram", distance_milli=4999, **way)[0] == "BAD_VALUE"
        assert types(field.ok("ram", 1, 1, distance_milli=5000, **way)) == [
            "RamDeclared",
            "MoraleChecked",
        ]
        assert field.no("move_unit", unit="a1", distance_milli=1, position=HERE)[0] == "PENDING"

    def test_the_fearless_pass_without_dice(self):
        """The check is told, with no roll."""
        field = Field().unit("a1", "vehicle", tank=True).unit("b1", "infantry", fearless=True)
        events = self.ram(field.phase())
        assert (events[1]["roll"], events[1]["passed"], events[1]["value"]) == (None, True, 8)

    def test_a_failed_attempt_of_a_lone_model_ends_its_unit(self):
        """Crushed, and the tank may go on."""
        field = Field().unit("a1", "vehicle", tank=True).unit("b1", "infantry", models=1).phase()
        self.ram(field, 1, 1)
        events = field.ok("ram_response", 1, unit="b1", response="death_or_glory")
        assert types(events)[1:] == [
            "PenetrationRolled",
            "DeathOrGloryAttempted",
            "ModelRemoved",
            "UnitRemoved",
        ]
        assert field["a1"].ram == "moving"

    def test_own_armour_of_a_failed_walker_follows_the_house_rule(self):
        """Its own hit comes from the rear, or from where it was truly met."""
        for house, strength in (("rear", 4), ("contact", 6)):
            field = self.tank("walker", failed_dog_armour=house)
            self.ram(field, contact="front")
            events = field.ok(
                "ram_response", 1, 1, 1, 1, unit="b1", response="death_or_glory", weapon=None
            )
            hit = next(e for e in events if e["type"] == "CollisionResolved")
            assert (hit["contact"], hit["strength_target"]) == ("rear", strength)

    def test_responses_that_do_not_fit(self):
        """Each is refused by its own rule."""
        field = self.tank("walker")
        self.ram(field, contact="front")
        dog = {"unit": "b1", "response": "death_or_glory"}
        assert field.no("ram_response", weapon="krak", **dog) == ("NO_GRENADES", "FE-CC-5")
        assert field.no("ram_response", weapon="nope", **dog)[0] == "UNKNOWN_WEAPON"
        assert field.no("ram_response", position=HERE, **dog)[0] == "BAD_VALUE"
        brace = {"unit": "b1", "response": "brace", "weapon": "gun"}
        assert field.no("ram_response", **brace)[0] == "BAD_VALUE"


class TestExplosion:
    """Who is caught."""

    def exploding(self) -> Field:
        """Give an exploding open-topped vehicle with passengers."""
        field = Field().unit("a1", "vehicle", open_topped=True, capacity=9)
        field.unit("a2", "infantry").unit("b1", "infantry").unit("b2", "walker").phase()
        field.ok("embark", unit="a2", vehicle="a1", distance_milli=0)
        typed = {"unit": "a1", "outcome": "penetrating", "reason": "x"}
        field.ok("apply_damage_roll", 6, 3, **typed)
        return field

    def test_passengers_then_others_in_order(self):
        """Strength 3 in an open hull, out, pinned; then the hits as given."""
        hits = [{"unit": "b2", "side": "rear"}, {"unit": "b1", "models": 1}]
        dice = [1, 1, 1, 1, 1, 6, 6, 6, 1]
        events = self.exploding().ok("resolve_explosion", *dice, unit="a1", hits=hits)
        assert types(events) == [
            "WoundsRolled",
            "ModelsDisembarked",
            "MoraleChecked",
            "PenetrationRolled",
            "WoundsRolled",
            "UnitRemoved",
        ]
        assert (events[0]["strength"], events[0]["source"]) == (3, "a1")
        assert (events[2]["passed"], events[2]["until"]) == (False, 2)

    @pytest.mark.parametrize(
        ("hits", "code"),
        [
            ([{"unit": "b1", "side": "front"}], "WRONG_KIND"),
            ([{"unit": "b2", "models": 1}], "WRONG_KIND"),
            ([{"unit": "b1"}], "BAD_VALUE"),
            ([{"unit": "b1", "models": 1, "side": "front"}], "BAD_VALUE"),
            ([{"unit": "b1", "models": 6}], "BAD_VALUE"),
            ([{"unit": "b1", "models": 1}] * 2, "BAD_VALUE"),
            ([{"unit": "a2", "models": 1}], "ABOARD"),
            ([{"unit": "a1", "side": "front"}], "NOT_ACTIVE"),
            ([{"unit": "zz", "side": "front"}], "UNKNOWN_UNIT"),
        ],
    )
    def test_hits_that_cannot_be(self, hits: list[dict[str, Any]], code: str):
        """Each is refused."""
        assert self.exploding().no("resolve_explosion", unit="a1", hits=hits)[0] == code

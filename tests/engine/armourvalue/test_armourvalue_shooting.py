"""Shots at the edges of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.armourvalue.field import CLAW, GUN, HERE, Field, types

AT = {"range_milli": 6000, "bearing_decideg": 0}
SHOT = AT | {"unit": "a1", "weapon": "gun", "target": "b1", "struck": "front"}


def guns(**fields: Any) -> Field:
    """Give a walker with one gun in front of a vehicle, in the shooting phase."""
    field = Field(**fields.pop("house", {})).unit("a1", "walker", weapons=[GUN | fields])
    return field.unit("b1", "vehicle").phase("shooting")


def test_a_whole_shot_is_told_to_the_letter():
    """Pivot, shot, hit, penetration and damage carry every number."""
    field = guns(ap=1)
    events = field.ok("fire_weapon", 3, 5, 4, **SHOT | {"bearing_decideg": 900})
    assert events == [
        {"type": "UnitPivoted", "unit": "a1", "from_decideg": 0, "to_decideg": 900},
        {
            "type": "WeaponFired",
            "unit": "a1",
            "weapon": "gun",
            "target": "b1",
            "victim": "b1",
            "range_milli": 6000,
            "firers": 1,
            "shots": 1,
            "hits": None,
        },
        {
            "type": "HitsRolled",
            "unit": "a1",
            "target": "b1",
            "weapon": "gun",
            "needed": 3,
            "roll": {"purpose": "to_hit", "sides": 6, "faces": [3]},
            "hits": 1,
        },
        {
            "type": "PenetrationRolled",
            "unit": "b1",
            "source": "a1",
            "cause": "shooting",
            "side": "front",
            "armour": 12,
            "strength": 8,
            "roll": {"purpose": "penetration", "sides": 6, "faces": [5]},
            "rending_roll": None,
            "total": 13,
            "outcome": "penetrating",
            "downgraded": False,
        },
        {
            "type": "DamageTableRolled",
            "unit": "b1",
            "cause": "shooting",
            "outcome": "penetrating",
            "roll": {"purpose": "damage_table", "sides": 6, "faces": [4]},
            "modifiers": {"ap1": 1},
            "result": "wrecked",
            "combat": None,
        },
        {"type": "VehicleWrecked", "unit": "b1", "cause": "damage"},
    ]


def test_hits_on_what_is_destroyed_are_lost_without_dice():
    """The second hit of the weapon finds a wreck and rolls nothing."""
    events = guns(shots=2).ok("fire_weapon", 6, 6, 6, 5, **SHOT)
    assert types(events).count("PenetrationRolled") == 1


def test_ordnance_with_melta_near_rolls_the_sum():
    """Melta beats ordnance, and its sum is no rending six."""
    field = guns(kind="ordnance", traits=["melta", "rending"], strength=1)
    assert field.ok("fire_weapon", 6, 6, 5, 1, **SHOT)[2]["total"] == 12


def test_ordnance_far_counts_the_better_die():
    """Beyond half its range it is ordnance again, and a six rends."""
    field = guns(kind="ordnance", traits=["melta", "rending"], strength=1)
    events = field.ok("fire_weapon", 6, 2, 6, 3, **SHOT | {"range_milli": 18001})
    assert (events[2]["total"], events[2]["rending_roll"]["sides"]) == (10, 3)


def test_a_blast_off_the_hull_has_half_strength_only_on_armour():
    """Eight becomes four on a vehicle, and stays eight on infantry."""
    field = guns(traits=["blast"]).unit("b2", "infantry")
    off = {"hits": 1, "hole": "off"}
    assert field.ok("fire_weapon", 1, **SHOT | off)[1]["strength"] == 4
    field = guns(traits=["blast"]).unit("b2", "infantry")
    events = field.ok("fire_weapon", 6, **SHOT | off | {"struck": None, "target": "b2"})
    assert (events[1]["strength"], events[1]["needed"]) == (8, 2)


def test_a_blast_may_scatter_onto_an_own_unit():
    """Who was aimed at stays the target of the turn."""
    field = guns(traits=["blast"]).unit("a2", "infantry")
    fields = SHOT | {"hits": 0, "scattered_onto": "a2", "struck": None}
    assert field.ok("fire_weapon", **fields)[0]["victim"] == "a2"
    assert field["a1"].fired_at == "b1"


@pytest.mark.parametrize(
    ("traits", "fields", "code"),
    [
        ([], {"hits": 1}, "BAD_VALUE"),
        (["blast"], {}, "NEEDS_FIELD"),
        (["template"], {"hits": 1, "hole": "off"}, "BAD_VALUE"),
        (["template"], {"hits": 1, "scattered_onto": "b1"}, "BAD_VALUE"),
        ([], {"firers": 2}, "BAD_VALUE"),
        ([], {"struck": None}, "NEEDS_FIELD"),
        ([], {"cover": None}, "BAD_VALUE"),
        ([], {"cover": 1}, "BAD_VALUE"),
        ([], {"range_milli": 36001}, "OUT_OF_RANGE"),
    ],
)
def test_what_is_typed_must_fit(traits: list[str], fields: dict[str, Any], code: str):
    """Facts that are missing, surplus or impossible are refused."""
    assert guns(traits=traits).no("fire_weapon", **SHOT | fields)[0] == code


def test_too_many_shots_are_refused_before_any_die():
    """Ten thousand dice do not fit into one entry."""
    field = Field().unit("a1", "infantry", models=100, weapons=[GUN | {"shots": 100}])
    field.unit("b1", "vehicle").phase("shooting")
    assert field.no("fire_weapon", **SHOT | {"firers": 100})[0] == "TOO_LARGE"


def test_smoke_betters_worse_cover_only():
    """Cover 5 becomes 4, cover 3 stays."""
    for cover, needed in ((0, 4), (5, 4), (3, 3)):
        field = guns()
        field.rule(units__b1__smoke_active=True)
        events = field.ok("fire_weapon", 6, 6, 6, **SHOT | {"cover": cover})
        assert events[3]["needed"] == needed


def test_smoke_downgrades_shots_by_house_rule_but_no_other_hit():
    """Penetrating becomes glancing, without a save."""
    field = guns(house={"smoke_effect": "downgrade_penetrating"})
    field.rule(units__b1__smoke_active=True)
    events = field.ok("fire_weapon", 6, 6, 6, **SHOT)
    assert (events[2]["outcome"], events[2]["downgraded"]) == ("glancing", True)
    assert events[3]["modifiers"] == {"glancing": -2}


def test_ap_better_than_armour_leaves_the_cover_save():
    """AP 3 goes through a save of 3; typed cover still counts."""
    field = Field().unit("a1", "walker").unit("b1", "infantry").phase("shooting")
    events = field.ok("fire_weapon", 6, 6, 5, **SHOT | {"struck": None, "cover": 5})
    assert events[3] == {
        "type": "SavesRolled",
        "unit": "b1",
        "save": "cover",
        "needed": 5,
        "roll": {"purpose": "cover_save", "sides": 6, "faces": [5]},
        "saved": 1,
    }


def test_impossible_wounds_are_not_rolled():
    """Strength 4 cannot wound Toughness 8."""
    field = Field().unit("a1", "infantry").unit("b1", "infantry", toughness=8).phase("shooting")
    fields = SHOT | {"weapon": "rifle", "struck": None}
    events = field.ok("fire_weapon", 6, **fields)
    assert (events[2]["needed"], events[2]["roll"], events[2]["wounds"]) == (7, None, 0)


def test_a_squadron_is_one_target_even_after_a_loss():
    """The second weapon may fire at the mate of a wreck, not at another unit."""
    arms = [GUN, GUN | {"id": "gun2"}, GUN | {"id": "gun3"}]
    field = Field().unit("a1", "walker", weapons=arms)
    for name in ("b1", "b2"):
        field.unit(name, "vehicle", squadron="pack")
    field.unit("b3", "vehicle").phase("shooting")
    field.ok("fire_weapon", 6, 6, 5, **SHOT)
    assert field["b1"].status == "wreck"
    assert field.no("fire_weapon", **SHOT | {"weapon": "gun2", "target": "b3"}) == (
        "OTHER_TARGET",
        "FE-SHT-1",
    )
    field.ok("fire_weapon", 1, **SHOT | {"weapon": "gun2", "target": "b2"})


def test_stunned_mates_of_a_squadron_are_shaken_and_the_last_one_is_stunned():
    """The rule looks at who is in play at the moment."""
    field = Field()
    for name in ("a1", "a2"):
        field.unit(name, "vehicle", squadron="pack")
    typed = {"outcome": "penetrating", "reason": "x"}
    events = field.ok("apply_damage_roll", 2, unit="a1", **typed)
    assert events[1] == {"type": "CrewShaken", "unit": "a1", "until": 1, "original": "stunned"}
    field.rule(units__a2__status="removed")
    assert types(field.ok("apply_damage_roll", 2, unit="a1", **typed))[1] == "CrewStunned"


def test_a_random_pick_keeps_the_dice_that_named_nothing():
    """Four candidates: five and six are rolled again."""
    arms = [GUN | {"id": f"gun{i}"} for i in range(4)]
    field = Field(weapon_destroyed_chooser="random").unit("a1", "vehicle", weapons=arms)
    typed = {"unit": "a1", "outcome": "penetrating", "reason": "x"}
    assert field.no("apply_damage_roll", 3, 6, **typed)[0] == "NEEDS_DICE"
    events = field.ok("apply_damage_roll", 3, 6, 5, 2, **typed)
    assert events[1] == {
        "type": "WeaponsDestroyed",
        "unit": "a1",
        "weapons": ["gun1"],
        "chosen_by": "random",
        "roll": {"purpose": "weapon_destroyed", "sides": 6, "faces": [6, 5, 2]},
    }


def test_the_last_weapon_is_no_choice_and_takes_what_is_built_in():
    """A used-up gun is no candidate; the arm is, with the gun in it."""
    arms = [CLAW, GUN | {"built_into": "claw", "traits": ["one_shot"]}]
    field = Field().unit("a1", "walker", weapons=arms)
    field.rule(units__a1__weapons__gun__spent=True)
    events = field.ok("apply_damage_roll", 3, unit="a1", outcome="penetrating", reason="x")
    assert (events[1]["weapons"], events[1]["chosen_by"]) == (["claw", "gun"], "only")


def test_immobilised_twice_costs_a_weapon_then_the_vehicle():
    """Four, four, four: immobilised, weapon destroyed, wrecked."""
    field = Field().unit("a1", "vehicle")
    typed = {"unit": "a1", "outcome": "penetrating", "reason": "x"}
    for last in ("VehicleImmobilised", "WeaponsDestroyed", "VehicleWrecked"):
        assert types(field.ok("apply_damage_roll", 4, **typed))[-1] == last


def test_walkers_turn_but_stuck_ones_fire_within_their_swivel():
    """22.5 degrees are in, also across north; the house rule lets it turn."""
    shot = SHOT | {"bearing_decideg": 3375}
    field = guns()
    field.rule(units__a1__immobilised=True)
    assert "UnitPivoted" not in types(field.ok("fire_weapon", 1, **shot))
    field = guns()
    field.rule(units__a1__immobilised=True)
    assert field.no("fire_weapon", 1, **shot | {"bearing_decideg": 3374})[0] == "OUT_OF_ARC"
    field = guns(house={"immobilised_pivot": "allow"})
    field.rule(units__a1__immobilised=True)
    assert types(field.ok("fire_weapon", 1, **shot))[0] == "UnitPivoted"


def test_passengers_fire_by_the_house_rule_on_speed():
    """A fast open-topped vehicle can be fired from only where the table says always."""
    for rule, code in (("as_transport", "MOVED_TOO_FAST"), ("always", "")):
        field = Field(open_fire_speed=rule).unit("a1", "infantry").unit("b1", "vehicle")
        field.unit("a2", "vehicle", capacity=9, open_topped=True).phase()
        field.ok("embark", unit="a1", vehicle="a2", distance_milli=0)
        field.ok("move_unit", unit="a2", distance_milli=6001, position=HERE)
        field.ok("start_phase", phase="shooting")
        result = field.do("fire_weapon", 1, **SHOT | {"weapon": "rifle"})
        assert result.get("refused", {}).get("code", "") == code

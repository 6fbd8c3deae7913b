"""Shooting and combat, beyond the handed cases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.hullpoints.table import Table, only, squad, types, vehicle, walker, weapon


def gunner(**changes: Any) -> Any:
    return weapon("g", **changes)


class TestShooting:
    def test_order_of_refusals(self) -> None:
        """The first check that fails answers, and they come in the order of the page."""
        blind = walker(ws="5/0", weapons=[gunner(shots=1), weapon("c", "melee")])
        table = Table(blind, walker("x", owner="ben"), morale_effect="no_shooting")
        table.round("shooting")
        table.rule(w__battle_shocked_until=9)
        fire: dict[str, Any] = {"target": "x", "arc": "rear", "struck": ["front", "side"]}
        assert table.code("fire_weapon", "w", weapon="c", **(fire | {"arc": None})) == "WRONG_KIND"
        assert table.code("fire_weapon", "w", weapon="g", **(fire | {"arc": None})) == "BAD_VALUE"
        steps = [
            ({"w__weapons__g__destroyed": True}, "WEAPON_DESTROYED"),
            ({"w__weapons__g__destroyed": False, "w__weapons__g__fired": True}, "ALREADY_FIRED"),
            ({"w__weapons__g__fired": False, "w__ammo_hits": 1}, "NO_SHOTS"),
            ({"w__ammo_hits": 0}, "OUT_OF_ARC"),
        ]
        for values, code in steps:
            table.rule(**values)
            assert table.code("fire_weapon", "w", weapon="g", **fire) == code
        fire["arc"] = "front"
        assert table.code("fire_weapon", "w", weapon="g", **fire) == "STRUCK_ARCS"
        fire["struck"] = ["front"]
        assert table.code("fire_weapon", "w", weapon="g", **fire) == "NO_SKILL"
        table.rule(w__ws_shooting=4)
        assert table.code("fire_weapon", "w", weapon="g", **fire) == "BATTLE_SHOCKED"
        table.rule(w__battle_shocked_until=None)
        table.do("fire_weapon", "w", "1", weapon="g", **fire)

    def test_a_template_needs_an_arc(self) -> None:
        """A template that strikes nothing is no shot."""
        table = Table(walker(weapons=[gunner(pattern="template")]), walker("x"))
        table.round("shooting")
        refusal = table.refused("fire_weapon", "w", weapon="g", target="x", arc="front", struck=[])
        assert (refusal["code"], refusal["rule"]) == ("BAD_VALUE", "HW-TPL-1")

    def test_each_arc_takes_the_full_set_in_order(self) -> None:
        """Two hits on rear and front are four dice, front first; sees defaults to both."""
        shooter = walker(weapons=[gunner(pattern="template", shots=2, strength=8)])
        table = Table(shooter, walker("x", owner="ben", grit=0, weapons=[weapon("k")]))
        table.rule(x__armor=0)
        table.round("shooting")
        events = table.do(
            "fire_weapon",
            "w",
            "6 6 4 3 2 1 1 3 3 2 3",
            weapon="g",
            target="x",
            arc="front",
            struck=["rear", "front"],
        )
        rolled = [e for e in events if e["type"] == "WoundsRolled"]
        assert [(e["arc"], e["toughness"], e["wounds"]) for e in rolled] == [
            ("front", 12, 1),
            ("rear", 10, 1),
        ]
        assert only(events, "WeaponsDestroyed")["arc"] == "front"
        assert types(events).count("DamageSuffered") == 2

    def test_damage_stops_when_the_target_is_out_of_play(self) -> None:
        """Wounds left over after the explosion do nothing."""
        table = Table(walker(weapons=[gunner(shots=3, strength=99)]), walker("x", owner="ben"))
        table.rule(x__armor=0)
        table.round("shooting")
        events = table.do(
            "fire_weapon",
            "w",
            "6 6 6 1 1 1 6 6",
            weapon="g",
            target="x",
            arc="front",
            struck=["side"],
        )
        assert types(events).count("DamageSuffered") == 1
        assert types(events)[-1] == "UnitExploded"

    def test_wounds_fall_on_the_first_model_standing_outside(self) -> None:
        """Each wound has the weapon's damage and never spills over to the next model."""
        table = Table(
            walker(weapons=[gunner(shots=4, damage=2)]),
            vehicle("t", owner="ben"),
            squad(models="a b c", wounds=3, toughness=None),
        )
        table.round()
        table.do("embark", "t", by="ben", models=["s/a"], access="rear", distance_milli=0)
        table.do("start_phase", phase="shooting")
        table.do(
            "fire_weapon",
            "w",
            "6 6 6 6",
            weapon="g",
            target="s",
            arc="front",
            struck=None,
            wounded=3,
        )
        assert table.wounds("s") == {"a": 3, "b": 0, "c": 1}

    def test_a_gunner_shoots_worse_after_control_hits(self) -> None:
        """The gun's own gunner counts, less the control hits, never below 0."""
        table = Table(vehicle(), walker("x", owner="ben"))
        table.rule(v__control_hits=1)
        table.round("shooting")
        fire = {"weapon": "gun", "target": "x", "arc": "front", "struck": ["front"]}
        told = only(table.do("fire_weapon", "v", "1 1", **fire), "HitsRolled")
        assert told["needed"] == 4
        table.rule(v__control_hits=9, v__weapons__gun__fired=False)
        assert table.code("fire_weapon", "v", **fire) == "NO_SKILL"

    def test_a_weapon_may_fire_at_its_own_side(self) -> None:
        """Nothing forbids it."""
        table = Table(walker(weapons=[gunner(mount="top")]), walker("x"))
        table.round("shooting")
        table.do("fire_weapon", "w", "1", weapon="g", target="x", arc="rear", struck=["rear"])


def won(attacker_wins: bool = True, **house: Any) -> Table:
    """Give a combat of a walker with two claws against a squad and a truck."""
    claws = [weapon("left", "melee", strength=None), weapon("right", "melee", damage=3)]
    table = Table(
        walker(weapons=[*claws, gunner()], grit=0),
        squad(ws=4, weapons=[{"id": "axe", "kind": "melee", "strength": 9, "damage": 2}]),
        vehicle("t", owner="ben"),
        squad("out"),
        **house,
    )
    table.round("combat")
    dice = "6 1" if attacker_wins else "1 6"
    table.do("duel", dice=dice, attacker="w", defender="s", others=["t"])
    return table


class TestCombat:
    def test_the_winner_strikes_with_half_its_hull_for_each_claw(self) -> None:
        """Three hull points, two claws: four attacks; with one claw gone two."""
        table = won()
        assert table.refused("strike", "w")["count"] == 4
        table.rule(w__weapons__left__destroyed=True)
        assert table.refused("strike", "w")["count"] == 2
        table.rule(w__hull=0)
        assert table.code("strike", "w") == "NO_ATTACKS"

    def test_the_loser_does_not_strike(self) -> None:
        """Neither the loser nor the others, nor anybody after a draw."""
        table = won()
        for unit in ("s", "t", "out"):
            assert table.code("strike", unit) == "NOT_WINNER"
        table.do("duel", dice="1 2", attacker="w", defender="s")
        assert table.game.state.combat.winner is None
        assert table.code("strike", "w") == "NOT_WINNER"

    def test_hits_are_shared_freely(self) -> None:
        """One claw may take more hits than its own attacks; passed-over items roll nothing."""
        table = won()
        table.do("strike", "w", "6 6 6 1")
        share = [
            {"weapon": "right", "target": "s", "hits": 1},
            {"weapon": "left", "target": "t", "hits": 2, "arc": "rear", "sees": []},
        ]
        # Strength 7 against rear 6; the weapon shot finds nobody who sees an arc.
        events = table.do("allocate_hits", "w", "1 1 1 1 3 2 3", allocation=share)
        assert only(events, "WeaponsDestroyed")["arc"] is None
        assert table.game.state.combat.hits == 0
        assert table.code("allocate_hits", "w", allocation=share) == "NO_HITS"

    @pytest.mark.parametrize(
        ("item", "code"),
        [
            ({"weapon": "g", "target": "s"}, "WRONG_KIND"),
            ({"weapon": "left", "target": "out"}, "NOT_IN_COMBAT"),
            ({"weapon": "left", "target": "w", "arc": "front"}, "NOT_IN_COMBAT"),
            ({"weapon": "left", "target": "ghost"}, "UNKNOWN_UNIT"),
            ({"weapon": "ghost", "target": "s"}, "UNKNOWN_WEAPON"),
            ({"weapon": None, "target": "s"}, "BAD_VALUE"),
            ({"weapon": "left", "target": "t"}, "BAD_VALUE"),
            ({"weapon": "left", "target": "s", "arc": "front"}, "BAD_VALUE"),
            ({"weapon": "left", "target": "s", "hits": 4}, "BAD_SPLIT"),
        ],
    )
    def test_what_cannot_be_allocated(self, item: dict[str, Any], code: str) -> None:
        """Each item is held against weapon, target, and the number of hits."""
        table = won()
        table.do("strike", "w", "6 6 6 1")
        assert table.code("allocate_hits", "w", allocation=[{"hits": 3} | item]) == code

    def test_no_items_are_no_split(self) -> None:
        """An empty allocation leaves hits over."""
        table = won()
        table.do("strike", "w", "6 6 6 1")
        assert table.code("allocate_hits", "w", allocation=[]) == "BAD_SPLIT"

    def test_a_defender_who_won_strikes_the_attacker_only(self) -> None:
        """Infantry says how many attacks it has, or all its models count."""
        table = won(attacker_wins=False)
        assert table.refused("strike", "s")["count"] == 3
        table.do("strike", "s", "6 6", attacks=2)
        share = [{"weapon": "axe", "target": "t", "hits": 2, "arc": "front"}]
        assert table.code("allocate_hits", "s", allocation=share) == "NOT_IN_COMBAT"
        share = [
            {"weapon": "axe", "target": "w", "hits": 1, "arc": "front"},
            {"weapon": "axe", "target": "w", "hits": 1, "arc": "rear"},
        ]
        events = table.do("allocate_hits", "s", "1 1", allocation=share)
        rolled = [e for e in events if e["type"] == "WoundsRolled"]
        assert [(e["strength"], e["wounds"]) for e in rolled] == [(9, 0), (9, 1)]
        assert [e["amount"] for e in events if e["type"] == "DamageSuffered"] == [2]

    def test_bare_hands_are_for_infantry_without_a_melee_weapon(self) -> None:
        """No weapon can be named once none is left; the unit strikes with its own strength."""
        table = won(attacker_wins=False)
        table.do("strike", "s", "6", attacks=1)
        share = [{"weapon": None, "target": "w", "hits": 1, "arc": "rear"}]
        refused = table.refused("allocate_hits", "s", allocation=share)
        assert (refused["code"], refused["field"]) == ("BAD_VALUE", "allocation[0].weapon")
        table.rule(s__weapons__axe__destroyed=True)
        events = table.do("allocate_hits", "s", "6", allocation=share)
        assert only(events, "WoundsRolled")["strength"] == 4
        assert only(events, "DamageSuffered")["amount"] == 1

    def test_too_many_attacks_for_an_entry(self) -> None:
        """The number of dice alone is refused before a die is asked for."""
        table = won(attacker_wins=False)
        assert table.code("strike", "s", attacks=4097) == "TOO_LARGE"
        assert table.refused("strike", "s", attacks=4096)["count"] == 4096
        assert table.code("strike", "s", "6 " * 4097, attacks=4097) == "TOO_LARGE"
        assert table.code("strike", "s", "6 " * 4097, attacks=4096) == "UNUSED_DICE"

    def test_models_aboard_count_as_attacks(self) -> None:
        """Infantry strikes with all its models in play, aboard or not."""
        table = Table(vehicle(), squad(owner="ann"), squad("e"))
        table.round()
        table.do("embark", "v", models=["s/a"], access="rear", distance_milli=0)
        table.do("start_phase", phase="combat")
        table.do("duel", dice="6 1", attacker="s", defender="e")
        assert table.refused("strike", "s")["count"] == 3

    def test_a_vehicle_loses_without_dice(self) -> None:
        """The attacker wins, also when others are there."""
        table = won()
        told = only(table.do("duel", attacker="w", defender="t", others=["s"]), "DuelResolved")
        assert (told["auto"], told["roll"], told["totals"], told["winner"]) == (
            True,
            None,
            None,
            "w",
        )

    def test_combat_ends_with_the_round(self) -> None:
        """The next round knows nothing of it."""
        table = won()
        table.do("start_phase", phase="end")
        table.do("end_round")
        assert table.game.state.combat is not None
        table.do("start_round")
        assert table.game.state.combat is None

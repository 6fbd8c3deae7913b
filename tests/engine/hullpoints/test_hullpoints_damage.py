"""Damage to walkers and vehicles, beyond the handed cases."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.engine.hullpoints.rolls import picked
from tests.engine.hullpoints.table import Table, only, squad, types, vehicle, walker, weapon

ROWS = {
    2: "explodes",
    3: "control_hit",
    4: "weapon_shot",
    5: "flesh_wound",
    6: "ammo_hit",
    7: "leg_hit",
    8: "ammo_hit",
    9: "flesh_wound",
    10: "weapon_shot",
    11: "control_hit",
    12: "explodes",
}


def hit(table: Table, unit: str, dice: str = "", amount: int = 1, **fields: Any) -> list[Any]:
    return table.do("apply_damage", unit, dice, amount=amount, cause="x", **fields)


class TestArmor:
    @pytest.mark.parametrize(
        ("amount", "carries", "split"),
        [(2, True, (2, 0, 0)), (3, True, (3, 0, 0)), (3, False, (3, 0, 0)), (9, False, (3, 0, 6))],
    )
    def test_armor_takes_the_first_points(
        self, amount: int, carries: bool, split: tuple[int, int, int]
    ) -> None:
        """Without carrying over, what armor could not take is wasted."""
        table = Table(walker(), damage_carries=carries)
        told = only(hit(table, "w", amount=amount), "DamageSuffered")
        assert (told["to_armor"], told["to_hull"], told["wasted"]) == split

    def test_bare_hull_takes_all_even_without_carrying(self) -> None:
        """With no armor left there is nothing to carry over from."""
        table = Table(walker(grit=0), damage_carries=False)
        table.rule(w__armor=0)
        told = only(hit(table, "w", "2 3 2 3", amount=2), "DamageSuffered")
        assert told["to_hull"] == 2

    def test_a_hull_emptied_by_a_ruling_takes_nothing(self) -> None:
        """A judge's 0 hull points are no loss: everything is wasted, nobody is slain."""
        table = Table(vehicle())
        table.rule(v__hull=0)
        events = hit(table, "v", amount=3)
        assert types(events) == ["DamageSuffered"]
        assert events[0]["wasted"] == 3
        assert table.unit("v").status == "active"


class TestRows:
    @pytest.mark.parametrize("total", range(2, 13))
    def test_walker_rows(self, total: int) -> None:
        """Each sum of two dice means its row, whichever dice make it."""
        for low in range(max(1, total - 6), min(6, total - 1) + 1):
            table = Table(walker(weapons=[weapon("g")], grit=0))
            table.rule(w__armor=0)
            events = hit(table, "w", f"{low} {total - low}", sees=["front"])
            assert only(events, "DamageTableRolled")["row"] == ROWS[total]

    def test_leg_hits_to_the_end(self) -> None:
        """8, 4, 2, 1, 0: the fifth leg hit has nothing left to halve."""
        table = Table(walker(base_mm=180, grit=0))
        table.rule(w__armor=0)
        for movement in (4, 2, 1, 0):
            assert only(hit(table, "w", "3 4"), "LegHitSuffered")["movement"] == movement
        events = hit(table, "w", "3 4", amount=3)
        assert only(events, "UnitExploded") == {
            "type": "UnitExploded",
            "unit": "w",
            "cause": "movement",
            "radius": 10,
            "unresolved": 2,
        }
        assert types(events)[-1] == "UnitExploded"

    def test_morale_comes_before_the_next_point(self) -> None:
        """Each roll has its own check; a failed one moves the end of the shock."""
        table = Table(walker())
        table.rule(w__armor=0, round=3)
        events = hit(table, "w", "2 3 6 3 2 1", amount=2)
        checks = [e for e in events if e["type"] == "MoraleChecked"]
        assert [(c["passed"], c["until"]) for c in checks] == [(False, 4), (True, None)]
        assert table.unit("w").battle_shocked_until == 4
        assert types(events).index("MoraleChecked") < types(events).index("HullPointLost", 2)

    def test_grit_zero_fails_without_dice(self) -> None:
        """A value of 0 asks for no die."""
        table = Table(walker(grit=0))
        table.rule(w__armor=0)
        told = only(hit(table, "w", "2 3"), "MoraleChecked")
        assert (told["roll"], told["value"], told["passed"]) == (None, 0, False)


class TestControlHits:
    @pytest.mark.parametrize(
        ("ws", "control_zero", "left"),
        [
            ("1/1", "either", (0, 0)),
            ("1/0", "either", None),
            ("0/1", "either", None),
            ("1/0", "both", (0, 0)),
            ("0/3", "both", (0, 2)),
            ("0/0", "both", None),
        ],
    )
    def test_walkers(self, ws: str, control_zero: str, left: tuple[int, int] | None) -> None:
        """Both skills fall; where that cannot be done the walker explodes."""
        table = Table(walker(ws=ws, grit=0), control_zero=control_zero)
        table.rule(w__armor=0)
        events = hit(table, "w", "1 2")
        if left is None:
            assert only(events, "UnitExploded")["cause"] == "control"
            assert (table.unit("w").ws_melee, table.unit("w").ws_shooting) == tuple(
                int(x) for x in ws.split("/")
            )
        else:
            told = only(events, "ControlHitSuffered")
            assert (told["ws_melee"], told["ws_shooting"]) == left

    def test_a_vehicle_explodes_when_its_best_gunner_stands_at_zero(self) -> None:
        """Gunners of destroyed guns count; the driver does not, while there are guns."""
        guns = [
            weapon("a", gunner={"ws": "9/1"}),
            weapon("b", gunner={"ws": 2}, mount="rear"),
        ]
        table = Table(vehicle(weapons=guns, hull=9))
        table.rule(v__weapons__b__destroyed=True)
        for hits in (1, 2):
            assert only(hit(table, "v", "1 2"), "ControlHitSuffered")["control_hits"] == hits
        assert only(hit(table, "v", "1 2"), "UnitExploded")["cause"] == "control"

    def test_without_guns_the_driver_counts(self) -> None:
        """A truck without guns explodes when its driver stood at 0 already."""
        driver = {"ws": "5/1", "grit": 4, "sagacity": 3}
        table = Table(vehicle(weapons=[], driver=driver))
        hit(table, "v", "5 6")
        assert only(hit(table, "v", "5 6"), "UnitExploded")["unresolved"] == 0


class TestWeaponShot:
    GUNS = (
        weapon("f"),
        weapon("claw", "melee", strength=None),
        weapon("s", mount="side"),
        weapon("t", mount="top"),
    )

    def shot(self, dice: str, sees: list[str], **house: Any) -> Any:
        table = Table(walker(weapons=list(self.GUNS), grit=0), **house)
        table.rule(w__armor=0)
        return only(hit(table, "w", f"1 3 {dice}", sees=sees), "WeaponsDestroyed")

    def test_nobody_to_see_anything(self) -> None:
        """Without a candidate nothing is shot off, and no die is thrown."""
        assert self.shot("", []) == {
            "type": "WeaponsDestroyed",
            "unit": "w",
            "arc": None,
            "weapons": [],
            "roll": None,
        }

    def test_arcs_are_worked_through_in_order(self) -> None:
        """However the arcs are listed, the die counts front, side, rear."""
        assert self.shot("3", ["rear", "front", "side"])["arc"] == "side"
        assert self.shot("3", ["side", "front"])["weapons"] == ["f", "claw"]

    def test_an_empty_arc_can_be_picked_or_skipped(self) -> None:
        """The house rule decides whether a bare arc is a candidate."""
        assert self.shot("6", ["front", "rear"])["weapons"] == []
        assert self.shot("", ["front", "rear"], empty_arc_shot="skip")["arc"] == "front"

    def test_the_top_is_safe_unless_players_say_otherwise(self) -> None:
        """With four candidates 5 and 6 are thrown again, and stay in the roll."""
        told = self.shot("5 6 4", ["front", "side", "rear"], top_weapons="own_arc")
        assert (told["arc"], told["weapons"]) == ("top", ["t"])
        assert told["roll"]["faces"] == [5, 6, 4]

    @pytest.mark.parametrize("count", range(1, 7))
    def test_a_pick_is_fair(self, count: int) -> None:
        """Every one of n things has the same number of faces."""
        places = [picked(count, face) for face in range(1, 7)]
        counted = [places.count(place) for place in range(count)]
        assert len(set(counted)) == 1
        assert counted[0] >= 1


class TestTheEnd:
    def test_a_walker_that_loses_its_last_point_checks_no_morale(self) -> None:
        """The last roll applies, then it is slain."""
        table = Table(walker())
        table.rule(w__armor=0, w__hull=1)
        assert types(hit(table, "w", "4 4")) == [
            "DamageSuffered",
            "HullPointLost",
            "DamageTableRolled",
            "AmmoHitSuffered",
            "UnitSlain",
        ]

    def test_vehicles_lie_still_and_may_explode_with_the_last_point(self) -> None:
        """Zero hull points leave a vehicle inoperable, unless the roll explodes."""
        table = Table(vehicle(hull=1), vehicle("u", hull=1))
        assert types(hit(table, "v", "2 3"))[-1] == "VehicleInoperable"
        assert types(hit(table, "u", "1 1"))[-1] == "UnitExploded"

    def test_pending_first(self) -> None:
        """While a fall is owed only it, notes, rulings and the end get through."""
        table = Table(walker(), vehicle())
        hit(table, "w", "2 3 1 2 3 1 2 3", amount=6)
        assert table.code("apply_damage", "v", amount=1, cause="x") == "PENDING"
        assert table.code("check", "w", characteristic="grit") == "PENDING"
        table.do("note", text="well")
        table.rule(v__armor=0)
        table.do("end_game", winner=None)


class TestModels:
    def test_spare_points_are_lost_and_the_unit_goes_with_the_last(self) -> None:
        """Nine points on a model with two Wounds are two."""
        table = Table(squad(models="a b", wounds=2))
        told = only(hit(table, "s", amount=9, model="a"), "WoundsLost")
        assert (told["points"], told["wounds"]) == (2, 0)
        events = hit(table, "s", amount=2, model="b")
        assert types(events) == ["WoundsLost", "ModelRemoved", "UnitRemoved"]
        assert table.code("apply_damage", "s", amount=1, cause="x", model="a") == "NOT_ACTIVE"

    def test_a_model_aboard_is_reached(self) -> None:
        """Damage by hand reaches passengers, and a dead one leaves its seat."""
        table = Table(vehicle(), squad(owner="ann", models="a b"))
        table.round()
        table.do("embark", "v", models=["s/a", "s/b"], access="rear", distance_milli=1)
        hit(table, "s", model="a")
        assert table.unit("v").passengers == ("s/b",)
        assert table.unit("s").models["a"].aboard is None

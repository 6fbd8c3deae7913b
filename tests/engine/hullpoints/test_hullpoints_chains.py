"""The two long battles that the rules are measured by."""

from __future__ import annotations

from tests.engine.hullpoints.table import Table, only, squad, types, vehicle, walker, weapon

CANNON = weapon("cannon", shots=2)
CLAW = weapon("claw", "melee", strength=None)
REAR_GUN = weapon("rear-gun", mount="rear")


class TestWorkedChain:
    """A dreadnought that is shot, shaken, slain and falls."""

    def table(self) -> Table:
        dreadnought = walker(weapons=[CANNON, CLAW, REAR_GUN])
        table = Table(dreadnought, squad(models="m1 m2", toughness=None))
        table.do("place_unit", "w", x_milli=0, y_milli=0, facing_decideg=0)
        table.round("shooting")
        return table

    def first_attack(self, table: Table) -> list[str]:
        return types(
            table.do(
                "apply_damage",
                "w",
                "3 1 2 5 4 2 6",
                amount=5,
                cause="attack",
                sees=["front", "side"],
            )
        )

    def test_five_damage_take_armor_and_two_points(self) -> None:
        """Armor goes first, then a point, its roll, its morale; then the next point."""
        table = self.table()
        assert self.first_attack(table) == [
            "DamageSuffered",
            "ArmorPointsLost",
            "HullPointLost",
            "DamageTableRolled",
            "WeaponsDestroyed",
            "MoraleChecked",
            "HullPointLost",
            "DamageTableRolled",
            "AmmoHitSuffered",
            "MoraleChecked",
        ]
        unit = table.unit("w")
        assert (unit.hull, unit.armor, unit.movement, unit.ammo_hits) == (1, 0, 8, 1)
        assert (unit.ws_melee, unit.ws_shooting, unit.battle_shocked_until) == (5, 4, 2)
        destroyed = {name: w.destroyed for name, w in unit.weapons.items()}
        assert destroyed == {"cannon": True, "claw": True, "rear-gun": False}

    def test_nothing_is_left_to_fire_or_strike_with(self) -> None:
        """The cannon is gone, the rear gun has no shots, no melee weapon survives."""
        table = self.table()
        self.first_attack(table)
        fire = {"target": "s", "struck": None}
        assert table.code("fire_weapon", "w", weapon="cannon", arc="front", **fire) == (
            "WEAPON_DESTROYED"
        )
        assert table.code("fire_weapon", "w", weapon="rear-gun", arc="rear", **fire) == "NO_SHOTS"
        table.do("start_phase", phase="combat")
        table.do("duel", dice="6 1", attacker="w", defender="s")
        assert table.code("strike", "w") == "NO_ATTACKS"

    def test_the_last_point_slays_and_it_falls(self) -> None:
        """The leg hit of the last point applies, then it is slain, falls, and crunches one."""
        table = self.table()
        self.first_attack(table)
        last = table.do("apply_damage", "w", "5 2", amount=1, cause="attack")
        assert types(last)[-3:] == ["DamageTableRolled", "LegHitSuffered", "UnitSlain"]
        assert table.unit("w").movement == 4
        fall = table.do(
            "resolve_timber",
            "w",
            "5 3 5",
            angle_decideg=2000,
            under=[
                {"unit": "s", "model": "m1"},
                {"unit": "s", "model": "m2", "wounded": True},
            ],
        )
        assert only(fall, "UnitToppled")["facing_decideg"] == 200
        assert only(fall, "WoundsRecorded")["model"] == "m2"
        assert table.wounds("s") == {"m1": 1, "m2": 0}
        unit = table.unit("w")
        assert (unit.status, unit.position.facing_decideg) == ("wreck", 200)


class TestChainDuringARam:
    """
    A truck with half a squad aboard rams, hits a mine in the middle of its move, and explodes.

    The blast sets off a second truck, which holds the other half of the same
    squad, and a walker; the walker's blast reaches who crawled out.
    """

    def table(self) -> Table:
        rider = squad("r", "a b c d e", owner="ann", toughness=7, wounds=3)
        table = Table(
            vehicle("truck", hull=2),
            vehicle("wagon", hull=3, toughness=[6, 6, 5]),
            walker("mech", owner="ben", ws=3, base_mm=80, weight="light"),
            rider,
            squad("foe", "x y z", toughness=6, wounds=2),
            squad("bare", "p q", toughness=None),
        )
        table.rule(mech__armor=0)
        table.round()
        table.do("embark", "truck", models=["r/b", "r/a"], access="rear", distance_milli=0)
        table.do("embark", "wagon", models=["r/c", "r/d"], access="rear", distance_milli=0)
        table.do("start_phase", phase="end")
        table.do("end_round")
        table.round()
        return table

    def test_right_to_the_last_wound(self) -> None:
        """Every model of the squad has exactly the Wounds that the dice left it."""
        table = self.table()
        ram = table.do(
            "ram", "truck", "1 4 6", target="foe", direction="forward", distance_milli=3000
        )
        assert only(ram, "RamHitsInflicted")["strength"] == 4
        # Strength 4 against toughness 6: 2+ wounds.
        assert table.wounds("foe") == {"x": 2, "y": 1, "z": 1}

        mine = table.do("apply_damage", "truck", "6 6", amount=1, cause="mine")
        assert only(mine, "UnitExploded")["radius"] == 6
        assert table.code("move_unit", "truck", direction="forward", distance_milli=1) == "PENDING"

        # Strength 5: e (toughness 7, 2+) and y (6, 1+) are wounded; so are the wagon
        # (front 6, 1+) and the mech (side 11, 6+), and both roll an explosion.
        first = table.do(
            "resolve_explosion",
            "truck",
            "5 2 1 3 1 1 6 6 6 4 1",
            hits=[
                {"unit": "r", "model": "e"},
                {"unit": "foe", "model": "y"},
                {"unit": "wagon", "arc": "front"},
                {"unit": "mech", "arc": "side"},
                {"unit": "bare", "model": "p", "wounded": False},
            ],
        )
        assert types(first)[-1] == "UnitRemoved"
        assert [o.unit for o in table.game.state.pending] == ["wagon", "mech"]
        # Passengers in the order in which they went aboard: b (4, wounded), a (1, not).
        assert table.wounds("r") == {"a": 3, "b": 2, "c": 3, "d": 3, "e": 2}
        assert table.wounds("foe") == {"x": 2, "y": 0, "z": 1}
        assert only(first, "ModelsDisembarked")["models"] == ["r/b", "r/a"]

        # The mech waits its turn although the wagon's blast reaches it no more.
        assert table.refused("resolve_explosion", "mech", hits=[])["unit"] == "wagon"
        assert table.code("resolve_explosion", "wagon", hits=[{"unit": "mech", "arc": "rear"}]) == (
            "NOT_ACTIVE"
        )
        # Strength 1: 6 needed against toughness 7.
        second = table.do(
            "resolve_explosion",
            "wagon",
            "1 6 5 6 6 5",
            hits=[
                {"unit": "r", "model": "b"},
                {"unit": "r", "model": "a"},
                {"unit": "foe", "model": "z"},
            ],
        )
        assert table.wounds("r") == {"a": 3, "b": 1, "c": 2, "d": 3, "e": 2}
        assert table.wounds("foe") == {"x": 2, "y": 0, "z": 0}
        assert only(second, "ModelsDisembarked")["models"] == ["r/c", "r/d"]

        # Strength 6: toughness 7 needs 1+, so everybody within 10 yards is wounded.
        third = table.do(
            "resolve_explosion",
            "mech",
            "6 1 1 1 1 1",
            hits=[{"unit": "r", "model": m} for m in "abcde"],
        )
        assert table.wounds("r") == {"a": 2, "b": 0, "c": 1, "d": 2, "e": 1}
        assert types(third)[-1] == "UnitRemoved"
        assert table.game.state.pending == ()
        assert [m for m, x in table.unit("r").models.items() if x.status == "removed"] == ["b"]
        assert {x.aboard for x in table.unit("r").models.values()} == {None}
        for name in ("truck", "wagon", "mech"):
            assert table.unit(name).status == "removed"
        assert table.unit("truck").passengers == table.unit("wagon").passengers == ()

    def test_what_exploded_first_is_resolved_first(self) -> None:
        """What exploded first is resolved first, whoever asks for the other."""
        table = self.table()
        table.do("apply_damage", "wagon", "1 1", amount=1, cause="mine")
        table.do("note", text="still owed", about=None)
        assert table.code("resolve_explosion", "truck", hits=[]) == "PENDING"
        # Strength 6 against toughness 7: c and d lose one Wound each.
        table.do("resolve_explosion", "wagon", "6 1 1", hits=[])
        assert table.wounds("r") == {"a": 3, "b": 3, "c": 2, "d": 2, "e": 3}

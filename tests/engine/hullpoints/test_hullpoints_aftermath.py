"""Explosions, falls, morale, rounds and checks, beyond the handed cases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.hullpoints.table import Table, only, squad, types, vehicle, walker


def exploding(*others: Any, **house: Any) -> Table:
    """Give a table on which the truck owes its explosion."""
    table = Table(vehicle(), *others, **house)
    table.round()
    return table


def blow_up(table: Table, unit: str = "v") -> None:
    table.do("apply_damage", unit, "6 6", amount=1, cause="x")


class TestExplosion:
    def test_checks_of_hits_in_order(self) -> None:
        """Unknown, itself or doubled, out of play, wrong kind: in that order."""
        table = exploding(squad(), walker(owner="ben"))
        table.rule(s__models__c__status="removed")
        blow_up(table)
        gone = {"unit": "s", "model": "c"}
        itself = {"unit": "v", "arc": "front"}
        infantry_arc = {"unit": "s", "arc": "front"}
        for hits, code in (
            ([itself, {"unit": "ghost", "arc": "front"}], "UNKNOWN_UNIT"),
            ([{"unit": "w", "model": "a"}], "UNKNOWN_MODEL"),
            ([gone, itself], "BAD_VALUE"),
            ([infantry_arc, gone], "NOT_ACTIVE"),
            ([infantry_arc], "WRONG_KIND"),
        ):
            assert table.code("resolve_explosion", "v", hits=hits) == code

    def test_a_hull_is_hit_once_whatever_the_arc(self) -> None:
        """Two arcs of the same walker are the same walker twice."""
        table = exploding(walker(owner="ben"))
        blow_up(table)
        hits = [{"unit": "w", "arc": "front"}, {"unit": "w", "arc": "rear"}]
        assert table.code("resolve_explosion", "v", hits=hits) == "BAD_VALUE"

    def test_the_die_is_rolled_for_nobody(self) -> None:
        """An explosion in the desert still has a strength."""
        table = exploding()
        blow_up(table)
        events = table.do("resolve_explosion", "v", "4", hits=[])
        assert types(events) == ["ExplosionResolved", "UnitRemoved"]

    @pytest.mark.parametrize(
        ("way", "dice", "wounds", "out"),
        [
            ("hit", "3 6 1", {"a": 1, "b": 2}, ["s/a", "s/b"]),
            ("unharmed", "3", {"a": 2, "b": 2}, ["s/a", "s/b"]),
            ("removed", "3", {"a": 2, "b": 2}, None),
        ],
    )
    def test_passengers(
        self, way: str, dice: str, wounds: dict[str, int], out: list[str] | None
    ) -> None:
        """They are hit in order, let out unharmed, or removed with all their Wounds."""
        table = exploding(squad(owner="ann", models="a b", wounds=2), passengers_in_explosion=way)
        table.do("embark", "v", models=["s/a", "s/b"], access="rear", distance_milli=0)
        blow_up(table)
        events = table.do("resolve_explosion", "v", dice, hits=[])
        assert table.wounds("s") == wounds
        if out is None:
            assert table.unit("s").status == "removed"
            assert types(events)[-2:] == ["UnitRemoved", "UnitRemoved"]
        else:
            assert only(events, "ModelsDisembarked")["models"] == out
        assert table.unit("v").passengers == ()

    def test_a_passenger_of_another_vehicle_can_be_hit(self) -> None:
        """The blast reaches into other vehicles when the players say so."""
        table = exploding(vehicle("t"), squad(owner="ann", models="a b"))
        table.do("embark", "t", models=["s/a"], access="rear", distance_milli=0)
        blow_up(table)
        table.do("resolve_explosion", "v", "3 6", hits=[{"unit": "s", "model": "a"}])
        assert table.unit("t").passengers == ()

    def test_the_status_is_not_asked(self) -> None:
        """What is owed is settled whatever a ruling made of the unit since, until it drops."""
        table = exploding()
        blow_up(table)
        table.rule(v__hull=1)
        table.do("resolve_explosion", "v", "1", hits=[])
        assert table.unit("v").status == "removed"


class TestTimber:
    def fallen(self, *others: Any, **house: Any) -> Table:
        table = Table(walker(toughness=[12, 11, 9]), *others, **house)
        table.rule(w__armor=0, w__hull=1)
        table.do("apply_damage", "w", "2 3", amount=1, cause="x")
        return table

    @pytest.mark.parametrize("angle", [0, 3600, -3600, 7200])
    def test_angles_go_round(self, angle: int) -> None:
        """Any whole number of turns is the same direction."""
        table = self.fallen()
        told = only(table.do("resolve_timber", "w", "6", angle_decideg=angle), "UnitToppled")
        assert (told["fall_decideg"], told["facing_decideg"]) == (0, 1800)

    def test_a_hull_underneath_fails_without_dice(self) -> None:
        """Walkers and vehicles have no initiative: they are crunched for the starting hull."""
        table = self.fallen(vehicle())
        events = table.do(
            "resolve_timber",
            "w",
            "6 3 2 3 2 3 2 3",
            angle_decideg=0,
            under=[{"unit": "v", "arc": "side"}],
        )
        check = only(events, "CharacteristicChecked")
        assert (check["value"], check["roll"], check["passed"]) == (None, None, False)
        wound = only(events, "WoundsRolled")
        assert (wound["strength"], wound["toughness"], wound["wounds"]) == (4, 7, 1)
        told = only(events, "DamageSuffered")
        assert (told["amount"], told["cause"], told["attacker"]) == (3, "crunch", "w")
        assert only(events, "ModelsDisplaced")["models"] == []

    def test_a_falling_walker_can_set_off_a_chain(self) -> None:
        """The crunched truck explodes, and that is owed next."""
        table = self.fallen(vehicle())
        table.do(
            "resolve_timber", "w", "6 6 1 1", angle_decideg=0, under=[{"unit": "v", "arc": "front"}]
        )
        assert [(o.do, o.unit) for o in table.game.state.pending] == [("resolve_explosion", "v")]

    def test_slain_walkers_may_leave_the_table(self) -> None:
        """By house rule the wreck goes, standing or fallen."""
        for dice, fields in (("1", {}), ("6", {"angle_decideg": 0})):
            table = self.fallen(slain_leaves="removed")
            events = table.do("resolve_timber", "w", dice, **fields)
            assert only(events, "UnitRemoved")["cause"] == "slain"
            assert table.unit("w").status == "removed"

    def test_nothing_may_be_said_about_a_walker_that_stands(self) -> None:
        """An empty list is something said."""
        table = self.fallen()
        assert table.code("resolve_timber", "w", "1", under=[]) == "BAD_VALUE"
        table.do("resolve_timber", "w", "1", under=None, angle_decideg=None)


class TestRounds:
    def test_morale_of_vehicles_once_a_round(self) -> None:
        """However often it rolled, a vehicle checks once, when the round ends; wrecks do not."""
        table = Table(vehicle(hull=9), vehicle("u"), vehicle("t", hull=1))
        table.round()
        for unit in ("v", "v", "t"):
            table.do("apply_damage", unit, "2 3", amount=1, cause="x")
        table.do("start_phase", phase="end")
        events = table.do("end_round", dice="6")
        assert types(events) == ["MoraleChecked", "RoundEnded"]
        assert table.unit("v").battle_shocked_until == 2

    def test_shock_ends_with_its_round_for_the_dead_too(self) -> None:
        """Clearing follows the morale of the round, so a new shock is not cleared."""
        table = Table(walker(), vehicle(hull=9), squad())
        table.rule(w__battle_shocked_until=1, v__battle_shocked_until=1, w__status="removed")
        table.round()
        table.do("apply_damage", "v", "2 3", amount=1, cause="x")
        table.do("start_phase", phase="end")
        events = table.do("end_round", dice="6")
        assert [e["unit"] for e in events if e["type"] == "BattleShockCleared"] == ["w"]

    def test_a_round_clears_every_unit(self) -> None:
        """Moves, shots, loads and rolls of the last round are forgotten."""
        table = Table(vehicle(hull=9), squad(toughness=None, wounds=9))
        table.round()
        told = {"a": False, "b": False, "c": False}
        table.do("ram", "v", target="s", direction="forward", distance_milli=1, wounded=told)
        table.do("apply_damage", "v", "2 3", amount=1, cause="x")
        table.do("start_phase", phase="shooting")
        table.do("fire_weapon", "v", "1 1", weapon="gun", target="s", arc="front", struck=None)
        table.do("start_phase", phase="end")
        table.do("end_round", dice="1")
        table.do("start_round")
        unit = table.unit("v")
        assert (unit.move, unit.table_rolls, unit.rammed, unit.transporting) == (None, 0, (), False)
        assert not unit.weapons["gun"].fired

    def test_phases_only_go_forward(self) -> None:
        """A phase may be skipped, never repeated; freed phases keep this."""
        table = Table(walker(), enforce_phases=False)
        for do, fields in (("end_round", {}), ("start_phase", {"phase": "movement"})):
            assert table.code(do, **fields) == "WRONG_PHASE"
        table.do("move_unit", "w", direction="forward", distance_milli=1)
        table.round("combat")
        for phase in ("movement", "shooting", "combat"):
            assert table.code("start_phase", phase=phase) == "WRONG_PHASE"


class TestChecks:
    @pytest.mark.parametrize(
        ("house", "dice", "passed"),
        [
            ("d6_six_fails", "6", False),
            ("d6", "6", True),
            ("d6_six_fails", "5", True),
            ("2d6", "3 4", True),
            ("2d6", "4 4", False),
        ],
    )
    def test_ways_to_check(self, house: str, dice: str, passed: bool) -> None:
        """Equal or below passes; a natural six fails only where players say so."""
        table = Table(walker(grit=7), check=house)
        told = only(table.do("check", "w", dice, characteristic="grit"), "CharacteristicChecked")
        assert (told["passed"], told["value"]) == (passed, 7)

    def test_a_vehicle_uses_its_driver(self) -> None:
        """Its grit and sagacity are the driver's; initiative it has none."""
        table = Table(vehicle())
        told = only(table.do("check", "v", "4", characteristic="grit"), "CharacteristicChecked")
        assert (told["value"], told["passed"]) == (4, True)
        told = only(table.do("check", "v", characteristic="initiative"), "CharacteristicChecked")
        assert (told["value"], told["roll"], told["passed"]) == (None, None, False)

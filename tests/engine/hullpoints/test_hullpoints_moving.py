"""Movement, turning, transports and ramming, beyond the handed cases."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.engine.hullpoints.arcs import arc_towards
from rollbook.engine.hullpoints.book import read_book
from rollbook.events.game import Position
from tests.engine.hullpoints.table import Table, only, squad, types, vehicle, walker


class TestTurns:
    @pytest.mark.parametrize(
        ("turn", "allowance"),
        [(0, 8000), (1, 4000), (450, 4000), (900, 4000), (901, 0), (910, 0), (1799, 0), (1800, 0)],
    )
    def test_the_allowance_of_a_turn(self, turn: int, allowance: int) -> None:
        """No turn leaves the full move, up to 90 degrees half, more nothing."""
        table = Table(walker())
        table.round()
        told = only(table.do("declare_turn", "w", turn_decideg=turn), "TurnDeclared")
        assert told["allowance_milli"] == allowance

    @pytest.mark.parametrize(
        ("movement", "half_move", "allowance"),
        [(5, "exact", 2500), (5, "down", 2000), (1, "exact", 500), (1, "down", 0)],
    )
    def test_half_of_an_odd_movement(self, movement: int, half_move: str, allowance: int) -> None:
        """It is kept exact unless players round it down."""
        table = Table(walker(weight="light"), half_move=half_move)
        table.rule(w__movement=movement)
        table.round()
        told = only(table.do("declare_turn", "w", turn_decideg=300), "TurnDeclared")
        assert told["allowance_milli"] == allowance

    def test_a_turn_may_be_used_in_parts_and_both_ways(self) -> None:
        """Thirty left and thirty right use sixty degrees."""
        table = Table(vehicle())
        table.do("place_unit", "v", x_milli=0, y_milli=0, facing_decideg=100)
        table.round()
        table.do("declare_turn", "v", turn_decideg=600)
        events = table.do("turn_unit", "v", turn_decideg=-300)
        assert only(events, "UnitTurned")["position"]["facing_decideg"] == 3400
        table.do("turn_unit", "v", turn_decideg=300)
        assert table.code("turn_unit", "v", turn_decideg=1) == "TURN_EXCEEDS_DECLARED"

    def test_turns_up_to_a_right_angle_pass_when_more_is_forbidden(self) -> None:
        """Exactly 90 and exactly 180 degrees stay legal."""
        table = Table(walker(), walker("x"), vehicle(), turn_over_90="forbid")
        table.round()
        table.do("declare_turn", "w", turn_decideg=900)
        table.do("declare_turn", "x", turn_decideg=1800)
        assert table.refused("declare_turn", "v", turn_decideg=901)["rule"] == "HW-TURN-3"


class TestMoves:
    def test_a_mixed_path(self) -> None:
        """Four forward and two back cost eight; a thousandth more does not go."""
        table = Table(walker())
        table.round()
        assert types(table.do("move_unit", "w", direction="forward", distance_milli=4000)) == [
            "TurnDeclared",
            "UnitMoved",
        ]
        back: dict[str, Any] = {"direction": "backward"}
        assert table.code("move_unit", "w", distance_milli=2001, **back) == "MOVE_TOO_FAR"
        told = only(table.do("move_unit", "w", distance_milli=2000, **back), "UnitMoved")
        assert (told["cost_milli"], told["spent_milli"]) == (4000, 8000)

    @pytest.mark.parametrize(
        ("facing", "distance", "direction", "x", "y"),
        [
            (0, 1000, "forward", 0, 1000),
            (900, 1000, "forward", 1000, 0),
            (1800, 1000, "backward", 0, 1000),
            (2700, 999, "forward", -999, 0),
            (450, 1000, "forward", 707, 707),
            (450, 1000, "backward", -707, -707),
            (300, 1, "forward", 1, 1),
        ],
    )
    def test_positions(self, facing: int, distance: int, direction: str, x: int, y: int) -> None:
        """A step goes along the facing, clockwise from north, rounded to thousandths."""
        table = Table(vehicle())
        table.do("place_unit", "v", x_milli=0, y_milli=0, facing_decideg=facing)
        table.round()
        table.do("move_unit", "v", direction=direction, distance_milli=distance)
        at = table.unit("v").position
        assert (at.x_milli, at.y_milli, at.facing_decideg) == (x, y, facing)

    def test_nobody_drives_off_the_numbers(self) -> None:
        """A step beyond what a log can hold is refused, not written."""
        table = Table(vehicle())
        table.do("place_unit", "v", x_milli=0, y_milli=2**53 - 1, facing_decideg=0)
        table.round()
        assert table.code("move_unit", "v", direction="forward", distance_milli=1) == "BAD_VALUE"

    def test_refusals_come_in_order(self) -> None:
        """Transporting, direction, distance."""
        table = Table(vehicle(), squad(owner="ann"))
        table.round()
        table.do("embark", "v", models=["s/a"], access="rear", distance_milli=0)
        move: dict[str, Any] = {"direction": "up", "distance_milli": 99999}
        assert table.code("move_unit", "v", to={"x_milli": 0, "y_milli": 0}, **move) == "BAD_VALUE"
        assert table.code("move_unit", "v", **move) == "ALREADY_TRANSPORTED"

    @pytest.mark.parametrize(
        ("x", "y", "arc"),
        [
            (0, 1000, "front"),
            (1000, 1000, "front"),
            (1000, 0, "side"),
            (-1000, 0, "side"),
            (1000, -1000, "side"),
            (990, -1000, "rear"),
            (0, -5, "rear"),
        ],
    )
    def test_arcs_on_the_line(self, x: int, y: int, arc: str) -> None:
        """On the line front wins over side, and side over rear."""
        at = Position(x_milli=0, y_milli=0, facing_decideg=0)
        assert arc_towards(at, x, y, read_book(None)) == arc
        turned = Position(x_milli=0, y_milli=0, facing_decideg=900)
        assert arc_towards(turned, y, -x, read_book(None)) == arc


class TestTransport:
    def loaded(self, **changes: Any) -> Table:
        table = Table(vehicle(capacity=4, **changes), squad(owner="ann", models="a b c", wounds=2))
        table.round()
        return table

    def ride(self, table: Table, do: str, *models: str, **changes: Any) -> Any:
        fields = {"models": list(models), "access": "rear", "distance_milli": 2000} | changes
        return table.game.submit({"do": do, "by": "ann", "unit": "v", **fields})

    def test_space_counts_starting_wounds(self) -> None:
        """A wounded model takes as much room as a sound one."""
        table = self.loaded()
        table.rule(s__models__a__wounds=1)
        assert self.ride(table, "embark", "s/a", "s/b")["events"][0]["space_used"] == 4
        assert self.ride(table, "embark", "s/c")["refused"]["code"] == "NO_SPACE"

    def test_both_ways_in_one_phase_but_no_move(self) -> None:
        """Loading and unloading may both happen; moving then may not."""
        table = self.loaded()
        self.ride(table, "embark", "s/a")
        assert "events" in self.ride(table, "disembark", "s/a")
        assert table.code("declare_turn", "v", turn_decideg=0) == "ALREADY_TRANSPORTED"
        assert table.unit("v").transporting is True

    def test_a_declared_move_is_a_move(self) -> None:
        """Whoever declared may not load any more."""
        table = self.loaded()
        table.do("declare_turn", "v", turn_decideg=0)
        assert self.ride(table, "embark", "s/a")["refused"]["code"] == "ALREADY_MOVED"

    def test_refusals_go_model_by_model(self) -> None:
        """The first model that may not enter answers, before distance and space."""
        table = Table(vehicle(), squad(owner="ann"), squad("e"), walker())
        table.round()
        far = {"distance_milli": 9999}
        answers = [
            (("e/a", "w"), "ENEMY_MODEL"),
            (("w", "e/a"), "HAS_HULL_POINTS"),
            (("s/a",), "TOO_FAR"),
        ]
        for models, code in answers:
            assert self.ride(table, "embark", *models, **far)["refused"]["code"] == code
        assert self.ride(table, "embark", "s/a", access="roof")["refused"]["code"] == "NO_ACCESS"

    def test_a_unit_all_aboard_is_out_of_reach(self) -> None:
        """It may be checked and damaged by hand, but not moved, shot at or fought."""
        table = Table(vehicle(), squad(owner="ann", models="a"), squad("e"), walker(owner="ben"))
        table.round()
        self.ride(table, "embark", "s/a")
        assert table.code("move_unit", "s", direction="any", distance_milli=1) == "NOT_ACTIVE"
        table.do("check", "s", "1", characteristic="grit", model="a")
        table.do("start_phase", phase="combat")
        assert table.code("duel", attacker="w", defender="s") == "NOT_ACTIVE"

    def test_passengers_may_leave_a_wreck_but_not_enter(self) -> None:
        """An inoperable vehicle still opens its doors outwards."""
        table = self.loaded(hull=1)
        self.ride(table, "embark", "s/a", "s/b")
        table.do("apply_damage", "v", "2 3", amount=1, cause="x")
        assert self.ride(table, "embark", "s/c")["refused"]["code"] == "NOT_ACTIVE"
        assert "events" in self.ride(table, "disembark", "s/b")
        assert table.unit("v").passengers == ("s/a",)


class TestRam:
    def ram(self, table: Table, dice: str = "", **changes: Any) -> Any:
        fields = {"target": "s", "direction": "forward", "distance_milli": 1000} | changes
        return table.do("ram", "v", dice, **fields)

    def test_the_side_in_contact_gives_the_strength(self) -> None:
        """Forward the front, backward the rear, half of it rounded down."""
        table = Table(vehicle(toughness=[9, 8, 7]), squad(), squad("t", "x"))
        table.round()
        told = only(self.ram(table, "1 1 1"), "RamHitsInflicted")
        assert (told["side"], told["strength"], told["hits"]) == ("front", 4, 3)
        told = only(self.ram(table, "6", target="t", direction="backward"), "RamHitsInflicted")
        assert (told["side"], told["strength"], told["hits"]) == ("rear", 3, 1)

    def test_each_model_has_its_own_die(self) -> None:
        """The dice fall on the models in order; the rest is pushed aside."""
        table = Table(vehicle(), squad(wounds=2))
        table.round()
        events = self.ram(table, "6 1 4")
        assert table.wounds("s") == {"a": 1, "b": 2, "c": 1}
        assert only(events, "ModelsDisplaced")["models"] == ["a", "b", "c"]

    def test_models_aboard_are_not_hit_nor_pushed(self) -> None:
        """Only who stands outside is rammed; with nobody left nobody is pushed."""
        table = Table(vehicle(), vehicle("t", owner="ben"), squad(models="a b"))
        table.round()
        table.do("embark", "t", models=["s/b"], access="rear", distance_milli=0)
        events = self.ram(table, "6")
        assert types(events)[-1] == "ModelRemoved"
        assert table.unit("s").status == "active"

    def test_once_a_unit_and_move(self) -> None:
        """A second ram of the same unit waits for the next round."""
        table = Table(vehicle(), squad(toughness=None))
        table.round()
        told = {"a": False, "b": True, "c": False}
        self.ram(table, wounded=told)
        fields: dict[str, Any] = {"target": "s", "direction": "forward"}
        assert table.code("ram", "v", distance_milli=1, **fields) == "ALREADY_RAMMED"
        assert table.code("ram", "v", distance_milli=99999, **fields) == "MOVE_TOO_FAR"
        table.do("start_phase", phase="end")
        table.do("end_round")
        table.do("start_round")
        assert (
            table.code("ram", "v", distance_milli=1, wounded={"a": True}, **fields) == "NEEDS_FIELD"
        )

    def test_who_cannot_be_rammed(self) -> None:
        """Hulls block, friends are spared unless players say otherwise."""
        units = (vehicle(), vehicle("t", owner="ben"), squad(owner="ann"))
        ram: dict[str, Any] = {"direction": "forward", "distance_milli": 1}
        table = Table(*units)
        table.round()
        assert table.code("ram", "v", target="t", **ram) == "BLOCKED"
        assert table.refused("ram", "v", target="s", **ram)["rule"] == "HV-RAM-1"
        table = Table(*units, friendly_ram=True)
        table.round()
        table.do("ram", "v", "1 1 1", target="s", **ram)

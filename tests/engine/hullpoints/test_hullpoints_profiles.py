"""Entering units, house rules, tables and rulings of the hull-point rules."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from rollbook.engine.hullpoints.book import read_book
from rollbook.engine.hullpoints.house_rules import HOUSE_RULES
from rollbook.engine.ruleset import rule_set
from rollbook.engine.tables import MAX_TABLES_BYTES, TablesError
from tests.engine.hullpoints.table import Table, only, squad, vehicle, walker, weapon

SHIPPED = (files("rollbook.engine.hullpoints") / "tables.toml").read_text("utf-8")
BASES = (60, 80, 100, 120, 140, 160, 180)


class TestProfiles:
    @pytest.mark.parametrize("base", BASES)
    def test_hull_and_armor_follow_the_base(self, base: int) -> None:
        """Hull is a twentieth of the base; armor half of it, all of it, or half more."""
        hull = base // 20
        for weight, armor, movement in (
            ("light", hull // 2, 10),
            ("medium", hull, 8),
            ("heavy", hull * 3 // 2, 6),
        ):
            unit = Table(walker(base_mm=base, weight=weight)).unit("w")
            assert (unit.hull, unit.hull_start, unit.armor, unit.armor_start) == (
                hull,
                hull,
                armor,
                armor,
            )
            assert unit.movement == unit.movement_start == movement

    @pytest.mark.parametrize(
        ("base", "larger", "smaller"),
        [
            (1, 60, 60),
            (69, 60, 60),
            (70, 80, 60),
            (71, 80, 80),
            (170, 180, 160),
            (9999, 180, 180),
            ([105, 70], 80, 80),
            ([90, 50], 80, 60),
            ([75, 42], 60, 60),
            ([70, 71], 80, 80),
            ([69, 70], 60, 60),
        ],
    )
    def test_bases_off_the_list(self, base: Any, larger: int, smaller: int) -> None:
        """The nearest listed size counts, compared without fractions; ties by house rule."""
        assert Table(walker(base_mm=base)).unit("w").base_mm == larger
        assert Table(walker(base_mm=base), oval_tie="smaller").unit("w").base_mm == smaller

    @pytest.mark.parametrize(
        ("base", "wounds"), [(25, 1), (28, 1), (32, 2), (40, 3), (50, 4), (51, 4), (900, 4)]
    )
    def test_wounds_by_base(self, base: int, wounds: int) -> None:
        """Listed bases give their Wounds, from 50 mm on four."""
        assert Table(squad(base_mm=base)).wounds("s") == {"a": wounds, "b": wounds, "c": wounds}

    @pytest.mark.parametrize(
        ("unit", "field"),
        [
            (walker(base_mm=0), "base_mm"),
            (walker(base_mm=[60]), "base_mm"),
            (walker(weight=None), "weight"),
            (walker(ws="5"), "ws"),
            (walker(ws="100/1"), "ws"),
            (walker(ws=None), "ws"),
            (walker(hull=3), "hull"),
            (walker(toughness=[1, 2, 100]), "toughness"),
            (walker(models=["a"]), "models"),
            (walker(weapons=[weapon("g", mount=None)]), "weapons[0].mount"),
            (walker(weapons=[weapon("g", gunner={"ws": 3})]), "weapons[0].gunner"),
            (walker(weapons=[weapon("g") | {"gunner": None}]), "weapons[0].gunner"),
            (walker(weapons=[weapon("g") | {"pattern": None}]), "weapons[0].pattern"),
            (walker(weapons=[weapon("g"), weapon("g")]), "weapons"),
            (vehicle(strength=3), "strength"),
            (vehicle(ws=None), "ws"),
            (vehicle(driver={"ws": 3, "grit": 4}), "driver.sagacity"),
            (vehicle(weapons=[weapon("c", "melee", gunner={"ws": 1})]), "weapons[0].gunner"),
            (vehicle(weapons=[weapon("c", "melee", strength=None)]), "weapons[0].strength"),
            (squad(models="a a"), "models"),
            (squad(toughness=[3, 3, 3]), "toughness"),
            (squad(base_mm=[25, 70]), "base_mm"),
            (squad(base_mm=49), "base_mm"),
            (squad(base_mm=25, wounds=1), "wounds"),
            (squad(weapons=[weapon("g")]), "weapons[0].mount"),
            (squad(armor=1), "armor"),
            (squad(kind="tank"), "kind"),
        ],
    )
    def test_profiles_that_do_not_fit(self, unit: dict[str, Any], field: str) -> None:
        """A field that is missing, of another kind, or out of range is named."""
        result = Table().game.submit({"by": "ann"} | unit)
        assert result["refused"]["code"] == "BAD_VALUE"
        assert result["refused"]["field"] == field

    def test_a_vehicle_may_have_melee_weapons_without_a_gunner(self) -> None:
        """Only guns have gunners."""
        spikes = weapon("spikes", "melee", mount="front")
        assert Table(vehicle(weapons=[spikes])).unit("v").weapons["spikes"].gunner is None

    def test_gunners_change_between_rounds(self) -> None:
        """Only those of guns, only of vehicles in play."""
        table = Table(
            vehicle(weapons=[weapon("g", gunner={"ws": 1}), weapon("c", "melee")]), walker()
        )
        told = only(table.do("assign_gunner", "v", weapon="g", ws=[2, 6]), "GunnerAssigned")
        assert (told["ws_melee"], told["ws_shooting"]) == (2, 6)
        assert table.code("assign_gunner", "v", weapon="c", ws=1) == "WRONG_KIND"
        assert table.code("assign_gunner", "w", weapon="g", ws=1) == "UNKNOWN_WEAPON"

    @pytest.mark.parametrize(
        ("unit", "field"),
        [
            (walker(weapons=[weapon("a"), weapon("a")], toughness=[1, 2]), "weapons"),
            (squad("w", models="a a"), "models"),
            (squad("w", base_mm=28, wounds=1), "wounds"),
            (squad("w", base_mm=30), "base_mm"),
        ],
    )
    def test_a_profile_is_read_before_it_is_entered(self, unit: Any, field: str) -> None:
        """A profile that cannot be is refused as such, also where the unit exists already."""
        refused = Table(walker()).game.submit({"by": "ann"} | unit)["refused"]
        assert (refused["code"], refused["field"]) == ("BAD_VALUE", field)


class TestHouseRules:
    def test_all_are_written_out(self) -> None:
        """A game without house rules has every default in its state."""
        state = Table().game.state
        assert dict(state.house_rules) == {n: r.default for n, r in HOUSE_RULES.items()}

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("scatter_hits", True),
            ("friendly_ram", 0),
            ("vehicle_backward_cost", "1"),
            ("to_hit", [7] * 12),
            ("to_hit", [True] * 11),
            ("to_hit", "table"),
            ("access_reach_milli", True),
            ("check", ""),
            ("CHECK", "d6"),
        ],
    )
    def test_values_that_are_none(self, name: str, value: Any) -> None:
        """Another type, another name, another length: the house rule is named."""
        game = Table().game
        game.state = None
        result = game.submit(
            {
                "do": "start_game",
                "by": "ann",
                "rules": "hull-points",
                "players": {"ann": "A", "ben": "B"},
                "house_rules": {name: value},
            }
        )
        assert result["refused"]["code"] == "BAD_VALUE"
        assert result["refused"]["field"].startswith(f"house_rules.{name}")


class TestTables:
    @pytest.mark.parametrize(
        ("old", "new", "place"),
        [
            ("[arcs]", "[arc]", "arc"),
            ("light = 10", "", "walker.movement.light"),
            ("light = 10", "light = 10.5", "walker.movement.light"),
            ("light = 10", "light = true", "walker.movement.light"),
            ("light = 10", "light = 10\nhuge = 3", "walker.movement.huge"),
            ("[3, 1]", "[3]", "walker.profile.60.light"),
            ("[3, 1]", "[0, 1]", "walker.profile.60.light[0]"),
            ("[3, 1]", "[3, 100]", "walker.profile.60.light[1]"),
            ("60 = {", "sixty = {", "walker.profile.sixty"),
            ('7 = "drive_hit"', '7 = "leg_hit"', "vehicle.damage.7"),
            ('7 = "drive_hit"', "", "vehicle.damage.7"),
            ("half_decideg = 900", "half_decideg = -1", "walker.turning.half_decideg"),
            ("none_decideg = 1800", "none_decideg = 100", "walker.turning.none_decideg"),
            ("25 = 1", "25 = 0", "infantry.wounds.25"),
            ("[walker.profile]", "[walker.profile", ""),
        ],
    )
    def test_what_is_wrong_is_named(self, old: str, new: str, place: str) -> None:
        """An error says which place of the tables, what stands there, and what is expected."""
        with pytest.raises(TablesError) as error:
            read_book(SHIPPED.replace(old, new, 1))
        assert error.value.place == place
        assert "expected" in str(error.value)

    def test_a_text_without_end_is_not_read(self) -> None:
        """The size of a text is bounded."""
        with pytest.raises(TablesError, match="too long"):
            read_book(SHIPPED + "#" * MAX_TABLES_BYTES)

    def test_a_league_brings_its_own(self) -> None:
        """With other tables another row comes up, and another turn is the limit."""
        text = SHIPPED.replace('7 = "drive_hit"', '7 = "explodes"')
        text = text.replace("none_decideg = 1800", "none_decideg = 2700")
        table = Table(vehicle(), walker(), rules=rule_set("hull-points").with_tables(text))
        table.round()
        table.do("declare_turn", "w", turn_decideg=2700)
        events = table.do("apply_damage", "v", "3 4", amount=1, cause="x")
        assert only(events, "UnitExploded")["cause"] == "table"
        assert rule_set("hull-points").book.damage["vehicle"][7] == "drive_hit"


class TestRulings:
    def ruling(self, table: Table, **paths: Any) -> Any:
        values = {path.replace("__", "."): value for path, value in paths.items()}
        command = {"do": "ruling", "by": "judge", "reason": "so", "set": values}
        return table.game.submit(command)

    def table(self) -> Table:
        return Table(walker(weapons=[weapon("g")]), vehicle(), squad(wounds=2))

    @pytest.mark.parametrize(
        ("path", "value", "code"),
        [
            ("units.w.hull", 4, "BAD_VALUE"),
            ("units.w.hull", True, "BAD_VALUE"),
            ("units.w.hull", None, "BAD_VALUE"),
            ("units.w.name", "x", "BAD_VALUE"),
            ("units.w", 1, "BAD_VALUE"),
            ("units.w.hull.x", 1, "BAD_VALUE"),
            ("units..hull", 1, "BAD_VALUE"),
            ("units.W.hull", 1, "BAD_VALUE"),
            ("", 1, "BAD_VALUE"),
            ("phase", "tea", "BAD_VALUE"),
            ("round", -1, "BAD_VALUE"),
            ("round", None, "BAD_VALUE"),
            ("units.w.status", "dead", "BAD_VALUE"),
            ("units.w.position", 7, "BAD_VALUE"),
            ("units.w.weapons.g.fired", 1, "BAD_VALUE"),
            ("units.w.weapons.x.fired", True, "UNKNOWN_WEAPON"),
            ("units.s.models.z.wounds", 1, "UNKNOWN_MODEL"),
            ("units.s.models.a.wounds", 3, "BAD_VALUE"),
            ("units.s.models.a.status", "wreck", "BAD_VALUE"),
            ("units.s.models.a.aboard", "w", "WRONG_KIND"),
            ("units.s.models.a.aboard", "ghost", "UNKNOWN_UNIT"),
            ("units.w.models.a.wounds", 1, "UNKNOWN_MODEL"),
            ("units.w.control_hits", 1, "WRONG_KIND"),
            ("units.v.grit", 1, "WRONG_KIND"),
            ("units.s.hull", 99, "WRONG_KIND"),
        ],
    )
    def test_what_cannot_be_set(self, path: str, value: Any, code: str) -> None:
        """Unknown paths and values, unknown ids, paths of another kind, too much."""
        assert self.ruling(self.table(), **{path: value})["refused"]["code"] == code

    def test_shapes_are_checked_before_who_asks(self) -> None:
        """A path that does not exist is bad whoever names it, a value too high only for a judge."""
        table = self.table()
        for path, code in (("units.w.name", "BAD_VALUE"), ("units.w.hull", "NOT_JUDGE")):
            assert table.code("ruling", reason="mine", set={path: 99}) == code
        table.do("end_game", winner=None)
        assert table.code("ruling", by="judge", reason="so", set={"x": 1}) == "BAD_VALUE"

    def test_kinds_are_checked_before_limits(self) -> None:
        """Over all paths: ids first, then kinds, then starting values."""
        table = self.table()
        too_much = {"units.w.hull": 99}
        assert self.ruling(table, **too_much, **{"units.s.hull": 1})["refused"]["code"] == (
            "WRONG_KIND"
        )
        assert self.ruling(table, **too_much, **{"units.x.hull": 1})["refused"]["code"] == (
            "UNKNOWN_UNIT"
        )

    def test_what_already_is_so_is_left_out(self) -> None:
        """Only real changes stand in the event, in the order given."""
        told = self.ruling(self.table(), **{"units.w.hull": 3, "round": 2, "phase": None})
        assert [c["path"] for c in told["events"][0]["changes"]] == ["round"]

    def test_a_new_status_owes_nothing(self) -> None:
        """Reviving a slain walker drops its fall; another unit still owes its own."""
        table = Table(walker(), vehicle())
        table.rule(w__armor=0, w__hull=1)
        table.do("apply_damage", "w", "2 3", amount=1, cause="x")
        table.rule(v__status="exploding")
        assert [o.unit for o in table.game.state.pending] == ["w"]
        table.rule(w__status="active", w__hull=1)
        assert table.game.state.pending == ()

    def test_passengers_follow(self) -> None:
        """Going aboard, changing vehicles, dying and coming back move the list along."""
        table = Table(vehicle(), vehicle("u"), squad())
        table.rule(s__models__b__aboard="v", s__models__a__aboard="v")
        assert table.unit("v").passengers == ("s/b", "s/a")
        table.rule(s__models__b__aboard="u")
        assert (table.unit("v").passengers, table.unit("u").passengers) == (("s/a",), ("s/b",))
        table.rule(s__models__a__status="removed")
        assert table.unit("v").passengers == ()
        table.rule(s__models__a__status="active", s__models__a__wounds=1)
        assert table.unit("v").passengers == ()
        assert table.unit("v").transporting is False

    def test_rulings_need_the_judge_but_no_time(self) -> None:
        """While something is owed, between rounds, in any phase."""
        table = Table(vehicle())
        table.do("apply_damage", "v", "1 1", amount=1, cause="x")
        table.rule(v__hull=1)
        assert table.code("ruling", reason="x", set={}) == "NOT_JUDGE"

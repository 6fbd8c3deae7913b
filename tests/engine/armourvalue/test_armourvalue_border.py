"""Shapes, orders of checks, tables and rulings."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from rollbook.engine.armourvalue.book import read_book
from rollbook.engine.ruleset import rule_set
from rollbook.engine.tables import TablesError
from tests.conftest import Game
from tests.engine.armourvalue.field import CLAW, GUN, HERE, KINDS, Field

TABLES = (files("rollbook.engine.armourvalue") / "tables.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("walker", {"tank": True}),
        ("walker", {"ws": None}),
        ("walker", {"save": 3}),
        ("walker", {"armour_value": [9, 10, 10]}),
        ("walker", {"armour_value": [10, 10]}),
        ("walker", {"weapons": [GUN | {"mount": "turret"}]}),
        ("walker", {"weapons": [GUN | {"aim_decideg": 1}]}),
        ("walker", {"weapons": [GUN, GUN]}),
        ("walker", {"weapons": [GUN | {"built_into": "gun"}]}),
        ("walker", {"weapons": [GUN, GUN | {"id": "x", "built_into": "gun"}]}),
        ("walker", {"weapons": [GUN | {"id": f"g{i}"} for i in range(7)]}),
        ("walker", {"weapons": [GUN | {"shots": None}]}),
        ("walker", {"weapons": [GUN | {"traits": ["loud"]}]}),
        ("vehicle", {"weapons": [CLAW]}),
        ("vehicle", {"weapons": [GUN | {"id": "krak"}]}),
        ("vehicle", {"open_topped": 1}),
        ("vehicle", {"models": 5}),
        ("infantry", {"squadron": "pack"}),
        ("infantry", {"models": 0}),
        ("infantry", {"save": 8}),
        ("infantry", {"attacks": True}),
        ("infantry", {"position": HERE | {"facing_decideg": 3600}}),
        ("infantry", {"position": HERE | {"x_milli": 10_000_001}}),
        ("infantry", {"position": None}),
    ],
)
def test_units_that_cannot_be(kind: str, fields: dict[str, Any]):
    """Every shape that the page does not allow is a bad value."""
    made = {"unit": "a1", "owner": "a", "kind": kind, "position": HERE} | KINDS[kind] | fields
    assert Field().no("add_unit", **made) == ("BAD_VALUE", "ENGINE")


def test_a_unit_enters_with_every_default_written_out():
    """The profile holds weapons as a list and all fields of its kind."""
    gun = {"id": "gun", "kind": "heavy"}
    unit = {"unit": "a1", "owner": "a", "kind": "vehicle", "position": HERE, "bs": 3}
    (event,) = Field().ok("add_unit", armour_value=[10, 10, 10], weapons=[gun], **unit)
    assert event == {
        "type": "UnitAdded",
        "unit": "a1",
        "owner": "a",
        "kind": "vehicle",
        "name": "",
        "profile": {
            "position": HERE,
            "weapons": [
                {
                    "id": "gun",
                    "kind": "heavy",
                    "mount": "hull",
                    "aim_decideg": 0,
                    "traits": [],
                    "shots": 1,
                    "strength": 0,
                    "ap": 0,
                    "range_milli": 0,
                    "built_into": None,
                }
            ],
            "armour_value": [10, 10, 10],
            "bs": 3,
            "open_topped": False,
            "extra_armour": False,
            "smoke_launchers": False,
            "squadron": None,
            "tank": False,
            "fast": False,
            "capacity": 0,
            "fire_points": 0,
        },
    }


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": "chess"},
        {"players": {"a": "Ada"}},
        {"players": {"a": "A", "b": "B", "c": "C"}},
        {"players": {"a": "A", "judge": "B"}},
        {"players": {"a": "A", "b c": "B"}},
        {"house_rules": {"sweep_tie": "both"}},
        {"house_rules": {"swivel_half_decideg": "225"}},
        {"house_rules": {"no_such": 1}},
    ],
)
def test_games_that_cannot_start(fields: dict[str, Any]):
    """Two players, known house rules, the right name."""
    start = {"do": "start_game", "by": "system", "rules": "armour-value", "house_rules": {}}
    game = Game(rule_set("armour-value"))
    refused = game.submit(start | {"players": {"a": "A", "b": "B"}} | fields)["refused"]
    assert refused["code"] == "BAD_VALUE"


def test_the_shape_of_a_ruling_comes_before_who_may_give_it():
    """A path that no ruling can set is a bad value, whoever asks."""
    field = Field().unit("a1", "walker")
    wrong = {"set": {"units.a1.ws": 3}, "reason": ""}
    assert field.no("ruling", by="a", **wrong)[0] == "BAD_VALUE"
    right = {"set": {"units.zz.has_run": True}, "reason": ""}
    assert field.no("ruling", by="a", **right)[0] == "NOT_JUDGE"
    assert field.no("ruling", **right)[0] == "BAD_VALUE"


@pytest.mark.parametrize(
    ("path", "value", "fits"),
    [
        ("round", 3, True),
        ("round", -1, False),
        ("active_player", "b", True),
        ("active_player", "eve", False),
        ("units.a1.status", "wreck", True),
        ("units.a1.status", "dead", False),
        ("units.a1.position", None, True),
        ("units.a1.position", HERE | {"facing_decideg": 3599}, True),
        ("units.a1.position", HERE | {"facing_decideg": -1}, False),
        ("units.a1.moved_milli", 1_000_001, False),
        ("units.a1.models", 3, False),
        ("units.a1.ram", "moving", False),
        ("units.a1.has_run", 1, False),
        ("units.a1.stunned_until", 4, True),
        ("units.a1.weapons.gun.spent", True, True),
        ("units.a1.weapons.nope.spent", True, False),
        ("units.a1.weapons.gun.kind", "heavy", False),
        ("units.a1.smoke_launchers", "ready", True),
    ],
)
def test_what_a_ruling_may_set(path: str, value: Any, fits: bool):
    """Paths and values of the page, for the kind of the unit."""
    field = Field().unit("a1", "walker")
    result = field.do("ruling", reason="so", set={path: value})
    assert ("events" in result) is fits
    if fits:
        assert result["events"][0]["changes"][0]["path"] == path


def test_a_ruling_leaves_out_what_is_so_and_frees_what_is_owed():
    """Nothing changes twice; a set status drops what the unit owes."""
    field = Field().unit("a1", "vehicle").unit("b1", "walker")
    field.ok("apply_damage_roll", 6, 1, unit="a1", outcome="penetrating", reason="x")
    sets = {"units.a1.status": "removed", "units.b1.has_run": False}
    events = field.ok("ruling", reason="gone", set=sets)
    change = {"path": "units.a1.status", "before": "exploding", "after": "removed"}
    assert events[0]["changes"] == [change]
    assert field.game.state.pending == ()


def test_checks_come_in_their_order():
    """What is owed, the phase, who is known, who is in play, whose turn, then the rest."""
    field = Field().unit("a1", "vehicle").unit("b1", "walker")
    go = {"distance_milli": 99_999, "position": HERE}
    assert field.no("move_unit", unit="zz", **go)[0] == "WRONG_PHASE"
    field.phase()
    assert field.no("move_unit", unit="zz", **go)[0] == "UNKNOWN_UNIT"
    assert field.no("move_unit", unit="b1", **go)[0] == "NOT_YOUR_TURN"
    assert field.no("move_unit", unit="a1", **go) == ("MOVE_TOO_FAR", "FE-MOVE-1")
    field.ok("apply_damage_roll", 6, 1, unit="a1", outcome="penetrating", reason="x")
    assert field.no("move_unit", unit="zz", **go)[0] == "PENDING"
    assert field.no("sweep", unit="a1", target="b1")[0] == "PENDING"
    assert "events" in field.do("note", text="still allowed")
    field.ok("resolve_explosion", unit="a1")
    assert field.no("move_unit", unit="a1", **go)[0] == "NOT_ACTIVE"
    assert field.no("sweep", unit="a1", target="b1")[0] == "NOT_PENDING"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("vehicle_milli = 12000", "vehicle_milli = -1"),
        ("vehicle_milli = 12000", 'vehicle_milli = "far"'),
        ("vehicle_milli = 12000", ""),
        ("[smoke]", "[fog]"),
        ('"shaken", ', ""),
        ('"shaken", ', '"asleep", '),
        ("milli_for_each_point = 3000", "milli_for_each_point = 0"),
        ("difficult_dice = 2", "difficult_dice = 5000"),
        ("[ram]", "[ram"),
    ],
)
def test_tables_that_cannot_be(old: str, new: str):
    """A league's own tables are read with distrust, and the place is named."""
    assert old in TABLES
    with pytest.raises(TablesError, match="tables"):
        read_book(TABLES.replace(old, new, 1))


def test_other_tables_change_the_game():
    """A league may let vehicles move 14 inches."""
    text = TABLES.replace("vehicle_milli = 12000", "vehicle_milli = 14000", 1)
    assert read_book(text).movement.vehicle_milli == 14000

"""Rollbook's own rosters say `add_unit` in a form that a hand can write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.tools.importers.errors import BadRosterError, UnknownFormatError
from rollbook.tools.importers.owncsv import write_csv_roster
from rollbook.tools.importers.owntoml import write_toml_roster
from rollbook.tools.importers.result import RosterResult
from rollbook.tools.importers.roster import read_roster

ROOT = Path(__file__).parents[3]
BATTLES = {
    rules: ROOT / "tests" / "cases" / rules / "demo_battle.jsonl"
    for rules in ("armour-value", "hull-points")
}
WRITERS = [write_toml_roster, write_csv_roster]


def added_units(rules: str) -> tuple[dict[str, Any], ...]:
    """The units of the demo battle, as a roster holds them."""
    commands = [json.loads(line) for line in BATTLES[rules].read_text().splitlines()]
    left_out = ("do", "by", "owner", "position", "key")
    return tuple(
        {name: value for name, value in command.items() if name not in left_out}
        for command in commands
        if command.get("do") == "add_unit"
    )


@pytest.mark.parametrize("rules", sorted(BATTLES))
@pytest.mark.parametrize("write", WRITERS)
def test_the_units_of_the_demo_battle_come_back_as_they_were(
    rules: str, write: Callable[[RosterResult], str]
) -> None:
    """Written and read, every unit of both demo battles is the same command as before."""
    units = added_units(rules)
    assert len(units) >= 5
    back = read_roster(write(RosterResult(rules, "Demo", units, ())).encode())
    assert (back.rules, back.name, back.unmapped) == (rules, "Demo", ())
    assert back.units == units


@given(name=st.text(max_size=60))
@pytest.mark.parametrize("write", WRITERS)
def test_any_name_is_written_so_that_it_reads_the_same(
    write: Callable[[RosterResult], str], name: str
) -> None:
    """After one reading, which cleans it, a name survives writing and reading."""
    unit: dict[str, Any] = {"unit": "u", "kind": "vehicle", "name": name}
    unit |= {"armour_value": [10, 10, 10], "bs": 3}
    once = read_roster(write(RosterResult("armour-value", name, (unit,), ())).encode())
    twice = read_roster(write(once).encode())
    assert (once.name, once.units) == (twice.name, twice.units)


def test_what_was_not_mapped_is_written_as_comments(seed: Callable[[str], bytes]) -> None:
    """A list turned into TOML keeps its remarks where a person sees them."""
    result = read_roster(seed("version203.ros"))
    text = write_toml_roster(result)
    assert "# - Old Gertie: hp 3: the rule set has no field for it\n" in text
    assert read_roster(text.encode()).units == result.units


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    "name", ["version203.ros", "version200.ros", "version115.ros", "newrecruit.json"]
)
def test_mapped_lists_fit_the_fields_of_the_command(
    seed: Callable[[str], bytes], write: Callable[[RosterResult], str], name: str
) -> None:
    """What a list is mapped to passes the checks of an own roster unchanged."""
    result = read_roster(seed(name))
    assert result.units
    assert read_roster(write(result).encode()).units == result.units


def test_an_id_is_made_from_the_name_where_none_is_given() -> None:
    """Two units of one name get two ids."""
    unit = '[[unit]]\nkind = "vehicle"\nname = "Große Kröte"\narmour_value = [10, 10, 10]\nbs = 3\n'
    text = 'rollbook-roster = 1\nrules = "armour-value"\n' + unit * 2
    assert [each["unit"] for each in read_roster(text.encode()).units] == [
        "grosse-krote",
        "grosse-krote-2",
    ]


TOML = """rollbook-roster = 1
rules = "armour-value"
[[unit]]
id = "a"
kind = "walker"
armour_value = [12, 12, 10]
ws = 4
bs = 4
strength = 6
initiative = 4
attacks = 2
[[unit.weapon]]
id = "gun"
kind = "heavy"
"""


class TestRefusals:
    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("ws = 4", "ws = 11", "unit 1: ws must be a whole number from 1 to 10"),
            ("ws = 4", "ws = 4.0", "4.0 is neither a whole number"),
            ("ws = 4", "ws = true", "unit 1: ws must be"),
            ("ws = 4\n", "", "unit 1: ws is missing"),
            ("ws = 4", "ws = 4\nhull = 2", "unit 1: 'hull' is not a field here"),
            ('"walker"', '"flyer"', "unit 1: kind must be one of"),
            ("[12, 12, 10]", "[12, 12]", "armour_value must be 3 whole numbers"),
            ('id = "a"', 'id = "A b"', "id must be 1 to 32 of"),
            ('"heavy"', '"big"', "weapon 1: kind must be one of"),
            ('id = "gun"', 'id = "krak"', "weapon 1: id must be"),
            ('"heavy"', '"heavy"\nmount = "turret"', "weapon 1: mount and aim_decideg"),
            ('"heavy"', '"heavy"\nbuilt_into = "gun"', "built_into must name another"),
            ('"heavy"', '"heavy"\ntraits = ["melta", "melta"]', "traits must be a list"),
            ('"armour-value"', '"chess"', "rules must be one of"),
            ("[[unit.weapon]]", "[unit.weapon]", "[[unit.weapon]]"),
            ("bs = 4", "bs = = 4", "line 8"),
            ("[[unit]]", "colour = 1\n[[unit]]", "'colour' is not known"),
        ],
    )
    def test_the_message_names_place_and_field(self, old: str, new: str, message: str) -> None:
        """One mistake in a good roster, and what the message says of it."""
        assert old in TOML
        with pytest.raises(BadRosterError, match=re.escape(message)):
            read_roster(TOML.replace(old, new, 1).encode())

    def test_two_units_with_one_id(self) -> None:
        """An id names one unit."""
        unit = TOML[TOML.index("[[unit]]") :]
        with pytest.raises(BadRosterError, match="unit 2: the id 'a' is used twice"):
            read_roster((TOML + unit).encode())

    def test_toml_without_the_mark(self) -> None:
        """TOML for another purpose is told from a roster."""
        with pytest.raises(UnknownFormatError, match="rollbook-roster"):
            read_roster(b"answer = 42\n")

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("row,id", "id,row", "line 2: the second line names the columns"),
            ("smoke_launchers", "smoke", "line 2: 'smoke' is not a column"),
            ("ap,range_milli", "ap,ap", "line 2: 'ap' is there twice"),
            ("unit,anvil", "tank,anvil", "line 3: row must be unit or weapon"),
            ("unit,anvil", "weapon,anvil", "line 3: a weapon before any unit"),
            ("12 12 10", "12 12 x", "line 3: armour_value must be"),
            (",8,3,", ",8,3+,", "line 5: save must be a whole number"),
            (",yes,", ",perhaps,", "line 3: smoke_launchers must be"),
            ("twin_linked", "twin_linked,x", "line 4: 20 cells for 19 columns"),
            ("Gate Guards", '"Gate Guards', "line 6: this is not CSV"),
        ],
    )
    def test_a_table_names_the_line(
        self, seed: Callable[[str], bytes], old: str, new: str, message: str
    ) -> None:
        """One mistake in a good table, and the line that the message names."""
        text = seed("own.csv").decode()
        assert old in text
        with pytest.raises(BadRosterError, match=re.escape(message)):
            read_roster(text.replace(old, new, 1).encode())

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('mount = "front"\n', "", "weapon 1: mount is needed"),
            ("shots = 1\n", "", "weapon 1: shots is missing"),
            ("damage = 3", "damage = 0", "weapon 1: damage must be"),
            ("[11, 10, 9]", "[11, 10]", "toughness must be one or 3"),
            ('"4/3"', '"4/3/2"', "ws must be"),
            ("damage = 3", "damage = 3\ngunner = { ws = 3 }", "gunner is needed on ranged"),
        ],
    )
    def test_hull_points(
        self, seed: Callable[[str], bytes], old: str, new: str, message: str
    ) -> None:
        """The other rule set has its own fields."""
        text = seed("own.toml").decode()
        assert old in text
        with pytest.raises(BadRosterError, match=re.escape(message)):
            read_roster(text.replace(old, new, 1).encode())

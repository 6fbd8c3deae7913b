"""Lists of list builders become units, and what does not fit is listed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rollbook.tools.importers.errors import UnknownFormatError
from rollbook.tools.importers.roster import RosterResult, read_roster

Seed = Callable[[str], bytes]


def remarks(result: RosterResult) -> set[tuple[str, str]]:
    return {(each.where, each.what) for each in result.unmapped}


def line(kind: str, body: str, *, number: str = "1", extra: str = "") -> bytes:
    """A roster in the 2.03 layout with one selection; *body* is `WS=4 BS=3 ...`."""
    characteristics = "".join(
        f'<characteristic name="{name}">{value}</characteristic>'
        for name, value in (pair.split("=", 1) for pair in body.split())
    )
    return (
        '<roster name="r" battleScribeVersion="2.03"><forces><force name="f"><selections>'
        f'<selection name="Thing" number="{number}" type="{kind}"><profiles>'
        f'<profile name="Thing" typeName="Unit"><characteristics>{characteristics}'
        f"</characteristics></profile></profiles>{extra}</selection>"
        "</selections></force></forces></roster>"
    ).encode()


def gun(name: str, number: int, **values: str) -> str:
    cells = "".join(f'<characteristic name="{k}">{v}</characteristic>' for k, v in values.items())
    return (
        f'<selection name="{name}" number="{number}" type="upgrade"><profiles><profile '
        f'name="{name}" typeName="Weapon"><characteristics>{cells}</characteristics></profile>'
        "</profiles></selection>"
    )


def squad_with_lines(**models: tuple[str, str]) -> bytes:
    """A squad that holds the lines, and below it models with a name and number only."""
    profiles = below = ""
    for name, (number, body) in models.items():
        text = line("model", body).decode()
        cells = text[text.index("<profile ") : text.index("</profiles>")]
        profiles += cells.replace("Thing", name)
        below += f'<selection name="{name}" number="{number}" type="model"/>'
    return (
        '<roster name="r"><forces><force name="f"><selections><selection name="Squad" number="1" '
        f'type="unit"><profiles>{profiles}</profiles><selections>{below}</selections></selection>'
        "</selections></force></forces></roster>"
    ).encode()


SOLDIER = "WS=3 BS=4 S=3 T=3 W=1 I=4 A=1 Ld=7 Sv=5+"
WALKER = "WS=4 BS=3 S=6 Front=12 Side=12 Rear=10 I=4 A=2"


class TestVersion203:
    def test_a_walker_with_its_weapons_and_smoke(self, seed: Seed) -> None:
        """Characteristics as texts, a weapon chosen twice, a melee arm, smoke launchers."""
        walker, _ = read_roster(seed("version203.ros")).units
        cannon = {
            "kind": "heavy",
            "traits": ["twin_linked"],
            "shots": 2,
            "strength": 7,
            "ap": 4,
            "range_milli": 36000,
        }
        assert walker == {
            "unit": "old-gertie",
            "kind": "walker",
            "name": "Old Gertie",
            "armour_value": [12, 12, 10],
            "ws": 4,
            "bs": 3,
            "strength": 6,
            "initiative": 4,
            "attacks": 2,
            "smoke_launchers": True,
            "weapons": [
                {"id": "rivet-cannon", **cannon},
                {"id": "rivet-cannon-2", **cannon},
                {"id": "piston-fist", "kind": "melee"},
            ],
        }

    def test_a_squad_of_a_nested_force(self, seed: Seed) -> None:
        """Seven and a boss in a force within a force: eight models with the line of the seven."""
        _, squad = read_roster(seed("version203.ros")).units
        expected = {"kind": "infantry", "models": 8, "leadership": 7, "attacks": 1, "save": 5}
        assert {name: squad[name] for name in expected} == expected
        assert (squad["fearless"], squad["krak"]) == (True, 8)
        assert squad["weapons"] == [
            {"id": "coil-rifle", "kind": "rapid_fire", "strength": 4, "ap": 5, "range_milli": 24000}
        ]

    def test_what_does_not_fit_is_listed(self, seed: Seed) -> None:
        """Hull points, special rules, upgrades and the boss's better line have a remark each."""
        assert remarks(read_roster(seed("version203.ros"))) >= {
            ("Old Gertie", "hp 3"),
            ("Old Gertie", "stubborn boiler"),
            ("Old Gertie", "Searchlight"),
            ("Old Gertie > Rivet Cannon", "Pinning"),
            ("Old Gertie > Piston Fist", "strength x2"),
            ("Ditch Rats > Rat Boss", "attacks 2, leadership 8"),
            ("Ditch Rats", "character"),
        }

    def test_notes_and_mails_stay_behind(self, seed: Seed) -> None:
        """Custom notes are dropped and said; nothing of them is in the result."""
        result = read_roster(seed("version203.ros"))
        assert ("roster", "custom notes") in remarks(result)
        assert not any(word in repr(result) for word in ("Petra", "555", "example.org"))


class TestOlderVersions:
    def test_200_values_are_attributes(self, seed: Seed) -> None:
        """2.00 holds values in an attribute; two buggies in one selection are two units."""
        first, second = read_roster(seed("version200.ros")).units
        assert (first["unit"], second["unit"]) == ("salt-buggy", "salt-buggy-2")
        assert (first["fast"], first["open_topped"], first["capacity"]) == (True, True, 6)
        gun = {"id": "sling-gun", "kind": "assault", "shots": 3, "strength": 5, "ap": 0}
        assert first["weapons"] == second["weapons"] == [{**gun, "range_milli": 18000}]

    def test_200_no_squadron_is_guessed(self, seed: Seed) -> None:
        """Whether two machines fight as one the list does not say."""
        result = read_roster(seed("version200.ros"))
        assert ("Salt Buggy", "squadron") in remarks(result)
        assert not any("squadron" in unit for unit in result.units)

    def test_115_selections_hang_below_categories(self, seed: Seed) -> None:
        """1.x puts selections into categories, and its tank is found there."""
        (tank,) = read_roster(seed("version115.ros")).units
        assert (tank["kind"], tank["armour_value"], tank["tank"]) == ("vehicle", [14, 13, 11], True)

    def test_115_a_weapon_that_cannot_be_read_is_left_out_with_each_reason(
        self, seed: Seed
    ) -> None:
        """A minimum range and a letter for a strength: no weapon, two reasons."""
        result = read_roster(seed("version115.ros"))
        reasons = [each.why for each in result.unmapped if each.where == "Kiln > Bombard"]
        assert "weapons" not in result.units[0]
        assert any("range" in why for why in reasons)
        assert any("strength 'D'" in why for why in reasons)


class TestNewRecruit:
    def test_json_with_a_nested_force(self, seed: Seed) -> None:
        """The walker of the inner force; its Chinese name loses the override mark."""
        result = read_roster(seed("newrecruit.json"))
        (elephant,) = result.units
        assert (elephant["name"], elephant["unit"]) == ("鉄の象", "unit")
        assert elephant["armour_value"] == [13, 12, 10]
        assert ("鉄の象", "invisible or control characters") in remarks(result)
        assert ("Army > Battle Plan", "the whole selection") in remarks(result)

    def test_a_template_weapon_has_the_length_of_a_template(self, seed: Seed) -> None:
        """The eight inches are not in the profile, which is said."""
        result = read_roster(seed("newrecruit.json"))
        assert result.units[0]["weapons"] == [
            {
                "id": "tusk-flamer",
                "kind": "assault",
                "traits": ["template"],
                "shots": 1,
                "strength": 5,
                "ap": 4,
                "range_milli": 8000,
            }
        ]
        assert ("鉄の象 > Tusk Flamer", "range") in remarks(result)

    @pytest.mark.parametrize("text", [b"{}", b'{"roster": {}}', b'{"roster": {"forces": 3}}'])
    def test_other_json_is_no_roster(self, text: bytes) -> None:
        """JSON without forces is told from a roster."""
        with pytest.raises(UnknownFormatError, match="no roster"):
            read_roster(text)


class TestPacked:
    def test_rosz_is_the_ros_within(self, seed: Seed, zipped: Callable[..., bytes]) -> None:
        """The packed list gives the same as the plain one."""
        plain = seed("version203.ros")
        assert read_roster(zipped(("army.ros", plain))) == read_roster(plain)

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_a_byte_order_mark_names_the_encoding(self, seed: Seed, encoding: str) -> None:
        """UTF-8 and UTF-16 with a mark read alike."""
        plain = seed("version203.ros")
        text = plain.decode().replace(
            'encoding="UTF-8"', f'encoding="{encoding.removesuffix("-sig")}"'
        )
        assert read_roster(text.encode(encoding)) == read_roster(plain)

    def test_a_declared_western_encoding(self) -> None:
        """Windows-1252 is read when the file declares it."""
        text = line("model", WALKER).decode().replace("Thing", "Kröte")
        data = ('<?xml version="1.0" encoding="windows-1252"?>' + text).encode("cp1252")
        assert read_roster(data).units[0]["name"] == "Kröte"


class TestNothingIsGuessed:
    @pytest.mark.parametrize(
        ("kind", "body", "missing"),
        [
            ("unit", SOLDIER.replace("Sv=5+", "Sv=5+/4++"), "sv"),
            ("unit", SOLDIER.replace("A=1", "A=D6"), "a"),
            ("unit", SOLDIER.replace("Ld=7", "Ld=11"), "ld"),
            ("model", WALKER.replace("Front=12", "Front=9"), "armour"),
            ("model", WALKER.replace("A=2", "A=0"), "a"),
            ("model", "BS=- Front=12 Side=12 Rear=10 Type=Fast", "bs"),
            ("unit", f"{SOLDIER} Type=Bike", "bike"),
        ],
    )
    def test_an_incomplete_line_gives_no_unit(self, kind: str, body: str, missing: str) -> None:
        """A characteristic that is no number in its range leaves the unit out, and is named."""
        result = read_roster(line(kind, body))
        assert result.units == ()
        assert ("Thing", missing) in remarks(result)

    def test_a_tie_between_lines_gives_no_unit(self) -> None:
        """One model of each of two lines: neither is the unit's."""
        text = line("model", SOLDIER).decode()
        inner = text[text.index("<selection name") : text.index("</selections></force>")]
        other = inner.replace(">3<", ">5<", 1)
        pair = (
            f'<selection name="Pair" number="1" type="unit"><selections>{inner}{other}'
            "</selections></selection>"
        )
        data = text.replace(inner, pair)
        result = read_roster(data.encode())
        assert result.units == ()
        assert ("Pair", "characteristics") in remarks(result)

    def test_one_weapon_for_two_machines_goes_to_neither(self) -> None:
        """Which of the two carries the single gun is not said."""
        weapon = gun("Gun", 1, Range="24", Strength="5", AP="3", Type="Heavy 1")
        data = line("unit", WALKER, number="2", extra=f"<selections>{weapon}</selections>")
        result = read_roster(data)
        assert [unit.get("weapons") for unit in result.units] == [None, None]
        assert ("Thing > Gun", "the weapon, chosen 1 times") in remarks(result)

    def test_a_gun_of_the_squad_beside_its_machines_is_listed(self) -> None:
        """An upgrade of the unit, not of a model in it, has no machine to go to."""
        weapon = gun("Gun", 1, Range="24", Strength="5", AP="3", Type="Heavy 1")
        text = line("model", WALKER).decode()
        inner = text[text.index("<selection name") : text.index("</selections></force>")]
        pair = (
            f'<selection name="Pair" number="1" type="unit"><selections>{inner}{weapon}'
            "</selections></selection>"
        )
        assert ("Pair", "Gun") in remarks(read_roster(text.replace(inner, pair).encode()))

    def test_lines_of_a_squad_go_to_the_models_called_like_them(self) -> None:
        """A squad that lists the lines of its models: each model has the one of its name."""
        squad = squad_with_lines(Rat=("7", SOLDIER), Boss=("1", SOLDIER.replace("Ld=7", "Ld=9")))
        result = read_roster(squad)
        assert [(u["models"], u["leadership"]) for u in result.units] == [(8, 7)]
        assert ("Squad > Boss", "leadership 9") in remarks(result)

    def test_lines_without_a_model_of_their_name_give_no_unit(self) -> None:
        """Two lines and a model called otherwise: whose line it is stays open."""
        squad = squad_with_lines(Rat=("7", SOLDIER), Boss=("1", SOLDIER.replace("Ld=7", "Ld=9")))
        result = read_roster(squad.replace(b'selection name="Boss"', b'selection name="Bess"'))
        assert result.units == ()
        assert ("Squad", "Rat, Boss") in remarks(result)

    def test_a_squad_that_repeats_the_line_of_its_models_counts_them_once(self) -> None:
        """The same line on the unit and on its models does not make one more of them."""
        text = line("model", SOLDIER, number="5").decode()
        inner = text[text.index("<selection name") : text.index("</selections></force>")]
        profiles = inner[inner.index("<profiles>") : inner.index("</selection>")]
        squad = (
            f'<selection name="Squad" number="1" type="unit">{profiles}<selections>{inner}'
            "</selections></selection>"
        )
        (unit,) = read_roster(text.replace(inner, squad).encode()).units
        assert unit["models"] == 5

    def test_several_squads_in_one_selection_are_not_taken_apart(self) -> None:
        """Chosen three times: three squads or three models."""
        result = read_roster(line("unit", SOLDIER, number="3"))
        assert result.units == ()
        assert ("Thing", "chosen 3 times") in remarks(result)

    @pytest.mark.parametrize(
        ("kind", "fields"),
        [
            ("Salvo 2/4", None),
            ("Heavy 2/4", None),
            ("Heavy D6", None),
            ("Pistol", None),
            ("Heavy", None),
            ("Heavy 101", None),
            ("Heavy 2 (Twin-linked)", {"traits": ["twin_linked"], "shots": 2}),
            ("Ordnance 1, Barrage, Large Blast", {"traits": ["blast", "barrage"], "shots": 1}),
            ("heavy 1; MELTA; Lance", {"traits": ["melta", "lance"], "shots": 1}),
            ("Assault 1, One use only", {"traits": ["one_shot"], "shots": 1}),
        ],
    )
    def test_types_of_weapons(self, kind: str, fields: dict[str, object] | None) -> None:
        """A type is read whole, or the weapon is left out and listed."""
        weapon = gun("Gun", 1, Range="24&quot;", Strength="5", AP="3", Type=kind)
        result = read_roster(line("model", WALKER, extra=f"<selections>{weapon}</selections>"))
        weapons = result.units[0].get("weapons")
        if fields is None:
            assert weapons is None
            assert ("Thing > Gun", "the weapon") in remarks(result)
        else:
            assert isinstance(weapons, list)
            assert isinstance(weapons[0], dict)
            assert {name: weapons[0][name] for name in fields} == fields

    def test_melee_weapons_are_for_walkers(self) -> None:
        """A soldier's blade is no weapon of this rule set."""
        blade = gun("Blade", 1, Range="-", Strength="User", AP="-", Type="Melee")
        result = read_roster(line("model", SOLDIER, extra=f"<selections>{blade}</selections>"))
        assert "weapons" not in result.units[0]
        assert ("Thing > Blade", "the weapon") in remarks(result)

    def test_a_seventh_weapon_is_listed(self) -> None:
        """A unit has six weapons at most."""
        guns = "".join(
            gun(f"Gun {n}", 1, Range="24", Strength="5", AP="3", Type="Heavy 1") for n in range(7)
        )
        result = read_roster(line("model", WALKER, extra=f"<selections>{guns}</selections>"))
        weapons = result.units[0]["weapons"]
        assert isinstance(weapons, list)
        assert len(weapons) == 6
        assert ("Thing", "weapon gun-6") in remarks(result)

    def test_reserved_ids_are_not_given_out(self) -> None:
        """A gun called Krak gets another id than the grenades."""
        weapon = gun("Krak", 1, Range="24", Strength="5", AP="3", Type="Heavy 1")
        result = read_roster(line("model", WALKER, extra=f"<selections>{weapon}</selections>"))
        weapons = result.units[0]["weapons"]
        assert isinstance(weapons, list)
        assert isinstance(weapons[0], dict)
        assert weapons[0]["id"] == "krak-2"

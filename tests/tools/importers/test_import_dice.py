"""Rolls out of VASSAL logs and tables, and the lines that are none."""

from __future__ import annotations

import lzma
from collections.abc import Callable

import pytest

from rollbook.tools.importers.dice import read_dice
from rollbook.tools.importers.errors import BadRollsError, UnknownFormatError

Vlog = Callable[..., bytes]


class TestVassal:
    def test_a_dice_button_reports_faces_and_player(self, vlog: Vlog) -> None:
        """The usual report: name of the button, faces, player in angles."""
        (roll,) = read_dice(vlog("*** 2d6 = 3,5 *** &lt;Ann&gt;")).rolls
        assert (roll.who, roll.purpose, roll.sides, roll.faces) == ("Ann", "2d6", 6, (3, 5))
        assert (roll.when, roll.line) == ("chat line 1", "*** 2d6 = 3,5 *** <Ann>")

    @pytest.mark.parametrize(
        ("line", "sides", "faces", "who"),
        [
            ("*** 1d20 = 20 *** <Ben>", 20, (20,), "Ben"),
            ("*** d3 = 2 *** <Ben>", 3, (2,), "Ben"),
            ("* To hit 4D6: 1 2 3 4", 6, (1, 2, 3, 4), ""),
            ("<b>*** Damage 2d6 = 6,6 ***</b> <Çelik>", 6, (6, 6), "Çelik"),
            ("|*** 2d6 = [4, 1] *** <Ann>", 6, (4, 1), "Ann"),
            ("*** 2d6 = 4,1 ***", 6, (4, 1), ""),
        ],
    )
    def test_reports_of_modules(
        self, vlog: Vlog, line: str, sides: int, faces: tuple[int, ...], who: str
    ) -> None:
        """Modules dress the report, and the dice stay readable."""
        (roll,) = read_dice(vlog(line)).rolls
        assert (roll.sides, roll.faces, roll.who) == (sides, faces, who)

    @pytest.mark.parametrize(
        "line",
        [
            "*** 2d6 = 8 *** <Ann>",
            "*** 2d6 = 0,6 *** <Ann>",
            "*** 1d6 = 7 *** <Ann>",
            "*** 1d6 = -1 *** <Ann>",
            "*** 1d1 = 1 *** <Ann>",
            "*** 3d6 = 1,2 *** <Ann>",
            "*** 2d6 = 3,5 (8 in all) *** <Ann>",
        ],
    )
    def test_sums_and_modified_rolls_are_listed(self, vlog: Vlog, line: str) -> None:
        """A total, a face that the die has not, fewer numbers than dice: no roll, a remark."""
        result = read_dice(vlog(line))
        assert result.rolls == ()
        assert [each.line for each in result.unreadable] == [line]

    def test_talk_is_neither(self, vlog: Vlog) -> None:
        """People talk of dice without rolling any."""
        result = read_dice(
            vlog("<Ann> - I need 2d6 now", "hello", "* Turn 3", "<Ben> - 1d6 = luck")
        )
        assert (result.rolls, result.unreadable) == ((), ())

    def test_a_report_in_a_nested_command(self, zipped: Callable[..., bytes]) -> None:
        """The separators within a command carry a backslash; the report ends before it."""
        plain = b"begin_save\x1bLOG\tCHAT*** 1d6 = 4 *** <Ann>\\\x1bLOG\tMUTABLE\t1d6\x1bend"
        (roll,) = read_dice(zipped(("savedGame", plain))).rolls
        assert (roll.who, roll.faces) == ("Ann", (4,))

    @pytest.mark.parametrize("key", [0, 0x5A, 0xFF])
    def test_any_key(self, vlog: Vlog, key: int) -> None:
        """The two digits after the mark are the key of all that follows."""
        assert read_dice(vlog("*** 1d6 = 4 *** <Ann>", key=key)).rolls[0].faces == (4,)

    def test_newer_logs_are_xz(self, zipped: Callable[..., bytes]) -> None:
        """A compressed savedGame reads as the plain one."""
        plain = b"begin_save\x1bLOG\tCHAT*** 1d6 = 4 *** <Ann>"
        packed = read_dice(zipped(("savedGame", lzma.compress(plain))))
        assert packed == read_dice(zipped(("savedGame", plain)))
        assert len(packed.rolls) == 1

    def test_control_characters_of_a_name_go(self, vlog: Vlog) -> None:
        """Nothing that turns the direction of writing reaches a name or a line."""
        (roll,) = read_dice(vlog("*** 1d6 = 4 *** <A\u202enn>")).rolls
        assert roll.who == "Ann"
        assert "\u202e" not in roll.line

    def test_another_zip_is_no_log(self, zipped: Callable[..., bytes]) -> None:
        """A zip without savedGame is told from a log."""
        with pytest.raises(UnknownFormatError, match="savedGame"):
            read_dice(zipped(("army.ros", b"<roster/>")))


class TestTable:
    def test_rows_are_rolls(self, seed: Callable[[str], bytes]) -> None:
        """Three good rows, and a face of 7 that is listed."""
        result = read_dice(seed("rolls.csv"))
        assert [(r.who, r.when, r.purpose, r.sides, r.faces) for r in result.rolls] == [
            ("Ann", "19:02", "to hit", 6, (3, 4, 6)),
            ("Ben", "19:03", "damage table", 6, (5, 1)),
            ("Ann", "19:04", "scatter", 6, (2,)),
        ]
        assert [(u.where, u.why) for u in result.unreadable] == [
            ("line 5", "a face '7' is not a whole number from 1 to 6")
        ]

    def test_only_faces_are_needed(self) -> None:
        """Semicolons, other columns, no names: six sides and the line's number."""
        (roll,) = read_dice(b"colour;faces\nred;1 2 3\n").rolls
        assert (roll.who, roll.when, roll.sides, roll.faces) == ("", "line 2", 6, (1, 2, 3))

    @pytest.mark.parametrize("row", ["", ",", "x", "1.5", "-1", "٣", "1 " * 1001])
    def test_bad_faces_are_listed(self, row: str) -> None:
        """A row without whole faces is no roll."""
        result = read_dice(f"who,faces\nAnn,{row}\n".encode())
        assert result.rolls == ()
        assert len(result.unreadable) == 1

    def test_other_tables(self) -> None:
        """A table without the column is told from rolls, and a column may not come twice."""
        with pytest.raises(UnknownFormatError, match="faces"):
            read_dice(b"a,b\n1,2\n")
        with pytest.raises(BadRollsError, match="faces is there twice"):
            read_dice(b"faces,faces\n1,2\n")

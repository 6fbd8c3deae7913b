"""The unit cards of `show` and `step`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rollbook.tools.cli.cards import bar, level, owed_lines, state_lines, unit_brief, unit_card
from rollbook.tools.cli.lines import columns_of, text_of

CASES = Path(__file__).parents[2] / "cases"
ESCAPES = "\x1b[31mRed\u202e"


def state_of(rules: str) -> dict[str, Any]:
    """Give the state at the end of a demo battle."""
    state: dict[str, Any] = json.loads((CASES / rules / "demo_state.json").read_text())
    return state


def texts(lines: Any) -> list[str]:
    return [text_of(part) for part in lines]


class TestBars:
    @pytest.mark.parametrize(
        ("now", "start", "drawn"),
        [(2, 5, "██░░░"), (0, 3, "░░░"), (7, 5, "█████"), (-1, 2, "░░"), (0, 0, "")],
    )
    def test_a_box_a_point(self, now: int, start: int, drawn: str) -> None:
        """A ruling may set values outside the bar; the bar keeps its length."""
        assert bar(now, start) == drawn

    def test_a_long_bar_never_hides_the_last_point(self) -> None:
        """One point of a hundred is one box, none is none."""
        assert bar(1, 100).count("█") == 1
        assert bar(0, 100).count("█") == 0

    def test_levels(self) -> None:
        """Good above half, warned above a quarter, hurt below."""
        assert [level(n, 8) for n in (8, 5, 4, 3, 2, 0)] == [
            "good", "good", "warn", "warn", "hurt", "hurt",
        ]  # fmt: skip


class TestCards:
    @pytest.mark.parametrize("rules", ["hull-points", "armour-value"])
    @pytest.mark.parametrize("columns", [20, 40, 80, 100])
    def test_a_state_keeps_to_its_columns(self, rules: str, columns: int) -> None:
        """Both rule sets, from narrow to wide, every unit by name."""
        state = state_of(rules)
        lines = list(state_lines(rules, state, "160", "main", columns))
        assert max(map(columns_of, lines)) <= columns
        text = " ".join(texts(lines))
        for unit in state["units"].values():
            assert unit["name"].split()[0] in text

    def test_marked_fields_say_what_stood_there(self) -> None:
        """A changed bar and a changed fact both name the value before."""
        unit = state_of("hull-points")["units"]["stilts"]
        lines = texts(unit_card("stilts", unit, 80, {"hull": "2", "movement": "10"}))
        assert any("1/3 (was 2)" in text for text in lines)
        assert any("moves 5 (was 10)" in text for text in lines)

    def test_less_detail_keeps_what_is_marked(self) -> None:
        """Only bars are left at the lowest detail, and what the event changed."""
        unit = state_of("hull-points")["units"]["stilts"]
        lines = texts(unit_card("stilts", unit, 40, {"weapons.lance": "no"}, detail=0))
        assert any("lance" in text for text in lines)
        assert not any("rockets" in text or "toughness" in text for text in lines)

    def test_a_unit_out_of_play_is_a_word_not_a_colour(self) -> None:
        """Its line says what became of it."""
        unit = state_of("hull-points")["units"]["mule"]
        assert "REMOVED" in text_of(unit_brief("mule", unit, 33))

    def test_hostile_names_are_written_out(self) -> None:
        """No name reaches a terminal as a command, in card, line or debt."""
        state = state_of("hull-points")
        unit = {**state["units"]["stilts"], "name": ESCAPES}
        state["units"]["stilts"] = unit
        state |= {"pending": [{"do": "resolve_timber", "unit": "stilts"}], "over": None}
        shown = [
            *texts(unit_card("stilts", unit)),
            text_of(unit_brief("stilts", unit, 60, 40)),
            *texts(owed_lines(state)),
            *texts(state_lines("hull-points", state, "1", "main")),
        ]
        assert not any("\x1b" in text or "\u202e" in text for text in shown)
        assert sum("\\x1b[31mRed" in text for text in shown) >= 4


class TestShow:
    def show(self, path: Path, **env: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "rollbook.tools.cli", "show", str(path)],
            capture_output=True,
            check=True,
            timeout=60,
            env={"PATH": "", **env},
        )
        return done.stdout.decode(env.get("PYTHONIOENCODING", "utf-8"))

    def test_in_a_pipe_it_is_text_of_80_columns(self, demo_file: Path) -> None:
        """No colour, nothing wider than a terminal."""
        text = self.show(demo_file, PYTHONUTF8="1")
        assert "\x1b" not in text
        assert max(map(len, text.splitlines())) <= 80
        assert "hull   █░░ 1/3" in text

    def test_a_terminal_without_those_signs_gets_others(self, demo_file: Path) -> None:
        """Bars are drawn with # and . where blocks cannot be written."""
        assert "hull   #.. 1/3" in self.show(demo_file, PYTHONIOENCODING="ascii")


def test_ammo_hits_count_against_the_shots_of_every_ranged_weapon():
    """A card says how many shots are left, as the shooting rules count them."""
    gun = {"kind": "ranged", "mount": "top", "shots": 3}
    unit = {"name": "Owl", "owner": "ann", "status": "active", "ammo_hits": 1}
    unit["weapons"] = {"gun": gun, "claw": {"kind": "melee", "mount": "front", "shots": None}}
    text = "\n".join(text_of(spans) for spans in unit_card("owl", unit))
    assert "gun: top, 2 of 3 shots" in text
    text = "\n".join(text_of(spans) for spans in unit_card("owl", {**unit, "ammo_hits": 0}))
    assert "gun: top, 3 shots" in text

"""What `step` shows, as lines."""

from __future__ import annotations

import unicodedata

import pytest

from rollbook.engine.starting import start
from rollbook.events.game import Note, NoteMade
from rollbook.events.hullpoints.events import HullPointLost
from rollbook.events.log.address import parse_address
from rollbook.events.log.log import NewEntry
from rollbook.projections.fold import projection_of
from rollbook.projections.state import States
from rollbook.tools.cli.branches import Branch
from rollbook.tools.cli.lines import columns_of, text_of
from rollbook.tools.cli.stephelp import help_lines, pick_lines
from rollbook.tools.cli.stepping import Step, Walk
from rollbook.tools.cli.stepscreen import earlier
from rollbook.tools.cli.steptext import print_lines_of, spoken, spoken_units
from rollbook.tools.cli.stepview import Window, frame

WINDOWS = [(80, 24), (120, 40), (40, 30), (64, 10), (63, 9), (20, 6), (200, 60), (12, 3), (1, 1)]


def look(walk: Walk, address: str) -> Step:
    return walk.look(walk.at(parse_address(address, walk.timelines)))


def shown(walk: Walk, address: str, columns: int = 80, rows: int = 24) -> str:
    step = look(walk, address)
    window = Window(columns, rows, "demo.rbk", "", earlier(walk, step.place))
    return "\n".join(text_of(part) for part in frame(step, window))


class TestFrame:
    @pytest.mark.parametrize(("columns", "rows"), WINDOWS)
    def test_a_frame_fills_its_window_and_never_more(
        self, demo: Walk, columns: int, rows: int
    ) -> None:
        """Every event of the battle gives exactly the rows asked for, none too wide."""
        for seq in range(0, len(demo.timelines), 7):
            step = look(demo, str(seq))
            window = Window(columns, rows, "demo.rbk", "", earlier(demo, step.place))
            lines = frame(step, window)
            assert len(lines) == rows
            assert max(map(columns_of, lines)) <= columns

    @pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (40, 30), (60, 20)])
    def test_the_event_and_its_change_are_always_in_sight(
        self, demo: Walk, columns: int, rows: int
    ) -> None:
        """Wherever the event stands in its entry, it is marked and its change stands below it."""
        text = shown(demo, "124.8", columns, rows)
        assert "> " in text
        assert "124.8  Brick loses a hull point" in text
        assert "hull 1 -> 0" in text
        assert "0/4 (was 1)" in text

    def test_why_a_unit_exploded_stands_on_one_screen(self, demo: Walk) -> None:
        """The shot, its dice, the hull lost and the row of the table are there together."""
        text = shown(demo, "124.10")
        for words in (
            "fire lance of Stilts at Brick",
            "strength 8 against toughness 7",
            "Brick loses a hull point (0 left)",
            "6+6 = 12",
            "explodes",
            "status active -> exploding",
            "Owed next: resolve explosion of",
            "EXPLODING (was active)",
        ):
            assert words in text

    def test_all_units_are_in_sight_at_80_columns(self, demo: Walk) -> None:
        """The unit concerned has its card, all others a line."""
        text = shown(demo, "124.10")
        for name in ("Old Gertie", "Stilts", "The Mule", "Ditch Rats", "Tin Duchess", "The Clerks"):
            assert name in text.replace("…", "")

    def test_a_message_takes_the_place_of_the_keys(self, demo: Walk) -> None:
        """What there is to say stands in the last line until the next key."""
        lines = frame(look(demo, "1"), Window(80, 24, "demo.rbk", "There is no later loss."))
        assert text_of(lines[-1]).startswith("There is no later loss.")

    def test_what_was_taken_back_says_so(self, branched: Walk) -> None:
        """A withdrawn entry is named one, and so is the place where it left."""
        assert "This entry was taken back." in shown(branched, "125.9")
        assert "to entry 160, was" in shown(branched, "123")

    def test_before_the_game_there_is_no_game(self, demo: Walk) -> None:
        """The opening of a log has no state yet, and can be shown."""
        assert "No game yet." in shown(demo, "0.0")


class TestImpossibleGames:
    @pytest.mark.parametrize("address", ["1", "2"])
    def test_an_event_that_does_not_fit_is_shown_with_the_reason(self, address: str) -> None:
        """The step and all after it are there to be read; only the units are not known."""
        command = {"do": "start_game", "by": "a", "rules": "hull-points", "house_rules": {}}
        log = start({**command, "players": {"a": "Ann", "b": "Ben"}}, None).log
        for event in (HullPointLost(unit="nobody", hull=3), NoteMade(text="later", about=None)):
            log.append(NewEntry(Note(text="x"), (event,), "a"))
        walk = Walk(log, States(log, projection_of("hull-points")), "hull-points")
        text = " ".join(shown(walk, address, 100).split())
        assert "HullPointLost does not fit the state before it" in text
        assert "How the units stand is not known here." in text
        assert ("Moment not known" in text) == (address == "2")
        assert "not fit" in spoken(look(walk, address), entry=True)


class TestManyUnits:
    def test_units_that_have_no_room_are_counted(self, demo: Walk) -> None:
        """A low window says how many units it does not show."""
        assert "and 6 more units" in shown(demo, "44", 80, 6)


class TestHostileText:
    @pytest.mark.parametrize("address", ["161", "162"])
    def test_nothing_of_a_note_reaches_the_terminal_as_a_command(
        self, branched: Walk, address: str
    ) -> None:
        """Control and direction characters of reasons and notes are written out."""
        step = look(branched, address)
        texts = [
            shown(branched, address, 120, 40),
            *print_lines_of(step, entry=True),
            spoken(step, entry=True),
        ]
        for text in texts:
            bad = {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf")}
            assert not bad
        assert "\\x1b[2J" in texts[0]


class TestWords:
    def test_a_printed_step_has_address_sentence_and_change(self, demo: Walk) -> None:
        """The first step of an entry says also when it was and who asked for what."""
        lines = list(print_lines_of(look(demo, "124.5"), entry=True))
        assert lines[0].startswith("  124  Round 4, shooting. Ann: fire lance of Stilts")
        assert lines[1].split() == ["124.5", "Brick", "loses", "a", "hull", "point", "(1", "left)"]
        assert lines[2].strip() == "Brick: hull 2 -> 1"

    def test_a_spoken_step_is_one_line_without_signs(self, demo: Walk) -> None:
        """A screen reader is given words: no arrows, no bars."""
        assert spoken(look(demo, "124.5"), entry=False) == (
            "124.5: Brick loses a hull point (1 left). Changed: Brick: hull 2 to 1."
        )

    def test_spoken_units_have_numbers_and_no_bars(self, demo: Walk) -> None:
        """Each unit is one line; its bars are left out, its numbers stay."""
        lines = list(spoken_units(look(demo, "124.5").after))
        assert len(lines) == 8
        brick = next(text for text in lines if text.startswith("Brick"))
        assert "hull 1/4" in brick
        assert not any("█" in text or "░" in text for text in lines)

    def test_a_new_round_tells_the_round_before_all_it_clears(self, demo: Walk) -> None:
        """What matters most comes first."""
        lines = list(print_lines_of(look(demo, "46.0"), entry=False))
        assert lines[1].strip() == "round 1 -> 2"


class TestOtherPages:
    @pytest.mark.parametrize(("columns", "rows"), WINDOWS[:-2])
    def test_help_and_branches_fill_their_window(self, columns: int, rows: int) -> None:
        """They keep to the window, and scrolling never runs past the end."""
        found = [Branch("main", 5), *(Branch("main", n, 5) for n in range(6, 60))]
        for top in (0, 3, 1000):
            for lines in (help_lines(columns, rows, top), pick_lines(found, 40, columns, rows)):
                assert len(lines) == rows
                assert max(map(columns_of, lines)) <= columns

    def test_the_chosen_branch_is_in_sight(self) -> None:
        """A long list moves with the choice."""
        found = [Branch("main", n, 5) for n in range(6, 60)]
        texts = [text_of(part) for part in pick_lines(found, 50, 80, 10)]
        assert sum(text.startswith("> main, taken back from 56") for text in texts) == 1

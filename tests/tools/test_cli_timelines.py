"""The commands fork, timelines, diff, explain, and the log drawn as a tree."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from rollbook.events.log.file import FileLog
from rollbook.projections.printable import width
from rollbook.tools.cli.main import run
from tests.battles import demo, demo_commands


@pytest.fixture
def log(tmp_path: Path) -> str:
    """Forty entries of the demo battle; three of them taken back, one played again."""
    session = demo("hull-points", tmp_path / "a.rbk", count=40)
    session.submit(
        {"do": "take_back", "by": "ann", "to": 36, "reason": "wrong target", "agreed": "ben"}
    )
    session.submit(demo_commands("hull-points")[37])
    session.close()
    return str(tmp_path / "a.rbk")


@pytest.fixture
def narrow(monkeypatch):
    """A terminal of eighty columns."""
    for module in ("story", "forks", "compare", "why"):
        monkeypatch.setattr(f"rollbook.tools.cli.{module}.columns", lambda: 80)


class Ran:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *args: str, code: int = 0) -> str:
        found = run(list(args))
        out, self.err = self.capsys.readouterr()
        assert found == code, self.err
        return out


@pytest.fixture
def rollbook(capsys):
    return Ran(capsys)


class TestFork:
    def test_inside_the_log(self, rollbook, log):
        """The new timeline is there, and what to type next is said."""
        out = rollbook("fork", log, "try", "--at", "31", "--by", "ben")
        assert out.splitlines() == [
            "42: Timeline try forks at entry 31",
            f"Play on there with: rollbook play {log} --timeline try",
        ]
        assert FileLog.read(log).timelines.heads["try"] == 42

    def test_into_a_new_file(self, rollbook, log, tmp_path):
        """LOG stays as it is; the new file goes on with the fork."""
        before = Path(log).read_bytes()
        new = str(tmp_path / "b.rbk")
        rollbook("fork", log, "try", "--at", "main", "-o", new)
        assert Path(log).read_bytes() == before
        made = FileLog.read(new)
        assert (made.timelines.default, made.timelines.parent(42)) == ("try", 41)

    def test_where_is_an_address_of_any_kind(self, rollbook, log):
        """A number, a name, and both."""
        rollbook("fork", log, "one", "--at", "main@31")
        rollbook("fork", log, "two", "--at", "one")
        timelines = FileLog.read(log).timelines
        assert timelines.parent(timelines.openings["two"]) == timelines.heads["one"]

    @pytest.mark.parametrize("extra", [(), ("-o", "b.rbk")])
    def test_a_refusal_is_said_in_one_line(self, rollbook, log, extra, tmp_path):
        """And as JSON, as every refusal."""
        more = [str(tmp_path / a) if a.endswith("rbk") else a for a in extra]
        rollbook("fork", log, "main", "--at", "3", *more, code=1)
        assert "there is a timeline main already" in rollbook.err
        out = rollbook("fork", log, "main", "--at", "3", "--json", *more, code=1)
        assert json.loads(out)["refused"]["code"] == "TIMELINE_EXISTS"

    def test_never_inside_an_entry(self, rollbook, log):
        """An entry happens whole or not at all, on every timeline."""
        rollbook("fork", log, "try", "--at", "33.2", code=2)
        assert "leave out the .N" in rollbook.err

    def test_play_goes_on_there(self, rollbook, log, tmp_path):
        """Play --timeline works on the fork, show by name@N shows it."""
        rollbook("fork", log, "try", "--at", "31")
        moves = tmp_path / "moves.jsonl"
        moves.write_text(json.dumps(demo_commands("hull-points")[32]))
        rollbook("play", log, str(moves), "--timeline", "try")
        shown = json.loads(rollbook("show", log, "--at", "try@43", "--json"))
        main = json.loads(rollbook("show", log, "--at", "main", "--json"))
        assert shown["units"]["brick"]["weapons"]["long-gun"]["fired"]
        assert shown["units"]["stilts"]["hull"] != main["units"]["stilts"]["hull"]

    def test_play_on_a_timeline_that_is_not_there(self, rollbook, log):
        """The answer names those that are."""
        rollbook("play", log, "/dev/null", "--timeline", "nowhere", code=1)
        assert "main" in rollbook.err


class TestTimelines:
    def test_the_tree(self, rollbook, log):
        """Who parts where, and what was withdrawn why."""
        rollbook("fork", log, "try", "--at", "31", "--simulated")
        rollbook("fork", log, "deep", "--at", "try")
        rollbook("fork", log, "two", "--at", "5")
        assert rollbook("timelines", log).splitlines() == [
            "main (default): head 41, 39 entries from the first on",
            "│   × 37 to 39 withdrawn by ann in 40, 3 with dice: wrong target",
            "├── try (simulated): parts at 31, head 42, 33 entries from the first on",
            "│   └── deep: parts at 42, head 43, 34 entries from the first on",
            "└── two: parts at 5, head 44, 7 entries from the first on",
        ]

    def test_as_json(self, rollbook, log):
        """One object a timeline."""
        rollbook("fork", log, "try", "--at", "31")
        main, other = json.loads(rollbook("timelines", log, "--json"))
        assert main == {
            "name": "main", "default": True, "kind": "played", "head": 41, "entries": 39,
            "opening": 0, "forked_at": None, "from": None,
            "withdrawn": [
                {"entries": [[37, 39]], "rolls": 3, "by": "ann", "entry": 40,
                 "reason": "wrong target"}
            ],
        }  # fmt: skip
        assert (other["name"], other["forked_at"], other["from"]) == ("try", 31, "main")

    def test_a_reason_cannot_move_the_cursor(self, rollbook, log):
        """Text of people reaches the terminal written out."""
        rollbook("take-back", log, "--ruling", "--to", "36", "--reason", "\x1b[2J\u202e")
        assert "\x1b" not in rollbook("timelines", log)


class TestTree:
    def test_withdrawn_entries_stay_with_their_rolls(self, rollbook, log):
        """Each says by which entry it was withdrawn."""
        out = rollbook("log", log, "--all")
        assert "×    37" in out
        assert out.count("(withdrawn by 40)") == 3
        assert "To hit, Old Gertie: 3 against 3+, 1 hit" in out

    def test_forks_have_a_lane_of_their_own(self, rollbook, log):
        """It begins where the fork entry stands, and ends with its head."""
        rollbook("fork", log, "try", "--at", "31")
        rollbook("fork", log, "deep", "--at", "try")
        rollbook("take-back", log, "--ruling", "--to", "40", "--reason", "x")
        rollbook("fork", log, "more", "--at", "2")
        note = Path(log).with_name("note.jsonl")
        note.write_text('{"do":"note","by":"ann","text":"here"}')
        rollbook("play", log, str(note), "--timeline", "try")
        lines = rollbook("log", log, "--all").splitlines()
        begin = next(n for n, line in enumerate(lines) if line.startswith("├─╮"))
        assert [line[:13].rstrip() for line in lines[begin:]] == [
            "├─╮",
            "│ ●        42",
            "│ │",
            "│ ├─╮",
            "│ │ ●      43",
            "│ │",
            "● │        44",
            "  │",
            "╰─┼───╮",
            "  │   ●    45",
            "  │",
            "  ●        46",
            "",
        ]

    def test_no_line_is_wider_than_the_terminal(self, rollbook, log, narrow, monkeypatch):
        """Eighty columns, in the log, the tree, the timelines, the comparison, the answers."""
        monkeypatch.chdir(Path(log).parent)
        log = Path(log).name
        for number in range(8):
            rollbook("fork", log, f"try{number}", "--at", f"{30 - number}")
        for args in (
            ("log", log),
            ("log", log, "--all"),
            ("timelines", log),
            ("explain", log, "stilts"),
            ("explain", log, "stilts.hull"),
            ("explain", log, "38"),
        ):
            assert max(width(line) for line in rollbook(*args).splitlines()) <= 80, args
        out = rollbook("diff", log, "main", "try7", code=1)
        assert max(width(line) for line in out.splitlines()) <= 80


class TestDiff:
    def test_equal_timelines_print_nothing(self, rollbook, log):
        """And exit with 0, in words and as JSON."""
        rollbook("fork", log, "try", "--at", "main")
        assert rollbook("diff", log, "main", "try") == ""
        assert rollbook("diff", log, "main", "try", "--json") == ""
        assert rollbook("diff", log, "try") == ""

    def test_in_words(self, rollbook, log):
        """Where they part, which entries, which fields of which unit."""
        out = rollbook("diff", log, "39", "main", code=1)
        assert out.splitlines() == [
            (
                "main@39 and main@41 part after entry 36 "
                "(Ann: fire chaingun of Old Gertie at First Spades)"
            ),
            "",
            "- main@39    + main@41",
            "  = 37 and 41 say the same",
            "  - 38    Ann: fire lance of Stilts at Brick, striking front, side",
            "  - 39    Ann: fire mg of The Mule at The Clerks",
            "",
            "The states differ (main@39, then main@41):",
            "  Stilts (stilts)",
            "    weapons lance fired        yes | no",
            "  The Mule (mule)",
            "    weapons mg fired           yes | no",
            "  Brick (brick)",
            "    armor                      0 | 2",
            "  The Clerks (clerks)",
            "    models ink wounds          1 | 2",
        ]

    def test_as_json(self, rollbook, log):
        """Whole entries, whole values."""
        found = json.loads(rollbook("diff", log, "39", "main", "--json", code=1))
        assert found["common"] == 36
        assert [e["what"] for e in found["entries"]] == ["left", "left"]
        assert found["entries"][0]["left"]["entry"] == 38
        assert {"path": "units.brick.armor", "left": 0, "right": 2} in found["state"]

    def test_with_another_file(self, rollbook, log, tmp_path):
        """The two share a beginning, which is found without being told."""
        other = str(tmp_path / "b.rbk")
        rollbook("fork", log, "own", "--at", "31", "-o", other)
        out = rollbook("diff", log, "--other", other, code=1)
        assert out.startswith("main@41 and own@42 part after entry 31")
        assert rollbook("diff", log, "31", "own", "--other", other) == ""

    def test_another_game(self, rollbook, log, tmp_path):
        """Nothing to compare is a finding, said in words."""
        demo("hull-points", tmp_path / "b.rbk", count=3).close()
        rollbook("diff", log, "--other", str(tmp_path / "b.rbk"), code=1)
        assert "share no entry" in rollbook.err

    def test_nothing_to_compare(self, rollbook, log):
        """A log with itself is no question."""
        rollbook("diff", log, code=2)


class TestExplain:
    def test_a_field(self, rollbook, log):
        """Back to the command, each step with its rule."""
        out = rollbook("explain", log, "stilts.hull")
        assert out.splitlines() == [
            "Stilts: hull is 2 since 33.5, 3 before, because",
            "    33.5  Stilts loses a hull point (2 left)  [HW-DMG-3]",
            (
                "    33.3  because: Stilts suffers 2 damage (attack, from Tin Duchess): "
                "1 to armor, 1 to the hull  [HW-DMG-1, HW-DMG-2]"
            ),
            (
                "    33.2  because: To wound, Stilts (front): 5, strength 8 against toughness 9, "
                "1 wound (odds 1/1, 100 %)  [CM-WND-1]"
            ),
            (
                "    33.1  because: To hit, Tin Duchess: 2, 4 against 3+, 1 hit "
                "(odds 4/9, 44.44 %)  [CM-HIT-1]"
            ),
            "    33.0  because: Tin Duchess fires cannon at Stilts, to the front  [HW-SHT-1]",
            "      33  asked for by Ben: fire cannon of Tin Duchess at Stilts, striking front",
        ]

    def test_a_withdrawn_entry_is_explained_and_said_to_be_withdrawn(self, rollbook, log):
        """It is still there."""
        assert "was withdrawn" in rollbook("explain", log, "38").splitlines()[0]
        assert json.loads(rollbook("explain", log, "38", "--json"))["withdrawn"] is True
        assert json.loads(rollbook("explain", log, "33.5", "--json"))["withdrawn"] is False

    def test_an_entry_shows_what_came_of_what(self, rollbook, log):
        """Events stand under the event that led to them."""
        lines = rollbook("explain", log, "33").splitlines()
        assert [len(line[10:]) - len(line[10:].lstrip()) for line in lines[2:]] == [
            0, 2, 4, 6, 8, 8, 10, 12, 12
        ]  # fmt: skip

    def test_every_roll_has_its_odds(self, rollbook, log):
        """The chance, when it fell, of what came out: of an entry, an event and a field."""
        lines = rollbook("explain", log, "33").splitlines()
        assert "flesh wound (odds 2/9, 22.22 %)  [" in next(x for x in lines if "Damage table" in x)
        assert "(odds 1/6, 16.67 %)" in rollbook("explain", log, "33.8").splitlines()[0]
        assert sum("odds" in line for line in lines) == 4
        found = json.loads(rollbook("explain", log, "33", "--json"))["events"]
        assert [event["because"] for event in found][:3] == [None, "33.0", "33.1"]
        assert [o["same_effect"] for event in found for o in event.get("odds", ())] == [
            "4/9", "1/1", "2/9", "1/6"
        ]  # fmt: skip
        chain = json.loads(rollbook("explain", log, "stilts.hull", "--json"))["chain"]
        asked = json.loads(rollbook("odds", log, "--roll", "33.1", "--json"))
        assert chain[3]["odds"] == [asked]

    def test_places_and_angles_are_said_as_people_say_them(self, rollbook, log):
        """Yards and degrees, not the thousandths and tenths in which they are kept."""
        place = r"-?[\d.]+"
        said = rollbook("explain", log, "stilts.position").splitlines()[0]
        assert re.search(rf"position is x {place}, y {place}, facing [\d.]+° since", said)
        said = rollbook("explain", log, "stilts.position.x_milli").splitlines()[0]
        assert re.search(rf"position x is {place} since", said)
        assert not re.search(r"\d{4}", said)

    def test_a_unit_alone_shows_all_its_fields(self, rollbook, log):
        """What changed, when and by what; what never did, in a line, and one for each weapon."""
        out = rollbook("explain", log, "stilts")
        assert "hull: 2" in out
        assert "since 33.5" in out
        assert "\n  as it entered: kind walker" in out
        assert "\n  weapon lance as it entered: mount front, kind ranged, " in out
        assert "may move: 5" in out
        assert "milli" not in out
        assert "decideg" not in out
        found = json.loads(rollbook("explain", log, "stilts", "--json"))
        hull = next(f for f in found["fields"] if f["path"] == "hull")
        assert hull == {"path": "hull", "value": 2, "changed": "33.5", "entered": False}

    def test_a_long_log_is_answered_the_same(self, rollbook, log, monkeypatch):
        """How far the search is goes to standard error, if anywhere."""
        short = rollbook("explain", log, "stilts.hull")
        monkeypatch.setattr("rollbook.tools.cli.why.LONG", 10)
        assert rollbook("explain", log, "stilts.hull") == short

    def test_as_of_an_address_of_another_timeline(self, rollbook, log):
        """--at takes every kind of address."""
        rollbook("fork", log, "try", "--at", "31")
        assert "hull is 3 since it entered" in rollbook(
            "explain", log, "stilts.hull", "--at", "try"
        )
        assert "hull is 3 since" in rollbook("explain", log, "stilts.hull", "--at", "main@33.4")

    @pytest.mark.parametrize(
        ("args", "code", "said"),
        [
            (("stilts.hul",), 1, "did you mean hull?"),
            (("99",), 1, "99"),
            (("33.99",), 1, "there is no event 99"),
            (("nowhere@3",), 1, "nowhere"),
            (("33", "--at", "3"), 2, "leave out --at"),
        ],
    )
    def test_what_cannot_be_answered(self, rollbook, log, args, code, said):
        """One line that says what is there instead."""
        rollbook("explain", log, *args, code=code)
        assert said in rollbook.err


PAGE = Path(__file__).parents[2] / "docs" / "timelines.md"
CLOCK = re.compile(r"\b\d\d:\d\d:\d\d\b")


def test_the_page_for_players_shows_what_the_program_prints(tmp_path, monkeypatch, capsys, narrow):
    """Every command of the page, in order, with every line that it prints."""
    demo("hull-points", tmp_path / "battle.rbk", count=159).close()
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) >= 8
    for block in blocks:
        printed = ""
        for line in block.splitlines():
            if line.startswith("$ "):
                run(shlex.split(line)[2:])
                out = capsys.readouterr()
                printed += f"{line}\n{out.out}{out.err}"
        assert CLOCK.sub("", printed) == CLOCK.sub("", block)


def test_a_game_that_cannot_be_is_told_all_the_same(rollbook, tmp_path):
    """Events that no state fits are shown by ids; what is asked of states is refused in words."""
    from rollbook.events.hullpoints.commands import ApplyDamage
    from rollbook.events.hullpoints.events import HullPointLost
    from rollbook.events.log.log import NewEntry

    session = demo("hull-points", tmp_path / "a.rbk", count=3)
    wrong = ApplyDamage(unit="nobody", amount=1, cause="mine")
    session.log.append(NewEntry(wrong, (HullPointLost(unit="nobody", hull=1),), "ann"))
    session.close()
    path = str(tmp_path / "a.rbk")
    for args in (("log", path), ("log", path, "--all")):
        assert "nobody loses a hull point" in rollbook(*args)
        assert rollbook.err.count("does not fit the state") == 1
    rollbook("explain", path, "gertie.hull", code=1)
    rollbook("explain", path, "3.0", code=1)
    rollbook("diff", path, "1", "3", code=1)
    assert "does not fit the state" in rollbook.err
    assert "hull is 4" in rollbook("explain", path, "gertie.hull", "--at", "2")

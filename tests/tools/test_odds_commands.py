"""`odds`, `luck` and `whatif` on the command line: words, JSON, exit codes, 80 columns."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rollbook.projections.printable import width
from rollbook.tools.cli.main import run
from tests.battles import BOTH, demo, demo_commands
from tests.projections.test_wording import NEVER

DAMAGE = {"do": "apply_damage", "by": "ben", "unit": "gertie", "amount": 9, "cause": "mine"}
Logs = dict[str, Path]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Logs:
    """The demo battles of both rule sets, in one folder."""
    folder = tmp_path_factory.mktemp("games")
    for rules in BOTH:
        demo(rules, folder / f"{rules}.rbk").close()
    return {rules: folder / f"{rules}.rbk" for rules in BOTH}


def ran(capsys: pytest.CaptureFixture[str], *args: Any) -> tuple[int, str, str]:
    """Run a command; give its exit code, output and errors."""
    code = run([str(arg) for arg in args])
    out = capsys.readouterr()
    return code, out.out, out.err


def check_words(out: str) -> None:
    """Hold output to 80 columns and to words that accuse nobody."""
    assert out.strip()
    for line in out.splitlines():
        assert width(line) <= 80, line
    for word in NEVER:
        assert word not in out.lower()


class TestOdds:
    def test_in_words(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """It tells destroyed or not, hull left, and rows of the table, with percent."""
        code, out, err = ran(capsys, "odds", logs["hull-points"], json.dumps(DAMAGE), "--at", 30)
        assert (code, err) == (0, "")
        check_words(out)
        assert "Exact, over" in out
        assert re.search(r"destroyed +(yes|no) +█+ +\d", out)
        assert re.search(r"hull left +\d +█* +\d", out)
        assert re.search(r"damage table +explodes +█* +\d+\.\d\d %", out)

    def test_as_json(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """One object; every distribution sums to one."""
        log = logs["hull-points"]
        code, out, _ = ran(capsys, "odds", log, json.dumps(DAMAGE), "--at", "main@30", "--json")
        plain = json.loads(out)
        assert code == 0
        assert list(plain)[:3] == ["exact", "units", "outcomes"]
        assert plain["exact"] is True
        for values in plain["units"]["gertie"].values():
            assert sum(map(Fraction, values.values())) == 1

    @pytest.mark.parametrize("rules", BOTH)
    def test_every_command_of_a_battle(
        self, rules: str, logs: Logs, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Each diced command of a battle has odds at its own moment, whatever the rule set."""
        commands = demo_commands(rules)
        diced = [n for n, command in enumerate(commands) if command.get("dice")]
        for number in diced[::5]:
            text = json.dumps(commands[number])
            code, out, err = ran(capsys, "odds", logs[rules], text, "--at", number - 1)
            assert code == 0, err
            assert "left out" in err
            check_words(out)

    @pytest.mark.parametrize(
        ("command", "code"),
        [
            ({**DAMAGE, "unit": "nobody"}, "UNKNOWN_UNIT"),
            ({**DAMAGE, "amount": "much"}, "BAD_VALUE"),
            ({"do": "take_back", "by": "ben", "to": 1, "reason": "x"}, "UNKNOWN_COMMAND"),
            ({"do": "dance"}, "UNKNOWN_COMMAND"),
            ([], "BAD_VALUE"),
        ],
    )
    def test_refusals(
        self, command: Any, code: str, logs: Logs, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A command that is refused is refused here too, with exit 1."""
        args = ("odds", logs["hull-points"], json.dumps(command), "--at", 30)
        done, out, _ = ran(capsys, *args, "--json")
        assert done == 1
        assert json.loads(out)["refused"]["code"] == code
        done, out, err = ran(capsys, *args)
        assert (done, out) == (1, "")
        assert code in err

    @pytest.mark.parametrize(
        "args", [(), ("{}", "--roll", "3"), ("--roll", "33", "--at", "3"), ("--samples", "0")]
    )
    def test_usage(
        self, args: tuple[str, ...], logs: Logs, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Nothing to say odds of, or too much, is wrong usage."""
        code, _, err = ran(capsys, "odds", logs["hull-points"], *args)
        assert code == 2
        assert "Error" in err


class TestOddsOfRolls:
    def test_how_likely_it_was(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """Five dice against 3+ with three hits: 80/243 exactly, 64/81 at least this good."""
        log = logs["hull-points"]
        code, out, _ = ran(capsys, "odds", log, "--roll", "34.1", "--json")
        plain = json.loads(out)
        assert code == 0
        assert (plain["value"], plain["better"]) == (3, "high")
        assert (plain["p"], plain["good"], plain["bad"]) == ("80/243", "64/81", "131/243")
        _, out, _ = ran(capsys, "odds", log, "--roll", "34.1")
        check_words(out)
        assert re.search(r"At least this good +█+ +79\.01 %  64/81", out)

    def test_the_row_of_a_table(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """Where neither high nor low is better, the chance of each row is told."""
        _, out, _ = ran(capsys, "odds", logs["hull-points"], "--roll", "33.6", "--json")
        plain = json.loads(out)
        assert (plain["result"], plain["same_effect"], plain["p"]) == ("flesh_wound", "2/9", "1/9")
        assert sum(map(Fraction, plain["results"].values())) == 1
        assert plain["good"] is None

    @pytest.mark.parametrize("rules", BOTH)
    def test_every_roll_of_a_battle(
        self, rules: str, logs: Logs, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Each entry with dice has a roll whose tails hold together."""
        numbers = [n for n, c in enumerate(demo_commands(rules)) if c.get("dice")]
        for number in numbers:
            code, out, err = ran(capsys, "odds", logs[rules], "--roll", number, "--json")
            assert code == 0, err
            plain = json.loads(out)
            if plain["at_least"] is not None:
                both = Fraction(plain["at_least"]) + Fraction(plain["at_most"])
                assert both == 1 + Fraction(plain["p"])
            _, out, _ = ran(capsys, "odds", logs[rules], "--roll", plain["address"])
            check_words(out)

    @pytest.mark.parametrize("address", ["3", "33.0", "33.6/2", "9999", "what"])
    def test_no_roll_there(
        self, address: str, logs: Logs, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """It says that no dice fell there."""
        code, out, err = ran(capsys, "odds", logs["hull-points"], "--roll", address)
        assert (code, out) == (1, "")
        assert err.startswith("rollbook: ")


class TestLuck:
    @pytest.mark.parametrize("rules", BOTH)
    def test_in_words(self, rules: str, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """A table, a sentence and a chart a player, the unlikely rolls, the tests, the causes."""
        code, out, err = ran(capsys, "luck", logs[rules])
        assert (code, err) == (0, "")
        check_words(out)
        assert "kind of roll       rolls  expected  actual" in out
        assert "The most unlikely rolls" in out
        assert out.count("  Roll ") == 10
        assert "nothing to report on the faces of" in out
        assert "falling 1.5 times as often" in " ".join(out.split())
        assert out.count("Chance aside, other causes") == 1
        assert "│" in out

    def test_the_numbers(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """Kinds add up to all together, and faces are those that were typed."""
        _, out, _ = ran(capsys, "luck", logs["hull-points"], "--json")
        plain = json.loads(out)
        typed = [face for c in demo_commands("hull-points") for face in c.get("dice", [])]
        counts = [0] * 6
        for player in plain["players"].values():
            every, *kinds = player["luck"] or [{"rolls": 0, "luck": 0.0}]
            assert every["rolls"] == sum(kind["rolls"] for kind in kinds)
            assert every["luck"] == pytest.approx(sum(kind["luck"] for kind in kinds))
            for die in player["faces"]["dice"]:
                counts = [a + b for a, b in zip(counts, die["counts"], strict=True)]
        assert counts == [typed.count(face) for face in range(1, 7)]

    def test_a_folder(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """Two games by player, and as one set of dice by folder."""
        folder = logs["hull-points"].parent
        _, out, _ = ran(capsys, "luck", folder, "--json")
        players = json.loads(out)
        assert players["games"] == 2
        _, out, _ = ran(capsys, "luck", folder, "--by", "dice", "--json")
        dice = json.loads(out)
        assert list(dice["players"]) == [folder.name]
        total = sum(player["dice"] for player in players["players"].values())
        assert dice["players"][folder.name]["dice"] == total

    def test_a_fork_counts_its_beginning_once(
        self, logs: Logs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A game and a fork of it in another file share rolls, which count once."""
        log, fork = logs["hull-points"], tmp_path / "fork.rbk"
        assert run(["fork", str(log), "other", "--at", "100", "-o", str(fork)]) == 0
        capsys.readouterr()
        alone, both = (
            json.loads(ran(capsys, "luck", *paths, "--json")[1]) for paths in ((log,), (log, fork))
        )
        for name, player in alone["players"].items():
            assert both["players"][name]["dice"] == player["dice"]

    def test_what_cannot_be_read_is_told(
        self, logs: Logs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """In a folder it is left out with a reason; alone it has the exit code of its error."""
        bad = tmp_path / "bad.rbk"
        bad.write_bytes(b"no log at all")
        good = tmp_path / "good.rbk"
        good.write_bytes(logs["hull-points"].read_bytes())
        code, out, err = ran(capsys, "luck", tmp_path)
        assert code == 1
        assert "bad.rbk is left out" in err
        check_words(out)
        assert ran(capsys, "luck", bad)[0] == 3
        assert ran(capsys, "luck", tmp_path / "none.rbk")[0] == 2
        (tmp_path / "empty").mkdir()
        assert ran(capsys, "luck", tmp_path / "empty")[0] == 2

    def test_a_game_without_dice(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Nothing is made up."""
        log = tmp_path / "quiet.rbk"
        demo("hull-points", log, 20).close()
        code, out, _ = ran(capsys, "luck", log)
        assert (code, out) == (0, "No dice fell.\n")

    def test_plain_letters(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """The charts can be drawn without block characters."""
        _, out, _ = ran(capsys, "luck", logs["hull-points"], "--ascii")
        assert out.isascii()


class TestWhatIf:
    def test_in_words(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """It says what fell, what was played again, where it stopped, what differs."""
        log = logs["hull-points"]
        before = log.read_bytes()
        code, out, err = ran(capsys, "whatif", log, "33.6", "--faces", "1,1")
        assert (code, err) == (0, "")
        assert "Entry 33 fell 2 4 5 2 3 6; here it falls 2 4 5 1 1." in out
        assert "Stopped before entry 34" in out
        assert "Stilts explodes" in out
        assert log.read_bytes() == before

    def test_nothing_is_different(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """The faces that fell change nothing, and it says so."""
        _, out, _ = ran(capsys, "whatif", logs["hull-points"], "33.6", "--faces", "2 3")
        assert out.endswith("Nothing is different.\n")

    def test_as_json_into_a_file(
        self, logs: Logs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The new log is whole, and the fork its default timeline."""
        target = tmp_path / "what.rbk"
        args = ("whatif", logs["hull-points"], "33.8", "--faces", "1", "-o", target, "--json")
        code, out, _ = ran(capsys, *args)
        plain = json.loads(out)
        assert code == 0
        assert plain["stopped"] is None
        assert plain["faces"] == {"played": [2, 4, 5, 2, 3, 6], "instead": [2, 4, 5, 2, 3, 1]}
        assert [p["what"] for p in plain["difference"]["entries"]] == ["changed", "changed"]
        assert ran(capsys, "verify", target)[0] == 0
        assert ran(capsys, *args)[0] == 1

    def test_faces_with_blanks_are_told_how_to_be_written(
        self, logs: Logs, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The words that stand too many are faces: the refusal writes them with commas."""
        log = logs["hull-points"]
        code, _, err = ran(capsys, "whatif", log, "33.6", "--faces", "1", "1")
        assert code == 2
        assert "--faces 1,1" in err
        assert ran(capsys, "whatif", log, "33.6", "--faces", "1,1")[0] == 0
        code, _, err = ran(capsys, "whatif", log, "33.6", "34", "x", "--faces", "1,1")
        assert code == 2
        assert "34 x" in err
        _, out, _ = ran(capsys, "whatif", "--help")
        assert "3,4" in out

    def test_refusals(self, logs: Logs, capsys: pytest.CaptureFixture[str]) -> None:
        """Missing dice are asked for by name; what is no list of faces is wrong usage."""
        log = logs["hull-points"]
        code, _, err = ran(capsys, "whatif", log, "33.1", "--faces", "6,6")
        assert code == 1
        assert "NEEDS_DICE" in err
        assert "--simulate" in err
        assert ran(capsys, "whatif", log, "33.1", "--faces", "six")[0] == 2
        assert ran(capsys, "whatif", log, "3", "--faces", "6")[0] == 1
        code, out, _ = ran(capsys, "whatif", log, "33.1", "--faces", "9,9", "--json")
        assert (code, json.loads(out)["refused"]["code"]) == (1, "BAD_DIE")

"""`rollbook tournament`: an event through the command line."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.log.errors import WriterBusy
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC
from rollbook.tools.cli.main import run
from rollbook.tools.cli.tournament import TOURNAMENT_COMMANDS
from tests.engine.audit.games import press


class Cli:
    """Runs commands on one log and gives what they print."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.log = folder / "cup.rbk"
        self._capsys = capsys
        self.err = ""

    def __call__(self, name: str, *words: object, code: int = 0) -> str:
        """Run ``rollbook tournament NAME LOG WORDS`` and give its output."""
        return self.raw("tournament", name, self.log, *words, code=code)

    def raw(self, *words: object, code: int = 0) -> str:
        """Run any command and give its output."""
        self._capsys.readouterr()
        got = run([str(word) for word in words])
        said = self._capsys.readouterr()
        self.err = said.err
        assert got == code, said.out + said.err
        return said.out

    def objects(self, name: str, *words: object, code: int = 0) -> list[Any]:
        """Run a command with ``--json`` and give the objects that it prints."""
        return [json.loads(line) for line in self(name, *words, "--json", code=code).splitlines()]

    def results(self, *, signed: bool = True) -> None:
        """Enter a result for every open game of the newest round."""
        for place, game in enumerate(self.objects("pairings")):
            if game["status"] == "open":
                flags = ["--signed"] if signed else []
                self("result", game["game"], 10 + place, 5, *flags)


@pytest.fixture
def cli(tmp_path, capsys) -> Cli:
    """A command line without an event."""
    return Cli(tmp_path, capsys)


@pytest.fixture
def cup(cli) -> Cli:
    """An event of six whose first round is being played."""
    cli("new", "--name", "Cup", "--seed", "s", "--rounds", "3", "--tables", "1-6")
    cli("add", "Ann Bell", "Ben Cole", "Cat Dyer", "Dan Ek", "Eve Fox", "Fay Gray")
    cli("pair")
    cli("publish", "--minutes", "90")
    return cli


def test_every_command_explains_itself(cli):
    """Each command of the group can be loaded and has a help text."""
    for name in TOURNAMENT_COMMANDS:
        assert "Usage: rollbook tournament" in cli.raw("tournament", name, "--help")


@pytest.mark.parametrize(
    "words", [["export", "LOG", "--notation"], ["odds", "LOG", "x"], ["play", "LOG", "TEXT"]]
)
def test_an_event_has_no_battle_notation(cup, words):
    """What takes or gives notation says in one line that there is none for an event."""
    (cup.folder / "battle.txt").write_text("ann: note hello\n")
    paths = {"LOG": cup.log, "TEXT": cup.folder / "battle.txt"}
    assert cup.raw(*[paths.get(word, word) for word in words], code=1) == ""
    assert cup.err.startswith("rollbook: there is no battle notation for tournament")


def test_a_log_that_starts_nothing(cup):
    """A log whose entry 0 starts neither game nor event is shown so, and cannot be linked."""

    def cut(log, edit, path):
        pressed = press(log, edit)
        path.write_bytes(MAGIC + pressed.frames())
        return path

    def start_nothing(entries):
        entries[0].events = entries[0].events[:1]
        for entry in entries[1:]:
            entry.drop = True

    with FileLog.read(cup.log) as event:
        hollow = cut(event, start_nothing, cup.folder / "hollow.rbk")
    assert "Nothing has happened yet" in cup.raw("show", hollow)
    begun = {"do": "start_game", "by": "system", "rules": "hull-points"}
    game = start({**begun, "players": {"a": "A", "b": "B"}}, None)
    empty = cut(game.log, start_nothing, cup.folder / "empty.rbk")
    cup("link", "r1-1", empty, code=1)
    assert "starts no game" in cup.err


def test_a_refused_setting_leaves_no_file(cli):
    """A bad difference table is refused with its line, and no log is made."""
    table = cli.folder / "points.txt"
    table.write_text("# ours\n0,4 => 10,10\n6,* => 0,20\n")
    cli("new", "--name", "Cup", "--table", table, code=1)
    assert "line 3" in cli.err
    assert "a gap" in cli.err
    assert not cli.log.exists()


def test_points_keys_and_tables_are_kept(cli):
    """What is set on the command line stands in entry 1."""
    table = cli.folder / "points.txt"
    table.write_text("0,4 => 10,10\n5,* => 0,20\n")
    words = ["--points", "3-1-0", "--keys", "match_points,battle_points", "--mates", "first"]
    cli("new", "--name", "Cup", "--table", table, *words, "--tables", "1-3,7", "--check-in")
    (state,) = cli.objects("show")
    kept = state["settings"]
    assert (kept["scoring"]["win"], kept["keys"]) == (3, ["match_points", "battle_points"])
    assert (kept["mates_rounds"], kept["tables"], kept["check_in"]) == (1, [1, 2, 3, 7], True)
    assert re.fullmatch("[0-9a-f]{16}", kept["seed"])


def test_ids_are_made_of_names(cup):
    """A second Ann gets another id; people are found by name too."""
    cup("add", "Ann Zorn")
    assert "ann-z" in cup("checkin")
    cup("checkin", "ann zorn", "ben")
    cup("checkin", "nobody", code=1)
    assert "no player 'nobody'" in cup.err


def test_a_table_that_is_not_there_is_called_a_table(cup):
    """A number means a table, so nobody is told of a player of that name."""
    for game in ("9", "1:9"):
        cup("result", game, "1", "2", code=1)
        assert "there is no table 9 in round 1; the last one is 3" in cup.err
    cup("result", "nobody", "1", "2", code=1)
    assert "no player 'nobody'" in cup.err


def test_who_drops_after_the_last_round_misses_none_after_it(cup):
    """The sentence names the round that was, and none that an event of three will not have."""
    for number in (1, 2, 3):
        for game in cup.objects("pairings"):
            cup("result", game["game"], "3", "1", "--signed")
        if number < 3:
            cup("pair")
            cup("publish", "--minutes", "90")
    out = cup("drop", "ann", "--meaning", "lost", "--reason", "a train")
    assert "Ann Bell drops after round 3: the remaining games are lost" in out


def test_games_are_found_as_people_name_them(cup):
    """By table, by round and table, by id, by player; a player's own score comes first."""
    game = cup.objects("pairings")[0]
    cup("result", game["b"], 3, 9, "--by", game["b"])
    told = cup.objects("pairings")[0]["result"]
    assert (told["score_a"], told["score_b"]) == (9, 3)
    cup("confirm", "1:1", "--by", game["a"])
    assert cup.objects("pairings")[0]["status"] == "confirmed"
    cup("result", "2", 4, 4)
    cup("result", "r1-3", 4, 4)
    cup("result", "9", 4, 4, code=1)


def test_the_whole_evening(cup):
    """Dispute, ruling, correction, penalty, drop and late entry, and what can be asked after."""
    one, two, three = cup.objects("pairings")
    cup("result", 1, 12, 3, "--by", one["a"])
    cup("dispute", 1, "--by", one["b"], "--reason", "counted twice")
    cup("result", 2, 8, 2, "--signed")
    cup("pair", code=1)
    assert one["game"] in cup.err
    cup("pair", "--count-as-reported", code=1)
    assert three["game"] in cup.err
    cup("result", 3, 5, 5, "--signed")
    cup("pair", code=1)
    assert "in dispute" in cup.err
    assert "would be:" in cup("pair", "--count-as-reported", "--dry-run")
    assert len(cup.objects("pairings")) == 3
    assert "counted as reported" in cup("pair", "--count-as-reported")
    cup("publish")
    cup("rule", "1:1", 3, 12, "--reason", "the slips agree", "--rule", "pack 4.2")
    cup("add", "Gil Hart")
    cup("drop", two["b"], "--meaning", "lost", "--reason", "train", "--by", two["b"])
    cup("penalty", one["a"], "--match-points", 1, "--card", "red", "--reason", "shouting")
    cup.results()
    said = cup("correct", "1:2", 2, 8, "--reason", "read upside down")
    assert "replacing statement 1" in said
    assert "RB-PR-10" in said
    history = cup("history", "1:2")
    assert "submitted by judge" in history
    assert "corrected to 2:8" in history
    assert "train" in cup("history", two["b"])
    assert "rule RB" not in cup("check")
    assert "as its seed gives it" in cup("check", 2)
    table = cup("standings")
    assert "RB-TB-1" in table
    assert "(dropped)" in table
    assert "RB-ST-3" in cup("crosstable")
    cup("pair")
    cup("publish")
    cup.results()
    cup("close")
    cup("close", "--event", "--winner", one["b"])
    assert "is over" in cup("show")
    cup("pair", code=1)
    assert "GAME_OVER" in cup.err


def test_why_names_a_rule(cup):
    """For a pair the rule, its edition and the facts; for no pair, that there is none."""
    game = cup.objects("pairings")[0]
    (answer,) = cup.objects("why", game["a"], game["b"])
    assert answer["rule"].startswith("RB-PR-7/")
    other = cup.objects("pairings")[1]
    cup("why", game["a"], other["a"], code=1)


def test_by_hand(cup):
    """Games are taken apart and set by hand, at the same tables, with the reason kept."""
    one, two, _ = cup.objects("pairings")
    change = ["--undo", 1, "--undo", 2, "--set", f"{one['a']}:{two['a']}"]
    cup("pair", *change, "--set", f"{one['b']}:{two['b']}", code=2)
    cup("pair", *change, "--set", f"{one['b']}:{two['b']}", "--reason", "brothers")
    tables = [g["table"] for g in cup.objects("pairings")]
    assert sorted(tables) == [1, 2, 3]
    assert "brothers" in cup("check")
    cup("pair", "--move", "1=6", "--reason", "a lamp is broken")
    assert 6 in [g["table"] for g in cup.objects("pairings")]
    cup("withdraw-round", "--reason", "all wrong")
    cup("pair", "--set", "ann:ben", "--set", "cat:dan", "--reason", "made by the sponsor")
    assert "made by the sponsor" in cup("pairings")


def test_many_results_from_a_pipe(cup, monkeypatch):
    """Each line is answered; a bad line is said and passed over."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1 12 3\nnonsense\n2 4:4\n9 1 1\n# tea\n3 1 0\n"))
    said = cup("result", "-", code=1)
    assert said.count("submitted by judge") == 3
    assert "write GAME SCORE SCORE" in cup.err
    assert {g["status"] for g in cup.objects("pairings")} == {"submitted"}


def test_lists(cup):
    """Only the hash of a list is kept."""
    file = cup.folder / "list.txt"
    file.write_text("three walkers\n")
    cup("list", "ann", file)
    cup("list", "--lock")
    cup("list", "ann", file, code=1)
    assert "three walkers" not in cup.log.read_bytes().decode("latin-1")


def test_tables_go_out_and_come_in(cup):
    """Players, pairings and results as tables make the same event again."""
    cup.results()
    for what in ("players", "pairings", "results", "standings"):
        cup("export", "--csv", what, "-o", cup.folder / f"{what}.csv")
    before = cup.objects("standings")[0]["rows"]
    again = Cli(cup.folder, cup._capsys)
    again.log = cup.folder / "again.rbk"
    again("new", "--name", "Cup", "--seed", "s")
    for what in ("players", "pairings"):
        again("import", cup.folder / f"{what}.csv")
    again("publish")
    again("import", cup.folder / "results.csv")
    assert again.objects("standings")[0]["rows"] == before
    again("import", cup.folder / "results.csv")
    text = (cup.folder / "results.csv").read_text().replace("10,5", "11,5")
    (cup.folder / "other.csv").write_text(text)
    again("import", cup.folder / "other.csv", code=1)
    assert "correct it" in again.err


def test_bad_lines_of_a_table_are_named(cup):
    """Nothing of a table with a bad line is taken."""
    file = cup.folder / "more.csv"
    file.write_text("name;rating\nGil;1500\n;1400\nHal;x\n")
    cup("import", file, code=1)
    assert "line 3" in cup.err
    assert "line 4" in cup.err
    assert "Gil" not in cup("checkin")


@pytest.mark.parametrize("form", ["--trf", "--trf26"])
def test_a_report_file_makes_the_event_again(cup, form):
    """What is written as a report file comes back with the same standings."""
    cup.results()
    cup("add", "Gil Hart")
    cup("pair", "--bye", "ann=draw")
    cup("publish")
    cup("drop", "ben", "--meaning", "lost", "--reason", "x")
    cup("penalty", "cat", "--match-points", 1, "--reason", "late")
    cup.results(signed=False)
    cup("export", form, "-o", cup.folder / "cup.trf")
    again = Cli(cup.folder, cup._capsys)
    again.log = cup.folder / "again.rbk"
    again("import", cup.folder / "cup.trf")
    left, right = (c.objects("standings")[0] for c in (cup, again))
    assert [(r["rank"], r["name"], r["values"]) for r in left["rows"]] == [
        (r["rank"], r["name"], r["values"]) for r in right["rows"]
    ]
    assert "set by hand" in again("check")


def test_json_lines_make_the_same_event_again(cup):
    """The export holds everything: played again it gives the same events, forks included."""
    cup.results()
    cup("penalty", "ann", "--card", "yellow", "--reason", "late")
    head = len(list(cup.raw("log", cup.log, "--json").splitlines())) - 1
    cup.raw("take-back", cup.log, "--ruling", "--to", head - 1, "--reason", "wrong player")
    cup.raw("play", cup.log, "--jsonl", _file(cup, {"do": "note", "by": "ben", "text": "hm"}))
    fork = {"do": "fork", "by": "judge", "name": "what-if", "at": 2}
    cup.raw("play", cup.log, "--jsonl", _file(cup, fork))
    cup("export", "--jsonl", "-o", cup.folder / "cup.jsonl")
    again = Cli(cup.folder, cup._capsys)
    again.log = cup.folder / "again.rbk"
    again("import", cup.folder / "cup.jsonl")
    left, right = (
        [json.loads(x) for x in c.raw("log", c.log, "--json", "--all").splitlines()]
        for c in (cup, again)
    )
    keep = ("entry", "parent", "timeline", "by", "command")
    assert [[e[k] for k in keep] for e in left] == [[e[k] for k in keep] for e in right]
    lines = (
        (cup.folder / "cup.jsonl")
        .read_text()
        .replace('"by":"judge","score_a":10', '"by":"judge","score_a":11')
    )
    (cup.folder / "forged.jsonl").write_text(lines)
    again.log = cup.folder / "third.rbk"
    again("import", cup.folder / "forged.jsonl", code=1)
    assert not again.log.exists()


def _file(cup: Cli, *commands: dict[str, Any]) -> Path:
    path = cup.folder / "commands.jsonl"
    path.write_text("".join(json.dumps(c) + "\n" for c in commands))
    return path


class TestPages:
    def test_pages_hold_rules_names_and_nothing_from_outside(self, cup):
        """Each page is one file without scripts or addresses, and shows its rule."""
        cup.results()
        for what in ("pairings", "slips", "standings"):
            page = cup("export", "--html", what)
            assert "Ann Bell" in page
            assert "script" not in page
            assert "http" not in page.replace("http-equiv", "")
            assert "font-size: 24pt" in page
        assert "RB-PR-1" in cup("export", "--html", "pairings")
        assert "RB-TB-1" in cup("export", "--html", "standings")

    def test_names_are_no_markup(self, cli):
        """A name stays text, whatever it looks like, on pages and terminals."""
        cli("new", "--name", "<b>Cup</b>", "--seed", "s")
        evil = "<script>x</script>\x1b[2J\u202e"
        cli("add", evil, "Ben")
        said = cli("pair")
        assert "\x1b" not in said
        for what in ("pairings", "slips", "standings"):
            page = cli("export", "--html", what)
            assert "<script" not in page
            assert "\x1b" not in page
            assert "\u202e" not in page
            assert "<b>" not in page

    def test_a_file_is_not_overwritten(self, cup):
        """An export never replaces a file."""
        target = cup.folder / "page.html"
        target.write_text("mine")
        cup("export", "--html", "pairings", "-o", target, code=2)
        assert target.read_text() == "mine"


class TestLinks:
    @pytest.fixture
    def linked(self, cup) -> Cli:
        """An event whose first game is linked to the log of a battle."""
        game = cup.objects("pairings")[0]
        ids = {game["a"]: "Ann", game["b"]: "Ben"}
        battle = [
            {"do": "start_game", "by": "judge", "rules": "hull-points", "players": ids},
            {
                "do": "end_game",
                "by": "judge",
                "winner": game["b"],
                "scores": {game["a"]: 4, game["b"]: 11},
            },
        ]
        path = _file(cup, *battle)
        (cup.folder / "logs").mkdir()
        self.battle = cup.folder / "logs" / "battle.rbk"
        cup.raw("play", self.battle, path, "--jsonl")
        said = cup("link", 1, self.battle, "--by", game["a"])
        assert "4:11" in said
        return cup

    def test_scores_come_from_the_log(self, linked):
        """The result is submitted, and the other player confirms it as any other."""
        game = linked.objects("pairings")[0]
        assert (game["status"], game["link"]["size"]) == ("submitted", 2)
        linked("confirm", 1, "--by", game["b"])

    def test_a_later_check_says_whether_it_still_matches(self, linked):
        """The same, grown, and another log under the same id are told apart."""
        logs = linked.folder / "logs"
        assert "same" in linked("check", "--links", logs)
        note = {"do": "note", "by": "judge", "text": "rematch on Monday"}
        linked.raw("play", self.battle, _file(linked, note), "--jsonl")
        (found,) = [x for x in linked.objects("check", "--links", logs) if "status" in x]
        assert found["status"] == "grown"
        whole = self.battle.read_bytes()
        self.battle.write_bytes(whole[:-40])
        (found,) = [x for x in linked.objects("check", "--links", logs, code=1) if "status" in x]
        assert found["status"] == "torn"
        self.battle.unlink()
        assert "missing" in linked("check", "--links", logs, code=1)

    def test_other_logs_are_refused(self, linked):
        """Damaged logs, events, and battles of other people are not linked."""
        linked("link", 2, linked.log, code=1)
        assert "log of a tournament" in linked.err
        linked("link", 2, self.battle, code=1)
        assert "--first" in linked.err
        whole = bytearray(self.battle.read_bytes())
        whole[200] ^= 1
        self.battle.write_bytes(bytes(whole))
        linked("link", 2, self.battle, code=1)
        assert "damaged" in linked.err


def test_two_laptops_cannot_both_write(cup):
    """While one has the event open, another is refused, and can still read."""
    with_it = Session.open(cup.log)
    try:
        with pytest.raises(WriterBusy):
            Session.open(cup.log)
        cup("result", 1, 3, 1, code=1)
        assert "process" in cup.err
        cup("standings")
    finally:
        with_it.close()
    cup("result", 1, 3, 1)


def test_a_game_log_is_no_event(cup):
    """The commands say what a log is instead of an event."""
    battle = {"do": "start_game", "by": "judge", "rules": "hull-points"}
    battle["players"] = {"a": "Ann", "b": "Ben"}  # type: ignore[assignment]
    path = cup.folder / "battle.rbk"
    cup.raw("play", path, _file(cup, battle), "--jsonl")
    for name in ("standings", "pair", "show", "check"):
        cup.raw("tournament", name, path, code=1)
        assert "hull-points game" in cup.err


def test_the_log_commands_work_on_an_event(cup):
    """verify, log, show, step, take-back and fork take an event as they take a game."""
    cup.results()
    assert "is whole" in cup.raw("verify", cup.log)
    assert "Round 1 is paired" in cup.raw("log", cup.log)
    assert "round 1 of 3" in cup.raw("show", cup.log)
    assert "submitted by judge" in cup.raw("step", cup.log, "--print")
    assert json.loads(cup.raw("show", cup.log, "--json"))["round"] == 1
    last = len(cup.raw("log", cup.log, "--json").splitlines()) - 1
    words = ["take-back", cup.log, "--to", last - 1, "--reason", "x"]
    cup.raw(*words, "--by", "ann", code=1)
    assert "NOT_ALLOWED" in cup.err
    cup.raw(*words, "--by", "zoe", code=1)
    assert "UNKNOWN_PLAYER" in cup.err
    cup.raw(*words, "--ruling")
    assert len([g for g in cup.objects("pairings") if g["status"] == "open"]) == 1
    assert "(taken back)" in cup("history", "1:3", "--all")
    assert "(taken back)" not in cup("history", "1:3")
    words = ["restore", cup.log, "--entry", last, "--reason", "right after all", "--ruling"]
    cup.raw(*words)
    assert not [g for g in cup.objects("pairings") if g["status"] == "open"]


def test_evidence_and_timelines_work_on_an_event(cup):
    """audit, sign, prove, check, fork, diff, timelines and explain take an event too."""
    cup.results()
    log, folder = cup.log, cup.folder
    assert "Nothing is wrong" in cup.raw("audit", log)
    key = folder / "club.key"
    words = ["--recorder", "club.example", "--tournament", "cup", "--log", log]
    public = cup.raw("keys", "new", key, *words).strip()
    (folder / "known").write_text(public + "\n")
    cup.raw("sign", log, "--key", key)
    cup.raw("prove", log, 4, "-o", folder / "x.exhibit")
    said = cup.raw("check", folder / "x.exhibit", "--keys", folder / "known")
    assert "Round 1 is published" in said
    assert "corrected" in cup("correct", "1:1", 1, 2, "--reason", "misread")
    cup.raw("fork", log, "--at", 4, "what-if", "--by", "ann")
    cup.raw("fork", log, "--at", 4, "copy", "-o", folder / "copy.rbk", "--by", "zoe", code=1)
    cup.raw("fork", log, "--at", 4, "copy", "-o", folder / "copy.rbk", "--by", "ann")
    assert "rounds 1 games r1-1" in cup.raw("diff", log, "main", "what-if", code=1)
    assert "what-if" in cup.raw("timelines", log)
    cup("result", "1", 7, 7, "--timeline", "what-if")
    assert "corrected to 1:2" in cup.raw("explain", log, "8.0")
    assert "Nothing is wrong" in cup.raw("audit", log)
    assert "Nothing is wrong" in cup.raw("audit", folder / "copy.rbk")


def test_the_demo_says_at_once_what_it_lacks(tmp_path, capsys, monkeypatch):
    """Without what pairs a Swiss round nothing is played."""
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    assert run(["demo", "--tournament", str(tmp_path / "d")]) == 1
    said = capsys.readouterr()
    assert 'the "tournament" extra' in said.err
    assert said.out == ""
    assert list((tmp_path / "d").iterdir()) == []


def test_the_demo(tmp_path, capsys):
    """`demo --tournament` plays the event and shows what can be asked of it."""
    cli = Cli(tmp_path, capsys)
    said = cli.raw("demo", "--tournament", tmp_path / "d")
    for wanted in ("Rust Valley Cup", "replacing statement 1", "RB-PR-6", "is whole", "slips.html"):
        assert wanted in said
    assert "the pages of 2 games" in said
    for game in ("r1-1", "r1-6"):
        assert f"({game}): same:" in said
        assert (tmp_path / "d" / "event-games" / f"{game}.html").is_file()
    cli.log = tmp_path / "d" / "demo.rbk"
    (state,) = cli.objects("show")
    assert len(state["rounds"]) == 4
    assert list(state["withdrawn"]) == ["2"]
    assert state["entered"]["mia"]["entered_round"] == 2
    assert list(state["drops"]) == ["gus"]
    statuses = {g["status"] for r in state["rounds"].values() for g in r["games"].values()}
    assert statuses == {"confirmed", "ruled"}

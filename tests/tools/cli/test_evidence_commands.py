"""`audit`, `dispute`, `settle`, `confirm`, `dice`, `keys`, `sign`, `verify`, `prove`, `check`."""

from __future__ import annotations

import json
import resource
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.events.log.errors import ShorterThanSigned
from rollbook.tools.cli.main import run
from tests.engine.audit.games import demo_commands

UNTIL = 34


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of 34 commands in a file of an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROLLBOOK_CACHE", str(tmp_path / "cache"))
    return played(tmp_path / "game.rbk")


def played(path: Path, rules: str = "hull-points", until: int | None = UNTIL) -> Path:
    """Play a part of a demo battle into a file."""
    from rollbook.engine.starting import start

    first, *rest = demo_commands(rules)[:until]
    session = start(first, path)
    for command in rest:
        session.submit(command)
    session.close()
    return path


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command line and give its exit code and what it printed."""

    def call(*args: str) -> tuple[int, str]:
        capsys.readouterr()
        code = run(list(args))
        out = capsys.readouterr()
        return code, out.out + out.err

    return call


def signed(said: Any) -> None:
    """Make keys and sign the game with both."""
    pytest.importorskip("cryptography")
    code, out = said("keys", "new", "rec.key", "--recorder", "club.example", "--log", "game.rbk")
    assert code == 0
    public = [out.splitlines()[0]]
    _, out = said("keys", "new", "ann.key", "--name", "ann.example")
    public.append(out.splitlines()[0])
    Path("game.rbk.keys").write_text("# who signs\n" + "\n".join(public) + "\n")
    assert said("sign", "game.rbk", "--key", "rec.key")[0] == 0
    assert said("sign", "game.rbk", "--key", "ann.key")[0] == 0


class TestAudit:
    def test_an_honest_game_is_fine(self, game: Path, said: Any) -> None:
        """Exit 0, the grades, and what is open."""
        code, out = said("audit", "game.rbk", "--rolls")
        assert code == 0
        assert "Nothing is wrong" in out
        assert all(len(line) < 80 for line in out.splitlines())

    @pytest.mark.parametrize("rules", ["hull-points", "armour-value"])
    def test_every_roll_fits_eighty_columns(self, game: Path, said: Any, rules: str) -> None:
        """Everything about every roll of a demo battle."""
        played(Path("demo.rbk"), rules, None)
        for player in demo_commands(rules)[0]["players"]:
            code, out = said("audit", "demo.rbk", "--player", player)
            assert code == 0
            assert max(len(line) for line in out.splitlines()) <= 80

    def test_a_roll_has_an_answer_to_every_question(self, game: Path, said: Any) -> None:
        """The JSON of a roll names who, when, what for, odds, consequences and otherwise."""
        code, out = said("audit", "game.rbk", "--roll", "33.6", "--json")
        (roll,) = json.loads(out)["rolls"]
        assert code == 0
        assert (roll["rolled_by"], roll["round"], roll["phase"]) == ("ben", 1, "shooting")
        assert roll["for"]["purpose"] == "damage_table"
        assert roll["for"]["rules"] == ["HW-DMG-5", "HV-DMG-3"]
        assert roll["dice"]["faces"] == [2, 3]
        assert roll["chance"]["fraction"] == "2/9"
        assert roll["run"]["rolls"] == 1
        assert roll["gave"][0].startswith("Damage table for Stilts")
        assert {o["face"] for o in roll["otherwise"] if o["die"] == 0} == {1, 3, 4, 5}
        assert roll["follows"] is True

    def test_a_roll_is_told_in_words_of_players(self, game: Path, said: Any) -> None:
        """Nothing is called as the code calls it: no None, no names of steps."""
        _, out = said("audit", "game.rbk", "--player", "ben")
        assert "battle_shocked_until: none -> 2" in out
        assert "what a lost hull point brings" in out
        for word in ("None", "after point", "damage each"):
            assert word not in out

    def test_a_finding_gives_exit_one(self, game: Path, said: Any) -> None:
        """A forged log is reported with code, address, rule, expected and found."""
        from rollbook.events.log.file import FileLog
        from rollbook.events.log.frame import MAGIC
        from rollbook.events.message import changed
        from tests.engine.audit.games import Forged, press

        def edit(log: list[Forged]) -> None:
            log[33].dice = changed(log[33].dice, faces=(1, *log[33].dice.faces[1:]))

        log = FileLog.read(game)
        forged = press(log, edit)
        log.close()
        game.write_bytes(MAGIC + forged.frames())
        code, out = said("audit", "game.rbk")
        assert code == 1
        assert "33.1  FACES_DIFFER (CM-HIT-1" in out
        code, out = said("audit", "game.rbk", "--json")
        (finding,) = json.loads(out)["findings"]
        assert code == 1
        assert set(finding) == {"code", "address", "rule", "expected", "found", "words"}
        assert json.loads(out)["grades"]["contradicted"] >= 1

    def test_a_log_without_dice_says_so(
        self, tmp_path: Path, said: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No list of rolls is announced where nobody rolled, as in the log of an event."""
        monkeypatch.setenv("ROLLBOOK_CACHE", str(tmp_path / "cache"))
        log = str(tmp_path / "cup.rbk")
        setup = ["--name", "Cup", "--rounds", "3", "--seed", "cup"]
        assert said("tournament", "new", log, *setup)[0] == 0
        code, out = said("audit", log)
        assert code == 0
        assert "No dice were rolled." in out
        assert "rolls:" not in out

    def test_a_finding_by_no_rule_of_the_game_says_so(self, game: Path, said: Any) -> None:
        """Nobody at a table has to know what the engine is; programs still read its name."""
        from rollbook.events.log.file import FileLog
        from rollbook.events.log.frame import MAGIC
        from tests.engine.audit.games import Forged, press

        def edit(log: list[Forged]) -> None:
            log[10].key = log[11].key = "same"

        with FileLog.read(game) as log:
            forged = press(log, edit)
        game.write_bytes(MAGIC + forged.frames())
        _, out = said("audit", "game.rbk", "--html", "page.html")
        assert "KEY_REUSED (by Rollbook itself)" in out
        assert "ENGINE" not in out + Path("page.html").read_text()
        assert json.loads(said("audit", "game.rbk", "--json")[1])["findings"][0]["rule"] == "ENGINE"

    def test_one_printable_page(self, game: Path, said: Any) -> None:
        """No script, nothing from elsewhere, names escaped; an existing file is kept."""
        code, _ = said("audit", "game.rbk", "--html", "page.html")
        page = Path("page.html").read_text()
        assert code == 0
        assert "<script" not in page
        assert "http" not in page.replace("http-equiv", "")
        assert "damage_table" in page
        assert said("audit", "game.rbk", "--html", "page.html")[0] == 2

    def test_names_in_the_page_are_escaped(self, game: Path, said: Any) -> None:
        """A player's name is text, not markup."""
        from rollbook.engine.starting import start

        start({"do": "start_game", "by": "system", "rules": "hull-points", "house_rules": {},
               "players": {"a": "<script>x", "b": "B"}}, "n.rbk").close()  # fmt: skip
        assert said("audit", "n.rbk", "--html", "n.html")[0] == 0
        assert "<script" not in Path("n.html").read_text()

    @pytest.mark.parametrize("args", [("--roll", "2"), ("--roll", "x y"), ("--unit", "nobody"),
                                      ("--player", "zoe"), ("--against", "no-such")])  # fmt: skip
    def test_what_is_not_there_is_said(self, game: Path, said: Any, args: tuple[str, str]) -> None:
        """A roll, unit, player or rules that are not there: one line, no traceback."""
        code, out = said("audit", "game.rbk", *args)
        assert code in (1, 2)
        assert "Traceback" not in out

    def test_against_other_house_rules(self, game: Path, said: Any) -> None:
        """Where would other house rules have parted, and how far is it the same."""
        Path("other.toml").write_text('check = "2d6"\n')
        code, out = said("audit", "game.rbk", "--against", "other.toml", "--json")
        found = json.loads(out)
        assert code == 0
        assert found["parted"] == 33
        assert found["same"] == 32
        assert found["differ"][0]["code"] == "ROLL_NOT_MADE"

    def test_against_other_tables(self, game: Path, said: Any) -> None:
        """A full set of tables is taken as such."""
        from importlib import resources

        text = resources.files("rollbook.engine.hullpoints").joinpath("tables.toml").read_text()
        Path("tables.toml").write_text(text)
        code, out = said("audit", "game.rbk", "--against", "tables.toml")
        assert code == 0
        assert "all 33 commands come out the same" in out

    @pytest.mark.parametrize(
        "asked",
        ["1", "v1", "version 1", "Version 1", "hull-points 1", "hull-points v1", "hull-points@1",
         "hull-points version 1", "1.0", "v1.0"],
    )  # fmt: skip
    def test_against_a_version_as_people_write_it(self, game: Path, said: Any, asked: str) -> None:
        """The version of the rule set that this Rollbook has, in any usual form."""
        code, out = said("audit", "game.rbk", "--against", asked)
        assert code == 0
        assert "Under version 1 of hull-points all 33 commands come out the same." in out

    @pytest.mark.parametrize("asked", ["2", "v2", "hull-points 2", "1.5", "version two"])
    def test_against_a_version_that_is_not_here(self, game: Path, said: Any, asked: str) -> None:
        """It is refused with the only version there is, and with what can be compared instead."""
        code, out = said("audit", "game.rbk", "--against", asked)
        out = " ".join(out.split())
        assert code == 1
        assert "this Rollbook has only version 1 of hull-points" in out
        assert "a TOML file" in out

    def test_against_another_rule_set(self, game: Path, said: Any) -> None:
        """A game of one rule set cannot be played by another."""
        code, out = said("audit", "game.rbk", "--against", "armour-value 1")
        assert code == 1
        assert "this game is played by hull-points, not by armour-value" in out

    def test_the_help_says_which_versions_there_are(self, said: Any) -> None:
        """Nobody looks for a version that does not exist."""
        out = " ".join(said("audit", "--help")[1].split())
        assert "Each rule set has one version so far, 1" in out

    def test_a_folder_gives_a_report_a_game(self, game: Path, said: Any) -> None:
        """One line and one file a game; exit 3 if one of them is no log."""
        Path("games/day2").mkdir(parents=True)
        for name in ("games/a.rbk", "games/day2/b.rbk"):
            shutil.copy(game, name)
        code, out = said("audit", "games", "-o", "reports", "--workers", "2")
        assert code == 0
        assert out.count("fine") == 2
        report = json.loads(Path("reports/day2/b.audit.json").read_text())
        assert report["findings"] == []
        Path("games/c.rbk").write_bytes(b"no log")
        assert said("audit", "games")[0] == 3
        assert said("audit", "reports")[0] == 1

    @pytest.mark.slow
    def test_a_thousand_games_take_less_than_a_minute(self, game: Path, said: Any) -> None:
        """
        The whole demo battle a thousand times, by two processes.

        Measured in processor time, half of it for each, since others may use
        the machine too.
        """
        played(Path("demo.rbk"), until=None)
        Path("many").mkdir()
        for number in range(1000):
            shutil.copy("demo.rbk", f"many/{number:04}.rbk")
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        code, _ = said("audit", "many", "-o", "reports", "--workers", "2")
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert code == 0
        assert (ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime) / 2 < 60
        assert len(list(Path("reports").iterdir())) == 1000


class TestDisputes:
    def test_from_call_to_ruling(self, game: Path, said: Any) -> None:
        """The audit shows what stood there before and after; nothing was edited."""
        before = game.read_bytes()
        assert said("dispute", "game.rbk", "33.8", "--by", "ann", "--reason", "cocked")[0] == 0
        code, out = said(
            "settle", "game.rbk", "33.8", "--outcome", "corrected", "--rule", "HW-MOR-1",
            "--set", "units.stilts.battle_shocked_until=null", "--reason", "the hill", "--json",
        )  # fmt: skip
        ruling, settled = map(json.loads, out.splitlines())
        assert code == 0
        assert settled["events"][0]["entry"] == ruling["entry"]
        assert game.read_bytes().startswith(before)
        code, out = said("audit", "game.rbk", "--json")
        (found,) = json.loads(out)["disputes"]
        assert code == 0
        assert found["changes"] == [
            {"path": "units.stilts.battle_shocked_until", "before": 2, "after": None}
        ]
        assert (found["outcome"], found["rule"]) == ("corrected", "HW-MOR-1")

    @pytest.mark.parametrize("outcome", ["reroll", "taken_back"])
    def test_a_roll_made_again_is_a_take_back(self, game: Path, said: Any, outcome: str) -> None:
        """The judge goes back to before the roll; the settlement names the take-back."""
        said("dispute", "game.rbk", "33", "--by", "ann", "--reason", "cocked")
        code, _ = said("settle", "game.rbk", "33", "--outcome", outcome, "--rule", "CM-DIE-1")
        assert code == 0
        _, out = said("audit", "game.rbk", "--json")
        found = json.loads(out)
        assert found["findings"] == []
        assert [w["address"] for w in found["withdrawn"]] == ["33"]
        assert {c["path"] for c in found["disputes"][0]["changes"]} >= {"units.stilts.hull"}

    def test_it_may_stand(self, game: Path, said: Any) -> None:
        """Nothing changes, and a second settlement has nothing to settle."""
        said("dispute", "game.rbk", "33.8", "--by", "ann", "--reason", "cocked")
        args = ("settle", "game.rbk", "33.8", "--outcome", "stands", "--rule", "HW-MOR-1")
        assert said(*args)[0] == 0
        code, out = said(*args)
        assert code == 1
        assert "NOT_PENDING" in out

    def test_nothing_is_carried_out_without_a_dispute(self, game: Path, said: Any) -> None:
        """A correction of what nobody disputed leaves the log as it was."""
        before = game.read_bytes()
        code, out = said("settle", "game.rbk", "33", "--outcome", "taken_back", "--rule", "X")
        assert (code, game.read_bytes()) == (1, before)
        assert "not under dispute" in out

    @pytest.mark.parametrize("about", ["99", "33.99", "nowhere@3", "??"])
    def test_an_address_that_is_not_there(self, game: Path, said: Any, about: str) -> None:
        """Refused in words, nothing is recorded."""
        before = game.read_bytes()
        code, out = said("dispute", "game.rbk", about, "--by", "ann", "--reason", "x")
        assert (code, game.read_bytes()) == (1, before)
        assert "Traceback" not in out

    def test_confirmed_dice_are_attested(self, game: Path, said: Any) -> None:
        """The other side confirms; its own side cannot."""
        assert said("confirm", "game.rbk", "32", "33", "--by", "ben")[0] == 1
        assert said("confirm", "game.rbk", "32", "33", "--by", "ann")[0] == 0
        _, out = said("audit", "game.rbk", "--json")
        assert set(json.loads(out)["grades"]) == {"attested"}


class TestSignatures:
    def test_sign_and_verify(self, game: Path, said: Any) -> None:
        """Checks the bytes, every signature, and the growth between checkpoints."""
        signed(said)
        code, out = said("verify", "game.rbk", "--json")
        found = json.loads(out)
        assert code == 0
        assert found["findings"] == []
        assert "ann.example at" in found["checkpoints"][0]["words"]
        code, out = said("verify", "game.rbk")
        assert code == 0
        assert all(len(line) < 80 for line in out.splitlines() if "root" not in line)

    def test_an_unsigned_log_verifies_as_before(self, game: Path, said: Any) -> None:
        """The JSON has the five keys of the interface and no more."""
        code, out = said("verify", "game.rbk", "--json")
        assert code == 0
        assert set(json.loads(out)) == {"status", "entries", "leaf", "root", "offset"}

    def test_a_rewritten_log_is_found(self, game: Path, said: Any) -> None:
        """A signed log in whose place another one lies gives exit 1."""
        signed(said)
        ours = Path("game.rbk.ckpt").read_bytes()
        game.unlink()
        with pytest.raises(ShorterThanSigned):
            played(game)
        assert not game.exists()
        Path("game.rbk.ckpt").unlink()
        played(game)
        Path("game.rbk.ckpt").write_bytes(ours)
        code, out = said("verify", "game.rbk")
        assert code == 1
        assert "ORIGIN_OF_ANOTHER_LOG" in out

    def test_a_secret_never_leaves_its_file(self, game: Path, said: Any) -> None:
        """Neither what is printed nor the log holds it; the file is its owner's."""
        signed(said)
        secret = Path("ann.key").read_text().strip().split("+", 4)[4]
        outs = [said("keys", "show", "ann.key")[1], said("audit", "game.rbk", "--json")[1]]
        assert all(secret not in out for out in outs)
        assert Path("ann.key").stat().st_mode & 0o077 == 0
        assert said("keys", "new", "ann.key", "--name", "ann.example")[0] == 1

    @pytest.mark.parametrize("args", [("keys", "new", "x.key"),
                                      ("keys", "new", "x", "--name", "a b"),
                                      ("sign", "game.rbk", "--key", "none.key"),
                                      ("sign", "game.rbk", "--key", "game.rbk")])  # fmt: skip
    def test_bad_keys_are_said(self, game: Path, said: Any, args: tuple[str, ...]) -> None:
        """One line, no traceback."""
        pytest.importorskip("cryptography")
        code, out = said(*args)
        assert code in (1, 2)
        assert "Traceback" not in out

    def test_without_the_extra_signing_says_what_to_install(
        self, game: Path, said: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And everything else works: audit, verify, prove, check."""
        signed(said)
        for name in [n for n in sys.modules if n.startswith("cryptography")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, "cryptography", None)
        code, out = said("sign", "game.rbk", "--key", "rec.key")
        assert code == 1
        assert 'pip install "rollbook[sign]"' in out
        for args in (("audit", "game.rbk"), ("verify", "game.rbk"), ("prove", "game.rbk", "33"),
                     ("check", "game.entry-33.exhibit", "--keys", "game.rbk.keys")):  # fmt: skip
            code, out = said(*args)
            assert code == 0, out


class TestExhibits:
    def test_one_roll_without_its_log(self, game: Path, said: Any) -> None:
        """At most 20 KB; verifies offline and reads in words."""
        signed(said)
        code, out = said("prove", "game.rbk", "33", "--json")
        made = json.loads(out)
        assert (code, made["entry"]) == (0, 33)
        assert made["bytes"] <= 20_480
        game.unlink()
        code, out = said("check", made["exhibit"], "--keys", "game.rbk.keys")
        assert code == 0
        assert "Damage table for stilts: 2+3 = 5" in out
        assert "(entered, rolled by Ben)" in " ".join(out.split())
        assert "Grade: single-sourced: typed by one side" in " ".join(out.split())
        assert all(len(line) <= 80 for line in out.splitlines())

    @pytest.mark.parametrize("rules", ["hull-points", "armour-value"])
    def test_it_stays_small_with_everything_it_can_lean_on(
        self, game: Path, said: Any, rules: str
    ) -> None:
        """A proved roll that was taken back and came again, with three signatures."""
        pytest.importorskip("cryptography")
        from tests.engine.audit.games import ladder

        path = played(Path("l.rbk"), rules, 12)
        session = Session.open(path)
        ladder(session, keys=True)
        shot = next(c for c in demo_commands(rules)[12:] if c["do"] != "note" and c.get("dice"))
        diced = {k: v for k, v in shot.items() if k not in ("dice", "choices")}
        from rollbook.events.errors import RuleRefusal

        try:
            seq = session.submit(diced).entry.seq
        except RuleRefusal:
            seq = len(session.log) - 1
        session.close()
        said("keys", "new", "l.key", "--recorder", "club.example", "--log", "l.rbk")
        said("sign", "l.rbk", "--key", "l.key")
        code, out = said("prove", "l.rbk", str(seq), "--json")
        assert code == 0, out
        assert json.loads(out)["bytes"] <= 20_480

    def test_every_changed_letter_is_found(self, game: Path, said: Any) -> None:
        """No letter of the proof part of an exhibit can be changed."""
        from rollbook.engine.audit.exhibits import check_exhibit
        from rollbook.events.errors import RollbookError
        from rollbook.events.log.signed import read_keys

        signed(said)
        said("prove", "game.rbk", "33", "-o", "e")
        keys = read_keys(Path("game.rbk.keys"))
        data = Path("e").read_bytes()
        assert check_exhibit(Path("e"), keys).findings == ()
        for place in range(0, len(data), 97):
            Path("f").write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
            try:
                found = check_exhibit(Path("f"), keys)
            except RollbookError:
                continue
            assert found.findings, place

    def test_a_proved_roll_is_proved_by_its_exhibit(self, game: Path, said: Any) -> None:
        """The commitment travels with it, and the faces follow."""
        said("dice", "new", "a.dice", "--role", "A")
        said("dice", "new", "b.dice", "--role", "B")
        slips = []
        for role in "ab":
            from rollbook.engine.dice.secretfile import read_secret
            from rollbook.engine.dice.slips import write_slip

            secret = read_secret(Path(f"{role}.dice"))
            slips.append(write_slip("COMMIT", role, secret.length, secret.commitment))
        assert said("dice", "commit", "game.rbk", *slips, "--aborts", "reroll")[0] == 0
        Path("c.jsonl").write_text(
            '{"do":"check","by":"ann","unit":"gertie","characteristic":"grit"}\n'
        )
        code, out = said("play", "game.rbk", "c.jsonl", "--jsonl", "--dice", "ladder",
                         "--seed-a", "a.dice", "--seed-b", "b.dice")  # fmt: skip
        seq = json.loads(out)["entry"]
        assert code == 0
        signed(said)
        said("prove", "game.rbk", str(seq), "-o", "e")
        code, out = said("check", "e", "--json")
        assert (code, json.loads(out)["grade"]) == (0, "proved")

    @pytest.mark.parametrize("content", [b"", b"x", b"c2sp.org/tlog-proof@v1\n", b"\xff" * 100])
    def test_nonsense_is_refused(self, game: Path, said: Any, content: bytes) -> None:
        """Exit 1 and one line."""
        Path("x").write_bytes(content)
        code, out = said("check", "x")
        assert code == 1
        assert "Traceback" not in out

    def test_without_a_checkpoint_there_is_nothing_to_prove_by(self, game: Path, said: Any) -> None:
        """It says to sign first."""
        code, out = said("prove", "game.rbk", "33")
        assert code == 1
        assert "rollbook sign LOG --key FILE" in " ".join(out.split())

    def test_a_hint_how_to_sign_is_a_command_that_works(self, game: Path, said: Any) -> None:
        """A player who can sign no more is told what the recorder signs first, and how."""

        def noted() -> None:
            session = Session.open(game)
            session.submit({"do": "note", "by": "ann", "text": "late"})
            session.close()

        signed(said)
        code, out = said("sign", "game.rbk", "--key", "ann.key")
        assert (code, out.strip()[-7:]) == (1, "already")
        noted()
        hint = "the recorder signs first: rollbook sign game.rbk --key RECORDER.key"
        code, out = said("sign", "game.rbk", "--key", "ann.key")
        assert code == 1
        assert f"already; entry {UNTIL} came after it, and {hint}" in out
        noted()
        _, out = said("sign", "game.rbk", "--key", "ann.key")
        assert f"entries {UNTIL} to {UNTIL + 1} came after it, and {hint}" in out
        _, *command = hint.partition(": ")[2].replace("RECORDER.key", "rec.key").split()
        assert said(*command)[0] == 0
        assert said("sign", "game.rbk", "--key", "ann.key")[0] == 0

    def test_checkpoint_and_leaf_as_a_qr_code(self, game: Path, said: Any) -> None:
        """It fits a terminal of 80 columns."""
        pytest.importorskip("segno")
        signed(said)
        code, out = said("prove", "game.rbk", "33", "--qr")
        assert code == 0
        assert "█" in out
        assert max(map(len, out.splitlines())) <= 80


class TestDevices:
    def test_two_devices_exchange_slips(self, game: Path, said: Any) -> None:
        """What one asks for, the other answers once."""
        said("dice", "new", "a.dice", "--role", "A", "--length", "8")
        said("dice", "new", "b.dice", "--role", "B", "--length", "8")
        command = '{"do":"check","by":"ann","unit":"gertie","characteristic":"grit"}'
        from rollbook.engine.dice.secretfile import read_secret
        from rollbook.engine.dice.slips import write_slip

        slips = [
            write_slip("COMMIT", r, 8, read_secret(Path(f"{r.lower()}.dice")).commitment)
            for r in "AB"
        ]
        said("dice", "commit", "game.rbk", *slips, "--aborts", "reroll")
        _, out = said("dice", "ask", "game.rbk", command, "--json")
        ask = json.loads(out)["slip"]
        code, first = said("dice", "reveal", "b.dice", ask, "--role", "B")
        assert code == 0
        assert said("dice", "reveal", "b.dice", ask, "--role", "B")[1] == first
        other = command.replace("gertie", "mule")
        _, out = said("dice", "ask", "game.rbk", other, "--json")
        code, out = said("dice", "reveal", "b.dice", json.loads(out)["slip"], "--role", "B")
        assert code == 1
        assert "another request" in out

    def test_play_without_a_terminal_says_so(
        self, game: Path, said: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A party that is not here and cannot be asked is an error in words."""

        def no_terminal(self: Path, *args: Any, **more: Any) -> Any:
            if str(self) == "/dev/tty":
                raise OSError(6, "No such device")
            return opened(self, *args, **more)

        opened = Path.open
        for role in "AB":
            said("dice", "new", f"{role}.dice", "--role", role, "--length", "8")
        from rollbook.engine.dice.secretfile import read_secret
        from rollbook.engine.dice.slips import write_slip

        slips = [
            write_slip("COMMIT", r, 8, read_secret(Path(f"{r}.dice")).commitment) for r in "AB"
        ]
        said("dice", "commit", "game.rbk", *slips, "--aborts", "reroll")
        Path("c.jsonl").write_text(
            '{"do":"check","by":"ann","unit":"gertie","characteristic":"grit"}\n'
        )
        monkeypatch.setattr(Path, "open", no_terminal)
        code, out = said("play", "game.rbk", "c.jsonl", "--jsonl", "--dice", "ladder",
                         "--seed-a", "A.dice")  # fmt: skip
        assert code == 1
        assert "no terminal to ask at" in out

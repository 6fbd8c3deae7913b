"""How a command ends whose output nobody takes, and what is said when something is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.tools.cli.main import run as run_here

COMMAND = [sys.executable, "-m", "rollbook.tools.cli"]
FULL = Path("/dev/full")
NOTE = b'{"do":"note","by":"a","text":"x"}\n'


def run(*args: object, text_in: bytes = b"", out: int | None = None) -> tuple[int, str]:
    """Run a command, its output into *out*, and give its exit code and what it said."""
    done = subprocess.run(
        [*COMMAND, *map(str, args)],
        input=text_in,
        stdout=subprocess.PIPE if out is None else out,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.fixture
def unread():
    """The end of a pipe whose other end is closed."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


@pytest.fixture
def full():
    """A device without room."""
    if not FULL.exists():
        pytest.skip("this system has no /dev/full")
    with FULL.open("wb") as device:
        yield device.fileno()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that has just begun."""
    path = tmp_path / "game.rbk"
    new = ["new", str(path), "--rules", "hull-points", "--player", "a", "--player", "b"]
    assert run_here(new) == 0
    return path


class TestNobodyReads:
    @pytest.mark.parametrize(
        "args",
        [("show",), ("show", "--json"), ("log",), ("log", "--json"), ("step", "--print"),
         ("export", "--jsonl"), ("explain", "124.9"), ("verify",), ("timelines",)],
    )  # fmt: skip
    def test_it_ends_quietly(self, demo_file: Path, unread: int, args: tuple[str, ...]) -> None:
        """As other programs do: no word, and the code of a closed pipe."""
        assert run(args[0], demo_file, *args[1:], out=unread) == (141, "")

    def test_help_ends_quietly_too(self, unread: int) -> None:
        """What is printed before any command runs."""
        assert run("--help", out=unread) == (141, "")


class TestClosedStreams:
    """Standard streams that whoever started the command has closed."""

    def closed(self, shell: str, *args: object, text_in: bytes = b"") -> tuple[int, str, str]:
        """Run a command as ``command SHELL`` and give its exit code and what it printed."""
        words = ["sh", "-c", f'exec "$@" {shell}', "sh", *COMMAND, *map(str, args)]
        done = subprocess.run(words, input=text_in, capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    @pytest.mark.parametrize(
        "args", [("show",), ("log", "--json"), ("verify",), ("play", "--jsonl"), ("--help",)]
    )
    def test_nowhere_to_print(self, game: Path, args: tuple[str, ...]) -> None:
        """It is said in a sentence before anything is done."""
        before = game.read_bytes()
        words = (args[0], game, *args[1:]) if args != ("--help",) else args
        said = "rollbook: standard output is closed; nothing was done\n"
        assert self.closed(">&-", *words, text_in=NOTE) == (1, "", said)
        assert self.closed(">&- 2>&-", *words, text_in=NOTE) == (1, "", "")
        assert game.read_bytes() == before

    def test_nowhere_to_complain(self, game: Path, tmp_path: Path) -> None:
        """A command works as ever; what it would say to standard error goes nowhere."""
        code, out, _ = self.closed("2>&-", "play", game, "--jsonl", text_in=NOTE)
        assert (code, '"text":"x"' in out) == (0, True)
        missing = tmp_path / "none.rbk"
        assert self.closed("2>&-", "show", missing) == (2, "", "")
        assert self.closed("2>&-", "verify", game)[0] == 0

    def test_nothing_to_read(self, game: Path) -> None:
        """It is as if the input were empty."""
        assert self.closed("<&-", "play", game, "--jsonl") == (0, "", "")
        assert self.closed("<&-", "show", game)[0] == 0


class TestNoRoomToPrint:
    def test_what_was_recorded_is_said(self, game: Path, full: int) -> None:
        """Nobody enters a command twice because its answer was lost."""
        code, said = run("play", game, "--jsonl", text_in=NOTE, out=full)
        assert code == 1
        assert said.count("\n") == 1
        assert f"it WAS recorded all the same: {game} holds 2 entries now" in said
        code, said = run("take-back", game, "--by", "a", "--to", 0, "--reason", "x", out=full)
        assert f"{game} holds 3 entries now" in said

    def test_a_log_that_was_begun_is_said(self, tmp_path: Path, full: int) -> None:
        """It is there, although nothing could be printed."""
        new = ("new", tmp_path / "n.rbk", "--rules", "hull-points", "--player", "a")
        code, said = run(*new, "--player", "b", out=full)
        assert code == 1
        assert "n.rbk holds 1 entry now" in said

    @pytest.mark.parametrize("args", [("show",), ("show", "--json"), ("verify", "--json")])
    def test_a_look_says_nothing_of_recording(
        self, game: Path, full: int, args: tuple[str, ...]
    ) -> None:
        """One line with the cause."""
        code, said = run(args[0], game, *args[1:], out=full)
        assert code == 1
        assert said == "rollbook: standard output: No space left on device\n"


class TestSomethingMissing:
    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        """It is said so, and how a log is begun."""
        path = tmp_path / "none.rbk"
        code, said = run("show", path)
        assert code == 2
        assert said == (
            f"rollbook: there is no such file: {path}; "
            f"check the name, or begin a log with: rollbook play {path}\n"
        )

    def test_a_new_log_without_rules(self, tmp_path: Path) -> None:
        """The rule sets of games are named."""
        code, said = run("new", tmp_path / "n.rbk", "--player", "a")
        assert code == 2
        assert "say which rules to play by: --rules hull-points or --rules armour-value" in said
        assert not (tmp_path / "n.rbk").exists()

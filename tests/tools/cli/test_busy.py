"""Work that takes long says what it is: on a terminal, after a second, and it vanishes."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest

from rollbook.tools.cli import busy as signs
from rollbook.tools.cli.main import run

COMMANDS = [
    ["show"], ["log"], ["log", "--json"], ["luck"], ["verify"], ["diff", "0", "5"],
    ["export", "--jsonl"], ["export", "--notation"], ["export", "--csv", "events"],
]  # fmt: skip


class Screen(io.StringIO):
    """What stands for a terminal."""

    def isatty(self) -> bool:
        return True


def open_screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Let standard error go to a terminal."""
    made = Screen()
    monkeypatch.setattr("sys.stderr", made)
    return made


def wait_for(text: str, screen: Screen) -> None:
    """Work until the terminal shows *text*."""
    end = time.monotonic() + 60
    while text not in screen.getvalue():
        assert time.monotonic() < end, screen.getvalue()
        time.sleep(0.01)


def test_long_work_is_shown_and_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the seconds that it has taken; what it consists of is not shown."""
    screen = open_screen(monkeypatch)
    monkeypatch.setattr(signs, "PATIENCE", 0.01)
    with signs.busy("Reading"), signs.busy("Opening"):
        wait_for("Reading ... ", screen)
    assert screen.getvalue().endswith("\r\x1b[K")
    assert "Opening" not in screen.getvalue()


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_commands_that_read_a_whole_log(
    demo_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: list[str],
) -> None:
    """Each is shown when it takes long, and its output is as it was without."""
    screen = open_screen(monkeypatch)
    words = [args[0], str(demo_file), *args[1:]]
    monkeypatch.setattr(signs, "PATIENCE", 600)
    code = run(words)
    said = capsys.readouterr().out
    assert screen.getvalue() == ""
    told: list[str] = []

    def watched(doing: str, done: object) -> None:
        told.append(doing)

    monkeypatch.setattr(signs, "_tell", watched)
    assert run(words) == code
    assert capsys.readouterr().out == said
    assert told


def test_nothing_is_said_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard error that is no terminal stays empty."""
    with signs.busy("Reading"):
        pass
    assert list(signs.busy_giving("Reading", [1, 2])) == [1, 2]
    assert capsys.readouterr().err == ""


def test_the_first_line_on_the_terminal_is_sign_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is shown between lines that somebody reads."""
    screen = open_screen(monkeypatch)
    monkeypatch.setattr(signs, "PATIENCE", 0.01)
    monkeypatch.setattr("sys.stdout", Screen())

    def parts():
        wait_for("Reading ... ", screen)
        yield 1

    given = signs.busy_giving("Reading", parts())
    assert next(given) == 1
    assert screen.getvalue().endswith("\r\x1b[K")
    assert list(given) == []

"""The page on odds and luck: every example on it prints what it says."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from rollbook.tools.cli.main import COMMANDS, run
from tests.battles import demo

PAGE = Path(__file__).parents[2] / "docs" / "odds-and-luck.md"
TEXT = PAGE.read_text(encoding="utf-8")
ANYTHING = "..."


def blocks(language: str) -> list[str]:
    """Give the fenced blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def console() -> list[tuple[str, list[str]]]:
    """Give the commands of the page, each with the lines that it prints."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks("console"):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the demo battle in `battle.rbk`, where the examples run."""
    demo("hull-points", tmp_path / "battle.rbk").close()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def alike(shown: list[str], printed: list[str]) -> bool:
    """Tell whether lines are those printed; a line of three dots stands for any number."""
    if not shown:
        return not printed
    if shown[0] == ANYTHING:
        return any(alike(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and alike(shown[1:], printed[1:])


@pytest.mark.parametrize(("command", "shown"), console(), ids=[c[0][:60] for c in console()])
def test_the_console_examples(
    command: str, shown: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command prints the lines under it."""
    program, *args = shlex.split(command)
    assert program == "rollbook"
    assert args[0] in COMMANDS
    run(args)
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert alike([line.rstrip() for line in shown], printed), "\n".join(printed)


def test_the_python_examples(folder: Path) -> None:
    """They give what they show."""
    pytest.importorskip("polars")
    sessions = blocks("python")
    assert sessions
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    for number, block in enumerate(sessions):
        runner.run(
            parser.get_doctest(block, names, f"block {number}", str(PAGE), 0), clear_globs=False
        )
        names = {}
    assert runner.summarize(verbose=False).failed == 0


def test_the_page_has_examples_of_each_command() -> None:
    """`odds`, `odds --roll`, `whatif` and `luck` are shown."""
    shown = [command for command, _ in console()]
    for start in ("rollbook odds", "rollbook whatif", "rollbook luck"):
        assert any(command.startswith(start) for command in shown)
    assert any("--roll" in command for command in shown)

"""The README is true: its commands run, and print what it says they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rollbook.tools.cli.main import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def tour() -> list[tuple[str, list[str]]]:
    """Give the commands of the tour and the lines printed under each."""
    steps: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ rollbook "):
                steps.append((line.removeprefix("$ rollbook "), []))
            elif steps:
                steps[-1][1].append(line)
    return steps


def matches(said: list[str], expected: list[str]) -> bool:
    """Tell whether *said* is *expected*, where "..." stands for anything."""
    form = "\n".join(expected)
    parts = [re.escape(part) for part in form.split("...")]
    return re.fullmatch(".*?".join(parts), "\n".join(said).rstrip(), re.DOTALL) is not None


def test_the_tour(tmp_path, monkeypatch, capsys):
    """Each command of the tour prints what stands under it."""
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "tour"]) == 0
    capsys.readouterr()
    steps = tour()
    assert len(steps) >= 6
    for command, expected in steps:
        run(shlex.split(command))
        said = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
        assert matches(said, [line.rstrip() for line in expected]), "\n".join([command, *said])


@pytest.mark.parametrize("link", re.findall(r"\]\((docs/[^)]+)\)", README))
def test_links(link):
    """Every page that the README names is there."""
    assert (ROOT / link).is_file()

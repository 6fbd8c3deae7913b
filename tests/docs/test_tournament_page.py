"""The page about events does what it says: its commands are run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.tools.cli.tournament import TOURNAMENT_COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text("utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def script() -> str:
    """All blocks as one script that stops at the first surprise."""
    lines = ["set -eo pipefail"]
    for line in "".join(BLOCKS).splitlines():
        command, refused, _ = line.partition("  # refused")
        lines.append(f"if {command}; then exit 99; fi" if refused else line)
    return "\n".join(lines)


@pytest.mark.slow
def test_the_first_event(tmp_path):
    """Every command of the page is accepted, but for the one that says it is refused."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script()],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "in dispute" in done.stderr
    assert "replacing statement 1" in done.stdout
    assert "would have been different" in done.stdout
    assert "Nothing is wrong" in done.stdout
    assert "NOT what its seed gives" not in done.stdout
    assert (tmp_path / "standings.html").stat().st_size > 2000


def test_every_command_that_is_named_exists():
    """No command of the page is made up."""
    named = set(re.findall(r"rollbook tournament ([a-z-]+)", PAGE))
    assert named <= set(TOURNAMENT_COMMANDS)

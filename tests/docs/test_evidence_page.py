"""The page on evidence: its blocks run, and it names every finding there is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "evidence.md").read_text()
BLOCK = re.compile(r"^( *)```sh\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r'"([A-Z]+(?:_[A-Z]+)+)"')


def blocks() -> list[str]:
    """Give the shell blocks of the page, in order."""
    return [textwrap.dedent(found[2]) for found in BLOCK.finditer(PAGE)]


def test_every_block_runs(tmp_path: Path) -> None:
    """The blocks run one after the other in one folder."""
    pytest.importorskip("cryptography")
    folder = Path(sys.executable).parent
    script = "set -e\nset -o pipefail\n" + "\n".join(blocks())
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{folder}:{os.environ['PATH']}",
            "ROLLBOOK_CACHE": str(tmp_path),
        },
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Stilts battle shocked until: 2 becomes none" in done.stdout
    assert "attested" in done.stdout
    assert "proved" in done.stdout
    assert "parts at entry" in done.stdout or "come out the same" in done.stdout


def test_a_dispute_takes_six_commands() -> None:
    """From call to ruling, as the page promises."""
    part = PAGE.partition("## A dispute")[2].partition("\n## ")[0]
    commands = [line for block in BLOCK.finditer(part) for line in block[2].splitlines()
                if line.strip().startswith("rollbook ")]  # fmt: skip
    assert len(commands) == 6


def test_the_page_lists_every_finding() -> None:
    """The codes in the source and in the table are the same, both ways."""
    files = [*(ROOT / "engine" / "audit").glob("*.py"), ROOT / "events" / "log" / "signed.py"]
    known = {"NEEDS_DICE", "UNUSED_DICE", "BAD_DIE", "BAD_VALUE"}
    in_code = {code for file in files for code in CODE.findall(file.read_text())} - known
    table = PAGE.partition("## Findings")[2]
    in_page = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", table))
    assert in_code == in_page

"""The first command of the README, as a fresh machine runs it."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def tree(tmp_path):
    """Give a copy of what the script needs: itself and its folder, and the project's table."""
    shutil.copytree(
        ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def bootstrap(tree: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the script the way the README does, from the root of *tree*."""
    command = [sys.executable, "tools/bootstrap.py", *args]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


@pytest.mark.skipif(os.name == "nt", reason="stands a shell script in for Python")
def test_runs_what_is_set_up(tree):
    """With everything installed it hands the command on to that environment's rollbook."""
    python = tree / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P "$@"\n')
    python.chmod(0o755)
    digest = hashlib.sha256((tree / "pyproject.toml").read_bytes()).hexdigest()
    (tree / ".venv" / ".installed").write_text(digest)
    done = bootstrap(tree, "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert "rollbook" in done.stdout


@pytest.mark.slow
def test_makes_an_environment(tree):
    """Without one it makes a virtual environment, whatever the modules beside it are called."""
    code = "import sys; sys.path.insert(0, 'tools'); import bootstrap as b; b._make_environment()"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tree, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tree / ".venv" / "pyvenv.cfg").is_file()

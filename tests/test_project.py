"""The repository itself: packages, examples, words."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("events", "projections", "engine", "tools")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def modules() -> list[str]:
    """Give the names of all modules of the four floors."""
    found = []
    for floor in FLOORS:
        package = importlib.import_module(f"rollbook.{floor}")
        walked = pkgutil.walk_packages(package.__path__, f"rollbook.{floor}.")
        found += [package.__name__, *(module.name for module in walked)]
    return [name for name in found if not name.endswith((".__main__", ".bootstrap"))]


def test_packages_are_the_folders():
    """The list in pyproject.toml names every folder with code, and no other."""
    listed = set(PROJECT["tool"]["setuptools"]["packages"])
    folders = {
        f"rollbook.{path.parent.relative_to(ROOT).as_posix().replace('/', '.')}"
        for floor in FLOORS
        for path in (ROOT / floor).rglob("__init__.py")
    }
    assert listed == folders


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings(name):
    """Every example in a docstring runs and gives what it says."""
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def tracked() -> list[Path]:
    """Give the text files that git tracks, cases apart."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    names = [n for n in done.stdout.decode().split("\0") if n and "tests/cases/" not in n]
    return [ROOT / name for name in names]


def test_the_project_speaks_only_of_itself():
    """No paths of the machines it was built on, no hosts of package registries."""
    places = "|".join(("work", "farm", "root"))
    hosts = "|".join(("py" + "pi", "npm", "hosted", "debian"))
    words = (f"/(?:{places})/", "[.]" + "library", "index" + "-url", f"://[^ ]*(?:{hosts})[.a-z]*/")
    word = re.compile("|".join(words))
    for path in tracked():
        if path.is_file():
            found = word.search(path.read_bytes().decode(errors="replace"))
            assert found is None, f"{path}: {found[0]}"

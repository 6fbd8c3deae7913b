"""Promises that the source itself must keep: what no module may import or call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("events", "projections", "engine", "tools")
REDUCERS = sorted(
    [
        *(ROOT / "projections" / "hullpoints").glob("*.py"),
        *(ROOT / "projections" / "armourvalue").glob("*.py"),
        ROOT / "projections" / "fold.py",
    ]
)
IMPURE = {
    *("datetime", "glob", "http", "io", "locale", "os", "pathlib", "random", "secrets", "shutil"),
    *("socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid"),
}
UNSAFE = {"dill", "jsonpickle", "marshal", "pickle", "shelve", "yaml"}
CALLS = {"eval", "exec", "compile", "__import__"}
GENERATES_CODE = {"events/build.py"}
"""Its source is made of field names of our own classes; a test of its own looks at that."""


def modules() -> list[Path]:
    """Give every module of the product."""
    return sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    """Give what a module says."""
    return ast.parse(path.read_text())


def imported(tree: ast.AST) -> Iterator[str]:
    """Give the top names of what a module imports, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def called(tree: ast.AST) -> Iterator[str]:
    """Give the bare names that a module calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def name(path: Path) -> str:
    """Give the path of a module from the root."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", REDUCERS, ids=name)
def test_reducers_read_no_clock_file_or_random_number(path: Path) -> None:
    """What folds events imports nothing that could tell two folds apart."""
    tree = tree_of(path)
    assert IMPURE.isdisjoint(imported(tree))
    assert {"open", "input", "print", "hash", "id"}.isdisjoint(called(tree))


def test_there_are_reducers_to_look_at() -> None:
    """The pattern above still finds them."""
    assert len(REDUCERS) > 10


def test_nothing_loads_code_from_input() -> None:
    """No pickle, no YAML, no evaluation; code is generated in one module."""
    for path in modules():
        tree = tree_of(path)
        assert UNSAFE.isdisjoint(imported(tree)), path
        if name(path) not in GENERATES_CODE:
            assert CALLS.isdisjoint(called(tree)), path


def test_hashes_are_over_stored_bytes() -> None:
    """No call that gives a leaf packs what it hashes."""
    for path in modules():
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("leaf_of", "leaf_hash"):
                inside = {n.func.id for a in node.args for n in ast.walk(a)
                          if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}  # fmt: skip
                assert inside.isdisjoint({"pack", "packb"}), (path, node.lineno)

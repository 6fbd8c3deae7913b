"""The page on promises is true: its tests exist, and its figures are those of the suites."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import pytest

from tests.fire import test_disk, test_processes
from tests.fire.scene import scene
from tests.fuzz import test_fuzz
from tests.mutation import test_mutation

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "promises.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)*)`", PAGE)))
SET = [name for name in os.environ if name.startswith("ROLLBOOK_")]


def test_the_page_names_many_tests() -> None:
    """A page without names would be held by nothing."""
    assert len(NAMED) > 30


@pytest.mark.parametrize("name", NAMED)
def test_each_named_test_exists(name: str) -> None:
    """File, class and function are there."""
    file, *inside = name.split("::")
    node: ast.AST = ast.parse((ROOT / file).read_text())
    for part in inside:
        found = [n for n in ast.iter_child_nodes(node) if getattr(n, "name", None) == part]
        assert found, f"{file} has no {part}"
        node = found[0]


@pytest.mark.skipif(bool(SET), reason="the suites are set to another size by the environment")
def test_the_figures_are_those_of_the_suites() -> None:
    """What the table says is tried is what is tried."""
    size = len(scene().data)
    seconds = round(test_fuzz.SECONDS)
    for row in (
        f"| bytes cut | {size + 1:,} |",
        f"| bits flipped | {8 * size:,} |",
        f"| kills of a writer | {test_processes.KILLS} |",
        f"| seeds of the lossy disk | {test_disk.SEEDS} |",
        f"| fuzzing | {seconds} s plain and {seconds} s guided,",
        f"| guards taken out | a sample of {test_mutation.SAMPLE} |",
    ):
        assert row in PAGE, row

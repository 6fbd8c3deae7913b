"""Every kept input replayed, and all borders fuzzed for about a minute."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.fuzz.corpus import CORPUS, kept
from tests.fuzz.mutator import mutated
from tests.fuzz.run import can_guide, fuzz_guided, fuzz_plainly
from tests.fuzz.targets import TARGETS

SECONDS = float(os.environ.get("ROLLBOOK_FUZZ_SECONDS", "30"))
"""Of each way of fuzzing, over all targets together."""
FRESH = int(os.environ.get("ROLLBOOK_FUZZ_SEED", "0"))

INPUTS = [(name, path) for name in TARGETS for path in kept(name)]


def test_every_target_has_seeds_and_every_seed_a_target() -> None:
    """A target starts from good inputs; a folder of inputs belongs to a target."""
    for name in TARGETS:
        assert any(path.name.startswith("seed-") for path in kept(name)), name
    absent = {"notation", "exhibits"} - set(TARGETS)
    assert {folder.name for folder in CORPUS.iterdir()} - absent == set(TARGETS)


@pytest.mark.parametrize("name", list(TARGETS))
def test_some_seeds_are_accepted(name: str) -> None:
    """A target that refuses all it starts from would test the door alone."""
    assert any(TARGETS[name](path.read_bytes()) for path in kept(name))


@pytest.mark.parametrize(("name", "path"), INPUTS, ids=lambda value: getattr(value, "name", value))
def test_kept_inputs_pass(name: str, path: Path) -> None:
    """What failed once does not fail again."""
    TARGETS[name](path.read_bytes())


@pytest.mark.parametrize("name", list(TARGETS))
def test_a_hundred_mutations(name: str) -> None:
    """A few inputs of each kind in the tests that run all the time."""
    seeds = [path.read_bytes() for path in kept(name)]
    for number in range(100):
        dice = random.Random(f"{name} {number}")
        TARGETS[name](mutated(dice.choice(seeds), dice))


@pytest.mark.fuzz
@pytest.mark.parametrize("name", list(TARGETS))
def test_mutated(name: str) -> None:
    """Mutations of the kept inputs are accepted or refused in words."""
    done = fuzz_plainly(name, SECONDS / len(TARGETS), FRESH)
    print(done.line())  # noqa: T201
    assert done.failed is None, done.line()
    assert done.inputs > 20


@pytest.mark.fuzz
@pytest.mark.parametrize("name", list(TARGETS))
def test_guided_by_coverage(name: str) -> None:
    """Inputs that reach new code are accepted or refused in words."""
    if not can_guide():
        pytest.skip("atheris is not installed: pip install -e '.[fuzz]'")
    done = fuzz_guided(name, SECONDS / len(TARGETS), FRESH)
    print(done.line())  # noqa: T201
    assert done.failed is None, done.line()
    assert done.inputs > 20

"""Guards are held by tests: a sample of them is taken out, and each time a test notices."""

from __future__ import annotations

import os
import random

import pytest

from tests.mutation import worker
from tests.mutation.check import all_mutants, equal, judge, killers
from tests.mutation.mutants import mutants_of
from tests.mutation.plan import PARTS, held_by, modules_of

SAMPLE = int(os.environ.get("ROLLBOOK_MUTANTS", "60"))
SEED = int(os.environ.get("ROLLBOOK_SEED", "0"))
NEW = int(os.environ.get("ROLLBOOK_NEW_MUTANTS", "20"))
"""As many guards without a known killer are always in the sample; the long form has all."""

ENDLESS = "events/log/disk.py pread_all guard: not part"

SOURCE = '''
def read(row):
    """Read a row."""
    if type(row) is not tuple or not row:
        raise ValueError("no row")
    check_depth(row)
    if row[0]:
        return 1
    return f" if {row}: fail('x')"

@P.unit(Hit)
def hit(unit, event):
    """Lose a point."""
    return lost(unit) if event.amount else unit
'''


def names(*, reducers: bool = False) -> list[str]:
    """Give what is changed in the example."""
    return [m.name.partition(" ")[2] for m in mutants_of("m.py", SOURCE, reducers=reducers)]


def test_guards_checks_and_templates_are_taken_out() -> None:
    """A refusal, each of its parts, a check and a line of a template, nothing else."""
    assert names() == [
        "read guard: type(row) is not tuple or not row",
        "read part: type(row) is not tuple",
        "read part: not row",
        "read call: check_depth(row)",
        "read template: f\" if {row}: fail('x')\"",
    ]


def test_reducers_lose_their_effect() -> None:
    """An event that changes nothing and a condition turned round are mutants of reducers."""
    assert not any("guard" in name for name in names(reducers=True))
    assert names(reducers=True)[-2:] == [
        "hit reducer: return lost(unit) if event.amount else unit",
        "hit branch: event.amount",
    ]


def test_a_mutant_differs_in_one_place() -> None:
    """The rest of the module is as it was."""
    guard = mutants_of("m.py", SOURCE)[0].source
    assert "if False:\n        raise ValueError('no row')" in guard
    assert "check_depth(row)" in guard


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_part_has_modules_mutants_and_tests(part) -> None:
    """The plan names files that are there."""
    assert modules_of(part)
    assert all(test.startswith("tests/") for test in part.tests)
    assert held_by(part) == list(part.tests)
    assert list(all_mutants([part]))


def test_equal_mutants_are_mutants_and_have_reasons() -> None:
    """Nothing stays excused that is not there any more."""
    there = {mutant.name for _, mutant in all_mutants()}
    assert set(equal()) <= there
    assert all(len(reason) > 20 for reason in equal().values())


@pytest.mark.slow
def test_a_test_that_never_ends_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a loop that only its guard leaves, then the test that stays in it is the killer."""
    monkeypatch.setattr(worker, "CPU_SECONDS", 5)
    endless = [item for item in all_mutants() if item[1].name == ENDLESS]
    (verdict,) = judge(endless, workers=1)
    assert verdict.killer is not None
    assert verdict.killer.startswith("tests/events/log/test_disk.py::TestReading::")


@pytest.mark.slow
def test_a_sample_of_guards() -> None:
    """Each guard of the sample, taken out, makes at least one test fail."""
    known, same = killers(), equal()
    work = [(part, mutant) for part, mutant in all_mutants() if mutant.name not in same]
    new = [item for item in work if item[1].name not in known]
    old = [item for item in work if item[1].name in known]
    dice = random.Random(SEED)
    sample = dice.sample(new, min(NEW, len(new))) + dice.sample(old, min(SAMPLE, len(old)))
    verdicts = list(judge(sample, workers=1))
    print(f"guards taken out: {len(verdicts)} of {len(work)}")  # noqa: T201
    assert len(verdicts) == len(sample)
    assert [v.mutant for v in verdicts if v.killer is None] == []

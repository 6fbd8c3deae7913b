"""`rollbook bench` prints figures with marks, for people and for programs."""

from __future__ import annotations

import errno
import json
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from rollbook.events.log.errors import LogError
from rollbook.tools.bench import figures, scale
from rollbook.tools.bench.folders import scratch_folder
from rollbook.tools.bench.measure import Figure, Goal
from rollbook.tools.bench.workload import Work
from rollbook.tools.cli.main import run

FIGURES = (
    Figure("append", 3, "x", "json.dumps", Goal(2, 4, at_least=True), (2.9, 3.1)),
    Figure("seek", 4.5, "ms", "a long log", Goal(10, 5)),
    Figure("replay against sqlite", 0.7, "x", "sqlite", None, (0.6, 0.8)),
)
MISSED = Figure("replay", 20, "R", "bare decoding", Goal(18, 12))


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """Let the benchmark measure these and nothing else."""
    told = list(FIGURES)

    def part(work: Work) -> Iterator[Figure]:
        work.left_out("there is no sundial here")
        yield from told

    monkeypatch.setattr(figures, "PARTS", (("time", part),))
    monkeypatch.setattr(figures, "_rounds", lambda *_: iter(()))
    return told


def test_for_people(measured, capsys):
    """Each line has a mark that needs no colour, its goal and its spread."""
    measured.append(MISSED)
    assert run(["bench"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[::2] == [
        f"[+ ] {'append':<42}     3.00 x  {'goal >= 2, then 4':<22}  (2.90 to 3.10)",
        f"[++] {'seek':<42}     4.50 ms goal <= 10, then 5",
        f"     {'replay against sqlite':<42}     0.70 x  {'':<22}  (0.60 to 0.80)",
        f"[--] {'replay':<42}    20.00 R  goal <= 18, then 12",
    ]
    assert said.out.splitlines()[1::2] == [
        "     against json.dumps",
        "     against a long log",
        "     against sqlite",
        "     against bare decoding",
    ]
    assert said.err == "left out: there is no sundial here\n"


def test_for_programs(measured, capsys):
    """One object with all figures, and nothing else on standard output."""
    assert run(["bench", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == {"figures": [figure.to_plain() for figure in FIGURES]}


def test_a_missed_first_goal_is_a_finding_for_who_asks(measured, capsys):
    """With --check the exit code tells; goals for later and figures without one do not count."""
    assert run(["bench", "--check"]) == 0
    measured.append(MISSED)
    assert run(["bench", "--check"]) == 1
    assert run(["bench"]) == 0


@pytest.mark.parametrize(
    "failure",
    [OSError(errno.ENOSPC, "No space left"), sqlite3.OperationalError("No space left"),
     LogError("No space left")],
    ids=["file", "database", "log"],
)  # fmt: skip
def test_a_full_disk_is_named(failure, monkeypatch, capsys, tmp_path):
    """The folder that was measured in is said, and that is no wrong usage."""

    def part(work: Work) -> Iterator[Figure]:
        with scratch_folder(str(tmp_path)):
            raise failure

    monkeypatch.setattr(figures, "PARTS", (("time", part),))
    monkeypatch.setattr(figures, "_rounds", lambda *_: iter(()))
    assert run(["bench"]) == 1
    assert f"rollbook: {tmp_path}: No space left" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_scale_is_a_table(measured, monkeypatch, capsys, tmp_path):
    """Every column at every size, each a number above nothing."""
    monkeypatch.setattr(scale, "SIZES", (200, 400, 800))
    monkeypatch.setattr(scale, "TIMES", 5)
    monkeypatch.setattr(scale, "REPLAYED", 1)
    assert run(["bench", "--scale", "--json", "--quick"]) == 0
    made: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["figures"]
    assert [(f["name"], f["unit"]) for f in made] == 2 * list(scale.COLUMNS)
    assert [f["against"] for f in made[:: len(scale.COLUMNS)]] == [
        "a log of 200 events",
        "a log of 400 events",
    ]
    assert all(f["value"] > 0 for f in made)

"""The page on speed is true: it has the figures and goals that the benchmark prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rollbook.tools.bench import figures as all_figures
from rollbook.tools.bench.measure import Figure
from rollbook.tools.bench.peers import boardgame
from rollbook.tools.bench.peers import figures as peers
from rollbook.tools.bench.scale import COLUMNS, SIZES
from rollbook.tools.bench.workload import Work
from rollbook.tools.cli.bench import MARKS, bench

PAGE = (Path(__file__).parents[2] / "docs" / "speed.md").read_text()
PEER_ROWS = ("eventsourcing", "sqlite with JSON", "sqlite with msgpack", "boardgame.io")


def cells(name: str) -> list[str]:
    """Give the cells of the row of the page that begins with *name*."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines()]
    found = [row for row in rows if len(row) > 1 and row[0] == name]
    assert len(found) == 1, f"{len(found)} rows of {name}"
    return found[0]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> list[Figure]:
    """Measure everything once on very little, except what needs Node."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("bench"))
        patch.setattr(boardgame, "available", lambda: False)
        patch.setattr(peers, "DURABLE_TURNS", 1)
        work = Work(small=150, long=300, turns=2)
        return list(all_figures.figures(work, peers=True))


def test_each_figure_stands_there_with_its_goal(measured: list[Figure]) -> None:
    """What is printed is explained, with the goals that are printed."""
    against_peers = 0
    for figure in measured:
        kind, _, peer = figure.name.partition(" against ")
        if peer in PEER_ROWS:
            assert len(cells(peer)) == 4, (kind, peer)
            against_peers += 1
            continue
        name, _value, unit, goal, _means = cells(figure.name)
        assert unit == figure.unit, name
        assert goal == (str(figure.goal) if figure.goal else "none"), name
    assert len(measured) - against_peers >= 12
    assert against_peers in (4, 6)


def test_the_page_explains_every_peer() -> None:
    """Whoever reads a ratio is told what the other side does."""
    for peer in PEER_ROWS:
        assert len(cells(peer)[-1]) > 40


def test_the_scale_table() -> None:
    """It has the sizes and columns that the benchmark prints, and numbers in all of them."""
    head = " | ".join(f"{name} ({unit})" for name, unit in COLUMNS)
    assert f"| {head} |" in re.sub(" +", " ", PAGE)
    for size in SIZES:
        values = cells(f"a log of {size:,} events")[1:]
        assert len(values) == len(COLUMNS)
        assert all(float(value) > 0 for value in values)


def test_the_commands_and_marks() -> None:
    """Every option and every mark that the page names is there, and the other way round."""
    options = {option for parameter in bench.params for option in parameter.opts}
    assert set(re.findall(r"--\w+", PAGE)) == options - {"--help"}
    for mark in filter(str.strip, MARKS.values()):
        assert f"`{mark}`" in PAGE

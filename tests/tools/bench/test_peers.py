"""What Rollbook is measured against does the same work: same events, same state in the end."""

from __future__ import annotations

import importlib.util
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rollbook.events.plain import to_plain
from rollbook.projections.fold import Folder, projection_of
from rollbook.tools.bench.peers import boardgame, figures, naive, rows
from rollbook.tools.bench.peers.mutable import Game, essence, essence_of
from rollbook.tools.bench.workload import RULES, Work, log_of

LENGTHS = (1, 150, 300, 900, 1_234)


class Played:
    """A game of so many events, as Rollbook folds it and as the peers get it."""

    def __init__(self, events: int) -> None:
        log = log_of(events)
        entries = list(log.entries(range(len(log))))
        folder = Folder(projection_of(RULES))
        for entry in entries:
            folder.apply_all(entry.events)
        self.essence: Game = essence_of(folder.state)
        self.lines = naive.json_lines(entries)
        self.classes = naive.classes_for(self.lines)
        self.batches: list[list[dict[str, Any]]] = [
            [to_plain(event) for event in entry.events] for entry in entries
        ]


@pytest.fixture(scope="module", params=LENGTHS)
def played(request) -> Played:
    """Give games that end in different rounds and phases."""
    return Played(request.param)


def test_naive_json_lines(played):
    """The naive replay ends where ours does."""
    assert essence(naive.replay(played.lines, played.classes)) == played.essence


@pytest.mark.parametrize("form", [rows.JSON, rows.MSGPACK], ids=lambda form: form.name)
def test_sqlite(played, form, tmp_path):
    """So does a table with a row an event, after it was closed and opened again."""
    with rows.opened(tmp_path / "a.db") as base:
        for number, batch in enumerate(played.batches):
            rows.append(base, form, number, batch)
    with rows.opened(tmp_path / "a.db") as base:
        assert essence(rows.replay(base, form, played.classes)) == played.essence
        assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert base.execute("PRAGMA synchronous").fetchone() == (2,)


def test_eventsourcing(played, tmp_path):
    """So does an aggregate of the eventsourcing library."""
    pytest.importorskip("eventsourcing")
    from rollbook.tools.bench.peers.eventsourced import Battles

    with closing(Battles(tmp_path / "a.db")) as battles:
        for batch in played.batches:
            battles.append(batch)
        assert essence(battles.replay()) == played.essence


@pytest.mark.slow
@pytest.mark.skipif(not boardgame.available(), reason="there is no Node here")
def test_boardgame_io(tmp_path):
    """So does the reducer of boardgame.io."""
    if not boardgame.install(tmp_path):
        pytest.skip("boardgame.io cannot be installed here")
    for length in LENGTHS:
        played = Played(length)
        events = [event for batch in played.batches for event in batch]
        with boardgame.Battle(tmp_path, events) as battle:
            assert essence(battle.state()) == played.essence
            assert battle.replay() > 0


class TestPeerFigures:
    @pytest.fixture
    def small(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Work:
        """Give a small work on a machine without the libraries."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(figures, "DURABLE_TURNS", 1)
        monkeypatch.setattr(boardgame, "available", lambda: False)
        monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
        return Work(small=150, turns=2)

    def test_what_is_not_there_is_said(self, small):
        """A missing library costs a line, not the run."""
        said: list[object] = []
        small.left_out = said.append
        names = [figure.name for figure in figures.peer_figures(small)]
        assert [name for name in names if name.startswith("replay")] == [
            "replay against sqlite with JSON",
            "replay against sqlite with msgpack",
        ]
        assert said == [
            "eventsourcing is not installed: pip install 'rollbook[peers]'",
            "boardgame.io needs node and npm",
        ]

    def test_a_peer_that_does_less_is_not_measured(self, small, monkeypatch):
        """Whoever ends in another state has done other work."""
        monkeypatch.setattr(rows, "apply", lambda *_: None)
        with pytest.raises(figures.PeerDiffers, match="sqlite with JSON"):
            list(figures.peer_figures(small))

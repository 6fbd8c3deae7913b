"""
Rollbook against others, on the same events and to the same end state.

What a peer folds is held against what Rollbook folds before anything is
timed.  Replays are timed in CPU time, from a file of each; appends on the
wall, because both sides wait for the same disk.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from rollbook.events.errors import RollbookError
from rollbook.events.log.log import MemoryLog
from rollbook.events.plain import to_plain
from rollbook.tools.bench.appending import DURABLE_TURNS, durable_log, one_by_one
from rollbook.tools.bench.folders import scratch_folder
from rollbook.tools.bench.measure import Figure, Goal, Timed, ratio, timed
from rollbook.tools.bench.peers import boardgame, naive, rows
from rollbook.tools.bench.peers.mutable import Game, essence, essence_of
from rollbook.tools.bench.replaying import replay_file
from rollbook.tools.bench.workload import Work, log_of, write_log

Batch = list[dict[str, Any]]
TURNS = 9


class PeerDiffers(RollbookError):
    """A peer ended in another state, so that its time says nothing."""

    def __init__(self, peer: str) -> None:
        super().__init__(f"{peer} ends in another state; it is not measured")
        self.peer = peer


class Common:
    """The same events in the form that each needs, in *folder*."""

    def __init__(self, folder: Path, events: int, turns: int) -> None:
        self.folder, self.turns = folder, turns
        self.path = folder / "battle.rbk"
        write_log(events, self.path)
        self.log: MemoryLog = log_of(events)
        self.batches: list[Batch] = [
            _plain(entry) for entry in self.log.entries(range(len(self.log)))
        ]
        self.essence = essence_of(replay_file(self.path))

    def replay(self, peer: str, ended: Game, action: Timed, goal: Goal | None = None) -> Figure:
        """Time a replay of *peer*, which *ended* in a state, against ours."""
        if essence(ended) != self.essence:
            raise PeerDiffers(peer)
        value, spread = ratio(action, timed(lambda: replay_file(self.path)), self.turns)
        return Figure(f"replay against {_short(peer)}", value, "x", peer, goal, spread)

    def append(self, peer: str, append: Callable[[Batch], object]) -> Figure:
        """Time durable appends of *peer*, an entry each, against ours."""
        with durable_log() as (log, news):
            value, spread = ratio(
                one_by_one(append, map(_plain, news)),
                one_by_one(log.append, news),
                self.turns * DURABLE_TURNS,
            )
        return Figure(f"durable append against {_short(peer)}", value, "x", peer, None, spread)


def peer_figures(work: Work) -> Iterator[Figure]:
    """Give how much longer each peer takes that is there, and tell which are not."""
    with scratch_folder(".") as folder:
        common = Common(folder, work.small, min(TURNS, work.turns))
        yield from _eventsourcing(common, work)
        yield from _sqlite(common, rows.JSON)
        yield from _sqlite(common, rows.MSGPACK)
        yield from _boardgame(common, work)


def _eventsourcing(common: Common, work: Work) -> Iterator[Figure]:
    if importlib.util.find_spec("eventsourcing") is None:
        work.left_out("eventsourcing is not installed: pip install 'rollbook[peers]'")
        return
    from rollbook.tools.bench.peers.eventsourced import Battles

    work.progress("the Python eventsourcing library")
    name = "eventsourcing: Python library, sqlite"
    with closing(Battles(common.folder / "eventsourcing.db")) as battles:
        battles.append(event for batch in common.batches for event in batch)
        goal = Goal(8, 15, at_least=True)
        yield common.replay(name, battles.replay(), timed(battles.replay), goal)
        yield common.append(name, battles.append)


def _sqlite(common: Common, form: rows.Form) -> Iterator[Figure]:
    classes = naive.classes_for(naive.json_lines(common.log.entries(range(len(common.log)))))
    name = f"sqlite with {form.name}: a row an event, dataclasses"
    with rows.opened(common.folder / f"{form.name}.db") as base:
        for number, batch in enumerate(common.batches):
            rows.append(base, form, number, batch)
        yield common.replay(
            name,
            rows.replay(base, form, classes),
            timed(lambda: rows.replay(base, form, classes)),
        )
        yield common.append(name, lambda batch: rows.append(base, form, 0, batch))


def _boardgame(common: Common, work: Work) -> Iterator[Figure]:
    if not boardgame.available():
        work.left_out("boardgame.io needs node and npm")
        return
    work.progress("boardgame.io (npm installs it into a temporary folder)")
    if not boardgame.install(common.folder):
        work.left_out("boardgame.io: npm could not install it")
        return
    events = [event for batch in common.batches for event in batch]
    with boardgame.Battle(common.folder, events) as battle:
        yield common.replay("boardgame.io: a move an event, JSON", battle.state(), battle.replay)


def _plain(entry: Any) -> Batch:
    return [to_plain(event) for event in entry.events]


def _short(peer: str) -> str:
    return peer.partition(":")[0]

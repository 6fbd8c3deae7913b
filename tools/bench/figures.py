"""All figures, one after the other."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator

from rollbook.tools.bench.appending import append_figures, durable_figures, size_figures
from rollbook.tools.bench.longlog import long_figures
from rollbook.tools.bench.measure import Figure
from rollbook.tools.bench.processes import light_figures
from rollbook.tools.bench.replaying import naive_figures, reencode_figures, replay_figures
from rollbook.tools.bench.workload import Work

PARTS: tuple[tuple[str, Callable[[Work], Iterator[Figure]]], ...] = (
    ("replay", replay_figures),
    ("comparing with shortest forms", reencode_figures),
    ("replay of naive JSON lines", naive_figures),
    ("append without sync", append_figures),
    ("durable append", durable_figures),
    ("size", size_figures),
    ("a light command", light_figures),
    ("a long log", long_figures),
)


def figures(work: Work, *, peers: bool = False, rounds: bool = False) -> Iterator[Figure]:
    """
    Give every figure of *work*.

    With *peers* those against other programs too, with *rounds* the pairing of
    rounds of an event of 2,000 players, which takes minutes.
    """
    for what, part in PARTS:
        work.progress(what)
        yield from part(work)
    if peers:
        from rollbook.tools.bench.peers.figures import peer_figures

        work.progress("other programs")
        yield from peer_figures(work)
    yield from _rounds(work, rounds)


def _rounds(work: Work, large: bool) -> Iterator[Figure]:
    if importlib.util.find_spec("rustworkx") is None:
        work.left_out("rounds of an event need rustworkx: pip install 'rollbook[tournament]'")
        return
    from rollbook.tools.bench.rounds import LARGE, SMALL, round_figures

    work.progress("rounds of an event")
    yield from round_figures((SMALL, LARGE) if large else (SMALL,))

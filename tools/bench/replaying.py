"""How fast a log is read back: against bare decoding, and what most would write first."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgpack

from rollbook.events.log.chain import Chain
from rollbook.events.log.codec import unpack
from rollbook.events.log.disk import Held
from rollbook.events.log.file import FileLog
from rollbook.events.log.recovery import Taken, read_frames
from rollbook.projections.fold import Folder, projection_of
from rollbook.tools.bench.measure import Figure, Goal, ratio, timed
from rollbook.tools.bench.peers import naive
from rollbook.tools.bench.workload import RULES, Work


def replay(data: bytes) -> Any:
    """Read the bytes of a file, check the chain, build typed events, fold to state."""
    folder = Folder(projection_of(RULES))
    read(data, folder.apply_all)
    return folder.state


def read(data: bytes, taken: Taken) -> None:
    """Read the bytes of a file, check the chain, build typed events."""
    read_frames(Held(data), Chain(), array("Q"), strict=False, taken=taken)


def replay_file(path: Path) -> Any:
    """Do the same with a file on the disk."""
    folder = Folder(projection_of(RULES))
    FileLog.read(path, taken=folder.apply_all).close()
    return folder.state


def replay_figures(work: Work) -> Iterator[Figure]:
    """Give how long a replay takes, and parts of it, in bare decodings."""
    against = "bare decoding"
    bare = timed(work.decode_bare)
    value, spread = ratio(timed(lambda: replay(work.data)), bare, work.turns)
    yield Figure("replay: read, check, build, fold", value, "R", against, Goal(18, 12), spread)
    value, spread = ratio(timed(lambda: read(work.data, id)), bare, work.turns)
    yield Figure("of it: read, check, build", value, "R", against, None, spread)
    payloads = [work.log.payload(seq) for seq in range(len(work.log))]
    value, spread = ratio(timed(lambda: _unpack_and_hash(payloads)), bare, work.turns)
    yield Figure("of it: unpack and hash", value, "R", against, None, spread)


def _unpack_and_hash(payloads: list[bytes]) -> None:
    """Do what no reader of a checked log can leave out."""
    for payload in payloads:
        unpack(payload)
        sha256(b"\x00" + payload).digest()


def reencode_figures(work: Work) -> Iterator[Figure]:
    """Give how long comparing every payload with its shortest form takes."""

    def reencode() -> None:
        for seq in range(len(work.log)):
            payload = work.log.payload(seq)
            if msgpack.packb(unpack(payload)) != payload:
                raise AssertionError(seq)

    value, spread = ratio(timed(reencode), timed(work.decode_bare), work.turns)
    yield Figure("comparison with shortest forms", value, "R", "bare decoding", Goal(5), spread)


def naive_figures(work: Work) -> Iterator[Figure]:
    """Give how much longer JSON lines, dataclasses and mutable state take."""
    lines = naive.json_lines(work.log.entries(range(len(work.log))))
    classes = naive.classes_for(lines)
    value, spread = ratio(
        timed(lambda: naive.replay(lines, classes)), timed(lambda: replay(work.data)), work.turns
    )
    against = "JSON lines, dataclasses, mutable state"
    yield Figure("replay against naive", value, "x", against, Goal(1.2, 2, at_least=True), spread)

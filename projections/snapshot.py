"""
States of a long log, kept in a side file so that every address is near one.

Each is bound to the hash of its entry and all to a version of the reducers.
What does not fit is thrown away, never trusted.  Format: section 7.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgpack

from rollbook.events.errors import RollbookError
from rollbook.events.log.log import Log
from rollbook.events.log.sidefile import read_side, side_path, write_side
from rollbook.events.message import Message, name_of
from rollbook.events.schema import Codec, schema_rows, with_values
from rollbook.projections.fold import Projection

VERSION = 1


class Snapshots:
    """The states that a side file holds, decoded when asked for."""

    def __init__(self, codec: Codec, rows: dict[int, tuple[bytes, bytes]]) -> None:
        self._codec = codec
        self._rows = rows
        self.seqs = sorted(rows)

    def state(self, seq: int, log: Log) -> Any:
        """Give the state after entry *seq*, or nothing if what is kept belongs elsewhere."""
        leaf, packed = self._rows[seq]
        try:
            if log.leaf(seq) != leaf:
                return None
            return self._codec.message(msgpack.unpackb(packed, use_list=False))
        except (RollbookError, ValueError):
            return None


def state_codec(cls: type[Message]) -> Codec:
    """Give a codec for states: they have rows like messages, by a schema of their own."""
    classes = with_values((cls,))
    return Codec(schema_rows(classes), {name_of(c): c for c in classes})


def save_snapshots(
    path: Path, log: Log, projection: Projection[Any], states: dict[int, Any]
) -> bool:
    """Keep *states* (by entry number) for the log at *path*; tell whether that worked."""
    if not states:
        return False
    codec = state_codec(type(next(iter(states.values()))))
    rows = [(seq, log.leaf(seq), msgpack.packb(codec.row(state))) for seq, state in states.items()]
    fields = [list(row) for row in codec.rows]
    return write_side(
        side_path(path, "states"),
        msgpack.packb([VERSION, projection.rules, projection.version, fields, rows]),
    )


def load_snapshots(path: Path, projection: Projection[Any]) -> Snapshots | None:
    """Give the states kept for the log at *path*, or nothing if none can be used."""
    body = read_side(side_path(path, "states"))
    if body is None or projection.state is None:
        return None
    codec = state_codec(projection.state)
    try:
        version, rules, reducers, fields, rows = msgpack.unpackb(body, use_list=False)
        if (version, rules, reducers) != (VERSION, projection.rules, projection.version):
            return None
        if fields != codec.rows:
            return None
        return Snapshots(codec, {seq: (leaf, packed) for seq, leaf, packed in rows})
    except Exception:  # a side file that cannot be read is a side file that is not there
        return None

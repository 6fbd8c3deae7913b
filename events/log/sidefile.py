"""
The index of a long log, kept beside the user's other caches.

It holds what reading the whole file would tell: where each entry starts, the
timelines, the keys.  It is bound to a size and the leaf hash there, carries a
checksum against accident (not malice), and is thrown away when anything does
not fit.  Deleting it costs time and nothing else.  Format: section 7.
"""

from __future__ import annotations

import contextlib
import os
import sys
from array import array
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgpack
from attrs import frozen

VERSION = 1
LONG_ENTRIES = 4000
"""Logs of fewer entries are read in a moment and get no side file."""
_MAX_BYTES = 1 << 30


@frozen
class Index:
    """
    What a log was when the index was made.

    *size* bytes and *count* entries, the last of them with hash *leaf*;
    *strict* if every payload was compared with its shortest form.
    """

    size: int
    count: int
    leaf: bytes
    strict: bool
    offsets: array[int]
    timelines: dict[str, Any]
    keys: dict[str, int]
    extended: tuple[int, ...]
    table_parts: int


def cache_folder() -> Path:
    """Give the folder for side files: under the user's cache folder."""
    base = os.environ.get("ROLLBOOK_CACHE")
    if base:
        return Path(base)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "rollbook"


def side_path(log: Path, kind: str) -> Path:
    """Give the name of the side file of *kind* for the log at *log*."""
    name = sha256(os.fsencode(log.resolve())).hexdigest()[:32]
    return cache_folder() / f"{name}.{kind}"


def save_index(log: Path, index: Index) -> bool:
    """Keep *index* for the log at *log*; tell whether that worked."""
    body = msgpack.packb(
        [
            VERSION,
            sys.byteorder,
            index.size,
            index.count,
            index.leaf,
            index.strict,
            index.offsets.tobytes(),
            index.timelines,
            index.keys,
            index.extended,
            index.table_parts,
        ]
    )
    return write_side(side_path(log, "index"), body)


def load_index(log: Path) -> Index | None:
    """Give the index that is kept for the log at *log*, or nothing if none can be used."""
    body = read_side(side_path(log, "index"))
    if body is None:
        return None
    try:
        version, order, size, count, leaf, strict, offsets, timelines, keys, extended, parts = (
            msgpack.unpackb(body, max_bin_len=_MAX_BYTES, strict_map_key=False)
        )
        if (version, order) != (VERSION, sys.byteorder):
            return None
        starts: array[int] = array("Q")
        starts.frombytes(offsets)
        if len(starts) != count or not count:
            return None
        return Index(size, count, leaf, strict, starts, timelines, keys, tuple(extended), parts)
    except Exception:  # a side file that cannot be read is a side file that is not there
        return None


def write_side(path: Path, body: bytes) -> bool:
    """Write a side file whole, with its checksum, by temporary name and rename."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(sha256(body).digest() + body)
        scratch.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            scratch.unlink()
        return False
    return True


def read_side(path: Path) -> bytes | None:
    """Give the body of a side file, or nothing if its checksum does not fit."""
    try:
        if path.stat().st_size > _MAX_BYTES:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    body = memoryview(data)[32:]
    return bytes(body) if sha256(body).digest() == data[:32] else None

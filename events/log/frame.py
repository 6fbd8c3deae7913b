"""
Frames: how payloads stand in a file.

A frame is ``[payload: bin, check: bin of 8]``: an array of two, so that the
file is one msgpack stream.  Only three header shapes are possible and they
are read by hand, against the bytes that are left.  Format: sections 1 and 5.
"""

from __future__ import annotations

import contextlib
import importlib
from hashlib import sha256
from typing import Any

from attrs import frozen

from rollbook.events.log.codec import MAX_PAYLOAD
from rollbook.events.log.errors import EntryTooLarge

MAGIC = b"\xa9rollbook1"
CHECK_BYTES = 8
MAX_FRAME = MAX_PAYLOAD + 14
"""Bytes of the longest frame: header 4, payload, check 2 + 8."""

_SHORT, _LONG, _CHECK = b"\x92\xc4", b"\x92\xc5", b"\xc4\x08"
_HEADS = tuple(_SHORT + bytes((size,)) for size in range(256))


def _short_sha256() -> Any:
    """Give the SHA-256 that comes with Python: OpenSSL's takes twice the time after a disk wait."""
    for name in ("_sha2", "_sha256"):
        with contextlib.suppress(ImportError, AttributeError):
            return importlib.import_module(name).sha256
    return sha256


short_sha256 = _short_sha256()
"""SHA-256 for payloads up to ``SHORT_PAYLOAD`` bytes; for longer ones OpenSSL's is faster."""
SHORT_PAYLOAD = 256


def leaf_of(payload: bytes) -> bytes:
    """Give the leaf hash of a payload: its id, the next entry's ``prev`` (RFC 6962)."""
    hashed = short_sha256 if len(payload) <= SHORT_PAYLOAD else sha256
    leaf: bytes = hashed(b"\x00" + payload).digest()
    return leaf


def frame(payload: bytes, leaf: bytes) -> bytes:
    """
    Give the frame of *payload*.

    Raises :class:`~rollbook.events.log.errors.EntryTooLarge`.
    """
    size = len(payload)
    if size > MAX_PAYLOAD:
        raise EntryTooLarge(size, MAX_PAYLOAD)
    head = _HEADS[size] if size < 256 else _LONG + size.to_bytes(2)
    return b"".join((head, payload, _CHECK, leaf[:CHECK_BYTES]))


@frozen
class BadFrame:
    """Why no frame could be read at an offset; *cut* if it runs past the end."""

    reason: str
    cut: bool = False


def payload_at(data: bytes, at: int) -> tuple[int, int] | BadFrame:
    """
    Find the payload of the frame at byte *at*: its first byte and its end.

    Header and length only; the check is not looked at.
    """
    left = len(data) - at
    head = data[at : at + 2]
    if head == _SHORT and left > 2:
        start, size = at + 3, data[at + 2]
    elif head == _LONG and left > 3:
        start, size = at + 4, int.from_bytes(data[at + 2 : at + 4])
        if size < 256:
            return BadFrame("its length is written longer than it needs")
    elif left < 4 and head[:2] in (_SHORT[:left], _LONG[:left], _SHORT, _LONG):
        return BadFrame("it is cut off in its header", cut=True)
    else:
        return BadFrame("no frame starts there")
    end = start + size
    if end + 2 + CHECK_BYTES > len(data):
        return BadFrame("it runs past the end of the file", cut=True)
    if data[end : end + 2] != _CHECK:
        return BadFrame("its check does not stand where its length says")
    return start, end


def valid_frame_at(data: bytes, at: int) -> bool:
    """Tell whether a frame with a right check starts at byte *at*."""
    found = payload_at(data, at)
    if isinstance(found, BadFrame):
        return False
    start, end = found
    return leaf_of(data[start:end])[:CHECK_BYTES] == data[end + 2 : end + 2 + CHECK_BYTES]

"""
Canonical values: the bytes that a payload may hold.

nil, booleans, whole numbers within 2^53-1, text, short binary, arrays; no
maps, floats, extensions or timestamps; every value in its shortest form.
Format: section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgpack
from msgpack import unpackb

from rollbook.events.log.errors import EntryError
from rollbook.events.quantities import (
    MAX_BIN_BYTES,
    MAX_DEPTH,
    MAX_INT,
    MAX_ITEMS,
    MAX_TEXT_BYTES,
)

MAX_PAYLOAD = 65_535
"""Bytes of the longest payload (the entry limit of C2SP tlog-tiles)."""

_pack = msgpack.Packer(use_bin_type=True, autoreset=True).pack
pack_lists: Callable[[Any], bytes] = msgpack.Packer(
    use_bin_type=True, autoreset=True, strict_types=True
).pack
"""
Gives the canonical bytes of a value whose arrays are all lists, in less time.

Raises ``TypeError``, ``ValueError`` or ``OverflowError`` for what no payload
may hold, for tuples, and for whatever only derives from a type that one may.
"""
_LEAST_INT = -MAX_INT
_SHORT_TEXT = MAX_TEXT_BYTES // 4
"""Characters that fit in any case: none takes more than four bytes."""
_WIDE = b"\xc4\xc5\xcf\xd3"
"""The markers of binary and of numbers that take eight bytes."""


def pack(value: Any) -> bytes:
    """
    Give the canonical bytes of *value*.

    Arrays are tuples or lists.  Raises
    :class:`~rollbook.events.log.errors.EntryError` for what no payload may
    hold.
    """
    try:
        packed: bytes = _pack(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise EntryError(f"cannot be written: {error}") from None
    return packed


def unpack(payload: bytes) -> Any:
    """
    Read one payload, arrays as tuples.

    Types and sizes are limited while reading.  Whole numbers beyond 2^53-1
    are refused, which needs a walk only where a marker for eight bytes
    stands.  Raises :class:`~rollbook.events.log.errors.EntryError`.
    """
    try:
        # Written out: a partial of the same costs a fifth more.
        value = unpackb(
            payload,
            use_list=False,
            raw=False,
            max_str_len=MAX_TEXT_BYTES,
            max_bin_len=MAX_BIN_BYTES,
            max_array_len=MAX_ITEMS,
            max_map_len=0,
            max_ext_len=0,
        )
    except Exception as error:  # msgpack raises many kinds, all of them about the bytes
        raise EntryError(f"no canonical msgpack: {_said(error)}") from None
    return value


def _said(error: Exception) -> str:
    return str(error)[:120] or type(error).__name__


def time_at(seq: int, parent: int | None = None) -> int:
    """
    Give the byte of a payload at which the time of entry *seq* starts.

    Before it stand 0x99, the number, 34 bytes of ``prev`` and the *parent* as
    it is written (``None`` for nil).
    """
    return 35 + _bytes_of(seq) + (1 if parent is None else _bytes_of(parent))


def _bytes_of(number: int) -> int:
    if number < 128:
        return 1
    return 2 if number < 256 else 3 if number < 65_536 else 5


def may_hold_large_numbers(payload: bytes, at: int) -> bool:
    """
    Tell whether a number of eight bytes may stand after the time, which starts at byte *at*.

    A time that is not written in eight bytes makes this say yes.
    """
    after = at + 9
    return (
        payload[at] != 0xCF
        or payload.find(b"\xcf", after) >= 0
        or payload.find(b"\xd3", after) >= 0
    )


def may_break_limits(payload: bytes, at: int) -> bool:
    """
    Tell whether a *payload* of at most 4,096 bytes may hold a value beyond the limits.

    That is a number of eight bytes or binary, behind the time at byte *at*.
    """
    after = payload[at + 9 :]
    return payload[at] != 0xCF or len(after.translate(None, _WIDE)) != len(after)


def check_values(value: Any, depth: int = 1) -> None:
    """
    Check every value in *value*, which stands *depth* deep, against the limits of the format.

    Raises :class:`~rollbook.events.log.errors.EntryError`.
    """
    if type(value) is tuple or type(value) is list:
        _check_items(value, depth)
    else:
        _check_items((value,), depth - 1)


def _check_items(values: Sequence[Any], depth: int) -> None:
    """Check the items of an array that stands *depth* deep: one call an array, not one a value."""
    if depth > MAX_DEPTH:
        raise EntryError(f"arrays more than {MAX_DEPTH} deep")
    if len(values) > MAX_ITEMS:
        raise EntryError(f"an array of more than {MAX_ITEMS} items")
    for item in values:
        kind = type(item)
        if kind is int:
            if not _LEAST_INT <= item <= MAX_INT:
                raise EntryError(f"{item} is larger than any number a log can hold")
        elif kind is str:
            if len(item) > _SHORT_TEXT and len(item.encode()) > MAX_TEXT_BYTES:
                raise EntryError(f"text of more than {MAX_TEXT_BYTES} bytes")
        elif kind is tuple or kind is list:
            _check_items(item, depth + 1)
        elif kind is bytes:
            if len(item) > MAX_BIN_BYTES:
                raise EntryError(f"binary of more than {MAX_BIN_BYTES} bytes")
        elif item is not None and kind is not bool:
            raise EntryError(f"{kind.__name__} has no place in a payload")


def is_canonical(payload: bytes, value: Any) -> bool:
    """Tell whether *payload* is exactly the shortest form of *value*."""
    return pack(value) == payload

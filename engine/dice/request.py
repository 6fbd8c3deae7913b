"""
The canonical msgpack bytes of a request for dice.

A request is hashed before its entry exists, so it is packed here, with the
standard library only, by the same rules as the payload of an entry: nil, bool,
int, str, bin and array, each in its shortest form.
"""

from collections.abc import Sequence
from typing import TypeAlias

from rollbook.events.errors import RollbookError

Value: TypeAlias = "bool | int | str | bytes | Sequence[Value] | None"
Row: TypeAlias = Sequence[Value]

MAX_INT = 2**53 - 1
MAX_TEXT_BYTES = 4_096
MAX_BIN_BYTES = 64
MAX_ITEMS = 4_096
MAX_DEPTH = 12
MAX_BYTES = 65_535


class DerivationError(RollbookError):
    """
    Dice cannot be derived from what was given: a length, index or value is wrong.

    That is a mistake of whoever calls, or hostile input; a share that is well
    formed but wrong is not an error but a finding.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"no dice derived: {reason}")


def pack_request(row: Row) -> bytes:
    """
    Give the canonical bytes of *row*, at most 65,535.

    Raises `DerivationError` for what the payload of an entry cannot hold: other
    types, integers beyond 2^53 - 1, text over 4,096 bytes, more than 64 bytes of
    binary, more than 4,096 items or 12 arrays in each other.

    >>> pack_request([7, None, "A"]).hex()
    '9307c0a141'
    """
    out = bytearray()
    _pack(row, out, 1)
    return bytes(out)


def _pack(value: Value, out: bytearray, depth: int) -> None:
    if value is None:
        out.append(0xC0)
    elif isinstance(value, bool):
        out.append(0xC3 if value else 0xC2)
    elif isinstance(value, int):
        out += _int(value)
    elif isinstance(value, str):
        out += _text(value)
    elif isinstance(value, bytes):
        out += _binary(value)
    elif isinstance(value, list | tuple):
        _array(value, out, depth)
    else:
        raise DerivationError(f"a {type(value).__name__} cannot stand in a request")


def _int(value: int) -> bytes:
    if not -MAX_INT <= value <= MAX_INT:
        raise DerivationError("an integer is beyond 2^53 - 1")
    if -32 <= value < 128:
        return value.to_bytes(1, "big", signed=value < 0)
    first = 0xD0 if value < 0 else 0xCC
    for power in range(4):
        width = 1 << power
        if _fits(value, 8 * width):
            return bytes([first + power]) + value.to_bytes(width, "big", signed=value < 0)
    raise AssertionError(value)  # 2^53 - 1 fits into eight bytes


def _fits(value: int, bits: int) -> bool:
    return value < 1 << bits if value >= 0 else value >= -(1 << (bits - 1))


def _text(value: str) -> bytes:
    try:
        data = value.encode("utf-8")
    except UnicodeEncodeError:
        raise DerivationError("text with half a surrogate pair has no bytes") from None
    size = len(data)
    if size > MAX_TEXT_BYTES:
        raise DerivationError(f"text of {size} bytes is more than {MAX_TEXT_BYTES}")
    if size < 32:
        return bytes([0xA0 | size]) + data
    if size < 256:
        return bytes([0xD9, size]) + data
    return b"\xda" + size.to_bytes(2, "big") + data


def _binary(value: bytes) -> bytes:
    if len(value) > MAX_BIN_BYTES:
        raise DerivationError(f"{len(value)} bytes of binary are more than {MAX_BIN_BYTES}")
    return bytes([0xC4, len(value)]) + value


def _array(items: Sequence[Value], out: bytearray, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise DerivationError(f"more than {MAX_DEPTH} arrays in each other")
    if len(items) > MAX_ITEMS:
        raise DerivationError(f"{len(items)} items are more than {MAX_ITEMS}")
    out += bytes([0x90 | len(items)]) if len(items) < 16 else b"\xdc" + len(items).to_bytes(2)
    for item in items:
        _pack(item, out, depth + 1)
        # At every item: one list that stands in many places could grow for ever.
        if len(out) > MAX_BYTES:
            raise DerivationError(f"the request is more than {MAX_BYTES} bytes")

"""Keys as a terminal sends them, by name."""

from __future__ import annotations

_SEQUENCES = {
    b"\x1b[A": "up", b"\x1bOA": "up",
    b"\x1b[B": "down", b"\x1bOB": "down",
    b"\x1b[C": "right", b"\x1bOC": "right",
    b"\x1b[D": "left", b"\x1bOD": "left",
    b"\x1b[H": "home", b"\x1bOH": "home", b"\x1b[1~": "home", b"\x1b[7~": "home",
    b"\x1b[F": "end", b"\x1bOF": "end", b"\x1b[4~": "end", b"\x1b[8~": "end",
    b"\x1b[5~": "page up", b"\x1b[6~": "page down",
}  # fmt: skip
_CONTROLS = {0x03: "quit", 0x04: "quit", 0x08: "backspace", 0x09: "tab", 0x0A: "enter",
             0x0D: "enter", 0x0C: "redraw", 0x7F: "backspace"}  # fmt: skip
_LONGEST = 16


def first_key(data: bytes, *, whole: bool) -> tuple[str | None, bytes]:
    r"""
    Take the first key off what a terminal sent, and give it with the rest.

    A key that prints is its character, others have names; ``""`` is one that
    nobody knows.  ``None`` means that more bytes are needed, which never
    happens when *whole* says that none will follow.

    >>> first_key(b"\x1b[Cq", whole=False)
    ('right', b'q')
    >>> first_key(b"\x1b", whole=False)
    (None, b'\x1b')
    >>> first_key(b"\x1b", whole=True)
    ('escape', b'')
    """
    if not data:
        return None, data
    if data[0] == 0x1B:
        return _escape(data, whole)
    if data[0] < 0x20 or data[0] == 0x7F:
        return _CONTROLS.get(data[0], ""), data[1:]
    return _character(data, whole)


def _escape(data: bytes, whole: bool) -> tuple[str | None, bytes]:
    if len(data) == 1:
        return ("escape", b"") if whole else (None, data)
    if data[1:2] not in (b"[", b"O"):
        return "escape", data[1:]
    for end in range(2, min(len(data), _LONGEST)):
        if 0x40 <= data[end] <= 0x7E:
            return _SEQUENCES.get(data[: end + 1], ""), data[end + 1 :]
    if whole or len(data) >= _LONGEST:
        return "", data[_LONGEST:]
    return None, data


def _character(data: bytes, whole: bool) -> tuple[str | None, bytes]:
    first = data[0]
    size = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if len(data) < size and not whole:
        return None, data
    try:
        return data[:size].decode(), data[size:]
    except UnicodeDecodeError:
        return "", data[1:]

"""Keys out of the bytes of a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rollbook.tools.cli.keys import first_key

PRESSED = {
    b"\x1b[A": "up",
    b"\x1bOB": "down",
    b"\x1b[C": "right",
    b"\x1b[6~": "page down",
    b"q": "q",
    "é".encode(): "é",
    "漢".encode(): "漢",
    b"\r": "enter",
    b"\x7f": "backspace",
    b"\x1b[1;5C": "",
}


def taken(data: bytes) -> tuple[list[str], bytes]:
    keys = []
    while True:
        key, data = first_key(data, whole=False)
        if key is None:
            return keys, data
        keys.append(key)


@given(st.lists(st.sampled_from(sorted(PRESSED)), max_size=6), st.data())
def test_keys_are_the_same_however_their_bytes_arrive(
    keys: list[bytes], data: st.DataObject
) -> None:
    """Arrow keys and letters cut in two anywhere come out whole."""
    stream = b"".join(keys)
    cut = data.draw(st.integers(0, len(stream)))
    first, rest = taken(stream[:cut])
    second, left = taken(rest + stream[cut:])
    assert first + second == [PRESSED[key] for key in keys]
    assert left == b""


@given(st.binary(min_size=1, max_size=40))
def test_any_bytes_become_keys_in_the_end(data: bytes) -> None:
    """Nothing that a terminal may send stops the reading or takes none of the bytes."""
    while data:
        key, rest = first_key(data, whole=True)
        assert key is not None
        assert len(rest) < len(data)
        data = rest


def test_a_lone_escape_is_a_key_once_nothing_follows() -> None:
    """It may be the beginning of an arrow key until then."""
    assert first_key(b"\x1b", whole=False) == (None, b"\x1b")
    assert first_key(b"\x1b", whole=True) == ("escape", b"")

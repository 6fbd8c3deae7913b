"""Frames: three header shapes, read by hand against the bytes that are left."""

from __future__ import annotations

from hashlib import sha256

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.log.errors import EntryTooLarge
from rollbook.events.log.frame import (
    MAGIC,
    MAX_FRAME,
    SHORT_PAYLOAD,
    BadFrame,
    frame,
    leaf_of,
    payload_at,
    short_sha256,
    valid_frame_at,
)
from rollbook.events.log.merkle import leaf_hash


def framed(payload: bytes) -> bytes:
    """Give the frame of *payload*."""
    return frame(payload, leaf_of(payload))


class TestFrames:
    @pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 65_534, 65_535])
    def test_a_frame_is_msgpack_and_found_again(self, size: int) -> None:
        """Any msgpack reader reads a frame; so do we, with the header that fits."""
        payload = b"x" * size
        made = framed(payload)
        assert msgpack.unpackb(made) == [payload, leaf_of(payload)[:8]]
        assert payload_at(made, 0) == (3 if size < 256 else 4, (3 if size < 256 else 4) + size)
        assert valid_frame_at(made, 0)
        assert valid_frame_at(b"??" + made, 2)

    def test_the_largest_frame(self) -> None:
        """65,535 bytes of payload make 65,549 of frame; one more is too large."""
        assert len(framed(b"x" * 65_535)) == MAX_FRAME == 65_549
        with pytest.raises(EntryTooLarge, match="65536 bytes; at most 65535"):
            framed(b"x" * 65_536)

    def test_the_magic_is_a_msgpack_text(self) -> None:
        """The first object of the stream is the name of the format."""
        assert msgpack.unpackb(MAGIC) == "rollbook1"
        assert len(MAGIC) == 10

    @pytest.mark.parametrize("size", [0, 1, SHORT_PAYLOAD, SHORT_PAYLOAD + 1, 4096, 65_535])
    def test_a_leaf_is_sha_256_whoever_computes_it(self, size: int) -> None:
        """Python's own SHA-256, used for short payloads, and OpenSSL's give the same."""
        payload = bytes(range(256)) * 256
        expected = sha256(b"\x00" + payload[:size]).digest()
        assert leaf_of(payload[:size]) == expected
        assert short_sha256(b"\x00" + payload[:size]).digest() == expected

    def test_the_leaf_is_that_of_the_tree(self) -> None:
        """A payload's leaf is the RFC 6962 leaf hash."""
        assert leaf_of(b"p") == sha256(b"\x00p").digest() == leaf_hash(b"p")

    @pytest.mark.parametrize(
        "data",
        ["92", "92c4", "92c5", "92c500", "92c403", "92c4036162", "92c403616263", "92c403616263c4",
         "92c403616263c408", "92c403616263c40800000000000000", "92c5ffff6162", "92c4ffc408", ""],
    )  # fmt: skip
    def test_what_runs_past_the_end_is_cut(self, data: str) -> None:
        """A frame that the bytes do not reach is cut off, also in its header."""
        found = payload_at(bytes.fromhex(data), 0)
        assert isinstance(found, BadFrame)
        assert found.cut

    @pytest.mark.parametrize(
        "data",
        ["00", "93", "c4", "0000", "92c0", "92c6", "9292", "93c40161", "92c500ff" + "61" * 255,
         "92c40161c4090000000000000000", "92c40161c5080000000000000000",
         "92c40061c4080000000000000000"],
    )  # fmt: skip
    def test_what_is_no_frame_is_not_cut(self, data: str) -> None:
        """Another header, a longer one than needed, a check that stands elsewhere."""
        found = payload_at(bytes.fromhex(data) + b"\x00" * 20, 0)
        assert isinstance(found, BadFrame)
        assert not found.cut
        assert not valid_frame_at(bytes.fromhex(data) + b"\x00" * 20, 0)

    @given(st.binary(max_size=300), st.data())
    def test_no_changed_bit_makes_a_valid_frame(self, payload: bytes, data: st.DataObject) -> None:
        """Every single bit of a frame counts."""
        made = bytearray(framed(payload))
        at = data.draw(st.integers(0, 8 * len(made) - 1))
        made[at // 8] ^= 1 << at % 8
        assert not valid_frame_at(bytes(made), 0)

    @given(st.binary(max_size=40))
    def test_any_bytes_are_a_frame_or_not(self, data: bytes) -> None:
        """Nothing else can come of looking for one."""
        for at in range(len(data) + 1):
            found = payload_at(data, at)
            if not isinstance(found, BadFrame):
                assert at < found[0] <= found[1] <= len(data) - 10

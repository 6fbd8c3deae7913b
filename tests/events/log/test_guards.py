"""Guards of the reader that no broken log of another test happens to meet."""

from __future__ import annotations

import pytest

from rollbook.events.log.frame import MAX_FRAME, BadFrame, frame, leaf_of, payload_at


class TestFrames:
    def test_a_short_payload_with_a_long_header_is_refused(self) -> None:
        """A length has one form, or two files could hold the same entries."""
        payload = b"x" * 40
        short = frame(payload, leaf_of(payload))
        long = b"\x92\xc5" + len(payload).to_bytes(2) + short[3:]
        assert payload_at(short, 0) == (3, 43)
        found = payload_at(long, 0)
        assert isinstance(found, BadFrame)
        assert not found.cut
        assert "longer than it needs" in found.reason

    @pytest.mark.parametrize("size", [0, 1, 255, 256, 65_535])
    def test_every_length_has_its_own_header(self, size: int) -> None:
        """What is written is found again, and is as long as the format says."""
        made = frame(b"y" * size, leaf_of(b"y" * size))
        found = payload_at(made, 0)
        assert not isinstance(found, BadFrame)
        assert found[1] - found[0] == size
        assert len(made) == size + (13 if size < 256 else 14) <= MAX_FRAME

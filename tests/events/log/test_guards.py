"""Guards of the reader that no broken log of another test happens to meet."""

from __future__ import annotations

from hashlib import sha256

import msgpack
import pytest

from rollbook.events.log.chain import Chain
from rollbook.events.log.errors import EntryError, NotALog
from rollbook.events.log.frame import MAX_FRAME, BadFrame, frame, leaf_of, payload_at
from rollbook.events.log.recovery import check_magic
from tests.toylog import note, taken_back, toy_log


class TestStoredBytes:
    def test_the_hash_is_over_what_is_stored_not_over_what_would_be_written(self) -> None:
        """An entry in a longer form keeps the hash of its bytes; only strict readers refuse it."""
        log = toy_log(2)
        log.append(note("plain"))
        first, second, last = (log.payload(seq) for seq in range(3))
        longer = last[:1] + b"\xcc" + last[1:]
        for strict in (False, True):
            chain = Chain()
            chain.read(first)
            chain.read(second)
            if strict:
                with pytest.raises(EntryError, match="shortest form"):
                    chain.read(longer, strict=True)
                continue
            assert chain.read(longer).leaf == sha256(b"\x00" + longer).digest()
            assert chain.last_leaf != log.leaf(2)


class TestMovers:
    def test_a_second_mover_behind_the_first_is_refused(self) -> None:
        """An entry moves a timeline once; a take-back cannot hide another behind it."""
        log = toy_log(2)
        log.append(note("one"))
        log.append(note("two"))
        _, payload = log._appender.make(taken_back(log, 2))
        row = msgpack.unpackb(payload)
        row[7] = row[7] * 2
        chain = Chain()
        for seq in range(len(log)):
            chain.read(log.payload(seq))
        with pytest.raises(EntryError, match="behind another event"):
            chain.read(msgpack.packb(row))
        assert chain.read(payload).seq == 4


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


class TestMagic:
    def test_an_empty_file_is_said_to_be_empty(self) -> None:
        """The commonest wrong file gets its own words."""
        with pytest.raises(NotALog, match="the file is empty"):
            check_magic("empty", b"")
        with pytest.raises(NotALog, match="does not begin with rollbook1"):
            check_magic("other", b"x")

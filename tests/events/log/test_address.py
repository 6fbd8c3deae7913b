"""Addresses: how people point into a log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.log.address import Address, BadAddress, parse_address
from rollbook.events.log.errors import LogError, UnknownEntry, UnknownTimeline
from tests.toylog import forked, note, poke, toy_log

LOG = toy_log()
LOG.append(note("one"))
LOG.append(poke("u", 1, 2))
LOG.append(forked("what-if", 1))
LOG.append(note("there", timeline="what-if"))
LINES = LOG.chain.timelines


class TestAddresses:
    @pytest.mark.parametrize(
        ("text", "address"),
        [
            ("", Address(2, None, "main")),
            ("  ", Address(2, None, "main")),
            ("0", Address(0, None, "main")),
            ("2", Address(2, None, "main")),
            (" 2 ", Address(2, None, "main")),
            ("2.0", Address(2, 0, "main")),
            ("0.1", Address(0, 1, "main")),
            ("4", Address(4, None, "what-if")),
            ("main", Address(2, None, "main")),
            ("what-if", Address(4, None, "what-if")),
            ("main@1", Address(1, None, "main")),
            ("what-if@1", Address(1, None, "what-if")),
            ("what-if@4.0", Address(4, 0, "what-if")),
        ],
    )
    def test_every_form(self, text: str, address: Address) -> None:
        """A number, an event, a timeline, an entry on one."""
        assert parse_address(text, LINES) == address

    @pytest.mark.parametrize(
        "text",
        ["-1", "1.", ".1", "1.2.3", "@1", "main@", "main@@1", "main@x", "main@1.", "1@1", "A",
         "a b", "1 2", "٣", "1\n2", "x" * 33, "1" * 10, "main@1" * 9, "1.123456", "\ud800",
         "0x1", "1e3"],
    )  # fmt: skip
    def test_what_is_no_address(self, text: str) -> None:
        """Another form, or a name that no timeline has, is refused in one line."""
        with pytest.raises((BadAddress, UnknownTimeline)) as caught:
            parse_address(text, LINES)
        assert len(str(caught.value)) < 300

    def test_what_is_not_there(self) -> None:
        """An entry beyond the end, a timeline of no name, an entry of another timeline."""
        with pytest.raises(UnknownEntry, match="no entry 5; the log has 0 to 4"):
            parse_address("5", LINES)
        with pytest.raises(UnknownTimeline, match="no timeline nowhere"):
            parse_address("nowhere@1", LINES)
        with pytest.raises(BadAddress, match="entry 4 is not on timeline main"):
            parse_address("main@4", LINES)
        with pytest.raises(BadAddress, match="entry 2 is not on timeline what-if"):
            parse_address("what-if@2", LINES)

    def test_the_default_timeline_is_what_nothing_stands_for(self) -> None:
        """Where no timeline is named, the caller's default is meant."""
        assert parse_address("", LINES, "what-if") == Address(4, None, "what-if")

    @given(st.text(max_size=12))
    def test_any_text_is_an_address_or_refused(self, text: str) -> None:
        """Nothing but the log's own errors comes of it, and what was read prints back."""
        try:
            address = parse_address(text, LINES)
        except LogError:
            return
        assert parse_address(str(address), LINES).seq == address.seq

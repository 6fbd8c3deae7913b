"""Canonical values: what a payload may hold, byte for byte."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.log.codec import (
    check_values,
    is_canonical,
    may_break_limits,
    may_hold_large_numbers,
    pack,
    time_at,
    unpack,
)
from rollbook.events.log.errors import EntryError
from rollbook.events.quantities import MAX_INT

ROOT = Path(__file__).parents[3]
DATA = Path(os.environ.get("ROLLBOOK_DATA", ROOT.parent / "shared/data"))
SUITE = DATA / "msgpack/msgpack-test-suite.json"


def accepted(payload: bytes) -> Any:
    """Take *payload* the strict way: read it, check its values, compare its bytes."""
    value = unpack(payload)
    check_values(value)
    if not is_canonical(payload, value):
        raise EntryError("not in shortest form")
    return value


def refused(payload: bytes) -> bool:
    """Tell whether the strict way refuses *payload*, in words."""
    try:
        accepted(payload)
    except EntryError:
        return True
    return False


class TestPublicVectors:
    def test_only_the_shortest_form_of_a_plain_value_is_taken(self) -> None:
        """Of all encodings in the public suite, one a value is canonical, of some kinds none."""
        if not SUITE.exists():
            pytest.skip(f"no public test vectors in {SUITE}; set ROLLBOOK_DATA")
        taken = seen = 0
        for group, cases in json.loads(SUITE.read_text()).items():
            for case in cases:
                forms = [bytes.fromhex(form.replace("-", "")) for form in case["msgpack"]]
                good = [form for form in forms if not refused(form)]
                expected = expected_form(case, forms)
                assert good == expected, (group, case)
                taken, seen = taken + len(good), seen + len(forms)
        assert taken > 40
        assert seen > 2 * taken

    @pytest.mark.parametrize(
        ("payload", "value"),
        [
            ("c0", None),
            ("c2", False),
            ("c3", True),
            ("00", 0),
            ("7f", 127),
            ("cc80", 128),
            ("ccff", 255),
            ("cd0100", 256),
            ("ce00010000", 65536),
            ("cf0000000100000000", 2**32),
            ("ff", -1),
            ("e0", -32),
            ("d0df", -33),
            ("d1ff7f", -129),
            ("d2ffff7fff", -32769),
            ("d3ffffffff7fffffff", -(2**31) - 1),
            ("a0", ""),
            ("a161", "a"),
            ("d920" + "61" * 32, "a" * 32),
            ("c400", b""),
            ("c40100", b"\x00"),
            ("90", ()),
            ("9101", (1,)),
        ],
    )
    def test_the_canonical_form_of_each_kind(self, payload: str, value: Any) -> None:
        """What the writer makes is what the reader takes, in both directions."""
        assert accepted(bytes.fromhex(payload)) == value
        assert pack(value).hex() == payload


def expected_form(case: dict[str, Any], forms: list[bytes]) -> list[bytes]:
    """Say which of the suite's encodings of a value is canonical here."""
    number = case.get("number", int(case["bignum"]) if "bignum" in case else None)
    if number is not None:
        if number != int(number) or not -MAX_INT <= number <= MAX_INT:
            return []
        return [min((f for f in forms if f[0] not in (0xCA, 0xCB)), key=len)]
    if "map" in case or "ext" in case or "timestamp" in case or case.get("array") == [{}]:
        return []
    return [min(forms, key=len)]


class TestRefused:
    @pytest.mark.parametrize(
        "payload",
        [
            "",
            "c1",
            "80",
            "8161a0",
            "de0000",
            "ca3f800000",
            "cb3ff0000000000000",
            "cb7ff8000000000000",
            "d40501",
            "c70005",
            "d6ff00000000",
            "c70cff" + "00" * 12,
            "a1ff",
            "a3eda080",
            "a2c080",
            "cf0020000000000000",
            "d3ffe0000000000000",
            "cfffffffffffffffff",
            "d3ffffffffffffffff",
            "cc00",
            "d000",
            "d90161",
            "c50001ff",
            "dc000101",
            "dd0000000101",
            "c0c0",
            "91",
            "92c0",
            "dbffffffff",
            "c6ffffffff",
            "ddffffffff",
            "dfffffffff",
        ],
    )
    def test_what_no_payload_may_hold(self, payload: str) -> None:
        """Maps, floats, extensions, large numbers, bad text, long forms, cut or surplus bytes."""
        assert refused(bytes.fromhex(payload))

    @pytest.mark.parametrize(
        ("value", "fits"),
        [
            ("a" * 4096, True),
            ("a" * 4097, False),
            ("é" * 2048, True),
            ("é" * 2049, False),
            (b"b" * 64, True),
            (b"b" * 65, False),
            ((1,) * 4096, True),
            ((1,) * 4097, False),
            (MAX_INT, True),
            (MAX_INT + 1, False),
            (-MAX_INT, True),
            (-MAX_INT - 1, False),
        ],
    )
    def test_the_edges_of_every_limit(self, value: Any, fits: bool) -> None:
        """The largest that fits, and one more; on the way out and on the way in."""
        assert refused(msgpack.packb(value)) is not fits
        if not fits:
            with pytest.raises(EntryError):
                check_values(value)

    def test_twelve_arrays_deep_and_no_deeper(self) -> None:
        """The payload's own array is the first."""
        assert not refused(b"\x91" * 11 + b"\x90")
        assert refused(b"\x91" * 12 + b"\x90")
        assert refused(b"\x91" * 1000 + b"\x90")
        assert refused(b"\x91" * 60_000)

    @pytest.mark.parametrize("value", [1.5, {}, {1}, object(), 2**70, "\ud800", 1j])
    def test_what_cannot_be_written(self, value: Any) -> None:
        """The writer refuses in words what no reader would take."""
        with pytest.raises(EntryError):
            accepted(pack((value,)))

    def test_a_payload_of_empty_arrays_is_read_in_a_moment(self) -> None:
        """65,535 bytes of empty arrays are refused by their number, not by memory."""
        assert refused(b"\xdc\xff\xfc" + b"\x90" * 65_532)
        assert refused(b"\xdd\x00\x00\xff\xfa" + b"\x90" * 65_530)
        row = b"\xdc\x10\x00" + b"\x90" * 4096
        assert not refused(b"\x9f" + row * 15)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INT, MAX_INT)
    | st.text(st.characters(codec="utf-8"), max_size=40)
    | st.binary(max_size=64),
    lambda items: st.lists(items, max_size=6).map(tuple),
    max_leaves=30,
)


class TestLaws:
    @given(values)
    def test_written_and_read_back_a_value_is_the_same(self, value: Any) -> None:
        """Reading what was written gives the value, and writing it again the same bytes."""
        payload = pack(value)
        assert unpack(payload) == value
        assert pack(unpack(payload)) == payload
        assert is_canonical(payload, unpack(payload))

    @given(st.binary(max_size=60))
    def test_any_bytes_are_a_value_or_refused_in_words(self, payload: bytes) -> None:
        """Nothing but EntryError leaves the reader; what it takes has only one form."""
        try:
            value = accepted(payload)
        except EntryError:
            return
        assert pack(value) == payload

    @given(values, st.integers(0, 60), st.integers(0, 255))
    def test_one_changed_byte_is_another_value_or_none(self, value: Any, at: int, to: int) -> None:
        """No two canonical payloads stand for one value."""
        payload = pack(value)
        if at < len(payload) and payload[at] != to:
            other = payload[:at] + bytes([to]) + payload[at + 1 :]
            if not refused(other):
                assert pack(accepted(other)) == other != payload

    @given(
        st.sampled_from([1, 127, 128, 255, 256, 65535, 65536, 10**6]),
        st.none() | st.sampled_from([0, 5, 128, 300, 70000]),
        st.integers(2**32, MAX_INT),
        values,
    )
    def test_a_large_number_is_never_overlooked(
        self, seq: int, parent: int | None, at: int, value: Any
    ) -> None:
        """The quick look says yes whenever a limit might be broken behind the time."""
        row = (seq, b"p" * 32, parent, at, "A", None, value, (), None)
        payload = msgpack.packb(row)
        where = time_at(seq, parent)
        try:
            check_values(value, 2)
        except EntryError:
            assert may_hold_large_numbers(payload, where)
        for broken in (2**53, -(2**53), b"x" * 65, b"x" * 300):
            payload = msgpack.packb((*row[:6], broken, (), None))
            assert may_break_limits(payload, where)

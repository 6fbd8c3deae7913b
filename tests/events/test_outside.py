"""The strict border: nothing is coerced, and each refusal names the field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.engine.border import MAX_LINE_BYTES, parse_line
from rollbook.events.errors import BadValue
from rollbook.events.frozen import FrozenDict
from rollbook.events.outside import converter, structure
from rollbook.events.plain import to_plain
from rollbook.events.quantities import MAX_INT, normalised
from tests.toylog import Ask, Point, Poke, Tag

GOOD: dict[str, Any] = {"flag": True, "number": 1, "size": 0, "text": "t"}

REFUSED: list[tuple[str, Any]] = [
    ("flag", 1),
    ("flag", 0),
    ("flag", "true"),
    ("flag", None),
    ("number", "10"),
    ("number", 3.9),
    ("number", 3.0),
    ("number", True),
    ("number", None),
    ("number", [1]),
    ("number", MAX_INT + 1),
    ("number", -MAX_INT - 1),
    ("number", 10**400),
    ("size", -1),
    ("text", 5),
    ("text", None),
    ("text", ["t"]),
    ("text", {"t": 1}),
    ("text", "x" * 501),
    ("text", "\ud800"),
    ("text", "a\udfffb"),
    ("text", "\u0378"),
    ("text", "\U000e1000"),
    ("text", "é" * 2500),
    ("blob", "0g"),
    ("blob", "0"),
    ("blob", 5),
    ("blob", "00" * 65),
    ("word", "Left"),
    ("word", 1),
    ("mixed", True),
    ("mixed", 1.5),
    ("mixed", []),
    ("pair", [1]),
    ("pair", [1, "t", 2]),
    ("pair", ["t", 1]),
    ("pair", [1.0, "t"]),
    ("pair", "1t"),
    ("pair", {"0": 1, "1": "t"}),
    ("names", "a"),
    ("names", ["a", "a"]),
    ("names", ["a", "b", "c", "d"]),
    ("names", ["A"]),
    ("names", ["a", None]),
    ("names", ["a" * 33]),
    ("point", [1, 2]),
    ("point", 5),
    ("point", {"x": 1}),
    ("point", {"x": 1, "y": "2"}),
    ("point", {"x": 1, "y": 2, "z": 3}),
    ("point", {"x": 1, "y": True}),
    ("point", {"type": "Tag", "x": 1, "y": 2}),
    ("table", [["a", 1]]),
    ("table", {"a": None}),
    ("table", {"a": 1.5}),
    ("table", {"a": ["x"]}),
    ("table", {"a": {}}),
    ("table", {"\ud800": 1}),
    ("table", {"é": 1, "e\u0301": 2}),
    ("table", {str(i): 0 for i in range(4097)}),
    ("spots", {"home": [0, 0]}),
    ("spots", {"home": None}),
    ("either", {"text": 5}),
    ("either", {}),
    ("either", 5),
    ("loose", True),
    ("loose", 1.5),
    ("loose", []),
    ("loose", {"x": 1}),
]


class TestRefusals:
    @pytest.mark.parametrize(("field", "value"), REFUSED)
    def test_a_wrong_value_is_refused_at_its_field(self, field: str, value: Any) -> None:
        """The refusal is BAD_VALUE and its path begins with the field."""
        with pytest.raises(BadValue) as caught:
            structure(Ask, {**GOOD, field: value})
        assert caught.value.extra["field"].split(".")[0].split("[")[0] == field
        assert caught.value.code == "BAD_VALUE"
        assert len(str(caught.value)) < 400
        json.dumps(caught.value.to_json()).encode()

    @pytest.mark.parametrize("field", list(GOOD))
    def test_a_missing_field_is_named(self, field: str) -> None:
        """What must be there is asked for by name."""
        value = {k: v for k, v in GOOD.items() if k != field}
        with pytest.raises(BadValue, match=f"{field}: is missing"):
            structure(Ask, value)

    @pytest.mark.parametrize("extra", ["colour", "", "do", "type", "Flag", "flag "])
    def test_a_field_that_is_none_is_refused(self, extra: str) -> None:
        """Nothing is dropped silently, not even a label of another type."""
        with pytest.raises(BadValue, match="is no field of ask"):
            structure(Ask, {**GOOD, extra: "x"})

    @pytest.mark.parametrize("value", [None, 5, "ask", [], [GOOD], True])
    def test_what_is_no_object_is_refused(self, value: Any) -> None:
        """A command is a JSON object."""
        with pytest.raises(BadValue, match="not an object"):
            structure(Ask, value)

    def test_the_path_reaches_into_lists_and_objects(self) -> None:
        """The deepest field that is wrong is named."""
        with pytest.raises(BadValue, match=r"^spots\.home\.y: "):
            structure(Ask, {**GOOD, "spots": {"home": {"x": 1, "y": 1.5}}})
        with pytest.raises(BadValue, match=r"^names\[1\]: "):
            structure(Ask, {**GOOD, "names": ["a", "B"]})


readable = st.characters(codec="utf-8", exclude_categories=["Cn", "Cs"])
labelled = st.builds(
    Point,
    x=st.integers(-9, 9),
    y=st.integers(-9, 9),
    label=st.none() | st.text(readable, max_size=9).map(normalised),
)


class TestAccepted:
    def test_everything_that_fits_becomes_a_message(self) -> None:
        """Each shape in its plain form."""
        made = structure(
            Ask,
            {
                "do": "ask",
                **GOOD,
                "blob": "00FF",
                "word": "right",
                "mixed": "m",
                "pair": [1, "p"],
                "names": ["a", "b"],
                "point": {"type": "Point", "x": 1, "y": 2},
                "table": {"b": 1, "a": [1, 2], "c": False},
                "spots": {"home": {"x": 0, "y": 0, "label": None}},
                "either": {"text": "e"},
                "loose": 5,
            },
        )
        assert made.blob == b"\x00\xff"
        assert made.pair == (1, "p")
        assert made.table == FrozenDict(b=1, a=(1, 2), c=False)
        assert made.spots == FrozenDict(home=Point(x=0, y=0))
        assert made.either == Tag(text="e")
        assert list(made.table or ()) == ["b", "a", "c"]

    def test_null_for_an_optional_field_is_absent(self) -> None:
        """Null, absent and the default are one."""
        assert structure(Ask, {**GOOD, "word": None}) == structure(Ask, GOOD)

    def test_largest_numbers(self) -> None:
        """The limits of a number are themselves allowed."""
        for number in (MAX_INT, -MAX_INT):
            assert structure(Ask, {**GOOD, "number": number}).number == number

    def test_the_cattrs_converter_is_the_same_door(self) -> None:
        """Messages structured through cattrs are checked by the same hooks."""
        assert converter().structure({"unit": "u", "amount": 1}, Poke) == Poke(unit="u", amount=1)
        with pytest.raises(BadValue):
            converter().structure({"unit": "u", "amount": "1"}, Poke)

    def test_text_is_normalised_before_it_is_measured(self) -> None:
        """500 decomposed characters fit, and come in composed."""
        made = structure(Ask, {**GOOD, "text": "e\u0301" * 500})
        assert made.text == "é" * 500

    def test_direction_marks_and_controls_are_kept_for_the_printer_to_escape(self) -> None:
        """Bidirectional marks are text; only showing them needs care."""
        text = "a\u202eb\x1b[31m\x00"
        assert structure(Ask, {**GOOD, "text": text}).text == text

    @given(labelled)
    def test_a_plain_message_comes_back(self, point: Point) -> None:
        """Printing a value and reading the print gives the value."""
        assert structure(Point, json.loads(json.dumps(to_plain(point)))) == point


class TestNormalised:
    @given(st.text(st.characters(exclude_categories=["Cn", "Cs"]), max_size=50))
    def test_normalising_twice_changes_nothing(self, text: str) -> None:
        """Normal form C is its own normal form."""
        assert normalised(normalised(text)) == normalised(text)

    def test_what_cannot_be_read_back_is_refused(self) -> None:
        """Lone surrogates and unassigned code points."""
        for text in ("\ud800", "ok\udc00", "\u0378", "\uffff"):
            with pytest.raises(ValueError, match="is not allowed"):
                normalised(text)
        with pytest.raises(ValueError, match="longer than 4096 bytes"):
            normalised("é" * 2049)


class TestLines:
    @pytest.mark.parametrize(
        "line",
        [
            b"",
            b"{",
            b'{"do":',
            b"nonsense",
            b"\xff\xfe",
            b'{"a":\xff}',
            b"[" * 100_000,
            b'{"a":' * 50_000,
            b'{"n": NaN}',
            b'{"n": Infinity}',
            b'{"n": -Infinity}',
            b'{"n": ' + b"9" * 5000 + b"}",
            b"x" * (MAX_LINE_BYTES + 1),
        ],
    )
    def test_what_is_no_json_is_refused_in_words(self, line: bytes) -> None:
        """Truncated, binary, deep, huge: one clear line each."""
        with pytest.raises(BadValue) as caught:
            parse_line(line)
        assert len(str(caught.value)) < 200

    def test_a_repeated_key_is_named(self) -> None:
        """JSON in which a key stands twice says two things; neither is taken."""
        line = b'{"flag":true,"number":1,"size":0,"text":"t","point":{"x":1,"x":2,"y":3}}'
        with pytest.raises(BadValue, match=r"point\.x: stands there twice"):
            structure(Ask, parse_line(line))
        with pytest.raises(BadValue, match="flag: stands there twice"):
            structure(Ask, parse_line(b'{"flag":true,"flag":true}'))
        with pytest.raises(BadValue, match=r"table\.a: stands there twice"):
            structure(Ask, {**GOOD, "table": parse_line(b'{"a":1,"a":1}')})

    @given(st.binary(max_size=60))
    def test_any_bytes_end_in_a_value_or_a_refusal(self, line: bytes) -> None:
        """No input line can do anything else."""
        try:
            value = parse_line(line)
        except BadValue:
            return
        try:
            structure(Ask, value)
        except BadValue:
            return

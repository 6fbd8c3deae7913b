"""Generated builders and packers, against the plain constructor and every wrong type."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.build import builder, checker, plain_builder
from rollbook.events.errors import MessageError
from rollbook.events.frozen import FrozenDict
from rollbook.events.listing import Unfit
from rollbook.events.log.chain import known_messages
from rollbook.events.log.codec import pack, pack_lists, unpack
from rollbook.events.log.messages import LOG_MESSAGES, RollHeld
from rollbook.events.message import changed, field_names
from rollbook.events.schema import Codec, schema_rows, with_values
from tests.toylog import EVERYTHING, RULES, TOY, Everything, Point, Poke, Tag

CODEC = Codec(schema_rows(with_values((*LOG_MESSAGES, *TOY.messages))), known_messages(RULES))
FIELDS = field_names(Everything)
NUMBER = {row[1]: row[0] for row in CODEC.rows}

POINT = (1, 2, None)
WRONG: dict[str, tuple[Any, ...]] = {
    "flag": (1, 0, None, "true"),
    "number": (True, 1.0, None, "7", ()),
    "text": (None, b"t", 5, ("t",)),
    "blob": ("t", None, 5),
    "maybe": (True, "x", 1.5),
    "mixed": (True, None, b"x", (1,)),
    "pair": ((1,), (1, "one", 2), ("one", 1), (True, "one"), None, [1, "one"], "1o"),
    "names": ("ab", None, ("a", 1), ((("a",),)), ["a"]),
    "nested": ((1, 2), ((1, "2"),), ((True,),), (None,)),
    "point": (None, (1, 2), (1, 2, None, 4), (1, "2", None), (1, 2, 3), "pt", 5, {}),
    "perhaps": ((1, 2), 0, (1, True, None)),
    "points": (None, POINT, ((1, 2),), (POINT, None)),
    "table": (
        None,
        (("a",),),
        (("a", 1, 2),),
        ((1, 1),),
        (("a", 1), ("a", 2)),
        (("a", None),),
        (("a", 1.5),),
        (("a", ("x",)),),
        {"a": 1},
        ("ab",),
    ),
    "spots": ((("home", (0, 0)),), (("home", None),), (("h", POINT), ("h", POINT))),
    "either": (POINT, None, 5, (NUMBER["poke"], "u", 1, None, None)),
    "loose": (True, 1.5, b"x", (NUMBER["Tag"], "t"), (999, 1), (), ("x",), (True, 1)),
    "held": (5, "x", (NUMBER["Tag"], "t"), (NUMBER["poke"], "u"), (NUMBER["poke"], 1, 1, None, 1)),
    "later": (5, b"x", ("x",)),
}  # fmt: skip


def row_of(event: Any) -> tuple[Any, ...]:
    """Give the row that stands in a payload, read back as a reader sees it."""
    return tuple(unpack(pack(CODEC.row(event))))


def plain() -> Any:
    """Give the builder that serves a type at first."""
    return plain_builder(Everything, CODEC._bare.__getitem__, numbered=True)


def generated() -> Any:
    """Give the builder that serves a type that is met often."""
    return builder(Everything, CODEC._bare.__getitem__, numbered=True)


def checking() -> Any:
    """Give what refuses what a builder refuses, and makes nothing."""
    return checker(Everything, CODEC._bare.__getitem__)


WAYS = (plain, generated, checking)


class TestBuilders:
    @pytest.mark.parametrize("way", [plain, generated])
    def test_the_plain_and_the_generated_builder_are_alike(self, way: Any) -> None:
        """Both make the same of a good row."""
        build = way()
        assert build(row_of(EVERYTHING)) == EVERYTHING
        assert type(build(row_of(EVERYTHING))) is Everything

    @pytest.mark.parametrize("way", WAYS)
    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda _: (), "0 values do not fit its fields"),
            (lambda row: row[:-1], "18 values do not fit its fields"),
            (lambda row: (*row, None), "20 values do not fit its fields"),
            (lambda row: (True, *row[1:]), "bool instead of a row"),
            (lambda row: (1.0, *row[1:]), "float instead of a row"),
            (lambda _: None, "NoneType instead of a row"),
            (lambda row: [*row], "list instead of a row"),
        ],
    )
    def test_what_is_no_row_of_the_type_is_told(self, way: Any, change: Any, words: str) -> None:
        """A row has the number of its type and exactly its fields, whoever reads it."""
        with pytest.raises(MessageError) as caught:
            way()(change(row_of(EVERYTHING)))
        assert str(caught.value) == f"Everything: {words}"

    @pytest.mark.parametrize("way", [plain_builder, builder])
    @pytest.mark.parametrize("row", [(1,), (1, 2), (1, 2, None, 4), (5, 1, 2, None)])
    def test_a_value_has_exactly_its_fields(self, way: Any, row: Any) -> None:
        """A value that stands inside a message has no number, and no field more or less."""
        build = way(Point, CODEC._bare.__getitem__, numbered=False)
        assert build((1, 2, None)) == Point(x=1, y=2)
        with pytest.raises(MessageError) as caught:
            build(row)
        assert str(caught.value) == f"Point: {len(row)} values do not fit its fields"

    @pytest.mark.parametrize(
        ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
    )
    def test_both_ways_say_the_same_of_a_wrong_value(self, field: str, value: Any) -> None:
        """The error does not depend on how often a type was met before."""
        row = list(row_of(EVERYTHING))
        row[1 + FIELDS.index(field)] = value
        said = []
        for way in WAYS:
            with pytest.raises(MessageError) as caught:
                way()(tuple(row))
            said.append(str(caught.value))
        assert len(set(said)) == 1

    def test_a_built_message_equals_the_constructed_one(self) -> None:
        """The builder gives what the plain constructor gives, of the same class."""
        built = CODEC.message(row_of(EVERYTHING))
        assert built == EVERYTHING
        assert type(built) is Everything
        assert type(built.table) is FrozenDict
        assert type(built.held) is Poke

    def test_every_field_has_wrong_values_here(self) -> None:
        """No shape is left out of the test below."""
        assert set(WRONG) == set(FIELDS)

    @pytest.mark.parametrize(
        ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
    )
    def test_a_builder_refuses_the_wrong_type(self, field: str, value: Any) -> None:
        """A row with one wrong value is refused, and the error names a type."""
        row = list(row_of(EVERYTHING))
        row[1 + FIELDS.index(field)] = value
        with pytest.raises(MessageError) as caught:
            CODEC.message(tuple(row))
        assert caught.value.message_type

    def test_nil_is_allowed_where_a_field_may_be_absent(self) -> None:
        """Absent fields come back as None."""
        row = list(row_of(EVERYTHING))
        row[1 + FIELDS.index("later")] = None
        assert CODEC.message(tuple(row)).later is None

    @pytest.mark.parametrize(
        "row", [(), None, 5, "row", ("x",), (None,), (True, 1), (1.0, 1), [0], (10**9,), (-1,)]
    )
    def test_a_row_begins_with_the_number_of_a_type(self, row: Any) -> None:
        """What is no numbered row is refused in words."""
        with pytest.raises(MessageError):
            CODEC.message(row)

    def test_a_row_has_exactly_its_fields(self) -> None:
        """One value too few or too many is refused."""
        row = row_of(EVERYTHING)
        for wrong in (row[:-1], (*row, None)):
            with pytest.raises(MessageError, match="do not fit its fields"):
                CODEC.message(wrong)

    def test_messages_held_by_messages_nest_only_so_deep(self) -> None:
        """A held command inside held commands ends at twelve arrays, in both directions."""
        held: Any = Poke(unit="u", amount=1)
        hold = next(m for m in LOG_MESSAGES if m.__name__ == "HoldRoll")
        row: Any = CODEC.row(held)
        for _ in range(400):
            row = (NUMBER["hold_roll"], row, "X")
        with pytest.raises(MessageError, match="deep"):
            CODEC.message(row)
        for _ in range(10):
            held = hold(command=held, code="X")  # type: ignore[call-arg]
        with pytest.raises(MessageError, match="deep"):
            CODEC.row(RollHeld(command=held, code="X"))


class TestPackers:
    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("flag", 1),
            ("number", True),
            ("number", 1.0),
            ("text", None),
            ("blob", "x"),
            ("maybe", "x"),
            ("mixed", None),
            ("pair", (1,)),
            ("names", ["a"]),
            ("names", (1,)),
            ("nested", ((1, "2"),)),
            ("point", Tag(text="t")),
            ("point", None),
            ("perhaps", Tag(text="t")),
            ("points", (Tag(text="t"),)),
            ("points", [Point(x=1, y=1)]),
            ("points", None),
            ("spots", (("a", Point(x=1, y=1)),)),
            ("spots", None),
            ("spots", FrozenDict(a=Tag(text="t"))),
            ("table", FrozenDict(a=1.5)),
            ("table", FrozenDict({1: 2})),  # type: ignore[dict-item]
            ("either", Poke(unit="u", amount=1)),
            ("either", None),
            ("either", "text"),
            ("loose", Tag(text="t")),
            ("loose", True),
            ("loose", 1.5),
            ("held", Point(x=1, y=1)),
            ("held", "text"),
            ("later", 5),
        ],
    )
    def test_a_packer_refuses_what_its_builder_would(self, field: str, value: Any) -> None:
        """Nothing is written that could not be read back."""
        wrong = changed(EVERYTHING, **{field: value})
        with pytest.raises(MessageError, match=f"field {field} |Point|Tag"):
            CODEC.row(wrong)
        with pytest.raises((MessageError, Unfit)):
            CODEC.listers[Everything](wrong)

    @pytest.mark.parametrize(
        ("field", "kind"), [("flag", bool), ("number", int), ("text", str), ("blob", bytes)]
    )
    def test_what_lies_about_its_type_is_not_written(self, field: str, kind: type) -> None:
        """A thing that says it is of another class is refused by the packing at the latest."""
        liar = type("Liar", (), {"__class__": property(lambda _: kind)})()
        wrong = changed(EVERYTHING, **{field: liar})
        with pytest.raises(MessageError):
            CODEC.row(wrong)
        with pytest.raises(TypeError):
            pack_lists(CODEC.listers[Everything](wrong))

    @pytest.mark.parametrize("derived", [IntEnum("Five", {"FIVE": 5})(5), True])
    def test_what_derives_from_a_type_is_not_of_it(self, derived: Any) -> None:
        """Only whole numbers themselves are written as whole numbers."""
        with pytest.raises(Unfit):
            CODEC.listers[Everything](changed(EVERYTHING, number=derived))
        with pytest.raises(TypeError):
            pack_lists([type("Word", (str,), {})("w"), (1,)])


points = st.builds(
    Point, x=st.integers(-9, 9), y=st.integers(-999, 70_000), label=st.none() | st.text(max_size=5)
)
scalars = st.integers(-(2**53), 2**53) | st.text(max_size=5) | st.booleans()
events = st.builds(
    Everything,
    flag=st.booleans(),
    number=st.integers(-(2**31), 2**40),
    text=st.text(max_size=40),
    blob=st.binary(max_size=64),
    maybe=st.none() | st.integers(-5, 5),
    mixed=st.integers(0, 70000) | st.text(max_size=3),
    pair=st.tuples(st.integers(0, 300), st.text(max_size=3)),
    names=st.lists(st.text(max_size=3), max_size=20).map(tuple),
    nested=st.lists(st.lists(st.integers(0, 9), max_size=3).map(tuple), max_size=3).map(tuple),
    point=points,
    perhaps=st.none() | st.just(Point(x=0, y=0)),
    points=st.lists(points, max_size=3).map(tuple),
    table=st.dictionaries(st.text(max_size=3), st.integers(0, 9) | st.booleans(), max_size=4).map(
        FrozenDict
    ),
    spots=st.dictionaries(st.text(max_size=3), st.just(Point(x=1, y=1)), max_size=3).map(
        FrozenDict
    ),
    either=st.just(Tag(text="t")) | st.just(Point(x=1, y=2)),
    loose=st.none() | st.integers(0, 9) | st.text(max_size=3) | st.just(Point(x=3, y=2)),
    held=st.none() | st.builds(Poke, unit=st.text(max_size=4), amount=st.integers(0, 9)),
    later=st.none() | st.text(max_size=3),
)


any_rows = st.recursive(
    st.none() | scalars | st.binary(max_size=9) | st.floats(),
    lambda items: st.lists(items, max_size=5).map(tuple),
)


class TestLaws:
    @given(events)
    def test_written_and_read_back_a_message_is_the_same(self, event: Everything) -> None:
        """Packing, then building, gives an equal message, and the same bytes again."""
        packed = pack(CODEC.row(event))
        again = CODEC.message(unpack(packed))
        assert again == event
        assert pack(CODEC.row(again)) == packed
        assert pack_lists(CODEC.listers[Everything](event)) == packed

    @given(events)
    def test_a_check_takes_every_row_that_can_be_built(self, event: Everything) -> None:
        """It gives nothing for the row of any message, and raises nothing."""
        assert checking()(row_of(event)) is None

    @given(any_rows)
    def test_any_row_is_a_message_or_an_error_in_words(self, row: Any) -> None:
        """Whatever stands in a row, nothing but MessageError leaves the builder."""
        for number in (NUMBER["Everything"], NUMBER["poke"], NUMBER["hold_roll"]):
            values = row if isinstance(row, tuple) else (row,)
            for wrong in (row, (number, *values)):
                try:
                    made = CODEC.message(wrong)
                except MessageError:
                    continue
                assert msgpack.packb(CODEC.row(made)) == msgpack.packb(wrong)

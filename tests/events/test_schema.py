"""The schema of a log: old logs, newer logs, and hostile ones."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from rollbook.events.errors import MessageError, UnknownMessage, UnknownRuleSet
from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Command, Event, Message, Value, message, name_of, optional
from rollbook.events.plain import to_plain
from rollbook.events.schema import Codec, Unknown, schema_rows, vocabulary_of, with_values
from rollbook.events.schemarows import SchemaRow, check_rows


@message
class Wheel(Value):
    """A value inside values."""

    spokes: int
    colour: str | None = optional(default=None)


@message
class Cart(Value):
    """A value that holds another."""

    front: Wheel
    rear: tuple[Wheel, ...]


@message
class Push(Command):
    """A command with optional fields."""

    cart: str
    hard: int | None = None


@message
class Pushed(Event):
    """An event of today: *gone* came with version 2."""

    VERSION: ClassVar[int] = 2
    cart: Cart
    gone: int = 0


@message
class Renamed(Event):
    """An event whose field had another name once."""

    VERSION: ClassVar[int] = 2
    UPCAST: ClassVar[dict[int, Any]] = {1: lambda old: {"speed_milli": old["speed"] * 1000}}
    speed_milli: int


@message
class Loaded(Event):
    """An event that got fields of every kind later."""

    what: str
    wheel: Wheel | None = None
    spare: Wheel = Wheel(spokes=1)
    all: FrozenDict[Wheel] = FrozenDict(one=Wheel(spokes=2))
    many: tuple[Wheel, ...] = (Wheel(spokes=3),)


CLASSES: tuple[type[Message], ...] = (Push, Pushed, Renamed, Loaded)
KNOWN = {name_of(cls): cls for cls in CLASSES}


def codec_of(*rows: SchemaRow) -> Codec:
    """Give a codec of just these rows."""
    check_rows(rows, ())
    return Codec(rows, KNOWN)


WHEEL: SchemaRow = (1, "Wheel", 2, ("spokes", "colour?"), 1)
CART: SchemaRow = (2, "Cart", 2, ("front:Wheel", "rear:[Wheel]"), 1)
CART_ROW = ((4, None), ((5, "red"),))
A_CART = Cart(front=Wheel(spokes=4), rear=(Wheel(spokes=5, colour="red"),))


class TestRows:
    def test_values_are_numbered_before_what_holds_them(self) -> None:
        """A schema lists every value type once, before its first holder."""
        assert with_values(CLASSES) == (Push, Wheel, Cart, Pushed, Renamed, Loaded)

    def test_a_schema_row_tells_everything(self) -> None:
        """Number, name, kind, fields and version, as the format has them."""
        assert schema_rows((Push, Wheel, Cart, Pushed), 7) == (
            (7, "push", 0, ("cart", "hard?"), 1),
            (8, "Wheel", 2, ("spokes", "colour?"), 1),
            (9, "Cart", 2, ("front:Wheel", "rear:[Wheel]"), 1),
            (10, "Pushed", 1, ("cart:Cart", "gone"), 2),
        )

    def test_an_unknown_rule_set_is_named(self) -> None:
        """Asking for a vocabulary nobody has tells which there are."""
        with pytest.raises(UnknownRuleSet, match="'chess'; known are"):
            vocabulary_of("chess")


class TestOldLogs:
    def test_a_field_that_the_log_lacks_takes_its_default(self) -> None:
        """An old row is read by name; what is new comes from the class."""
        old = codec_of(WHEEL, CART, (3, "Pushed", 1, ("cart:Cart",), 1))
        assert old.message((3, CART_ROW)) == Pushed(cart=A_CART, gone=0)

    def test_a_field_without_default_is_an_error_that_names_it(self) -> None:
        """What nobody can know is not made up."""
        old = codec_of((3, "Pushed", 1, ("gone",), 1))
        with pytest.raises(MessageError, match="Pushed: this log has no field cart"):
            old.message((3, 5))

    def test_a_default_may_be_of_a_type_that_the_log_lacks(self) -> None:
        """New value types, mappings and lists as defaults do not shut old logs out."""
        old = codec_of((13, "Loaded", 1, ("what",), 1))
        assert old.message((13, "hay")) == Loaded(what="hay")

    def test_fields_are_found_by_name_not_by_place(self) -> None:
        """A log may list the fields in another order."""
        other = codec_of(WHEEL, CART, (3, "Pushed", 1, ("gone", "cart:Cart"), 1))
        assert other.message((3, 9, CART_ROW)) == Pushed(cart=A_CART, gone=9)

    def test_a_value_inside_takes_its_defaults_too(self) -> None:
        """Resolution by name holds at every depth."""
        old = codec_of((1, "Wheel", 2, ("spokes",), 1), CART, (3, "Pushed", 1, ("cart:Cart",), 1))
        built = old.message((3, ((4,), ((5,),))))
        assert built.cart == Cart(front=Wheel(spokes=4), rear=(Wheel(spokes=5),))

    def test_an_upcaster_takes_the_version_it_is_for(self) -> None:
        """The old form of a field becomes the new one."""
        old = codec_of((3, "Renamed", 1, ("speed",), 1))
        assert old.message((3, 4)) == Renamed(speed_milli=4000)

    def test_a_field_that_the_class_lacks_is_refused_by_name(self) -> None:
        """Nothing is dropped silently."""
        newer = codec_of((13, "Renamed", 1, ("speed_milli", "wind"), 3))
        with pytest.raises(MessageError, match="no field wind"):
            newer.message((13, 4, 5))

    def test_an_adapted_row_is_checked_like_any_other(self) -> None:
        """Old rows are no way around the types, nor the number of fields."""
        old = codec_of((3, "push", 0, ("cart",), 1))
        assert old.message((3, "c")) == Push(cart="c")
        for wrong in ((3, 5), (3,), (3, "c", "d"), (3, None)):
            with pytest.raises(MessageError):
                old.message(wrong)

    def test_two_versions_stand_side_by_side(self) -> None:
        """The old number stays readable when a newer version has another."""
        both = codec_of((3, "push", 0, ("cart",), 1), (4, "push", 0, ("cart", "hard?"), 2))
        assert both.message((3, "c")) == both.message((4, "c", None)) == Push(cart="c")
        assert both.row(Push(cart="c", hard=1)) == (4, "c", 1)


class TestNewerLogs:
    NEWER = codec_of(
        WHEEL,
        CART,
        (8, "Gear", 2, ("teeth", "note?"), 1),
        (9, "Teleported", 1, ("who", "to:Wheel", "gears:[Gear]", "by_name:{Gear}", "any:*",
                              "marks:{}", "rest?", "deep:[*]", "named:{*}"), 1),
    )  # fmt: skip
    ROW = (
        9,
        "ann",
        (4, "red"),
        ((1, None), (2, "x")),
        (("first", (3, None)),),
        (8, 5, None),
        (("a", 1), ("b", (1, 2))),
        None,
        ((8, 6, None), 7, "x"),
        (("k", (1, 4, "blue")), ("l", True)),
    )

    def test_an_unknown_type_is_kept_with_its_names(self) -> None:
        """Every value of a type that nobody here knows is named by the schema."""
        built = self.NEWER.message(self.ROW)
        assert isinstance(built, Unknown)
        assert to_plain(built) == {
            "type": "Teleported",
            "who": "ann",
            "to": {"spokes": 4, "colour": "red"},
            "gears": [{"type": "Gear", "teeth": 1}, {"type": "Gear", "teeth": 2, "note": "x"}],
            "by_name": {"first": {"type": "Gear", "teeth": 3}},
            "any": {"type": "Gear", "teeth": 5},
            "marks": {"a": 1, "b": [1, 2]},
            "deep": [{"type": "Gear", "teeth": 6}, 7, "x"],
            "named": {"k": {"spokes": 4, "colour": "blue"}, "l": True},
        }

    def test_the_codec_lists_what_it_does_not_know(self) -> None:
        """Known value types inside messages do not count as unknown."""
        assert self.NEWER.unknown_names() == ("Gear", "Teleported")
        assert Codec(schema_rows(with_values(CLASSES)), KNOWN).unknown_names() == ()

    @pytest.mark.parametrize(
        ("place", "value"),
        [
            (1, 1.5),
            (1, {}),
            (1, (1, (2.5,))),
            (2, 5),
            (2, (4,)),
            (2, ("4", None)),
            (3, ((1,),)),
            (3, 5),
            (4, (("a", (1, None)), ("a", (1, None)))),
            (4, ((1, (1, None)),)),
            (4, ("ab",)),
            (5, 1.5),
            (5, (777,)),
            (5, ("x", 1)),
            (8, ((1, 2),)),
            (9, (("k", 2.5),)),
        ],
    )
    def test_an_unknown_type_is_no_way_around_the_format(self, place: int, value: Any) -> None:
        """Floats, maps, doubled keys and broken rows are refused inside unknown types too."""
        row = list(self.ROW)
        row[place] = value
        with pytest.raises(MessageError):
            self.NEWER.message(tuple(row))

    def test_an_unknown_type_has_exactly_its_fields(self) -> None:
        """One value too few or too many is refused."""
        for row in (self.ROW[:-1], (*self.ROW, None)):
            with pytest.raises(MessageError, match="do not fit its fields"):
                self.NEWER.message(row)

    def test_a_known_name_of_another_kind_is_not_that_type(self) -> None:
        """A schema that calls a command what is an event here keeps it unknown."""
        odd = codec_of((3, "Pushed", 0, ("x",), 1))
        assert isinstance(odd.message((3, 5)), Unknown)

    def test_many_nested_unknown_rows_are_read_in_a_moment(self) -> None:
        """The reader of a nested type is made once, not once a row."""
        rows = tuple((4, None) for _ in range(4000))
        codec = codec_of(WHEEL, (9, "Pile", 1, ("wheels:[Wheel]",), 1))
        built = codec.message((9, rows))
        assert len(built.fields["wheels"]) == 4000
        assert len(codec._named) == 1


class TestRowsThatDoNotFit:
    """A row is a list of exactly its fields, behind the number of its type."""

    ROWS: tuple[SchemaRow, ...] = (
        (1, "Wheel", 2, ("spokes",), 1),
        CART,
        (3, "push", 0, ("cart",), 1),
        (4, "Teleported", 1, ("who",), 1),
    )

    @pytest.mark.parametrize(
        "row",
        [(3,), (3, "c", 1), (4,), (4, "ann", 1), (2, 5, ()), (2, "4", ()), (2, (), ()),
         (2, (4, None), ())],
    )  # fmt: skip
    def test_one_value_more_or_less_and_no_list(self, row: Any) -> None:
        """Known or unknown, alone or inside another."""
        with pytest.raises(MessageError, match="its values do not fit its fields"):
            codec_of(*self.ROWS).message(row)

    def test_true_is_no_number_of_a_type(self) -> None:
        """It equals 1, but another reader could not take it for that."""
        for first in ((1, "push", 0, ("cart",), 1), (1, "Teleported", 1, ("who",), 1)):
            codec = codec_of(first)
            codec.message((1, "c"))
            for read in (codec.message, codec.builders[1]):
                with pytest.raises(MessageError, match="number of a type"):
                    read((True, "c"))

    def test_a_value_whose_type_the_schema_lacks_or_calls_another_kind(self) -> None:
        """A cart has wheels, and the schema does not say what a wheel is."""
        with pytest.raises(MessageError, match="this log's schema lacks it"):
            codec_of(CART).message((2, (4, None), ()))
        odd = codec_of((1, "Wheel", 1, ("spokes", "colour?"), 1), CART)
        with pytest.raises(MessageError, match="its values do not fit its fields"):
            odd.message((2, 5, ()))


class TestGrowing:
    def test_only_what_is_lacking_is_added(self) -> None:
        """The rows for new classes leave out what the log has, and number on from its highest."""
        old = codec_of(WHEEL, CART)
        assert old.rows_for((Pushed,)) == ((3, "Pushed", 1, ("cart:Cart", "gone"), 2),)

    def test_a_changed_type_gets_a_higher_version(self) -> None:
        """The name that stands there already comes with the next version."""
        old = codec_of((1, "push", 0, ("cart",), 5))
        grown = old.extended(old.rows_for((Push,)))
        assert grown.rows[1] == (2, "push", 0, ("cart", "hard?"), 6)
        assert grown.row(Push(cart="c")) == (2, "c", None)
        assert grown.message((1, "c")) == Push(cart="c")

    def test_a_type_with_a_changed_value_inside_cannot_be_written_before_that_is_added(
        self,
    ) -> None:
        """A message fits only if everything inside it does."""
        pushed = (3, "Pushed", 1, ("cart:Cart", "gone"), 2)
        old = codec_of((1, "Wheel", 2, ("spokes",), 1), CART, pushed)
        with pytest.raises(UnknownMessage, match="Wheel"):
            old.row(Pushed(cart=A_CART))
        assert [row[1] for row in old.rows_for((Pushed,))] == ["Wheel"]
        grown = old.extended(old.rows_for((Pushed,)))
        assert grown.message(grown.row(Pushed(cart=A_CART))) == Pushed(cart=A_CART)

    def test_a_message_that_the_schema_lacks_cannot_be_written(self) -> None:
        """The error says which."""
        with pytest.raises(UnknownMessage, match="no message push"):
            codec_of(WHEEL).row(Push(cart="c"))


class TestHostileSchemas:
    @pytest.mark.parametrize(
        ("rows", "words"),
        [
            (None, "is not a list of rows"),
            (5, "is not a list of rows"),
            ("rows", "is not a list of rows"),
            ([], "is not a list of rows"),
            ((5,), "number, name, kind, fields and version"),
            ((b"12345",), "number, name, kind, fields and version"),
            (([1, "A", 1, (), 1],), "number, name, kind, fields and version"),
            (((),), "number, name, kind, fields and version"),
            (((1, "A", 1, ()),), "number, name, kind, fields and version"),
            (((1, "A", 1, (), 1, 1),), "number, name, kind, fields and version"),
            (((True, "A", 1, (), 1),), "number, name, kind, fields and version"),
            (((1.0, "A", 1, (), 1),), "number, name, kind, fields and version"),
            (((1, 5, 1, (), 1),), "number, name, kind, fields and version"),
            (((1, "A", True, (), 1),), "number, name, kind, fields and version"),
            (((1, "A", 1, (), True),), "number, name, kind, fields and version"),
            (((1, "A", 1, "ab", 1),), "number, name, kind, fields and version"),
            (((1, "A", 3, (), 1),), "row of A has numbers out of range"),
            (((1, "A", -1, (), 1),), "row of A has numbers out of range"),
            (((-1, "A", 1, (), 1),), "row of A has numbers out of range"),
            (((1, "A", 1, (), 0),), "row of A has numbers out of range"),
            (((1, "A", 1, (5,), 1),), "fields of A are not text"),
            (((1, "A", 1, (b"x",), 1),), "fields of A are not text"),
            (((1, "A", 1, ("x", "x?"), 1),), "A has a field twice"),
            (((1, "A", 1, ("x:[B]", "x"), 1),), "A has a field twice"),
            (((1, "A", 1, (), 1), (1, "B", 1, (), 1)), "number 1 is given twice"),
            (((1, "A", 1, (), 1), (2, "A", 1, (), 1)), "A stands there already"),
            (((1, "A", 1, (), 2), (2, "A", 1, (), 1)), "A stands there already"),
            (((1, "A", 1, (), 1), (2, "A", 2, (), 2)), "A stands there already"),
        ],
    )
    def test_rows_that_contradict_the_format_are_refused(self, rows: Any, words: str) -> None:
        """Shape, ranges, doubled numbers, names, versions and fields are all checked."""
        with pytest.raises(MessageError, match=words):
            check_rows(rows, ())

    def test_rows_are_held_against_those_before(self) -> None:
        """An extension cannot give a number or version again."""
        before = ((1, "A", 1, (), 3),)
        for row in ((1, "B", 1, (), 1), (2, "A", 1, (), 3), (2, "A", 0, (), 4)):
            with pytest.raises(MessageError):
                check_rows((row,), before)
        check_rows(((2, "A", 1, (), 4),), before)

    @pytest.mark.parametrize(
        "words",
        ["x:[", "x:{", "x:[]", "x:]", "x:[[[[", "x:?", "", "?", ":", "x:" + "[" * 2000, "x:Nobody",
         "x:{[*]}", "x:**", "\x1b[31m:*"],
    )  # fmt: skip
    def test_strange_field_words_end_in_words(self, words: str) -> None:
        """A schema may hold any text; reading by it gives a value or MessageError."""
        deep: Any = 1
        for _ in range(600):
            deep = (deep,)
        for held in (None, 1, "t", (), ((),), (("a", 1),), ((1, None),), deep):
            codec = codec_of((1, "A", 1, (words,), 1))
            try:
                built = codec.message((1, held))
            except MessageError:
                continue
            to_plain(built)

    def test_types_that_hold_themselves_end_with_the_data(self) -> None:
        """A recursive schema reads no deeper than a payload may be."""
        codec = codec_of((1, "A", 1, ("next?:A",), 1))
        assert codec.message((1, ((None,),))).name == "A"
        row: Any = (None,)
        for _ in range(600):
            row = (row,)
        with pytest.raises(MessageError, match="deep"):
            codec.message((1, row))

    def test_a_known_class_in_a_hostile_schema_keeps_its_types(self) -> None:
        """A field declared as a row where the class has a number is still checked as a number."""
        codec = codec_of(WHEEL, (3, "push", 0, ("cart:Wheel", "hard:{}"), 1))
        with pytest.raises(MessageError):
            codec.message((3, (4, None), ()))

    def test_an_unknown_value_in_a_mapping_field(self) -> None:
        """A mapping of an unknown type's rows is a mapping of unknown values."""
        codec = codec_of((1, "Thing", 2, ("a",), 1), (2, "Seen", 1, ("all:{Thing}",), 1))
        assert codec.message((2, (("k", (1,)),))).fields == FrozenDict(
            all=FrozenDict(k=Unknown("Thing", 2, FrozenDict(a=1)))
        )

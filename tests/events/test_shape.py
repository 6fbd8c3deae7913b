"""Shapes: what annotations mean, how a schema writes them, how deep rows may go."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from rollbook.events.errors import MessageError
from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Command, Message, Value, message
from rollbook.events.quantities import Between, Length
from rollbook.events.shape import (
    Either,
    Listing,
    Mapping,
    Nullable,
    One,
    Scalar,
    Several,
    check_depth,
    default_of,
    fields_of,
    holds_bytes,
    is_open,
    notation,
    shape_of,
)
from tests.toylog import Everything, Point, Poke, Tag


@message
class Share(Value):
    """A value with binary in it."""

    tag: Tag
    share: bytes | None


CASES: list[tuple[Any, Any, str]] = [
    (int, Scalar((int,)), ""),
    (bytes, Scalar((bytes,)), ""),
    (int | str, Scalar((int, str)), ""),
    (int | None, Nullable(Scalar((int,))), ""),
    (Annotated[int, Between(0, 9)], Scalar((int,), (Between(0, 9),)), ""),
    (tuple[int, ...], Listing(Scalar((int,))), ""),
    (tuple[int, str], Listing(None, (Scalar((int,)), Scalar((str,)))), ""),
    (tuple[tuple[int, ...], ...], Listing(Listing(Scalar((int,)))), ""),
    (Point, One(Point), ":Point"),
    (Point | None, Nullable(One(Point)), ":Point"),
    (tuple[Point, ...], Listing(One(Point)), ":[Point]"),
    (FrozenDict[int], Mapping(Scalar((int,))), ":{}"),
    (FrozenDict[Point], Mapping(One(Point)), ":{Point}"),
    (Point | Tag, Several((Point, Tag), None), ":*"),
    (int | Point | None, Nullable(Several((Point,), Scalar((int,)))), ":*"),
    (tuple[Point | Tag, ...], Listing(Several((Point, Tag), None)), ":[*]"),
    (FrozenDict[int | Point], Mapping(Several((Point,), Scalar((int,)))), ":{*}"),
    (Command, Several((Command,), None), ":*"),
    (
        int | tuple[int, ...],
        Either((Scalar((int,)), Listing(Scalar((int,))))),
        "",
    ),
]  # fmt: skip


class TestShapes:
    @pytest.mark.parametrize(("annotation", "shape", "words"), CASES)
    def test_an_annotation_has_one_shape_and_one_notation(
        self, annotation: Any, shape: Any, words: str
    ) -> None:
        """The shape, and what the schema writes for it, as the format has them."""
        assert shape_of(annotation) == shape
        assert notation(shape) == words

    @pytest.mark.parametrize(
        "annotation",
        [float, list[int], dict[str, int], set[int], Any, object, Point | tuple[int, ...],
         Annotated[Point, Length(5)]],
    )  # fmt: skip
    def test_what_a_row_cannot_hold_is_refused_when_declared(self, annotation: Any) -> None:
        """A message class with such a field fails at once, not in a game."""
        with pytest.raises(TypeError):
            shape_of(annotation)

    def test_fields_come_in_the_order_of_the_class(self) -> None:
        """A row lists fields as they are declared, with their question marks."""
        assert [f.written for f in fields_of(Poke)] == ["unit", "amount", "note?", "where?:Point"]
        assert [f.written for f in fields_of(Point)] == ["x", "y", "label?"]
        assert [f.written for f in fields_of(Everything)][-3:] == ["loose:*", "held:*", "later?"]

    def test_defaults_and_their_lack(self) -> None:
        """A field without default names itself and its type."""
        unit, _, note, _ = fields_of(Poke)
        assert default_of(Poke, note) is None
        with pytest.raises(MessageError, match="poke: this log has no field unit"):
            default_of(Poke, unit)

    def test_only_fields_of_any_message_are_open(self) -> None:
        """Open fields are those declared with a base class."""
        assert is_open(shape_of(Command))
        assert is_open(shape_of(Message | None))
        assert not is_open(shape_of(Point | Tag))
        assert not is_open(shape_of(tuple[Point, ...]))

    @pytest.mark.parametrize(
        "annotation",
        [bytes, bytes | None, int | bytes, tuple[bytes, ...], tuple[int, bytes],
         tuple[tuple[bytes, ...], ...], FrozenDict[bytes], int | tuple[bytes, ...], Share,
         Share | None, tuple[Share, ...], Point | Share, bytes | Point,
         FrozenDict[int | Share], Command, Message | None],
    )  # fmt: skip
    def test_binary_is_found_however_deep_it_may_stand(self, annotation: Any) -> None:
        """And where any message may stand, binary may."""
        assert holds_bytes(shape_of(annotation))

    @pytest.mark.parametrize(
        "annotation",
        [int, str | None, tuple[int, str], tuple[Point, ...], FrozenDict[int | Point],
         int | tuple[int, ...], Point | Tag],
    )  # fmt: skip
    def test_where_no_binary_may_stand(self, annotation: Any) -> None:
        """All other shapes hold none."""
        assert not holds_bytes(shape_of(annotation))


def nested(levels: int) -> Any:
    """Give *levels* arrays, one inside the other."""
    value: Any = 1
    for _ in range(levels):
        value = (value,)
    return value


class TestDepth:
    def test_twelve_deep_and_no_deeper(self) -> None:
        """The limit counts from the depth at which the value stands."""
        check_depth(nested(12), 1, "it")
        check_depth(nested(9), 4, "it")
        for value, at in ((nested(13), 1), (nested(10), 4), ((1, nested(12)), 1)):
            with pytest.raises(MessageError, match="more than 12 deep"):
                check_depth(value, at, "it")

    def test_very_deep_values_end_early(self) -> None:
        """The check stops at the limit, whatever lies below."""
        with pytest.raises(MessageError):
            check_depth(nested(900), 1, "it")

"""Message classes: identity, names, copies, and the mapping that fields use."""

from __future__ import annotations

import copy
import pickle

import pytest
from attrs.exceptions import FrozenInstanceError

from rollbook.events.build import changer, fill
from rollbook.events.frozen import EMPTY, FrozenDict
from rollbook.events.log.messages import LOG_MESSAGES, StartGame, TakeBack
from rollbook.events.message import changed, field_names, name_of
from rollbook.events.plain import to_plain
from rollbook.events.schema import with_values
from tests.toylog import EVERYTHING, TOY, Everything, Point, Poke, Poked, Tag


class TestMessages:
    def test_messages_of_equal_fields_are_equal_and_hash_alike(self) -> None:
        """Equality and hash go by type and fields."""
        assert Point(x=1, y=2) == Point(x=1, y=2, label=None)
        assert hash(Point(x=1, y=2)) == hash(Point(x=1, y=2))
        assert Point(x=1, y=2) != Point(x=2, y=1)

    def test_types_with_equal_fields_are_not_equal(self) -> None:
        """Another type is another message, whatever its fields hold."""
        assert Poke(unit="u", amount=1) != Poked(unit="u", amount=1, roll=None)
        assert Tag(text="t") != "t"

    def test_a_message_cannot_be_changed(self) -> None:
        """Messages are frozen, also those that the fast way made."""
        for made in (Point(x=1, y=2), fill(Point, 1, 2, None)):
            with pytest.raises(FrozenInstanceError):
                made.x = 3  # type: ignore[misc]

    def test_a_field_cannot_be_removed_and_none_added(self) -> None:
        """A message holds its fields and nothing else, for good."""
        made = Point(x=1, y=2)
        with pytest.raises(FrozenInstanceError):
            del made.x
        assert not hasattr(made, "__dict__")
        with pytest.raises(AttributeError):
            object.__setattr__(made, "z", 3)

    def test_copies_of_all_kinds_are_equal(self) -> None:
        """A message can be copied and pickled, and stays frozen then."""
        for made in (EVERYTHING, Point(x=1, y=2)):
            for again in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):  # noqa: S301
                assert again == made
                with pytest.raises(FrozenInstanceError):
                    again.x = 3  # type: ignore[union-attr, misc]

    def test_repr_names_every_field(self) -> None:
        """A message shows as the call that makes it."""
        assert repr(Point(x=1, y=-2)) == "Point(x=1, y=-2, label=None)"

    def test_commands_are_named_in_lower_case(self) -> None:
        """Commands go by what a person types, everything else by its class."""
        assert name_of(TakeBack) == "take_back"
        assert name_of(StartGame) == "start_game"
        assert name_of(Everything) == "Everything"

    def test_names_are_unique(self) -> None:
        """Within one log no two types share a name."""
        classes = with_values((*LOG_MESSAGES, *TOY.messages))
        assert len({name_of(cls) for cls in classes}) == len(classes)


class TestChangers:
    def test_the_fast_copy_equals_the_plain_one(self) -> None:
        """A changer gives what the constructor gives, of the same class."""
        for field in field_names(Everything):
            value = object()
            fast = changer(field)(EVERYTHING, value)
            assert fast == changed(EVERYTHING, **{field: value})
            assert type(fast) is Everything

    def test_several_fields_change_together(self) -> None:
        """Values go to fields in the order in which the changer names them."""
        assert changer("y", "x")(Point(x=1, y=2), 8, 9) == Point(x=9, y=8)

    def test_the_old_message_stays(self) -> None:
        """A copy leaves the first alone."""
        old = Point(x=1, y=2)
        changer("x")(old, 5)
        assert old == Point(x=1, y=2)

    def test_one_changer_serves_every_class_with_the_field(self) -> None:
        """The same changer copies messages of different types."""
        change = changer("amount")
        assert change(Poke(unit="u", amount=1), 2) == Poke(unit="u", amount=2)
        assert change(Poked(unit="u", amount=1, roll=None), 2).amount == 2

    def test_a_field_that_is_not_there_is_an_error(self) -> None:
        """A changer for a class without the field fails loudly."""
        with pytest.raises(TypeError, match="Tag has no field amount"):
            changer("amount")(Tag(text="t"), 1)

    def test_filled_equals_constructed(self) -> None:
        """Filling by position gives what the constructor gives."""
        values = [getattr(EVERYTHING, name) for name in field_names(Everything)]
        assert fill(Everything, *values) == EVERYTHING


class TestFrozenDict:
    def test_it_cannot_be_changed(self) -> None:
        """Every way to change a dict in place is refused."""
        held: FrozenDict[int] = FrozenDict(a=1)
        ways = (
            lambda: held.__setitem__("a", 2),
            lambda: held.__delitem__("a"),
            lambda: held.__ior__({"b": 1}),
            lambda: held.clear(),
            lambda: held.pop("a"),
            lambda: held.popitem(),
            lambda: held.setdefault("b", 1),
            lambda: held.update(b=1),
        )
        for way in ways:
            with pytest.raises(TypeError, match="cannot be changed"):
                way()
        assert held == {"a": 1}

    def test_put_and_drop_give_copies(self) -> None:
        """Changes are copies, in the order of the keys."""
        held: FrozenDict[int] = FrozenDict(b=1, a=2)
        assert list(held.put("c", 3).items()) == [("b", 1), ("a", 2), ("c", 3)]
        assert held.drop("b") == {"a": 2}
        assert held.drop("zz") == held
        assert held == {"b": 1, "a": 2}

    def test_equal_mappings_hash_alike(self) -> None:
        """The order of keys does not count for equality, so neither for the hash."""
        assert hash(FrozenDict(a=1, b=2)) == hash(FrozenDict(b=2, a=1))

    def test_copies_are_the_same_or_equal(self) -> None:
        """Copying what never changes costs nothing."""
        held: FrozenDict[int] = FrozenDict(a=1)
        assert copy.copy(held) is held
        assert copy.deepcopy(held) is held
        again = pickle.loads(pickle.dumps(held))  # noqa: S301
        assert again == held
        assert type(again) is FrozenDict


class TestPlain:
    def test_everything_has_a_plain_form(self) -> None:
        """Values nest, bytes are hexadecimal, absent fields are left out, nulls stay."""
        assert to_plain(EVERYTHING) == {
            "type": "Everything",
            "flag": True,
            "number": -7,
            "text": "tëxt",
            "blob": "00ff",
            "maybe": None,
            "mixed": "seven",
            "pair": [1, "one"],
            "names": ["a", "b"],
            "nested": [[1, 2], [], [3]],
            "point": {"x": 1, "y": 2, "label": "here"},
            "perhaps": None,
            "points": [{"x": 3, "y": 4}, {"x": -5, "y": 6, "label": ""}],
            "table": {"a": 1, "b": "two", "c": False, "d": [4, 5]},
            "spots": {"home": {"x": 0, "y": 0}},
            "either": {"text": "either"},
            "loose": {"x": 9, "y": 9},
            "held": {"do": "poke", "unit": "u", "amount": 3},
        }

    def test_what_no_log_holds_has_none(self) -> None:
        """A float or set is an error, never a guess."""
        for value in (1.5, {1}, object()):
            with pytest.raises(TypeError, match="has no plain form"):
                to_plain(value)

    def test_the_empty_mapping_is_shared(self) -> None:
        """There is one empty mapping to start from."""
        assert EMPTY == {}

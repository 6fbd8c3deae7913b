"""Private copies of messages: changed in place by their holder, frozen when given up."""

from __future__ import annotations

import pytest
from attrs.exceptions import FrozenInstanceError

from rollbook.events.build import changer
from rollbook.events.frozen import EMPTY, FrozenDict
from rollbook.events.hullpoints.units import Infantry, Model
from rollbook.events.owned import OwnedDict, is_owned, owned, release
from tests.toylog import Point, Tag

with_x = changer("x")
with_place = changer("x", "y")


with_wounds = changer("wounds")
with_models = changer("models")
MODEL = Model(wounds=2, wounds_start=2, status="active", aboard=None)


def squad_of(models: FrozenDict[Model]) -> Infantry:
    """Give an infantry unit of *models* with nothing else of note."""
    return Infantry(
        kind="infantry", owner="p", name="n", status="active", position=None,
        battle_shocked_until=None, weapons=EMPTY, ws_melee=5, ws_shooting=5, strength=4,
        initiative=4, toughness=4, grit=8, sagacity=8, models=models,
    )  # fmt: skip


class TestOwned:
    def test_a_changer_changes_an_owned_copy_itself(self) -> None:
        """It gives the copy back, and the instance it was made from stays as it is."""
        point = Point(x=1, y=2, label="here")
        mine = owned(point)
        assert with_x(mine, 5) is mine
        assert with_place(mine, 6, 7) is mine
        assert (mine.x, mine.y, mine.label) == (6, 7, "here")
        assert (point.x, point.y, point.label) == (1, 2, "here")

    def test_a_changer_copies_what_is_not_owned(self) -> None:
        """Before and after it has met an owned copy of the same class."""
        point = Point(x=1, y=2)
        for _ in range(100):
            assert with_x(point, 5) == Point(x=5, y=2)
            with_x(owned(point), 9)
        assert point == Point(x=1, y=2)

    def test_a_changer_needs_its_field_in_an_owned_copy_too(self) -> None:
        """The error names what lacks, as it does for a frozen instance."""
        mine = owned(Tag(text="t"))
        with pytest.raises(TypeError, match="Tag has no field x, y"):
            with_place(mine, 1, 2)

    def test_an_owned_copy_is_one_of_its_class(self) -> None:
        """Reducers ask for the kind of a unit with isinstance."""
        mine = owned(Point(x=1, y=2))
        assert isinstance(mine, Point)
        assert is_owned(type(mine))
        assert not is_owned(Point)

    def test_what_is_owned_is_not_copied_again(self) -> None:
        """There is one holder."""
        mine = owned(Point(x=1, y=2))
        assert owned(mine) is mine

    def test_what_was_given_up_is_frozen(self) -> None:
        """It is an instance like any other, and a changer copies it."""
        mine = owned(Point(x=1, y=2))
        with_x(mine, 5)
        release(mine)
        assert type(mine) is Point
        assert mine == Point(x=5, y=2)
        with pytest.raises(FrozenInstanceError):
            mine.x = 3  # type: ignore[misc]
        assert with_x(mine, 6) is not mine
        assert mine.x == 5

    def test_nothing_happens_to_what_nobody_owned(self) -> None:
        """A frozen instance stays what it is."""
        point = Point(x=1, y=2)
        release(point)
        assert type(point) is Point


class TestParts:
    """Mappings to other messages are owned with the message that holds them."""

    def test_they_are_copies_too(self) -> None:
        """A changed part leaves the frozen instance, and what it shares, as it was."""
        squad = squad_of(FrozenDict(m1=MODEL, m2=MODEL))
        mine = owned(squad)
        with_wounds(mine.models["m1"], 0)
        assert mine.models.put("m3", MODEL) is mine.models
        assert [m.wounds for m in mine.models.values()] == [0, 2, 2]
        assert squad.models == FrozenDict(m1=MODEL, m2=MODEL)
        assert MODEL.wounds == 2

    def test_they_are_given_up_with_it(self) -> None:
        """Also those that came to stand in a mapping of another kind."""
        mine = owned(squad_of(FrozenDict(m1=MODEL, m2=MODEL)))
        with_models(mine, FrozenDict(reversed(mine.models.items())))
        release(mine)
        assert type(mine) is Infantry
        assert type(mine.models) is type(mine.weapons) is FrozenDict
        assert {type(model) for model in mine.models.values()} == {Model}
        with pytest.raises(FrozenInstanceError):
            mine.models["m1"].wounds = 0  # type: ignore[misc]

    def test_setting_a_field_goes_the_short_way(self) -> None:
        """
        Given an owned copy, nothing of attrs stands between a field and its setting.

        A class with one of the two methods of attrs takes eight times as long.
        """
        cls = type(owned(MODEL))
        assert cls.__setattr__ is object.__setattr__
        assert cls.__delattr__ is object.__delattr__


class TestOwnedDict:
    def test_it_holds_copies(self) -> None:
        """Neither the mapping it was made of nor what stood in it is changed."""
        given = FrozenDict(a=Point(x=1, y=1))
        mine = OwnedDict(given)
        with_x(mine["a"], 5)
        assert mine.put("b", Point(x=2, y=2)) is mine
        assert given == FrozenDict(a=Point(x=1, y=1))
        assert list(mine) == ["a", "b"]

    def test_it_owns_what_is_put_in(self) -> None:
        """A value that stands in an event is not changed with the mapping."""
        point = Point(x=1, y=1)
        mine = OwnedDict(FrozenDict())
        with_x(mine.put("a", point)["a"], 5)
        assert point == Point(x=1, y=1)

    def test_mapping_it_changes_itself(self) -> None:
        """What the function gives is owned, whether it was changed in place or not."""
        mine = OwnedDict(FrozenDict(a=Point(x=1, y=1), b=Point(x=2, y=2)))
        other = Point(x=7, y=7)
        assert mine.mapped(lambda p: with_x(p, 5) if p.x == 1 else other) is mine
        assert [point.x for point in mine.values()] == [5, 7]
        with_x(mine["b"], 8)
        assert other.x == 7

    def test_closed_it_is_a_plain_mapping(self) -> None:
        """From then on put() copies."""
        mine = OwnedDict(FrozenDict(a=Point(x=1, y=1)))
        mine.close()
        assert type(mine) is FrozenDict
        assert mine.put("b", Point(x=2, y=2)) is not mine
        assert list(mine) == ["a"]

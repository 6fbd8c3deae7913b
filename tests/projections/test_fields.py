"""Fields of a state, by path."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Over, Owed, Position
from rollbook.projections.fields import MISSING, differences, leaves, value_at

numbers = st.integers(-9, 9)
positions = st.builds(Position, x_milli=numbers, y_milli=numbers, facing_decideg=numbers)
names = st.sampled_from(["a", "b", "c"])
values = st.one_of(
    numbers,
    st.booleans(),
    st.none(),
    positions,
    st.lists(numbers, max_size=3).map(tuple),
    st.lists(st.builds(Owed, do=names, unit=names), max_size=2).map(tuple),
    st.dictionaries(names, st.one_of(numbers, positions), max_size=3).map(FrozenDict),
)


def put(value: object, path: tuple[str, ...], new: object) -> object:
    """Give *value* with *new* at *path*: the naive way that differences are held against."""
    if not path:
        return new
    if isinstance(value, FrozenDict):
        made = dict(value)
        if new is MISSING and len(path) == 1:
            made.pop(path[0])
        else:
            made[path[0]] = put(made.get(path[0], MISSING), path[1:], new)
        return FrozenDict(made)
    if isinstance(value, tuple):
        place = int(path[0])
        return (*value[:place], put(value[place], path[1:], new), *value[place + 1 :])
    fields = {n: getattr(value, n) for n in type(value).__slots__ if hasattr(value, n)}
    fields[path[0]] = put(fields[path[0]], path[1:], new)
    return type(value)(**fields)


class TestDifferences:
    @given(st.dictionaries(names, values).map(FrozenDict))
    def test_nothing_differs_from_itself(self, state):
        """A state does not differ from an equal one."""
        assert not list(differences(state, FrozenDict(dict(state))))

    @given(
        st.dictionaries(names, values).map(FrozenDict),
        st.dictionaries(names, values).map(FrozenDict),
    )
    def test_putting_every_difference_in_gives_the_other(self, left, right):
        """The differences are all there is between two states."""
        made = left
        for difference in differences(left, right):
            assert value_at(left, difference.path) == difference.left
            assert value_at(right, difference.path) == difference.right
            made = put(made, difference.path, difference.right)
        assert made == right

    def test_true_is_not_one(self):
        """A flag and a number are different values, though Python finds them equal."""
        found = list(differences(FrozenDict(a=True), FrozenDict(a=1)))
        assert [d.path for d in found] == [("a",)]

    def test_fields_of_another_kind_differ_as_a_whole(self):
        """Where one side has nothing, or another type, there is no looking inside."""
        here = Position(x_milli=1, y_milli=2, facing_decideg=0)
        found = list(differences(FrozenDict(at=None), FrozenDict(at=here)))
        assert [(d.path, d.left, d.right) for d in found] == [(("at",), None, here)]


class TestPaths:
    def test_a_path_runs_through_classes_mappings_and_lists(self):
        """Fields by name, keys by text, items by number."""
        over = Over(winner="a", scores=FrozenDict(a=3), reason="")
        assert value_at((over,), ("0", "scores", "a")) == 3

    def test_a_path_that_leads_nowhere_is_missing(self):
        """No path raises, whatever it is."""
        for path in (("x",), ("0", "0"), ("-1",), ("99999999999",), ("²",)):
            assert value_at((1,), path) is MISSING

    def test_leaves_are_all_fields_without_fields(self):
        """Every field is reached by exactly one path."""
        here = Position(x_milli=1, y_milli=2, facing_decideg=0)
        state = FrozenDict(at=here, list=(1, 2), none=None)
        assert [".".join(p) for p in leaves(state)] == [
            "at.x_milli",
            "at.y_milli",
            "at.facing_decideg",
            "list",
            "none",
        ]

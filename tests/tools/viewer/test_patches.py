"""Patches of states: plain, small, and exact."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.log.file import FileLog
from rollbook.events.plain import to_plain
from rollbook.projections.fold import projection_of
from rollbook.projections.state import States
from rollbook.tools.viewer.content import Gatherer
from rollbook.tools.viewer.patches import patch, patched
from tests.battles import BOTH

names = st.text("abcdefgh_-", min_size=1, max_size=3)
plain: Any = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.lists(st.integers(0, 3), max_size=3),
    lambda inner: st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)


@given(plain, plain)
def test_a_patch_turns_the_first_into_the_second(before: Any, after: Any) -> None:
    """Whatever two plain values are, the patch between them leads from one to the other."""
    assert patched(before, patch(before, after)) == after


@given(plain)
def test_nothing_changed_needs_no_patch(value: Any) -> None:
    """Equal values have an empty patch, the same object or not."""
    assert patch(value, value) == []


def test_true_is_not_one() -> None:
    """A truth value and a number are different, though Python holds them equal."""
    assert patch({"a": 1}, {"a": True}) == [["a", True]]


@pytest.mark.parametrize("name", [*BOTH, "branched"])
def test_patches_lead_through_every_state(logs: dict[str, Any], name: str) -> None:
    """The patches of a page, applied one after the other, give the state at each address."""
    with FileLog.read(logs[name]) as log:
        states = States(log, projection_of(log.chain.rules))
        told = Gatherer(log, extras=False).tell(range(len(log)))
        ends: list[Any] = []
        for one in told:
            parent = one.plain["parent"]
            state = None if parent is None else ends[parent]
            for number, steps in enumerate(one.plain["patches"]):
                state = patched(state, steps)
                assert state == to_plain(states.at(one.seq, number + 1)), f"{one.seq}.{number}"
            ends.append(state)

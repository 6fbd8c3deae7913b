"""What an event changed, and its words."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Owed, Position
from rollbook.events.tournament.values import Link
from rollbook.tools.cli.changed import Changed, changes
from rollbook.tools.cli.changewords import change_words

HERE = Position(x_milli=1500, y_milli=-2000, facing_decideg=900)
THERE = Position(x_milli=1500, y_milli=4000, facing_decideg=900)


def states(before: dict[str, Any], after: dict[str, Any]) -> list[Changed]:
    return list(changes(FrozenDict(before), FrozenDict(after)))


def words(*found: Changed) -> list[tuple[str, str]]:
    return list(change_words(found, lambda ref: {"w": "Old Gertie"}.get(ref, ref)))


class TestChanges:
    def test_a_place_is_one_change(self) -> None:
        """Moving along one axis changes the position, not a number inside it."""
        assert states({"position": HERE}, {"position": THERE}) == [
            Changed(("position",), HERE, THERE)
        ]

    def test_a_list_is_one_change(self) -> None:
        """What is owed is told as a whole, whether it grew or only differs inside."""
        one, other = Owed(do="resolve_timber", unit="w"), Owed(do="resolve_explosion", unit="v")
        assert states({"pending": (one, other)}, {"pending": (other, one)}) == [
            Changed(("pending",), (one, other), (other, one))
        ]

    def test_what_joins_or_goes_has_nothing_on_one_side(self) -> None:
        """A key on one side only is a change from or to nothing."""
        assert states({"a": 1}, {"b": 2}) == [Changed(("a",), 1, None), Changed(("b",), None, 2)]


@pytest.mark.parametrize(
    ("path", "before", "after", "told"),
    [
        (("units", "w", "hull"), 5, 4, ("Old Gertie", "hull 5 -> 4")),
        (("units", "w"), None, object(), ("Old Gertie", "joins the game")),
        (
            ("games", "r1-1", "link"),
            None,
            Link(rules="hull-points", game_id=b"\xa4b", size=2, root=b"\x00r"),
            (
                "",
                "games r1-1 link none -> (rules hull-points, game id a462, size 2, root 0072)",
            ),
        ),
        (("entered", "ada", "list_hash"), None, b"?\n", ("", "entered ada list hash none -> 3f0a")),
        (
            ("units", "w", "position"),
            None,
            HERE,
            ("Old Gertie", "position none -> (1.5, -2) facing 90°"),
        ),
        (
            ("units", "w", "weapons", "gun", "destroyed"),
            False,
            True,
            ("Old Gertie", "weapon gun destroyed no -> yes"),
        ),
        (
            ("pending",),
            (),
            (Owed(do="resolve_timber", unit="w"),),
            ("", "owed none -> resolve timber of Old Gertie"),
        ),
        (("phase",), "end", None, ("", "phase end -> none")),
        (
            ("units", "w", "move", "spent_milli"),
            0,
            2500,
            ("Old Gertie", "moved 0 -> 2.5"),
        ),
    ],
)
def test_changes_in_words(
    path: tuple[str, ...], before: Any, after: Any, told: tuple[str, str]
) -> None:
    """Whose, what, from what to what; lengths in whole units, yes and no for flags."""
    assert words(Changed(path, before, after)) == [told]


def test_what_matters_most_comes_first() -> None:
    """Round and phase, then status and hull, then the rest, then what only clears."""
    found = [
        Changed(("units", "w", "weapons", "gun", "fired"), True, False),
        Changed(("units", "w", "battle_shocked_until"), None, 2),
        Changed(("units", "w", "hull"), 2, 1),
        Changed(("units", "w", "status"), "active", "slain"),
        Changed(("round",), 1, 2),
    ]
    assert [what.split()[0] for _, what in words(*found)] == [
        "round", "status", "hull", "battle", "weapon",
    ]  # fmt: skip


def test_hostile_values_are_written_out() -> None:
    """A text in a state cannot move the cursor."""
    ((_, what),) = words(Changed(("units", "w", "status"), "a\x1b[2J", "b"))
    assert what == "status a\\x1b[2J -> b"

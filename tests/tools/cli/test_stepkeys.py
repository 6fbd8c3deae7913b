"""What each key of `step` does, with a terminal that only hands out keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from rollbook.events.log.address import parse_address
from rollbook.tools.cli import stepkeys
from rollbook.tools.cli.stepkeys import Keys
from rollbook.tools.cli.stepping import Walk
from rollbook.tools.cli.terminal import Terminal


class Waiting:
    """A terminal with keys that are pressed already."""

    def __init__(self, *keys: str) -> None:
        self._keys: Iterator[str] = iter(keys)

    def key(self, seconds: float | None = None) -> str | None:
        return next(self._keys, None)


def keys_at(walk: Walk, address: str, *waiting: str, typed: str | None = None) -> Keys:
    place = walk.at(parse_address(address, walk.timelines))
    terminal = cast("Terminal", Waiting(*waiting))
    return Keys(walk, place, terminal, lambda _: typed)


def after(keys: Keys, *pressed: str) -> tuple[str, str]:
    """Give the place and the message after some keys."""
    for key in pressed:
        keys.press(key)
    return str(keys.place), keys.message


@pytest.mark.parametrize(
    ("pressed", "place"),
    [
        (["right"], "124.1"),
        ([" ", "f", "l", "enter"], "124.4"),
        (["left"], "123.0"),
        (["down"], "125.0"),
        (["up"], "123.0"),
        (["page down"], "134.0"),
        (["page down", "page up"], "124.0"),
        (["home"], "0.0"),
        (["end"], "160.0"),
        (["R"], "112.0"),
        (["r"], "141.0"),
        (["d"], "124.1"),
        (["h", "h"], "124.8"),
        (["x", "x", "X"], "124.10"),
    ],
)
def test_keys_lead_to_places(demo: Walk, pressed: list[str], place: str) -> None:
    """From the first event of the shot that blew up Brick."""
    assert after(keys_at(demo, "124.0"), *pressed) == (place, "")


@pytest.mark.parametrize(
    ("address", "pressed", "message"),
    [
        ("0.0", ["left"], "This is the beginning."),
        ("160", ["right"], "This is the end."),
        ("160", ["x"], "There is no later loss of a unit."),
        ("0.0", ["H"], "There is no earlier damage."),
        ("10", ["Z"], "That key does nothing; ? shows the keys."),
    ],
)
def test_what_cannot_be_done_is_said(
    demo: Walk, address: str, pressed: list[str], message: str
) -> None:
    """The place stays, the message says why."""
    keys = keys_at(demo, address)
    before = str(keys.place)
    assert after(keys, *pressed) == (before, message)


def test_any_key_stops_a_search_where_it_began(demo: Walk) -> None:
    """The place stays, and how far the search came is said."""
    keys = keys_at(demo, "0.0", "z", typed="no such words")
    assert after(keys, "/") == ("0.0", "Stopped looking at entry 63.")


def test_a_long_search_says_how_far_it_is(demo: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once patience is over, and again later, with what is looked for and where."""
    monkeypatch.setattr(stepkeys, "PATIENCE", -1.0)
    keys = keys_at(demo, "0.0", typed="no such \x1bwords")
    said: list[Any] = []
    keys.on_work = lambda again: said.append((again, keys.message))
    after(keys, "/")
    assert said == [
        (False, "Looking for “no such \\x1bwords”, at entry 63; any key stops."),
        (True, "Looking for “no such \\x1bwords”, at entry 127; any key stops."),
    ]


def test_an_address_may_name_another_timeline(branched: Walk) -> None:
    """A name with @ changes the branch; a number alone stays on it where it can."""
    keys = keys_at(branched, "main@20", typed="what-if@40")
    after(keys, "g")
    assert (str(keys.place.branch), keys.place.seq) == ("what-if", 40)
    keys = keys_at(branched, "what-if@20", typed="30")
    after(keys, "g")
    assert (str(keys.place.branch), keys.place.seq) == ("what-if", 30)


def test_play_keeps_its_pace_within_bounds(demo: Walk) -> None:
    """P plays and pauses, + and - change how fast, never to nothing."""
    keys = keys_at(demo, "10")
    after(keys, "p", *"+" * 20)
    assert keys.playing == stepkeys.FASTEST
    after(keys, *"-" * 20)
    assert keys.playing == stepkeys.SLOWEST
    after(keys, "p")
    assert keys.playing is None


def test_playing_stops_at_the_end(demo: Walk) -> None:
    """The last event stays, and it is said that it is the last."""
    keys = keys_at(demo, "159")
    keys.playing = 1.0
    assert keys.forward()
    assert not keys.forward()
    assert (str(keys.place), keys.playing, keys.message) == ("160.0", None, "This is the end.")

"""Broken commands and logs made by hand: refused, never a crash."""

from __future__ import annotations

import json
import random
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.starting import start
from rollbook.events.log.file import FileLog
from rollbook.events.log.log import NewEntry
from rollbook.events.message import Message, changed, field_names
from rollbook.tools.cli.main import run
from tests.engine.tournament.event import Event

JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 2**60, 1.5, "", "x" * 600, "\u202e\x1b[2J", [], {}, [1, 2], {"a": 1},
    "p1", ["p1", "p1"], "r1-1", [["p1"]],
)  # fmt: skip


def commands() -> list[dict[str, Any]]:
    """The commands of the shipped event."""
    text = resources.files("rollbook.engine.tournament").joinpath("demo.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_broken_commands_are_refused(seed):
    """A field of junk, a missing one or one too many is refused and changes nothing."""
    chance = random.Random(seed)
    event = Event.__new__(Event)
    event.__dict__.update(Event(0).__dict__ | {"state": None})
    for asked in commands():
        for _ in range(3):
            broken = dict(asked)
            name = chance.choice([*asked, "more"])
            broken[name] = chance.choice(JUNK)
            if chance.random() < 0.2:
                del broken[name]
            before = event.state
            if "refused" in event.submit(broken):
                assert event.state is before
            event.state = before
        event.submit(asked)


WORDS = ("standings", "crosstable", "show", "pairings", "check", "checkin")


def _broken(value: Any, chance: random.Random) -> Any:
    """Change one thing inside a message to another value of its type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice((-1, 0, 7, 2**40))
    if isinstance(value, str):
        return chance.choice(("", "nobody", "r9-9", "x-y", "draw", "\x1b[2J"))
    if isinstance(value, tuple) and value:
        place = chance.randrange(len(value))
        return (*value[:place], _broken(value[place], chance), *value[place + 1 :])
    if isinstance(value, Message):
        name = chance.choice(field_names(type(value)))
        return changed(value, **{name: _broken(getattr(value, name), chance)})
    return value


def _forged(path: Path, seed: int) -> None:
    """Write the shipped event with some events changed, as a log that is whole by its bytes."""
    chance = random.Random(seed)
    asked = commands()
    session = start(asked[0], None)
    for command in asked[1:]:
        session.submit(command)
    first, *rest = session.log.entries(range(len(session.log)))
    where = {chance.randrange(1, len(rest)) for _ in range(3)}
    made = FileLog.create(path, NewEntry(first.command, first.events, first.by, None, None))
    for entry in rest:
        events = entry.events
        if entry.seq in where:
            events = tuple(_broken(event, chance) for event in events)
        made.append(NewEntry(entry.command, events, entry.by, None, None))
    made.close()


@pytest.mark.parametrize("seed", range(25))
def test_logs_made_by_hand_never_crash(seed, tmp_path, capsys):
    """Whatever stands in an event, looking at it ends with an answer or a clear error."""
    path = tmp_path / "forged.rbk"
    _forged(path, seed)
    for word in WORDS:
        assert run(["tournament", word, str(path)]) in (0, 1)
        said = capsys.readouterr()
        assert "\x1b" not in said.out + said.err
    for words in (["history", "gus"], ["why", "cleo", "ada"], ["export", "--trf"],
                  ["export", "--html", "standings"], ["export", "--html", "pairings"],
                  ["export", "--html", "slips"], ["export", "--csv", "results"]):  # fmt: skip
        assert run(["tournament", words[0], str(path), *words[1:]]) in (0, 1)
    for words in (["log"], ["show"], ["audit"], ["step", "--print"]):
        assert run([words[0], str(path), *words[1:]]) in (0, 1)
    capsys.readouterr()

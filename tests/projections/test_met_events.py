"""A short log is folded from the events met while it was opened, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollbook.engine.session import Session, rules_of
from rollbook.engine.starting import start
from rollbook.events.log.file import FileLog
from rollbook.projections.fold import Folder, FoldError, projection_of
from rollbook.projections.state import States

START = {
    "do": "start_game",
    "by": "system",
    "rules": "hull-points",
    "players": {"a": "A", "b": "B"},
}
HP = projection_of("hull-points")


def note(text: str) -> dict[str, str]:
    return {"do": "note", "by": "a", "text": text}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log of a game with three notes."""
    session = start(START, tmp_path / "game.rbk")
    for text in ("one", "two", "three"):
        session.submit(note(text))
    session.close()
    return tmp_path / "game.rbk"


def plainly(log: FileLog, seq: int) -> object:
    """Fold one event after the other, along the path to *seq*."""
    folder = Folder(HP)
    for entry in log.entries(log.timelines.path(seq)):
        for event in entry.events:
            folder.apply(event)
    return folder.state


@pytest.mark.parametrize("write", [False, True])
def test_the_head_is_folded_without_reading_entries_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, write: bool
) -> None:
    """Given an opened log, its state at the head is that of the plain fold; no entry is read."""
    with FileLog.read(path) as log:
        expected = plainly(log, 3)
    with FileLog.write(path) if write else FileLog.read(path) as log:
        monkeypatch.setattr(FileLog, "entries", None)
        assert States(log, HP).at(3) == expected


def test_any_other_entry_is_folded_from_the_log(path: Path) -> None:
    """Given an opened log, an earlier state is not that of the head."""
    with FileLog.read(path) as log:
        states = States(log, HP)
        assert [states.at(seq) for seq in (1, 3, 0)] == [plainly(log, seq) for seq in (1, 3, 0)]


def test_they_are_given_once(path: Path) -> None:
    """Nothing keeps them in memory when they have been folded."""
    with FileLog.read(path) as log:
        assert log.met(2) == ()
        assert sum(len(events) for events in log.met(3)) == 5
        assert not log.met(3)
        assert States(log, HP).at(3) == plainly(log, 3)


def test_entries_that_came_later_are_folded(path: Path) -> None:
    """Given a log that grew since it was opened, the new head is folded whole."""
    with FileLog.write(path) as log:
        session = Session(log, rules_of(log))
        session.submit(note("four"))
        assert States(log, HP).at(4) == plainly(log, 4) == session.state


def test_a_log_that_went_back_is_folded_along_its_path(path: Path) -> None:
    """Given a take-back, what it withdrew is not in the state, whatever the file holds."""
    session = Session.open(path)
    session.submit({"do": "take_back", "by": "a", "to": 1, "reason": "slip"})
    session.close()
    with FileLog.read(path) as log:
        assert States(log, HP).at(4) == plainly(log, 4)
        assert log.met(4)


def test_an_impossible_event_is_an_error_both_times(path: Path) -> None:
    """Given events that do not fit, asking again gives the same error, not a half-made state."""
    with FileLog.read(path) as log:
        states = States(log, projection_of("armour-value"))
        errors = []
        for _ in range(2):
            try:
                errors.append(states.at(3))
            except FoldError as error:
                errors.append(str(error))
        assert errors[0] == errors[1]

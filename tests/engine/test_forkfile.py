"""Forks that begin a file of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollbook.engine.forkfile import fork_into
from rollbook.engine.session import Session
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.errors import DamagedLog, LogError, LogExists
from rollbook.events.log.file import FileLog
from rollbook.events.log.verify import verify_file
from tests.battles import demo


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A log of thirty entries, one of them taken back."""
    session = demo("hull-points", tmp_path / "a.rbk", count=30)
    session.submit({"do": "take_back", "by": "judge", "to": 28, "reason": ""})
    session.close()
    return tmp_path / "a.rbk"


def test_the_new_file_begins_with_every_byte_of_the_old(played: Path) -> None:
    """Withdrawn entries too; the old file is not touched."""
    before = played.read_bytes()
    entry = fork_into(played, played.with_name("b.rbk"), "try", 12)
    after = played.with_name("b.rbk").read_bytes()
    assert after[: len(before)] == before == played.read_bytes()
    assert entry.seq == 31
    assert len(after) > len(before)


def test_its_timeline_is_the_default_one_and_goes_on_from_the_entry(played: Path) -> None:
    """Opened without a word, the new file is played on from there."""
    copy = bytes(range(16))
    fork_into(played, played.with_name("b.rbk"), "try", 12, copy=copy)
    session = Session.open(played.with_name("b.rbk"))
    try:
        assert (session.timeline, session.head) == ("try", 31)
        assert session.log.chain.timelines.parent(31) == 12
        assert session.log.entry(31).events[0].copy == copy
        assert session.state == session.states.at(12)
        session.submit({"do": "note", "by": "ann", "text": "here we go again"})
        assert session.head == 32
    finally:
        session.close()
    assert verify_file(played.with_name("b.rbk")).status == "ok"


def test_each_copy_has_an_id_of_its_own(played: Path) -> None:
    """Two continuations of one game are told apart by sixteen random bytes."""
    ids = set()
    for name in ("b", "c"):
        entry = fork_into(played, played.with_name(f"{name}.rbk"), "try", 12)
        ids.add(entry.events[0].copy)
    assert len(ids) == 2
    assert all(len(ident) == 16 for ident in ids)


def test_a_fork_of_a_fork_moves_the_default_on(played: Path) -> None:
    """The default is that of the last fork with a copy."""
    fork_into(played, played.with_name("b.rbk"), "try", 12)
    fork_into(played.with_name("b.rbk"), played.with_name("c.rbk"), "more", 31)
    assert FileLog.read(played.with_name("c.rbk")).timelines.default == "more"


def test_an_existing_file_is_never_written_over(played: Path) -> None:
    """Not even when it is the log itself."""
    before = played.read_bytes()
    with pytest.raises(LogExists):
        fork_into(played, played, "try", 12)
    assert played.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "at", "by", "code"),
    [
        ("main", 12, "ann", "TIMELINE_EXISTS"),
        ("try", 31, "ann", "UNKNOWN_ENTRY"),
        ("try", 12, "dora", "UNKNOWN_PLAYER"),
        ("42", 12, "ann", "BAD_VALUE"),
    ],
)
def test_a_refused_fork_makes_no_file(played: Path, name: str, at: int, by: str, code: str) -> None:
    """The refusals are those of a fork inside the log."""
    with pytest.raises(RuleRefusal) as refusal:
        fork_into(played, played.with_name("b.rbk"), name, at, by=by)
    assert refusal.value.code == code
    assert sorted(p.name for p in played.parent.iterdir()) == ["a.rbk"]


def test_a_torn_log_is_not_copied(played: Path) -> None:
    """Its tail would become damage in the middle of the new file."""
    with played.open("ab") as file:
        file.write(b"\x92\xc4")
    with pytest.raises(LogError, match="rollbook play"):
        fork_into(played, played.with_name("b.rbk"), "try", 12)


def test_a_damaged_log_is_not_copied(played: Path) -> None:
    """It is repaired first."""
    data = bytearray(played.read_bytes())
    data[2000] ^= 1
    played.write_bytes(data)
    with pytest.raises(DamagedLog):
        fork_into(played, played.with_name("b.rbk"), "try", 1)


def test_an_older_log_learns_the_word_first(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log whose schema has no forks is copied, taught them, and forked."""
    from rollbook.events.log import log as logs
    from rollbook.events.log.messages import Fork, TimelineForked

    known = tuple(m for m in logs.LOG_MESSAGES if m not in (Fork, TimelineForked))
    monkeypatch.setattr(logs, "LOG_MESSAGES", known)
    old = played.with_name("old.rbk")
    demo("hull-points", old, count=5).close()
    monkeypatch.undo()
    entry = fork_into(old, played.with_name("b.rbk"), "try", 2)
    assert entry.seq == 6
    log = FileLog.read(played.with_name("b.rbk"))
    assert (log.timelines.heads, log.timelines.parent(6)) == ({"main": 5, "try": 6}, 2)
    assert verify_file(played.with_name("b.rbk")).status == "ok"

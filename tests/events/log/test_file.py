"""A log in a file, when the file is not what it was, or others write to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollbook.events.log import locking
from rollbook.events.log.checkpoint import Checkpoint
from rollbook.events.log.errors import (
    DamagedLog,
    HeadMoved,
    LogError,
    LogExists,
    ReadOnlyLog,
    ShorterThanSigned,
    UnknownEntry,
    WriterDead,
)
from rollbook.events.log.file import FileLog, checkpoint_file
from rollbook.events.log.frame import MAGIC
from rollbook.events.log.names import log_origin
from rollbook.events.log.note import Note, NoteSignature, format_notes
from rollbook.events.log.sidefile import side_path
from tests.toylog import GAME_ID, first, note, ticking, toy_log


@pytest.fixture
def log(tmp_path: Path) -> Iterator[FileLog]:
    """A log of three entries, open for writing."""
    with FileLog.create(tmp_path / "game.rbk", first(), clock=ticking()) as made:
        made.append(note("one"))
        made.append(note("two"))
        yield made


def sign(path: Path, size: int) -> None:
    """Put a checkpoint of *size* entries beside a log."""
    origin = log_origin("club.example", GAME_ID)
    text = Checkpoint(origin, size, bytes(range(32))).text
    signed = Note(text, (NoteSignature(origin, bytes(4), bytes(64)),))
    checkpoint_file(path).write_bytes(format_notes([signed]))


class TestMaking:
    def test_a_log_that_is_there_is_said_to_be_there_signed_or_not(self, log: FileLog) -> None:
        """Its checkpoints are not what stands in the way."""
        sign(log.path, 3)
        with pytest.raises(LogExists):
            FileLog.create(log.path, first())

    @pytest.mark.parametrize(("size", "refused"), [(1, False), (2, True)])
    def test_no_new_log_takes_the_place_of_a_signed_one(
        self, tmp_path: Path, size: int, refused: bool
    ) -> None:
        """Given checkpoints of a log that is gone, then only entry 0 could be written again."""
        path = tmp_path / "gone.rbk"
        sign(path, size)
        if refused:
            with pytest.raises(ShorterThanSigned):
                FileLog.create(path, first())
            assert not path.exists()
        else:
            FileLog.create(path, first()).close()


class TestOpening:
    def test_a_log_without_an_entry_is_damaged(self, tmp_path: Path) -> None:
        """The first bytes alone make no log to look at."""
        path = tmp_path / "game.rbk"
        path.write_bytes(MAGIC)
        with pytest.raises(DamagedLog):
            FileLog.read(path)

    def test_a_damaged_log_is_written_to_by_nobody(self, log: FileLog) -> None:
        """It can be looked at up to the damage."""
        log.close()
        data = bytearray(log.path.read_bytes())
        data[log._offsets[1] + 20] ^= 1
        log.path.write_bytes(data)
        with pytest.raises(DamagedLog) as caught:
            FileLog.write(log.path)
        assert (caught.value.seq, caught.value.offset) == (1, log._offsets[1])
        assert log.path.read_bytes() == data
        with FileLog.read(log.path) as looked:
            assert len(looked) == 1

    def test_a_log_shorter_than_was_signed_is_written_to_by_nobody(self, log: FileLog) -> None:
        """Three entries were signed for, or four."""
        log.close()
        sign(log.path, 3)
        FileLog.write(log.path).close()
        sign(log.path, 4)
        with pytest.raises(ShorterThanSigned):
            FileLog.write(log.path)

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda path: path.unlink(), "was moved or removed while it was being opened"),
            (
                lambda path: path.with_name("new").replace(path),
                "was replaced while it was being opened; try again",
            ),
        ],
        ids=["removed", "replaced"],
    )
    def test_a_file_that_changes_while_its_lock_is_waited_for(
        self, log: FileLog, monkeypatch: pytest.MonkeyPatch, change: Any, words: str
    ) -> None:
        """Nobody writes to a file that has no name any more."""
        log.close()
        log.path.with_name("new").write_bytes(log.path.read_bytes())
        lock = locking.lock

        def slow(fd: int, path: Path) -> None:
            lock(fd, path)
            change(path)

        monkeypatch.setattr(locking, "lock", slow)
        with pytest.raises(LogError, match=words):
            FileLog.write(log.path)


class TestChangedWhileOpen:
    def test_a_flipped_bit_is_found_when_its_entry_is_read(self, log: FileLog) -> None:
        """The bytes were good when the log was opened."""
        with FileLog.read(log.path) as looked:
            data = bytearray(log.path.read_bytes())
            data[looked._offsets[1] + 20] ^= 1
            log.path.write_bytes(data)
            assert looked.entry(2) == log.entry(2)
            with pytest.raises(DamagedLog, match="changed while it was open"):
                looked.entry(1)

    @pytest.mark.parametrize("seq", [-1, 3])
    def test_an_entry_that_is_not_there(self, log: FileLog, seq: int) -> None:
        """Neither its bytes, nor what they say, nor where they stand."""
        for asked in (log.payload, log.entry, log.leaf, log.offset):
            with pytest.raises(UnknownEntry):
                asked(seq)


class TestWriting:
    def test_somebody_else_adds_bytes(self, log: FileLog) -> None:
        """Given bytes that this writer did not write, then it writes no more, and stays so."""
        with log.path.open("ab") as file:
            file.write(b"x")
        data = log.path.read_bytes()
        for _ in range(2):
            with pytest.raises(WriterDead, match="somebody else changed the file"):
                log.append(note("three"))
        with pytest.raises(WriterDead, match="somebody else changed the file"):
            log.extend_for(note("three"))
        assert log.path.read_bytes() == data
        assert not log.writable

    def test_a_disk_that_takes_half(self, log: FileLog, monkeypatch: pytest.MonkeyPatch) -> None:
        """Given a write that ends early, then the entry is not acknowledged, nor any after it."""
        write = os.write
        monkeypatch.setattr(os, "write", lambda fd, data: write(fd, data[:10]))
        with pytest.raises(WriterDead, match=r"only 10 of \d+ bytes were written; is the disk"):
            log.append(note("three"))
        monkeypatch.undo()
        with pytest.raises(WriterDead, match="only 10 of"):
            log.append(note("three"))
        assert len(log) == 3

    def test_the_head_that_was_expected(self, log: FileLog) -> None:
        """Given another entry since, then nothing is written."""
        size = log.size
        with pytest.raises(HeadMoved):
            log.append(note("three", expected=log.leaf(1)))
        assert log.size == log.path.stat().st_size == size
        log.append(note("three", expected=log.leaf(2)))

    def test_after_closing_nothing_is_written(self, log: FileLog) -> None:
        """A closed log is one to be looked at."""
        log.close()
        for attempt in (log.append, log.extend_for):
            with pytest.raises(ReadOnlyLog, match="opened to be looked at"):
                attempt(note("three"))


def test_the_side_file_of_another_log_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given two logs of the same sizes, when their side files are swapped, then all is read."""
    monkeypatch.setenv("ROLLBOOK_CACHE", str(tmp_path / "cache"))
    one, two = (tmp_path / f"{name}.rbk" for name in ("one", "two"))
    for path in (one, two):
        made = toy_log(2)
        for number in range(3):
            made.append(note(f"{path.stem} {number}"))
        path.write_bytes(MAGIC + made.frames())
        with FileLog.read(path) as log:
            log.save_index(strict=False)
    with FileLog.read(one) as log:
        assert log.from_index
    side_path(one, "index").write_bytes(side_path(two, "index").read_bytes())
    with FileLog.read(one) as log:
        assert not log.from_index
        assert log.entry(len(log) - 1).events == note("one 2").events

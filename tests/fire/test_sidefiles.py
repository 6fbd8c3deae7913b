"""Side files deleted, stale, swapped, corrupt: they cost time at most, never an entry."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rollbook.events.log import file as file_module
from rollbook.events.log.errors import LogError
from rollbook.events.log.file import FileLog
from rollbook.events.log.sidefile import cache_folder
from tests.fire.scene import ENTRIES, other_game, scene
from tests.toylog import note, ticking


@pytest.fixture(autouse=True)
def short_logs_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let logs of a few entries have side files, in a folder of the test."""
    monkeypatch.setenv("ROLLBOOK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(file_module, "LONG_ENTRIES", 10)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a log that has a side file."""
    log = tmp_path / "game.rbk"
    log.write_bytes(scene().data)
    FileLog.read(log).close()
    assert FileLog.read(log).from_index
    return log


def index_file() -> Path:
    """Give the only side file."""
    (found,) = cache_folder().glob("*.index")
    return found


def whole(path: Path) -> FileLog:
    """Hold that reading gives every entry, whatever stands in the side file."""
    log = FileLog.read(path)
    assert tuple(log.leaf(seq) for seq in range(len(log)))[:ENTRIES] == scene().leaves
    for seq in range(ENTRIES):
        assert log.entry(seq).leaf == scene().leaves[seq]
    return log


class TestSideFiles:
    def test_a_deleted_one_is_made_again(self, path: Path) -> None:
        """Nothing but time is lost with it."""
        index_file().unlink()
        assert not whole(path).from_index
        assert whole(path).from_index

    def test_a_stale_one_is_read_on_from(self, path: Path) -> None:
        """Entries written since then are read from the log itself."""
        with FileLog.write(path, clock=ticking()) as log:
            log.append(note("later"))
        log = whole(path)
        assert log.from_index
        assert log.entry(ENTRIES).events[0].text == "later"

    def test_that_of_another_log_is_thrown_away(self, path: Path) -> None:
        """The last hash tells which log it belongs to."""
        path.write_bytes(other_game().data)
        log = FileLog.read(path)
        assert not log.from_index
        assert log.leaf(ENTRIES - 1) == other_game().leaves[-1]

    def test_a_log_that_became_shorter_is_read_whole(self, path: Path) -> None:
        """A side file that promises more than there is counts for nothing."""
        for entries in (39, 20, 1):
            path.write_bytes(scene().data[: scene().ends[entries]])
            with FileLog.read(path) as log:
                assert not log.from_index
                assert len(log) == entries

    def test_every_cut_and_many_flips(self, path: Path) -> None:
        """A damaged side file is a side file that is not there."""
        good = index_file().read_bytes()
        for at in range(0, len(good), 41):
            index_file().write_bytes(good[:at])
            whole(path).close()
            index_file().write_bytes(good[:at] + bytes([good[at] ^ 0x20]) + good[at + 1 :])
            whole(path).close()

    @pytest.mark.parametrize("kind", ["folder", "empty", "noise"])
    def test_something_else_in_its_place(self, kind: str, path: Path) -> None:
        """A folder or nonsense in the cache stops nobody."""
        name = index_file()
        name.unlink()
        if kind == "folder":
            name.mkdir()
        else:
            name.write_bytes(b"" if kind == "empty" else os.urandom(500))
        whole(path)

    def test_a_lying_one_is_not_believed_by_a_first_writer(self, path: Path) -> None:
        """Opening for writing checks every byte unless a strict look was kept."""
        data = bytearray(scene().data)
        data[scene().ends[20] + 6] ^= 1
        path.write_bytes(data)
        with pytest.raises(LogError, match="damaged at byte"):
            FileLog.write(path)

    def test_a_changed_entry_is_seen_when_it_is_read(self, path: Path) -> None:
        """With a side file, looking checks what it reads."""
        data = bytearray(scene().data)
        data[scene().ends[20] + 6] ^= 1
        path.write_bytes(data)
        log = FileLog.read(path)
        assert log.from_index
        with pytest.raises(LogError, match="entry 20"):
            log.entry(20)
        assert log.entry(19).leaf == scene().leaves[19]

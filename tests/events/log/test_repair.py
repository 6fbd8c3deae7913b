"""What repair says of a damaged log, beside the new file that it makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollbook.events.log.errors import LogError
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC
from rollbook.events.log.repair import Repaired, repair_file
from tests.toylog import note, ticking, toy_log

ENTRIES = 6


def whole() -> tuple[bytes, list[int]]:
    """Give the bytes of a log of six entries, and where each frame starts."""
    log = toy_log(1)
    starts = [len(MAGIC)]
    for number in range(1, ENTRIES):
        starts.append(len(MAGIC) + len(log.frames()))
        log.append(note(f"note {number}"))
    return MAGIC + log.frames(), starts


def repaired(folder: Path, data: bytes) -> Repaired:
    """Repair a file of these bytes."""
    path = folder / "game.rbk"
    path.write_bytes(data)
    return repair_file(path, folder / "new.rbk")


@pytest.mark.parametrize(("broken", "later"), [(2, 3), (4, 1), (5, 0)])
def test_whole_frames_behind_the_damage_are_counted(
    tmp_path: Path, broken: int, later: int
) -> None:
    """Given one flipped bit, then it is told how many good entries hang on the broken one."""
    data, starts = whole()
    changed = bytearray(data)
    changed[starts[broken] + 20] ^= 1
    done = repaired(tmp_path, bytes(changed))
    assert done.entries == broken
    said = " ".join(done.said)
    left = len(data) - starts[broken]
    assert f"the {left} bytes from there on were left out" in said
    assert ("frames with right checks" in said) is bool(later)
    assert (f"at least {later} frames with right checks stand among them" in said) is bool(later)


def test_nothing_is_made_where_not_even_entry_0_is_good(tmp_path: Path) -> None:
    """The error says why, and no file appears."""
    data, starts = whole()
    with pytest.raises(LogError, match=r"entry 0 is damaged \(.*\); nothing can be saved"):
        repaired(tmp_path, data[: starts[1] - 1])
    assert not (tmp_path / "new.rbk").exists()


@pytest.mark.parametrize("opened", [False, True], ids=["as it was", "opened for writing since"])
def test_a_tail_that_was_set_aside_comes_back(tmp_path: Path, opened: bool) -> None:
    """Given a tail kept beside the log, then what the program wrote meanwhile is left out."""
    data, starts = whole()
    path = tmp_path / "game.rbk"
    path.write_bytes(data[: starts[3]] + (b"\x92\xc5" if opened else b""))
    aside = tmp_path / f"game.rbk.torn-{starts[3]}"
    if opened:
        FileLog.write(path, clock=ticking()).close()
        assert path.stat().st_size > starts[3]
    aside.write_bytes(data[starts[3] :])
    done = repair_file(path, tmp_path / "new.rbk")
    assert (tmp_path / "new.rbk").read_bytes() == data
    back = f"3 entries of {aside.name} prove whole, brought back"
    gone = "what only said that they were missing was left out"
    assert done.said == ((back, gone) if opened else (back,))

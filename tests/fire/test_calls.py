"""The n-th call to the system fails, for every n: nothing acknowledged is lost, all in words."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rollbook.events.errors import RollbookError
from rollbook.events.log.errors import LogError, WriterDead
from rollbook.events.log.file import FileLog
from rollbook.events.log.repair import repair_file
from rollbook.events.log.verify import verify_file
from tests.toylog import first, forked, note, poke, taken_back, ticking

CALLS = ("open", "write", "fdatasync", "fsync", "link", "ftruncate", "pread", "fstat")
HOW = ("EIO", "ENOSPC", "half then EIO", "short", "done then EIO")
MOST_CALLS = 400


class Failing:
    """One function of ``os`` whose n-th call goes wrong."""

    def __init__(self, name: str, nth: int, how: str) -> None:
        self.real: Callable[..., Any] = getattr(os, name)
        self.name, self.nth, self.how = name, nth, how
        self.calls = 0
        self.struck = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        if self.calls != self.nth:
            return self.real(*args, **kwargs)
        self.struck = True
        return self.strike(args, kwargs)

    def strike(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Go wrong."""
        if self.name == "write" and self.how in ("short", "half then EIO"):
            fd, data = args
            written = self.real(fd, bytes(data)[: len(data) // 2])
            if self.how == "short":
                return written
        elif self.how == "done then EIO":
            done = self.real(*args, **kwargs)
            if self.name == "open":
                os.close(done)
        code = errno.ENOSPC if self.how == "ENOSPC" else errno.EIO
        raise OSError(code, os.strerror(code))


@contextmanager
def failing(name: str, nth: int, how: str) -> Iterator[Failing]:
    """Let the *nth* call of ``os.NAME`` fail while this runs."""
    fault = Failing(name, nth, how)
    setattr(os, name, fault)
    try:
        yield fault
    finally:
        setattr(os, name, fault.real)


class Story:
    """What a writer does: make, append, close, meet a torn tail, go on; with what he was told."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.acknowledged: list[bytes] = []

    def run(self) -> None:
        """Do all of it; may raise."""
        log = FileLog.create(self.path, first(), clock=ticking())
        self.acknowledged.append(log.leaf(0))
        try:
            for new in (note("one"), poke("u", 3, 6, 2), note("x" * 900)):
                self.append(log, new)
            self.append(log, taken_back(log, 1))
        finally:
            self.close(log)
        with self.path.open("ab") as file:
            file.write(b"\x92\xc5\xff\xff torn")
        log = FileLog.write(self.path, clock=ticking())
        try:
            self.append(log, forked("what-if", 2))
            self.append(log, note("there", timeline="what-if"))
            assert log.entry(2).events
        finally:
            self.close(log)

    def append(self, log: FileLog, new: Any) -> None:
        """Append, and remember what was acknowledged."""
        self.acknowledged.append(log.append(new).leaf)

    def close(self, log: FileLog) -> None:
        """Close; a writer that failed takes nothing more."""
        if log._dead is not None:
            with pytest.raises(WriterDead, match="until it is opened again"):
                log.append(note("refused"))
            with pytest.raises(WriterDead):
                log.extend_for(note("refused"))
            assert not log.writable
        log.close()


def check_after(story: Story, how: str) -> None:
    """Open what is left without faults; everything acknowledged must be there, in order."""
    path = story.path
    if not path.exists():
        assert story.acknowledged == [], how
        return
    with FileLog.write(path, clock=ticking()) as log:
        leaves = [log.leaf(seq) for seq in range(len(log))]
        log.append(note("after"))
    found = [leaf for leaf in leaves if leaf in set(story.acknowledged)]
    assert found == story.acknowledged, how
    assert verify_file(path).status == "ok"


class TestNthCall:
    @pytest.mark.parametrize("how", HOW)
    @pytest.mark.parametrize("name", CALLS)
    def test_every_call_fails_once(self, name: str, how: str, tmp_path: Path) -> None:
        """Each failure ends in the product's own error; what was acknowledged stays."""
        if how in ("short", "half then EIO") and name != "write":
            pytest.skip("only a write can be short")
        for nth in range(1, MOST_CALLS):
            folder = tmp_path / str(nth)
            folder.mkdir()
            story = Story(folder / "game.rbk")
            with failing(name, nth, how) as fault, contextlib.suppress(RollbookError):
                story.run()
            check_after(story, f"{name} call {nth}: {how}")
            assert not any(p.name.endswith(".new") for p in folder.iterdir())
            if not fault.struck:
                break
        else:
            pytest.fail("the story never ended")
        assert nth > 1 or name == "ftruncate"
        print(f"{name} {how}: {nth - 1} failures")  # noqa: T201

    def test_a_failed_sync_kills_the_writer_though_the_bytes_are_there(
        self, tmp_path: Path
    ) -> None:
        """After a failed sync nobody knows what is on the disk; the caller must read it again."""
        log = FileLog.create(tmp_path / "game.rbk", first())
        with failing("fdatasync", 1, "EIO"), pytest.raises(WriterDead, match="Input/output error"):
            log.append(note("one"))
        assert len(log) == 1
        with pytest.raises(WriterDead):
            log.append(note("two"))
        log.close()
        with FileLog.write(log.path) as again:
            assert [e.events[0].text for e in again.entries(range(1, 2))] == ["one"]

    def test_a_full_disk_is_said(self, tmp_path: Path) -> None:
        """The error names the file and the reason, and what to do."""
        log = FileLog.create(tmp_path / "game.rbk", first())
        with failing("write", 1, "ENOSPC"), pytest.raises(WriterDead) as caught:
            log.append(note("one"))
        log.close()
        assert "No space left" in str(caught.value)
        assert "opened again" in str(caught.value)

    def test_setting_aside_on_a_full_disk_leaves_the_log_alone(self, tmp_path: Path) -> None:
        """Without a copy of the tail nothing is cut off."""
        path = tmp_path / "game.rbk"
        FileLog.create(path, first()).close()
        with path.open("ab") as file:
            file.write(b"\x92\xc5\xff")
        before = path.read_bytes()
        for name in ("write", "link", "fsync"):
            with failing(name, 1 if name != "write" else 2, "ENOSPC"), pytest.raises(LogError):
                FileLog.write(path)
            assert path.read_bytes() == before

    def test_repair_on_a_full_disk_makes_no_file(self, tmp_path: Path) -> None:
        """A repaired file appears whole or not at all."""
        path, new = tmp_path / "game.rbk", tmp_path / "new.rbk"
        FileLog.create(path, first()).close()
        for how in ("ENOSPC", "half then EIO"):
            with failing("write", 1, how), pytest.raises(LogError, match="could not be made"):
                repair_file(path, new)
            assert [p.name for p in tmp_path.iterdir()] == ["game.rbk"]


LIMITED = """
import resource, signal, sys
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sys.path.insert(0, sys.argv[3])
from tests.toylog import first, note, ticking
from rollbook.events.log.errors import WriterDead
from rollbook.events.log.file import FileLog
log = FileLog.create(Path(sys.argv[1]), first(), clock=ticking())
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    while True:
        print(log.append(note("x" * 100)).leaf.hex(), flush=True)
except WriterDead as error:
    print("dead:", error, flush=True)
"""


class TestRealLimits:
    @pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no RLIMIT_FSIZE here")
    @pytest.mark.parametrize("more", [1, 90, 301, 1000])
    def test_a_file_that_may_not_grow(self, more: int, tmp_path: Path) -> None:
        """The kernel cuts a write short: the writer dies in words, acknowledged entries stay."""
        path = tmp_path / "game.rbk"
        sample = tmp_path / "sample.rbk"
        FileLog.create(sample, first(), clock=ticking()).close()
        root = str(Path(__file__).parents[2])
        limit = sample.stat().st_size + more
        done = subprocess.run(
            [sys.executable, "-c", LIMITED, str(path), str(limit), root],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        *acknowledged, last = done.stdout.splitlines()
        assert last.startswith("dead:")
        assert done.stderr == ""
        with FileLog.write(path) as log:
            leaves = [log.leaf(seq).hex() for seq in range(1, len(log))]
        assert leaves[: len(acknowledged)] == acknowledged

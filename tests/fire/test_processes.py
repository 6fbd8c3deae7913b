"""Real processes: killed writers, second writers, stopped writers, readers beside a writer."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rollbook.events.log import locking, verify
from rollbook.events.log.errors import (
    DamagedLog,
    LogError,
    NotALog,
    WriterBusy,
    WriterDead,
)
from rollbook.events.log.file import FileLog
from rollbook.events.log.repair import repair_file
from rollbook.events.log.verify import verify_file
from tests.fire.scene import scene
from tests.fire.writer import command
from tests.toylog import first, note

KILLS = int(os.environ.get("ROLLBOOK_KILLS", "25"))


@contextmanager
def writer(path: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """Run a writer on *path* until the block ends; its first line says that it is open."""
    process = subprocess.Popen(
        command(path, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("open"), (line, process.stderr and process.stderr.read())
        yield process
    finally:
        process.kill()
        process.communicate()


def new_log(path: Path) -> Path:
    """Make a toy log."""
    FileLog.create(path, first()).close()
    return path


def lines_of(process: subprocess.Popen[str]) -> list[tuple[int, bytes]]:
    """Give the entries that a killed writer had acknowledged."""
    assert process.stdout is not None
    made = []
    for line in process.stdout.read().splitlines(keepends=True):
        if line.endswith("\n"):
            seq, leaf = line.split()
            made.append((int(seq), bytes.fromhex(leaf)))
    return made


class TestKilledWriters:
    @pytest.mark.crash
    def test_a_killed_writer_loses_nothing_acknowledged(self, tmp_path: Path) -> None:
        """Kill -9 in a loop on one log: every entry that was printed is there, in its place."""
        path = new_log(tmp_path / "game.rbk")
        rng = random.Random(int(os.environ.get("ROLLBOOK_SEED", "3")))
        acknowledged: dict[int, bytes] = {}
        torn = 0
        for _ in range(KILLS):
            with writer(path) as process:
                time.sleep(rng.random() * 0.05)
                process.send_signal(signal.SIGKILL)
                process.wait()
                acknowledged.update(lines_of(process))
            torn += verify_file(path).status != "ok"
            with FileLog.read(path) as log:
                assert log.condition.status in ("ok", "torn")
                for seq, leaf in acknowledged.items():
                    assert log.leaf(seq) == leaf
        print(f"kills: {KILLS}, acknowledged: {len(acknowledged)}, torn: {torn}, lost: 0")  # noqa: T201
        assert len(acknowledged) > KILLS

    def test_the_lock_goes_with_its_holder(self, tmp_path: Path) -> None:
        """A killed writer leaves a note about itself, and no lock."""
        path = new_log(tmp_path / "game.rbk")
        with writer(path) as process:
            process.kill()
            process.wait()
        holder = locking.read_holder(path)
        assert holder is not None
        assert holder.pid == process.pid
        assert not holder.alive
        with FileLog.write(path) as log:
            log.append(note("goes on"))
            now = locking.read_holder(path)
            assert now is not None
            assert now.pid == os.getpid()


class TestSecondWriters:
    def test_a_second_writer_is_told_who_writes(self, tmp_path: Path) -> None:
        """The refusal names the process and since when; the first is not disturbed."""
        path = new_log(tmp_path / "game.rbk")
        with writer(path, "0.01") as process:
            with pytest.raises(WriterBusy, match=rf"process {process.pid} since \d\d:\d\d:\d\d"):
                FileLog.write(path)
            before = len(FileLog.read(path))
            time.sleep(0.2)
            assert len(FileLog.read(path)) > before
            assert process.poll() is None

    def test_a_stopped_writer_keeps_its_lock(self, tmp_path: Path) -> None:
        """Stopped is not dead: nobody else may write, anybody may read."""
        path = new_log(tmp_path / "game.rbk")
        with writer(path) as process:
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.05)
            with pytest.raises(WriterBusy, match=f"process {process.pid}"):
                FileLog.write(path)
            with FileLog.read(path) as log:
                assert len(log) >= 1
            process.send_signal(signal.SIGCONT)
            assert process.stdout is not None
            assert process.stdout.readline()

    def test_two_writers_in_one_process(self, tmp_path: Path) -> None:
        """The lock holds within a process as well."""
        path = new_log(tmp_path / "game.rbk")
        with FileLog.write(path), pytest.raises(WriterBusy):
            FileLog.write(path)

    def test_a_refused_writer_leaves_the_note_of_the_first(self, tmp_path: Path) -> None:
        """Being refused takes nothing away."""
        path = new_log(tmp_path / "game.rbk")
        with FileLog.write(path):
            with pytest.raises(WriterBusy):
                FileLog.write(path)
            assert locking.lock_file(path).exists()
        assert not locking.lock_file(path).exists()


class TestReaders:
    def test_readers_beside_a_writer_see_whole_entries(self, tmp_path: Path) -> None:
        """However often one looks, what is seen is a prefix of what will be."""
        path = new_log(tmp_path / "game.rbk")
        seen: list[bytes] = []
        with writer(path) as process:
            until = time.monotonic() + 1.0
            looks = 0
            while time.monotonic() < until:
                with FileLog.read(path) as log:
                    assert log.condition.status in ("ok", "torn")
                    leaves = [log.leaf(seq) for seq in range(len(log))]
                assert leaves[: len(seen)] == seen
                seen, looks = leaves, looks + 1
            process.kill()
        assert looks > 3
        assert len(seen) > 3

    def test_a_cut_tail_beside_a_living_writer_is_being_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What passes for torn while somebody writes is said to be a guess."""
        monkeypatch.setattr(verify, "SECOND_LOOK_SECONDS", 0)
        path = tmp_path / "game.rbk"
        path.write_bytes(scene().data + b"\x92\xc5\xff")
        assert verify_file(path).status == "torn"
        locking.write_holder(path)
        found = verify_file(path)
        assert (found.status, found.entries) == ("being written", 40)
        assert "a living process writes" in found.reason

    def test_a_tail_that_becomes_whole_meanwhile_is_ok(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The second look sees what the first came too early for."""
        path = tmp_path / "game.rbk"
        path.write_bytes(scene().data[:-5])

        def finish(_: float) -> None:
            path.write_bytes(scene().data)

        monkeypatch.setattr(verify.time, "sleep", finish)
        assert verify_file(path).status == "ok"


class TestChangedUnderneath:
    def test_a_file_that_grew_underneath_ends_the_writer(self, tmp_path: Path) -> None:
        """Somebody without a lock wrote to the file: this writer takes nothing more."""
        path = new_log(tmp_path / "game.rbk")
        with FileLog.write(path) as log:
            log.append(note("one"))
            with path.open("ab") as file:
                file.write(b"x")
            with pytest.raises(WriterDead, match="somebody else changed the file"):
                log.append(note("two"))

    @pytest.mark.parametrize("how", ["replaced", "removed", "moved", "folder moved"])
    def test_a_file_that_is_no_longer_there(self, tmp_path: Path, how: str) -> None:
        """No entry goes into a file that its name leads to no more; the others are kept."""
        (tmp_path / "home").mkdir()
        path = new_log(tmp_path / "home" / "game.rbk")
        with FileLog.write(path) as log:
            taken = [log.append(note(text)).leaf for text in ("one", "two")]
            if how == "replaced":
                new_log(tmp_path / "other.rbk").replace(path)
            elif how == "removed":
                path.unlink()
            elif how == "moved":
                path.rename(tmp_path / "game.rbk.kept")
            else:
                path.parent.rename(tmp_path / "away")
            with pytest.raises(WriterDead, match=how.split()[-1]):
                log.append(note("three"))
            with pytest.raises(WriterDead, match="nothing more is taken"):
                log.append(note("four"))
        (kept,) = tmp_path.rglob("*.kept") if how != "folder moved" else tmp_path.rglob("game.rbk")
        with FileLog.read(kept) as log:
            assert log.condition.status == "ok"
            assert [entry.leaf for entry in log.entries(range(1, 3))] == taken

    def test_a_name_that_leads_nowhere_and_no_room_to_keep_the_log(self, tmp_path: Path) -> None:
        """What cannot be kept is said, and ends the writer all the same."""
        (tmp_path / "home").mkdir()
        path = new_log(tmp_path / "home" / "game.rbk")
        with FileLog.write(path) as log:
            path.unlink()
            for left in path.parent.iterdir():
                left.unlink()
            path.parent.rmdir()
            with pytest.raises(
                WriterDead, match="removed while it was open; all that was taken is lost"
            ):
                log.append(note("one"))

    def test_a_writer_whose_folder_is_another_now(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A name is looked up from where it was opened, wherever the process went since."""
        monkeypatch.chdir(tmp_path)
        path = new_log(Path("game.rbk"))
        (tmp_path / "else").mkdir()
        with FileLog.write(path) as log:
            monkeypatch.chdir(tmp_path / "else")
            assert log.append(note("one")).seq == 1
            monkeypatch.chdir(tmp_path)

    def test_a_log_cut_while_it_is_open(self, tmp_path: Path) -> None:
        """A reader whose file is cut away says so, and does not make up an entry."""
        path = tmp_path / "game.rbk"
        path.write_bytes(scene().data)
        with FileLog.read(path) as log:
            os.truncate(path, scene().ends[20] + 3)
            assert log.entry(19).seq == 19
            for seq in (20, 39):
                with pytest.raises(DamagedLog, match="changed while it was open"):
                    log.entry(seq)

    def test_a_log_changed_while_it_is_open(self, tmp_path: Path) -> None:
        """A changed byte is seen when its entry is read, however late."""
        path = tmp_path / "game.rbk"
        path.write_bytes(scene().data)
        with FileLog.read(path) as log:
            for at in range(scene().ends[30], scene().ends[31]):
                data = bytearray(scene().data)
                data[at] ^= 0x10
                path.write_bytes(data)
                with pytest.raises(DamagedLog, match="entry 30"):
                    log.entry(30)

    def test_a_file_replaced_before_it_is_locked(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A writer never appends to a file that nobody can see any more."""
        path = new_log(tmp_path / "game.rbk")
        other = new_log(tmp_path / "other.rbk")
        real = locking.lock

        def slow(fd: int, name: Path) -> None:
            other.replace(path)
            real(fd, name)

        monkeypatch.setattr(locking, "lock", slow)
        with pytest.raises(LogError, match="replaced while it was being opened"):
            FileLog.write(path)

        def slower(fd: int, name: Path) -> None:
            path.unlink()
            real(fd, name)

        monkeypatch.setattr(locking, "lock", slower)
        with pytest.raises(LogError, match="removed while it was being opened"):
            FileLog.write(path)

    def test_a_file_replaced_while_open_stays_the_old_one(self, tmp_path: Path) -> None:
        """An open reader goes on reading what it opened."""
        path = tmp_path / "game.rbk"
        path.write_bytes(scene().data)
        with FileLog.read(path) as log:
            (tmp_path / "new").write_bytes(scene().data[: scene().ends[3]])
            (tmp_path / "new").replace(path)
            assert log.entry(39).leaf == scene().leaves[39]


class TestOddFiles:
    def test_what_is_no_plain_file_is_refused_at_once(self, tmp_path: Path) -> None:
        """A folder, a pipe, a device: no waiting, no reading, one clear line."""
        folder, pipe = tmp_path / "folder.rbk", tmp_path / "pipe.rbk"
        folder.mkdir()
        os.mkfifo(pipe)
        link = tmp_path / "link.rbk"
        link.symlink_to(pipe)
        for path in (folder, pipe, link, Path(os.devnull), Path("/dev/zero")):
            for attempt in (FileLog.read, FileLog.write, verify_file):
                with pytest.raises(
                    (NotALog, LogError), match=r"plain file|Is a directory|cannot be"
                ):
                    attempt(path)
            with pytest.raises((NotALog, LogError)):
                repair_file(path, tmp_path / "new.rbk")
        assert not (tmp_path / "new.rbk").exists()

    def test_a_log_by_a_symbolic_link(self, tmp_path: Path) -> None:
        """A link is a name like any other: one lock, one log."""
        path = new_log(tmp_path / "game.rbk")
        link = tmp_path / "link.rbk"
        link.symlink_to(path)
        with FileLog.write(link) as log:
            log.append(note("through the link"))
            with pytest.raises(WriterBusy):
                FileLog.write(path)
        assert len(FileLog.read(path)) == 2

    def test_links_that_lead_nowhere(self, tmp_path: Path) -> None:
        """A dangling or circular link is no log, and nothing is made through it."""
        dangling, loop = tmp_path / "dangling.rbk", tmp_path / "loop.rbk"
        dangling.symlink_to(tmp_path / "nowhere.rbk")
        loop.symlink_to(loop)
        for path in (dangling, loop):
            with pytest.raises((NotALog, LogError)):
                FileLog.read(path)
            with pytest.raises(LogError):
                FileLog.create(path, first())
        assert not (tmp_path / "nowhere.rbk").exists()

    @pytest.mark.parametrize(
        "content",
        [b"", b"\x00", b"\xff" * 9, b"null", b"5", b"[]", b"{}", b'{"pid":1}', b"[" * 4000,
         b'{"pid":"1","since":1}', b'{"pid":1e999,"since":1}', b'{"pid":1,"since":NaN}',
         b'{"pid":-1,"since":1}', b'{"pid":1' + b"0" * 30 + b',"since":1}',
         b'{"pid":9007199254740991,"since":9007199254740991,"batch":9007199254740991}',
         b'{"pid":1,"since":1,"batch":-5}', b'{"pid":1,"since":1e300}', b" " * 100_000],
    )  # fmt: skip
    def test_any_lock_note_is_harmless(
        self, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The note is for people: nonsense in it neither stops nor misleads a reader or writer."""
        monkeypatch.setattr(verify, "SECOND_LOOK_SECONDS", 0)
        path = tmp_path / "game.rbk"
        path.write_bytes(scene().data + b"\x92")
        note_file = locking.lock_file(path)
        note_file.write_bytes(content)
        assert verify_file(path).status in ("torn", "being written")
        with FileLog.write(path) as log:
            log.append(note("goes on"))
            note_file.write_bytes(content)
            with pytest.raises(WriterBusy):
                FileLog.write(path)
        assert not note_file.exists()

    @pytest.mark.parametrize("kind", ["folder", "fifo", "link"])
    def test_a_lock_note_that_is_no_file(self, kind: str, tmp_path: Path) -> None:
        """A pipe does not hang us, and nothing is written through a link that was put there."""
        path = new_log(tmp_path / "game.rbk")
        note_file, victim = locking.lock_file(path), tmp_path / "victim"
        victim.write_text("precious")
        if kind == "folder":
            note_file.mkdir()
        elif kind == "fifo":
            os.mkfifo(note_file)
        else:
            note_file.symlink_to(victim)
        assert verify_file(path).status == "ok"
        with FileLog.write(path) as log:
            log.append(note("goes on"))
        assert victim.read_text() == "precious"
        assert len(FileLog.read(path)) == 2

    @pytest.mark.parametrize("kind", ["folder", "fifo", "huge", "noise"])
    def test_checkpoints_that_cannot_be_read_stop_the_writer(
        self, kind: str, tmp_path: Path
    ) -> None:
        """Where nobody knows how long the log must be, nothing is added to it."""
        path = new_log(tmp_path / "game.rbk")
        beside = tmp_path / "game.rbk.ckpt"
        if kind == "folder":
            beside.mkdir()
        elif kind == "fifo":
            os.mkfifo(beside)
        elif kind == "huge":
            beside.touch()
            os.truncate(beside, 1 << 33)
        else:
            beside.write_bytes(b"\xff\xfe noise")
        before = path.read_bytes()
        with pytest.raises(LogError, match=r"game\.rbk\.ckpt"):
            FileLog.write(path)
        assert path.read_bytes() == before

    def test_the_lock_note_tells_people_and_programs(self, tmp_path: Path) -> None:
        """It is a small JSON object."""
        path = new_log(tmp_path / "game.rbk")
        with FileLog.write(path):
            said = json.loads(locking.lock_file(path).read_bytes())
        assert said["pid"] == os.getpid()
        assert abs(said["since"] - time.time()) < 60

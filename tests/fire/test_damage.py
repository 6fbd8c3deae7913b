"""Every byte cut, every bit flipped: never a wrong entry, never a traceback, always the status."""

from __future__ import annotations

import os
import random
from array import array
from pathlib import Path

import pytest

from rollbook.events.log import verify
from rollbook.events.log.chain import Chain
from rollbook.events.log.disk import Held
from rollbook.events.log.errors import DamagedLog, LogError, NotALog
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAX_FRAME
from rollbook.events.log.messages import TailRecovered
from rollbook.events.log.recovery import read_frames
from rollbook.events.log.repair import repair_file
from rollbook.events.log.verify import verify_file
from tests.fire.scene import ENTRIES, look, other_game, reopened, scene, scene_of, status_of
from tests.toylog import note, ticking, toy_log


def cut_status(at: int) -> tuple[str, int]:
    """Give what the format says of the log cut to *at* bytes."""
    ends = scene().ends
    if at < ends[0]:
        return "no log", 0
    entries = scene().entries_before(at)
    if not entries:
        return "damaged", 0
    return "ok" if at in ends else "torn", entries


def flipped(at: int) -> bytes:
    """Give the log with bit *at* changed."""
    data = bytearray(scene().data)
    data[at // 8] ^= 1 << at % 8
    return bytes(data)


def flip_status(at: int) -> tuple[str, int]:
    """Give what the format says of the log with one bit changed."""
    if at // 8 < scene().ends[0]:
        return "no log", 0
    return "damaged", scene().entries_before(at // 8)


class TestCuts:
    @pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
    def test_cut_at_every_byte(self, step: int) -> None:
        """Whole frames are an intact log, a cut frame a torn one, less than entry 0 damage."""
        data, ends = scene().data, scene().ends
        close = {end + off for end in ends for off in (-1, 0, 1)}
        places = {at for at in {*range(0, len(data) + 1, step), *close} if 0 <= at <= len(data)}
        for at in sorted(places):
            assert status_of(data[:at]) == cut_status(at), at
        print(f"bytes cut: {len(places)}")  # noqa: T201

    @pytest.mark.parametrize(
        "step", [97, pytest.param(1, marks=[pytest.mark.slow, pytest.mark.crash])]
    )
    def test_opening_a_cut_log_for_writing_loses_nothing(
        self, step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What is set aside is kept byte for byte and named; the good part stays as it is."""
        monkeypatch.setattr(os, "fdatasync", lambda _: None)
        monkeypatch.setattr(os, "fsync", lambda _: None)
        data, ends = scene().data, scene().ends
        close = {end + off for end in ends[1:] for off in (-1, 0, 1, 2, 3, 4)}
        places = {*range(ends[1], len(data), step), *close}
        for at in sorted(place for place in places if place <= len(data)):
            path = tmp_path / f"{at}.rbk"
            path.write_bytes(data[:at])
            self.check_write(path, at)
            for left in tmp_path.iterdir():
                left.unlink()

    def check_write(self, path: Path, at: int) -> None:
        """Open *path*, which is the log cut at *at*, for writing, and look at what that did."""
        data = scene().data
        status, entries = cut_status(at)
        if status == "damaged":
            with pytest.raises(DamagedLog):
                FileLog.write(path)
            assert path.read_bytes() == data[:at]
            return
        good = scene().ends[entries]
        with FileLog.write(path, clock=ticking()) as log:
            assert path.read_bytes()[:good] == data[:good]
            if status == "ok":
                assert log.set_aside is None
                assert len(log) == entries
            else:
                assert log.set_aside == path.with_name(f"{path.name}.torn-{good}")
                assert log.set_aside.read_bytes() == data[good:at]
                assert log.entry(entries).events == (TailRecovered(offset=good, bytes=at - good),)
            log.append(note("goes on"))
        assert tuple(reopened(path)[:entries]) == scene().leaves[:entries]

    def test_looking_at_a_cut_log_writes_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Reading and verifying leave the folder as it was, and say what they found."""
        monkeypatch.setattr(verify, "SECOND_LOOK_SECONDS", 0)
        data = scene().data
        path = tmp_path / "cut.rbk"
        for at in range(0, len(data), 53):
            path.write_bytes(data[:at])
            expected = cut_status(at)
            try:
                found = verify_file(path)
            except NotALog:
                assert expected == ("no log", 0)
                continue
            assert (found.status, found.entries) == expected
            if expected[1]:
                with FileLog.read(path) as log:
                    assert (log.condition.status, len(log)) == expected
            else:
                with pytest.raises(DamagedLog):
                    FileLog.read(path)
            assert path.read_bytes() == data[:at]
            assert [p.name for p in tmp_path.iterdir()] == ["cut.rbk"]


class TestFlips:
    @pytest.mark.parametrize("step", [29, pytest.param(1, marks=pytest.mark.slow)])
    def test_every_flipped_bit_is_damage_at_its_entry(self, step: int) -> None:
        """No changed bit is accepted, taken for a torn tail, or seen one entry too late."""
        bits = 8 * len(scene().data)
        wrong = [at for at in range(0, bits, step) if status_of(flipped(at)) != flip_status(at)]
        assert wrong == []
        print(f"bits flipped: {len(range(0, bits, step))}")  # noqa: T201

    def test_every_bit_around_the_last_frames(self) -> None:
        """Near the end a changed length could pass for a torn tail; it does not."""
        size = len(scene().data)
        around = {end + off for end in scene().ends[-4:] for off in range(-10, 8)}
        bits = [8 * at + bit for at in sorted(around) if at < size for bit in range(8)]
        assert [at for at in bits if status_of(flipped(at)) != flip_status(at)] == []

    def test_a_damaged_log_is_not_opened_for_writing(self, tmp_path: Path) -> None:
        """The refusal says where and what to run, and the file stays as it is."""
        path = tmp_path / "flipped.rbk"
        for at in range(8 * scene().ends[1], 8 * len(scene().data), 997):
            path.write_bytes(flipped(at))
            with pytest.raises(
                DamagedLog, match=r"damaged at byte \d+, entry \d+.*rollbook repair"
            ):
                FileLog.write(path)
            assert path.read_bytes() == flipped(at)
            assert [p.name for p in tmp_path.iterdir()] == ["flipped.rbk"]

    def test_repair_saves_what_stands_before_the_damage(self, tmp_path: Path) -> None:
        """The new file is whole and holds every good entry; the old one is not touched."""
        path, new = tmp_path / "flipped.rbk", tmp_path / "new.rbk"
        for at in range(8 * scene().ends[1], 8 * len(scene().data), 997):
            path.write_bytes(flipped(at))
            done = repair_file(path, new)
            leaves = reopened(new)
            assert tuple(leaves) == scene().leaves[: len(leaves)]
            assert done.entries == len(leaves) >= scene().entries_before(at // 8)
            assert path.read_bytes() == flipped(at)
            new.unlink()


ONE_BYTE = [bytes([byte]) for byte in range(256)]


class TestFlippedLength:
    @pytest.mark.parametrize("long_entry", [False, True])
    def test_every_change_of_the_last_length_is_undone_by_repair(
        self, long_entry: bool, tmp_path: Path
    ) -> None:
        """The length of the last frame, changed to anything: damage, and the entry comes back."""
        data, last = with_last(long_entry)
        path, new = tmp_path / "length.rbk", tmp_path / "new.rbk"
        rng = random.Random(7)
        tried = [rng.randbytes(2) for _ in range(300)] if long_entry else ONE_BYTE
        for length in tried:
            broken = data[: last + 2] + length + data[last + 2 + len(length) :]
            if broken == data:
                continue
            assert len(broken) == len(data)
            condition, leaves = look(broken)
            assert (condition.status, condition.offset) == ("damaged", last), length
            path.write_bytes(broken)
            done = repair_file(path, new)
            assert new.read_bytes() == data, (length, done.said)
            assert done.entries == len(leaves) + 1
            assert "its length was changed" in done.said[0]
            new.unlink()


def with_last(long_entry: bool) -> tuple[bytes, int]:
    """Give a log whose last frame has a short or a long header, and where that frame starts."""
    log = toy_log(5)
    log.append(note("x" * (400 if long_entry else 40)))
    made = scene_of(log)
    return made.data, made.ends[-2]


class TestFrames:
    def test_frames_swapped_dropped_doubled_or_from_another_game(self) -> None:
        """Frames that are whole, but not in their place, are damage from there on."""
        here, there = scene(), other_game()
        for seq in range(ENTRIES):
            before, after = here.data[: here.ends[seq]], here.data[here.ends[seq + 1] :]
            mine = here.frame(seq)
            broken = {
                "foreign": before + there.frame(seq) + after,
                "doubled": before + mine + mine + after,
            }
            if seq < ENTRIES - 1:
                broken["dropped"] = before + after
                nxt = here.frame(seq + 1)
                broken["swapped"] = before + nxt + mine + here.data[here.ends[seq + 2] :]
            for what, data in broken.items():
                expected = seq + (what == "doubled")
                if what == "foreign" and seq == 0:
                    condition, _ = look(data)
                    assert (condition.status, condition.entries) == ("damaged", 1)
                    continue
                assert status_of(data) == ("damaged", expected), (what, seq)

    def test_a_whole_other_game_behind_this_one(self) -> None:
        """Two files stuck together are damage where the second begins."""
        assert status_of(scene().data + other_game().data) == ("damaged", ENTRIES)
        frames = other_game().data[10:]
        assert status_of(scene().data + frames) == ("damaged", ENTRIES)

    def test_a_frame_of_the_same_game_from_later_on(self) -> None:
        """An entry that skips others does not follow."""
        here = scene()
        data = here.data[: here.ends[10]] + here.frame(20)
        assert status_of(data) == ("damaged", 10)


class TestTails:
    @pytest.mark.parametrize("size", [1, 2, 9, 10, 14, 255, 256, 4096, MAX_FRAME - 1, MAX_FRAME])
    def test_a_tail_of_zeros_is_torn(self, size: int, tmp_path: Path) -> None:
        """Space that was given and never written is set aside like a cut frame."""
        assert status_of(scene().data + bytes(size)) == ("torn", ENTRIES)
        path = tmp_path / "zeros.rbk"
        path.write_bytes(scene().data + bytes(size))
        with FileLog.write(path) as log:
            assert log.set_aside is not None
            assert log.set_aside.read_bytes() == bytes(size)
        assert tuple(reopened(path)[:ENTRIES]) == scene().leaves

    def test_a_longer_tail_than_any_frame_is_damage(self) -> None:
        """No append leaves more than one largest frame behind."""
        assert status_of(scene().data + bytes(MAX_FRAME + 1)) == ("damaged", ENTRIES)
        cut = b"\x92\xc5\xff\xff" + b"x" * (MAX_FRAME - 4)
        assert status_of(scene().data + cut[:-1]) == ("torn", ENTRIES)
        assert status_of(scene().data + cut) == ("damaged", ENTRIES)
        assert status_of(scene().data + cut + b"x") == ("damaged", ENTRIES)

    @pytest.mark.parametrize("size", [3, 4, 5, 20, 300, 65_000])
    def test_a_cut_frame_of_any_size_is_torn(self, size: int) -> None:
        """A header that promises more than is there, and what came of it."""
        tail = (b"\x92\xc5\xff\xff" + b"x" * size)[:size]
        assert status_of(scene().data + tail) == ("torn", ENTRIES)

    def test_a_cut_frame_with_a_whole_one_behind_it_is_damage(self) -> None:
        """Whatever is valid after the first bad byte was acknowledged by somebody."""
        whole = other_game().frame(3)
        for before in (b"\x92\xc5\xff\xff", b"\x92\xc5\xff\xff" + b"x" * 100, bytes(7)):
            assert status_of(scene().data + before + whole) == ("damaged", ENTRIES)
            assert status_of(scene().data + before + whole + b"x" * 9) == ("damaged", ENTRIES)

    def test_random_tails(self) -> None:
        """Noise behind a log is torn or damage, and never an entry."""
        rng = random.Random(11)
        seen = set()
        for _ in range(400):
            status, entries = status_of(scene().data + rng.randbytes(rng.randint(1, 200)))
            assert entries == ENTRIES
            seen.add(status)
        assert "damaged" in seen
        assert "ok" not in seen

    def test_a_log_that_is_known_to_be_longer_is_damaged_not_torn(self, tmp_path: Path) -> None:
        """Shorter than a batch or checkpoint says is no accident of an append."""
        data = scene().data[: scene().ends[20] + 5]
        for least, status in ((20, "torn"), (21, "damaged")):
            found = read_frames(Held(data), Chain(), array("Q"), strict=True, least=least)
            assert (found.status, found.entries) == (status, 20)

    def test_the_tail_of_a_declared_batch_may_be_longer(self) -> None:
        """A writer who said how much he writes at once may leave that much."""
        data = scene().data + bytes(MAX_FRAME + 100)
        for batch, status in (
            (0, "damaged"),
            (MAX_FRAME + 99, "damaged"),
            (MAX_FRAME + 100, "torn"),
        ):
            found = read_frames(Held(data), Chain(), array("Q"), strict=True, batch=batch)
            assert found.status == status


class TestSetAside:
    def torn(self, path: Path, entries: int, tail: bytes) -> int:
        """Write a log of so many entries with a torn tail; give where the tail starts."""
        at = scene().ends[entries]
        path.write_bytes(scene().data[:at] + tail)
        return at

    def test_nothing_is_ever_set_aside_over_something(self, tmp_path: Path) -> None:
        """A name that is taken gets a counter, and both tails are kept."""
        path = tmp_path / "game.rbk"
        at = self.torn(path, 20, b"\x92\xc5\xff")
        first_name = tmp_path / f"game.rbk.torn-{at}"
        first_name.write_bytes(b"precious")
        with FileLog.write(path) as log:
            assert log.set_aside == tmp_path / f"game.rbk.torn-{at}.1"
        assert first_name.read_bytes() == b"precious"
        assert log.set_aside.read_bytes() == b"\x92\xc5\xff"

    def test_a_tail_that_proves_whole_is_brought_back(self, tmp_path: Path) -> None:
        """Kept frames that follow on the good part are joined on by repair."""
        path, new = tmp_path / "game.rbk", tmp_path / "new.rbk"
        at = self.torn(path, 20, b"")
        (tmp_path / f"game.rbk.torn-{at}").write_bytes(scene().data[at:])
        done = repair_file(path, new)
        assert new.read_bytes() == scene().data
        assert done.entries == ENTRIES
        assert any("20 entries of" in line and "brought back" in line for line in done.said)

    def test_it_comes_back_after_the_log_was_opened_for_writing(self, tmp_path: Path) -> None:
        """What the program wrote about the missing tail gives way to the tail itself."""
        path, new = tmp_path / "game.rbk", tmp_path / "new.rbk"
        at = self.torn(path, 20, b"\x92\xc5\xff\xff")
        with FileLog.write(path) as log:
            aside = log.set_aside
        assert aside is not None
        aside.write_bytes(scene().data[at:])
        done = repair_file(path, new)
        assert new.read_bytes() == scene().data
        assert any("left out" in line for line in done.said)
        assert path.read_bytes()[:at] == scene().data[:at]

    def test_it_does_not_come_back_over_what_people_did_since(self, tmp_path: Path) -> None:
        """Entries that were made since then stay, and repair says why the tail does not fit."""
        path, new = tmp_path / "game.rbk", tmp_path / "new.rbk"
        at = self.torn(path, 20, b"\x92\xc5\xff\xff")
        with FileLog.write(path, clock=ticking()) as log:
            aside = log.set_aside
            log.append(note("played on"))
        assert aside is not None
        aside.write_bytes(scene().data[at:])
        done = repair_file(path, new)
        assert new.read_bytes() == path.read_bytes()
        assert any("the log goes on by itself" in line for line in done.said)

    def test_a_tail_with_a_changed_length_comes_back(self, tmp_path: Path) -> None:
        """A kept frame whose length alone is wrong proves whole as well."""
        path, new = tmp_path / "game.rbk", tmp_path / "new.rbk"
        at = self.torn(path, 39, b"")
        frame = scene().frame(39)
        (tmp_path / f"game.rbk.torn-{at}").write_bytes(frame[:2] + b"\xff" + frame[3:])
        repair_file(path, new)
        assert new.read_bytes() == scene().data

    @pytest.mark.parametrize("kind", ["folder", "fifo", "empty", "noise", "huge"])
    def test_what_stands_there_instead_is_told(self, kind: str, tmp_path: Path) -> None:
        """A folder, a pipe or nonsense under the name of a tail stops no repair."""
        path, new = tmp_path / "game.rbk", tmp_path / "new.rbk"
        at = self.torn(path, 20, b"")
        aside = tmp_path / f"game.rbk.torn-{at}"
        if kind == "folder":
            aside.mkdir()
        elif kind == "fifo":
            os.mkfifo(aside)
        elif kind == "huge":
            aside.touch()
            os.truncate(aside, 1 << 33)
        else:
            aside.write_bytes(b"" if kind == "empty" else b"noise")
        done = repair_file(path, new)
        assert done.entries == 20
        assert any(aside.name in line for line in done.said)

    def test_repair_of_a_log_without_a_first_entry(self, tmp_path: Path) -> None:
        """Where nothing can be saved, no file is made."""
        path, new = tmp_path / "game.rbk", tmp_path / "new.rbk"
        path.write_bytes(scene().data[:100])
        with pytest.raises(LogError, match="nothing can be saved"):
            repair_file(path, new)
        assert not new.exists()

"""How files are opened and read: what is no plain file, too large, or shorter than asked for."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from rollbook.events.log.disk import OpenFile, open_file, pread_all, read_beside
from rollbook.events.log.errors import LogError, NotALog


class TestOpening:
    @pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.EMFILE, errno.EIO])
    def test_what_the_system_does_not_let_us_at_may_still_be_a_log(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
    ) -> None:
        """The error is the system's, and says nothing about the file."""

        def refuse(path: Path, flags: int) -> int:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(os, "open", refuse)
        with pytest.raises(LogError, match=f"cannot be opened: {os.strerror(number)}") as caught:
            open_file(tmp_path / "game.rbk", os.O_RDONLY)
        assert not isinstance(caught.value, NotALog)

    def test_a_folder_a_pipe_and_nothing_are_no_logs(self, tmp_path: Path) -> None:
        """Each is told at once; nobody waits for a pipe."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        for path in (tmp_path, pipe):
            with pytest.raises(NotALog, match="not a plain file"):
                open_file(path, os.O_RDONLY)
        with pytest.raises(NotALog, match="no such file") as caught:
            open_file(tmp_path / "none", os.O_RDONLY)
        assert caught.value.missing


class TestReading:
    def test_a_file_beside_a_log_has_so_many_bytes_and_no_more(self, tmp_path: Path) -> None:
        """The last byte that is allowed is read, one more is refused."""
        path = tmp_path / "beside"
        assert read_beside(path, 10) is None
        path.write_bytes(b"x" * 10)
        assert read_beside(path, 10) == b"x" * 10
        path.write_bytes(b"x" * 11)
        with pytest.raises(LogError, match="larger than 10 bytes"):
            read_beside(path, 10)
        with pytest.raises(LogError, match="cannot be read: it is not a plain file"):
            read_beside(tmp_path, 10)

    def test_a_file_that_ends_before_what_was_asked_for(self, tmp_path: Path) -> None:
        """What is there is given, from the byte that was asked for on."""
        path = tmp_path / "short"
        path.write_bytes(b"0123456789")
        fd = open_file(path, os.O_RDONLY)
        try:
            assert pread_all(fd, 100) == b"0123456789"
            assert pread_all(fd, 100, 4) == b"456789"
            assert pread_all(fd, 3, 4) == b"456"
            assert pread_all(fd, 3, 10) == b""
            assert OpenFile(fd, 6).read(4, 100) == b"45"
        finally:
            os.close(fd)

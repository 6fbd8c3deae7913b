"""What is written into a new file or folder is whole, or not there."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.tools.cli.main import run
from rollbook.tools.newfile import new_file, new_folder
from tests.battles import demo


def test_a_file_that_cannot_be_finished_is_removed(tmp_path: Path) -> None:
    """Given a writer that fails half way, nothing is left that looks like a whole file."""

    def half() -> None:
        with new_file(tmp_path / "x.csv") as file:
            file.write("half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        half()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_was_there_stays(tmp_path: Path) -> None:
    """Given a file of that name, it is refused and untouched."""
    (tmp_path / "x.csv").write_text("mine")
    with pytest.raises(FileExistsError), new_file(tmp_path / "x.csv"):
        pass
    assert (tmp_path / "x.csv").read_text() == "mine"


def test_a_name_is_given_when_all_is_written(tmp_path: Path) -> None:
    """Given a writer that is killed half way, nothing can have the name; a name taken stays."""
    path, folder = tmp_path / "x.csv", tmp_path / "pages"
    with new_file(path) as file, new_folder(folder) as filling:
        filling.mkdir()
        file.write("half")
        file.flush()
        assert not path.exists()
        assert not folder.exists()
    assert path.read_text() == "half"
    assert sorted(tmp_path.iterdir()) == [folder, path]

    def beaten() -> None:
        with new_file(tmp_path / "y.csv") as file:
            file.write("mine")
            (tmp_path / "y.csv").write_text("theirs")

    with pytest.raises(FileExistsError, match=r"y\.csv"):
        beaten()
    assert (tmp_path / "y.csv").read_text() == "theirs"


def test_a_disk_without_second_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a disk that links no files, as sticks do, the file comes whole all the same."""

    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    with new_file(tmp_path / "x.csv") as file:
        file.write("whole")
    assert (tmp_path / "x.csv").read_text() == "whole"
    assert list(tmp_path.iterdir()) == [tmp_path / "x.csv"]


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM", "SIGINT", "SIGKILL"])
def test_an_export_that_is_ended_leaves_no_half_file(tmp_path: Path, name: str) -> None:
    """Given a signal in the middle of the writing, there is no file of that name."""
    log, number = tmp_path / "demo.rbk", getattr(signal, name)
    demo("hull-points", log).close()
    stopping = (
        "import os, sys;"
        "import rollbook.tools.cli.export as export;"
        "real = export.json_line;"
        f"strike = lambda value: os.kill(os.getpid(), {int(number)}) or real(value);"
        "export.json_line = lambda value: (strike if value['entry'] == 90 else real)(value);"
        "from rollbook.tools.cli.main import main;"
        "main(sys.argv[1:])"
    )
    asked = ["export", str(log), "--jsonl", "-o", str(tmp_path / "out.jsonl")]
    done = subprocess.run(
        [sys.executable, "-c", stopping, *asked], capture_output=True, check=False
    )
    assert done.returncode == (-number if name == "SIGKILL" else 128 + number)
    assert not (tmp_path / "out.jsonl").exists()
    left = [path.suffix for path in tmp_path.iterdir() if path != log]
    assert ".new" not in left or name == "SIGKILL"


def test_an_ignored_hang_up_stays_ignored(tmp_path: Path) -> None:
    """Given a command under nohup, a hang-up does not end it."""
    log = tmp_path / "demo.rbk"
    demo("hull-points", log).close()
    ignoring = (
        "import os, signal, sys;"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN);"
        "import rollbook.tools.cli.main as main;"
        "real = main.run;"
        "main.run = lambda args: os.kill(os.getpid(), signal.SIGHUP) or real(args);"
        "main.main(sys.argv[1:])"
    )
    asked = ["export", str(log), "--jsonl", "-o", str(tmp_path / "out.jsonl")]
    subprocess.run([sys.executable, "-c", ignoring, *asked], capture_output=True, check=True)
    assert (tmp_path / "out.jsonl").read_bytes().endswith(b"}\n")


def test_a_folder_that_cannot_be_finished_is_removed(tmp_path: Path) -> None:
    """Given a failure after some of its files, the folder is gone; one that was there stays."""
    folder = tmp_path / "pages"

    def half() -> None:
        with new_folder(folder) as filling:
            filling.mkdir()
            (filling / "one.html").write_text("1")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        half()
    assert list(tmp_path.iterdir()) == []
    folder.mkdir()
    with pytest.raises(FileExistsError), new_folder(folder):
        pass
    assert folder.exists()


@pytest.mark.parametrize(
    "form", [["--csv", "events"], ["--html"], ["--jsonl"], ["--notation"]], ids=lambda f: f[0]
)
def test_a_disk_with_no_room_leaves_no_half_export(tmp_path: Path, form: list[str]) -> None:
    """Given a file that may not grow past 8 KiB, the command fails and leaves nothing."""
    log, output = tmp_path / "demo.rbk", tmp_path / "out"
    demo("hull-points", log).close()
    limited = (
        "import resource, signal, sys;"
        # Half of a compiled module would be left for whoever imports it next.
        "sys.dont_write_bytecode = True;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192));"
        "from rollbook.tools.cli.main import run;"
        "sys.exit(run(sys.argv[1:]))"
    )
    asked = ["export", str(log), *form, "-o", str(output)]
    done = subprocess.run(
        [sys.executable, "-c", limited, *asked], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, f"rollbook: {output}: File too large\n")
    assert not output.exists()
    assert run(asked) == 0

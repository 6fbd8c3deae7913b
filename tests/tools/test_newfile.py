"""What is written into a new file or folder is whole, or not there."""

from __future__ import annotations

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


def test_a_folder_that_cannot_be_finished_is_removed(tmp_path: Path) -> None:
    """Given a failure after some of its files, the folder is gone; one that was there stays."""
    folder = tmp_path / "pages"

    def half() -> None:
        with new_folder(folder):
            folder.mkdir()
            (folder / "one.html").write_text("1")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        half()
    assert not folder.exists()
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
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192));"
        "from rollbook.tools.cli.main import run;"
        "sys.exit(run(sys.argv[1:]))"
    )
    asked = ["export", str(log), *form, "-o", str(output)]
    done = subprocess.run(
        [sys.executable, "-c", limited, *asked], capture_output=True, text=True, check=False
    )
    assert done.returncode not in (0, -25), done.stderr
    assert "Traceback" not in done.stderr
    assert not output.exists()
    assert run(asked) == 0

"""What is no log, or too large for one, is refused by everything that opens a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rollbook.events.log.errors import NotALog
from rollbook.events.log.file import MAX_FILE, FileLog
from rollbook.events.log.frame import MAGIC
from rollbook.events.log.repair import repair_file
from rollbook.events.log.verify import verify_file
from tests.toylog import toy_log


def repaired(path: Path) -> object:
    """Save what is good in a file."""
    return repair_file(path, path.with_suffix(".new"))


@pytest.mark.parametrize("opened", [verify_file, FileLog.read, FileLog.write, repaired])
class TestWrongFiles:
    def test_a_good_log_with_another_first_byte(
        self, opened: Callable[[Path], object], tmp_path: Path
    ) -> None:
        """The first bytes say what a file is; what follows is not looked at without them."""
        path = tmp_path / "other.rbk"
        path.write_bytes(b"\x00" + toy_log(2).frames()[1:])
        with pytest.raises(NotALog, match=f"does not begin with {MAGIC[1:].decode()}"):
            opened(path)

    def test_one_byte_more_than_a_log_may_have(
        self, opened: Callable[[Path], object], tmp_path: Path
    ) -> None:
        """The size is looked at before the bytes are."""
        path = tmp_path / "large.rbk"
        path.write_bytes(toy_log(2).frames())
        os.truncate(path, MAX_FILE + 1)
        with pytest.raises(NotALog, match=f"larger than {MAX_FILE} bytes"):
            opened(path)

"""What is measured is a log as any other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC
from rollbook.tools.bench.processes import memory_to_open, most_memory
from rollbook.tools.bench.replaying import replay, replay_file
from rollbook.tools.bench.workload import log_of, write_log


class TestWriteLog:
    @pytest.mark.parametrize("events", [1, 300, 301, 2_000])
    def test_the_bytes_are_those_of_a_log_that_was_appended_to(self, tmp_path, events):
        """Laying entries end to end with new numbers and hashes is appending them."""
        write_log(events, tmp_path / "a.rbk")
        assert (tmp_path / "a.rbk").read_bytes() == MAGIC + log_of(events).frames()

    def test_it_is_whole_and_as_long_as_asked(self, tmp_path):
        """A strict reader takes it, and it has the events, with less than a round too many."""
        write_log(2_000, tmp_path / "a.rbk")
        events = []
        with FileLog.read(
            tmp_path / "a.rbk", lambda entry: events.extend(entry.events), strict=True
        ) as log:
            assert log.condition.status == "ok"
        assert 2_000 <= len(events) < 2_020

    def test_from_memory_and_from_a_file_it_is_the_same_game(self, tmp_path):
        """Both ways to replay end in the same state."""
        path = tmp_path / "a.rbk"
        write_log(500, path)
        assert replay(path.read_bytes()) == replay_file(path)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell")
class TestMemory:
    def test_a_process_is_not_charged_with_the_one_that_started_it(self, tmp_path):
        """A benchmark that holds much does not make a light process heavy."""
        path = tmp_path / "a.rbk"
        write_log(300, path)
        held = bytearray(b"x" * 150_000_000)
        assert memory_to_open(path) < 100_000_000 < sys.getsizeof(held) < most_memory()

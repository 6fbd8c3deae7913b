"""`rollbook step` as people run it: in a pipe, and in a terminal with keys."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "rollbook.tools.cli", "step"]
SECONDS = 30.0
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
RIGHT, LEFT, DOWN, UP = "\x1b[C", "\x1b[D", "\x1b[B", "\x1b[A"


def run(*args: object, text_in: str = "") -> subprocess.CompletedProcess[str]:
    """Run `step` without a terminal."""
    return subprocess.run(
        [*COMMAND, *map(str, args)],
        input=text_in,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


class Screen:
    """A program in a pseudo-terminal, and all that it has written to it."""

    def __init__(
        self, *args: object, columns: int = 80, rows: int = 24, command: list[str] = COMMAND
    ) -> None:
        self.master, slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PYTHONUTF8": "1"}
        self.program = subprocess.Popen(
            [*command, *map(str, args)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.raw = ""

    def resize(self, columns: int, rows: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def _more(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def wait_for(self, words: str) -> str:
        """Read until *words* have been written since the last call, and give what was."""
        end = time.monotonic() + SECONDS
        while words not in (text := CODES.sub("\n", self.raw)):
            assert time.monotonic() < end, f"{words!r} never came; there was:\n{text}"
            self._more(0.2)
        while self._more(0.05):
            pass
        text = CODES.sub("\n", self.raw)
        self.raw = ""
        return text

    def end(self) -> tuple[int, str]:
        """Wait for the end and give the exit code and what was written last."""
        end = time.monotonic() + SECONDS
        while self.program.poll() is None:
            assert time.monotonic() < end, "it never ended"
            self._more(0.1)
        while self._more(0.05):
            pass
        return self.program.returncode, self.raw

    def is_as_before(self) -> bool:
        """Tell whether the terminal is set as it was before the program."""
        return termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        os.close(self.master)
        os.close(self.slave)


Open = Callable[..., Screen]


@pytest.fixture
def screen() -> Iterator[Open]:
    """Open programs in terminals, and end them all afterwards."""
    opened: list[Screen] = []

    def open_one(
        *args: object, columns: int = 80, rows: int = 24, command: list[str] = COMMAND
    ) -> Screen:
        opened.append(Screen(*args, columns=columns, rows=rows, command=command))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


class TestInAPipe:
    def test_without_a_terminal_the_whole_battle_is_printed(self, demo_file: Path) -> None:
        """Every entry and event is there, with what it changed, and nothing but text."""
        done = run(demo_file)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert "   124.10  Brick explodes" in done.stdout
        assert "            Brick: status active -> exploding\n" in done.stdout
        assert len(re.findall(r"^ *\d+  ", done.stdout, re.MULTILINE)) == 161

    def test_it_begins_and_ends_where_it_is_told(self, demo_file: Path) -> None:
        """--at is the first step, --steps their number."""
        done = run(demo_file, "--print", "--at", "124.9", "--steps", "2")
        addresses = re.findall(r"^ +(\d+\.\d+) ", done.stdout, re.MULTILINE)
        assert addresses == ["124.9", "124.10"]

    def test_json_gives_an_object_a_step(self, demo_file: Path) -> None:
        """Programs are given the event, its words and its changes."""
        done = run(demo_file, "--json", "--at", "124.5", "--steps", "1")
        step = json.loads(done.stdout)
        assert step["event"] == {"type": "HullPointLost", "unit": "brick", "hull": 1}
        assert step["words"] == "Brick loses a hull point (1 left)"
        assert step["changes"] == [{"path": "units.brick.hull", "before": 2, "after": 1}]
        assert (step["round"], step["phase"], step["withdrawn"]) == (4, "shooting", False)

    def test_another_timeline_is_walked_to_its_own_end(self, branched_file: Path) -> None:
        """A fork ends with its own entries, not with those of main."""
        done = run(branched_file, "--print", "--timeline", "what-if", "--at", "39")
        assert re.findall(r"^ +(\d+)  ", done.stdout, re.MULTILINE) == ["39", "40", "163"]

    @pytest.mark.parametrize(
        ("args", "words"),
        [
            (("--at", "124.99"), "there is no event 99 in entry 124, which has 0 to 10"),
            (("--at", "9999"), "there is no entry 9999"),
            (("--timeline", "nowhere"), "there is no timeline nowhere"),
            (("--at", "\x1b[2J"), "is no address here"),
        ],
    )
    def test_a_wrong_address_is_said_in_words(
        self, demo_file: Path, args: tuple[str, ...], words: str
    ) -> None:
        """One line, exit 1, no traceback."""
        done = run(demo_file, "--print", *args)
        assert (done.returncode, done.stdout) == (1, "")
        assert words in done.stderr
        assert "\x1b" not in done.stderr
        assert done.stderr.count("\n") == 1


class TestWithKeys:
    def test_arrows_go_forward_and_back(self, demo_file: Path, screen: Open) -> None:
        """Right is the next event, left the one before, down the next entry."""
        program = screen(demo_file, "--at", "124.0")
        program.wait_for("124.0 of 160")
        program.press(RIGHT)
        program.wait_for("124.1 of 160")
        program.press(DOWN)
        program.wait_for("125.0 of 160")
        program.press(LEFT)
        program.wait_for("124.10 of 160")
        program.press(UP)
        program.wait_for("124.0 of 160")
        program.press("q")
        code, last = program.end()
        assert code == 0
        assert "\x1b[?1049l" in last
        assert program.is_as_before()

    def test_a_stranger_finds_out_why_a_unit_exploded(self, demo_file: Path, screen: Open) -> None:
        """The key that the last line names leads to the loss, and the cause is on the screen."""
        program = screen(demo_file, "--at", "100")
        assert "x loss" in program.wait_for("100.").replace("\n", "")
        program.press("x")
        text = program.wait_for("124.10 of 160")
        assert "Damage table for Brick: 6+6 = 12" in text
        assert "status active -> exploding" in text

    def test_words_are_typed_and_found(self, demo_file: Path, screen: Open) -> None:
        """A search takes a line, n goes on, and what is not there is said."""
        program = screen(demo_file)
        program.wait_for("0.1 of 160")
        program.press("/MULE EXPLODES\r")
        program.wait_for("125.9 of 160")
        program.press("n")
        program.wait_for("127.0 of 160")
        program.press("n")
        program.wait_for("There is no later")
        program.press("N")
        program.wait_for("125.9 of 160")

    def test_an_address_is_gone_to_or_refused_in_the_last_line(
        self, demo_file: Path, screen: Open
    ) -> None:
        """A wrong address changes nothing but the last line."""
        program = screen(demo_file)
        program.wait_for("0.1 of 160")
        program.press("g124.5\r")
        program.wait_for("124.5 of 160")
        program.press("g77777\r")
        program.wait_for("there is no entry 77777")
        program.press("g\x1b")
        program.wait_for("quit")

    def test_what_was_taken_back_can_be_walked(self, branched_file: Path, screen: Open) -> None:
        """The list of branches leads there."""
        program = screen(branched_file, "--at", "main")
        program.wait_for("162.0 of 162")
        program.press("t")
        program.wait_for("main, taken back from 160 to 123")
        program.press(UP + "\r")
        program.wait_for("123.0 of 160")

    def test_only_what_changed_is_written_again(self, demo_file: Path, screen: Open) -> None:
        """A key that changes nothing but the last line sends little, and clears no screen."""
        program = screen(demo_file, "--at", "160")
        program.wait_for("160.0 of 160")
        program.press(RIGHT)
        while "This is the end" not in program.raw:
            program._more(1)
        assert "\x1b[2J" not in program.raw
        assert len(program.raw) < 300

    def test_another_size_is_another_picture(self, demo_file: Path, screen: Open) -> None:
        """A window made narrow shows the cards below the story at once."""
        program = screen(demo_file, "--at", "124.10", columns=120, rows=40)
        assert " │ " in program.wait_for("124.10 of 160")
        program.resize(40, 30)
        program.program.send_signal(signal.SIGWINCH)
        text = program.wait_for("EXPLODING")
        assert " │ " not in text
        assert max(map(len, text.splitlines())) <= 40

    def test_it_plays_by_itself(self, demo_file: Path, screen: Open) -> None:
        """--play goes on without keys, and p stops it."""
        program = screen(demo_file, "--play", "0.05", "--at", "150")
        program.wait_for("This is the end.")
        program.press("q")
        assert program.end()[0] == 0


class TestTheTerminalAfterwards:
    @pytest.mark.parametrize(
        ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
    )
    def test_a_signal_ends_it_and_the_terminal_is_as_before(
        self, demo_file: Path, screen: Open, number: signal.Signals, code: int
    ) -> None:
        """Modes, cursor and screen are given back, whatever ends the program."""
        program = screen(demo_file)
        program.wait_for("0.1 of 160")
        assert not program.is_as_before()
        program.program.send_signal(number)
        found, last = program.end()
        assert found == code
        assert "\x1b[?25h" in last
        assert "\x1b[?1049l" in last
        assert "Traceback" not in last
        assert program.is_as_before()

    def test_suspended_it_gives_the_terminal_back_and_returns_drawn(
        self, demo_file: Path, screen: Open
    ) -> None:
        """Ctrl-Z leaves a usable terminal; fg shows the same step again."""
        program = screen(demo_file, "--at", "124.5")
        program.wait_for("124.5 of 160")
        # A process group without a parent in its session is never stopped; the shell's would be.
        program.program.send_signal(signal.SIGTSTP)
        text = program.wait_for("124.5 of 160")
        assert "hull 2 -> 1" in text
        program.press("q")
        assert program.end()[0] == 0

    def test_a_damaged_log_says_so_and_leaves_the_terminal_alone(
        self, tmp_path: Path, screen: Open
    ) -> None:
        """What is no log is refused before anything is drawn."""
        (tmp_path / "no.rbk").write_bytes(b"\xa9rollbook1 and then nothing of the kind")
        program = screen(tmp_path / "no.rbk")
        code, last = program.end()
        assert code in (1, 3)
        assert "\x1b[?1049h" not in last
        assert "Traceback" not in last
        assert program.is_as_before()


class TestPlain:
    def test_each_step_is_one_line_and_nothing_is_redrawn(
        self, demo_file: Path, screen: Open
    ) -> None:
        """A screen reader hears each step once, without cursor moves."""
        program = screen(demo_file, "--plain", "--at", "124.4")
        program.wait_for("124.4: ")
        program.press("f")
        while "1.\r\n" not in program.raw:
            assert program._more(SECONDS)
        assert program.raw == (
            "124.5: Brick loses a hull point (1 left). Changed: Brick: hull 2 to 1.\r\n"
        )

    def test_units_are_told_and_words_are_asked_for(self, demo_file: Path, screen: Open) -> None:
        """S tells all units; a search is typed into a line of its own."""
        program = screen(demo_file, "--plain", "--at", "100")
        program.wait_for("100.")
        program.press("s")
        assert "hull" in program.wait_for("The Clerks")
        program.press("/")
        program.wait_for("Find: ")
        program.press("brick explodes\r")
        program.wait_for("124.10: ")
        program.press("q")
        assert program.end()[0] == 0
        assert program.is_as_before()


RACE = """
import ctypes, functools, signal, types
from rollbook.tools.cli import terminal
waiting = terminal.select.select

class Late:
    # Called in C, with no bytecode between the signal and the wait.
    fileno = staticmethod(functools.partial(ctypes.PyDLL(None)["raise"], int(signal.{signal})))

def wait(reading, writing, failing, seconds):
    return waiting([Late(), *reading[1:]], writing, failing, seconds)

terminal.select = types.SimpleNamespace(select=wait)
with terminal.Terminal(pictures=False) as keys:
    print("waiting", flush=True)
    keys.key()
"""


class TestStartedWithInterruptsIgnored:
    def test_control_c_ends_it_all_the_same(self, demo_file: Path, screen: Open) -> None:
        """Shells start what stands behind & that way; somebody at the keys still wants out."""
        ignore = "import signal, os, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
        command = [sys.executable, "-c", ignore + "os.execv(sys.argv[1], sys.argv[1:])", *COMMAND]
        program = screen(demo_file, command=command)
        program.wait_for("0.1 of 160")
        program.press("\x03")
        code, last = program.end()
        assert code == 130
        assert "Traceback" not in last
        assert program.is_as_before()


class TestASignalJustBeforeTheWait:
    @pytest.mark.parametrize(("name", "code"), [("SIGINT", -signal.SIGINT), ("SIGTERM", 143)])
    def test_it_ends_the_program_all_the_same(self, screen: Open, name: str, code: int) -> None:
        """A signal between the last look for signals and the wait for keys is not slept through."""
        program = screen(command=[sys.executable, "-c", RACE.replace("{signal}", name)])
        program.wait_for("waiting")
        assert program.end()[0] == code
        assert program.is_as_before()

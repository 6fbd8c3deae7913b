"""
A terminal that gives single keys and takes whole pictures.

Whatever ends the program (an error, Ctrl-C, SIGTERM, a hang-up) or stops it
(Ctrl-Z), the terminal is first put back as it was found.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any, Literal

from rollbook.events.errors import RollbookError
from rollbook.tools.cli.keys import first_key
from rollbook.tools.cli.lines import BLANK, Line, columns_of, painted, wants_colour, written

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_HOLD, _SHOW = "\x1b[?2026h", "\x1b[?2026l"
_ESCAPE_SECONDS = 0.05
"""How long the rest of an arrow key may take to follow its first byte."""
_ENDING = ("SIGTERM", "SIGHUP")


class NoTerminal(RollbookError):
    """Single keys cannot be had here."""


class Terminal:
    """
    The terminal of the program, while it is entered.

    *pictures* says whether :meth:`draw` will be used, on a screen of its own;
    otherwise the program prints lines.
    """

    def __init__(self, *, pictures: bool) -> None:
        self._pictures = pictures
        self._keys = sys.stdin.fileno()
        self._shown: list[Line] = []
        self._size = (0, 0)
        self._data = b""
        self._found: Any = None
        self._old: dict[int, Any] = {}
        self._wake, self._waker = -1, -1
        self._wakened = -1
        self._colour = wants_colour(sys.stdout)

    def __enter__(self) -> Terminal:
        try:
            import termios
        except ImportError:
            raise NoTerminal(
                "this system gives no single keys; use rollbook step --print"
            ) from None
        try:
            self._found = termios.tcgetattr(self._keys)
        except termios.error as error:
            raise NoTerminal(f"the terminal cannot be set up: {error.args[-1]}") from None
        self._wake, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        os.set_blocking(self._wake, False)
        try:
            self._watch()
            self._take()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> Literal[False]:
        # A second signal must not cut the giving back short.
        signal.set_wakeup_fd(self._wakened)
        for number in self._old:
            signal.signal(number, signal.SIG_IGN)
        self._give_back()
        for number, handler in self._old.items():
            signal.signal(number, handler)
        self._old = {}
        for fd in (self._wake, self._waker):
            os.close(fd)
        return False

    def _watch(self) -> None:
        # A signal that comes between the last look for signals and the wait for a key
        # would be slept through; with this its arrival can be read, whichever it is.
        self._wakened = signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        # A shell starts what stands behind & with interrupts ignored; at the keys they count.
        handlers: dict[str, Any] = {"SIGINT": signal.default_int_handler}
        handlers |= {"SIGWINCH": self._woken, "SIGTSTP": self._suspend}
        handlers |= dict.fromkeys(_ENDING, self._end)
        for name, handler in handlers.items():
            number = getattr(signal, name)
            self._old[number] = signal.signal(number, handler)

    def _take(self) -> None:
        import tty

        tty.setcbreak(self._keys)
        if self._pictures:
            _say(_ENTER)
        self._shown = []

    def _give_back(self) -> None:
        import termios

        if self._pictures:
            with contextlib.suppress(OSError):
                _say(_LEAVE)
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._keys, termios.TCSADRAIN, self._found)

    def _woken(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        with contextlib.suppress(BlockingIOError):
            os.write(self._waker, b"w")

    def _end(self, number: int, frame: FrameType | None) -> None:
        del frame
        # Leaving by an exception runs __exit__, which puts the terminal back.
        raise SystemExit(128 + number)

    def _suspend(self, number: int, frame: FrameType | None) -> None:
        self._give_back()
        mine = signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, mine)
        self._take()
        self._woken(number, frame)

    @contextlib.contextmanager
    def as_found(self) -> Iterator[None]:
        """Put the terminal back for a while, so that a line can be typed in."""
        self._give_back()
        try:
            yield
        finally:
            self._take()

    def size(self) -> tuple[int, int]:
        """Give columns and rows of the window."""
        try:
            size = os.get_terminal_size(sys.stdout.fileno())
        except OSError:
            return 80, 24
        return size.columns or 80, size.lines or 24

    def key(self, seconds: float | None = None) -> str | None:
        """
        Wait for a key and give it by name; see :func:`~rollbook.tools.cli.keys.first_key`.

        After *seconds* without one gives ``None``, and ``"redraw"`` when the
        window has another size.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            found, self._data = first_key(self._data, whole=False)
            if found is not None:
                return found
            if self._data and not self._ready(_ESCAPE_SECONDS):
                found, self._data = first_key(self._data, whole=True)
                return found
            left = None if end is None else max(end - time.monotonic(), 0)
            ready = self._ready(left)
            if self._wake in ready:
                os.read(self._wake, 1024)
                return "redraw"
            if not ready:
                return None
            data = os.read(self._keys, 1024)
            if not data:
                return "quit"
            self._data += data

    def _ready(self, seconds: float | None) -> list[int]:
        return select.select([self._keys, self._wake], [], [], seconds)[0]

    def draw(self, lines: list[Line]) -> None:
        """Show *lines*, writing only those that are not there already, all in one go."""
        size = self.size()
        fresh = size != self._size
        self._size = size
        if fresh:
            self._shown = []
        parts = ["\x1b[2J"] if fresh else []
        for row in range(max(len(lines), len(self._shown))):
            new = lines[row] if row < len(lines) else BLANK
            if row >= len(self._shown) or self._shown[row] != new:
                parts.append(f"\x1b[{row + 1};1H{painted(new, self._colour)}")
                # At the very edge, erasing would take the last sign away on some terminals.
                parts.append("\x1b[K" if columns_of(new) < size[0] else "")
        self._shown = list(lines)
        if parts:
            _say(_HOLD + "".join(parts) + _SHOW)


def _say(text: str) -> None:
    data = written(text, sys.stdout.encoding).encode(sys.stdout.encoding or "ascii")
    sys.stdout.flush()
    fd = sys.stdout.fileno()
    while data:
        data = data[os.write(fd, data) :]

"""A terminal of our own: a program runs in it, lines are typed, what it says is read."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

WAIT_SECONDS = 30
_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>]|\][^\x07]*\x07)")


class Terminal:
    """Runs ``rollbook`` with *arguments* in a pseudo-terminal of *columns*."""

    def __init__(self, *arguments: str, columns: int = 80, without: str = "") -> None:
        self.said = ""
        self._seen = 0
        command = [str(Path(sys.executable).with_name("rollbook")), *arguments]
        if without:
            code = (
                f"import sys; sys.modules[{without!r}] = None; "
                "from rollbook.tools.cli.main import main; main(sys.argv[1:])"
            )
            command = [sys.executable, "-c", code, *arguments]
        wanted = {"TERM": "xterm", "COLUMNS": str(columns), "PROMPT_TOOLKIT_NO_CPR": "1"}
        self._fd, inner = pty.openpty()
        self._process = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            env={**os.environ, **wanted, "PYTHONUTF8": "1"},
        )
        os.close(inner)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._fd)
        self._process.kill()
        self._process.wait()

    def until(self, words: str) -> str:
        """Read until *words* were said; give what was said since the last time."""
        end = time.monotonic() + WAIT_SECONDS
        while words not in self.said[self._seen :]:
            if time.monotonic() > end:
                raise AssertionError(f"{words!r} was not said, but {self.said[self._seen :]!r}")
            self._read(0.2)
        at = self.said.index(words, self._seen) + len(words)
        new, self._seen = self.said[self._seen : at], at
        return new

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            data = b""
        self.said += _ESCAPES.sub("", data.decode(errors="replace")).replace("\r", "")
        return bool(data)

    def type(self, text: str, end: str = "\r") -> None:
        """Type a line."""
        os.write(self._fd, (text + end).encode())

    def ended(self) -> int:
        """Read to the end, and give the exit code."""
        end = time.monotonic() + WAIT_SECONDS
        while self._read(0.2) and time.monotonic() < end:
            pass
        return self._process.wait(WAIT_SECONDS)

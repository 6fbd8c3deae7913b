"""
boardgame.io, the library for turn-based games on the web, under Node.

Its reducer makes as many moves as there are events, one an event, each with
the same effect as in the other peers.  Its input is a file of JSON lines, its
undo is off, and nothing is stored, sent or checked; starting Node is not
counted.  The library is installed by npm into a folder of the benchmark.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from types import TracebackType

from rollbook.tools.bench.peers.mutable import Game

VERSION = "0.50.2"
INSTALL_SECONDS = 120


def available() -> bool:
    """Tell whether Node and npm are there."""
    return shutil.which("node") is not None and shutil.which("npm") is not None


def install(folder: Path) -> bool:
    """Install the library into *folder*; tell whether that worked."""
    npm = shutil.which("npm") or "npm"
    quiet = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--prefer-offline"]
    try:
        done = subprocess.run(  # noqa: S603
            [npm, "install", "--prefix", str(folder), *quiet, f"boardgame.io@{VERSION}"],
            capture_output=True,
            timeout=INSTALL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


class Battle:
    """A process of Node that replays the *events* again and again, *folder* holds the library."""

    def __init__(self, folder: Path, events: list[dict[str, object]]) -> None:
        script, lines = folder / "boardgame.js", folder / "events.jsonl"
        script.write_bytes(resources.files(__package__).joinpath("boardgame.js").read_bytes())
        lines.write_text("".join(json.dumps(event) + "\n" for event in events))
        self._process = subprocess.Popen(  # noqa: S603
            [shutil.which("node") or "node", str(script), str(lines)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Battle:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def replay(self) -> float:
        """Make all moves; give the CPU seconds that it took."""
        return float(self._ask("replay")) / 1000

    def state(self) -> Game:
        """Make all moves; give the state in the end."""
        state: Game = json.loads(self._ask("state"))
        return state

    def _ask(self, what: str) -> str:
        if self._process.stdin is None or self._process.stdout is None:
            raise TypeError("Node was started with pipes")
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

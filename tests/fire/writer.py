"""A writer in a process of its own: appends without end and prints what was acknowledged."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def command(path: Path, *more: str) -> list[str]:
    """Give the command line that starts this writer on the log *path*."""
    return [sys.executable, str(Path(__file__)), str(path), *more]


def say(*words: object) -> None:
    """Print one line at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main(path: str, sleep_s: str = "0") -> None:
    """Append notes, rolls, take-backs and forks to the log, and print each leaf once it is kept."""
    import time

    from rollbook.events.log.file import FileLog

    sys.path.insert(0, str(ROOT))
    from tests.toylog import note, poke, taken_back

    with FileLog.write(path) as log:
        say("open", len(log))
        while True:
            seq = len(log)
            if seq % 9 == 8:
                new = taken_back(
                    log, log.chain.timelines.parent(log.chain.timelines.head("main")) or 0
                )
            elif seq % 5 == 0:
                new = note("x" * (seq * 37 % 2000))
            else:
                new = poke("u", 1, seq % 6 + 1)
            entry = log.append(new)
            say(entry.seq, entry.leaf.hex())
            time.sleep(float(sleep_s))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""What a whole process costs: its CPU time, and the most memory that it held."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rollbook.tools.bench.folders import scratch_folder
from rollbook.tools.bench.measure import Figure, Goal, Timed, ratio
from rollbook.tools.bench.workload import Work, write_log


def light_figures(work: Work) -> Iterator[Figure]:
    """Give how much longer a light command takes than starting Python."""
    with scratch_folder() as folder:
        path = folder / "light.rbk"
        write_log(600, path)
        show = [sys.executable, "-m", "rollbook.tools.cli", "show", str(path)]
        value, spread = ratio(process(show), process([sys.executable, "-c", "pass"]), work.turns)
    name = "light command: show, 600 events"
    yield Figure(name, value, "x", "python -c pass", Goal(8, 6.5), spread)


def process(command: list[str]) -> Timed:
    """Give what runs *command* and tells its CPU seconds."""
    # As installed: with compiled modules, whatever the shell that runs the benchmark says.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def once() -> float:
        start = _children_clock()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)  # noqa: S603
        return _children_clock() - start

    return once


def _children_clock() -> float:
    try:
        import resource
    except ImportError:  # Windows
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


_OPEN = """
import sys
from pathlib import Path
from rollbook.engine.session import Session
from rollbook.tools.bench.processes import most_memory
session = Session.open(Path(sys.argv[1]))
session.state
session.close()
print(most_memory())
"""


def memory_to_open(path: Path) -> int:
    """Give the most bytes that a process of its own holds that opens a log to go on with it."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _OPEN, str(path)], capture_output=True, check=True
    )
    return int(done.stdout)


def most_memory() -> int:
    """
    Give the most bytes that this process ever held, Python itself included.

    Where the system tells it, that is of the program alone: what ``getrusage``
    says of a new process starts with the size of the one that started it.
    """
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

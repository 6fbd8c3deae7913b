"""
Fuzz the borders: ``python tests/fuzz/run.py [--seconds N] [--seed S] [target ...]``.

Guided by coverage where atheris is installed (the extra ``fuzz``), with a
plain seeded mutator elsewhere or with ``--plain``.  An input that fails is
kept under ``tests/fuzz/corpus`` and the exit code is 1.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
import traceback
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tests.fuzz.corpus import keep, kept  # noqa: E402
from tests.fuzz.mutator import mutated  # noqa: E402
from tests.fuzz.targets import TARGETS  # noqa: E402

SLOW_SECONDS = 10
MEMORY_MB = 1024
MAX_LENGTH = 20_000


@frozen
class Fuzzed:
    """What a run of one target gave: how many inputs, and the first that failed."""

    target: str
    inputs: int
    accepted: int | None
    failed: Path | None = None
    said: str = ""

    def line(self) -> str:
        """Give the run in words."""
        taken = "" if self.accepted is None else f", {self.accepted} accepted"
        end = f"FAILED, see {self.failed}\n{self.said}" if self.failed else "no fault"
        return f"{self.target}: {self.inputs} inputs{taken}, {end}"


def can_guide() -> bool:
    """Tell whether the coverage-guided fuzzer is installed."""
    return find_spec("atheris") is not None


def fuzz_plainly(target: str, seconds: float, seed: int) -> Fuzzed:
    """Throw mutations of the kept inputs at *target* for *seconds*."""
    check, seeds = TARGETS[target], [path.read_bytes() for path in kept(target)]
    end, inputs, accepted = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        dice = random.Random(f"{target} {seed} {inputs}")
        data = mutated(dice.choice(seeds), dice)
        inputs += 1
        started = time.monotonic()
        try:
            accepted += check(data)
        except Exception:  # every kind: that is what is looked for
            return Fuzzed(target, inputs, accepted, keep(target, data), traceback.format_exc())
        if time.monotonic() - started > SLOW_SECONDS:
            return Fuzzed(target, inputs, accepted, keep(target, data), "it took too long")
    return Fuzzed(target, inputs, accepted)


def fuzz_guided(target: str, seconds: float, seed: int) -> Fuzzed:
    """Let atheris look for inputs of *target* that reach new code, for *seconds*."""
    with tempfile.TemporaryDirectory() as found:
        folder = Path(found)
        for path in kept(target):
            (folder / path.name).write_bytes(path.read_bytes())
        command = [
            *(sys.executable, "-m", "tests.fuzz.guided", target, str(folder)),
            *(f"-max_total_time={max(1, round(seconds))}", f"-seed={seed or 1}"),
            *(f"-timeout={SLOW_SECONDS}", f"-rss_limit_mb={MEMORY_MB}", f"-max_len={MAX_LENGTH}"),
            *(f"-artifact_prefix={folder}/failed-", "-print_final_stats=1"),
        ]
        # A bare interpreter: its fuzzer counts memory and time of this process alone.
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        failed = next(iter(folder.glob("failed-*")), None)
        inputs = _inputs(done.stderr)
        if done.returncode == 0 and failed is None:
            return Fuzzed(target, inputs, None)
        said = (done.stdout + done.stderr)[-4000:]
        data = failed.read_bytes() if failed else b""
        return Fuzzed(target, inputs, None, keep(target, data), said)


def _inputs(said: str) -> int:
    counts = [line.split()[-1] for line in said.splitlines() if "number_of_executed" in line]
    return int(counts[0]) if counts else 0


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Fuzz the borders of Rollbook.")
    parser.add_argument("target", nargs="*", choices=[[], *TARGETS], help="all, if none is named")
    parser.add_argument("--seconds", type=float, default=60, help="in all, shared by the targets")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="without coverage")
    asked = parser.parse_args()
    names = asked.target or list(TARGETS)
    fuzz = fuzz_guided if can_guide() and not asked.plain else fuzz_plainly
    failed = 0
    for name in names:
        done = fuzz(name, asked.seconds / len(names), asked.seed)
        print(done.line(), flush=True)  # noqa: T201
        failed += done.failed is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

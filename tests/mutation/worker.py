"""Run tests on a mutated copy of the tree, each time in a process forked from a warm one."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from tests.mutation.inplace import take_in
from tests.mutation.mutants import Mutant
from tests.mutation.plan import ROOT

CPU_SECONDS, SECONDS = 20, 300
"""What a test may take before the mutant counts as noticed: it works, or waits, for ever."""
COPIED = ("events", "projections", "engine", "tools", "tests", "docs", "pyproject.toml")


_HERE = "tests.mutation"
LOADING = "loading the tests"
BEGUN, FAILED = "begun ", "failed "


@frozen
class Verdict:
    """The first test that failed on a mutant or never ended, or nothing; and how long it took."""

    mutant: str
    killer: str | None
    seconds: float


class _Notes:
    """A pytest plugin that notes which test begins and which fails."""

    def __init__(self, out: int) -> None:
        self._out = out

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Note that a test begins, and give it all the time that a test may take."""
        _start_clocks()
        os.write(self._out, f"{BEGUN}{nodeid}\n".encode())

    def pytest_runtest_logreport(self, report: object) -> None:
        """Note a failed test."""
        if getattr(report, "failed", False):
            os.write(self._out, f"{FAILED}{getattr(report, 'nodeid', '?')}\n".encode())

    def pytest_collectreport(self, report: object) -> None:
        """Note what cannot even be collected."""
        self.pytest_runtest_logreport(report)


def _start_clocks() -> None:
    """Let this process be killed when its time is over, whatever it does then."""
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    signal.alarm(SECONDS)


class Workplace:
    """A copy of the tree in which modules are changed and put back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written = int(time.time())
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / name)
        links = folder / "build" / "types" / "rollbook"
        links.mkdir(parents=True)
        for floor in COPIED[:4]:
            (links / floor).symlink_to(folder / floor)

    def warm(self, tests: list[str]) -> None:
        """Load the product and *tests* here once, so that a fork finds them loaded."""
        os.chdir(self.folder)
        types = str(self.folder / "build" / "types")
        os.environ["PYTHONPATH"] = types
        sys.path[:0] = [types, str(self.folder)]
        _forget()
        kept = os.dup(1), os.dup(2)
        _silence()
        try:
            code = _pytest(["--collect-only", *tests])
        finally:
            for number, copy in enumerate(kept, 1):
                os.dup2(copy, number)
                os.close(copy)
        if code not in (0, 5):
            raise RuntimeError(f"the tests cannot be loaded ({code}): {tests}")

    def judge(self, mutant: Mutant, tests: list[str]) -> Verdict:
        """
        Run *tests* until one fails on the mutant.

        The code that :meth:`warm` loaded is changed in place where that can
        be; else everything is loaded anew.
        """
        path = self.folder / mutant.path
        before = path.read_bytes()
        started = time.monotonic()
        try:
            self._write(path, mutant.source.encode())
            return Verdict(
                mutant.name, self._first_failing(tests, mutant), time.monotonic() - started
            )
        finally:
            self._write(path, before)

    def _write(self, path: Path, source: bytes) -> None:
        """Write a module at a time of its own, so that no compiled file passes for it."""
        path.write_bytes(source)
        self._written += 10
        os.utime(path, (self._written, self._written))

    def _first_failing(self, tests: list[str], mutant: Mutant) -> str | None:
        """Give the first of *tests* that fails or never ends, or None."""
        notes = self.folder / "notes"
        out = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        child = os.fork()
        if not child:
            self._run(tests, out, mutant)
        os.close(out)
        _, status = os.waitpid(child, 0)
        with suppress(ProcessLookupError):  # what a killed test leaves running
            os.killpg(child, signal.SIGKILL)
        lines = notes.read_text().splitlines()
        for line in lines:
            if line.startswith(FAILED):
                return line.removeprefix(FAILED)
        code = os.waitstatus_to_exitcode(status)
        if code == 0:
            return None
        if code in (-signal.SIGALRM, -signal.SIGPROF) and lines:
            return lines[-1].removeprefix(BEGUN)
        if code not in (4, -signal.SIGALRM, -signal.SIGPROF):
            raise RuntimeError(f"the tests end with {code} and no test failed: {tests}")
        # What keeps the tests from being loaded is noticed.
        return LOADING

    def _run(self, tests: list[str], out: int, mutant: Mutant) -> None:
        """Run *tests* in this forked process, which ends here."""
        code = 70
        try:
            os.setpgid(0, 0)
            _start_clocks()
            _silence()
            if not take_in(mutant):
                _forget()
            code = _pytest(tests, _Notes(out))
        except BaseException:  # a fork must never return into its parent's code
            traceback.print_exc()
        finally:
            os._exit(code)


def _silence() -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.close(silence)


def _forget() -> None:
    """Let the product and its tests be loaded anew, this package apart."""
    for name in list(sys.modules):
        if name.partition(".")[0] in ("rollbook", "tests") and not name.startswith(_HERE):
            del sys.modules[name]


def _pytest(arguments: list[str], *plugins: object) -> int:
    import pytest

    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    options += ["--hypothesis-profile=written"]
    # Hypothesis is warm already, and has no assertions to rewrite.
    options += ["-W", "ignore:Module already imported"]
    return int(pytest.main([*options, *arguments], plugins=list(plugins)))

"""Run tests on a mutated copy of the tree, each time in a process forked from a warm one."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
import traceback
from pathlib import Path

from attrs import frozen

from tests.mutation.inplace import take_in
from tests.mutation.mutants import Mutant
from tests.mutation.plan import ROOT

SECONDS = 300
"""A mutant that makes the tests hang is noticed too."""
COPIED = ("events", "projections", "engine", "tools", "tests", "docs", "pyproject.toml")


_HERE = "tests.mutation"
LOADING, HANGING = "loading the tests", "the time that a test may take"


@frozen
class Verdict:
    """What the tests said of a mutant: the first that failed, or nothing; and how long it took."""

    mutant: str
    killer: str | None
    seconds: float


class _First:
    """A pytest plugin that keeps the name of the first test that fails."""

    def __init__(self, out: int) -> None:
        self._out = out

    def pytest_runtest_logreport(self, report: object) -> None:
        """Write the name of a failed test."""
        if getattr(report, "failed", False):
            os.write(self._out, f"{getattr(report, 'nodeid', '?')}\n".encode())

    def pytest_collectreport(self, report: object) -> None:
        """Write the name of what cannot even be collected."""
        self.pytest_runtest_logreport(report)


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
        """Give the first of *tests* that fails, or None."""
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            self._run(tests, write, mutant)
        os.close(write)
        with os.fdopen(read, encoding="utf-8") as said:
            names = said.read().splitlines()
        _, status = os.waitpid(child, 0)
        if names:
            return names[0]
        code = os.waitstatus_to_exitcode(status)
        if code == 0:
            return None
        if code not in (4, -signal.SIGALRM):
            raise RuntimeError(f"the tests end with {code} and no test failed: {tests}")
        # What breaks the loading of the tests is noticed; so is what never ends.
        return LOADING if code == 4 else HANGING

    def _run(self, tests: list[str], out: int, mutant: Mutant) -> None:
        """Run *tests* in this forked process, which ends here."""
        code = 70
        try:
            os.setpgid(0, 0)
            signal.alarm(SECONDS)
            _silence()
            if not take_in(mutant):
                _forget()
            code = _pytest(tests, _First(out))
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

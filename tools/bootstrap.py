#!/usr/bin/env python3
"""
Set up and run Rollbook from its source on a machine that has only Python.

    python3 tools/bootstrap.py demo        play the demo battle
    python3 tools/bootstrap.py test        run the tests
    python3 tools/bootstrap.py show X.rbk  any other command of rollbook

The first run makes a virtual environment in `.venv` and installs into it;
later runs use what is there.  Only the standard library is needed.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
OLDEST = (3, 11)


def main(args: list[str]) -> int:
    """Set up what *args* need and run them; gives the exit code."""
    if sys.version_info < OLDEST:
        return _say(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed, this is {sys.version}")
    testing = args[:1] == ["test"]
    if not _prepare("dev" if testing else ""):
        return _say("setting up failed; what went wrong stands above")
    if testing:
        return _run("-m", "pytest", "-n", "auto", *args[1:])
    return _run("-m", "rollbook.tools.cli", *(args or ["--help"]))


def _prepare(extra: str) -> bool:
    """Make the environment and install into it, unless that is done already."""
    mark = ENVIRONMENT / f".installed{'-' + extra if extra else ''}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if mark.exists() and mark.read_text() == wanted:
        return True
    print("setting up, once ...", file=sys.stderr)  # noqa: T201
    if not _python().exists() and not _make_environment():
        return False
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if _run(*pip, "--editable", target) != 0:
        return False
    mark.write_text(wanted)
    return True


def _make_environment() -> bool:
    # Isolated, in a process of its own: this script's folder, which is first on
    # the path here, has modules that are called like ones of the standard library.
    made = subprocess.run(  # noqa: S603
        [sys.executable, "-I", "-m", "venv", "--clear", str(ENVIRONMENT)], check=False
    )
    if made.returncode != 0:
        _say("no virtual environment could be made, see above; on Debian: apt install python3-venv")
    return made.returncode == 0


def _python() -> Path:
    windows = os.name == "nt"
    return ENVIRONMENT / ("Scripts" if windows else "bin") / ("python.exe" if windows else "python")


def _run(*args: str) -> int:
    return subprocess.run([str(_python()), *args], check=False).returncode  # noqa: S603


def _say(text: str) -> int:
    print(f"bootstrap: {text}", file=sys.stderr)  # noqa: T201
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""One target under atheris, in a process of its own: libFuzzer ends the process it runs in."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

MODULES = {
    "exhibits": "rollbook.events.log.exhibit",
    "notation": "rollbook.tools.notation.playing",
    "rosters": "rollbook.tools.importers.roster",
    "rolls": "rollbook.tools.importers.dice",
    "trf": "rollbook.tools.importers.trf",
    "pairings": "rollbook.tools.importers.trf",
    "commands": "rollbook.engine.session",
}
"""What is loaded instrumented beside the reader of logs; targets import it later themselves."""


def main() -> None:
    """Fuzz the target that the first argument names; the others are libFuzzer's."""
    import atheris

    name, *rest = sys.argv[1:]
    with atheris.instrument_imports(include=["rollbook"]):
        importlib.import_module("rollbook.events.log.tlogproof")
        importlib.import_module("rollbook.events.log.recovery")
        if name in MODULES:
            importlib.import_module(MODULES[name])
        from tests.fuzz.targets import TARGETS
    check = TARGETS[name]
    words = Path(__file__).parent / "words" / name
    options = [f"-dict={words}"] if words.exists() else []

    def once(data: bytes) -> None:
        check(data)

    atheris.Setup([sys.argv[0], *rest, *options], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

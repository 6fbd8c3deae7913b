"""
Take out guards one at a time and see whether a test notices.

``python tests/mutation/check.py`` tries every mutant of every part, two at a
time, prints those that no test noticed, and exits 1 if there are any.  Which
test noticed which mutant is kept in ``killers.json`` and tried first the next
time, so that only new mutants cost much.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tests.mutation.mutants import Mutant, mutants_of  # noqa: E402
from tests.mutation.plan import PARTS, Part, modules_of, stages  # noqa: E402
from tests.mutation.worker import LOADING, Verdict, Workplace  # noqa: E402

FOLDER = Path(__file__).parent
KILLERS, EQUAL = FOLDER / "killers.json", FOLDER / "equal.json"


def all_mutants(parts: Iterable[Part] = PARTS) -> Iterator[tuple[Part, Mutant]]:
    """Give every mutant of *parts*."""
    for part in parts:
        for module in modules_of(part):
            source = (ROOT / module).read_text()
            for mutant in mutants_of(module, source, reducers=part.reducers):
                yield part, mutant


def killers() -> dict[str, str]:
    """Give the test that noticed each mutant the last time."""
    found: dict[str, str] = json.loads(KILLERS.read_text()) if KILLERS.exists() else {}
    return found


def equal() -> dict[str, str]:
    """Give the mutants that change nothing anyone could see, each with the reason."""
    found: dict[str, str] = json.loads(EQUAL.read_text()) if EQUAL.exists() else {}
    return found


def _judge_some(work: list[tuple[Part, Mutant]], out: object) -> None:
    """Judge mutants in one process with its own copy of the tree; *out* takes the verdicts."""
    import hypothesis  # noqa: F401
    import msgpack  # noqa: F401
    import pytest  # noqa: F401

    known = killers()
    with tempfile.TemporaryDirectory(prefix="rollbook-mutants-") as folder:
        place = Workplace(Path(folder))
        place.warm(sorted({path for part, mutant in work for path in _files(part, mutant, known)}))
        for part, mutant in work:
            out.send(_judge_one(place, part, mutant, known))  # type: ignore[attr-defined]
    out.send(None)  # type: ignore[attr-defined]


def _files(part: Part, mutant: Mutant, known: dict[str, str]) -> set[str]:
    """Give the files and folders with the tests that *mutant* may need."""
    turns = (_known_killer(mutant, known), *stages(part, mutant.path))
    return {test.partition("::")[0] for turn in turns for test in turn}


def _known_killer(mutant: Mutant, known: dict[str, str]) -> list[str]:
    """Give the test that noticed *mutant* the last time, if its file is still there."""
    first = known.get(mutant.name)
    return [first] if first and (ROOT / first.partition("::")[0]).exists() else []


def _judge_one(place: Workplace, part: Part, mutant: Mutant, known: dict[str, str]) -> Verdict:
    """Judge a mutant by the test that noticed it the last time, then by all others."""
    for test in _known_killer(mutant, known):
        verdict = place.judge(mutant, [test])
        if verdict.killer not in (None, LOADING):
            return verdict
    for tests in stages(part, mutant.path):
        verdict = place.judge(mutant, tests)
        if verdict.killer is not None:
            return verdict
    return Verdict(mutant.name, None, 0.0)


def judge(work: list[tuple[Part, Mutant]], workers: int = 2) -> Iterator[Verdict]:
    """Judge *work* in as many processes as *workers*, and give verdicts as they come."""
    context = get_context("fork")
    ends, processes = [], []
    for number in range(min(workers, len(work))):
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_judge_some, args=(work[number::workers], there))
        process.start()
        there.close()
        ends.append(here)
        processes.append(process)
    from multiprocessing.connection import wait

    while ends:
        for end in wait(ends):
            try:
                verdict = end.recv()  # type: ignore[union-attr]
            except EOFError:
                verdict = None
            if verdict is None:
                ends.remove(end)  # type: ignore[arg-type]
            else:
                yield verdict
    for process in processes:
        process.join()


def main() -> int:
    """Run what the command line asks for."""
    names = [part.name for part in PARTS]
    parser = argparse.ArgumentParser(description="Take out guards; see whether a test notices.")
    parser.add_argument("part", nargs="*", choices=[[], *names])
    parser.add_argument("--module", help="only modules whose path holds this")
    parser.add_argument("--new", action="store_true", help="only mutants without a known killer")
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    parser.add_argument("--verbose", action="store_true", help="print what noticed each")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    asked = parser.parse_args()
    parts = [part for part in PARTS if not asked.part or part.name in asked.part]
    known, same = killers(), equal()
    work = [
        (part, mutant)
        for part, mutant in all_mutants(parts)
        if mutant.name not in same
        and (not asked.new or mutant.name not in known)
        and (not asked.module or asked.module in mutant.path)
    ]
    if asked.list:
        print(*(mutant.name for _, mutant in work), sep="\n")  # noqa: T201
        return 0
    survivors: list[str] = []
    noticed: dict[str, str] = {}
    for number, verdict in enumerate(judge(work, asked.workers), 1):
        if verdict.killer is None:
            survivors.append(verdict.mutant)
            print(f"NOT NOTICED {verdict.mutant}", flush=True)  # noqa: T201
        else:
            noticed[verdict.mutant] = verdict.killer
        if asked.verbose:
            print(f"{verdict.seconds:6.1f} s {verdict.mutant} -> {verdict.killer}", flush=True)  # noqa: T201
        if number % 5 == 0 or number == len(work):
            # Another run may have written in the meantime.
            kept = {k: v for k, v in killers().items() if k not in survivors} | noticed
            KILLERS.write_text(json.dumps(kept, indent=0, sort_keys=True) + "\n")
            print(f"{number} of {len(work)}", file=sys.stderr, flush=True)  # noqa: T201
    print(f"{len(work)} mutants, {len(survivors)} not noticed, {len(same)} known to be equal")  # noqa: T201
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

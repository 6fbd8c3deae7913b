"""The audit of a folder of games: a report a game, a progress bar, all processors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import click

from rollbook.events.errors import RollbookError
from rollbook.tools.cli.common import DAMAGED, FINDING, FINE, print_json, warn

AT_A_TIME = 8


def logs_in(folder: Path) -> list[Path]:
    """Give every log under *folder*, in order of name."""
    return sorted(path for path in folder.rglob("*.rbk") if path.is_file())


def audit_one(given: tuple[Path, Path | None]) -> dict[str, Any]:
    """Audit one log and give its report without the rolls; runs in a process of its own."""
    path, keys = given
    from rollbook.engine.audit.wholefile import audit_file, report_plain
    from rollbook.events.log.signed import keys_file, read_keys

    known = keys or (keys_file(path) if keys_file(path).exists() else None)
    try:
        audited = audit_file(path, read_keys(known) if known else ())
    except (RollbookError, OSError) as error:
        return {"log": str(path), "error": " ".join(str(error).split())}
    try:
        return report_plain(audited, None)
    finally:
        audited.close()


def audit_folder(
    folder: Path, output: Path | None, keys: Path | None, *, as_json: bool, workers: int | None
) -> int:
    """
    Audit every log under *folder*.

    One line a game on the terminal (or one JSON object), and with *output* a
    folder of reports, one a game.  Gives the exit code.
    """
    paths = logs_in(folder)
    if not paths:
        warn(f"{folder} holds no logs (*.rbk)")
        return FINDING
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
    worst = FINE
    jobs: Sequence[tuple[Path, Path | None]] = [(path, keys) for path in paths]
    number = min(workers or len(os.sched_getaffinity(0)), len(jobs))
    bar = click.progressbar(length=len(jobs), label="auditing", file=sys.stderr)
    lines: list[str] = []
    with bar, ProcessPoolExecutor(number) as pool:
        for plain in pool.map(audit_one, jobs, chunksize=AT_A_TIME):
            bar.update(1)
            worst = max(worst, _code(plain))
            if output is not None:
                _keep(output, folder, plain)
            if as_json:
                print_json(plain)
            else:
                lines.append(_line(folder, plain))
    for line in lines:
        click.echo(line)
    return worst


def _code(plain: dict[str, Any]) -> int:
    if "error" in plain:
        return DAMAGED
    return FINDING if plain["findings"] else FINE


def _line(folder: Path, plain: dict[str, Any]) -> str:
    from rollbook.projections.printable import padded, printable

    name = padded(printable(str(Path(plain["log"]).relative_to(folder))), 34)
    if "error" in plain:
        return f"{name} {printable(plain['error'])}"[:79]
    found = plain["findings"]
    said = "fine" if not found else f"{len(found)} findings: {found[0]['code']}"
    rolls = sum(plain["grades"].values())
    return f"{name} {plain['entries']:>6} entries {rolls:>5} rolls  {said}"[:79]


def _keep(output: Path, folder: Path, plain: dict[str, Any]) -> None:
    import json

    inside = Path(plain["log"]).relative_to(folder)
    target = output / inside.with_suffix(".audit.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

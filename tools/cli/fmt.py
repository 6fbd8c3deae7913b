"""`rollbook fmt`: a battle in its canonical form, and what is wrong in it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import click

from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, print_json
from rollbook.tools.cli.playtext import print_errors
from rollbook.tools.cli.record import Recorder
from rollbook.tools.cli.textfiles import read_text
from rollbook.tools.notation.document import Document
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.playing import Outcome, Playing
from rollbook.tools.notation.reading import read
from rollbook.tools.notation.writing import write


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True, dir_okay=False))
@click.option("--check", is_flag=True, help="Play it into memory and report all that is refused.")
@click.option("-i", "--in-place", is_flag=True, help="Write the canonical form back into FILE.")
@click.option("--rules", help="The rule set of a text without a header.")
@click.option(
    "--log",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Check FILE as what follows in this log, which stays as it is.",
)
@click.option(
    "--tables",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Rule tables of the game, if it has its own.",
)
@JSON_OPTION
def fmt(
    file: Path,
    check: bool,
    in_place: bool,
    rules: str | None,
    log: Path | None,
    tables: Path | None,
    as_json: bool,
) -> int:
    """Print the battle in FILE in its canonical form; -i writes it back, --check plays it."""
    if check and in_place:
        raise click.UsageError("--check changes nothing; leave out -i")
    text = read_text(file)
    recorder = _in_memory(log, tables)
    if recorder.session is not None:
        rules = recorder.session.rules.name
    document, errors = read(text, rules=rules)
    if check:
        return _checked(document, errors, recorder, str(file), tables, as_json)
    if errors or document is None:
        print_errors(errors, str(file))
        return FINDING
    made = write(document)
    if in_place:
        if made != text:
            _replace(file, made)
        return FINE
    click.echo(made, nl=False)
    return FINE


def _in_memory(log: Path | None, tables: Path | None) -> Recorder:
    """Give a recorder in memory, over a copy of *log* if there is one."""
    recorder = Recorder(None, tables=tables.read_text() if tables else None)
    if log is not None:
        from rollbook.engine.session import Session, rules_of
        from rollbook.events.log.file import FileLog
        from rollbook.events.log.log import MemoryLog

        with FileLog.read(log) as kept:
            copy = MemoryLog.of(kept.payload(seq) for seq in range(len(kept)))
        recorder.session = Session(copy, rules_of(copy))
    return recorder


def _checked(
    document: Document | None,
    errors: list[NotationError],
    recorder: Recorder,
    name: str,
    tables: Path | None,
    as_json: bool,
) -> int:
    outcomes: list[Outcome] = []
    if document is not None:
        playing = Playing(recorder, tables.read_text() if tables else None)
        outcomes = [o for o in playing.play(document) if o.refused is not None or o.finding]
    if as_json:
        print_json({"file": name, "errors": [*map(_plain, errors), *map(_plain_outcome, outcomes)]})
        return FINDING if errors or outcomes else FINE
    found: list[NotationError | Outcome] = [*errors, *outcomes]
    for item in sorted(found, key=lambda item: (item.line, item.column)):
        for line in item.shown(name):
            click.echo(line)
    if not found:
        click.echo(f"{name}: every line can be played")
    return FINDING if found else FINE


def _plain(error: NotationError) -> dict[str, object]:
    return {"line": error.line, "column": error.column, "code": "SYNTAX", "message": error.problem}


def _plain_outcome(outcome: Outcome) -> dict[str, object]:
    place = {"line": outcome.line, "column": outcome.column}
    if outcome.refused is None:
        return {**place, "code": "FINDING", "message": outcome.finding}
    return {**place, **outcome.refused}


def _replace(path: Path, text: str) -> None:
    """Put *text* in place of a file, whole or not at all."""
    descriptor, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(scratch).chmod(path.stat().st_mode & 0o7777)
        Path(scratch).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(scratch).unlink()
        raise

"""`rollbook export`: a log in another form."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from rollbook.tools.cli.busy import busy, busy_giving
from rollbook.tools.cli.common import FINE, LOG_ARGUMENT, View, json_line, warn
from rollbook.tools.newfile import new_file

KINDS = click.Choice(["rolls", "events", "units", "attacks"])
WRITING = "Writing the log in another form"


@click.command()
@LOG_ARGUMENT
@click.option("--notation", is_flag=True, help="The battle notation, to read and to play again.")
@click.option("--jsonl", is_flag=True, help="One entry object a line, lossless.")
@click.option("--csv", "csv_kind", type=KINDS, help="A table as CSV.")
@click.option("--parquet", "parquet_kind", type=KINDS, help="A table as Parquet (needs -o).")
@click.option("--html", is_flag=True, help="One offline page that replays the game.")
@click.option(
    "--games",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="With --html of an event: the folder with the logs of its games; their pages come too.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file."
)
def export(
    log: Path,
    notation: bool,
    jsonl: bool,
    csv_kind: str | None,
    parquet_kind: str | None,
    html: bool,
    games: Path | None,
    output: Path | None,
) -> int:
    """Write LOG in another form; -o never writes over a file."""
    if sum(map(bool, (notation, jsonl, csv_kind, parquet_kind, html))) != 1:
        raise click.UsageError(
            "say which form: --notation, --jsonl, --csv KIND, --parquet KIND or --html"
        )
    if html:
        from rollbook.tools.cli.view import write_html

        return write_html(log, output, games)
    if games is not None:
        raise click.UsageError("--games goes with --html")
    view = View(log)
    if parquet_kind is not None:
        return _parquet(view, parquet_kind, output)
    if csv_kind is not None:
        return _csv(view, csv_kind, output)
    _write_text(notation_text(view) if notation else _json_lines(view), output)
    if output is not None:
        what = "the battle in notation" if notation else f"the log, {len(view.log)} lines of JSON"
        click.echo(f"{output} has {what}", err=True)
    return FINE


def notation_text(view: View) -> Iterator[str]:
    """Give the battle of a log in notation."""
    from rollbook.tools.notation import document_of, write
    from rollbook.tools.notation.reading import MAX_BYTES

    with busy(WRITING):
        text = write(document_of(view.log))
    if len(text) > MAX_BYTES:
        warn(f"this text is longer than the {MAX_BYTES:,} characters that can be played again")
    yield text


def _json_lines(view: View) -> Iterator[str]:
    for value in export_lines(view):
        yield json_line(value) + "\n"


def export_lines(view: View) -> Iterator[Any]:
    """Give every entry of a log as the object that ``export --jsonl`` writes."""
    timelines = view.log.timelines
    return (
        entry.to_plain(timelines.line(entry.seq))
        for entry in view.log.entries(range(len(view.log)))
    )


def _write_text(parts: Iterable[str], output: Path | None) -> None:
    if output is None:
        for part in busy_giving(WRITING, parts):
            sys.stdout.write(part)
        return
    with new_file(output) as file, busy(WRITING):
        file.writelines(parts)


def _csv(view: View, kind: str, output: Path | None) -> int:
    from rollbook.tools.exporters.logtables import TABLES
    from rollbook.tools.exporters.tabletext import write_csv

    table = TABLES[kind]
    if output is None:
        write_csv(table.columns, busy_giving(WRITING, table.rows(view)), sys.stdout)
        return FINE
    with new_file(output) as file, busy(WRITING):
        count = write_csv(table.columns, table.rows(view), file)
    click.echo(f"{output} has {count} rows of {kind}", err=True)
    return FINE


def _parquet(view: View, kind: str, output: Path | None) -> int:
    from rollbook.tools.exporters.logtables import TABLES
    from rollbook.tools.exporters.tabletext import write_parquet

    if output is None:
        raise click.UsageError("say which file: -o FILE")
    table = TABLES[kind]
    with busy(WRITING):
        count = write_parquet(table.columns, table.rows(view), output)
    click.echo(f"{output} has {count} rows of {kind}", err=True)
    return FINE

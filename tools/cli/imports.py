"""`rollbook import`: a log from its JSON lines, or units from a roster into a log."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from rollbook.engine.session import Session
from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, LOG_ARGUMENT, print_json
from rollbook.tools.cli.record import tell_set_aside


@click.command(name="import")
@LOG_ARGUMENT
@click.option(
    "--jsonl",
    type=click.Path(path_type=Path, allow_dash=True, dir_okay=False),
    help="Make LOG of what export --jsonl wrote: the same bytes, or nothing.",
)
@click.option(
    "--roster", "rosters", multiple=True, help="Add the units of OWNER=FILE to LOG. Repeatable."
)
@click.option("--by", help="Who adds the units; without it their owner.")
@JSON_OPTION
def import_(
    log: Path, jsonl: Path | None, rosters: tuple[str, ...], by: str | None, as_json: bool
) -> int:
    """Take a log, or units, out of files in another form."""
    if (jsonl is None) == (not rosters):
        raise click.UsageError("say what: --jsonl FILE, or --roster OWNER=FILE")
    if jsonl is not None:
        return _json_lines(log, jsonl, as_json)
    return _rosters(log, rosters, by, as_json)


def _json_lines(log: Path, file: Path, as_json: bool) -> int:
    from rollbook.tools.importers.jsonlog import import_json_lines

    if str(file) == "-":
        made = import_json_lines(_lines(sys.stdin.buffer), log)
    else:
        with file.open("rb") as source:
            made = import_json_lines(_lines(source), log)
    if as_json:
        print_json({"log": str(log), "entries": made.entries, "leaf": made.leaf.hex()})
    else:
        click.echo(f"{log} holds {made.entries} entries; the last is {made.leaf.hex()}")
    return FINE


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Give lines, none much longer than one may be."""
    from rollbook.tools.importers.jsonlog import MOST_LINE_BYTES

    while line := source.readline(MOST_LINE_BYTES + 1):
        yield line


def _rosters(log: Path, given: tuple[str, ...], by: str | None, as_json: bool) -> int:
    from rollbook.tools.cli.rosters import add_rosters, check_rules, read_rosters

    session = Session.open(log)
    try:
        tell_set_aside(session)
        rosters = read_rosters(given, session.log.chain.players)
        check_rules(rosters, session.rules.name)
        return FINE if add_rosters(session, rosters, by=by, as_json=as_json) else FINDING
    finally:
        session.close()

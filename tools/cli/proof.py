"""`rollbook prove` and `rollbook check`: one entry that stands without its log."""

from __future__ import annotations

from pathlib import Path

import click

from rollbook.tools.cli.busy import busy
from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, LOG_ARGUMENT, print_json

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@LOG_ARGUMENT
@click.argument("address")
@click.option("-o", "--output", type=FILE, help="The exhibit (default: LOG.entry-N.exhibit).")
@click.option("--qr", is_flag=True, help="Show checkpoint and leaf as a QR code too.")
@JSON_OPTION
def prove(log: Path, address: str, output: Path | None, qr: bool, as_json: bool) -> int:
    """Make an exhibit of the entry at ADDRESS of LOG, under its newest checkpoint."""
    from rollbook.events.log.address import parse_address
    from rollbook.events.log.disk import publish
    from rollbook.events.log.exhibit import make_exhibit, read_exhibit, short_form
    from rollbook.events.log.file import checkpoint_file
    from rollbook.events.log.signed import read_notes
    from rollbook.events.log.signing import facts_of

    with busy("Reading the log"):
        facts, opened = facts_of(log)
    try:
        seq = parse_address(address, opened.timelines).seq
        data = make_exhibit(opened, facts.leaves, read_notes(checkpoint_file(log)), seq)
    finally:
        opened.close()
    made = read_exhibit(data)
    path = output or log.with_name(f"{log.stem}.entry-{seq}.exhibit")
    publish(path, data)
    short = short_form(made.note, made.entry.leaf, seq)
    if as_json:
        print_json({
            "exhibit": str(path), "entry": seq, "bytes": len(data),
            "size": made.checkpoint.size, "short": short,
        })  # fmt: skip
        return FINE
    click.echo(f"{path}: entry {seq} under a checkpoint of {made.checkpoint.size} entries,")
    click.echo(f"  {len(data)} bytes. Check it anywhere with: rollbook check {path}")
    if qr:
        from rollbook.tools.cli.qr import qr_lines

        for line in qr_lines(short):
            click.echo(line)
    return FINE


@click.command()
@click.argument("exhibit", type=FILE)
@click.option("--keys", "key_file", type=FILE, help="Public keys that you know, one a line.")
@JSON_OPTION
def check(exhibit: Path, key_file: Path | None, as_json: bool) -> int:
    """
    Check EXHIBIT without its log, and say in words what it proves.

    Exit 0 if it holds, 1 if anything in it does not.
    """
    from rollbook.engine.audit.exhibits import check_exhibit
    from rollbook.events.log.signed import read_keys

    found = check_exhibit(exhibit, read_keys(key_file) if key_file is not None else ())
    if as_json:
        print_json(found.to_plain())
        return FINDING if found.findings else FINE
    from rollbook.tools.cli.wrap import wrapped

    for line in found.lines:
        for part in wrapped(line):
            click.echo(part)
    return FINDING if found.findings else FINE

"""`rollbook verify`, `repair`: the log as a file."""

from __future__ import annotations

from pathlib import Path

import click

from rollbook.events.log.errors import NotALog
from rollbook.events.log.verify import Verified, verify_file
from rollbook.projections.printable import printable
from rollbook.tools.cli.busy import busy
from rollbook.tools.cli.common import (
    DAMAGED,
    FINDING,
    FINE,
    JSON_OPTION,
    LOG_ARGUMENT,
    print_json,
)

KEY_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@LOG_ARGUMENT
@click.option("--keys", type=KEY_FILE, help="Public keys that you know (default: LOG.keys).")
@click.option("--kept", type=KEY_FILE, help="Checkpoints that you kept, to compare with.")
@JSON_OPTION
def verify(log: Path, keys: Path | None, kept: Path | None, as_json: bool) -> int:
    """
    Check every byte of LOG: frames, chain, schema, tree, signatures.

    The checkpoints beside LOG are held against it: their signatures, and that
    each continues the one before. Exit 0 if all is well, 1 if the end is torn
    or a signature does not hold, 3 if the file is damaged.
    """
    try:
        with busy("Checking every byte"):
            found = verify_file(log)
    except NotALog as error:
        if as_json and not error.missing:
            print_json({"status": "damaged", "entries": 0, "leaf": None, "root": None, "offset": 0})
            return DAMAGED
        raise
    from rollbook.tools.cli.signatures import signatures_for

    with busy("Checking the signatures"):
        signatures = signatures_for(log, found.entries, keys, kept)
    if as_json:
        more = {} if signatures is None else signatures.to_plain()
        print_json({**found.to_plain(), **more})
    else:
        _say(log, found)
        for line in () if signatures is None else signatures.lines():
            click.echo(line)
    code = {"ok": FINE, "damaged": DAMAGED}.get(found.status, FINDING)
    return max(code, FINE if signatures is None or not signatures.found.findings else FINDING)


def _say(path: Path, found: Verified) -> None:
    if found.status == "ok":
        click.echo(f"{path} is whole: {found.entries} entries, {found.offset} bytes")
        click.echo(f"  last entry {found.leaf.hex()}")
        click.echo(f"  tree root  {found.root.hex()}")
        return
    click.echo(f"{path} is {found.status}: entry {found.entries} at byte {found.offset}")
    click.echo(f"  {printable(found.reason)}")
    click.echo(f"  {found.entries} entries before it are good")
    if found.status == "torn":
        click.echo("  an append was cut off; opening it for play sets those bytes aside")
    elif found.status == "damaged":
        click.echo(f"  to salvage what is good: rollbook repair {path}")


@click.command()
@LOG_ARGUMENT
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The new file; without it NAME.repaired.rbk beside LOG.",
)
@JSON_OPTION
def repair(log: Path, output: Path | None, as_json: bool) -> int:
    """
    Salvage LOG into a new file and keep LOG as it is.

    Says what it kept and what it left out. Tails that were set aside beside
    LOG are brought back when they prove whole.
    """
    from rollbook.events.log.repair import repair_file

    with busy("Looking for what is good"):
        done = repair_file(log, output or log.with_name(f"{log.stem}.repaired{log.suffix}"))
    if as_json:
        print_json(done.to_plain())
        return FINE
    click.echo(f"{done.path} holds {done.entries} good entries")
    for line in done.said:
        click.echo(f"  {line}")
    return FINE

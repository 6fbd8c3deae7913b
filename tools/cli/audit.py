"""`rollbook audit`: every entry decided again, every roll graded."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, print_json, print_lines
from rollbook.tools.newfile import new_file

FILE = click.Path(path_type=Path, dir_okay=False)
SLOW_ENTRIES = 3_000
"""Logs of more entries get a progress bar."""


@click.command()
@click.argument("log", type=click.Path(path_type=Path, exists=True))
@click.option("--roll", help="One roll: its address, such as 42.3, or 42 for all of an entry.")
@click.option("--unit", help="The rolls about one unit.")
@click.option("--player", help="The rolls of one player.")
@click.option("--rolls", "all_rolls", is_flag=True, help="A line for each roll too.")
@click.option(
    "--against", "other", metavar="VERSION|TABLES|HOUSE-RULES",
    help="Where would other rules have parted from this game?  Each rule set has one version so "
    "far, 1; house rules and tables are TOML files.",
)  # fmt: skip
@click.option("--keys", type=FILE, help="Public keys that you know (default: LOG.keys).")
@click.option("--kept", type=FILE, help="Checkpoints that you kept, to compare with.")
@click.option("--html", type=FILE, help="Write one printable page to this file.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False),
    help="For a folder of logs: write a report for each game into this folder.",
)  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 64), help="For a folder: processes at once.")
@JSON_OPTION
def audit(
    log: Path,
    roll: str | None,
    unit: str | None,
    player: str | None,
    all_rolls: bool,
    other: str | None,
    keys: Path | None,
    kept: Path | None,
    html: Path | None,
    output: Path | None,
    workers: int | None,
    as_json: bool,
) -> int:
    """
    Audit LOG, or every log in the folder LOG.

    Exit 0 if nothing is wrong, 1 if there are findings, 3 if the file is
    damaged beyond its first entry.
    """
    if log.is_dir():
        from rollbook.tools.cli.auditfolder import audit_folder

        return audit_folder(log, output, keys, as_json=as_json, workers=workers)
    audited = _audited(log, keys, kept)
    try:
        if other is not None:
            return _against(audited, other, as_json)
        chosen = _chosen(audited, roll, unit, player)
        if html is not None:
            _write_page(audited, chosen, html)
        _print(audited, chosen, narrow=bool(roll or unit or player), table=all_rolls,
               single=roll is not None, as_json=as_json)  # fmt: skip
        return FINDING if audited.report.findings else FINE
    finally:
        audited.close()


def _audited(log: Path, keys: Path | None, kept: Path | None) -> Any:
    from rollbook.engine.audit.wholefile import audit_file
    from rollbook.events.log.signed import keys_file, read_keys, read_notes

    known = keys or (keys_file(log) if keys_file(log).exists() else None)
    public = read_keys(known) if known is not None else ()
    notes = read_notes(kept) if kept is not None else ()
    if log.stat().st_size < SLOW_ENTRIES * 60:
        return audit_file(log, public, notes)
    bar = click.progressbar(length=log.stat().st_size, label="auditing", file=sys.stderr)
    with bar:
        return audit_file(log, public, notes, lambda _: bar.update(80))


def _chosen(audited: Any, roll: str | None, unit: str | None, player: str | None) -> Sequence[Any]:
    report = audited.report
    if roll is not None:
        from rollbook.events.log.address import parse_address

        address = parse_address(roll, audited.log.timelines)
        found = [
            r for r in report.rolls
            if r.address == str(address) or (address.event is None and r.entry.seq == address.seq)
        ]  # fmt: skip
        if not found:
            raise click.UsageError(f"no roll at {address}; rollbook audit LOG --rolls lists them")
        return found
    if player is not None and player not in (*report.players, "judge", "system"):
        raise click.UsageError(f"no player {player}; there are {', '.join(report.players)}")
    found = report.of(unit=unit, player=player)
    if unit is not None and not found:
        state = audited.auditor.states.at(audited.log.timelines.head(audited.log.timelines.default))
        if state is not None and unit not in state.units:
            raise click.UsageError(f"no unit {unit}; there are {', '.join(state.units)}")
    return list(found)


def _details(audited: Any, chosen: Sequence[Any]) -> list[dict[str, Any]]:
    from rollbook.engine.audit.details import Details

    details = Details(audited.auditor, audited.report)
    return [details.plain(roll) for roll in chosen]


def _print(
    audited: Any, chosen: Sequence[Any], *, narrow: bool, table: bool, single: bool, as_json: bool
) -> None:
    from rollbook.engine.audit.wholefile import report_plain
    from rollbook.tools.cli import auditwords as words

    if as_json:
        print_json(report_plain(audited, _details(audited, chosen)))
        return
    if single or narrow:
        for number, plain in enumerate(_details(audited, chosen)):
            if number:
                click.echo()
            print_lines(words.roll_lines(plain))
        return
    print_lines(words.summary_lines(str(audited.path), audited.report))
    print_lines(words.list_lines(audited.report))
    if table:
        click.echo()
        print_lines(words.roll_table(chosen))


def _write_page(audited: Any, chosen: Sequence[Any], path: Path) -> None:
    from rollbook.engine.audit.wholefile import report_plain
    from rollbook.tools.cli.auditpage import page_lines

    plain = report_plain(audited, _details(audited, chosen))
    with new_file(path) as file:
        file.writelines(line + "\n" for line in page_lines(plain))
    click.echo(f"The page is in {path}", err=True)


def _against(audited: Any, other: str, as_json: bool) -> int:
    from rollbook.engine.audit.against import against, other_rules
    from rollbook.tools.cli.wrap import wrapped

    start = audited.log.entry(0).command
    found = against(audited.auditor, other_rules(audited.auditor.rules, start, other))
    if as_json:
        print_json(found.to_plain())
        return FINE
    if found.parted is None:
        click.echo(f"Under {found.called} all {found.decided} commands come out the same.")
        return FINE
    for line in wrapped(
        f"Under {found.called} the game parts at entry {found.parted}: "
        f"the first {found.same} of {found.decided} commands come out the same."
    ):
        click.echo(line)
    for finding in found.differ[:20]:
        for line in wrapped(f"  {finding.address}  {finding.words}"):
            click.echo(line)
    if len(found.differ) > 20:
        click.echo(f"  and {len(found.differ) - 20} more (--json shows all)")
    return FINE

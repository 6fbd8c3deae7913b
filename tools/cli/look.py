"""`rollbook show` and `rollbook log`: what is, and what happened."""

from __future__ import annotations

from pathlib import Path

import click

from rollbook.events.plain import to_plain
from rollbook.tools.cli.busy import busy_giving
from rollbook.tools.cli.common import (
    FINDING,
    FINE,
    JSON_OPTION,
    LOG_ARGUMENT,
    View,
    print_json,
    print_lines,
    print_styled,
    window_columns,
)


@click.command()
@LOG_ARGUMENT
@click.option("--at", help="An address: 42, 42.3, name@42, or a timeline's name.")
@JSON_OPTION
def show(log: Path, at: str | None, as_json: bool) -> int:
    """Show the state of LOG: units, hull and armour, what is owed next."""
    if as_json and not log.exists():
        print_json(None)
        return FINDING
    view = View(log)
    address = view.address(at)
    state = view.state(address)
    if as_json:
        print_json(to_plain(state))
        return FINE
    if view.rules == "tournament" and state is not None:
        from rollbook.tools.cli.tournament_look import overview_lines

        print_lines(overview_lines(state))
        return FINE
    from rollbook.tools.cli.cards import state_lines

    plain, columns = to_plain(state), window_columns()
    print_styled(state_lines(view.rules, plain, str(address), address.timeline, columns))
    return FINE


@click.command(name="log")
@LOG_ARGUMENT
@click.option("--all", "everything", is_flag=True, help="Withdrawn entries and forks too.")
@click.option("--timeline", help="The path of this timeline, or to an entry: try, try@42, 42.")
@click.option("--last", type=click.IntRange(1), help="Only as many entries, the newest ones.")
@JSON_OPTION
def log(log: Path, everything: bool, timeline: str | None, last: int | None, as_json: bool) -> int:
    """Show the entries of LOG in words."""
    view = View(log)
    timelines = view.log.timelines
    head = view.address(timeline).seq
    seqs = list(range(len(view.log)) if everything else timelines.path(head))
    seqs = seqs[-last:] if last else seqs
    if as_json:
        for entry in busy_giving("Reading the entries", view.log.entries(seqs)):
            print_json(entry.to_plain(timelines.line(entry.seq)))
        return FINE
    from rollbook.tools.cli.story import story_lines

    lines = story_lines(view, seqs, tree=everything)
    print_lines(busy_giving("Reading the entries", lines))
    return FINE

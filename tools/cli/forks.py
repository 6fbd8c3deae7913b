"""`rollbook fork` and `rollbook timelines`: other ways the game could go, and went."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from rollbook.events.log.timeline import Timelines
from rollbook.events.quantities import SYSTEM
from rollbook.projections.printable import printable
from rollbook.projections.refusalwords import refusal_words
from rollbook.projections.withdrawn import Withdrawal, withdrawals
from rollbook.tools.cli.common import (
    FINDING,
    FINE,
    JSON_OPTION,
    LOG_ARGUMENT,
    View,
    print_json,
    print_lines,
    warn,
)
from rollbook.tools.cli.paper import columns, wrapped


@click.command()
@LOG_ARGUMENT
@click.argument("name")
@click.option("--at", required=True, help="The entry to go on from: 42, or try@42; try is its end.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Begin this new file with the fork, and leave LOG as it is.",
)
@click.option("--by", default=SYSTEM, help="Who forks: a player's id, or judge.")
@click.option("--simulated", is_flag=True, help="Only a what-if; its dice never count.")
@JSON_OPTION
def fork(
    log: Path,
    name: str,
    at: str,
    output: Path | None,
    by: str,
    simulated: bool,
    as_json: bool,
) -> int:
    """
    Open timeline NAME at an entry of LOG, to play on from there.

    Nothing that is there changes.  With -o the whole log is copied into a new
    file first, and NAME is what that file goes on with.
    """
    view = View(log)
    address = view.address(at)
    if address.event is not None:
        raise click.UsageError("a fork begins after an entry, never inside one: leave out the .N")
    kind = "simulated" if simulated else "played"
    if output is None:
        view.log.close()
        return _inside(log, name, address.seq, by, kind, as_json)
    return _into(view, output, name, address.seq, by, kind, as_json)


def _inside(path: Path, name: str, at: int, by: str, kind: str, as_json: bool) -> int:
    from rollbook.engine.forkfile import fork_command
    from rollbook.tools.cli.moves import submit_one

    code = submit_one(path, fork_command(name, at, by, kind), as_json, None)
    if code == FINE and not as_json:
        click.echo(f"Play on there with: rollbook play {path} --timeline {name}")
    return code


def _into(view: View, output: Path, name: str, at: int, by: str, kind: str, as_json: bool) -> int:
    from rollbook.engine.forkfile import fork_into
    from rollbook.events.errors import RuleRefusal
    from rollbook.events.plain import to_plain

    source = view.log.path
    view.log.close()
    try:
        entry = fork_into(source, output, name, at, by=by, kind=kind)
    except RuleRefusal as refusal:
        if as_json:
            print_json({"refused": refusal.to_json()})
        else:
            warn(refusal_words(refusal))
        return FINDING
    if as_json:
        print_json({"entry": entry.seq, "events": [to_plain(e) for e in entry.events]})
        return FINE
    click.echo(f"{output} holds all of {source}, and timeline {name} from entry {at} on")
    click.echo(f"Play on there with: rollbook play {output}")
    return FINE


@click.command()
@LOG_ARGUMENT
@JSON_OPTION
def timelines(log: Path, as_json: bool) -> int:
    """Show the timelines of LOG as a tree: where they part, what was withdrawn."""
    view = View(log)
    gone = withdrawals(view.log)
    if as_json:
        print_json([_plain(view.log.timelines, name, gone) for name in view.log.timelines.names])
        return FINE
    print_lines(tree_lines(view.log.timelines, gone, columns()))
    return FINE


def _plain(lines: Timelines, name: str, gone: list[Withdrawal]) -> dict[str, Any]:
    opening, head = lines.openings[name], lines.heads[name]
    parent = lines.parent(opening)
    return {
        "name": name,
        "default": name == lines.default,
        "kind": lines.kinds[name],
        "head": head,
        "entries": _length(lines, head),
        "opening": opening,
        "forked_at": parent,
        "from": None if parent is None else lines.line(parent),
        "withdrawn": [
            {
                "entries": [list(run) for run in item.runs],
                "rolls": item.rolls,
                "by": item.by.by,
                "entry": item.by.seq,
                "reason": item.by.events[0].reason,
            }
            for item in gone
            if item.timeline == name
        ],
    }


def _length(lines: Timelines, head: int) -> int:
    return sum(last - first + 1 for first, last in lines.runs(head))


def tree_lines(lines: Timelines, gone: list[Withdrawal], wide: int | None) -> Iterator[str]:
    """Give the tree of timelines, each under the one that it parts from."""
    children: dict[str | None, list[str]] = {}
    for name in lines.names:
        parent = lines.parent(lines.openings[name])
        children.setdefault(None if parent is None else lines.line(parent), []).append(name)
    stack = [(name, "", "") for name in reversed(children.get(None, []))]
    while stack:
        name, first, rest = stack.pop()
        below = children.get(name, [])
        yield from wrapped(first, rest + "    ", _words(lines, name), wide)
        stem = rest + ("│   " if below else "    ")
        for item in gone:
            if item.timeline == name:
                yield from wrapped(stem, stem + "  ", _gone_words(item), wide)
        for number, child in reversed(list(enumerate(below))):
            last = number == len(below) - 1
            edge, line = ("└── ", "    ") if last else ("├── ", "│   ")
            stack.append((child, rest + edge, rest + line))


def _words(lines: Timelines, name: str) -> str:
    opening, head = lines.openings[name], lines.heads[name]
    parent = lines.parent(opening)
    marks = [m for m, on in (("default", name == lines.default),) if on]
    if lines.kinds[name] != "played":
        marks.append(lines.kinds[name])
    shown = f" ({', '.join(marks)})" if marks else ""
    count = _length(lines, head)
    whole = f"head {head}, {count} {'entry' if count == 1 else 'entries'} from the first on"
    return f"{name}{shown}: " + (f"parts at {parent}, " if parent is not None else "") + whole


def _gone_words(item: Withdrawal) -> str:
    runs = ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in item.runs)
    rolls = f", {item.rolls} with dice" if item.rolls else ""
    reason = printable(item.by.events[0].reason)
    said = f": {reason}" if reason else ""
    return f"× {runs} withdrawn by {item.by.by} in {item.by.seq}{rolls}{said}"

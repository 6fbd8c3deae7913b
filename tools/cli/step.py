"""`rollbook step`: the log event by event, with keys or as lines."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from rollbook.events.plain import to_plain
from rollbook.projections.printable import printable
from rollbook.projections.words import sentence
from rollbook.tools.cli.common import FINE, JSON_OPTION, LOG_ARGUMENT, View, print_json
from rollbook.tools.cli.stepping import Place, Step, Walk


@click.command()
@LOG_ARGUMENT
@click.option("--at", help="Begin at this address: 42, 42.3, name@42, or a timeline's name.")
@click.option("--timeline", help="Walk this timeline instead of the default one.")
@click.option(
    "--play",
    "seconds",
    type=click.FloatRange(0.01, 3600),
    metavar="SECONDS",
    help="Go on by itself, one event every so many seconds.",
)
@click.option("--print", "as_lines", is_flag=True, help="Print plain lines and end; no keys.")
@click.option("--plain", is_flag=True, help="Keys, but one spoken line a step and no redrawing.")
@click.option("--steps", type=click.IntRange(1), help="Print no more than this many events.")
@JSON_OPTION
def step(
    log: Path,
    at: str | None,
    timeline: str | None,
    seconds: float | None,
    as_lines: bool,
    plain: bool,
    steps: int | None,
    as_json: bool,
) -> int:
    """
    Walk through LOG event by event: what happened, what it changed, how all stand.

    Arrow keys go forward and back; ? shows all keys.  Where there is no
    terminal, the steps are printed as lines.
    """
    view = View(log)
    walk = Walk(view.log, view.states, view.rules)
    place = walk.start(timeline)
    if at is not None:
        place = walk.at(view.address(at, timeline))
        if timeline is not None and at.strip() and "@" not in at:
            place = walk.on(place, walk.start(timeline).branch)
    if as_json or as_lines or not _has_keys():
        begin = place if at is not None else walk.first(place)
        _print(walk, begin, steps, seconds, as_json)
        return FINE
    if plain or os.environ.get("TERM") in ("dumb", "", None):
        from rollbook.tools.cli.stepplain import run
    else:
        from rollbook.tools.cli.stepscreen import run
    run(walk, place, printable(log.name), seconds)
    return FINE


def _has_keys() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _print(
    walk: Walk, place: Place, steps: int | None, seconds: float | None, as_json: bool
) -> None:
    last = None
    for count, shown in enumerate(_from(walk, place, steps)):
        if count and seconds:
            sys.stdout.flush()
            time.sleep(seconds)
        if as_json:
            print_json(plain_step(shown))
            continue
        _write(shown, new_entry=shown.place.seq != last)
        last = shown.place.seq


def _write(shown: Step, *, new_entry: bool) -> None:
    from rollbook.tools.cli.lines import written
    from rollbook.tools.cli.steptext import print_lines_of

    for text in print_lines_of(shown, entry=new_entry):
        sys.stdout.write(written(text, sys.stdout.encoding) + "\n")


def _from(walk: Walk, place: Place, steps: int | None) -> Iterator[Step]:
    here: Place | None = place
    done = 0
    while here is not None and (steps is None or done < steps):
        yield walk.look(here)
        here = walk.next_event(here)
        done += 1


def plain_step(shown: Step) -> dict[str, Any]:
    """Give the object that ``step --json`` prints for one event."""
    state = shown.after if shown.after is not None else shown.before
    return {
        "at": str(shown.place),
        "entry": shown.place.seq,
        "timeline": shown.place.branch.timeline,
        "withdrawn": shown.withdrawn,
        "by": shown.entry.by,
        "round": getattr(state, "round", None),
        "phase": getattr(state, "phase", None),
        "event": to_plain(shown.event),
        "words": sentence(shown.rules, shown.event, shown.name),
        "changes": [
            {"path": ".".join(c.path), "before": to_plain(c.before), "after": to_plain(c.after)}
            for c in shown.changes
        ],
        "problem": shown.problem,
    }

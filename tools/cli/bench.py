"""`rollbook bench`: speed and size on this machine, as ratios in one run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, print_json

if TYPE_CHECKING:
    from rollbook.tools.bench.measure import Figure

MARKS = {"all": "[++]", "first": "[+ ]", "none": "[--]", None: "    "}


@click.command()
@JSON_OPTION
@click.option("--quick", is_flag=True, help="Smaller workloads: a look, not a measurement.")
@click.option("--peers", is_flag=True, help="Against other programs too.")
@click.option("--rounds", is_flag=True, help="Pairing 2,000 players too, which takes minutes.")
@click.option("--scale", is_flag=True, help="Instead: the cost at 1,000 to 1,000,000 events.")
@click.option("--check", is_flag=True, help="Exit 1 if a first goal is missed.")
def bench(as_json: bool, quick: bool, peers: bool, rounds: bool, scale: bool, check: bool) -> int:
    """
    Measure speed and size on this machine.

    Everything is a ratio of two things that ran in turn, because machines
    differ and are noisy. R is the time to decode the same events as bare
    msgpack rows and build nothing. What only computes is timed in CPU time;
    what waits for the disk, in real time.

    Each line is marked: [++] reaches every goal, [+ ] the first one, [--]
    none.
    """
    from rollbook.tools.bench.figures import figures
    from rollbook.tools.bench.scale import SIZES, scale_figures, table
    from rollbook.tools.bench.workload import Work

    work = Work(small=1_000, long=30_000, turns=5) if quick else Work()
    work.progress, work.left_out = _progress, _left_out
    made = []
    sizes = SIZES[:2] if quick else SIZES
    for figure in (
        scale_figures(work, sizes) if scale else figures(work, peers=peers, rounds=rounds)
    ):
        made.append(figure)
        if not as_json and not scale:
            _clear()
            _print(figure)
    _clear()
    if as_json:
        print_json({"figures": [figure.to_plain() for figure in made]})
    elif scale:
        click.echo("\n".join(table(made)))
    missed = any(figure.met == "none" for figure in made)
    return FINDING if check and missed else FINE


def _print(figure: Figure) -> None:
    between = ""
    if figure.spread is not None:
        between = f"  ({figure.spread[0]:.2f} to {figure.spread[1]:.2f})"
    goal = "" if figure.goal is None else f"goal {figure.goal}"
    click.echo(
        f"{MARKS[figure.met]} {figure.name:<42} {figure.value:8.2f} {figure.unit:<2} "
        f"{goal:<22}{between}".rstrip()
        + f"\n{'':<5}against {figure.against}"
    )


def _progress(what: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[Kmeasuring: {what} ...", err=True, nl=False)


def _clear() -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)


def _left_out(why: str) -> None:
    _clear()
    click.echo(f"left out: {why}", err=True)

"""`rollbook bench`: speed and size on this machine, as ratios in one run."""

from __future__ import annotations

import sys

import click

from rollbook.tools.cli.common import FINE, JSON_OPTION, print_json


@click.command()
@JSON_OPTION
@click.option("--quick", is_flag=True, help="Smaller workloads: a look, not a measurement.")
def bench(as_json: bool, quick: bool) -> int:
    """
    Measure speed and size on this machine.

    Everything is a ratio of two things that ran in turn, because machines
    differ and are noisy. R is the time to decode the same events as bare
    msgpack rows and build nothing.
    """
    from rollbook.tools.bench.figures import Bench

    work = Bench(small=3_000, long=30_000, turns=3) if quick else Bench()
    figures = []

    def progress(what: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[Kmeasuring: {what} ...", err=True, nl=False)

    for figure in work.figures(progress):
        figures.append(figure)
        if not as_json:
            if sys.stderr.isatty():
                click.echo("\r\x1b[K", err=True, nl=False)
            spread = ""
            if figure.spread is not None:
                spread = f"  ({figure.spread[0]:.2f} to {figure.spread[1]:.2f})"
            click.echo(
                f"{figure.name:<34} {figure.value:8.2f} {figure.unit:<2} goal {figure.goal:<16}"
                f"{spread}\n{'':<34} against {figure.against}"
            )
    if as_json:
        print_json({"figures": [figure.to_plain() for figure in figures]})
    return FINE

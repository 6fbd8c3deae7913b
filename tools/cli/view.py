"""`rollbook view` and `export --html`: the battle viewer."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rollbook.tools.cli.common import FINE, LOG_ARGUMENT

PORT = 8710


@click.command()
@LOG_ARGUMENT
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
def view(log: Path, host: str, port: int, browse: bool) -> int:
    """
    Show LOG as a page that follows it while it is written.

    Only this machine can see it, unless --host says otherwise; then a token
    in the address keeps others out. Port 0 takes any free port.
    """
    from rollbook.tools.server.run import Place, serve

    def ready(place: Place) -> None:
        click.echo(f"{log} can be watched at {place.url}")
        if place.token:
            click.echo("  whoever has this address can watch; it changes nothing")
        click.echo("  Ctrl+C stops")
        if browse:
            import webbrowser

            webbrowser.open(place.url)

    serve(log, host, port, ready)
    return FINE


def write_html(log: Path, output: Path | None) -> int:
    """Write the offline page of *log* to *output*, or print it."""
    from rollbook.events.log.file import FileLog
    from rollbook.tools.viewer.document import page_of

    with FileLog.read(log) as opened:
        if sys.stderr.isatty():
            bar = click.progressbar(length=len(opened), label="making the page", file=sys.stderr)
            with bar:
                text = page_of(opened, lambda: bar.update(1))
        else:
            text = page_of(opened)
    if output is None:
        click.echo(text, nl=False)
        return FINE
    with output.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
    click.echo(f"{output}: one page of {len(text.encode()) // 1024 + 1} KiB that needs no network")
    return FINE

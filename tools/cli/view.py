"""`rollbook view` and `export --html`: the battle viewer."""

from __future__ import annotations

import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rollbook.tools.cli.common import FINE, LOG_ARGUMENT, warn
from rollbook.tools.newfile import new_file, new_folder

if TYPE_CHECKING:
    from rollbook.events.log.file import FileLog
    from rollbook.tools.viewer.eventgames import GamePages

PORT = 8710


@click.command()
@LOG_ARGUMENT
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--games",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Where the logs of an event's games are; beside LOG if not said.",
)
def view(log: Path, host: str, port: int, browse: bool, games: Path | None) -> int:
    """
    Show LOG as a page that follows it while it is written.

    Only this machine can see it, unless --host says otherwise; then a token
    in the address keeps others out. Port 0 takes any free port.
    """
    from rollbook.tools.server.run import Place, serve

    def ready(place: Place) -> None:
        click.echo(f"{log} can be watched at {place.url}")
        if (elsewhere := place.network_url) is not None:
            click.echo(f"  on this network: {elsewhere}")
        if place.token:
            click.echo("  whoever has this address can watch; it changes nothing")
        click.echo("  Ctrl+C stops")
        if browse:
            import webbrowser

            webbrowser.open(place.url)

    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # The server knows how to end on SIGTERM; an exception in it would be told at length.
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    serve(log, games or log.parent, host, port, ready)
    return FINE


def write_html(log: Path, output: Path | None, games: Path | None = None) -> int:
    """
    Write the offline page of *log* to *output*, or print it.

    With *games*, the folder of an event's game logs, their pages are written
    into a folder beside *output*, and linked.
    """
    from rollbook.events.log.file import FileLog
    from rollbook.tools.viewer.document import page_of

    with FileLog.read(log) as opened, ExitStack() as made:
        pages = None if games is None else _game_pages(opened, games, output, made)
        if sys.stderr.isatty():
            bar = click.progressbar(length=len(opened), label="making the page", file=sys.stderr)
            with bar:
                text = page_of(opened, lambda: bar.update(1), pages)
        else:
            text = page_of(opened, games=pages)
        if output is None:
            click.echo(text, nl=False)
            return FINE
        with new_file(output, "\n") as file:
            file.write(text)
    click.echo(f"{output}: one page of {len(text.encode()) // 1024 + 1} KiB that needs no network")
    return FINE


def _game_pages(event: FileLog, games: Path, output: Path | None, made: ExitStack) -> GamePages:
    """Write the pages of the games of *event*; *made* removes them if its own is not written."""
    from rollbook.projections.fold import projection_of
    from rollbook.projections.state import States
    from rollbook.tools.gamelogs import GameLogs
    from rollbook.tools.viewer.eventpages import folder_of, write_game_pages

    if event.chain.rules != "tournament":
        raise click.UsageError("--games is for the log of an event")
    if output is None:
        raise click.UsageError("say where with -o: the pages of the games go beside that file")
    folder = folder_of(output)
    for path in (output, folder):
        if path.exists():
            raise click.UsageError(f"{path} is there already; name another file")
    filling = made.enter_context(new_folder(folder))
    timelines = event.timelines
    state = States(event, projection_of("tournament")).at(timelines.head(timelines.default))
    names: list[str] = []
    pages = write_game_pages(state, GameLogs(games), filling, folder.name, names.append)
    if names:
        click.echo(f"{folder}: the pages of {len(names)} games")
    else:
        warn(f"no linked game has its log in {games}")
    return pages

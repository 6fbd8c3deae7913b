"""The `rollbook` command: what it can do, and how it ends."""

from __future__ import annotations

import contextlib
import gc
import importlib
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import click

COMMANDS = {
    "demo": ("demo:demo", "Play the shipped battle into a real log and look around in it."),
    "new": ("record:new", "Start a log."),
    "play": ("record:play", "Take commands: a battle in notation, JSON lines, or a prompt."),
    "show": ("look:show", "Show the state: units, bars, what is owed next."),
    "log": ("look:log", "Show the entries in words."),
    "step": ("step:step", "Walk through the events, forward and back."),
    "take-back": ("moves:take_back", "Withdraw entries; they stay in the file."),
    "restore": ("moves:restore", "Bring back what was taken back."),
    "fork": ("forks:fork", "Open another timeline at any entry."),
    "timelines": ("forks:timelines", "Show the timelines as a tree."),
    "diff": ("compare:diff", "Compare two timelines: entries and states."),
    "explain": ("why:explain", "Say why something is as it is."),
    "odds": ("odds:odds", "Say what a command can lead to, or how likely a roll was."),
    "luck": ("luck:luck", "Say how the dice fell, by player and kind of roll."),
    "whatif": ("whatif:whatif", "Play on as if other faces had fallen."),
    "verify": ("files:verify", "Check the bytes: frames, chain, tree."),
    "audit": ("audit:audit", "Decide every entry again; grade every roll."),
    "dispute": ("disputes:dispute", "Object to an entry or event."),
    "settle": ("disputes:settle", "Settle a dispute, as the judge."),
    "confirm": ("disputes:confirm", "Confirm the dice that the other side typed."),
    "dice": ("dice:dice", "Committed dice: secrets, commitments, reveals."),
    "keys": ("signing:keys", "Make and show keys."),
    "sign": ("signing:sign", "Sign the log as it is now."),
    "prove": ("proof:prove", "Make an exhibit of one entry."),
    "check": ("proof:check", "Check an exhibit without the log."),
    "repair": ("files:repair", "Salvage a damaged file into a new one."),
    "fmt": ("fmt:fmt", "Write a battle in canonical form, or check that it can be played."),
    "export": ("export:export", "Write the log as notation, JSON lines, tables or a page."),
    "import": ("imports:import_", "Read a log from JSON lines, or units from a roster."),
    "tournament": ("tournament:tournament", "Run an event: players, rounds, results, standings."),
    "view": ("view:view", "Show the log as a page that follows it."),
    "bench": ("bench:bench", "Measure speed and size on this machine."),
}
"""Name: (module of this package and function, what it does)."""

ENDING = ("SIGHUP", "SIGTERM")
"""The signals that end a command as Ctrl-C does, with exit codes of their own."""


class Commands(click.Group):
    """A group whose commands are imported only when they are run."""

    table = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Give the names of all commands."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        if cmd_name not in self.table:
            return None
        module, _, function = self.table[cmd_name][0].partition(":")
        found: click.Command = getattr(
            importlib.import_module(f"rollbook.tools.cli.{module}"), function
        )
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        ctx.ensure_object(dict)
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in self.table.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rollbook", message="%(package)s %(version)s")
def cli() -> None:
    """
    Record tabletop battles so that nobody has to take anybody's word for it.

    Every rule action is an event in a log that is never rewritten.  Try
    `rollbook demo` first.
    """


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit: 0 fine, 1 finding, 2 usage, 3 damaged file."""
    for name in ENDING:
        # Whoever started us with them ignored (nohup) wants them ignored.
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
            signal.signal(getattr(signal, name), _end)
    sys.exit(run(args))


def _end(number: int, frame: FrameType | None) -> None:
    """End by an exception, so that what was begun is put away first."""
    del frame
    raise SystemExit(128 + number)


def run(args: list[str] | None = None) -> int:
    """Run the command line and give its exit code."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from rollbook.tools.cli.ending import stand_in

        if not stand_in():
            click.echo("rollbook: standard output is closed; nothing was done", err=True)
            return 1
    out, err, sizes = sys.stdout, sys.stderr, dict[Path, int]()
    # Next to nothing here makes cycles; looking for them is a tenth of a short command.
    gc.set_threshold(50_000, 20, 50)
    from rollbook.events.errors import RollbookError

    try:
        result: Any = cli.main(args=args, prog_name="rollbook", standalone_mode=False, obj=sizes)
        sys.stdout.flush()
    except click.exceptions.Abort:
        click.echo("rollbook: stopped", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except RollbookError as error:
        from rollbook.tools.cli.common import stop

        return stop(error)
    except SystemExit:
        # Click ends this way when its output meets a closed pipe, and then wraps the streams.
        if sys.stdout is out:
            raise
        sys.stdout, sys.stderr = out, err
        return _reader_gone()
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        return _failed(error, sizes)
    return result if isinstance(result, int) else 0


def _reader_gone() -> int:
    """Say nothing more to whoever has seen enough of our output."""
    from rollbook.tools.cli.ending import READER_GONE, drop_output

    drop_output()
    return READER_GONE


def _failed(error: OSError, sizes: dict[Path, int]) -> int:
    """Say in one line what the system did not do, and what was recorded before."""
    from rollbook.tools.cli.ending import drop_output, is_usage, place_of, was_recorded

    drop_output()
    parts = (place_of(error), error.strerror or str(error), was_recorded(sizes))
    with contextlib.suppress(OSError):
        click.echo(f"rollbook: {': '.join(part for part in parts if part)}", err=True)
    return 2 if is_usage(error) else 1

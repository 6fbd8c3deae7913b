"""What all commands of the command line share: opening logs, printing, exit codes."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rollbook.events.errors import RollbookError, UnknownRuleSet
from rollbook.events.log.address import Address, BadAddress, parse_address
from rollbook.events.log.errors import DamagedLog, NotALog
from rollbook.events.log.file import FileLog
from rollbook.events.schema import SHIPPED
from rollbook.projections.fold import projection_of
from rollbook.projections.printable import harmless, printable
from rollbook.projections.state import States
from rollbook.tools.cli.busy import busy
from rollbook.tools.cli.ending import watch
from rollbook.tools.logging import say

if TYPE_CHECKING:
    from rollbook.tools.cli.lines import Line

FINE, FINDING, USAGE, DAMAGED = 0, 1, 2, 3
GAMES = tuple(name for name in SHIPPED if name != "tournament")
"""The shipped rule sets of games; the log of an event has no battle in it."""

LOG_ARGUMENT = click.argument(
    "log", type=click.Path(path_type=Path, dir_okay=False), callback=watch
)
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class View:
    """A log opened to be looked at, with its states."""

    def __init__(self, path: Path) -> None:
        with busy("Reading the log"):
            self.log = FileLog.read(path)
        self.rules = self.log.chain.rules
        try:
            self.states = States(self.log, projection_of(self.rules))
        except UnknownRuleSet:
            self.log.close()
            raise
        self._tell()

    def _tell(self) -> None:
        condition = self.log.condition
        if condition.status == "ok":
            return
        say("warning", "log not whole", file=str(self.log.path), status=condition.status)
        warn(
            f"{self.log.path} is {condition.status} at byte {condition.offset} "
            f"({condition.reason}); this shows the {condition.entries} good entries before it"
        )

    def address(self, text: str | None, timeline: str | None = None) -> Address:
        """Read an address of this log; raises ``BadAddress`` for an event that is not there."""
        address = parse_address(text or "", self.log.timelines, timeline)
        if address.event is not None:
            events = len(self.log.entry(address.seq).events)
            if address.event >= events:
                raise BadAddress(
                    text or "",
                    f"there is no event {address.event} in entry {address.seq}, "
                    f"which has 0 to {events - 1}",
                )
        return address

    def state(self, address: Address) -> Any:
        """Give the state at an address: after that entry, or after that event."""
        events = None if address.event is None else address.event + 1
        with busy("Playing the log through"):
            return self.states.at(address.seq, events)


def print_json(value: Any) -> None:
    """Print one JSON value on one line, escaped where the output cannot take its characters."""
    try:
        sys.stdout.write(json_line(value) + "\n")
    except UnicodeEncodeError:
        sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")


def json_line(value: Any) -> str:
    r"""
    Give JSON on one line, in which no character can turn or hide text on a terminal.

    >>> json_line({"name": "a\u202eb"})
    '{"name":"a\\u202eb"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(c if harmless(c) else json.dumps(c)[1:-1] for c in text)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of text; they must be printable already, but for the styles of click."""
    for line in lines:
        click.echo(line)


def print_styled(lines: Iterable[Line]) -> None:
    """Print styled lines: in colour on a terminal, unless NO_COLOR is set."""
    from rollbook.tools.cli.lines import painted, wants_colour, written

    colour = wants_colour(sys.stdout)
    for spans in lines:
        sys.stdout.write(written(painted(spans, colour), sys.stdout.encoding).rstrip(" ") + "\n")


def window_columns(most: int = 100) -> int:
    """Give how wide to print: ``COLUMNS`` or the terminal's width, from 20 to *most*, else 80."""
    asked = os.environ.get("COLUMNS", "")
    columns = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    if not columns:
        with contextlib.suppress(OSError, ValueError):
            # Not shutil's: importing that takes a light command longer than all of this.
            columns = os.get_terminal_size(sys.stdout.fileno()).columns
    return min(max(columns, 20), most) if columns else 80


def warn(text: str) -> None:
    """Say something to standard error."""
    click.echo(f"rollbook: {printable(text)}", err=True)


def exit_code(error: RollbookError) -> int:
    """Give the exit code that an error stands for."""
    if isinstance(error, DamagedLog):
        return DAMAGED
    if isinstance(error, NotALog):
        return USAGE if error.missing else DAMAGED
    return FINDING


def stop(error: RollbookError) -> int:
    """Print an error in one line and give its exit code."""
    warn(" ".join(str(error).split()))
    return exit_code(error)

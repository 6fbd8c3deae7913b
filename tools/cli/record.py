"""`rollbook new` and `rollbook play`: commands become entries."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click

from rollbook.engine.border import MAX_LINE_BYTES, parse_line
from rollbook.engine.session import Session, read_first, start
from rollbook.events.errors import RuleRefusal
from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, LOG_ARGUMENT, print_json, warn
from rollbook.tools.cli.sources import SourceOptions, dice_options, source_of
from rollbook.tools.logging import say


class Recorder:
    """A log that may not exist yet: the first accepted ``start_game`` makes it."""

    def __init__(
        self,
        path: Path,
        timeline: str | None = None,
        tables: str | None = None,
        dice: SourceOptions | None = None,
    ) -> None:
        self.path = path
        self._tables = tables
        self._dice = dice
        self.session = Session.open(path, timeline) if path.exists() else None
        if self.session is not None:
            tell_set_aside(self.session)
            self._use_dice(self.session)

    def _use_dice(self, session: Session) -> None:
        if self._dice is not None:
            session.source = source_of(session.log, self._dice)

    def submit(self, value: Any) -> dict[str, Any]:
        """Take one command object and give its result object."""
        try:
            if self.session is None:
                read_first(value)
                self.session = start(value, self.path, tables=self._tables)
                self._use_dice(self.session)
                entry = self.session.log.entry(0)
                from rollbook.engine.session import Result

                return Result(entry).to_plain()
            return self.session.submit(value).to_plain()
        except RuleRefusal as refusal:
            say("info", "refused", code=refusal.code, rule=refusal.rule)
            return {"refused": refusal.to_json()}

    def close(self) -> None:
        """Let go of the log."""
        if self.session is not None:
            self.session.close()


def tell_set_aside(session: Session) -> None:
    """Say it when opening moved a torn tail aside."""
    aside = getattr(session.log, "set_aside", None)
    if aside is not None:
        say("warning", "torn tail set aside", file=str(aside))
        warn(f"the end of the log was torn; those bytes are kept in {aside}")


@click.command()
@LOG_ARGUMENT
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), required=False)
@click.option("--jsonl", is_flag=True, help="Read one command object a line, print one result.")
@click.option("--keep-going", is_flag=True, help="Go on after a refusal; exit 1 at the end.")
@click.option("--timeline", help="Continue this timeline instead of the default one.")
@click.option(
    "--tables",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Rule tables to play by, for a log that is made now.",
)
@dice_options
@JSON_OPTION
def play(
    log: Path,
    file: Path | None,
    jsonl: bool,
    keep_going: bool,
    timeline: str | None,
    tables: Path | None,
    dice: SourceOptions,
    as_json: bool,
) -> int:
    """
    Take commands into LOG from FILE, or from standard input (-).

    With --jsonl each line is one command object and each line printed one
    result object.  A log that does not exist yet is made by the first
    accepted start_game.
    """
    del as_json, jsonl
    recorder = Recorder(log, timeline, tables.read_text() if tables else None, dice)
    refused = False
    try:
        for line in _lines(file):
            try:
                result = recorder.submit(parse_line(line))
            except RuleRefusal as refusal:
                result = {"refused": refusal.to_json()}
            print_json(result)
            if "refused" in result:
                refused = True
                if not keep_going:
                    break
    finally:
        recorder.close()
    return FINDING if refused else FINE


def _lines(file: Path | None) -> Iterator[bytes]:
    """Give the lines that are not blank, each read no further than a line may be long."""
    if file is None or str(file) == "-":
        yield from _lines_of(sys.stdin.buffer)
        return
    with file.open("rb") as source:
        yield from _lines_of(source)


def _lines_of(source: BinaryIO) -> Iterator[bytes]:
    while line := source.readline(MAX_LINE_BYTES + 1):
        rest = line
        while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE_BYTES + 1)
        if line.strip():
            yield line
        sys.stdout.flush()


@click.command()
@LOG_ARGUMENT
@click.option("--rules", required=True, help="The rule set, such as hull-points.")
@click.option("--player", "players", multiple=True, help="A player, as id=Name. Give each once.")
@click.option(
    "--house-rules",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A TOML file of house rules.",
)
@click.option(
    "--tables",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A TOML file of rule tables.",
)
@JSON_OPTION
def new(
    log: Path,
    rules: str,
    players: tuple[str, ...],
    house_rules: Path | None,
    tables: Path | None,
    as_json: bool,
) -> int:
    """Start LOG: rules, players, house rules."""
    named: dict[str, str] = {}
    for player in players:
        ident, _, name = player.partition("=")
        named[ident] = name or ident
    command = {
        "do": "start_game",
        "by": "system",
        "rules": rules,
        "players": named,
        "house_rules": _toml(house_rules),
    }
    session = start(command, log, tables=tables.read_text() if tables else None)
    session.close()
    if as_json:
        print_json({"log": str(log), "rules": rules, "players": named})
    else:
        click.echo(f"{log} is ready: {rules}, {', '.join(named.values())}")
        click.echo(f"Go on with: rollbook play {log}")
    return FINE


def _toml(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    import tomllib

    try:
        return tomllib.loads(path.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path}: {error}") from None

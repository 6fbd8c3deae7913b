"""`rollbook new` and `rollbook play`: commands become entries."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import click

from rollbook.engine.border import MAX_LINE_BYTES, parse_line
from rollbook.engine.session import Session
from rollbook.engine.starting import read_first, start
from rollbook.events.errors import RuleRefusal
from rollbook.projections.printable import printable
from rollbook.tools.cli.common import (
    FINDING,
    FINE,
    GAMES,
    JSON_OPTION,
    LOG_ARGUMENT,
    print_json,
    warn,
)
from rollbook.tools.cli.sources import SourceOptions, dice_options, source_of
from rollbook.tools.logging import say


class Recorder:
    """
    A log that may not exist yet: the first accepted ``start_game`` makes it.

    Without a *path* it is made in memory; *dice* says where dice come from
    that nobody types in.
    """

    def __init__(
        self,
        path: Path | None,
        timeline: str | None = None,
        tables: str | None = None,
        dice: SourceOptions | None = None,
    ) -> None:
        self.path = path
        self.tables = tables
        self._dice = dice
        there = path is not None and path.exists()
        self.session = Session.open(path, timeline) if path is not None and there else None
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
                self.session = start(value, self.path, tables=self.tables)
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
@click.option("--by", help="Who asks, until a line says otherwise.")
@click.option("--plain", is_flag=True, help="A prompt of plain lines, for screen readers.")
@dice_options
@JSON_OPTION
def play(
    log: Path,
    file: Path | None,
    jsonl: bool,
    keep_going: bool,
    timeline: str | None,
    tables: Path | None,
    by: str | None,
    plain: bool,
    dice: SourceOptions,
    as_json: bool,
) -> int:
    """
    Take commands into LOG from FILE, from standard input (-), or from a prompt.

    FILE is a battle in notation or, told by its first line or by --jsonl, one
    JSON command object a line; then each line printed is one result object.
    A log that does not exist yet is made by the header of the battle or the
    first accepted start_game.
    """
    recorder = Recorder(log, timeline, tables.read_text() if tables else None, dice)
    try:
        if file is None and not jsonl and sys.stdin.isatty():
            from rollbook.tools.cli.prompt import run_prompt

            return run_prompt(recorder, by=by, plain=plain)
        if file is None or str(file) == "-":
            return _from(sys.stdin.buffer, "-", recorder, jsonl, keep_going, as_json, by)
        with file.open("rb") as source:
            return _from(source, str(file), recorder, jsonl, keep_going, as_json, by)
    finally:
        recorder.close()


def _from(
    source: BinaryIO,
    name: str,
    recorder: Recorder,
    jsonl: bool,
    keep_going: bool,
    as_json: bool,
    by: str | None,
) -> int:
    """Take commands from an open file, notation or JSON lines as its first line says."""
    from rollbook.tools.cli.textfiles import starts_as_json, text_of

    taken = b""
    if not jsonl:
        taken, jsonl = starts_as_json(source)
    if jsonl:
        return _play_json(chain(_lines_of(BytesIO(taken)), _lines_of(source)), recorder, keep_going)
    from rollbook.tools.cli.playtext import play_text
    from rollbook.tools.notation.reading import MAX_BYTES

    text = text_of(taken + source.read(MAX_BYTES + 1), name)
    return play_text(
        recorder,
        text,
        name,
        keep_going=keep_going,
        as_json=as_json,
        tables=recorder.tables,
        who=by,
    )


def _play_json(lines: Iterable[bytes], recorder: Recorder, keep_going: bool) -> int:
    refused = False
    for line in lines:
        try:
            result = recorder.submit(parse_line(line))
        except RuleRefusal as refusal:
            result = {"refused": refusal.to_json()}
        print_json(result)
        if "refused" in result:
            refused = True
            if not keep_going:
                break
    return FINDING if refused else FINE


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
@click.option("--rules", help=f"The rule set: {' or '.join(GAMES)}.")
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
@click.option("--roster", "rosters", multiple=True, help="A roster, as OWNER=FILE. Repeatable.")
@JSON_OPTION
def new(
    log: Path,
    rules: str | None,
    players: tuple[str, ...],
    house_rules: Path | None,
    tables: Path | None,
    rosters: tuple[str, ...],
    as_json: bool,
) -> int:
    """Start LOG: rules, players, house rules, the units of rosters."""
    if rules is None:
        choices = " or ".join(f"--rules {name}" for name in GAMES)
        raise click.UsageError(f"say which rules to play by: {choices}")
    named: dict[str, str] = {}
    for player in players:
        ident, _, name = player.partition("=")
        if ident in named:
            raise click.UsageError(f"--player: {printable(ident)} stands there twice")
        named[ident] = name or ident
    command = {
        "do": "start_game",
        "by": "system",
        "rules": rules,
        "players": named,
        "house_rules": _toml(house_rules),
    }
    from rollbook.tools.cli.rosters import add_rosters, check_rules, read_rosters

    read = read_rosters(rosters, tuple(named))
    check_rules(read, rules)
    session = start(command, log, tables=tables.read_text() if tables else None)
    try:
        fine = add_rosters(session, read, by=None, as_json=as_json)
    finally:
        session.close()
    if as_json:
        print_json({"log": str(log), "rules": rules, "players": named})
    else:
        click.echo(f"{log} is ready: {rules}, {', '.join(named.values())}")
        click.echo(f"Go on with: rollbook play {log}")
    return FINE if fine else FINDING


def _toml(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    import tomllib

    try:
        return tomllib.loads(path.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path}: {error}") from None

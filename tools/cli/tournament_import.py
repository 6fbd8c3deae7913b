"""`rollbook tournament import`: players, pairings, results, or a whole event from a file."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from rollbook.events.errors import RollbookError, RuleRefusal
from rollbook.projections.tournament.record import record_of
from rollbook.projections.tournament.state import TournamentState
from rollbook.projections.tournament_record import Game
from rollbook.tools.cli.common import FINE, JSON_OPTION, LOG_ARGUMENT, print_json, warn
from rollbook.tools.cli.tournament_desk import TIMELINE_OPTION, Desk, Done, refused, run_at_desk

KINDS = ("players", "pairings", "results", "event")
MAX_BYTES = 64_000_000


class ImportStopped(RollbookError):
    """A file was read, and the event does not take what it says."""


@click.command(name="import")
@LOG_ARGUMENT
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--as", "kind", type=click.Choice(KINDS), help="What FILE holds, if it does not say.")
@click.option("--reason", help="Why a round is set by hand (pairings).")
@click.option("--seed", help="The seed of an event that is made (report files).")
@TIMELINE_OPTION
@JSON_OPTION
def import_(
    log: Path,
    file: Path,
    kind: str | None,
    reason: str | None,
    seed: str | None,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    Take FILE into the event LOG.

    Tables (CSV) hold players, pairings of the next round, or results of the
    newest one. A tournament report file (TRF) or an export of JSON lines
    becomes a whole event in a new LOG.
    """
    data = _read(file)
    whole = file.suffix.lower() in (".trf", ".trfx", ".txt", ".jsonl") or kind == "event"
    if whole and kind in (None, "event"):
        if file.suffix.lower() == ".jsonl":
            from rollbook.tools.cli.tournament_replay import replay

            return replay(log, data, as_json)
        return _event(log, file, data, seed or secrets.token_hex(8), as_json)
    kind = kind or _kind(data)
    if kind == "event":
        raise click.UsageError("a whole event comes as .trf or .jsonl")

    def work(desk: Desk) -> Iterable[Done]:
        notes, commands = _commands(desk.state, kind or "", data, reason or f"from {file.name}")
        for note in notes:
            warn(note)
        for command in commands:
            yield desk.submit(command), ()

    return run_at_desk(log, timeline, as_json, work)


def _read(file: Path) -> bytes:
    with file.open("rb") as source:
        data = source.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise click.UsageError(f"{file} is larger than {MAX_BYTES} bytes")
    return data


def _kind(data: bytes) -> str:
    """Find out what a table holds by its heading."""
    from rollbook.tools.importers.table_text import read_table
    from rollbook.tools.importers.tournament_csv import GAME_COLUMNS, PLAYER_COLUMNS

    columns = set(read_table(data, {**PLAYER_COLUMNS, **GAME_COLUMNS}).columns)
    if {"a", "b"} <= columns:
        return "results" if columns & {"score_a", "winner", "how", "status"} else "pairings"
    if "name" in columns:
        return "players"
    raise ImportStopped(
        "this table has neither a column name (players) nor columns a and b (pairings, results)"
    )


def _commands(
    state: TournamentState, kind: str, data: bytes, reason: str
) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
    from rollbook.tools.importers import tournament_csv as tables
    from rollbook.tools.importers import tournament_event as event

    if kind == "players":
        read = tables.read_players_csv(data)
        ids = event.safe_ids(read.players)
        notes = list(read.notes)
        renamed = [f"{old} is {new}" for old, new in ids.items() if old != new]
        if renamed:
            notes.append(f"ids that a log does not take were replaced: {', '.join(renamed[:20])}")
        rounds = sorted({max(1, p.entered_round) for p in read.players})
        commands = [c for r in rounds for c in event.register(read.players, ids, r)]
        return tuple(notes), commands
    players = record_of(state).players
    same = {p.id: p.id for p in players}
    if kind == "pairings":
        games = tables.read_pairings_csv(data, players)
        wanted = [g for g in games.games if g.round in (1, len(state.played) + 1)]
        pairs = [event.given_pair(g, same) for g in wanted]
        command = {"do": "pair_round", "by": "judge", "pairs": pairs, "reason": reason}
        return games.notes, [command]
    results = tables.read_results_csv(data, players)
    lines, left = _result_lines(state, results.games)
    notes = [*results.notes, *([f"{left} lines say nothing new"] if left else [])]
    size = event.RESULTS_A_COMMAND
    return tuple(notes), [
        {"do": "submit_results", "by": "judge", "results": lines[k : k + size]}
        for k in range(0, len(lines), size)
    ]


def _result_lines(
    state: TournamentState, games: Iterable[Game]
) -> tuple[list[dict[str, Any]], int]:
    """Give the lines for games that are open; what already stands so is counted and left out."""
    from rollbook.tools.importers.tournament_event import result_line

    lines: list[dict[str, Any]] = []
    left = 0
    for told in games:
        if told.b is None or told.status in ("open", "disputed"):
            left += 1
            continue
        number = told.round if told.round <= len(state.played) else 0
        found = _paired(state, number, told)
        if found is None:
            raise ImportStopped(
                f"{told.a} and {told.b} do not meet in round {told.round}; nothing was recorded"
            )
        ident, swap = found
        game = state.played[number - 1].games[ident]
        if game.status != "open" and game.result is not None:
            _check_same(ident, game.result, told, swap=swap)
            left += 1
            continue
        lines.append(result_line(ident, told, swap=swap))
    return lines, left


def _paired(state: TournamentState, number: int, told: Game) -> tuple[str, bool] | None:
    if not number:
        return None
    for ident, game in state.played[number - 1].games.items():
        if {game.a, game.b} == {told.a, told.b}:
            return ident, game.a != told.a
    return None


def _check_same(ident: str, result: Any, told: Game, *, swap: bool) -> None:
    scores = (told.score_b, told.score_a) if swap else (told.score_a, told.score_b)
    if (result.score_a, result.score_b) != scores:
        raise ImportStopped(
            f"{ident} has the result {result.score_a}:{result.score_b} already, the table says "
            f"{scores[0]}:{scores[1]}; correct it with rollbook tournament correct"
        )


def _event(log: Path, file: Path, data: bytes, seed: str, as_json: bool) -> int:
    """Make a whole event of a report file; the log appears only if all of it is taken."""
    from rollbook.engine.starting import start
    from rollbook.tools.cli.tournament_setup import START, begin
    from rollbook.tools.importers.tournament_event import commands_of_record, safe_ids, start_of
    from rollbook.tools.importers.trf import read_trf

    read = read_trf(data)
    for note in read.notes:
        warn(note)
    record = read.record
    if any(game.round > record.rounds for game in record.games) or read.absent:
        warn("who is away in the next round is not kept; say so when you pair it")
    ids = safe_ids(record.players)
    opening = start_of(record, read.scoring, seed, file.stem)
    commands = list(commands_of_record(record, ids, read.apart, f"from {file.name}"))
    try:
        trial = start(START, None)
        for command in (opening, *commands):
            trial.submit(command)
        session = begin(log, opening)
    except RuleRefusal as refusal:
        return refused(refusal, as_json)
    try:
        for command in commands:
            session.submit(command)
    finally:
        session.close()
    if as_json:
        print_json({"log": str(log), "players": len(record.players), "rounds": record.rounds})
    else:
        click.echo(f"{log}: {len(record.players)} players, {record.rounds} rounds from {file}")
        click.echo(f"Go on with: rollbook tournament show {log}")
    return FINE

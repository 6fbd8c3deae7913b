"""`rollbook tournament export`: tables, report files, printable pages, JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rollbook.engine.tournament.problem import Apart
from rollbook.projections.tournament.record import ranking_of, record_game, record_of
from rollbook.projections.tournament.state import TournamentState
from rollbook.tools.cli.common import FINE, LOG_ARGUMENT, View, print_json
from rollbook.tools.cli.export import export_lines
from rollbook.tools.cli.tournament_desk import NotFound, look
from rollbook.tools.cli.tournament_look import AT_OPTION, table_of
from rollbook.tools.cli.tournament_text import SHORT
from rollbook.tools.newfile import new_file

CSV = ("players", "pairings", "results", "standings")
PAGES = ("pairings", "slips", "standings")


@click.command()
@LOG_ARGUMENT
@click.option("--csv", "csv_of", type=click.Choice(CSV), help="A table for spreadsheets.")
@click.option("--html", "page_of", type=click.Choice(PAGES), help="A page to print.")
@click.option("--trf", is_flag=True, help="A tournament report file (TRF16 with additions).")
@click.option("--trf26", is_flag=True, help="A report file in the form of 2026.")
@click.option("--jsonl", is_flag=True, help="Every entry as one JSON object a line, lossless.")
@click.option("--round", "number", type=click.IntRange(1), help="Which round; the newest.")
@click.option("--delimiter", default=",", show_default=True, help="Between cells of a table.")
@click.option("--teams", is_flag=True, help="Standings of the teams.")
@AT_OPTION
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file."
)
def export(
    log: Path,
    csv_of: str | None,
    page_of: str | None,
    trf: bool,
    trf26: bool,
    jsonl: bool,
    number: int | None,
    delimiter: str,
    teams: bool,
    at: str | None,
    output: Path | None,
) -> int:
    """Write the event LOG in another form; a file that is there is not overwritten."""
    if sum((csv_of is not None, page_of is not None, trf, trf26, jsonl)) != 1:
        raise click.UsageError("say one form: --csv, --html, --trf, --trf26 or --jsonl")
    if delimiter not in (",", ";", "\t", "|"):
        raise click.UsageError("--delimiter is one of , ; | or a tab")
    view, state, _ = look(log, at)
    if jsonl:
        return _jsonl(view, output)
    if csv_of is not None:
        text = _csv(state, csv_of, number, delimiter, teams=teams)
    elif page_of is not None:
        text = _page(state, page_of, number, teams=teams)
    else:
        text = _trf(state, new=trf26)
    if output is None:
        sys.stdout.write(text)
    else:
        with new_file(output) as file:
            file.write(text)
        click.echo(f"{output} is written")
    return FINE


def _jsonl(view: View, output: Path | None) -> int:
    if output is None:
        for value in export_lines(view):
            print_json(value)
        return FINE
    import json

    with new_file(output) as file:
        for value in export_lines(view):
            file.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    click.echo(f"{output} is written")
    return FINE


def chosen_round(state: TournamentState, number: int | None) -> int:
    """Give the round that was asked for, or the newest; raises :class:`NotFound`."""
    chosen = number or len(state.played)
    if not 1 <= chosen <= len(state.played):
        raise NotFound(f"there is no round {chosen}; {len(state.played)} have been paired")
    return chosen


def _csv(
    state: TournamentState, what: str, number: int | None, delimiter: str, *, teams: bool
) -> str:
    from rollbook.tools.exporters import tournament_csv as tables

    record = record_of(state)
    if what == "players":
        return tables.players_csv(record.players, delimiter)
    if what == "standings":
        table, ranking = table_of(state, number, teams=teams)
        return tables.standings_csv(table, ranking.scoring.unit, delimiter)
    if what == "pairings":
        chosen = chosen_round(state, number)
        played = state.played[chosen - 1]
        games = [record_game(chosen, game) for game in played.games.values()]
        return tables.pairings_csv(games, record.players, delimiter)
    games = [g for g in record.games if number in (None, g.round)]
    return tables.results_csv(games, delimiter)


def _page(state: TournamentState, what: str, number: int | None, *, teams: bool) -> str:
    from rollbook.tools.exporters import tournament_pages as pages

    if what == "standings":
        table, ranking = table_of(state, number, teams=teams)
        return pages.standings_page(state.name, table, ranking.scoring.unit, SHORT)
    chosen = chosen_round(state, number)
    if what == "pairings":
        return pages.pairings_page(state, chosen)
    return pages.slips_page(state, chosen)


def _trf(state: TournamentState, *, new: bool) -> str:
    from rollbook.tools.exporters.trf import write_trf

    if state.settings is None:
        raise NotFound("the event has not begun")
    apart = [Apart(a=k.a, b=k.b, first=k.first, last=k.last) for k in state.apart]
    return write_trf(
        record_of(state),
        ranking_of(state.settings),
        dialect="TRF26" if new else "TRF16",
        apart=apart,
    )

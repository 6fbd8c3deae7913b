"""`rollbook tournament show | pairings | standings | crosstable | history`: what is so."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from rollbook.events.plain import to_plain
from rollbook.projections.crosstable import crosstable_of
from rollbook.projections.printable import printable
from rollbook.projections.standings import RankingSettings, Standings, show_value, standings
from rollbook.projections.tournament.history import (
    Told,
    Wanted,
    games_of,
    history,
    narrowed,
    of_game,
)
from rollbook.projections.tournament.record import ranking_of, record_of, teams_of
from rollbook.projections.tournament.state import TournamentState
from rollbook.projections.words import names_of, sentence
from rollbook.tools.cli.common import FINE, JSON_OPTION, LOG_ARGUMENT, View, print_json
from rollbook.tools.cli.tournament_desk import NotFound, find_game, find_player, look
from rollbook.tools.cli.tournament_text import (
    crosstable_lines,
    round_lines,
    standings_lines,
)

AT_OPTION = click.option("--at", help="An address of the log: as it was then.")
ROUND_OPTION = click.option("--round", "number", type=click.IntRange(1), help="After this round.")
TEAMS_OPTION = click.option("--teams", is_flag=True, help="Of the teams, not of the players.")


def table_of(
    state: TournamentState, number: int | None = None, *, teams: bool = False
) -> tuple[Standings, RankingSettings]:
    """
    Give the standings after round *number*, and how they are ranked.

    Raises :class:`NotFound` for teams where there are none.
    """
    settings = state.settings
    if settings is None:
        raise NotFound("the event has not begun")
    if teams:
        if settings.teams is None:
            raise NotFound("this is no event of teams")
        record, ranking = teams_of(state)
    else:
        record, ranking = record_of(state), ranking_of(settings)
    return standings(record, ranking, number), ranking


@click.command()
@LOG_ARGUMENT
@AT_OPTION
@JSON_OPTION
def show(log: Path, at: str | None, as_json: bool) -> int:
    """Show where the event stands: its round, open and disputed games, who leads."""
    _, state, _ = look(log, at)
    if as_json:
        print_json(to_plain(state))
        return FINE
    for line in overview_lines(state):
        click.echo(line)
    return FINE


def overview_lines(state: TournamentState) -> Iterator[str]:
    """Give the lines that tell where an event stands."""
    settings = state.settings
    if settings is None:
        yield "The event has not begun: start_tournament is missing."
        return
    playing = sum(1 for e in state.entered.values() if e.status == "playing")
    planned = f" of {settings.rounds}" if settings.rounds else ""
    when = f", {state.starts}" if state.starts else ""
    yield f"{printable(state.name)}{when}: {playing} players, round {state.round}{planned}"
    for place, penalty in state.penalties.items():
        if not penalty.lifted:
            what = f"{penalty.match_points} match points, {penalty.battle_points} battle points"
            card = f", {printable(penalty.card)} card" if penalty.card else ""
            name = printable(state.players[penalty.player])
            yield f"penalty {place}: {name}, {what}{card}: {printable(penalty.reason)}"
    if state.over is not None:
        winner = state.over.winner
        won = f", {printable(state.players[winner])} has won" if winner else ""
        yield f"The event is over{won}."
    if not state.played:
        yield "No round has been paired."
        return
    yield ""
    yield from round_lines(state, len(state.played))
    last = state.played[-1]
    open_games = [i for i, g in last.games.items() if g.status in ("open", "disputed")]
    if open_games and last.status == "published":
        yield f"waiting for {len(open_games)}: {', '.join(open_games[:20])}"


@click.command()
@LOG_ARGUMENT
@click.option("--round", "number", type=click.IntRange(1), help="Which round; the newest.")
@AT_OPTION
@JSON_OPTION
def pairings(log: Path, number: int | None, at: str | None, as_json: bool) -> int:
    """Show the pairings and results of a round, with the rule that paired it."""
    _, state, _ = look(log, at)
    chosen = number or len(state.played)
    if not 1 <= chosen <= len(state.played):
        raise NotFound(f"there is no round {chosen}; {len(state.played)} have been paired")
    if not as_json:
        for line in round_lines(state, chosen):
            click.echo(line)
        return FINE
    played = state.played[chosen - 1]
    head = {"round": chosen, "rule": played.rule, "edition": played.edition, "seed": played.seed}
    for ident, game in played.games.items():
        print_json({**head, "game": ident, **to_plain(game)})
    return FINE


@click.command(name="standings")
@LOG_ARGUMENT
@ROUND_OPTION
@TEAMS_OPTION
@AT_OPTION
@JSON_OPTION
def standings_(log: Path, number: int | None, teams: bool, at: str | None, as_json: bool) -> int:
    """Show the standings, the rule of every ranking key below them."""
    _, state, _ = look(log, at)
    table, ranking = table_of(state, number, teams=teams)
    if as_json:
        print_json(standings_plain(table, ranking))
        return FINE
    for line in standings_lines(state.name, table, ranking):
        click.echo(line)
    return FINE


def standings_plain(table: Standings, ranking: RankingSettings) -> dict[str, Any]:
    """Give the standings as the object that ``standings --json`` prints."""
    unit = ranking.scoring.unit
    keys = [
        {
            "id": key.id,
            "name": key.name,
            "rule": key.rule,
            "definition": key.definition,
            "unplayed": key.unplayed,
        }
        for key in table.keys
    ]
    rows = [
        {
            "rank": row.rank,
            "tied": row.tied,
            "player": row.player.id,
            "name": row.player.name,
            "provisional": row.provisional,
            "dropped": row.dropped,
            "wins": row.sheet.wins,
            "draws": row.sheet.draws,
            "losses": row.sheet.losses,
            "values": {
                k.id: show_value(k.id, v, unit) for k, v in zip(table.keys, row.values, strict=True)
            },
        }
        for row in table.rows
    ]
    return {"round": table.round, "edition": table.edition, "keys": keys, "rows": rows}


@click.command()
@LOG_ARGUMENT
@ROUND_OPTION
@TEAMS_OPTION
@AT_OPTION
@JSON_OPTION
def crosstable(log: Path, number: int | None, teams: bool, at: str | None, as_json: bool) -> int:
    """Show who met whom, round by round, in the order of the standings."""
    _, state, _ = look(log, at)
    table, _ = table_of(state, number, teams=teams)
    if not as_json:
        for line in crosstable_lines(state.name, table):
            click.echo(line)
        return FINE
    for row in crosstable_of(table):
        cells = [
            {
                "round": c.round,
                "mark": c.mark,
                "opponent": c.opponent,
                "raw": c.raw,
                "opponent_raw": c.opponent_raw,
                "provisional": c.provisional,
            }
            for c in row.cells
        ]
        player = {"place": row.place, "rank": row.rank, "player": row.player.id}
        print_json({**player, "cells": cells})
    return FINE


@click.command(name="history")
@LOG_ARGUMENT
@click.argument("cell")
@click.option("--all", "everything", is_flag=True, help="Also what was taken back.")
@JSON_OPTION
def history_(log: Path, cell: str, everything: bool, as_json: bool) -> int:
    """
    Tell who entered, confirmed, corrected what, and when.

    CELL is a game (5, 2:5, r2-5), a player (ann), or one round of a player
    (ann:2). Each line begins with its address in the log.
    """
    view, state, line = look(log)
    wanted = _wanted(state, cell)
    timelines = view.log.timelines
    path = range(len(view.log)) if everything else timelines.path(timelines.head(line))
    gone = timelines.withdrawn() if everything else set()
    for told in history(view.log.entries(path), state, wanted):
        if as_json:
            print_json(
                {
                    "address": told.address,
                    "at": told.at,
                    "by": told.by,
                    "withdrawn": told.seq in gone,
                    "event": to_plain(told.event),
                }
            )
        else:
            click.echo(_told_line(view, told, wanted, withdrawn=told.seq in gone))
    return FINE


def _wanted(state: TournamentState, cell: str) -> Wanted:
    player, colon, number = cell.rpartition(":")
    if colon and number.isdecimal() and not player.isdecimal():
        found, chosen = find_player(state, player), int(number[:6])
        return Wanted(games=games_of(state, found, chosen), player=found, round=chosen)
    asked = of_game(state, cell)
    if asked is not None:
        return asked
    if not colon and not cell.isdecimal():
        found = find_player(state, cell)
        return Wanted(games=games_of(state, found), player=found)
    return Wanted(games=frozenset({find_game(state, cell)}))


def _told_line(view: View, told: Told, wanted: Wanted, *, withdrawn: bool) -> str:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(told.at / 1_000_000))
    name = names_of(view.states.at(told.seq))
    mark = "(taken back) " if withdrawn else ""
    said = sentence("tournament", narrowed(told.event, wanted), name)
    return f"{told.address:>8}  {when}  {name(told.by)}: {mark}{said}"

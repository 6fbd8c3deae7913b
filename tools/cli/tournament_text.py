"""Rounds, standings and crosstables as lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rollbook.projections.crosstable import crosstable_of
from rollbook.projections.printable import printable
from rollbook.projections.standings import RankingSettings, Standings, show_value
from rollbook.projections.tournament.state import (
    PairedGame,
    PlayedRound,
    TournamentState,
    place_of,
)
from rollbook.projections.words_tournament import result_words
from rollbook.tools.cli.tournament_desk import table_lines

SHORT = {
    "match_points": "MP",
    "record": "W-D",
    "win_path": "path",
    "opponents_win_rate": "opp.win",
    "strength_of_schedule": "SoS",
    "battle_points": "BP",
    "victory_point_difference": "VP+-",
    "head_to_head": "h2h",
    "buchholz": "Buch",
    "buchholz_cut_1": "Buch-1",
    "buchholz_median": "B.med",
    "sonneborn_berger": "SB",
}
"""Headings of ranking keys where room is short."""


def rule_words(played: PlayedRound) -> str:
    """Say by which rule, edition and seed a round was paired."""
    if played.by_hand:
        return f"set by hand: {printable(played.reason or '')}; rules of {played.edition}"
    return f"paired by {played.rule}, seed {printable(played.seed)}"


def status_words(game: PairedGame) -> str:
    """Say how far a result has come."""
    if game.b is None:
        return ""
    if game.status == "disputed":
        told = f"IN DISPUTE: {printable(game.dispute or '')}"
        return told + (" (counted as reported)" if game.counted_as_reported else "")
    return {"open": "", "submitted": "not confirmed"}.get(game.status, game.status)


def round_lines(state: TournamentState, number: int) -> list[str]:
    """Give a round: its rule, then a line a game."""
    played = state.played[number - 1]
    rows = [game_row(state, ident, game) for ident, game in played.games.items()]
    title = f"{printable(state.name)}, round {number}, {played.status}; {rule_words(played)}"
    return [title, *table_lines(("table", "game", "first", "second", "result", ""), rows)]


def game_row(state: TournamentState, ident: str, game: PairedGame) -> tuple[object, ...]:
    """Give the cells of one game."""
    second = "bye" if game.b is None else f"{state.players[game.b]} ({game.b})"
    result = "" if game.result is None or game.b is None else result_words(game.result)
    table = place_of(ident, game) if game.b is not None else ""
    first = f"{state.players[game.a]} ({game.a})"
    return table, ident, first, second, result, status_words(game)


def standings_lines(name: str, table: Standings, ranking: RankingSettings) -> list[str]:
    """Give the table, and below it the rule of each key."""
    unit = ranking.scoring.unit
    head = ("", "", "player", "club", "W", "D", "L", *(SHORT.get(k.id, k.id) for k in table.keys))
    rows = [
        (
            row.rank,
            "=" if row.tied else "",
            row.player.name + _mark(row.provisional, row.dropped),
            row.player.club or row.player.team or "",
            *(row.sheet.wins, row.sheet.draws, row.sheet.losses),
            *(show_value(k.id, v, unit) for k, v in zip(table.keys, row.values, strict=True)),
        )
        for row in table.rows
    ]
    lines = [f"{printable(name)}, standings after round {table.round}"]
    lines += table_lines(head, rows, right=3 + len(table.keys))
    return [*lines, "", *legend_lines(table)]


def _mark(provisional: bool, dropped: int | None) -> str:
    return (" *" if provisional else "") + (" (dropped)" if dropped is not None else "")


def legend_lines(table: Standings) -> Iterable[str]:
    """Give the rule, the edition and the definition of each ranking key, and the marks."""
    yield f"Ranked by these keys in this order (rules of {table.edition}):"
    for key in table.keys:
        yield f"  {SHORT.get(key.id, key.id)}: {key.name} [{key.rule}]: {key.definition}"
        yield f"    byes and unplayed rounds: {key.unplayed}"
    if any(row.tied for row in table.rows):
        yield "  = shares the rank: no key parts these players"
    if any(row.provisional for row in table.rows):
        yield "  * counts a result that is not confirmed, or in dispute and counted as reported"


def crosstable_lines(name: str, table: Standings) -> list[str]:
    """Give who met whom, round by round."""
    rows = crosstable_of(table)
    head = ("", "player", *(f"r{k}" for k in range(1, table.round + 1)))
    cells = [
        (
            row.place,
            row.player.name,
            *(cell.text + ("*" if cell.provisional else "") for cell in row.cells),
        )
        for row in rows
    ]
    key = (
        "W D L against the player on that line; + = - without play; B H Z bye worth a win, "
        "a draw, nothing; ? open; x void; . not paired; d lost after a drop; * not confirmed"
    )
    title = f"{printable(name)}, crosstable after round {table.round} [RB-ST-3/{table.edition}]"
    return [title, *table_lines(head, cells), "", key]

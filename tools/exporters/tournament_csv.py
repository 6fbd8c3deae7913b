"""Players, pairings, results and standings as comma-separated tables."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from rollbook.projections.standings import Standings, show_value
from rollbook.projections.tournament_record import Game, Player

FORMULA = ("=", "+", "-", "@", "'", "\t", "\r")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
PLAYER_HEAD = ("id", "name", "club", "team", "rating", "entered_round")
PAIRING_HEAD = ("round", "table", "board", "a", "b", "name_a", "name_b")
RESULT_HEAD = (
    "round",
    "table",
    "board",
    "a",
    "b",
    "score_a",
    "score_b",
    "how",
    "winner",
    "status",
    "requested",
    "counted",
    "bonus_a",
    "bonus_b",
)


def players_csv(players: Iterable[Player], delimiter: str = ",") -> str:
    """Write the players; `read_players_csv` gives them back."""
    rows = [(p.id, p.name, p.club, p.team, p.rating, p.entered_round) for p in players]
    return _write(PLAYER_HEAD, rows, delimiter)


def pairings_csv(
    games: Iterable[Game], players: Iterable[Player] = (), delimiter: str = ","
) -> str:
    """Write pairings, with names beside the ids for whoever prints them."""
    names = {p.id: p.name for p in players}
    rows = [
        (g.round, g.table, g.board, g.a, g.b, names.get(g.a), names.get(g.b or "")) for g in games
    ]
    return _write(PAIRING_HEAD, rows, delimiter)


def results_csv(games: Iterable[Game], delimiter: str = ",") -> str:
    """Write every field of each game; `read_results_csv` gives them back."""
    rows = [
        (
            *(g.round, g.table, g.board, g.a, g.b, g.score_a, g.score_b),
            *(g.how, g.winner, g.status, _yes(g.requested), _yes(g.count_as_reported)),
            *(g.bonus_a, g.bonus_b),
        )
        for g in games
    ]
    return _write(RESULT_HEAD, rows, delimiter)


def standings_csv(table: Standings, unit: int = 1, delimiter: str = ",") -> str:
    """
    Write a table: rank, tie mark, player, results, one column a ranking key.

    The heading of each key carries its dated rule id.
    """
    keys = [f"{key.name} [{key.rule}]" for key in table.keys]
    head = ("rank", "tied", "id", "name", "club", "team", "wins", "draws", "losses", *keys)
    rows = [
        (
            *(row.rank, _yes(row.tied), row.player.id, row.player.name),
            *(row.player.club, row.player.team),
            *(row.sheet.wins, row.sheet.draws, row.sheet.losses),
            *(
                show_value(key.id, value, unit)
                for key, value in zip(table.keys, row.values, strict=True)
            ),
        )
        for row in table.rows
    ]
    return _write(head, rows, delimiter)


def _yes(value: bool) -> str:
    return "yes" if value else ""


def _write(head: Sequence[str], rows: Iterable[Sequence[object]], delimiter: str) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return out.getvalue()


def _cell(value: object) -> object:
    """Keep spreadsheets from computing a name: what begins like a formula gets a quote."""
    if isinstance(value, str) and value[:1] in FORMULA and not _NUMBER.fullmatch(value):
        return "'" + value
    return value

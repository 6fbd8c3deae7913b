"""
Write a tournament as a report file: TRF16 with TRFx additions, or TRF26.

The columns hold what the format can say: 1, =, 0, forfeits, byes.  Scores,
tables, how a result came about and the rest stand in ``###`` comments, which
other programs skip and `rollbook.tools.importers.trf` reads back.  The points
columns count 1, 1/2, 0, so that any reader's sum comes out; match points are
in the comments.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import attrs

from rollbook.engine.tournament.problem import Apart
from rollbook.projections.scoring import game_points
from rollbook.projections.standings import RankingSettings, standings
from rollbook.projections.tournament_record import Game, Player, Record
from rollbook.tools.importers.trf_games import game_from_cells
from rollbook.tools.importers.trf_lines import MAX_ROUNDS, clean
from rollbook.tools.importers.trf_model import Cell, Dialect, PointSystem, TrfError

NO_CELL = Cell(0, "-", "Z")
END = "\r\n"


def write_trf(
    record: Record,
    settings: RankingSettings,
    *,
    dialect: Dialect = "TRF16",
    apart: Iterable[Apart] = (),
) -> str:
    """
    Give the file as text, lines ending in CR LF as the format asks.

    Raises `TrfError` for a tournament that the columns cannot hold (more
    than 9,999 players or 999 rounds, 100 points, two games of one player in
    a round).  ``read_trf(write_trf(record, settings)).record`` is *record*
    with its games in the order of rounds and players.
    """
    sheet = _Sheet(record, settings)
    lines = [f"012 {clean(record.name)}"]
    rounds = max(record.planned or 0, sheet.rounds, 1)
    lines += [f"142 {rounds}"] if dialect == "TRF26" else []
    lines += [sheet.line(player) for player in record.players]
    lines += _teams(record, sheet.numbers, dialect)
    lines += [f"XXR {rounds}"] if dialect == "TRF16" else []
    lines += _apart(apart, sheet.numbers, dialect, rounds)
    lines += sheet.comments()
    return "".join(line.rstrip() + END for line in lines)


class _Sheet:
    """The cells of every player, worked out once."""

    def __init__(self, record: Record, settings: RankingSettings) -> None:
        self.record = record
        self.settings = settings
        self.numbers = {p.id: n for n, p in enumerate(record.players, 1)}
        if len(self.numbers) > 9999:
            raise TrfError(f"{len(self.numbers)} players, a report file holds 9999")
        self.rounds = max([record.rounds, *(g.round for g in record.games)])
        if self.rounds > MAX_ROUNDS:
            raise TrfError(f"{self.rounds} rounds, a report file holds {MAX_ROUNDS}")
        self.cells: dict[tuple[str, int], Cell] = {}
        for game in record.games:
            self._place(game)
        rows = standings(record, settings).rows
        self.ranks = {row.player.id: row.rank for row in rows}

    def _place(self, game: Game) -> None:
        for player, cell in self._pair(game):
            if player not in self.numbers:
                raise TrfError(f"round {game.round}: {player} is not among the players")
            if (player, game.round) in self.cells:
                raise TrfError(f"round {game.round}: {player} has two games")
            self.cells[player, game.round] = cell

    def _pair(self, game: Game) -> list[tuple[str, Cell]]:
        """Give the cells of a game; one that counts for nothing is shown as absence."""
        a, b = game_points(game, self.settings.scoring)
        if game.b is None:
            shown = "Z" if a.outcome is None else _bye_code(game, a.outcome)
            return [(game.a, Cell(0, "-", shown))]
        if a.outcome is None or b.outcome is None:
            return [(game.a, NO_CELL), (game.b, NO_CELL)]
        signs = _signs(game, a.outcome, b.outcome)
        first, second = self.numbers.get(game.a, 0), self.numbers.get(game.b, 0)
        return [(game.a, Cell(second, "w", signs[0])), (game.b, Cell(first, "b", signs[1]))]

    def of(self, player: str) -> list[Cell]:
        """Give the player's cells from round 1 on."""
        return [self.cells.get((player, r), NO_CELL) for r in range(1, self.rounds + 1)]

    def line(self, player: Player) -> str:
        """Give the player's ``001`` line."""
        cells = self.of(player.id)
        points = sum(PointSystem().of(cell) for cell in cells)
        if points > 999:
            raise TrfError(f"{player.name}: {points / 10:.1f} points do not fit the columns")
        rank = self.ranks.get(player.id, len(self.ranks) + 1)
        rating = player.rating if player.rating and 0 < player.rating <= 9999 else ""
        head = f"001 {self.numbers[player.id]:4d}      {clean(player.name)[:33]:<33} {rating:>4}"
        return f"{head:<80}{points // 10:2d}.{points % 10} {rank:4d}" + "".join(
            f"  {_number(cell):>4} {cell.colour} {cell.result}" for cell in cells
        )

    def comments(self) -> list[str]:
        """Give all comment lines: only what the columns do not say already."""
        record = self.record
        head = {"name": record.name, "rounds": record.rounds, "planned": record.planned}
        lines = [_comment("record", head), _comment("scoring", _lean(self.settings.scoring))]
        for player in record.players:
            number = self.numbers[player.id]
            lines.append(_comment("player", {"number": number, "player": _lean(player)}))
        for player in record.players:
            empty = [r for r in range(1, self.rounds + 1) if (player.id, r) not in self.cells]
            if empty:
                number = self.numbers[player.id]
                lines.append(_comment("absent", {"number": number, "rounds": empty}))
        lines += [_comment("game", _lean(g)) for g in record.games if not self._told(g)]
        lines += [_comment("penalty", _lean(p)) for p in record.penalties]
        lines += [_comment("drop", _lean(d)) for d in record.drops]
        return lines

    def _told(self, game: Game) -> bool:
        """Whether the cells alone give the very same game."""
        pair = dict(self._pair(game))
        mirror = pair.get(game.b) if game.b is not None else None
        return game_from_cells(game.round, game.a, pair[game.a], game.b, mirror) == game


def _number(cell: Cell) -> str:
    return str(cell.opponent) if cell.opponent else "0000"


def _bye_code(game: Game, outcome: int) -> Literal["F", "H", "Z", "U"]:
    if not game.requested and outcome == 2:
        return "U"
    return ("Z", "H", "F")[outcome]


def _signs(game: Game, a: int, b: int) -> tuple[str, str]:
    if a == b == 0:
        return "-", "-"
    if game.how in ("walkover", "forfeit") and a != b:
        return ("+", "-") if a > b else ("-", "+")
    return "0=1"[a], "0=1"[b]


def _lean(value: Any) -> dict[str, Any]:
    """Give the fields that differ from their defaults."""
    return attrs.asdict(value, filter=lambda a, v: a.default is attrs.NOTHING or v != a.default)


def _comment(kind: str, data: Mapping[str, Any]) -> str:
    return f"### rollbook {kind} {json.dumps(data, separators=(',', ':'))}"


def _teams(record: Record, numbers: Mapping[str, int], dialect: Dialect) -> list[str]:
    teams: dict[str, list[int]] = {}
    for player in record.players:
        if player.team is not None:
            teams.setdefault(player.team, []).append(numbers[player.id])
    lines: list[str] = []
    for place, (team, members) in enumerate(teams.items(), 1):
        seats = " ".join(f"{n:4d}" for n in members)
        if dialect == "TRF16":
            lines.append(f"013 {clean(team)[:32]:<32}{seats}")
        else:
            lines.append(f"{f'310 {place:3d} {clean(team)[:32]:<32}':<73}{seats}")
    return lines


def _apart(
    apart: Iterable[Apart], numbers: Mapping[str, int], dialect: Dialect, rounds: int
) -> list[str]:
    """Forbidden pairs; the older form knows no rounds, so it only takes those without end."""
    lines: list[str] = []
    for pair in apart:
        a, b = numbers[pair.a], numbers[pair.b]
        if dialect == "TRF26":
            lines.append(f"260 {pair.first:03d} {pair.last or rounds:03d} {a:4d} {b:4d}")
        elif pair.last is None or pair.last >= rounds:
            lines.append(f"XXP {a} {b}")
    return lines

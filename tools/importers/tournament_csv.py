"""Players, pairings and results from comma-separated tables."""

from collections.abc import Callable, Collection
from typing import TypeVar, get_args

from attrs import frozen

from rollbook.projections.tournament_record import HOWS, Game, How, Player, Status, Winner
from rollbook.tools.importers.table_text import BadLine, TableError, TextRow, read_table

PLAYER_COLUMNS = {
    "id": ("player id", "key", "number", "no"),
    "name": ("player", "player name", "full name", "spieler", "nom"),
    "club": ("verein", "association"),
    "team": ("mannschaft", "équipe"),
    "rating": ("elo", "rank points"),
    "entered_round": ("entered", "first round"),
}
GAME_COLUMNS = {
    "round": ("rd", "runde"),
    "table": ("tisch", "table number"),
    "board": (),
    "a": ("player a", "player 1", "home", "white"),
    "b": ("player b", "player 2", "away", "black"),
    "score_a": ("score 1", "points a", "vp a", "vp1"),
    "score_b": ("score 2", "points b", "vp b", "vp2"),
    "how": ("kind", "result type"),
    "winner": (),
    "status": ("state",),
    "requested": (),
    "counted": ("count as reported",),
    "bonus_a": (),
    "bonus_b": (),
}
SCORE_LIMIT = 1_000_000

T = TypeVar("T")


@frozen(kw_only=True)
class PlayersTable:
    """Players read from a table, and what was left out."""

    players: tuple[Player, ...]
    notes: tuple[str, ...]


@frozen(kw_only=True)
class GamesTable:
    """Pairings or results read from a table, and what was left out."""

    games: tuple[Game, ...]
    notes: tuple[str, ...]


class _CellError(ValueError):
    """A cell is wrong; the caller adds the line."""


def read_players_csv(data: bytes | str) -> PlayersTable:
    """
    Read players: a column ``name`` and, as there are, id, club, team, rating,
    entered_round.  Without ids players get ``p1``, ``p2`` .. in the order of lines.

    Raises `TableError` naming every bad line.
    """
    table = read_table(data, PLAYER_COLUMNS, ("name",))
    seen: dict[str, int] = {}
    players = _each(table.rows, lambda row, place: _player(row, place, seen))
    return PlayersTable(players=tuple(players), notes=table.notes)


def read_pairings_csv(data: bytes | str, players: Collection[Player]) -> GamesTable:
    """
    Read pairings: columns ``a`` and ``b`` (ids or full names, ``b`` empty for
    a bye) and, as there are, round, table, board.  Every game is open; a bye
    needs no result and is confirmed.

    Raises `TableError` naming every bad line: unknown or ambiguous players,
    somebody twice in a round, a table twice.
    """
    return _games(data, players, open_=True)


def read_results_csv(data: bytes | str, players: Collection[Player]) -> GamesTable:
    """
    Read results: as `read_pairings_csv`, with score_a, score_b, how, winner,
    status and the rest of a game's fields.  Without a status a line with
    scores or a winner counts as submitted, any other as open.

    Raises `TableError` naming every bad line.
    """
    return _games(data, players, open_=False)


def _each(rows: tuple[TextRow, ...], make: Callable[[TextRow, int], T]) -> list[T]:
    made: list[T] = []
    bad: list[BadLine] = []
    for place, row in enumerate(rows, 1):
        try:
            made.append(make(row, place))
        except _CellError as error:
            bad.append(BadLine(row.line, str(error)))
    if bad:
        raise TableError(bad)
    return made


def _player(row: TextRow, place: int, seen: dict[str, int]) -> Player:
    get = row.cells.get
    name = get("name", "")
    if not name:
        raise _CellError("the name is missing")
    key = get("id", "") or f"p{place}"
    if key in seen:
        raise _CellError(f"the id {key!r} was used in line {seen[key]}")
    seen[key] = row.line
    return Player(
        id=key,
        name=name,
        club=get("club") or None,
        team=get("team") or None,
        rating=_whole(get("rating", ""), "rating", None, 0),
        entered_round=_whole(get("entered_round", ""), "entered round", 1, 1) or 1,
    )


def _games(data: bytes | str, players: Collection[Player], *, open_: bool) -> GamesTable:
    table = read_table(data, GAME_COLUMNS, ("a", "b"))
    find = _finder(players)
    seats: set[tuple[int, str]] = set()
    tables: set[tuple[int, int, int]] = set()

    def make(row: TextRow, _: int) -> Game:
        game = _game(row, find, open_=open_)
        _once(game, seats, tables)
        return game

    return GamesTable(games=tuple(_each(table.rows, make)), notes=table.notes)


def _once(game: Game, seats: set[tuple[int, str]], tables: set[tuple[int, int, int]]) -> None:
    for player in (game.a, game.b):
        if player is not None:
            if (game.round, player) in seats:
                raise _CellError(f"{player} is paired twice in round {game.round}")
            seats.add((game.round, player))
    if game.table is not None:
        seat = (game.round, game.table, game.board)
        if seat in tables:
            raise _CellError(f"table {game.table} is used twice in round {game.round}")
        tables.add(seat)


def _finder(players: Collection[Player]) -> Callable[[str], str]:
    ids = {p.id for p in players}
    names: dict[str, list[str]] = {}
    for player in players:
        names.setdefault(player.name.casefold(), []).append(player.id)

    def find(text: str) -> str:
        if text in ids:
            return text
        found = names.get(text.casefold(), [])
        if len(found) > 1:
            raise _CellError(f"{text!r} are {len(found)} players; use ids")
        if not found:
            raise _CellError(f"there is no player {text!r}")
        return found[0]

    return find


def _game(row: TextRow, find: Callable[[str], str], *, open_: bool) -> Game:
    get = row.cells.get
    if not get("a"):
        raise _CellError("the first player is missing")
    a, b = find(get("a", "")), find(get("b", "")) if get("b") else None
    if a == b:
        raise _CellError(f"{a} is paired against himself")
    number = _whole(get("round", ""), "round", 1, 1) or 1
    table = _whole(get("table", ""), "table", None, 1)
    board = _whole(get("board", ""), "board", 1, 1) or 1
    if open_ and b is None:
        return Game(round=number, a=a, table=table, board=board, how="bye")
    if open_:
        return Game(round=number, a=a, b=b, table=table, board=board, status="open")
    scores = [_whole(get(name, ""), name, None, -SCORE_LIMIT) for name in ("score_a", "score_b")]
    winner = _choice(get("winner", ""), get_args(Winner), "winner")
    how = _choice(get("how", ""), HOWS, "how") or ("played" if b else "bye")
    status = _choice(get("status", ""), get_args(Status), "status")
    told = scores[0] is not None or winner is not None or how not in ("played",)
    return Game(
        round=number,
        a=a,
        b=b,
        table=table,
        board=board,
        score_a=scores[0],
        score_b=scores[1],
        how=_how(how),
        winner=_winner(winner),
        status=_status(status or ("submitted" if told else "open")),
        requested=_yes(get("requested", "")),
        count_as_reported=_yes(get("counted", "")),
        bonus_a=_whole(get("bonus_a", ""), "bonus_a", 0, -SCORE_LIMIT) or 0,
        bonus_b=_whole(get("bonus_b", ""), "bonus_b", 0, -SCORE_LIMIT) or 0,
    )


def _how(text: str) -> How:
    return next(how for how in HOWS if how == text)


def _winner(text: str | None) -> Winner | None:
    options: tuple[Winner, ...] = get_args(Winner)
    return next((w for w in options if w == text), None)


def _status(text: str) -> Status:
    options: tuple[Status, ...] = get_args(Status)
    return next(s for s in options if s == text)


def _choice(text: str, options: tuple[str, ...], what: str) -> str | None:
    if not text:
        return None
    plain = text.casefold().replace(" ", "_").replace("-", "_")
    if plain not in options:
        raise _CellError(f"{what} {text!r} is none of {', '.join(options)}")
    return plain


def _yes(text: str) -> bool:
    plain = text.casefold()
    if plain not in ("", "yes", "no", "true", "false", "1", "0"):
        raise _CellError(f"{text!r} should be yes or no")
    return plain in ("yes", "true", "1")


def _whole(text: str, what: str, default: int | None, least: int) -> int | None:
    if not text:
        return default
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 7:
        raise _CellError(f"{what} should be a whole number, it says {text[:40]!r}")
    if int(text) < least:
        raise _CellError(f"{what} {text} is below {least}")
    return int(text)

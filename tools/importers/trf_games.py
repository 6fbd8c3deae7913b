"""From the cells of a report file to the games of a record."""

from rollbook.engine.tournament.problem import Apart
from rollbook.projections.scoring import Scoring
from rollbook.projections.tournament_record import Drop, Game, Penalty, Player, Record, Winner
from rollbook.tools.importers.trf_model import (
    BYES,
    FORFEITS,
    PLAYED,
    Cell,
    PointSystem,
    TrfError,
    TrfFile,
    TrfImport,
    TrfPlayer,
)
from rollbook.tools.importers.trf_own import OwnLines, OwnRecord

BYE_WINNER: dict[str, Winner] = {"F": "a", "H": "draw", "Z": "none"}
OUTCOME_WINNER: dict[int, Winner] = {2: "a", 1: "draw", 0: "b"}


def build_import(file: TrfFile) -> TrfImport:
    """Turn a checked file into a record; raises `TrfError` for what cannot be kept."""
    own = OwnLines(file)
    ids = own.ids()
    scoring = own.one("scoring", Scoring) or _scoring(file.points)
    head = own.one("record", OwnRecord) or OwnRecord(name=file.name, planned=file.planned)
    played = max((i for p in file.players for i in _paired(p)), default=-1) + 1
    games = own.games(_games(file, ids))
    record = Record(
        name=head.name,
        players=own.players(_players(file, ids)),
        games=games,
        penalties=(*own.many("penalty", Penalty), *_penalties(file, ids, played)),
        drops=own.many("drop", Drop),
        rounds=max(played, head.rounds),
        planned=head.planned,
    )
    own.check(record, scoring, ids)
    return TrfImport(
        record=record,
        scoring=scoring,
        apart=_apart(file, ids),
        absent=_absent(file, ids, played + 1),
        dialect=file.dialect,
        notes=file.notes,
    )


def _paired(player: TrfPlayer) -> list[int]:
    return [i for i, cell in enumerate(player.cells) if cell.opponent or cell.result == "U"]


def _scoring(points: PointSystem) -> Scoring:
    for name, value, same in (
        ("half-point byes", points.half_bye, points.draw),
        ("full-point byes", points.full_bye, points.win),
        ("zero-point byes", points.zero_bye, 0),
    ):
        if value not in (None, same):
            raise TrfError(f"{name} worth {value / 10:.1f} points cannot be kept")
    forfeit = (
        points.win if points.forfeit_win is None else points.forfeit_win,
        points.forfeit_loss,
    )
    return Scoring(
        win=points.win,
        draw=points.draw,
        loss=points.loss,
        unit=10,
        bye_points=points.allocated_bye,
        walkover_points=None if forfeit == (points.win, points.loss) else forfeit,
    )


def _players(file: TrfFile, ids: dict[int, str]) -> dict[int, Player]:
    teams: dict[int, str] = {}
    for name, numbers, line in file.teams:
        for number in numbers:
            if number not in ids:
                raise TrfError(f"the team {name!r} names player {number}, who is not there", line)
            if number in teams:
                raise TrfError(f"player {number} is in two teams", line)
            teams[number] = name
    return {
        p.number: Player(id=ids[p.number], name=p.name, rating=p.rating, team=teams.get(p.number))
        for p in file.players
    }


def _games(file: TrfFile, ids: dict[int, str]) -> dict[tuple[int, str], Game]:
    """Every game once, by round and first player, as the cells alone tell it."""
    cells = {p.number: p.cells for p in file.players}
    games: dict[tuple[int, str], Game] = {}
    for player in file.players:
        for index, cell in enumerate(player.cells):
            if not cell.opponent or not _second(player.number, cell):
                mirror = cells[cell.opponent][index] if cell.opponent else None
                a, b = ids[player.number], ids.get(cell.opponent)
                games[index + 1, a] = game_from_cells(index + 1, a, cell, b, mirror)
    for kind, round_, number in file.absences:
        if number not in ids:
            raise TrfError(f"player {number} is said to be absent and is not in the file")
        if round_ and len(cells[number]) < round_:
            name = ids[number]
            games[round_, name] = game_from_cells(round_, name, Cell(0, "-", kind), None, None)
    return games


def _second(number: int, cell: Cell) -> bool:
    return cell.colour == "b" or (cell.colour == "-" and cell.opponent < number)


def game_from_cells(round_: int, a: str, cell: Cell, b: str | None, mirror: Cell | None) -> Game:
    """
    Give the game that a cell and its mirror tell; *a* sits at the cell.

    Colours become sides: who had white is ``a``.  Forfeits become walkovers,
    won by nobody if both forfeit; games of less than a move are games.
    """
    if cell.result == "U":
        return Game(round=round_, a=a, how="bye")
    if cell.result in BYES:
        winner = BYE_WINNER[cell.result]
        return Game(round=round_, a=a, how="bye", winner=winner, requested=True)
    if cell.result in FORFEITS:
        both = mirror is not None and mirror.result == cell.result
        lost: Winner = "none" if both else "b"
        won: Winner = "a" if cell.result == "+" else lost
        return Game(round=round_, a=a, b=b, how="walkover", winner=won)
    return Game(round=round_, a=a, b=b, winner=OUTCOME_WINNER[PLAYED[cell.result]])


def _penalties(file: TrfFile, ids: dict[int, str], played: int) -> tuple[Penalty, ...]:
    """Points of 299 lines without a kind; for all rounds they count from the first."""
    del played
    found: list[Penalty] = []
    for number, round_, amount in file.adjustments:
        if number not in ids:
            raise TrfError(f"points are given to player {number}, who is not in the file")
        found.append(Penalty(player=ids[number], round=max(1, round_), match_points=-amount))
    return tuple(found)


def _apart(file: TrfFile, ids: dict[int, str]) -> tuple[Apart, ...]:
    for a, b, _, _ in file.apart:
        for number in (a, b):
            if number not in ids:
                raise TrfError(f"a forbidden pair names player {number}, who is not in the file")
    return tuple(Apart(a=ids[a], b=ids[b], first=f, last=t) for a, b, f, t in file.apart)


def _absent(file: TrfFile, ids: dict[int, str], coming: int) -> tuple[str, ...]:
    away = {n for _, round_, n in file.absences if round_ in (0, coming)}
    return tuple(name for number, name in ids.items() if number in away)

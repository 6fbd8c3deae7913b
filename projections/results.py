"""The result sheet of each player: one cell a round, drops applied."""

from collections.abc import Iterable
from typing import Literal

from attrs import frozen

from rollbook.projections.scoring import NOTHING, Scoring, Side, game_points
from rollbook.projections.tournament_record import Drop, Game, Record

Kind = Literal["met", "walkover", "bye", "void", "open", "absent", "dropped"]
"""
What a cell is: a game that took place, one won or lost without play, a bye,
a game that counts for nobody, one without a result, no pairing at all, or a
round lost after a drop.
"""


@frozen
class Cell:
    """One round of one player."""

    round: int
    kind: Kind
    opponent: str | None
    side: Side
    other: Side
    game: Game | None

    @property
    def counted(self) -> bool:
        """Whether the round is over for the player, played or not."""
        return self.kind != "open"


@frozen(kw_only=True)
class Sheet:
    """Everything that one player did, and the sums that ranking keys start from."""

    player: str
    cells: tuple[Cell, ...]
    match_points: int
    battle_points: int
    wins: int
    draws: int
    losses: int
    results: int
    """Rounds with an outcome, byes among them."""
    provisional: bool


def sheets(record: Record, scoring: Scoring, through: int | None = None) -> dict[str, Sheet]:
    """
    Work out the result sheet of every player who is shown.

    *through* is the last round that counts (all that were paired if None).
    Erased players are not in the answer.  Rule: RB-ST-1 (drops), RB-SC-1.
    """
    last = record.rounds if through is None else min(through, record.rounds)
    drops = {
        drop.player: drop for drop in record.drops if drop.round <= last or last == record.rounds
    }
    erased = {p for p, drop in drops.items() if drop.meaning == "erased"}
    cells = _cells(record.games, scoring, last, drops, erased)
    taken = _penalties(record, last)
    shown = [p for p in record.players if p.id not in erased]
    return {
        p.id: _sheet(p.id, cells.get(p.id, {}), last, drops.get(p.id), taken.get(p.id, (0, 0)))
        for p in shown
    }


def _penalties(record: Record, last: int) -> dict[str, tuple[int, int]]:
    taken: dict[str, tuple[int, int]] = {}
    for penalty in record.penalties:
        if penalty.round <= last:
            match, battle = taken.get(penalty.player, (0, 0))
            taken[penalty.player] = (match + penalty.match_points, battle + penalty.battle_points)
    return taken


def _cells(
    games: Iterable[Game], scoring: Scoring, last: int, drops: dict[str, Drop], erased: set[str]
) -> dict[str, dict[int, Cell]]:
    cells: dict[str, dict[int, Cell]] = {}
    for game in games:
        if game.round > last:
            continue
        kind, side_a, side_b = _judge(game, scoring, drops, erased)
        cells.setdefault(game.a, {})[game.round] = Cell(
            game.round, kind, game.b, side_a, side_b, game
        )
        if game.b is not None:
            cells.setdefault(game.b, {})[game.round] = Cell(
                game.round, kind, game.a, side_b, side_a, game
            )
    return cells


def _judge(
    game: Game, scoring: Scoring, drops: dict[str, Drop], erased: set[str]
) -> tuple[Kind, Side, Side]:
    if game.a in erased or game.b in erased:
        return "void", NOTHING, NOTHING
    if game.status == "open" and game.b is not None:
        left = _left_open(game, drops)
        if left:
            return _after_drop(game, scoring, left)
    if not game.counts:
        return "open", NOTHING, NOTHING
    side_a, side_b = game_points(game, scoring)
    if side_a.outcome is None:
        return "void", NOTHING, NOTHING
    if game.b is None:
        return "bye", side_a, side_b
    return ("met" if game.met else "walkover"), side_a, side_b


def _left_open(game: Game, drops: dict[str, Drop]) -> list[Drop]:
    players = (game.a, game.b)
    return [drops[p] for p in players if p in drops and drops[p].round <= game.round]


def _after_drop(game: Game, scoring: Scoring, left: list[Drop]) -> tuple[Kind, Side, Side]:
    """An open game whose player has gone: void, or a walkover for who is still there."""
    if any(drop.meaning == "void" for drop in left):
        return "void", NOTHING, NOTHING
    gone = {drop.player for drop in left}
    winner: Literal["a", "b", "none"] = (
        "none" if len(gone) == 2 else ("b" if game.a in gone else "a")
    )
    given = Game(
        round=game.round, a=game.a, b=game.b, table=game.table, how="walkover", winner=winner
    )
    side_a, side_b = game_points(given, scoring)
    return "walkover", side_a, side_b


def _sheet(
    player: str, by_round: dict[int, Cell], last: int, drop: Drop | None, taken: tuple[int, int]
) -> Sheet:
    lost_from = drop.round if drop is not None and drop.meaning == "lost" else last + 1
    cells: list[Cell] = []
    for number in range(1, last + 1):
        cell = by_round.get(number)
        if cell is None:
            cell = _gap(number, lost=number >= lost_from)
        cells.append(cell)
    sides = [cell.side for cell in cells]
    outcomes = [side.outcome for side in sides]
    return Sheet(
        player=player,
        cells=tuple(cells),
        match_points=sum(side.match for side in sides) - taken[0],
        battle_points=sum(side.battle for side in sides) - taken[1],
        wins=outcomes.count(2),
        draws=outcomes.count(1),
        losses=outcomes.count(0),
        results=len(outcomes) - outcomes.count(None),
        provisional=any(cell.game is not None and cell.game.provisional for cell in cells),
    )


_LOST = Side(0, 0, 0, None)


def _gap(number: int, *, lost: bool) -> Cell:
    if lost:
        return Cell(number, "dropped", None, _LOST, NOTHING, None)
    return Cell(number, "absent", None, NOTHING, NOTHING, None)

"""The crosstable: who met whom in which round, row by row of the standings."""

from attrs import frozen

from rollbook.projections.results import Cell
from rollbook.projections.standings import RankingSettings, Standings, standings
from rollbook.projections.tournament_record import Player, Record

MARKS: dict[str, str] = {"void": "x", "open": "?", "absent": ".", "dropped": "d"}


@frozen(kw_only=True)
class CrossCell:
    """
    One round of one row.

    ``mark``: W, D, L for a game; +, =, - for one decided without play; B, H,
    Z for a bye worth a win, a draw, nothing; ``?`` open, ``x`` counts for
    nobody, ``.`` not paired, ``d`` lost after a drop.
    """

    round: int
    opponent: str | None
    opponent_place: int | None
    mark: str
    raw: int | None
    opponent_raw: int | None
    provisional: bool

    @property
    def text(self) -> str:
        """The cell in a few characters: ``W12`` is a win against place 12."""
        return self.mark + ("" if self.opponent_place is None else str(self.opponent_place))


@frozen(kw_only=True)
class CrossRow:
    """One player: ``place`` is the line of the table, ``rank`` may be shared."""

    place: int
    rank: int
    player: Player
    cells: tuple[CrossCell, ...]


def crosstable(
    record: Record, settings: RankingSettings, through: int | None = None
) -> tuple[CrossRow, ...]:
    """Lay out every round of every player, in the order of the standings.  Rule: RB-ST-3."""
    return crosstable_of(standings(record, settings, through))


def crosstable_of(table: Standings) -> tuple[CrossRow, ...]:
    """Lay out the rounds behind a table that was already worked out."""
    places = {row.player.id: place for place, row in enumerate(table.rows, 1)}
    return tuple(
        CrossRow(
            place=places[row.player.id],
            rank=row.rank,
            player=row.player,
            cells=tuple(_cell(cell, places) for cell in row.sheet.cells),
        )
        for row in table.rows
    )


def _cell(cell: Cell, places: dict[str, int]) -> CrossCell:
    return CrossCell(
        round=cell.round,
        opponent=cell.opponent,
        opponent_place=places.get(cell.opponent) if cell.opponent is not None else None,
        mark=_mark(cell),
        raw=cell.side.raw,
        opponent_raw=cell.other.raw,
        provisional=cell.game is not None and cell.game.provisional,
    )


def _mark(cell: Cell) -> str:
    outcome = cell.side.outcome
    signs = {"met": "LDW", "walkover": "-=+", "bye": "ZHB"}.get(cell.kind)
    return MARKS[cell.kind] if signs is None or outcome is None else signs[outcome]

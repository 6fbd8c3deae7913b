"""What a tournament report file says, column by column, and its errors."""

from typing import Literal

from attrs import field, frozen

from rollbook.engine.tournament.problem import Apart
from rollbook.projections.scoring import Scoring
from rollbook.projections.tournament_record import Record
from rollbook.tools.importers.errors import ImportedFileError

Dialect = Literal["TRF16", "TRF26"]

PLAYED = {"1": 2, "=": 1, "0": 0, "W": 2, "D": 1, "L": 0}
"""Results of a game that took place; letters are games of less than one move."""
BYES = {"F": 2, "H": 1, "Z": 0, "U": 2}
FORFEITS = {"+": 2, "-": 0}
COMPATIBLE = frozenset(
    {("1", "0"), ("0", "1"), ("=", "=")}
    | {("W", "L"), ("L", "W"), ("D", "D")}
    | {("+", "-"), ("-", "+"), ("-", "-")}
)


class TrfError(ImportedFileError):
    """
    A file is refused: which line, which column if one, and why.

    ``line`` counts from 1; None where something is missing from the file.
    """

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        where = "" if line is None else f"line {line}"
        where += f", column {column}" if column is not None else ""
        super().__init__(reason, where=where)


@frozen
class Cell:
    """One round of one player; ``opponent`` 0 means nobody."""

    opponent: int
    colour: str
    result: str
    column: int = field(default=0, eq=False)


@frozen(kw_only=True)
class TrfPlayer:
    """One ``001`` line; points in tenths."""

    number: int
    name: str
    rating: int | None
    points_tenths: int
    rank: int | None
    cells: tuple[Cell, ...]
    line: int


@frozen(kw_only=True)
class PointSystem:
    """Points in tenths: win, draw, loss, forfeit win and loss, pairing-allocated bye."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    forfeit_win: int | None = None
    forfeit_loss: int = 0
    zero_bye: int = 0
    half_bye: int | None = None
    full_bye: int | None = None
    allocated_bye: int | None = None

    def of(self, cell: Cell) -> int:
        """Give the tenths that a cell is worth."""
        return {
            "F": self._or(self.full_bye, self.win),
            "H": self._or(self.half_bye, self.draw),
            "U": self._or(self.allocated_bye, self.win),
            "Z": self.zero_bye,
            "+": self._or(self.forfeit_win, self.win),
            "-": self.forfeit_loss,
        }.get(cell.result) or self._played(cell.result)

    def _played(self, result: str) -> int:
        outcome = PLAYED.get(result)
        return 0 if outcome is None else (self.loss, self.draw, self.win)[outcome]

    @staticmethod
    def _or(value: int | None, default: int) -> int:
        return default if value is None else value


@frozen(kw_only=True)
class TrfFile:
    """Everything that was read, before it becomes a record."""

    name: str
    players: tuple[TrfPlayer, ...]
    planned: int | None
    dialect: Dialect
    points: PointSystem
    teams: tuple[tuple[str, tuple[int, ...], int], ...]
    """Team name, its players' numbers, the line."""
    apart: tuple[tuple[int, int, int, int | None], ...]
    """Two numbers, first and last round in which they shall not meet."""
    absences: tuple[tuple[str, int, int], ...]
    """Kind of bye, round (0: the next), player's number."""
    adjustments: tuple[tuple[int, int, int], ...]
    """Player's number, round (0: all), points in tenths, negative for a penalty."""
    own: tuple[tuple[int, str, str], ...]
    """Line, kind and text of each comment that this program wrote."""
    notes: tuple[str, ...]


@frozen(kw_only=True)
class TrfImport:
    """
    A report file as a tournament.

    ``absent`` are those known to be away in the round after the last one;
    ``notes`` say what was left out, in words for the person who imports.
    """

    record: Record
    scoring: Scoring
    apart: tuple[Apart, ...]
    absent: tuple[str, ...]
    dialect: Dialect
    notes: tuple[str, ...]

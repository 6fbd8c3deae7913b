"""
The comment lines in which this program keeps what a report file cannot say.

Each is ``### rollbook KIND {json}``; other programs skip them.  They are
read as strictly as the rest: a field that is not known, of the wrong type,
or at odds with the table around it is refused with its line.
"""

import functools
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import frozen

from rollbook.projections.scoring import Scoring, game_points
from rollbook.projections.tournament_record import Game, Player, Record
from rollbook.tools.importers.trf_lines import clean
from rollbook.tools.importers.trf_model import BYES, FORFEITS, PLAYED, Cell, TrfError, TrfFile

if TYPE_CHECKING:
    from cattrs import Converter

MAX_LENGTH = 8_000
KINDS = ("record", "scoring", "player", "absent", "game", "penalty", "drop")

T = TypeVar("T")


@frozen(kw_only=True)
class OwnRecord:
    """What the comment ``record`` adds to the tournament lines."""

    name: str = ""
    rounds: int = 0
    planned: int | None = None


@frozen(kw_only=True)
class OwnPlayer:
    """A player as recorded, with the starting number of the line that shows him."""

    number: int
    player: Player


@frozen(kw_only=True)
class OwnAbsent:
    """Rounds in which a player had no pairing at all, shown as ``Z`` in the table."""

    number: int
    rounds: tuple[int, ...]


@functools.cache
def strict_converter() -> "Converter":
    """Give a converter that takes no unknown field and turns no type into another."""
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exact)
    return converter


def _exact(value: object, kind: type) -> object:
    if type(value) is not kind:
        raise ValueError(f"{value!r} is not of type {kind.__name__}")
    if isinstance(value, int) and abs(value) > 2**53 - 1:
        raise ValueError("a number is out of range")
    return clean(value) if isinstance(value, str) else value


class OwnLines:
    """The own comments of a file, by kind, each read when asked for."""

    def __init__(self, file: TrfFile) -> None:
        self.file = file
        self.cells = {p.number: p.cells for p in file.players}
        self.lines: dict[str, list[tuple[int, str]]] = {}
        for line, kind, text in file.own:
            if kind not in KINDS:
                raise TrfError(f"the comment {kind[:20]!r} is not known to this version", line)
            self.lines.setdefault(kind, []).append((line, text))

    def many(self, kind: str, model: type[T]) -> tuple[T, ...]:
        """Read every comment of *kind*."""
        return tuple(value for _, value in self._read(kind, model))

    def one(self, kind: str, model: type[T]) -> T | None:
        """Read the only comment of *kind*, None if there is none."""
        found = self._read(kind, model)
        if len(found) > 1:
            raise TrfError(f"the comment {kind} stands twice", found[1][0])
        return found[0][1] if found else None

    def _read(self, kind: str, model: type[T]) -> list[tuple[int, T]]:
        return [(line, _structure(text, model, line)) for line, text in self.lines.get(kind, ())]

    def ids(self) -> dict[int, str]:
        """Give the id of every starting number: its own, else ``p`` and the number."""
        ids = {p.number: f"p{p.number}" for p in self.file.players}
        for line, own in self._read("player", OwnPlayer):
            if own.number not in ids:
                raise TrfError(f"player {own.number} has no line of his own", line)
            ids[own.number] = own.player.id
        if len(set(ids.values())) != len(ids):
            raise TrfError("two players have the same id")
        return ids

    def players(self, known: Mapping[int, Player]) -> tuple[Player, ...]:
        """Put the recorded players in the place of what the columns say."""
        own = {o.number: o.player for o in self.many("player", OwnPlayer)}
        return tuple(own.get(number, player) for number, player in known.items())

    def games(self, known: dict[tuple[int, str], Game]) -> tuple[Game, ...]:
        """Put recorded games in the place of what the cells say, absences out."""
        games = dict(known)
        ids = self.ids()
        numbers = {name: number for number, name in ids.items()}
        for line, absent in self._read("absent", OwnAbsent):
            for round_ in absent.rounds:
                if games.pop((round_, ids.get(absent.number, "")), None) is None:
                    raise TrfError(f"round {round_} of player {absent.number} is no Z", line)
        for line, game in self._read("game", Game):
            self._fits(game, line, ids, numbers)
            for player in (game.a, game.b):
                if player is not None:
                    games.pop((game.round, player), None)
            games[game.round, game.a] = game
        return tuple(games[key] for key in sorted(games, key=lambda k: (k[0], numbers[k[1]])))

    def _fits(
        self, game: Game, line: int, ids: Mapping[int, str], numbers: Mapping[str, int]
    ) -> None:
        for player, other in ((game.a, game.b), (game.b, game.a)):
            if player is None:
                continue
            cell = self._cell(numbers.get(player), game.round)
            if cell is None:
                raise TrfError(f"the game of round {game.round} is not in the table", line)
            if cell.opponent and ids[cell.opponent] != other:
                raise TrfError(f"round {game.round}: the table has another opponent", line)

    def _cell(self, number: int | None, round_: int) -> Cell | None:
        cells = None if number is None else self.cells.get(number)
        if cells is None or round_ < 1:
            return None
        return cells[round_ - 1] if round_ <= len(cells) else Cell(0, "-", "Z")

    def check(self, record: Record, scoring: Scoring, ids: Mapping[int, str]) -> None:
        """Compare each recorded game's outcome with its cells; raises `TrfError`."""
        numbers = {name: number for number, name in ids.items()}
        lines = {(g.round, g.a): line for line, g in self._read("game", Game)}
        for game in record.games:
            line = lines.get((game.round, game.a))
            if line is None:
                continue
            sides = game_points(game, scoring)
            for player, side in zip((game.a, game.b), sides, strict=True):
                cell = self._cell(numbers.get(player or ""), game.round)
                if player is not None and cell is not None and _shown(cell) != (side.outcome or 0):
                    raise TrfError(
                        f"round {game.round}: the table says {cell.result}, which is not "
                        f"what the recorded game gives {player}",
                        line,
                    )


def _shown(cell: Cell) -> int:
    return {**PLAYED, **BYES, **FORFEITS}[cell.result]


def _structure(text: str, model: type[T], line: int) -> T:
    if len(text) > MAX_LENGTH:
        raise TrfError(f"the comment is longer than {MAX_LENGTH} characters", line)
    try:
        data: Any = json.loads(text)
        return strict_converter().structure(data, model)
    except RecursionError:
        raise TrfError("the comment is nested too deep", line) from None
    except Exception as error:  # cattrs raises whatever the data provokes
        raise TrfError(
            f"the comment cannot be read: {error or type(error).__name__}", line
        ) from None

"""Difference tables from text, scoring settings checked, results checked before they count."""

import re

from rollbook.events.errors import RollbookError
from rollbook.projections.scoring import DifferenceRow, Scoring, clamp
from rollbook.projections.tournament_record import Game

MAX_ROWS = 1_000
MAX_POINTS = 1_000_000
_LINE = re.compile(r"([0-9]{1,7})\s*,\s*([0-9]{1,7}|\*)\s*=>\s*([0-9]{1,7})\s*,\s*([0-9]{1,7})")


class ScoringError(RollbookError):
    """A scoring table, setting or result is not allowed; nothing was recorded."""

    def __init__(self, reason: str, line: int | None = None, text: str = "") -> None:
        self.reason = reason
        self.line = line
        self.text = text
        where = "" if line is None else f"line {line}: "
        shown = f" (it says {text[:60]!r})" if text else ""
        super().__init__(f"{where}{reason}{shown}")


def parse_difference_table(text: str) -> tuple[DifferenceRow, ...]:
    r"""
    Read a table of lines ``from,to => loser,winner``.

    Differences start at 0 and leave no gap; ``*`` as the last ``to`` means
    "and more".  Empty lines and lines that begin with ``#`` are skipped.

    Raises `ScoringError` with the line.  Rule: RB-SC-3.

    >>> parse_difference_table("0,5 => 10,10\n6,* => 0,20")[1]
    DifferenceRow(low=6, high=None, loser=0, winner=20)
    """
    rows: list[DifferenceRow] = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        row = _row(stripped, number)
        _follows(rows, row, number, stripped)
        rows.append(row)
        if len(rows) > MAX_ROWS:
            raise ScoringError(f"more than {MAX_ROWS} rows", number)
    if not rows:
        raise ScoringError("the table has no rows; write lines like '0,5 => 10,10'")
    return tuple(rows)


def _row(stripped: str, number: int) -> DifferenceRow:
    match = _LINE.fullmatch(stripped)
    if match is None:
        raise ScoringError("write 'from,to => loser,winner' in whole numbers", number, stripped)
    low, high, loser, winner = match.groups()
    return DifferenceRow(int(low), None if high == "*" else int(high), int(loser), int(winner))


def _follows(rows: list[DifferenceRow], row: DifferenceRow, number: int, text: str) -> None:
    if row.high is not None and row.high < row.low:
        raise ScoringError(f"the range runs backwards from {row.low} to {row.high}", number, text)
    if row.loser > row.winner:
        raise ScoringError("the loser would get more than the winner", number, text)
    expected = 0
    if rows:
        last = rows[-1].high
        if last is None:
            raise ScoringError("nothing can follow a row that ends in '*'", number, text)
        expected = last + 1
    if row.low > expected:
        raise ScoringError(f"a gap: {expected} to {row.low - 1} have no row", number, text)
    if row.low < expected:
        raise ScoringError(f"an overlap: the row should start at {expected}", number, text)


def format_difference_table(rows: tuple[DifferenceRow, ...]) -> str:
    """Write a table as the text that `parse_difference_table` reads."""
    return "".join(
        f"{r.low},{'*' if r.high is None else r.high} => {r.loser},{r.winner}\n" for r in rows
    )


def check_scoring(scoring: Scoring) -> None:
    """
    Refuse settings that contradict themselves.

    Raises `ScoringError` naming the setting.  Rule: RB-SC-1.
    """
    if not scoring.win >= scoring.draw >= scoring.loss >= 0:
        raise ScoringError(
            f"win {scoring.win}, draw {scoring.draw}, loss {scoring.loss}: "
            "each must be at least the next, and none below 0"
        )
    if scoring.win > MAX_POINTS or scoring.unit < 1 or scoring.draw_margin < 0:
        raise ScoringError("win is at most 1000000, unit at least 1, draw margin at least 0")
    for name, low, high in (
        ("victory points", scoring.raw_min, scoring.raw_max),
        ("battle points", scoring.battle_min, scoring.battle_max),
    ):
        if low is not None and high is not None and low > high:
            raise ScoringError(f"{name}: the minimum {low} is above the cap {high}")
    if scoring.table:
        parse_difference_table(format_difference_table(scoring.table))


def check_result(game: Game, scoring: Scoring) -> None:
    """
    Refuse a result that the scoring cannot count.

    Scores go in pairs, none negative unless the minimum allows it; a played
    game needs scores or a winner; a decision without play needs a winner; a
    difference beyond the table is refused; a bye has one player.  Scores
    above a cap are fine: the cap is there for them.

    Raises `ScoringError`.  Rule: RB-SC-2, RB-SC-3.
    """
    if (game.b is None) != (game.how == "bye"):
        raise ScoringError("a bye has one player, every other result two")
    if game.b is None or game.how == "not_played" or game.status == "open":
        return
    scores = (game.score_a, game.score_b)
    if (scores[0] is None) != (scores[1] is None):
        raise ScoringError("one score is missing: enter both or none")
    for score in scores:
        if score is not None and not min(0, scoring.raw_min or 0) <= score <= MAX_POINTS:
            raise ScoringError(f"a score of {score} cannot be; check the slip")
    needs_winner = game.how in ("conceded", "walkover", "timed_out", "forfeit")
    if needs_winner and game.winner is None:
        raise ScoringError(f"{game.how.replace('_', ' ')}: say who won")
    if scores[0] is None and game.winner is None and game.how != "agreed_draw":
        raise ScoringError("neither scores nor a winner were given")
    _check_difference(game, scoring)


def _check_difference(game: Game, scoring: Scoring) -> None:
    if not scoring.table or game.score_a is None or game.score_b is None:
        return
    last = scoring.table[-1].high
    caps = (scoring.raw_min, scoring.raw_max)
    difference = abs(clamp(game.score_a, *caps) - clamp(game.score_b, *caps))
    if last is not None and difference > last:
        raise ScoringError(
            f"a difference of {difference} has no row: the table ends at {last}; "
            "end its last row with '*' or check the slip"
        )

"""From the result of one game to its points."""

from typing import Literal

from attrs import frozen

from rollbook.projections.tournament_record import Game, Winner

EDITION = "2026-11-30"
"""Date of the written rules of scoring, ranking and pairing in this package."""

ByeWorth = Literal["win", "draw", "loss"]


@frozen
class DifferenceRow:
    """A row of a difference table: from *low* to *high* (None: and more)."""

    low: int
    high: int | None
    loser: int
    winner: int


@frozen(kw_only=True)
class Scoring:
    """
    How a result becomes points.

    Match points are whole numbers; ``unit`` says how many make one point as
    shown (2 for a game of win 1, draw 1/2).  ``draw_margin`` is the largest
    difference that is still a draw.  Raw scores are brought into
    ``raw_min``..``raw_max`` before anything else, battle points into
    ``battle_min``..``battle_max`` after the table.  Without a ``table`` the
    battle points are the raw score.  ``bye`` is what a bye is worth in match
    points, ``bye_points`` overrides the number; a bye without a recorded
    score gets ``bye_battle``, a walkover without scores
    ``walkover_battle`` (winner, loser).  ``walkover_points`` overrides the
    match points of a walkover or forfeit in the same order.

    Rule: RB-SC-1.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    unit: int = 1
    draw_margin: int = 0
    raw_min: int | None = None
    raw_max: int | None = None
    battle_min: int | None = None
    battle_max: int | None = None
    table: tuple[DifferenceRow, ...] = ()
    bye: ByeWorth = "win"
    bye_points: int | None = None
    bye_battle: int = 0
    walkover_battle: tuple[int, int] = (0, 0)
    walkover_points: tuple[int, int] | None = None


@frozen
class Side:
    """
    What one game is worth to one player.

    ``outcome`` is 2 for a win, 1 for a draw, 0 for a loss and None if the
    game counts for nothing; ``raw`` is the capped raw score.
    """

    outcome: int | None
    match: int
    battle: int
    raw: int | None


NOTHING = Side(None, 0, 0, None)


def clamp(value: int, low: int | None, high: int | None) -> int:
    """Bring *value* into *low*..*high*; None means no limit on that side."""
    if low is not None and value < low:
        return low
    return high if high is not None and value > high else value


def outcome_of(game: Game, scoring: Scoring) -> Winner | None:
    """
    Give who won, or None where nobody can say.

    A recorded winner goes before the scores; an agreed draw is a draw; else
    the capped scores decide, with ``draw_margin``.  Rule: RB-SC-2.
    """
    if game.winner is not None:
        return game.winner
    if game.how == "agreed_draw":
        return "draw"
    if game.how == "not_played" or game.score_a is None or game.score_b is None:
        return None
    a = clamp(game.score_a, scoring.raw_min, scoring.raw_max)
    b = clamp(game.score_b, scoring.raw_min, scoring.raw_max)
    if abs(a - b) <= scoring.draw_margin:
        return "draw"
    return "a" if a > b else "b"


def table_points(difference: int, table: tuple[DifferenceRow, ...]) -> tuple[int, int]:
    """
    Give (loser's, winner's) points for a *difference* of 0 or more.

    Beyond the last row the last row holds: whether that may be entered at
    all is decided before the result is recorded.  Rule: RB-SC-3.
    """
    for row in table:
        if difference >= row.low and (row.high is None or difference <= row.high):
            return row.loser, row.winner
    return table[-1].loser, table[-1].winner


def game_points(game: Game, scoring: Scoring) -> tuple[Side, Side]:
    """
    Give what *game* is worth to ``a`` and to ``b``.

    A game that does not count (open, in dispute, not played) is worth
    nothing to either.  Rule: RB-SC-1 to RB-SC-4.
    """
    if not game.counts or game.how == "not_played":
        return NOTHING, NOTHING
    if game.b is None:
        return _bye(game, scoring), NOTHING
    winner = outcome_of(game, scoring)
    if winner is None:
        return NOTHING, NOTHING
    raw_a, raw_b = _raw(game.score_a, scoring), _raw(game.score_b, scoring)
    battle_a, battle_b = _battle(game, winner, raw_a, raw_b, scoring)
    out_a, out_b = _OUTCOMES[winner]
    match_a, match_b = _match(game, out_a, scoring), _match(game, out_b, scoring)
    return (
        Side(out_a, match_a + game.bonus_a, battle_a, raw_a),
        Side(out_b, match_b + game.bonus_b, battle_b, raw_b),
    )


_OUTCOMES: dict[str, tuple[int, int]] = {"a": (2, 0), "b": (0, 2), "draw": (1, 1), "none": (0, 0)}


def _raw(score: int | None, scoring: Scoring) -> int | None:
    return None if score is None else clamp(score, scoring.raw_min, scoring.raw_max)


def _match(game: Game, outcome: int, scoring: Scoring) -> int:
    if scoring.walkover_points is not None and game.how in ("walkover", "forfeit"):
        if outcome == 2:
            return scoring.walkover_points[0]
        if outcome == 0:
            return scoring.walkover_points[1]
    return (scoring.loss, scoring.draw, scoring.win)[outcome]


def _battle(
    game: Game, winner: Winner, raw_a: int | None, raw_b: int | None, scoring: Scoring
) -> tuple[int, int]:
    low, high = scoring.battle_min, scoring.battle_max
    if raw_a is None or raw_b is None:
        won, lost = scoring.walkover_battle
        pair = {"a": (won, lost), "b": (lost, won), "draw": (0, 0), "none": (lost, lost)}[winner]
        return pair if game.how in ("walkover", "forfeit") else (0, 0)
    if not scoring.table:
        return clamp(raw_a, low, high), clamp(raw_b, low, high)
    less, more = table_points(abs(raw_a - raw_b), scoring.table)
    ahead_a = raw_a > raw_b or (raw_a == raw_b and winner == "a")
    a, b = (more, less) if ahead_a else (less, more)
    return clamp(a, low, high), clamp(b, low, high)


def _bye(game: Game, scoring: Scoring) -> Side:
    worth = {"a": 2, "draw": 1, "none": 0, "b": 0}
    if game.winner is not None:
        outcome = worth[game.winner]
    else:
        outcome = {"win": 2, "draw": 1, "loss": 0}[scoring.bye]
    match = (0 if game.winner else scoring.loss, scoring.draw, scoring.win)[outcome]
    if not game.requested and scoring.bye_points is not None:
        match = scoring.bye_points
    if game.score_a is None:
        battle = scoring.bye_battle if outcome else 0
    else:
        battle = clamp(game.score_a, scoring.battle_min, scoring.battle_max)
    return Side(outcome, match + game.bonus_a, battle, None)

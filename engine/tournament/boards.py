"""The games of a match between two teams, on consecutive tables."""

from collections.abc import Sequence

from rollbook.engine.tournament.problem import PairingError
from rollbook.projections.tournament_record import Game


def board_games(
    round_: int, lineup_a: Sequence[str], lineup_b: Sequence[str], first_table: int | None = None
) -> tuple[Game, ...]:
    """
    Seat two line-ups against each other, board by board.

    The captains' pairing is the order of the line-ups.  Boards are numbered
    from 1, tables from *first_table* on (none if None); every game is open.
    Raises `PairingError` for line-ups of different length, empty ones, or a
    player twice.  Rule: RB-TM-2.
    """
    if not lineup_a or len(lineup_a) != len(lineup_b):
        raise PairingError(
            f"round {round_}: line-ups of {len(lineup_a)} and {len(lineup_b)} players "
            "cannot be seated; name one player a board on each side"
        )
    if len({*lineup_a, *lineup_b}) != 2 * len(lineup_a):
        raise PairingError(f"round {round_}: a player stands in the line-ups twice")
    return tuple(
        Game(
            round=round_,
            a=a,
            b=b,
            board=board,
            table=None if first_table is None else first_table + board - 1,
            status="open",
        )
        for board, (a, b) in enumerate(zip(lineup_a, lineup_b, strict=True), 1)
    )

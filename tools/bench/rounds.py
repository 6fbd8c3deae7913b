"""How long the rounds and standings of an event take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.projections.standings import standings
from rollbook.projections.tournament.record import ranking_of, record_of
from rollbook.tools.bench.measure import Figure, Goal, cpu_clock

ROUNDS = 3
SMALL, LARGE = (200, 5_000), (2_000, 60_000)
"""Players, and the milliseconds that a round may take to pair."""
PLAYERS_A_COMMAND = 200


def round_figures(sizes: Iterable[tuple[int, float]]) -> Iterator[Figure]:
    """Give the slowest of the first rounds at each of *sizes*, and the standings after them."""
    for players, goal in sizes:
        session = _begun(players)
        slowest = max(_round(session, number) for number in range(ROUNDS))
        name = f"pair {players:,} players"
        yield Figure(name, slowest * 1000, "ms", "nothing; the slowest of 3 rounds", Goal(goal))
        state = session.state
        began = cpu_clock()
        standings(record_of(state), ranking_of(state.settings))
        taken = (cpu_clock() - began) * 1000
        yield Figure(f"standings of {players:,} players", taken, "ms", "nothing", Goal(1_000))


def _begun(players: int) -> Session:
    session = start(
        {"do": "start_game", "by": "system", "rules": "tournament", "players": {}}, None
    )
    tables = list(range(1, players // 2 + 51))
    session.submit(
        {"do": "start_tournament", "by": "judge", "name": "Bench", "seed": "s", "tables": tables}
    )
    known = [
        {"player": f"p{k}", "name": f"Player {k}", "club": f"c{k % 40}", "team": None, "rating": k}
        for k in range(players)
    ]
    for first in range(0, players, PLAYERS_A_COMMAND):
        some = known[first : first + PLAYERS_A_COMMAND]
        session.submit({"do": "register_players", "by": "judge", "players": some})
    return session


def _round(session: Session, number: int) -> float:
    """Pair and play a round; give the seconds that the pairing took."""
    began = cpu_clock()
    session.submit({"do": "pair_round", "by": "judge"})
    taken = cpu_clock() - began
    session.submit({"do": "publish_round", "by": "judge"})
    blank = {"how": "played", "winner": None, "bonus_a": 0, "bonus_b": 0, "confirmed": True}
    lines = [
        {"game": i, "score_a": (k * 7 + number) % 20, "score_b": (k * 11) % 20, **blank}
        for k, (i, game) in enumerate(session.state.played[-1].games.items())
        if game.b is not None
    ]
    for first in range(0, len(lines), PLAYERS_A_COMMAND):
        some = lines[first : first + PLAYERS_A_COMMAND]
        session.submit({"do": "submit_results", "by": "judge", "results": some})
    return taken

"""
Team events: the games of a round between two teams folded into one match.

The answer is a `Record` whose players are the teams, so that standings,
crosstables and pairings work on it as on any other.
"""

from collections.abc import Iterable
from typing import Literal

from attrs import frozen

from rollbook.projections.scoring import Scoring, game_points
from rollbook.projections.tournament_record import (
    Drop,
    Game,
    Penalty,
    Player,
    Record,
    Status,
    Winner,
)

Count = Literal["boards", "match_points", "battle_points"]
"""
What a team's score is: boards won (a draw half, shown doubled), or the sum of
its players' match or battle points.
"""

WEAKEST: tuple[Status, ...] = ("open", "disputed", "submitted", "ruled", "confirmed")
"""A match is only as far as its weakest game, in this order."""


@frozen
class _Half:
    """What one board is worth to one team."""

    team: str
    outcome: int | None
    points: int


def team_record(record: Record, scoring: Scoring, count: Count = "boards") -> Record:
    """
    Fold *record* into matches between teams.

    Players without a team are left out.  Each match has the sums of its
    boards as scores, its lowest table, and the status of its weakest game;
    if every board was decided without play it is a walkover.  A team whose
    games of a round are all byes has a bye.  A penalty of a player is his
    team's; a team has dropped when all its players have, from the last of
    these rounds on.  Rule: RB-TM-1.
    """
    teams = {p.id: p.team for p in record.players if p.team is not None}
    matches: dict[tuple[int, frozenset[str]], list[Game]] = {}
    for game in record.games:
        sides = _sides(game, teams)
        if sides is not None:
            matches.setdefault((game.round, sides), []).append(game)
    return Record(
        name=record.name,
        players=_players(record.players),
        games=tuple(_match(games, teams, scoring, count) for games in matches.values()),
        penalties=tuple(
            Penalty(
                player=teams[p.player],
                round=p.round,
                match_points=p.match_points,
                battle_points=p.battle_points,
                card=p.card,
                reason=p.reason,
            )
            for p in record.penalties
            if p.player in teams
        ),
        drops=_drops(record.drops, teams),
        rounds=record.rounds,
        planned=record.planned,
    )


def _sides(game: Game, teams: dict[str, str]) -> frozenset[str] | None:
    names = [teams.get(p) for p in (game.a, game.b) if p is not None]
    known = frozenset(name for name in names if name is not None)
    expected = 1 if game.b is None else 2
    return known if len(known) == expected else None


def _players(players: Iterable[Player]) -> tuple[Player, ...]:
    found: dict[str, Player] = {}
    for player in players:
        if player.team is not None and player.team not in found:
            found[player.team] = Player(
                id=player.team, name=player.team, entered_round=player.entered_round
            )
    return tuple(found.values())


def _match(games: list[Game], teams: dict[str, str], scoring: Scoring, count: Count) -> Game:
    games = sorted(games, key=lambda g: (g.board, g.table or 0, g.a))
    first = games[0]
    a = teams[first.a]
    b = None if first.b is None else teams[first.b]
    tables = [g.table for g in games if g.table is not None]
    disputed = [g for g in games if g.status == "disputed"]
    status = min((g.status for g in games), key=WEAKEST.index)
    halves = [half for g in games for half in _halves(g, teams, scoring, count)]
    known = [half for half in halves if half.outcome is not None]
    score_a = sum(half.points for half in known if half.team == a)
    score_b = sum(half.points for half in known if half.team == b)
    unplayed = all(g.how in ("walkover", "forfeit", "not_played") for g in games)
    return Game(
        round=first.round,
        a=a,
        b=b,
        table=min(tables, default=None),
        score_a=score_a if known and b is not None else None,
        score_b=score_b if known and b is not None else None,
        how=first.how if b is None else ("walkover" if unplayed and known else "played"),
        winner=first.winner if b is None else _winner(score_a, score_b, scoring, known),
        status=status,
        count_as_reported=bool(disputed) and all(g.count_as_reported for g in disputed),
        requested=first.requested,
    )


def _halves(game: Game, teams: dict[str, str], scoring: Scoring, count: Count) -> list[_Half]:
    sides = game_points(game, scoring)
    found: list[_Half] = []
    for player, side in zip((game.a, game.b), sides, strict=True):
        if player is not None:
            worth = {
                "boards": side.outcome or 0,
                "match_points": side.match,
                "battle_points": side.battle,
            }[count]
            found.append(_Half(teams[player], side.outcome, worth))
    return found


def _winner(a: int, b: int, scoring: Scoring, known: list[_Half]) -> Winner | None:
    if not known:
        return None
    if all(half.outcome == 0 for half in known):
        return "none"
    if abs(a - b) <= scoring.draw_margin:
        return "draw"
    return "a" if a > b else "b"


def _drops(drops: Iterable[Drop], teams: dict[str, str]) -> tuple[Drop, ...]:
    gone = {drop.player: drop for drop in drops}
    found: list[Drop] = []
    for team in dict.fromkeys(teams.values()):
        members = [player for player, name in teams.items() if name == team]
        if all(member in gone for member in members):
            last = max((gone[member] for member in members), key=lambda d: d.round)
            found.append(Drop(player=team, round=last.round, meaning=last.meaning))
    return tuple(found)

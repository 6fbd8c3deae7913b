"""From the state of a tournament to the record that standings and pairings read."""

from __future__ import annotations

from typing import get_args

from rollbook.events.tournament.values import ScoringRules, TournamentSettings
from rollbook.projections.scoring import ByeWorth, DifferenceRow, Scoring
from rollbook.projections.standings import RankingSettings
from rollbook.projections.teams import Count, team_record
from rollbook.projections.tiebreaks import Unplayed
from rollbook.projections.tournament.state import PairedGame, TournamentState
from rollbook.projections.tournament_record import (
    Drop,
    Game,
    How,
    Meaning,
    Penalty,
    Player,
    Record,
    Status,
    Winner,
)

_HOWS: dict[str, How] = {how: how for how in get_args(How)}
_STATUSES: dict[str, Status] = {status: status for status in get_args(Status)}
WINNERS: dict[str | None, Winner | None] = {w: w for w in (None, *get_args(Winner))}
_MEANINGS: dict[str, Meaning] = {meaning: meaning for meaning in get_args(Meaning)}
_WORTHS: dict[str, ByeWorth] = {worth: worth for worth in get_args(ByeWorth)}
_UNPLAYED: dict[str, Unplayed] = {way: way for way in get_args(Unplayed)}
COUNTS: dict[str, Count] = {count: count for count in get_args(Count)}


def record_of(state: TournamentState) -> Record:
    """
    Give the record of a tournament: all that standings depend on, and nothing else.

    Who withdrew before the first round is not in it, rounds that were
    withdrawn and penalties that were lifted neither.
    """
    return Record(
        name=state.name,
        players=tuple(
            Player(
                id=ident,
                name=p.name,
                club=p.club,
                team=p.team,
                rating=p.rating,
                entered_round=p.entered_round,
            )
            for ident, p in state.entered.items()
            if p.status != "withdrawn"
        ),
        games=tuple(
            record_game(played.number, game)
            for played in state.played
            for game in played.games.values()
        ),
        penalties=tuple(
            Penalty(
                player=p.player,
                round=p.round,
                match_points=p.match_points,
                battle_points=p.battle_points,
                card=p.card,
                reason=p.reason,
            )
            for p in state.penalties.values()
            if not p.lifted
        ),
        drops=tuple(
            Drop(player=d.player, round=d.round, meaning=_MEANINGS[d.meaning])
            for d in state.drops.values()
        ),
        rounds=len(state.played),
        planned=state.settings.rounds if state.settings is not None else None,
    )


def record_game(number: int, game: PairedGame) -> Game:
    """Give a game of round *number* as standings read it."""
    result = game.result
    if result is None:
        return Game(
            round=number,
            a=game.a,
            b=game.b,
            table=game.table,
            board=game.board,
            status="open",
        )
    return Game(
        round=number,
        a=game.a,
        b=game.b,
        table=game.table,
        board=game.board,
        score_a=result.score_a,
        score_b=result.score_b,
        how=_HOWS[result.how],
        winner=WINNERS[result.winner],
        status=_STATUSES[game.status],
        count_as_reported=game.counted_as_reported,
        requested=game.worth is not None,
        bonus_a=result.bonus_a,
        bonus_b=result.bonus_b,
    )


def scoring_of(rules: ScoringRules) -> Scoring:
    """Give the scoring that a tournament's settings hold."""
    return Scoring(
        win=rules.win,
        draw=rules.draw,
        loss=rules.loss,
        unit=rules.unit,
        draw_margin=rules.draw_margin,
        raw_min=rules.raw_min,
        raw_max=rules.raw_max,
        battle_min=rules.battle_min,
        battle_max=rules.battle_max,
        table=tuple(DifferenceRow(r.low, r.high, r.loser, r.winner) for r in rules.table),
        bye=_WORTHS[rules.bye],
        bye_points=rules.bye_points,
        bye_battle=rules.bye_battle,
        walkover_battle=rules.walkover_battle,
        walkover_points=rules.walkover_points,
    )


def ranking_of(settings: TournamentSettings) -> RankingSettings:
    """Give how a tournament ranks."""
    return RankingSettings(
        keys=settings.keys,
        unplayed=_UNPLAYED[settings.unplayed],
        win_rate_floor_permille=settings.win_rate_floor_permille,
        scoring=scoring_of(settings.scoring),
    )


def teams_of(state: TournamentState) -> tuple[Record, RankingSettings]:
    """
    Give the record of a team event, folded into matches, and how it ranks.

    Raises ``ValueError`` for an event that is none.  Rule: RB-TM-1.
    """
    settings = state.settings
    if settings is None or settings.teams is None:
        raise ValueError("this is no event of teams")
    ranking = ranking_of(settings)
    return team_record(record_of(state), ranking.scoring, COUNTS[settings.teams]), ranking

"""From a tournament record to the problem of pairing its next round."""

from collections.abc import Collection

from attrs import field, frozen

from rollbook.engine.tournament.problem import Entrant, PairingRules, Problem
from rollbook.projections.results import Sheet, sheets
from rollbook.projections.standings import RankingSettings
from rollbook.projections.tournament_record import Game, Record


@frozen(kw_only=True)
class PairingSettings:
    """
    The pairing settings stored with a tournament.

    ``by`` is what score groups are made of; ``seed`` any text.
    """

    seed: str
    rules: PairingRules = field(factory=PairingRules)
    by: str = "match_points"


def present(record: Record, round_: int, absent: Collection[str] = ()) -> tuple[str, ...]:
    """
    List who is to be paired in *round_*, in the order of registration.

    Not: who enters later, has dropped, asked for a bye in that round, or is
    named in *absent*.
    """
    gone = {drop.player for drop in record.drops if drop.round <= round_}
    resting = {g.a for g in record.games if g.round == round_ and g.b is None and g.requested}
    return tuple(
        p.id
        for p in record.players
        if p.entered_round <= round_ and p.id not in gone | resting and p.id not in absent
    )


def problem_for(
    record: Record,
    ranking: RankingSettings,
    pairing: PairingSettings,
    round_: int,
    absent: Collection[str] = (),
) -> Problem:
    """
    Build the problem of *round_* from everything before it.

    Games of *round_* and later are not looked at (except byes asked for), so
    a round can be derived again at any later time.  Rule: RB-PR-1.
    """
    folded = sheets(record, ranking.scoring, through=round_ - 1)
    history = _history(record.games, round_)
    here = present(record, round_, absent)
    players = {p.id: p for p in record.players}
    return Problem(
        round=round_,
        seed=pairing.seed,
        rules=pairing.rules,
        entrants=tuple(
            Entrant(
                id=name,
                score=_score(folded[name], pairing.by) if name in folded else 0,
                met=tuple(history.met.get(name, ())),
                byes=history.byes.get(name, 0),
                club=players[name].club,
                team=players[name].team,
                used_tables=frozenset(history.tables.get(name, ())),
            )
            for name in here
        ),
    )


def _score(sheet: Sheet, by: str) -> int:
    return sheet.battle_points if by == "battle_points" else sheet.match_points


@frozen
class _History:
    met: dict[str, list[str]]
    byes: dict[str, int]
    tables: dict[str, list[int]]


def _history(games: tuple[Game, ...], before: int) -> _History:
    """
    Collect meetings, byes and tables of the rounds before.

    An open game counts as a meeting, a walkover does not; byes asked for are
    no byes here, and neither are walkovers.
    """
    found = _History({}, {}, {})
    for game in games:
        if game.round >= before:
            continue
        if game.b is None:
            if not game.requested:
                found.byes[game.a] = found.byes.get(game.a, 0) + 1
            continue
        for one, other in ((game.a, game.b), (game.b, game.a)):
            if game.met:
                found.met.setdefault(one, []).append(other)
            if game.table is not None and game.met:
                found.tables.setdefault(one, []).append(game.table)
    return found

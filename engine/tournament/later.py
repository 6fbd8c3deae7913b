"""After a correction: which later rounds would have been paired otherwise."""

from collections.abc import Collection, Mapping

from attrs import frozen

from rollbook.engine.tournament.entrants import PairingSettings, problem_for
from rollbook.engine.tournament.pairing import pair_round
from rollbook.engine.tournament.problem import Pair, Plan
from rollbook.projections.standings import RankingSettings
from rollbook.projections.tournament_record import Record


@frozen(kw_only=True)
class LaterRound:
    """
    One round that the correction would have changed.

    ``not_made``: pairs (or byes, with ``b`` None) that the seed gave before
    the correction and would not give now; ``instead``: what it would give.
    The pairings that were played stay; nothing here changes them.
    """

    round: int
    not_made: tuple[tuple[str, str | None], ...]
    instead: tuple[tuple[str, str | None], ...]


def later_pairings(
    before: Record,
    after: Record,
    ranking: RankingSettings,
    pairing: PairingSettings,
    first: int,
    absent: Mapping[int, Collection[str]] | None = None,
) -> tuple[LaterRound, ...]:
    """
    Compare, for every round from *first* on, what the seed gives before and after.

    Each round is derived from the games really played before it, so one
    changed result is compared and not a whole other tournament.  *absent*
    names per round who was not there.  Rounds that would be the same are
    left out.  Rule: RB-PR-10.
    """
    found: list[LaterRound] = []
    for number in range(first, before.rounds + 1):
        away = (absent or {}).get(number, ())
        was = problem_for(before, ranking, pairing, number, away)
        now = problem_for(after, ranking, pairing, number, away)
        if was == now or not was.entrants or not now.entrants:
            continue
        old, new = _made(pair_round(was)), _made(pair_round(now))
        if old.keys() != new.keys():
            found.append(
                LaterRound(
                    round=number,
                    not_made=tuple(p for key, p in old.items() if key not in new),
                    instead=tuple(p for key, p in new.items() if key not in old),
                )
            )
    return tuple(found)


def _made(plan: Plan) -> dict[frozenset[str], tuple[str, str | None]]:
    made: dict[frozenset[str], tuple[str, str | None]] = {
        _key(pair): (pair.a, pair.b) for pair in plan.pairs
    }
    if plan.bye is not None:
        made[frozenset((plan.bye,))] = (plan.bye, None)
    return made


def _key(pair: Pair) -> frozenset[str]:
    return pair.key

"""Questions about pairings that were made: do they follow, why, what would be different now."""

from __future__ import annotations

import attrs
from attrs import frozen

from rollbook.engine.tournament.derive import (
    BY_HAND,
    Asks,
    Seat,
    asks_of,
    derive,
    pairing_of,
    problem_of,
    settings_of,
)
from rollbook.engine.tournament.later import LaterRound, later_pairings
from rollbook.engine.tournament.problem import PairingError
from rollbook.engine.tournament.why import Why, why
from rollbook.events.tournament.facts import RoundPaired
from rollbook.events.tournament.values import ByeAsked, Pairing
from rollbook.projections.tournament.record import ranking_of, record_of
from rollbook.projections.tournament.state import TournamentState


@frozen(kw_only=True)
class Checked:
    """A paired round against what its seed gives: ``differences`` is empty where both agree."""

    round: int
    rule: str
    by_hand: bool
    reason: str | None
    differences: tuple[str, ...]


def asks_of_event(event: RoundPaired) -> Asks:
    """Give what a round was derived from."""
    byes = tuple(ByeAsked(player=p.a, worth=p.worth) for p in event.pairings if p.worth is not None)
    return Asks(number=event.round, seed=event.seed, absent=event.absent, byes=byes)


def check_paired(before: TournamentState, event: RoundPaired) -> Checked:
    """
    Derive a round again from the state *before* it, and compare.

    A round that was set by hand is compared too: its reason stands beside
    what the seed would have given.  Rule: RB-PR-8.
    """
    try:
        derived = derive(before, asks_of_event(event))
    except PairingError as error:
        differences: tuple[str, ...] = (f"the seed gives no round: {error}",)
    else:
        differences = tuple(_differences(derived.seats, event.pairings, derived.rule, event))
    return Checked(
        round=event.round,
        rule=event.rule,
        by_hand=event.by_hand,
        reason=event.reason,
        differences=differences,
    )


def _differences(
    seats: tuple[Seat, ...], pairings: tuple[Pairing, ...], rule: str, event: RoundPaired
) -> list[str]:
    derived = {_key(s.a, s.b): s for s in seats}
    there = {_key(p.a, p.b): p for p in pairings}
    found = [f"{_pair(s.a, s.b)} should be paired" for k, s in derived.items() if k not in there]
    found += [f"{_pair(p.a, p.b)} should not be" for k, p in there.items() if k not in derived]
    for key, seat in derived.items():
        if key in there and (seat.table, seat.board) != (there[key].table, there[key].board):
            found.append(
                f"{_pair(seat.a, seat.b)} sit at table {there[key].table}, not at {seat.table}"
            )
    if not event.by_hand and rule != event.rule:
        found.append(f"the rule is {rule}, the round says {event.rule}")
    return found


def _key(a: str, b: str | None) -> frozenset[str]:
    return frozenset((a,) if b is None else (a, b))


def _pair(a: str, b: str | None) -> str:
    return f"the bye of {a}" if b is None else f"{a} and {b}"


def why_paired(before: TournamentState, event: RoundPaired, a: str, b: str | None) -> Why:
    """
    Say which rule put two together, from the state *before* the round.

    Raises `PairingError` where no rule did.  Rule: RB-PR-9.
    """
    settings = settings_of(before)
    if event.rule == BY_HAND:
        raise PairingError(f"round {event.round} was set by hand: {event.reason}")
    if settings.system != "swiss":
        raise PairingError(
            f"round {event.round} follows a schedule ({event.rule}); the draw decided all of it"
        )
    if settings.teams is not None:
        a, b = _team(before, a), None if b is None else _team(before, b)
    return why(problem_of(before, asks_of_event(event)), a, b)


def _team(state: TournamentState, player: str) -> str:
    return state.entered[player].team or player


def later_rounds(
    before: TournamentState, after: TournamentState, first: int
) -> tuple[LaterRound, ...]:
    """
    List which rounds from *first* on would have been paired otherwise after a correction.

    Each is derived under the seed and the absences that it was paired with,
    before the correction and after it.  Only for Swiss events of players and
    rounds that were not set by hand.  Rule: RB-PR-10.
    """
    settings = settings_of(after)
    if settings.system != "swiss" or settings.teams is not None:
        return ()
    was, now, ranking = record_of(before), record_of(after), ranking_of(settings)
    found: list[LaterRound] = []
    for played in after.played[first - 1 :]:
        if played.by_hand:
            continue
        asks = asks_of(played)
        pairing = pairing_of(after, asks.seed)
        found += later_pairings(
            attrs.evolve(was, rounds=played.number),
            attrs.evolve(now, rounds=played.number),
            ranking,
            pairing,
            played.number,
            {played.number: asks.absent},
        )
    return tuple(found)

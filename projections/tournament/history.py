"""Who entered, confirmed, disputed, corrected what, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from rollbook.events.log.entry import Entry
from rollbook.events.message import changed
from rollbook.events.tournament import facts as f
from rollbook.events.tournament.values import Pairing
from rollbook.projections.tournament.state import TournamentState, any_game


@frozen(kw_only=True)
class Told:
    """One event that concerns what was asked for: where it stands, when, who."""

    seq: int
    event_number: int
    at: int
    by: str
    event: Any

    @property
    def address(self) -> str:
        """The address of the event in the log."""
        return f"{self.seq}.{self.event_number}"


@frozen(kw_only=True)
class Wanted:
    """
    What a history is asked for: some games, and perhaps all of one player.

    ``round`` limits what is told of the player to one round.
    """

    games: frozenset[str]
    player: str | None = None
    round: int | None = None


def narrowed(event: Any, wanted: Wanted) -> Any:
    """Give *event* as it is told in a history: of a whole round only the pairings wanted."""
    if isinstance(event, f.RoundPaired):
        return changed(event, pairings=_of(event.pairings, wanted), absent=())
    if isinstance(event, f.PairingsChanged):
        removed = tuple(ident for ident in event.removed if ident in wanted.games)
        return changed(event, removed=removed, added=_of(event.added, wanted))
    return event


def _of(pairings: tuple[Pairing, ...], wanted: Wanted) -> tuple[Pairing, ...]:
    return tuple(p for p in pairings if p.game in wanted.games)


_PLAYER_EVENTS = (
    f.PlayerRegistered,
    f.PlayerEnteredLate,
    f.PlayerCheckedIn,
    f.PlayerCheckedOut,
    f.ListSubmitted,
    f.ListLocked,
    f.PlayerWithdrawn,
    f.PlayerDropped,
    f.PenaltyGiven,
)
_GAME_EVENTS = (
    f.TableAssigned,
    f.ResultSubmitted,
    f.ResultConfirmed,
    f.ResultDisputed,
    f.ResultCountedAsReported,
    f.ResultRuled,
    f.ResultCorrected,
    f.ClockPaused,
    f.GameLinked,
)


def games_of(state: TournamentState, player: str, number: int | None = None) -> frozenset[str]:
    """Give the ids of all games of a player, withdrawn ones too, of one round or of all."""
    return frozenset(
        ident
        for played in (*state.played, *state.put_aside)
        if number in (None, played.number)
        for games in (played.games, played.gone)
        for ident, game in games.items()
        if player in (game.a, game.b)
    )


def history(entries: Iterable[Entry], state: TournamentState, wanted: Wanted) -> Iterator[Told]:
    """Give the events that concern what is *wanted*, oldest first."""
    lifted: set[int] = set()
    for entry in entries:
        for number, event in enumerate(entry.events):
            if isinstance(event, f.PenaltyGiven) and event.player == wanted.player:
                lifted.add(event.number)
            if _concerns(event, state, wanted, lifted):
                yield Told(
                    seq=entry.seq, event_number=number, at=entry.at, by=entry.by, event=event
                )


def _concerns(event: Any, state: TournamentState, wanted: Wanted, lifted: set[int]) -> bool:
    if isinstance(event, _GAME_EVENTS):
        return event.game in wanted.games or (
            event.game is None and event.round in _rounds(state, wanted)
        )
    if isinstance(event, f.RoundPaired):
        return any(p.game in wanted.games for p in event.pairings)
    if isinstance(event, f.PairingsChanged):
        changed = {*event.removed, *(p.game for p in event.added)}
        return bool(changed & wanted.games)
    if isinstance(event, f.RoundWithdrawn):
        return event.round in _rounds(state, wanted)
    if isinstance(event, f.PenaltyLifted):
        return event.number in lifted
    if isinstance(event, _PLAYER_EVENTS) and event.player == wanted.player:
        return wanted.round is None or getattr(event, "round", None) == wanted.round
    return False


def _rounds(state: TournamentState, wanted: Wanted) -> set[int]:
    return {
        played.number
        for played in (*state.played, *state.put_aside)
        if wanted.games & {*played.games, *played.gone}
    }


def of_game(state: TournamentState, ident: str) -> Wanted | None:
    """Give what to ask for about one game, if there is such a game."""
    return None if any_game(state, ident) is None else Wanted(games=frozenset({ident}))

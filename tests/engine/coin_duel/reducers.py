"""A coin-flip duel: how events become state."""

from __future__ import annotations

from rollbook.events.build import changer
from rollbook.events.frozen import EMPTY
from rollbook.events.game import GameEnded, GameStarted, NoteMade, Over
from rollbook.events.message import changed
from rollbook.projections.fold import Projection
from tests.engine.coin_duel.events import (
    CoinFlipped,
    CourageLost,
    Duellist,
    DuellistEntered,
    DuelState,
)

P = Projection[DuelState]("coin-duel", version=1, state=DuelState)
_with_courage = changer("courage")


@P.start
def started(event: GameStarted) -> DuelState:
    """Nobody has stepped forward yet."""
    return DuelState(players=event.players, units=EMPTY, over=None)


@P.game(DuellistEntered)
def entered(state: DuelState, event: DuellistEntered) -> DuelState:
    """Put the duellist on the field."""
    return changed(state, units=state.units.put(event.unit, event.duellist))


@P.unit(CourageLost)
def courage_lost(unit: Duellist, event: CourageLost) -> Duellist:
    """Keep what courage is left."""
    shaken: Duellist = _with_courage(unit, event.courage)
    return shaken


@P.game(GameEnded)
def ended(state: DuelState, event: GameEnded) -> DuelState:
    """Keep how it ended."""
    over = Over(winner=event.winner, scores=event.scores, reason=event.reason)
    return changed(state, over=over)


P.record(CoinFlipped, NoteMade)

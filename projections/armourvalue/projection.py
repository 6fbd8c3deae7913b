"""The table of reducers of ``armour-value``, filled by the modules beside it."""

from __future__ import annotations

from rollbook.events.armourvalue import NAME
from rollbook.events.frozen import EMPTY
from rollbook.events.game import GameEnded, GameStarted, NoteMade, Over
from rollbook.events.message import changed
from rollbook.projections.armourvalue.state import ArmourValueState
from rollbook.projections.fold import Projection

P = Projection[ArmourValueState](NAME, version=1, state=ArmourValueState)


@P.start
def game_started(event: GameStarted) -> ArmourValueState:
    """Give the state before anything has entered the table."""
    return ArmourValueState(
        rules=event.rules,
        house_rules=event.house_rules,
        round=0,
        phase=None,
        players=event.players,
        turns=type(EMPTY)(dict.fromkeys(event.players, 0)),
        active_player=None,
        units=EMPTY,
        combats=EMPTY,
        combats_made=0,
        pending=(),
        over=None,
    )


@P.game(GameEnded)
def game_ended(state: ArmourValueState, event: GameEnded) -> ArmourValueState:
    """Keep how the game ended."""
    return changed(state, over=Over(winner=event.winner, scores=event.scores, reason=event.reason))


P.record(NoteMade)

"""What events do that reach more than one unit: rounds, passengers, what is owed, combat."""

from __future__ import annotations

from rollbook.events.build import changer, filler
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import GameEnded, NoteMade, Over
from rollbook.events.hullpoints import events as e
from rollbook.events.hullpoints.units import (
    EXPLODING,
    MOVEMENT,
    REMOVED,
    SLAIN,
    WRECK,
    Infantry,
    Unit,
    Vehicle,
    Weapon,
)
from rollbook.projections.hullpoints.state import (
    HULL_POINTS,
    Combat,
    HullPointsState,
    infantry,
    owes,
    settled,
    vehicle,
    with_model,
    with_status,
    with_unit,
)
from rollbook.projections.hullpoints.units import facing

EXPLOSION, TIMBER = "resolve_explosion", "resolve_timber"
"""The commands that settle what is owed."""

_new_combat = filler(Combat)
_with_phase = changer("phase")
_with_combat = changer("combat")
_with_blows = changer("struck", "hits")
_with_over = changer("over")
_new_round = changer("round", "phase", "units", "combat")
_with_weapons = changer("weapons")
_with_fired = changer("fired")
_with_aboard = changer("aboard")
_with_model_status = changer("status")
_with_passengers = changer("passengers")
_loaded = changer("passengers", "transporting")
_fresh_hull = changer("weapons", "move", "table_rolls")
_fresh_vehicle = changer("weapons", "move", "table_rolls", "transporting", "rammed")


@HULL_POINTS.game(e.UnitAdded)
def unit_added(state: HullPointsState, event: e.UnitAdded) -> HullPointsState:
    """Put a unit at the end of the list."""
    return with_unit(state, event.unit, event.profile)


@HULL_POINTS.game(e.RoundStarted)
def round_started(state: HullPointsState, event: e.RoundStarted) -> HullPointsState:
    """Forget what counted for the last round, for every unit, in play or not."""
    units = state.units.mapped(_fresh)
    made: HullPointsState = _new_round(state, event.round, MOVEMENT, units, None)
    return made


def _fresh(unit: Unit) -> Unit:
    # Most units have little to forget: what is as it should be is not copied.
    weapons = _unfired(unit.weapons)
    made: Unit = unit
    if isinstance(unit, Infantry):
        if weapons is not unit.weapons:
            made = _with_weapons(unit, weapons)
    elif isinstance(unit, Vehicle) and (unit.transporting or unit.rammed):
        made = _fresh_vehicle(unit, weapons, None, 0, False, ())
    elif weapons is not unit.weapons or unit.move is not None or unit.table_rolls:
        made = _fresh_hull(unit, weapons, None, 0)
    return made


def _unfired(weapons: FrozenDict[Weapon]) -> FrozenDict[Weapon]:
    for name, weapon in weapons.items():
        if weapon.fired:
            weapons = weapons.put(name, _with_fired(weapon, False))
    return weapons


@HULL_POINTS.game(e.PhaseStarted)
def phase_started(state: HullPointsState, event: e.PhaseStarted) -> HullPointsState:
    """Be in another phase."""
    made: HullPointsState = _with_phase(state, event.phase)
    return made


@HULL_POINTS.game(e.RoundEnded)
def round_ended(state: HullPointsState, event: e.RoundEnded) -> HullPointsState:  # noqa: ARG001
    """Be between rounds."""
    made: HullPointsState = _with_phase(state, None)
    return made


@HULL_POINTS.game(e.ModelsEmbarked)
def embarked(state: HullPointsState, event: e.ModelsEmbarked) -> HullPointsState:
    """Put models aboard, at the end of the list of passengers."""
    state = _set_aboard(state, event.models, event.unit)
    carrier = vehicle(state, event.unit)
    aboard = (*carrier.passengers, *event.models)
    return with_unit(state, event.unit, _loaded(carrier, aboard, True))


@HULL_POINTS.game(e.ModelsDisembarked)
def disembarked(state: HullPointsState, event: e.ModelsDisembarked) -> HullPointsState:
    """Let models out of a vehicle."""
    state = _set_aboard(state, event.models, None)
    carrier = vehicle(state, event.unit)
    left = tuple(p for p in carrier.passengers if p not in event.models)
    ordered = carrier.transporting or event.cause == "order"
    return with_unit(state, event.unit, _loaded(carrier, left, ordered))


def _set_aboard(
    state: HullPointsState, models: tuple[str, ...], carrier: str | None
) -> HullPointsState:
    for name in models:
        unit, model = name.split("/")
        squad = infantry(state, unit)
        changed = _with_aboard(squad.models[model], carrier)
        state = with_unit(state, unit, with_model(squad, model, changed))
    return state


@HULL_POINTS.game(e.ModelRemoved)
def model_removed(state: HullPointsState, event: e.ModelRemoved) -> HullPointsState:
    """Take a model out of the game, and out of the vehicle that carries it."""
    unit = infantry(state, event.unit)
    model = unit.models[event.model]
    if model.aboard is not None:
        state = _leave(state, model.aboard, f"{event.unit}/{event.model}")
    gone = _with_aboard(_with_model_status(model, REMOVED), None)
    return with_unit(state, event.unit, with_model(unit, event.model, gone))


def _leave(state: HullPointsState, name: str, passenger: str) -> HullPointsState:
    carrier = vehicle(state, name)
    left = tuple(p for p in carrier.passengers if p != passenger)
    return with_unit(state, name, _with_passengers(carrier, left))


@HULL_POINTS.game(e.UnitExploded)
def exploded(state: HullPointsState, event: e.UnitExploded) -> HullPointsState:
    """Owe the explosion."""
    unit = with_status(state.units[event.unit], EXPLODING)
    return owes(with_unit(state, event.unit, unit), EXPLOSION, event.unit)


@HULL_POINTS.game(e.UnitSlain)
def slain(state: HullPointsState, event: e.UnitSlain) -> HullPointsState:
    """Owe the fall."""
    unit = with_status(state.units[event.unit], SLAIN)
    return owes(with_unit(state, event.unit, unit), TIMBER, event.unit)


@HULL_POINTS.game(e.ExplosionResolved)
def explosion_resolved(state: HullPointsState, event: e.ExplosionResolved) -> HullPointsState:
    """Owe the explosion no more."""
    return settled(state, event.unit, EXPLOSION)


@HULL_POINTS.game(e.UnitDiedStanding)
def died_standing(state: HullPointsState, event: e.UnitDiedStanding) -> HullPointsState:
    """Be a wreck that stands."""
    unit = with_status(state.units[event.unit], WRECK)
    return settled(with_unit(state, event.unit, unit), event.unit, TIMBER)


@HULL_POINTS.game(e.UnitToppled)
def toppled(state: HullPointsState, event: e.UnitToppled) -> HullPointsState:
    """Be a wreck that lies face up."""
    unit = facing(with_status(state.units[event.unit], WRECK), event.facing_decideg)
    return settled(with_unit(state, event.unit, unit), event.unit, TIMBER)


@HULL_POINTS.game(e.DuelResolved)
def duel_resolved(state: HullPointsState, event: e.DuelResolved) -> HullPointsState:
    """Be in this combat."""
    combat = _new_combat(
        attacker=event.attacker,
        defender=event.defender,
        others=event.others,
        winner=event.winner,
        struck=False,
        hits=None,
    )
    made: HullPointsState = _with_combat(state, combat)
    return made


@HULL_POINTS.game(e.AttacksStruck)
def struck(state: HullPointsState, event: e.AttacksStruck) -> HullPointsState:
    """Have hits to allocate."""
    return _combat(state, event.hits)


@HULL_POINTS.game(e.MeleeHitsAllocated)
def allocated(state: HullPointsState, event: e.MeleeHitsAllocated) -> HullPointsState:
    """Have allocated hits."""
    combat = state.combat
    if combat is None or combat.hits is None:
        raise ValueError("no hits to allocate")
    return _combat(state, combat.hits - sum(a.hits for a in event.allocation))


def _combat(state: HullPointsState, hits: int) -> HullPointsState:
    if state.combat is None:
        raise ValueError("no combat")
    made: HullPointsState = _with_combat(state, _with_blows(state.combat, True, hits))
    return made


@HULL_POINTS.game(GameEnded)
def game_ended(state: HullPointsState, event: GameEnded) -> HullPointsState:
    """Be over."""
    over = Over(winner=event.winner, scores=event.scores, reason=event.reason)
    made: HullPointsState = _with_over(state, over)
    return made


HULL_POINTS.record(NoteMade)

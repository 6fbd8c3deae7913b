"""The state of a hull-point game."""

from typing import TypeVar

from rollbook.events.build import changer
from rollbook.events.frozen import EMPTY, FrozenDict
from rollbook.events.game import GameStarted, Over, Owed
from rollbook.events.hullpoints import RULES
from rollbook.events.hullpoints.units import Infantry, Model, Vehicle, Walker, Weapon
from rollbook.events.message import Value, message
from rollbook.projections.fold import Projection

U = TypeVar("U", Walker, Vehicle, Infantry)


@message
class Combat(Value):
    """
    The combat now.

    *winner* is null after a draw, *hits* null before the winner has struck,
    then the number left to allocate.  Rule: CM-DUEL-1, HW-CBT-3.
    """

    attacker: str
    defender: str
    others: tuple[str, ...]
    winner: str | None
    struck: bool
    hits: int | None


@message
class HullPointsState(Value):
    """Everything that the events so far add up to."""

    rules: str
    round: int
    phase: str | None
    players: FrozenDict[str]
    house_rules: FrozenDict[int | str | bool | tuple[int, ...]]
    units: FrozenDict[Walker | Vehicle | Infantry]
    pending: tuple[Owed, ...]
    combat: Combat | None
    over: Over | None


HULL_POINTS = Projection[HullPointsState](RULES, version=1, state=HullPointsState, in_place=True)

with_units = changer("units")
with_pending = changer("pending")
with_status = changer("status")
_with_weapons = changer("weapons")
_with_models = changer("models")


@HULL_POINTS.start
def started(event: GameStarted) -> HullPointsState:
    """Give the empty table."""
    return HullPointsState(
        rules=event.rules,
        round=0,
        phase=None,
        players=event.players,
        house_rules=event.house_rules,
        units=EMPTY,
        pending=(),
        combat=None,
        over=None,
    )


def owes(state: HullPointsState, do: str, unit: str) -> HullPointsState:
    """Give *state* with one more thing owed, after what is owed already.  Rule: HW-EXP-4."""
    made: HullPointsState = with_pending(state, (*state.pending, Owed(do=do, unit=unit)))
    return made


def settled(state: HullPointsState, unit: str, do: str | None = None) -> HullPointsState:
    """Give *state* without what *unit* owes; only *do* if that is given."""
    left = tuple(o for o in state.pending if o.unit != unit or do not in (None, o.do))
    made: HullPointsState = with_pending(state, left)
    return made


def with_unit(
    state: HullPointsState, name: str, unit: Walker | Vehicle | Infantry
) -> HullPointsState:
    """Give *state* with the unit *name* changed, or added."""
    if state.units.get(name) is unit:
        return state  # it was changed in place
    made: HullPointsState = with_units(state, state.units.put(name, unit))
    return made


def with_weapon(unit: U, name: str, weapon: Weapon) -> U:
    """Give *unit* with the weapon *name* changed."""
    if unit.weapons[name] is weapon:
        return unit
    made: U = _with_weapons(unit, unit.weapons.put(name, weapon))
    return made


def with_model(unit: Infantry, name: str, model: Model) -> Infantry:
    """Give *unit* with the model *name* changed."""
    if unit.models[name] is model:
        return unit
    made: Infantry = _with_models(unit, unit.models.put(name, model))
    return made


def vehicle(state: HullPointsState, name: str) -> Vehicle:
    """Give the vehicle *name*; raises ``TypeError`` for another kind of unit."""
    unit = state.units[name]
    if not isinstance(unit, Vehicle):
        raise TypeError(f"{name} is no vehicle")
    return unit


def infantry(state: HullPointsState, name: str) -> Infantry:
    """Give the infantry unit *name*; raises ``TypeError`` for another kind of unit."""
    unit = state.units[name]
    if not isinstance(unit, Infantry):
        raise TypeError(f"{name} is no infantry")
    return unit

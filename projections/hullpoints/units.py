"""What events do to the one unit that they name."""

from __future__ import annotations

from typing import TypeVar

from rollbook.events.build import changer, filler
from rollbook.events.game import Position
from rollbook.events.hullpoints import events as e
from rollbook.events.hullpoints.units import (
    INOPERABLE,
    REMOVED,
    Gunner,
    Hull,
    Infantry,
    Move,
    Unit,
    Vehicle,
    Walker,
)
from rollbook.projections.hullpoints.state import HULL_POINTS, with_model, with_status, with_weapon

U = TypeVar("U", Walker, Vehicle, Infantry)
H = TypeVar("H", Walker, Vehicle)

_new_move = filler(Move)
_with_position = changer("position")
_with_turned = changer("turned_decideg")
_with_spent = changer("spent_milli")
_with_move = changer("move")
_with_move_and_position = changer("move", "position")
_with_gunner = changer("gunner")
_with_fired = changer("fired")
_with_destroyed = changer("destroyed")
_with_wounds = changer("wounds")
_with_armor = changer("armor")
_with_hull = changer("hull")
_with_table_rolls = changer("table_rolls")
_with_skills = changer("ws_melee", "ws_shooting")
_with_control_hits = changer("control_hits")
_with_ammo_hits = changer("ammo_hits")
_with_movement = changer("movement")
_with_rammed = changer("rammed")
_with_shock = changer("battle_shocked_until")


@HULL_POINTS.unit(e.UnitPlaced)
def placed(unit: U, event: e.UnitPlaced) -> U:
    """Stand where the event says."""
    made: U = _with_position(unit, event.position)
    return made


@HULL_POINTS.unit(e.GunnerAssigned)
def gunner_assigned(unit: Vehicle, event: e.GunnerAssigned) -> Vehicle:
    """Have another gunner on one gun."""
    gunner = Gunner(ws_melee=event.ws_melee, ws_shooting=event.ws_shooting)
    weapon = _with_gunner(unit.weapons[event.weapon], gunner)
    return with_weapon(unit, event.weapon, weapon)


@HULL_POINTS.unit(e.TurnDeclared)
def turn_declared(unit: H, event: e.TurnDeclared) -> H:
    """Begin a move."""
    move = _new_move(
        declared_decideg=event.turn_decideg,
        turned_decideg=0,
        allowance_milli=event.allowance_milli,
        spent_milli=0,
    )
    made: H = _with_move(unit, move)
    return made


@HULL_POINTS.unit(e.UnitTurned)
def turned(unit: Hull, event: e.UnitTurned) -> Hull:
    """Face elsewhere."""
    if unit.move is None:
        raise ValueError("no turn was declared")
    move = _with_turned(unit.move, event.turned_decideg)
    made: Hull = _with_move_and_position(unit, move, event.position)
    return made


@HULL_POINTS.unit(e.UnitMoved)
def moved(unit: Unit, event: e.UnitMoved) -> Unit:
    """Stand elsewhere, having spent what the event says."""
    made: Unit
    if isinstance(unit, Infantry):
        made = _with_position(unit, event.position)
        return made
    if unit.move is None:
        raise ValueError("no turn was declared")
    move = _with_spent(unit.move, event.spent_milli)
    made = _with_move_and_position(unit, move, event.position)
    return made


@HULL_POINTS.unit(e.RamHitsInflicted)
def rammed(unit: Vehicle, event: e.RamHitsInflicted) -> Vehicle:
    """Remember whom this move has rammed."""
    made: Vehicle = _with_rammed(unit, (*unit.rammed, event.target))
    return made


@HULL_POINTS.unit(e.WeaponFired)
def fired(unit: U, event: e.WeaponFired) -> U:
    """Have fired a weapon this round."""
    weapon = _with_fired(unit.weapons[event.weapon], True)
    return with_weapon(unit, event.weapon, weapon)


@HULL_POINTS.unit(e.WoundsLost)
def wounds_lost(unit: Infantry, event: e.WoundsLost) -> Infantry:
    """Have a model with fewer Wounds."""
    model = _with_wounds(unit.models[event.model], event.wounds)
    return with_model(unit, event.model, model)


@HULL_POINTS.unit(e.UnitRemoved)
def removed(unit: U, event: e.UnitRemoved) -> U:  # noqa: ARG001
    """Be out of the game."""
    made: U = with_status(unit, REMOVED)
    return made


@HULL_POINTS.unit(e.VehicleInoperable)
def inoperable(unit: Vehicle, event: e.VehicleInoperable) -> Vehicle:  # noqa: ARG001
    """Lie upside down."""
    made: Vehicle = with_status(unit, INOPERABLE)
    return made


@HULL_POINTS.unit(e.ArmorPointsLost)
def armor_lost(unit: H, event: e.ArmorPointsLost) -> H:
    """Have less armor."""
    made: H = _with_armor(unit, event.armor)
    return made


@HULL_POINTS.unit(e.HullPointLost)
def hull_lost(unit: H, event: e.HullPointLost) -> H:
    """Have one hull point less."""
    made: H = _with_hull(unit, event.hull)
    return made


@HULL_POINTS.unit(e.DamageTableRolled)
def table_rolled(unit: H, event: e.DamageTableRolled) -> H:  # noqa: ARG001
    """Count the rolls of this round."""
    made: H = _with_table_rolls(unit, unit.table_rolls + 1)
    return made


@HULL_POINTS.unit(e.ControlHitSuffered)
def control_hit(unit: Hull, event: e.ControlHitSuffered) -> Hull:
    """Hit worse: a walker by its own skills, a vehicle by the count."""
    made: Hull
    if isinstance(unit, Walker):
        made = _with_skills(unit, event.ws_melee, event.ws_shooting)
    else:
        made = _with_control_hits(unit, event.control_hits)
    return made


@HULL_POINTS.unit(e.WeaponsDestroyed)
def weapons_destroyed(unit: H, event: e.WeaponsDestroyed) -> H:
    """Have lost weapons."""
    for name in event.weapons:
        unit = with_weapon(unit, name, _with_destroyed(unit.weapons[name], True))
    return unit


@HULL_POINTS.unit(e.AmmoHitSuffered)
def ammo_hit(unit: H, event: e.AmmoHitSuffered) -> H:
    """Have one shot less on every ranged weapon."""
    made: H = _with_ammo_hits(unit, event.ammo_hits)
    return made


@HULL_POINTS.unit(e.LegHitSuffered, e.DriveHitSuffered)
def leg_hit(unit: H, event: e.LegHitSuffered | e.DriveHitSuffered) -> H:
    """Be slower.  A move in progress keeps its allowance."""
    made: H = _with_movement(unit, event.movement)
    return made


@HULL_POINTS.unit(e.MoraleChecked)
def morale_checked(unit: U, event: e.MoraleChecked) -> U:
    """Be battle-shocked after a failed check."""
    if event.passed:
        return unit
    made: U = _with_shock(unit, event.until)
    return made


@HULL_POINTS.unit(e.BattleShockCleared)
def shock_cleared(unit: U, event: e.BattleShockCleared) -> U:  # noqa: ARG001
    """Be steady again."""
    made: U = _with_shock(unit, None)
    return made


def facing(unit: U, decideg: int) -> U:
    """Give *unit* facing elsewhere, where its place is known."""
    at = unit.position
    if at is None:
        return unit
    there = Position(x_milli=at.x_milli, y_milli=at.y_milli, facing_decideg=decideg)
    made: U = _with_position(unit, there)
    return made


HULL_POINTS.record(
    e.ModelsDisplaced,
    e.HitsRolled,
    e.WoundsRolled,
    e.WoundsRecorded,
    e.DamageSuffered,
    e.FleshWoundSuffered,
    e.CharacteristicChecked,
)

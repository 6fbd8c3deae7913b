"""
Events of ``armour-value``: facts with every result worked out.

Every roll stands in the event that it decided.  Rule: CM-DIE-1.
"""

from __future__ import annotations

from rollbook.events.armourvalue.units import (
    InfantryProfile,
    Strike,
    VehicleProfile,
    WalkerProfile,
)
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Position
from rollbook.events.message import Event, message
from rollbook.events.roll import Roll


@message
class UnitAdded(Event):
    """A unit joined the game."""

    unit: str
    owner: str
    kind: str
    name: str
    profile: WalkerProfile | VehicleProfile | InfantryProfile


@message
class PlayerTurnStarted(Event):
    """A player's turn began; *round* is the number of that player's turn.  Rule: CM-PHS-1."""

    player: str
    round: int


@message
class StatusExpired(Event):
    """A mark wore off: shaken, stunned or pinned.  Rule: FE-DMG-3, FE-DMG-4."""

    unit: str
    status: str


@message
class SmokeCleared(Event):
    """The smoke around a unit is gone.  Rule: FE-SMK-1."""

    unit: str


@message
class PhaseStarted(Event):
    """A phase began; *helpless* walkers are hit more easily by grenades.  Rule: FE-CC-6."""

    phase: str
    helpless: tuple[str, ...]


@message
class DifficultTerrainTested(Event):
    """How far difficult terrain lets a unit come.  Rule: FE-TER-1."""

    unit: str
    roll: Roll
    max_milli: int


@message
class DangerousTerrainTested(Event):
    """Dangerous terrain was entered; *failed* counts the ones.  Rule: FE-TER-2."""

    unit: str
    roll: Roll
    failed: int


@message
class UnitMoved(Event):
    """A unit moved; its facing is part of the position.  Rule: FE-MOVE-1."""

    unit: str
    distance_milli: int
    position: Position


@message
class UnitRan(Event):
    """A unit ran.  Rule: FE-RUN-1."""

    unit: str
    roll: Roll
    distance_milli: int
    position: Position


@message
class SmokeLaunchersTriggered(Event):
    """A unit hid in smoke until its next turn.  Rule: FE-SMK-1."""

    unit: str


@message
class ModelsEmbarked(Event):
    """Infantry got into a vehicle.  Rule: FE-OPEN-4."""

    unit: str
    vehicle: str


@message
class ModelsDisembarked(Event):
    """Infantry left a vehicle, by order or because it was lost.  Rule: FE-OPEN-5."""

    unit: str
    vehicle: str
    cause: str
    position: Position | None
    moved_before: bool
    may_assault: bool


@message
class UnitPivoted(Event):
    """A walker turned on the spot to aim, which is no move.  Rule: FE-SHT-2, FE-SHT-4."""

    unit: str
    from_decideg: int
    to_decideg: int


@message
class WeaponFired(Event):
    """A weapon fired: *hits* are typed for blasts and templates.  Rule: FE-SHT-1."""

    unit: str
    weapon: str
    target: str
    victim: str
    range_milli: int
    firers: int
    shots: int
    hits: int | None


@message
class HitsRolled(Event):
    """Shots or attacks hit; no roll when they hit by themselves.  Rule: CM-HIT-1, FE-CC-2."""

    unit: str
    target: str
    weapon: str
    needed: int
    roll: Roll | None
    hits: int


@message
class WoundsRolled(Event):
    """Hits on infantry wounded; *needed* 7 is impossible and not rolled.  Rule: CM-WND-1."""

    unit: str
    source: str | None
    cause: str
    hits: int
    strength: int
    needed: int
    roll: Roll | None
    wounds: int


@message
class SavesRolled(Event):
    """Armour or cover turned hits or wounds aside.  Rule: FE-PEN-6, CM-WND-1."""

    unit: str
    save: str
    needed: int
    roll: Roll
    saved: int


@message
class WoundsLost(Event):
    """Infantry lost wounds, and the models they killed.  Rule: CM-CAS-1."""

    unit: str
    points: int
    cause: str
    models_after: int
    wounds_lost_after: int
    combat: str | None


@message
class ModelRemoved(Event):
    """One model was taken off the table, whatever wounds it had left.  Rule: FE-TSK-1."""

    unit: str
    cause: str
    models_after: int


@message
class UnitRemoved(Event):
    """A unit is gone from the table."""

    unit: str
    cause: str


@message
class PenetrationRolled(Event):
    """A hit met armour: none, glancing or penetrating.  Rule: FE-PEN-1, FE-PEN-2."""

    unit: str
    source: str | None
    cause: str
    side: str
    armour: int
    strength: int
    roll: Roll
    rending_roll: Roll | None
    total: int
    outcome: str
    downgraded: bool


@message
class DamageTableRolled(Event):
    """A roll on the damage table, every modifier by name.  Rule: FE-DMG-1, FE-DMG-2."""

    unit: str
    cause: str
    outcome: str
    roll: Roll
    modifiers: FrozenDict[int]
    result: str
    combat: str | None


@message
class CrewShaken(Event):
    """
    A crew cannot shoot until the end of its owner's turn number *until*.

    *original* is ``stunned`` where that result counts as this one.
    Rule: FE-DMG-3, FE-DMG-10.
    """

    unit: str
    until: int
    original: str | None


@message
class CrewStunned(Event):
    """A crew can neither move nor shoot until the end of turn number *until*.  Rule: FE-DMG-4."""

    unit: str
    until: int


@message
class WeaponsDestroyed(Event):
    """A weapon is gone, and what was built into it.  Rule: FE-DMG-5, FE-CC-10."""

    unit: str
    weapons: tuple[str, ...]
    chosen_by: str
    roll: Roll | None


@message
class VehicleImmobilised(Event):
    """A walker or vehicle will not move again.  Rule: FE-DMG-6, FE-TER-3."""

    unit: str
    cause: str


@message
class VehicleWrecked(Event):
    """A walker or vehicle is destroyed and stays as terrain.  Rule: FE-DMG-8, FE-SQD-1."""

    unit: str
    cause: str


@message
class UnitExploded(Event):
    """A walker or vehicle blows up; who stands near is settled next.  Rule: FE-DMG-9."""

    unit: str
    roll: Roll
    radius_milli: int


@message
class MoraleChecked(Event):
    """Infantry kept its nerve or did not.  Rule: FE-DMG-8, FE-RES-2, FE-TSK-1."""

    unit: str
    reason: str
    value: int
    roll: Roll | None
    passed: bool
    until: int | None


@message
class AssaultMoveMade(Event):
    """A unit charged, and got there or not.  Rule: FE-ASL-1."""

    unit: str
    target: str
    distance_milli: int
    position: Position | None
    reached: bool


@message
class UnitsLockedInCombat(Event):
    """Units joined a combat.  Rule: FE-ASL-1."""

    combat: str
    units: tuple[str, ...]


@message
class UnitsUnlocked(Event):
    """Units left a combat; those that won the ground may consolidate.  Rule: FE-RES-3."""

    combat: str
    units: tuple[str, ...]
    cause: str
    consolidate: bool


@message
class FightStepStarted(Event):
    """All of one Initiative strike with these values, dead or alive.  Rule: FE-CC-1."""

    combat: str
    initiative: int
    strikers: FrozenDict[Strike]


@message
class MeleeAttacksDeclared(Event):
    """A unit strikes: plain attacks and grenades.  Rule: FE-CC-1, FE-CC-7."""

    unit: str
    target: str
    attacks: int
    krak: int
    melta_bombs: int
    strength: int


@message
class CombatResultScored(Event):
    """A combat was counted; *exempt* walkers of the loser test nothing.  Rule: FE-RES-1."""

    combat: str
    points: FrozenDict[int]
    loser: str | None
    difference: int
    exempt: tuple[str, ...]


@message
class SweepingAdvanceResolved(Event):
    """A winner caught a fleeing unit, or did not.  Rule: FE-RES-3."""

    unit: str
    target: str
    roll: Roll
    total: int
    target_total: int
    caught: bool


@message
class PileInMade(Event):
    """A locked unit closed up.  Rule: FE-RES-3."""

    unit: str
    distance_milli: int
    position: Position


@message
class ConsolidationMade(Event):
    """A unit regrouped after its combat.  Rule: FE-RES-3."""

    unit: str
    roll: Roll
    distance_milli: int
    position: Position


@message
class RamDeclared(Event):
    """A tank reached a unit; *asks_response* tells if an answer is owed.  Rule: FE-RAM-5."""

    unit: str
    target: str
    distance_milli: int
    contact: str | None
    position: Position
    asks_response: bool


@message
class RamResponseChosen(Event):
    """The unit in the way braced, gave way or attacked.  Rule: FE-RAM-1, FE-TSK-1."""

    unit: str
    response: str
    weapon: str | None
    position: Position | None


@message
class DeathOrGloryAttempted(Event):
    """Somebody stood up to a tank.  Rule: FE-RAM-3."""

    unit: str
    tank: str
    weapon: str | None
    stopped: bool


@message
class CollisionResolved(Event):
    """A tank and what it hit strike each other this hard.  Rule: FE-RAM-2, FE-RAM-4."""

    rammer: str
    target: str
    distance_milli: int
    contact: str
    strength_rammer: int
    strength_target: int


@message
class RamStopped(Event):
    """A tank's ram ended.  Rule: FE-RAM-5."""

    unit: str


EVENTS: tuple[type[Event], ...] = (
    UnitAdded,
    PlayerTurnStarted,
    StatusExpired,
    SmokeCleared,
    PhaseStarted,
    DifficultTerrainTested,
    DangerousTerrainTested,
    UnitMoved,
    UnitRan,
    SmokeLaunchersTriggered,
    ModelsEmbarked,
    ModelsDisembarked,
    UnitPivoted,
    WeaponFired,
    HitsRolled,
    WoundsRolled,
    SavesRolled,
    WoundsLost,
    ModelRemoved,
    UnitRemoved,
    PenetrationRolled,
    DamageTableRolled,
    CrewShaken,
    CrewStunned,
    WeaponsDestroyed,
    VehicleImmobilised,
    VehicleWrecked,
    UnitExploded,
    MoraleChecked,
    AssaultMoveMade,
    UnitsLockedInCombat,
    UnitsUnlocked,
    FightStepStarted,
    MeleeAttacksDeclared,
    CombatResultScored,
    SweepingAdvanceResolved,
    PileInMade,
    ConsolidationMade,
    RamDeclared,
    RamResponseChosen,
    DeathOrGloryAttempted,
    CollisionResolved,
    RamStopped,
)

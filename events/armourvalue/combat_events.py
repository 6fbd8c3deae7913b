"""Charges, combats and rams."""

from rollbook.events.armourvalue.units import Strike
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Position
from rollbook.events.message import Event, message
from rollbook.events.roll import Roll


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

"""Shots, wounds and damage."""

from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Event, message
from rollbook.events.roll import Roll


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
    """
    A unit is gone from the table.

    *cause* says which of these it was: wounds or an explosion, a sweep, a
    ram.  Rule: CM-CAS-1, FE-DMG-9, FE-RES-3, FE-TSK-1.
    """

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

"""What can be asked for in a hull-point game."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from rollbook.events.errors import BadValue
from rollbook.events.frozen import FrozenDict
from rollbook.events.hullpoints.units import (
    ARCS,
    INFANTRY,
    MOUNTS,
    PHASES,
    VEHICLE,
    WALKER,
)
from rollbook.events.message import Command, Value, message, optional
from rollbook.events.quantities import (
    ID_PATTERN,
    Between,
    Characteristic,
    Count,
    Id,
    Int,
    Matches,
    Natural,
    OneOf,
    PlayerId,
    Positive,
    Text,
    UnitId,
)

Arc = Annotated[str, OneOf(ARCS)]
Arcs = Annotated[tuple[Arc, ...], Count(0, 3, distinct=True)]
MODEL_PATTERN = f"{ID_PATTERN}/{ID_PATTERN}"
Embarker = Annotated[
    str, Matches(f"{ID_PATTERN}(/{ID_PATTERN})?", "a model (unit/model) or a unit id")
]
Embarkers = Annotated[tuple[Embarker, ...], Count(1, distinct=True)]
Damage = Annotated[int, Between(1, 99)]
Amount = Annotated[int, Between(1, 999)]
Skill = (
    Characteristic
    | Annotated[str, Matches("[0-9]{1,2}/[0-9]{1,2}", "a skill such as 4 or 5/4")]
    | tuple[Characteristic, Characteristic]
)
"""One number for both skills, or melee and shooting.  Rule: HW-PROF-2."""


@message
class GunnerProfile(Value):
    """A gunner as he is listed."""

    ws: Skill


@message
class DriverProfile(Value):
    """A driver as he is listed."""

    ws: Skill
    grit: Characteristic
    sagacity: Characteristic


@message
class WeaponProfile(Value):
    """A weapon as it is listed."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("damage", "pattern", "gunner")

    id: Id
    kind: Annotated[str, OneOf(("ranged", "melee"))]
    mount: Annotated[str, OneOf(MOUNTS)] | None = optional()
    shots: Characteristic | None = optional()
    strength: Characteristic | None = optional()
    damage: Damage | None = optional()
    pattern: Annotated[str, OneOf(("shots", "template"))] | None = optional()
    gunner: GunnerProfile | None = optional()


_NEEDED = {
    WALKER: ("base_mm", "weight", "ws", "strength", "toughness", "grit", "sagacity"),
    VEHICLE: ("toughness", "hull", "armor", "movement", "capacity", "access", "driver"),
    INFANTRY: ("models", "ws", "strength", "initiative", "grit", "sagacity"),
}
_BY_KIND = (
    "base_mm",
    "weight",
    "ws",
    "strength",
    "grit",
    "sagacity",
    "hull",
    "armor",
    "movement",
    "capacity",
    "access",
    "driver",
    "models",
    "initiative",
    "wounds",
)
_ALSO = {WALKER: (), VEHICLE: (), INFANTRY: ("wounds", "base_mm")}


@message
class AddUnit(Command):
    """Enter a unit into the game.  Which fields it takes depends on its kind."""

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("owner",)
    NOT_NULL: ClassVar[tuple[str, ...]] = _BY_KIND

    unit: UnitId
    owner: PlayerId
    kind: Annotated[str, OneOf((WALKER, VEHICLE, INFANTRY))]
    name: Text
    toughness: Characteristic | tuple[Characteristic, ...] | None
    weapons: tuple[WeaponProfile, ...]
    base_mm: Positive | tuple[Positive, Positive] | None = None
    weight: Annotated[str, OneOf(("light", "medium", "heavy"))] | None = None
    ws: Skill | None = None
    strength: Characteristic | None = None
    grit: Characteristic | None = None
    sagacity: Characteristic | None = None
    hull: Characteristic | None = None
    armor: Characteristic | None = None
    movement: Characteristic | None = None
    capacity: Characteristic | None = None
    access: tuple[Text, ...] | None = None
    driver: DriverProfile | None = None
    models: Annotated[tuple[Id, ...], Count(1)] | None = None
    initiative: Characteristic | None = None
    wounds: Annotated[int, Between(1, 99)] | None = None

    def check_shape(self) -> None:
        """Raise :class:`~rollbook.events.errors.BadValue` for fields that do not fit the kind."""
        for name in _NEEDED[self.kind]:
            if getattr(self, name) is None:
                raise BadValue(name, f"is missing for {self.kind}")
        for name in _BY_KIND:
            known = name in _NEEDED[self.kind] or name in _ALSO[self.kind]
            if not known and getattr(self, name) is not None:
                raise BadValue(name, f"is no field of {self.kind}")
        if self.kind == INFANTRY:
            self._check_infantry()
        for number, weapon in enumerate(self.weapons):
            _check_weapon(self.kind, weapon, f"weapons[{number}]")

    def _check_infantry(self) -> None:
        if isinstance(self.toughness, tuple):
            raise BadValue("toughness", "infantry has one toughness, or null")
        if isinstance(self.base_mm, tuple):
            raise BadValue("base_mm", "infantry stands on round bases")


def _check_weapon(kind: str, weapon: WeaponProfile, where: str) -> None:
    if (weapon.mount is None) != (kind == INFANTRY):
        problem = "infantry has no mounts" if kind == INFANTRY else "is missing"
        raise BadValue(f"{where}.mount", problem)
    if (weapon.shots is None) != (weapon.kind == "melee"):
        problem = "melee weapons have no shots" if weapon.kind == "melee" else "is missing"
        raise BadValue(f"{where}.shots", problem)
    crewed = kind == VEHICLE and weapon.kind == "ranged"
    if (weapon.gunner is None) == crewed:
        problem = "is missing" if crewed else "only ranged weapons of vehicles have one"
        raise BadValue(f"{where}.gunner", problem)
    if kind == VEHICLE and weapon.strength is None:
        raise BadValue(f"{where}.strength", "is missing; a vehicle has no strength of its own")


@message
class PlaceUnit(Command):
    """Put a unit on the table, between rounds."""

    unit: UnitId
    x_milli: Int
    y_milli: Int
    facing_decideg: Int


@message
class AssignGunner(Command):
    """Give a gun of a vehicle another gunner, between rounds.  Rule: HV-SHT-1."""

    unit: UnitId
    weapon: Id
    ws: Skill


@message
class StartRound(Command):
    """Begin the next round with its movement phase."""


@message
class StartPhase(Command):
    """Go on to a later phase of the round."""

    phase: Annotated[str, OneOf(PHASES)]


@message
class EndRound(Command):
    """End the round."""


@message
class DeclareTurn(Command):
    """Say how far a unit will turn during its whole move.  Rule: HW-TURN-1, HV-TURN-1."""

    unit: UnitId
    turn_decideg: Natural


@message
class TurnUnit(Command):
    """Turn a unit by part of what it declared, clockwise positive."""

    unit: UnitId
    turn_decideg: Int

    def check_shape(self) -> None:
        """Raise :class:`~rollbook.events.errors.BadValue` for a turn by nothing."""
        if self.turn_decideg == 0:
            raise BadValue("turn_decideg", "0 is no turn")


@message
class Point(Value):
    """A place on the table."""

    x_milli: Int
    y_milli: Int


@message
class MoveUnit(Command):
    """Move a unit forward or backward, or infantry in ``any`` direction."""

    unit: UnitId
    direction: Text
    distance_milli: Positive
    to: Point | None = None


@message
class Embark(Command):
    """Load models into a vehicle.  Rule: HV-TRN-1 to HV-TRN-4."""

    unit: UnitId
    models: Embarkers
    access: Text
    distance_milli: Natural


@message
class Disembark(Command):
    """Unload models from a vehicle.  Rule: HV-TRN-1, HV-TRN-2."""

    unit: UnitId
    models: Embarkers
    access: Text
    distance_milli: Natural


@message
class Ram(Command):
    """Drive a vehicle through infantry.  *wounded* tells what the table decided."""

    unit: UnitId
    target: UnitId
    direction: Text
    distance_milli: Positive
    wounded: FrozenDict[bool] | None = None

    def check_shape(self) -> None:
        """Raise :class:`~rollbook.events.errors.BadValue` for what is no model id."""
        check_keys("wounded", self.wounded, ID_PATTERN)


def check_keys(field: str, given: FrozenDict[bool] | None, pattern: str) -> None:
    """Raise :class:`~rollbook.events.errors.BadValue` for a key that does not fit *pattern*."""
    for key in given or ():
        if not re.fullmatch(pattern, key):
            raise BadValue(field, f"{key!r:.40} names no model")


@message
class FireWeapon(Command):
    """
    Fire a weapon at a target.

    *arc* is where the target lies, *struck* the arcs of the target that are
    hit, *sees* those that the shooter sees, *wounded* what the table decided.
    """

    unit: UnitId
    weapon: Id
    target: UnitId
    arc: Arc | None
    struck: Arcs | None
    sees: Arcs | None = None
    wounded: Natural | None = None


@message
class ApplyDamage(Command):
    """Damage a unit from any cause: terrain, a collision, a scenario."""

    unit: UnitId
    amount: Amount
    cause: Text
    attacker: UnitId | None = None
    sees: Arcs | None = None
    model: Id | None = None


@message
class Struck(Value):
    """A model or hull that an explosion or a falling walker reaches."""

    unit: UnitId
    model: Id | None = optional()
    arc: Arc | None = optional()
    wounded: bool | None = optional()


def check_struck(field: str, entries: tuple[Struck, ...]) -> None:
    """Raise :class:`~rollbook.events.errors.BadValue` unless each names a model or an arc."""
    for number, entry in enumerate(entries):
        if (entry.model is None) == (entry.arc is None):
            raise BadValue(f"{field}[{number}]", "give either model or arc")
        if entry.arc is not None and entry.wounded is not None:
            raise BadValue(f"{field}[{number}].wounded", "is only for models")


@message
class ResolveExplosion(Command):
    """Resolve the explosion that is owed.  Rule: HW-EXP-1 to HW-EXP-4, HV-EXP-1, HV-EXP-2."""

    unit: UnitId
    hits: tuple[Struck, ...]
    passengers_wounded: FrozenDict[bool] | None = None

    def check_shape(self) -> None:
        """Raise :class:`~rollbook.events.errors.BadValue` for entries that name nobody."""
        check_struck("hits", self.hits)
        check_keys("passengers_wounded", self.passengers_wounded, MODEL_PATTERN)


@message
class ResolveTimber(Command):
    """Resolve the fall of a slain walker.  Rule: HW-TIM-1 to HW-TIM-5."""

    unit: UnitId
    angle_decideg: Int | None = None
    under: tuple[Struck, ...] | None = None

    def check_shape(self) -> None:
        """Raise :class:`~rollbook.events.errors.BadValue` for entries that name nobody."""
        check_struck("under", self.under or ())


@message
class Duel(Command):
    """Roll for who wins a combat.  Rule: CM-DUEL-1, HV-CBT-1."""

    attacker: UnitId
    defender: UnitId
    others: tuple[UnitId, ...] | None = None


@message
class Strike(Command):
    """Roll the attacks of the winner.  Rule: HW-CBT-1, HW-CBT-2."""

    unit: UnitId
    attacks: Natural | None = None


@message
class Allocation(Value):
    """Hits given to one weapon and one enemy; *wounded* is what the table decided."""

    weapon: Id | None
    target: UnitId
    hits: Positive
    arc: Arc | None = optional()
    sees: Arcs | None = optional()
    wounded: Natural | None = optional()


@message
class AllocateHits(Command):
    """Share the hits of the winner over weapons and enemies.  Rule: HW-CBT-3."""

    unit: UnitId
    allocation: tuple[Allocation, ...]


@message
class Check(Command):
    """Check a characteristic of a unit or of one of its models.  Rule: CM-CHK-1."""

    unit: UnitId
    characteristic: Annotated[str, OneOf(("initiative", "grit", "sagacity"))]
    model: Id | None = None


COMMANDS: tuple[type[Command], ...] = (
    AddUnit,
    PlaceUnit,
    AssignGunner,
    StartRound,
    StartPhase,
    EndRound,
    DeclareTurn,
    TurnUnit,
    MoveUnit,
    Embark,
    Disembark,
    Ram,
    FireWeapon,
    ApplyDamage,
    ResolveExplosion,
    ResolveTimber,
    Duel,
    Strike,
    AllocateHits,
    Check,
)

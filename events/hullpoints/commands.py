"""What can be asked for in a hull-point game."""

import re
from typing import Annotated

from rollbook.events.errors import BadValue
from rollbook.events.frozen import FrozenDict
from rollbook.events.hullpoints.profiles import AddUnit, Skill
from rollbook.events.hullpoints.units import ARCS, PHASES
from rollbook.events.message import Command, Value, message, optional
from rollbook.events.quantities import (
    ID_PATTERN,
    Between,
    Count,
    Id,
    Int,
    Matches,
    Natural,
    OneOf,
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
Amount = Annotated[int, Between(1, 999)]


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

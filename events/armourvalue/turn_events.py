"""Turns, phases, moves and transport."""

from rollbook.events.armourvalue.units import InfantryProfile, VehicleProfile, WalkerProfile
from rollbook.events.game import Position
from rollbook.events.message import Event, message
from rollbook.events.roll import Roll


@message
class UnitAdded(Event):
    """A unit joined the game.  Rule: FE-OPEN-1, FE-SQD-1."""

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

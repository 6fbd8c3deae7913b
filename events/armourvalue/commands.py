"""Commands of ``armour-value``, in the order of a player turn."""

from typing import Annotated, ClassVar

from rollbook.events.armourvalue.quantities import (
    ArmourPenetration,
    Cover,
    Degrees,
    FromOne,
    Kind,
    Milli,
    Models,
    OnOff,
    Outcome,
    PhaseName,
    Response,
    Side,
    Stat,
    UpToHundred,
    check_positions,
)
from rollbook.events.armourvalue.roster import ALL_FIELDS, check_roster
from rollbook.events.armourvalue.units import WeaponEntry
from rollbook.events.errors import BadValue
from rollbook.events.game import Position
from rollbook.events.message import Command, Value, message, optional
from rollbook.events.quantities import Between, Count, Id, PlayerId, Text, UnitId

Choices = tuple[Id, ...] | None
"""What a player decided after dice; filled in by the log, never read by the rules."""


@message
class TestAt(Value):
    """Where along a move dangerous terrain is tested.  Rule: FE-TER-2, FE-TER-3."""

    __test__ = False
    distance_milli: Milli
    position: Position


@message
class Blast(Value):
    """Somebody near an explosion: so many models, or a walker or vehicle and its side."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("models", "side")

    unit: UnitId
    models: Models | None = optional()
    side: Side | None = optional()


@message
class AddUnit(Command):
    """
    A unit joins the game.

    ``open_topped`` is just a mark, also on walkers; units of one ``squadron``
    need nothing but to share its id.  Rule: FE-OPEN-1, FE-SQD-1.
    """

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("owner",)
    NOT_NULL: ClassVar[tuple[str, ...]] = tuple(
        name for name in ("name", "weapons", *ALL_FIELDS) if name != "squadron"
    )

    unit: UnitId
    owner: PlayerId
    kind: Kind
    name: Text | None = None
    position: Position
    weapons: Annotated[tuple[WeaponEntry, ...], Count(0, 6)] | None = None
    armour_value: Annotated[tuple[Annotated[int, Between(10, 14)], ...], Count(3, 3)] | None = None
    bs: Stat | None = None
    open_topped: bool | None = None
    extra_armour: bool | None = None
    smoke_launchers: bool | None = None
    squadron: Id | None = None
    ws: FromOne | None = None
    strength: Stat | None = None
    initiative: Stat | None = None
    attacks: FromOne | None = None
    tank: bool | None = None
    fast: bool | None = None
    capacity: UpToHundred | None = None
    fire_points: UpToHundred | None = None
    models: Models | None = None
    wounds: FromOne | None = None
    toughness: FromOne | None = None
    leadership: Annotated[int, Between(2, 10)] | None = None
    save: Annotated[int, Between(2, 7)] | None = None
    fearless: bool | None = None
    krak: UpToHundred | None = None
    melta_bombs: UpToHundred | None = None

    def check_shape(self) -> None:
        """Refuse fields that do not fit the kind of unit, and weapons that cannot be."""
        check_positions(self)
        check_roster(self)


@message
class StartTurn(Command):
    """A player's turn begins.  Rule: CM-PHS-1."""

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("player",)

    player: PlayerId


@message
class StartPhase(Command):
    """The next phase of the player turn begins.  Rule: CM-PHS-1."""

    phase: PhaseName


@message
class MoveUnit(Command):
    """A unit moves in the movement phase.  Rule: FE-MOVE-1, FE-FAC-1."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("difficult", "dangerous")

    unit: UnitId
    distance_milli: Milli
    position: Position
    difficult: bool | None = None
    dangerous: bool | None = None
    test_at: TestAt | None = None

    def check_shape(self) -> None:
        """Check the places."""
        check_positions(self)


@message
class RunUnit(Command):
    """A walker or infantry runs instead of firing.  Rule: FE-RUN-1."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("dangerous",)

    unit: UnitId
    distance_milli: Milli
    position: Position
    dangerous: bool | None = None
    test_at: TestAt | None = None

    def check_shape(self) -> None:
        """Check the places."""
        check_positions(self)


@message
class TriggerSmoke(Command):
    """A walker or vehicle hides in smoke, once a game.  Rule: FE-SMK-1."""

    unit: UnitId


@message
class Embark(Command):
    """Infantry gets into a vehicle.  Rule: FE-OPEN-4."""

    unit: UnitId
    vehicle: UnitId
    distance_milli: Milli


@message
class Disembark(Command):
    """Infantry gets out of its vehicle.  Rule: FE-OPEN-4, FE-OPEN-5."""

    unit: UnitId
    distance_milli: Milli
    position: Position

    def check_shape(self) -> None:
        """Check the places."""
        check_positions(self)


@message
class Ram(Command):
    """
    A tank drives into a walker or vehicle, or through infantry.

    ``distance_milli`` is all that it moved this turn up to the contact.
    Rule: FE-RAM-5, FE-TSK-1.
    """

    unit: UnitId
    target: UnitId
    distance_milli: Annotated[int, Between(1, 1_000_000)]
    contact: Side | None = None
    position: Position

    def check_shape(self) -> None:
        """Check the places."""
        check_positions(self)


@message
class RamResponse(Command):
    """What the unit in the tank's way does.  Rule: FE-RAM-1, FE-TSK-1."""

    unit: UnitId
    response: Response
    weapon: Id | None = None
    position: Position | None = None
    choices: Choices = None

    def check_shape(self) -> None:
        """Check the places."""
        check_positions(self)


@message
class FireWeapon(Command):
    """One weapon fires; range, bearing, struck side and cover are measured at the table."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("cover", "firers", "hole")

    unit: UnitId
    weapon: Id
    target: UnitId
    range_milli: Milli
    bearing_decideg: Degrees
    struck: Side | None = None
    cover: Cover | None = None
    firers: Models | None = None
    hits: UpToHundred | None = None
    hole: OnOff | None = None
    scattered_onto: UnitId | None = None
    choices: Choices = None


@message
class AssaultUnit(Command):
    """A walker or infantry charges.  Rule: FE-ASL-1."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("difficult", "dangerous")

    unit: UnitId
    target: UnitId
    distance_milli: Milli
    position: Position
    difficult: bool | None = None
    dangerous: bool | None = None
    test_at: TestAt | None = None

    def check_shape(self) -> None:
        """Check the places."""
        check_positions(self)


@message
class Fight(Command):
    """One unit strikes.  Rule: FE-CC-1."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("krak", "melta_bombs")

    unit: UnitId
    target: UnitId
    krak: UpToHundred | None = None
    melta_bombs: UpToHundred | None = None
    choices: Choices = None


@message
class ScoreCombat(Command):
    """A combat in which all have struck is counted.  Rule: FE-RES-1."""

    combat: Id


@message
class Sweep(Command):
    """A winner goes after a fleeing unit.  Rule: FE-RES-3."""

    unit: UnitId
    target: UnitId


@message
class PileIn(Command):
    """A unit still locked closes up.  Rule: FE-RES-3."""

    unit: UnitId
    distance_milli: Milli
    position: Position

    def check_shape(self) -> None:
        """Check the places."""
        check_positions(self)


@message
class Consolidate(Command):
    """A unit whose combat is over regroups.  Rule: FE-RES-3."""

    unit: UnitId
    distance_milli: Milli
    position: Position

    def check_shape(self) -> None:
        """Check the places."""
        check_positions(self)


@message
class ApplyDamageRoll(Command):
    """A roll on the damage table for a cause that the rules do not model.  Rule: FE-DMG-1."""

    unit: UnitId
    outcome: Outcome
    ap: ArmourPenetration | None = None
    reason: Text
    choices: Choices = None


@message
class ResolveExplosion(Command):
    """Who stands in an explosion, and what it does to them.  Rule: FE-DMG-9."""

    NOT_NULL: ClassVar[tuple[str, ...]] = ("hits",)

    unit: UnitId
    hits: Annotated[tuple[Blast, ...], Count()] | None = None
    choices: Choices = None

    def check_shape(self) -> None:
        """Each of the hits gives either models or a side."""
        for i, hit in enumerate(self.hits or ()):
            if (hit.models is None) == (hit.side is None):
                raise BadValue(f"hits[{i}]", "give either models or side")


COMMANDS: tuple[type[Command], ...] = (
    AddUnit,
    StartTurn,
    StartPhase,
    MoveUnit,
    RunUnit,
    TriggerSmoke,
    Embark,
    Disembark,
    Ram,
    RamResponse,
    FireWeapon,
    AssaultUnit,
    Fight,
    ScoreCombat,
    Sweep,
    PileIn,
    Consolidate,
    ApplyDamageRoll,
    ResolveExplosion,
)

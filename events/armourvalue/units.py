"""Units of ``armour-value``: what they are, and what has become of them."""

from typing import Annotated, ClassVar

from rollbook.events.armourvalue.quantities import (
    ArmourPenetration,
    Degrees,
    Milli,
    Mount,
    Stat,
    Trait,
    UpToHundred,
    WeaponKind,
)
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Position
from rollbook.events.message import Value, message, optional
from rollbook.events.quantities import Count, Id


@message
class WeaponEntry(Value):
    """A weapon as it is typed in when a unit enters.  Rule: FE-SHT-3."""

    NOT_NULL: ClassVar[tuple[str, ...]] = (
        "mount",
        "aim_decideg",
        "traits",
        "shots",
        "strength",
        "ap",
        "range_milli",
    )

    id: Id
    kind: WeaponKind
    mount: Mount | None = optional()
    aim_decideg: Degrees | None = optional()
    traits: Annotated[tuple[Trait, ...], Count()] | None = optional()
    shots: UpToHundred | None = optional()
    strength: Stat | None = optional()
    ap: ArmourPenetration | None = optional()
    range_milli: Milli | None = optional()
    built_into: Id | None = optional()


@message
class WeaponProfile(Value):
    """A weapon of a unit that entered, with every default filled in."""

    id: str
    kind: str
    mount: str
    aim_decideg: int
    traits: tuple[str, ...]
    shots: int
    strength: int
    ap: int
    range_milli: int
    built_into: str | None


@message
class WalkerProfile(Value):
    """What a walker brings into the game."""

    position: Position
    weapons: tuple[WeaponProfile, ...]
    armour_value: tuple[int, ...]
    bs: int
    open_topped: bool
    extra_armour: bool
    smoke_launchers: bool
    squadron: str | None
    ws: int
    strength: int
    initiative: int
    attacks: int


@message
class VehicleProfile(Value):
    """What a vehicle brings into the game."""

    position: Position
    weapons: tuple[WeaponProfile, ...]
    armour_value: tuple[int, ...]
    bs: int
    open_topped: bool
    extra_armour: bool
    smoke_launchers: bool
    squadron: str | None
    tank: bool
    fast: bool
    capacity: int
    fire_points: int


@message
class InfantryProfile(Value):
    """What a unit of identical models brings into the game."""

    position: Position
    weapons: tuple[WeaponProfile, ...]
    models: int
    wounds: int
    ws: int
    bs: int
    strength: int
    toughness: int
    initiative: int
    attacks: int
    leadership: int
    save: int
    fearless: bool
    krak: int
    melta_bombs: int


@message
class Weapon(Value):
    """A weapon and what has become of it: destroyed, fired this turn, used up."""

    kind: str
    mount: str
    aim_decideg: int
    traits: tuple[str, ...]
    shots: int
    strength: int
    ap: int
    range_milli: int
    built_into: str | None
    destroyed: bool
    fired: bool
    spent: bool


@message
class Assault(Value):
    """The assault move of a unit in this player turn: at whom, and if it got there."""

    target: str
    reached: bool


@message
class Walker(Value):
    """A walker in the game."""

    owner: str
    kind: str
    name: str
    status: str
    position: Position | None
    weapons: FrozenDict[Weapon]
    armour_value: tuple[int, ...]
    bs: int
    open_topped: bool
    extra_armour: bool
    smoke_launchers: str
    squadron: str | None
    ws: int
    strength: int
    initiative: int
    attacks: int
    moved_milli: int | None
    has_run: bool
    fired_at: str | None
    assault: Assault | None
    struck: bool
    combat: str | None
    end_move: str | None
    smoke_active: bool
    shaken_until: int | None
    stunned_until: int | None
    immobilised: bool
    helpless: bool


@message
class Vehicle(Value):
    """A vehicle in the game."""

    owner: str
    kind: str
    name: str
    status: str
    position: Position | None
    weapons: FrozenDict[Weapon]
    armour_value: tuple[int, ...]
    bs: int
    open_topped: bool
    extra_armour: bool
    smoke_launchers: str
    squadron: str | None
    tank: bool
    fast: bool
    capacity: int
    fire_points: int
    moved_milli: int | None
    has_run: bool
    fired_at: str | None
    assault: Assault | None
    struck: bool
    combat: str | None
    end_move: str | None
    smoke_active: bool
    shaken_until: int | None
    stunned_until: int | None
    immobilised: bool
    passengers: tuple[str, ...]
    ram: str | None


@message
class Infantry(Value):
    """A unit of identical models in the game; wounds fall on one hurt model at a time."""

    owner: str
    kind: str
    name: str
    status: str
    position: Position | None
    weapons: FrozenDict[Weapon]
    models: int
    models_start: int
    wounds: int
    wounds_lost: int
    ws: int
    bs: int
    strength: int
    toughness: int
    initiative: int
    attacks: int
    leadership: int
    save: int
    fearless: bool
    krak: int
    melta_bombs: int
    moved_milli: int | None
    has_run: bool
    fired_at: str | None
    assault: Assault | None
    struck: bool
    combat: str | None
    end_move: str | None
    inside: str | None
    transported: bool
    may_assault: bool
    pinned_until: int | None
    falling_back: bool


Machine = Walker | Vehicle
Unit = Walker | Vehicle | Infantry


@message
class Strike(Value):
    """What a unit strikes with in its step of a combat, frozen when the step begins."""

    models: int
    attacks: int
    strength: int
    ignores_saves: bool


@message
class RamOwed(Value):
    """An answer to a ram that is owed before the game goes on.  Rule: FE-RAM-1, FE-TSK-1."""

    do: str
    unit: str
    rammer: str
    contact: str | None

"""What a unit of the hull-point rules is made of: walkers, vehicles, infantry."""

from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Position
from rollbook.events.message import Value, message, optional

FRONT, SIDE, REAR, TOP = "front", "side", "rear", "top"
ARCS = (FRONT, SIDE, REAR)
"""The arcs in the order in which lists of them are worked through.  Rule: HW-ARC-1."""
MOUNTS = (*ARCS, TOP)

WALKER, VEHICLE, INFANTRY = "walker", "vehicle", "infantry"
ACTIVE, EXPLODING, SLAIN = "active", "exploding", "slain"
WRECK, INOPERABLE, REMOVED = "wreck", "inoperable", "removed"
STATUSES = (ACTIVE, EXPLODING, SLAIN, WRECK, INOPERABLE, REMOVED)

MOVEMENT, SHOOTING, COMBAT, END = "movement", "shooting", "combat", "end"
PHASES = (MOVEMENT, SHOOTING, COMBAT, END)
"""The phases of a round in order; between rounds there is none.  Rule: CM-PHS-1."""


@message
class Gunner(Value):
    """The gunner of one gun.  Rule: HV-PROF-3, HV-SHT-1."""

    ws_melee: int
    ws_shooting: int


@message
class Driver(Value):
    """The driver, whose values a vehicle uses for its checks.  Rule: HV-PROF-3, HV-MOR-1."""

    ws_melee: int
    ws_shooting: int
    grit: int
    sagacity: int


@message
class Weapon(Value):
    """
    A weapon: as printed, and what became of it.

    *mount* is null for infantry, *shots* null for melee weapons, *strength*
    null where the unit's own counts.
    """

    mount: str | None
    kind: str
    shots: int | None
    strength: int | None
    damage: int
    pattern: str
    destroyed: bool
    fired: bool
    gunner: Gunner | None = optional()


@message
class Move(Value):
    """The move of this round: what was declared, what was used.  Rule: HW-TURN-1, HW-MOVE-4."""

    declared_decideg: int
    turned_decideg: int
    allowance_milli: int
    spent_milli: int


@message
class Model(Value):
    """One model of an infantry unit; *aboard* is the vehicle that carries it."""

    wounds: int
    wounds_start: int
    status: str
    aboard: str | None


@message
class Walker(Value):
    """A walker.  *toughness* is front, side, rear.  Rule: HW-PROF-1 to HW-PROF-5."""

    kind: str
    owner: str
    name: str
    status: str
    position: Position | None
    battle_shocked_until: int | None
    weapons: FrozenDict[Weapon]
    base_mm: int
    weight: str
    hull: int
    hull_start: int
    armor: int
    armor_start: int
    movement: int
    movement_start: int
    ws_melee: int
    ws_shooting: int
    strength: int
    toughness: tuple[int, int, int]
    grit: int
    sagacity: int
    ammo_hits: int
    table_rolls: int
    move: Move | None


@message
class Vehicle(Value):
    """A vehicle with its crew and passengers.  Rule: HV-PROF-1, HV-PROF-2, HV-PROF-3."""

    kind: str
    owner: str
    name: str
    status: str
    position: Position | None
    battle_shocked_until: int | None
    weapons: FrozenDict[Weapon]
    hull: int
    hull_start: int
    armor: int
    armor_start: int
    movement: int
    movement_start: int
    toughness: tuple[int, int, int]
    ammo_hits: int
    table_rolls: int
    move: Move | None
    driver: Driver
    control_hits: int
    capacity: int
    access: tuple[str, ...]
    passengers: tuple[str, ...]
    transporting: bool
    rammed: tuple[str, ...]


@message
class Infantry(Value):
    """An infantry unit.  *toughness* is null where the table decides what wounds."""

    kind: str
    owner: str
    name: str
    status: str
    position: Position | None
    battle_shocked_until: int | None
    weapons: FrozenDict[Weapon]
    ws_melee: int
    ws_shooting: int
    strength: int
    initiative: int
    toughness: int | None
    grit: int
    sagacity: int
    models: FrozenDict[Model]


Hull = Walker | Vehicle
"""A unit with hull points."""
Unit = Walker | Vehicle | Infantry


def outside(unit: Infantry) -> tuple[str, ...]:
    """Give the models of *unit* that are in play and not aboard, in order of entry."""
    return tuple(name for name, m in unit.models.items() if m.status == ACTIVE and m.aboard is None)


def toughness_of(unit: Hull, arc: str) -> int:
    """Give the toughness of an arc.  Rule: HW-PROF-4, HV-ARC-1."""
    return unit.toughness[ARCS.index(arc)]

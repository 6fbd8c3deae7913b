"""What can happen in a hull-point game."""

from rollbook.events.game import Position
from rollbook.events.hullpoints.commands import Struck
from rollbook.events.hullpoints.units import Infantry, Vehicle, Walker
from rollbook.events.message import Event, Value, message, optional
from rollbook.events.roll import Roll


@message
class UnitAdded(Event):
    """A unit entered the game; *profile* is its state.  Rule: HW-PROF-1, HV-PROF-1."""

    unit: str
    owner: str
    kind: str
    name: str
    profile: Walker | Vehicle | Infantry


@message
class UnitPlaced(Event):
    """A unit stands here."""

    unit: str
    position: Position


@message
class GunnerAssigned(Event):
    """A gun has another gunner.  Rule: HV-SHT-1."""

    unit: str
    weapon: str
    ws_melee: int
    ws_shooting: int


@message
class RoundStarted(Event):
    """A round began with its movement phase.  Rule: CM-PHS-1."""

    round: int


@message
class PhaseStarted(Event):
    """A phase began.  Rule: CM-PHS-1."""

    phase: str


@message
class RoundEnded(Event):
    """A round ended.  Rule: CM-PHS-1."""

    round: int


@message
class BattleShockCleared(Event):
    """A unit is no longer battle-shocked.  Rule: CM-CHK-2."""

    unit: str


@message
class TurnDeclared(Event):
    """The turn of a whole move was declared: *band* is full, half or none.  Rule: HW-TURN-2."""

    unit: str
    turn_decideg: int
    band: str
    allowance_milli: int


@message
class UnitTurned(Event):
    """A unit turned; *turned_decideg* is all it has turned in this move.  Rule: HW-TURN-4."""

    unit: str
    turn_decideg: int
    turned_decideg: int
    position: Position | None


@message
class UnitMoved(Event):
    """A unit moved; *spent_milli* is all it has spent in this move.  Rule: HW-MOVE-4."""

    unit: str
    direction: str
    distance_milli: int
    cost_milli: int
    spent_milli: int
    position: Position | None


@message
class ModelsEmbarked(Event):
    """Models went aboard; *space_used* counts all starting Wounds aboard.  Rule: HV-TRN-3."""

    unit: str
    models: tuple[str, ...]
    access: str
    space_used: int


@message
class ModelsDisembarked(Event):
    """Models left a vehicle, by order or because it exploded.  Rule: HV-TRN-2, HV-EXP-2."""

    unit: str
    models: tuple[str, ...]
    access: str | None
    cause: str


@message
class RamHitsInflicted(Event):
    """A vehicle drove through a unit.  Rule: HV-RAM-3."""

    unit: str
    target: str
    side: str
    strength: int
    hits: int


@message
class ModelsDisplaced(Event):
    """Models had to step aside.  Rule: HV-RAM-2, HW-TIM-3."""

    unit: str
    models: tuple[str, ...]
    cause: str


@message
class WeaponFired(Event):
    """A weapon was fired.  Rule: HW-SHT-1."""

    unit: str
    weapon: str
    target: str
    arc: str | None


@message
class HitsRolled(Event):
    """The dice to hit of a shot.  Rule: CM-HIT-1."""

    unit: str
    target: str
    roll: Roll
    needed: int
    hits: int


@message
class WoundsRolled(Event):
    """The dice to wound of hits; *toughness* is the number compared.  Rule: CM-WND-1."""

    target: str
    model: str | None
    arc: str | None
    strength: int
    toughness: int
    roll: Roll
    wounds: int


@message
class WoundsRecorded(Event):
    """What the table decided, where a unit has no toughness.  Rule: CM-WND-1."""

    target: str
    model: str | None
    hits: int
    wounds: int


@message
class WoundsLost(Event):
    """A model lost Wounds; *wounds* are left.  Rule: CM-CAS-1."""

    unit: str
    model: str
    points: int
    wounds: int


@message
class ModelRemoved(Event):
    """A model is out of the game.  Rule: CM-CAS-1."""

    unit: str
    model: str
    cause: str


@message
class UnitRemoved(Event):
    """A unit is out of the game.  Rule: HW-EXP-3, CM-CAS-1."""

    unit: str
    cause: str


@message
class DamageSuffered(Event):
    """A walker or vehicle was damaged: how it splits up.  Rule: HW-DMG-1, HW-DMG-2, HV-DMG-1."""

    unit: str
    amount: int
    to_armor: int
    to_hull: int
    wasted: int
    cause: str
    attacker: str | None


@message
class ArmorPointsLost(Event):
    """Armor points were lost; *armor* is left.  Rule: HW-DMG-1."""

    unit: str
    points: int
    armor: int


@message
class HullPointLost(Event):
    """
    One hull point was lost, whatever the cause; *hull* is left.

    One event a point, since each is followed by its own roll on the table.
    Rule: HW-DMG-3, HV-DMG-2.
    """

    unit: str
    hull: int


@message
class DamageTableRolled(Event):
    """The roll that a lost hull point makes on the damage table.  Rule: HW-DMG-5, HV-DMG-3."""

    unit: str
    roll: Roll
    row: str


@message
class UnitExploded(Event):
    """A unit explodes; *unresolved* hull points were not taken any more.  Rule: HW-DMG-11."""

    unit: str
    cause: str
    radius: int
    unresolved: int


@message
class ControlHitSuffered(Event):
    """
    Skills fell by one.

    A walker's two skills stand here, or a vehicle's count of control hits.
    Rule: HW-DMG-6, HV-DMG-4.
    """

    unit: str
    ws_melee: int | None = optional()
    ws_shooting: int | None = optional()
    control_hits: int | None = optional()


@message
class WeaponsDestroyed(Event):
    """Every weapon in an arc was destroyed.  Rule: HW-DMG-7, CM-RND-1."""

    unit: str
    arc: str | None
    weapons: tuple[str, ...]
    roll: Roll | None


@message
class FleshWoundSuffered(Event):
    """Nothing more happened.  Rule: HW-DMG-8."""

    unit: str


@message
class AmmoHitSuffered(Event):
    """Every ranged weapon has one shot less.  Rule: HW-DMG-9."""

    unit: str
    ammo_hits: int


@message
class LegHitSuffered(Event):
    """A walker's movement was halved.  Rule: HW-DMG-10."""

    unit: str
    movement: int


@message
class DriveHitSuffered(Event):
    """A vehicle's movement was halved.  Rule: HV-DMG-6."""

    unit: str
    movement: int


@message
class MoraleChecked(Event):
    """
    A morale check; failed, the unit is battle-shocked to the end of round *until*.

    Rule: CM-CHK-2, HW-MOR-1, HV-MOR-1, HV-MOR-2.
    """

    unit: str
    roll: Roll | None
    value: int
    passed: bool
    until: int | None


@message
class UnitSlain(Event):
    """A walker lost its last hull point.  Rule: HW-DMG-12."""

    unit: str


@message
class VehicleInoperable(Event):
    """A vehicle lost its last hull point.  Rule: HV-DMG-7."""

    unit: str


@message
class ExplosionResolved(Event):
    """The strength of an explosion and whom it reaches.  Rule: HW-EXP-2, HV-EXP-1."""

    unit: str
    radius: int
    roll: Roll
    hits: tuple[Struck, ...]


@message
class UnitDiedStanding(Event):
    """A slain walker did not fall.  Rule: HW-TIM-1."""

    unit: str
    roll: Roll


@message
class UnitToppled(Event):
    """A slain walker fell.  Rule: HW-TIM-2."""

    unit: str
    roll: Roll
    fall_decideg: int
    facing_decideg: int


@message
class CharacteristicChecked(Event):
    """A check of a characteristic; no roll where a rule decides.  Rule: CM-CHK-1."""

    unit: str
    model: str | None
    characteristic: str
    roll: Roll | None
    value: int | None
    passed: bool


@message
class DuelResolved(Event):
    """Who won a combat, if anybody; *auto* without dice.  Rule: CM-DUEL-1, HV-CBT-1."""

    attacker: str
    defender: str
    others: tuple[str, ...]
    roll: Roll | None
    totals: tuple[int, int] | None
    winner: str | None
    auto: bool


@message
class AttacksStruck(Event):
    """The winner's dice to hit.  Rule: HW-CBT-1, HW-CBT-2."""

    unit: str
    attacks: int
    roll: Roll
    needed: int
    hits: int


@message
class Allocated(Value):
    """Hits given to one weapon and one enemy."""

    weapon: str | None
    target: str
    hits: int


@message
class MeleeHitsAllocated(Event):
    """How the winner's hits were shared.  Rule: HW-CBT-3."""

    unit: str
    allocation: tuple[Allocated, ...]


EVENTS: tuple[type[Event], ...] = (
    UnitAdded,
    UnitPlaced,
    GunnerAssigned,
    RoundStarted,
    PhaseStarted,
    RoundEnded,
    BattleShockCleared,
    TurnDeclared,
    UnitTurned,
    UnitMoved,
    ModelsEmbarked,
    ModelsDisembarked,
    RamHitsInflicted,
    ModelsDisplaced,
    WeaponFired,
    HitsRolled,
    WoundsRolled,
    WoundsRecorded,
    WoundsLost,
    ModelRemoved,
    UnitRemoved,
    DamageSuffered,
    ArmorPointsLost,
    HullPointLost,
    DamageTableRolled,
    UnitExploded,
    ControlHitSuffered,
    WeaponsDestroyed,
    FleshWoundSuffered,
    AmmoHitSuffered,
    LegHitSuffered,
    DriveHitSuffered,
    MoraleChecked,
    UnitSlain,
    VehicleInoperable,
    ExplosionResolved,
    UnitDiedStanding,
    UnitToppled,
    CharacteristicChecked,
    DuelResolved,
    AttacksStruck,
    MeleeHitsAllocated,
)

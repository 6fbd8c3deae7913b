"""How a unit is listed when it enters the game."""

from typing import Annotated, ClassVar

from rollbook.events.errors import BadValue
from rollbook.events.hullpoints.units import INFANTRY, MOUNTS, VEHICLE, WALKER
from rollbook.events.message import Command, Value, message, optional
from rollbook.events.quantities import (
    Between,
    Characteristic,
    Count,
    Id,
    Matches,
    OneOf,
    PlayerId,
    Positive,
    Text,
    UnitId,
)

Damage = Annotated[int, Between(1, 99)]
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
        if len({weapon.id for weapon in self.weapons}) != len(self.weapons):
            raise BadValue("weapons", "names a weapon twice")

    def _check_infantry(self) -> None:
        if isinstance(self.toughness, tuple):
            raise BadValue("toughness", "infantry has one toughness, or null")
        if isinstance(self.base_mm, tuple):
            raise BadValue("base_mm", "infantry stands on round bases")
        if (self.wounds is None) == (self.base_mm is None):
            raise BadValue("wounds", "give exactly one of wounds and base_mm")
        if len(set(self.models or ())) != len(self.models or ()):
            raise BadValue("models", "names a model twice")


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

"""The tables of ``armour-value``, read once from TOML and checked."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import attrs
from attrs import frozen

from rollbook.engine.tables import Section, read_tables
from rollbook.events.armourvalue.quantities import MOST_MILLI

RESULTS = ("shaken", "stunned", "weapon_destroyed", "immobilised", "wrecked", "explodes")
"""What the damage table may hold; the engine knows what each of them does."""


@frozen(kw_only=True)
class Movement:
    """How far units go, in thousandths of an inch.  Rule: FE-MOVE-1, FE-RUN-1, FE-ASL-1."""

    walker_milli: int
    infantry_milli: int
    vehicle_milli: int
    fast_vehicle_milli: int
    combat_speed_milli: int
    flat_out_milli: int
    run_most_milli: int
    run_die_milli: int
    assault_milli: int
    access_milli: int
    pile_in_milli: int
    consolidate_most_milli: int
    consolidate_die_milli: int


@frozen(kw_only=True)
class Terrain:
    """Terrain tests.  Rule: FE-TER-1, FE-TER-2."""

    difficult_dice: int
    difficult_die_milli: int
    dangerous_fails_up_to: int


@frozen(kw_only=True)
class ToHit:
    """What shots need.  Rule: CM-HIT-1, FE-SHT-6."""

    skill_sum: int
    best: int

    def needed(self, skill: int) -> int:
        """
        Give the face that a shot with this skill needs; 7 cannot be rolled.

        >>> [ToHit(skill_sum=7, best=2).needed(bs) for bs in (0, 1, 4, 6)]
        [7, 6, 3, 2]
        """
        return max(self.best, self.skill_sum - skill)


@frozen(kw_only=True)
class Melee:
    """Close combat.  Rule: FE-CC-2, FE-CC-5, FE-CC-8, FE-CC-10."""

    better: int
    even: int
    worse: int
    grenade: int
    vehicle_still: int
    vehicle_slow: int
    vehicle_fast: int
    charge_bonus: int
    hampered_loss: int
    strength_factor: int
    strength_most: int
    small_gun_strength: int
    krak_strength: int
    melta_bomb_strength: int

    def needed(self, skill: int, against: int) -> int:
        """
        Compare weapon skills.  Rule: FE-CC-2.

        >>> from rollbook.engine.armourvalue.book import read_book
        >>> chart = read_book(None).melee
        >>> chart.needed(2, 4), chart.needed(2, 5), chart.needed(4, 3)
        (4, 5, 3)
        """
        if skill > against:
            return self.better
        return self.worse if against > 2 * skill else self.even

    def doubled(self, strength: int) -> int:
        """Give the Strength of an arm made for it.  Rule: FE-CC-10."""
        return min(self.strength_most, self.strength_factor * strength)


@frozen(kw_only=True)
class Wounds:
    """The wound chart.  Rule: CM-WND-1."""

    base: int
    best: int
    worst: int
    impossible_from: int

    def needed(self, strength: int, toughness: int) -> int:
        """
        Give the face that a hit needs to wound; 7 when it cannot.

        >>> chart = Wounds(base=4, best=2, worst=6, impossible_from=4)
        >>> [chart.needed(s, 4) for s in (0, 1, 3, 4, 8)]
        [7, 6, 5, 4, 2]
        """
        if strength == 0 or toughness - strength >= self.impossible_from:
            return 7
        return min(self.worst, max(self.best, self.base + toughness - strength))


@frozen(kw_only=True)
class Penetration:
    """Armour.  Rule: FE-PEN-2."""

    lance_armour: int


@frozen(kw_only=True)
class Damage:
    """The damage table and what changes the die.  Rule: FE-DMG-1, FE-DMG-2."""

    results: tuple[str, ...]
    glancing: int
    ap1: int
    ap_dash: int
    open_topped: int
    lasts_turns: int


@frozen(kw_only=True)
class Explosion:
    """Explosions.  Rule: FE-DMG-9, FE-OPEN-6."""

    radius_die_milli: int
    strength: int
    passenger_strength: int
    open_topped_passenger_strength: int


@frozen(kw_only=True)
class Ram:
    """Collisions.  Rule: FE-RAM-2."""

    armour_base: int
    milli_for_each_point: int
    tank_bonus: int


@frozen(kw_only=True)
class Smoke:
    """Smoke.  Rule: FE-SMK-1."""

    cover: int


@frozen(kw_only=True)
class Book:
    """All tables."""

    movement: Movement
    terrain: Terrain
    to_hit: ToHit
    melee: Melee
    wounds: Wounds
    penetration: Penetration
    damage: Damage
    explosion: Explosion
    ram: Ram
    smoke: Smoke


_PARTS: dict[str, type[Any]] = {
    "movement": Movement,
    "terrain": Terrain,
    "to_hit": ToHit,
    "melee": Melee,
    "wounds": Wounds,
    "penetration": Penetration,
    "damage": Damage,
    "explosion": Explosion,
    "ram": Ram,
    "smoke": Smoke,
}


def read_book(text: str | None) -> Book:
    """
    Read the tables from TOML, or the shipped ones when *text* is ``None``.

    Raises :class:`~rollbook.engine.tables.TablesError` naming the table and
    the line that is missing, unknown or out of range.
    """
    if text is None:
        text = (files("rollbook.engine.armourvalue") / "tables.toml").read_text("utf-8")
    tables = read_tables(text)
    tables.only(_PARTS)
    return Book(**{name: _part(tables.section(name), cls) for name, cls in _PARTS.items()})


def _part(section: Section, cls: type[Any]) -> Any:
    names = [a.name for a in attrs.fields(cls)]
    section.only(names)
    return cls(**{name: _line(section, name) for name in names})


def _line(section: Section, name: str) -> int | tuple[str, ...]:
    if name == "results":
        return section.words(name, 6, RESULTS)
    return section.number(name, *_limits(name))


def _limits(name: str) -> tuple[int, int]:
    """Give the least and the most that makes sense for a line."""
    if name == "milli_for_each_point":
        return 1, MOST_MILLI
    if name.endswith("_milli"):
        return 0, MOST_MILLI
    if name == "difficult_dice":
        return 1, 10
    if name in ("glancing", "ap1", "ap_dash", "open_topped"):
        return -6, 6
    return 0, 100

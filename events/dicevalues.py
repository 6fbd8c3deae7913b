"""
Where the dice of an entry came from: one value type a source.

The first three fields of each are the same: ``source``, ``faces`` (the flat
list in the order in which the rules asked for them) and ``rolled_by``; then
what the proof of that source needs.  ``kept_from`` and ``kept`` say that the
first *kept* faces were taken over from an earlier entry (a held roll, or a
roll that was taken back).  ``commit`` is the ``commit_dice`` entry that the
proof leans on, ``sealed`` the role whose share came from the judge's copy
because that player walked away.
"""

from typing import Annotated

from rollbook.events.message import Value, message, optional
from rollbook.events.quantities import Between, Text


@message
class VoidDie(Value):
    """A die that was thrown and does not count: cocked, off the table."""

    face: Annotated[int, Between(1, 65_536)] | None
    reason: Text


@message
class EnteredDice(Value):
    """Real dice, read from the table and typed in."""

    source: str
    faces: tuple[int, ...]
    rolled_by: str
    void: tuple[VoidDie, ...] | None = optional(default=None)


@message
class SystemDice(Value):
    """Faces from the operating system's random source, on one device."""

    source: str
    faces: tuple[int, ...]
    rolled_by: str
    kept_from: int | None = optional(default=None)
    kept: int | None = optional(default=None)


@message
class SimulatedDice(Value):
    """Faces of a what-if timeline.  They never count in statistics."""

    source: str
    faces: tuple[int, ...]
    rolled_by: str
    kept_from: int | None = optional(default=None)
    kept: int | None = optional(default=None)


@message
class LadderDice(Value):
    """Faces derived from one share of each player's committed hash ladder."""

    source: str
    faces: tuple[int, ...]
    rolled_by: str
    index: int | None = optional(default=None)
    share_a: bytes | None = optional(default=None)
    share_b: bytes | None = optional(default=None)
    signature_a: bytes | None = optional(default=None)
    signature_b: bytes | None = optional(default=None)
    commit: int | None = optional(default=None)
    sealed: int | None = optional(default=None)
    kept_from: int | None = optional(default=None)
    kept: int | None = optional(default=None)


@message
class JudgeDice(Value):
    """Faces derived from the judge's committed seed and a fresh nonce of each player."""

    source: str
    faces: tuple[int, ...]
    rolled_by: str
    nonce_a: bytes | None = optional(default=None)
    nonce_b: bytes | None = optional(default=None)
    signature_a: bytes | None = optional(default=None)
    signature_b: bytes | None = optional(default=None)
    commit: int | None = optional(default=None)
    kept_from: int | None = optional(default=None)
    kept: int | None = optional(default=None)


GeneratedDice = SystemDice | SimulatedDice | LadderDice | JudgeDice
Dice = EnteredDice | SystemDice | SimulatedDice | LadderDice | JudgeDice
DICE_VALUES = (EnteredDice, SystemDice, SimulatedDice, LadderDice, JudgeDice)

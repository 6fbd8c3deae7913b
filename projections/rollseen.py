"""
One roll as the statistics see it, and which rolls count.

The engine fills these from a log file; everything statistical starts here.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from attrs import field, frozen

from rollbook.events.errors import RollbookError
from rollbook.projections import exact

Source: TypeAlias = Literal["entered", "ladder", "judge", "system", "simulated"]
Better: TypeAlias = Literal["high", "low", "neither"]

SOURCES = frozenset(("entered", "ladder", "judge", "system", "simulated"))


class RollSeenError(RollbookError, ValueError):
    """A roll that contradicts itself or another one; *address* says which."""

    def __init__(self, address: str, reason: str) -> None:
        self.address = address
        self.reason = reason
        super().__init__(f"roll {address}: {reason}")


@frozen(kw_only=True)
class RollSeen:
    """
    One roll as the statistics see it.

    Raises :class:`RollSeenError` if a face does not fit the die, *expected* is no
    distribution, or *value* had no chance.
    """

    address: str
    """Names the roll in its file; where faces were used again, the roll they fell in."""
    player: str
    purpose: str
    sides: int
    faces: tuple[int, ...]
    """All raw faces in the order read, also those rolled again; void dice left out."""
    source: Source
    withdrawn: bool = False
    expected: Mapping[int, Fraction] | None = field(default=None, hash=False)
    """The chances, before the roll, of every value that could have mattered."""
    value: int | None = None
    """The value that did matter: a total, a number of successes, a difference."""
    better: Better = "high"
    """Which values this player hopes for; ``neither`` keeps the roll out of luck."""
    successes: bool = False
    """
    Whether *value* counts successes, known before the dice fall.

    Said by whoever knows the rule, because guessing it from the faces would let
    the result decide which rolls are tested.
    """

    def __attrs_post_init__(self) -> None:
        if self.source not in SOURCES:
            raise RollSeenError(self.address, f"dice have no source {self.source!r}")
        if not 1 <= self.sides <= exact.MAX_SIDES:
            raise RollSeenError(self.address, f"a die does not have {self.sides} sides")
        for face in self.faces:
            if not 1 <= face <= self.sides:
                raise RollSeenError(self.address, f"a die with {self.sides} sides shows no {face}")
        if (self.expected is None) != (self.value is None):
            raise RollSeenError(self.address, "a value and its chances are given together")
        if self.expected is not None:
            self._check_chances(self.expected)

    def _check_chances(self, expected: Mapping[int, Fraction]) -> None:
        try:
            exact.check(expected)
        except ValueError as error:
            raise RollSeenError(self.address, str(error)) from error
        if not expected.get(self.value if self.value is not None else 0):
            raise RollSeenError(self.address, f"the value {self.value} had no chance")
        if self.successes and min(expected) < 0:
            raise RollSeenError(self.address, "a number of successes is not below 0")


def counted(rolls: Iterable[RollSeen]) -> tuple[RollSeen, ...]:
    """
    Give the rolls that count: none simulated, each address once, in order.

    Raises :class:`RollSeenError` if one address comes with two sets of faces.
    """
    seen: dict[str, RollSeen] = {}
    for roll in rolls:
        if roll.source == "simulated":
            continue
        first = seen.setdefault(roll.address, roll)
        if (first.sides, first.faces) != (roll.sides, roll.faces):
            raise RollSeenError(roll.address, "was given twice, with different dice")
    return tuple(seen.values())


def chances(roll: RollSeen) -> tuple[exact.Distribution, int]:
    """
    Give the chances and the value of a *roll*.

    Raises :class:`RollSeenError` if they are not known.
    """
    if roll.expected is None or roll.value is None:
        raise RollSeenError(roll.address, "has no known chances")
    return roll.expected, roll.value

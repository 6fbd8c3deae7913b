"""How likely a roll of an explanation was, as it is told; worked out on the floor above."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from rollbook.events.log.entry import Entry
from rollbook.projections.oddswording import percent, say, short_fraction


@frozen
class RollChance:
    """
    The chance that one throw had, when it fell, to come out as it did.

    *chance* ``None``: it cannot be given, *why* says for what reason.
    *plain* is the object that ``odds --roll --json`` prints.
    """

    address: str
    chance: Fraction | None
    why: str = ""
    plain: Mapping[str, Any] = field(factory=dict)

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``explain --json`` prints for it."""
        if self.chance is None:
            return {"address": self.address, "same_effect": None, "why": self.why}
        return dict(self.plain)


ChancesOf = Callable[[Entry, int], tuple[RollChance, ...]]
"""Gives the chances of the throws that an event of an entry carries, by its number."""


def no_chances(entry: Entry, event: int) -> tuple[RollChance, ...]:  # noqa: ARG001
    """Give no chance for any roll."""
    return ()


def chance_words(chances: tuple[RollChance, ...]) -> str:
    """
    Give the chances of an event's throws, in the order in which they fell.

    >>> chance_words((RollChance("3.1", Fraction(1, 18)), RollChance("3.1/2", Fraction(1, 2))))
    ' (odds 1/18, 5.56 %; then 1/2, 50.00 %)'
    >>> chance_words(())
    ''
    """
    known = [_words(one.chance) for one in chances if one.chance is not None]
    if len(known) < len(chances):
        why = next(one.why for one in chances if one.chance is None)
        return " " + say("chain_unknown", why=why)
    return " " + say("chain_odds", odds="; then ".join(known)) if known else ""


def _words(chance: Fraction) -> str:
    fraction = short_fraction(chance)
    return f"{fraction}, {percent(chance)}" if fraction else percent(chance)

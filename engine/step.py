"""
Steps: what a command is made of once its checks have passed.

A step is immutable.  It asks for one roll, one choice, or nothing, and given
the answer it says what happened and which steps follow.  The pair (state,
steps left) is all there is in the middle of a command.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from attrs import frozen

from rollbook.events.message import Event
from rollbook.events.roll import Roll


@frozen
class EachReaching:
    """A step reads, of each die by itself, whether it reaches *needed*."""

    needed: int


Reads = Literal["each", "sum", "highest"] | int | EachReaching
"""What a step reads from faces: each, their sum, the highest, or how many reach a number."""


@frozen
class RollAsk:
    """
    Asks for *count* dice with *sides* sides, thrown together for *purpose*.

    *reads* says what the step will read from the faces, so that exact odds
    need not tell apart what the rule does not: ``"each"`` face in order,
    their ``"sum"``, the ``"highest"``, or, as a number n, how many reach n.
    """

    purpose: str
    count: int
    sides: int = 6
    reads: Reads = "each"

    def roll(self, faces: tuple[int, ...]) -> Roll:
        """Give the roll that an event carries."""
        return Roll(purpose=self.purpose, sides=self.sides, faces=faces)


@frozen
class ChoiceAsk:
    """Asks a player to choose one of *options*, about *unit*, after dice have fallen."""

    unit: str
    options: tuple[str, ...]


Ask = RollAsk | ChoiceAsk


class Step:
    """
    The base of all steps.

    Subclasses are ``attrs.frozen`` classes with hashable fields, so that
    equal situations can be merged.  Faces that a step only carries along to
    the roll of an event are fields with ``eq=False``: they change nothing
    that is still to come.
    """

    __slots__ = ()

    def ask(self, state: Any, book: Any) -> Ask | None:  # noqa: ARG002
        """Say which roll or choice this step needs, if any."""
        return None

    def resolve(self, state: Any, book: Any, answer: Any) -> Sequence[Event | Step]:
        """
        Say what happens: events, and steps, in the order in which they come.

        *answer* is the tuple of faces, the chosen option, or ``None`` as
        :meth:`ask` asked.  Events before the first step happen at once; what
        stands behind a step waits until that step, and all that follow from
        it, are done.  Raises :class:`~rollbook.events.errors.RuleRefusal`
        when a fact is missing or a limit that depends on the dice is broken.
        """
        raise NotImplementedError


Item = Event | Step

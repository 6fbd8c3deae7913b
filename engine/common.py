"""What the deciders of every rule set share: notes, the end, what is owed, phases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rollbook.engine.decide import Asked
from rollbook.events.errors import ENGINE, RuleRefusal
from rollbook.events.frozen import EMPTY
from rollbook.events.game import EndGame, GameEnded, Note, NoteMade, Owed


class HasPending(Protocol):
    """A state that keeps what is owed, first owed first."""

    @property
    def pending(self) -> tuple[Owed, ...]:
        """What must be settled before the game goes on."""


class HasPhase(Protocol):
    """A state that knows the phase, ``None`` between rounds or turns."""

    @property
    def phase(self) -> str | None:
        """The phase now."""


def decide_note(state: Any, asked: Asked, book: Any) -> Sequence[NoteMade]:  # noqa: ARG001
    """Write a note, at any time."""
    note = asked.command
    assert isinstance(note, Note)  # noqa: S101
    return (NoteMade(text=note.text, about=note.about),)


def decide_end_game(state: Any, asked: Asked, book: Any) -> Sequence[GameEnded]:  # noqa: ARG001
    """End the game, at any time, also while something is owed."""
    end = asked.command
    assert isinstance(end, EndGame)  # noqa: S101
    scores = EMPTY if end.scores is None else end.scores
    return (GameEnded(winner=end.winner, scores=scores, reason=end.reason or ""),)


def check_pending(
    state: HasPending, settles: str | None = None, unit: str | None = None, rule: str = ENGINE
) -> None:
    """
    Refuse a command while something else is owed first.

    *settles* is the name of the command when it is one that settles what is
    owed, *unit* the unit that it names (``None`` when the command names
    none), *rule* the rule id of ``NOT_PENDING``.  Raises ``PENDING`` or
    ``NOT_PENDING``.
    """
    if not state.pending:
        if settles is not None:
            raise RuleRefusal("NOT_PENDING", f"nothing is owed that {settles} settles", rule)
        return
    first = state.pending[0]
    if settles == first.do and unit in (None, first.unit):
        return
    raise RuleRefusal(
        "PENDING",
        f"{first.do} of {first.unit} is owed first",
        owed=first.do,
        unit=first.unit,
    )


def check_phase(state: HasPhase, *phases: str | None) -> None:
    """
    Refuse a command outside its *phases*; ``None`` means between rounds or turns.

    Raises ``WRONG_PHASE``.  Rule: CM-PHS-1.
    """
    if state.phase in phases:
        return
    wanted = " or ".join(called(phase) for phase in phases)
    raise RuleRefusal("WRONG_PHASE", f"this is for {wanted}; now is {called(state.phase)}")


def called(phase: str | None) -> str:
    """Give the words for a phase."""
    return "the time between rounds" if phase is None else f"the {phase} phase"

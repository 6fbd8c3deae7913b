"""
One command decided again from recorded dice, with every roll looked at.

Nothing is trusted here but the state before, the command and the faces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import field, frozen

from rollbook.engine.decide import Asked, advance, first_steps, resume
from rollbook.engine.dice.entered import Entered
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.step import RollAsk, Step
from rollbook.events.errors import RuleRefusal
from rollbook.events.message import Event
from rollbook.projections.fold import FoldError
from rollbook.projections.rolls import rolls_in
from rollbook.projections.ruleids import rule_ids

_MAX_ROUNDS = 20_000

IMPOSSIBLE = (AttributeError, KeyError, TypeError, ValueError, IndexError, ArithmeticError)
"""What rules may raise on a state that no game can reach, as a forged log may hold."""


def undecidable(error: Exception) -> RuleRefusal:
    """Give the refusal for a command on a state that no game can reach."""
    return RuleRefusal(
        "UNDECIDABLE", f"the rules cannot decide this on such a state ({type(error).__name__})"
    )


@frozen
class Thrown:
    """
    One roll of a command: the step that asked, the state it saw, what fell.

    *first* is the place of its first face among all faces of the entry,
    *event* the place of the event that carries it (``None``: none does).
    """

    number: int
    step: Step
    state: Any = field(repr=False)
    ask: RollAsk
    faces: tuple[int, ...]
    first: int
    event: int | None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that asked for this roll."""
        return rule_ids(type(self.step))


@frozen
class Replayed:
    """What a command gives when it is decided again; *refusal* if it may not be."""

    rolls: tuple[Thrown, ...]
    events: tuple[Event, ...]
    state: Any = field(repr=False)
    refusal: RuleRefusal | None = None


def replay(rules: RuleSet, state: Any, asked: Asked) -> Replayed:
    """Decide *asked* again on *state* with its recorded faces and choices."""
    answers = Entered(asked.dice or (), asked.choices)
    events: list[Event] = []
    rolls: list[Callable[[tuple[Event, ...]], Thrown]] = []
    try:
        pause = advance(rules, state, first_steps(rules, state, asked), events)
        used = 0
        while pause.ask is not None:
            if isinstance(pause.ask, RollAsk):
                answer: Any = answers.roll(pause.ask)
                rolls.append(_thrown(len(rolls), pause, answer, used, len(events)))
                used += len(answer)
            else:
                answer = answers.choose(pause.ask)
            if len(rolls) + len(events) > _MAX_ROUNDS:
                raise RuleRefusal("TOO_LARGE", "more rolls and events than an entry can hold")
            pause = resume(rules, pause, answer, events)
        answers.finish()
    except (RuleRefusal, FoldError, *IMPOSSIBLE) as error:
        refusal = error if isinstance(error, RuleRefusal) else undecidable(error)
        done = tuple(events)
        return Replayed(tuple(roll(done) for roll in rolls), done, state, refusal)
    done = tuple(events)
    return Replayed(tuple(roll(done) for roll in rolls), done, pause.state)


def _thrown(
    number: int, pause: Any, faces: tuple[int, ...], first: int, after: int
) -> Callable[[tuple[Event, ...]], Thrown]:
    step, ask, state = pause.left[0], pause.ask, pause.state

    def placed(events: tuple[Event, ...]) -> Thrown:
        return Thrown(number, step, state, ask, faces, first, _carrier(events, after, ask, faces))

    return placed


def _carrier(
    events: tuple[Event, ...], after: int, ask: RollAsk, faces: tuple[int, ...]
) -> int | None:
    """Find the event that carries a roll: the first behind it that holds its faces."""
    for place in range(after, len(events)):
        for roll in rolls_in(events[place]):
            if roll.sides == ask.sides and _holds(roll.faces, faces):
                return place
    return after if after < len(events) else None


def _holds(all_faces: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    size = len(faces)
    return any(all_faces[i : i + size] == faces for i in range(len(all_faces) - size + 1))

"""
One command decided again from recorded dice, with every roll looked at.

Nothing is trusted here but the state before, the command and the faces.  The
audit, the odds and the rolls that must be used again all look through this.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, field, frozen

from rollbook.engine.decide import Answers, Asked, Pause, advance, first_steps, resume
from rollbook.engine.dice.entered import Entered
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.step import RollAsk, Step
from rollbook.events.errors import RollbookError, RuleRefusal
from rollbook.events.message import Event
from rollbook.projections.rolls import rolls_in
from rollbook.projections.ruleids import rule_ids

_MAX_ROUNDS = 20_000

IMPOSSIBLE = (AttributeError, KeyError, TypeError, ValueError, IndexError, ArithmeticError)
"""What rules may raise on a state that no game can reach, as a forged log may hold."""


UNDECIDABLE = "UNDECIDABLE"
"""The code of a refusal that no rule gives: the rules broke on an impossible state."""


def undecidable(error: Exception) -> RuleRefusal:
    """Give the refusal for a command on a state that no game can reach."""
    return RuleRefusal(
        UNDECIDABLE, f"the rules cannot decide this on such a state ({type(error).__name__})"
    )


@frozen
class Thrown:
    """
    One throw of a command: the situation that asked for it, and what fell.

    *first* is the place of its first face among all faces of the entry,
    *event* the place of the event that carries it (``None``: none does).
    """

    number: int
    before: Pause = field(repr=False)
    faces: tuple[int, ...]
    first: int
    event: int | None = None

    @property
    def ask(self) -> RollAsk:
        """What was asked for."""
        ask = self.before.ask
        assert isinstance(ask, RollAsk)  # noqa: S101
        return ask

    @property
    def step(self) -> Step:
        """The step that asked."""
        step = self.before.left[0]
        assert isinstance(step, Step)  # noqa: S101
        return step

    @property
    def state(self) -> Any:
        """The state that the step saw."""
        return self.before.state

    @property
    def last(self) -> int:
        """The place behind its last face."""
        return self.first + len(self.faces)

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

    @property
    def used(self) -> int:
        """How many faces the rolls took."""
        return self.rolls[-1].last if self.rolls else 0


def replay(rules: RuleSet, state: Any, asked: Asked) -> Replayed:
    """
    Decide *asked* again on *state* with its recorded faces and choices.

    Raises nothing: a refusal, also of a state that no game can reach, is part
    of what it gives, behind all that came before it.
    """
    events: list[Event] = []
    rolls: list[Thrown] = []
    refusal: RuleRefusal | None = None
    answers = Entered(asked.dice or (), asked.choices)
    try:
        state = _drive(rules, state, asked, answers, events, rolls)
    except RuleRefusal as error:
        refusal = error
    except (RollbookError, *IMPOSSIBLE) as error:
        refusal = undecidable(error)
    done = tuple(events)
    return Replayed(tuple(_placed(roll, done) for roll in rolls), done, state, refusal)


def _drive(
    rules: RuleSet,
    state: Any,
    asked: Asked,
    answers: Answers,
    events: list[Event],
    rolls: list[Thrown],
) -> Any:
    """
    Run a command to its end, adding events and rolls as they come; gives the state.

    Until it is placed, the event of a roll is the number of events before it.
    """
    pause = advance(rules, state, first_steps(rules, state, asked), events)
    used = 0
    while pause.ask is not None:
        if isinstance(pause.ask, RollAsk):
            answer: Any = answers.roll(pause.ask)
            rolls.append(Thrown(len(rolls), pause, answer, used, len(events)))
            used += len(answer)
        else:
            answer = answers.choose(pause.ask)
        if len(rolls) + len(events) > _MAX_ROUNDS:
            raise RuleRefusal("TOO_LARGE", "more rolls and events than an entry can hold")
        pause = resume(rules, pause, answer, events)
    answers.finish()
    return pause.state


def _placed(roll: Thrown, events: tuple[Event, ...]) -> Thrown:
    """Find the event that carries a roll: the first behind it that holds its faces."""
    after = roll.event or 0
    for place in range(after, len(events)):
        for carried in rolls_in(events[place]):
            if carried.sides == roll.ask.sides and _holds(carried.faces, roll.faces):
                return evolve(roll, event=place)
    return evolve(roll, event=after if after < len(events) else None)


def _holds(all_faces: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    size = len(faces)
    return any(all_faces[i : i + size] == faces for i in range(len(all_faces) - size + 1))

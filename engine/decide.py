"""
Decide: a state, a command and dice give events, or a refusal.

Nothing here knows a rule set.  The checks that all share come first, then the
rule set's own, then its steps run until none is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from attrs import frozen

from rollbook.engine.ruleset import RuleSet
from rollbook.engine.step import Ask, ChoiceAsk, Item, RollAsk, Step
from rollbook.events.dicevalues import VoidDie
from rollbook.events.errors import RuleRefusal
from rollbook.events.game import EndGame, Note, Ruling
from rollbook.events.log.messages import StartGame
from rollbook.events.message import Command, Event
from rollbook.events.quantities import JUDGE, MAX_ITEMS, SYSTEM

Reduce = Callable[[Any, Any], Any]


@frozen
class Asked:
    """
    A command as it came in, with who asks and what was typed beside it.

    *dice* are the faces given (``None``: a source makes them), *choices* the
    decisions taken after dice, *key* the caller's idempotency key, *void* the
    thrown dice that do not count.
    """

    command: Command
    by: str
    dice: tuple[int, ...] | None = ()
    choices: tuple[str, ...] = ()
    key: str | None = None
    void: tuple[VoidDie, ...] = ()


class Answers(Protocol):
    """Where the answers to steps come from: dice, and choices taken after them."""

    def roll(self, ask: RollAsk) -> tuple[int, ...]:
        """Give as many faces as asked for, or refuse."""

    def choose(self, ask: ChoiceAsk) -> str:
        """Give one of the options, or refuse."""

    def finish(self) -> None:
        """Refuse if something was given that nobody asked for."""


@frozen
class Decision:
    """What a command caused, and the state after it."""

    events: tuple[Event, ...]
    state: Any


@frozen
class Pause:
    """
    The middle of a command: the state, the steps left, and what is asked next.

    *ask* is ``None`` when the command is done.
    """

    state: Any
    left: tuple[Item, ...]
    ask: Ask | None


def decide(rules: RuleSet, state: Any, asked: Asked, answers: Answers) -> Decision:
    """
    Decide a command on a copy of *state*.

    Raises :class:`~rollbook.events.errors.RuleRefusal`; nothing has happened
    then.
    """
    items = first_steps(rules, state, asked)
    events: list[Event] = []
    used = 0
    pause = advance(rules, state, items, events)
    while pause.ask is not None:
        if isinstance(pause.ask, RollAsk):
            used += pause.ask.count
            _fits(used)
            answer: Any = answers.roll(pause.ask)
        else:
            answer = answers.choose(pause.ask)
        pause = resume(rules, pause, answer, events)
        _fits(len(events))
    _fits(len(events))
    answers.finish()
    return Decision(tuple(events), pause.state)


def first_steps(rules: RuleSet, state: Any, asked: Asked) -> Sequence[Item]:
    """
    Run every check of a command and give the steps that it starts with.

    Raises :class:`~rollbook.events.errors.RuleRefusal` of the first check
    that fails.
    """
    if isinstance(asked.command, StartGame):
        started = rules.start(asked.command, rules.book)
        check_common(state, asked)
        return (started,)
    rules.check_shape(asked.command)
    check_common(state, asked)
    return rules.decider(type(asked.command))(state, asked, rules.book)


def advance(
    rules: RuleSet, state: Any, items: Iterable[Item], events: list[Event] | None = None
) -> Pause:
    """
    Run steps until one asks for something, or none is left.

    What happens is added to *events* when a list is given.
    """
    stack = list(reversed(tuple(items)))
    reduce = rules.projection.reduce
    while stack:
        item = stack.pop()
        if isinstance(item, Step):
            ask = item.ask(state, rules.book)
            if ask is not None:
                return Pause(state, (item, *reversed(stack)), ask)
            stack.extend(reversed(item.resolve(state, rules.book, None)))
        else:
            state = reduce(state, item)
            if events is not None:
                events.append(item)
    return Pause(state, (), None)


def resume(rules: RuleSet, pause: Pause, answer: Any, events: list[Event] | None = None) -> Pause:
    """Give the waiting step its *answer* and run on."""
    step, *rest = pause.left
    if not isinstance(step, Step):
        raise TypeError("only a step can wait for an answer")
    follow = step.resolve(pause.state, rules.book, answer)
    return advance(rules, pause.state, (*follow, *rest), events)


def check_common(state: Any, asked: Asked) -> None:
    """
    Make the checks 3 to 5 that all rule sets share.

    Raises ``NOT_STARTED``, ``ALREADY_STARTED``, ``GAME_OVER``, ``NOT_JUDGE``
    or ``UNKNOWN_PLAYER``.
    """
    command = asked.command
    if isinstance(command, StartGame):
        if state is not None:
            raise RuleRefusal("ALREADY_STARTED", "this game has started already")
        _check_players(tuple(command.players), (asked.by,))
        return
    if state is None:
        raise RuleRefusal("NOT_STARTED", "the first command of a game is start_game")
    if state.over is not None and not isinstance(command, Note):
        raise RuleRefusal("GAME_OVER", "the game is over; only notes can be added")
    if isinstance(command, Ruling) and asked.by != JUDGE:
        raise RuleRefusal("NOT_JUDGE", "only the judge may give a ruling")
    _check_players(tuple(state.players), (asked.by,))
    for named in _players_named(command):
        if named not in state.players:
            raise RuleRefusal("UNKNOWN_PLAYER", f"no player {named} in this game")


def _check_players(players: tuple[str, ...], who: Iterable[str]) -> None:
    for name in who:
        if name not in players and name not in (JUDGE, SYSTEM):
            raise RuleRefusal("UNKNOWN_PLAYER", f"no player {name} in this game")


def _players_named(command: Command) -> Iterable[str]:
    if isinstance(command, EndGame):
        if command.winner is not None:
            yield command.winner
        yield from command.scores or ()
    for field in getattr(command, "PLAYER_FIELDS", ()):
        named = getattr(command, field)
        if named is not None:
            yield named


def _fits(number: int) -> None:
    if number > MAX_ITEMS:
        raise RuleRefusal(
            "TOO_LARGE", f"more than {MAX_ITEMS} dice or events do not fit into one entry"
        )

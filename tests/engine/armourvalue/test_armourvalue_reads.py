"""What a step says it reads from dice is all that it reads, so that odds may merge the rest."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rollbook.engine.border import read_command
from rollbook.engine.decide import Asked, advance, first_steps, resume
from rollbook.engine.ruleset import rule_set
from rollbook.engine.step import RollAsk
from rollbook.events.message import changed, field_names
from tests.conftest import Game
from tests.engine.armourvalue.random_play import play

RULES = rule_set("armour-value")
COMMANDS = Game(RULES).commands


def alike(rng: random.Random, ask: RollAsk, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Give other faces in which *ask* reads the same."""
    if ask.reads == "each":
        return faces
    if ask.reads == "sum":
        shuffled = list(faces)
        rng.shuffle(shuffled)
        return tuple(shuffled)
    if ask.reads == "highest":
        most = max(faces)
        return (most, *(rng.randint(1, most) for _ in faces[1:]))
    low, high = range(1, min(ask.reads, ask.sides + 1)), range(ask.reads, ask.sides + 1)
    made = [rng.choice(high if face >= ask.reads else low) for face in faces]
    rng.shuffle(made)
    return tuple(made)


def outcome(state: Any, asked: Asked, seed: int | None) -> tuple[Any, list[Any]]:
    """Give the state and the events without their dice, by the typed dice or ones alike."""
    rng = random.Random(seed)
    dice, choices = list(asked.dice or ()), list(asked.choices)
    events: list[Any] = []
    pause = advance(RULES, state, first_steps(RULES, state, asked), events)
    while pause.ask is not None:
        if isinstance(pause.ask, RollAsk):
            faces = tuple(dice[: pause.ask.count])
            del dice[: pause.ask.count]
            answer: Any = faces if seed is None else alike(rng, pause.ask, faces)
        else:
            answer = choices.pop(0)
        pause = resume(RULES, pause, answer, events)
    return pause.state, [without_dice(event) for event in events]


def without_dice(event: Any) -> Any:
    """Give the event with its roll taken out."""
    return changed(event, roll=None) if "roll" in field_names(type(event)) else event


@pytest.mark.parametrize("seed", range(4))
def test_dice_that_read_alike_do_alike(seed: int):
    """Only the roll that is shown differs."""
    compared = 0
    for played in play(seed, 200, calm=True):
        if played.refused is not None or not played.command.get("dice"):
            continue
        asked = read_command(played.command, COMMANDS)
        expected = outcome(played.before, asked, None)
        assert expected[0] == played.after
        for other in range(3):
            assert outcome(played.before, asked, other) == expected
            compared += 1
    assert compared > 30


def test_steps_are_hashable_so_that_equal_moments_merge():
    """The pair of state and steps left can stand in a table."""
    for played in play(5, 120, calm=True):
        if played.refused is not None or not played.command.get("dice"):
            continue
        asked = read_command(played.command, COMMANDS)
        pause = advance(RULES, played.before, first_steps(RULES, played.before, asked))
        assert len({(pause.state, pause.left), (pause.state, pause.left)}) == 1

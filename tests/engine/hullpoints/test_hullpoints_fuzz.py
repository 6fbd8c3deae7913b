"""Commands with something broken inside, thrown at games in every situation."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from rollbook.engine.ruleset import rule_set
from rollbook.events.errors import RuleRefusal
from tests.conftest import Game, case_files, load

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 6, 99, 100, 2**53, -(2**60), 10**400, 1.5, float("inf")),
    *("", "a", "front", "top", "units.w.hull", "s/m1", "é" * 40, "\ud800", "\u0000", "x" * 9000),
    *([], [[]], [None], {}, {"unit": "w"}, {"": 1}, ["front", "front"], [1] * 5000),
)


def broken(rng: random.Random, command: dict[str, Any]) -> dict[str, Any]:
    """Give *command* with one value somewhere inside replaced, dropped or added."""
    made = copy.deepcopy(command)
    place: Any = made
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return made
        key = rng.choice(keys)
        if isinstance(place[key], dict | list) and rng.random() < 0.7:
            place = place[key]
            continue
        way = rng.random()
        if way < 0.15:
            del place[key]
        elif way < 0.25 and isinstance(place, dict):
            place[rng.choice(("extra", "unit", "wounded", "arc"))] = rng.choice(JUNK)
        else:
            place[key] = rng.choice(JUNK)
        return made


def play_broken(seed: int, tries: int) -> int:
    """Play every case with broken commands in between, and give how many were refused."""
    rng, refused = random.Random(seed), 0
    for path in case_files("hull-points"):
        game = Game(rule_set("hull-points"))
        for command in load(path)["commands"]:
            for _ in range(tries):
                before = game.state
                try:
                    game.decide(broken(rng, command))
                except RuleRefusal as refusal:
                    refused += 1
                    json.dumps(refusal.to_json())
                assert game.state is before
            game.submit(command)
    return refused


def test_broken_commands_get_a_refusal() -> None:
    """Whatever is wrong inside a command, it is refused in words or accepted, never a traceback."""
    assert play_broken(1, 2) > 1000


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(10))
def test_many_broken_commands_get_a_refusal(seed: int) -> None:
    """The same, many times over."""
    assert play_broken(seed + 100, 20) > 10000

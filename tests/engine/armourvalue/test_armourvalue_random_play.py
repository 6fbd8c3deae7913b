"""Laws that hold in every random game of armour-value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.border import read_command
from rollbook.engine.ruleset import rule_set
from rollbook.events.armourvalue import VOCABULARY
from rollbook.events.armourvalue.units import Infantry, Vehicle
from rollbook.events.log.messages import StartGame
from rollbook.events.message import Command, Event, name_of
from rollbook.events.plain import to_plain
from rollbook.events.schema import Codec, schema_rows, with_values
from rollbook.projections import words
from rollbook.projections.armourvalue import ArmourValueState, P
from rollbook.projections.snapshot import state_codec
from tests.conftest import Game
from tests.engine.armourvalue.random_play import play

CLASSES = with_values((StartGame, *VOCABULARY.messages))
CODEC = Codec(schema_rows(CLASSES), {name_of(c): c for c in CLASSES})
STATES = state_codec(ArmourValueState)


def check_state(state: Any) -> None:
    """
    Hold a state against what must always be so.

    Units are in a combat when it lists them, and aboard when their vehicle
    does; nobody has more models than at the start; what is owed can be settled.
    """
    for name, unit in state.units.items():
        if isinstance(unit, Infantry):
            assert 0 <= unit.models <= unit.models_start
            assert unit.models == 0 or unit.wounds_lost < unit.wounds
        if isinstance(unit, Vehicle):
            assert len(set(unit.passengers)) == len(unit.passengers)
            for passenger in unit.passengers:
                assert state.units[passenger].inside == name
        if unit.combat is not None:
            assert name in state.combats[unit.combat].units
    for name, combat in state.combats.items():
        assert combat.units
        assert all(state.units[m].combat == name for m in combat.units)
    assert state.combats_made >= len(state.combats)
    for owed in state.pending:
        status = state.units[owed.unit].status
        assert status == ("exploding" if owed.do == "resolve_explosion" else "active")


def run(seed: int, steps: int) -> set[str]:
    """Play one game, hold every law, and give the names of all events met."""
    met: set[str] = set()
    folded: Any = None
    commands = Game(rule_set("armour-value")).commands
    for played in play(seed, steps):
        assert played.before == folded
        if played.refused is not None:
            assert played.after is played.before
            assert set(played.refused) >= {"code", "rule", "message"}
            continue
        check_command(read_command(played.command, commands).command)
        for event in played.events:
            check_event(event)
            folded = P.reduce(folded, event)
            met.add(type(event).__name__)
        assert folded == played.after
        assert STATES.message(STATES.row(folded)) == folded
        check_state(folded)
    return met


def check_command(command: Command) -> None:
    """A command survives its row, and has words."""
    assert CODEC.message(CODEC.row(command)) == command
    assert words.command_sentence("armour-value", command, str)


def check_event(event: Event) -> None:
    """An event has a reducer, survives its row, and has words."""
    assert type(event) in P.handled()
    assert CODEC.message(CODEC.row(event)) == event
    assert to_plain(event)["type"] == type(event).__name__
    assert words.sentence("armour-value", event, str)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.integers(0, 10_000))
def test_random_games_keep_the_laws(seed: int):
    """
    A refusal changes nothing, every event folds and survives its row.

    Folding the events from nothing gives the state that was decided.
    """
    run(seed, 120)


def test_a_seed_always_gives_the_same_game():
    """The generator is deterministic."""
    assert list(play(7, 60)) == list(play(7, 60))


@pytest.mark.slow
def test_long_random_games_meet_every_event():
    """Long games reach all that can happen, so the laws were tried on it."""
    met: set[str] = set()
    for seed in range(40):
        met |= run(seed, 500)
    assert {e.__name__ for e in P.handled()} - met == {"GameEnded"}


def test_rule_set_is_found_by_name():
    """Asking for the rules by name gives them over the shipped tables."""
    assert rule_set("armour-value").book is not None

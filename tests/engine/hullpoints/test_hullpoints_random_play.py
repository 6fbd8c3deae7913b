"""Laws that every hull-point game keeps, held over random play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.border import read_command
from rollbook.engine.decide import decide
from rollbook.engine.dice.entered import Entered
from rollbook.engine.ruleset import rule_set
from rollbook.events.errors import RuleRefusal
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import RulingMade
from rollbook.events.hullpoints import HULL_POINTS as VOCABULARY
from rollbook.events.hullpoints import events as e
from rollbook.events.hullpoints.events import HullPointLost
from rollbook.events.hullpoints.units import Infantry, Model, Vehicle, Walker, Weapon
from rollbook.events.log.messages import StartGame
from rollbook.events.message import Command, Event, Message, field_names, name_of
from rollbook.events.plain import to_plain
from rollbook.events.schema import Codec, schema_rows, with_values
from rollbook.projections.fold import Folder, FoldError
from rollbook.projections.hullpoints import HULL_POINTS as PROJECTION
from rollbook.projections.hullpoints import HullPointsState
from tests.conftest import Game
from tests.engine.hullpoints.play import play, random_command, start_command

RULES = rule_set("hull-points")
MESSAGES = with_values((StartGame, *VOCABULARY.messages))
CODEC = Codec(schema_rows(MESSAGES), {name_of(cls): cls for cls in MESSAGES})
seeds = st.integers(0, 2**32)
some_seeds = settings(max_examples=12, derandomize=True, deadline=None)
each_game = pytest.mark.parametrize("seed", range(16))
Turn = tuple[Any, Any, tuple[Event, ...], Any]
"""State before, command, events, state after."""


def replayed(seed: int, length: int, **how: Any) -> Iterator[Turn]:
    """Give the turns of a game, one for each accepted command."""
    state = None
    names = Game(RULES).commands
    for command in play(seed, length, **how).accepted:
        asked = read_command(command, names)
        decision = decide(RULES, state, asked, Entered(asked.dice or (), asked.choices))
        yield state, asked.command, decision.events, decision.state
        state = decision.state


@cache
def game(seed: int, **how: Any) -> tuple[Turn, ...]:
    """Give the turns of a game that many laws are held over, played once."""
    return tuple(replayed(seed, 200, **how))


@each_game
def test_folding_the_events_gives_the_decided_state(seed: int) -> None:
    """The plain fold and the fast fold over all events give the state that decide gave."""
    plain, folder = None, Folder(PROJECTION)
    for _, _, events, after in game(seed):
        for event in events:
            plain = PROJECTION.reduce(plain, event)
        folder.apply_all(events)
        assert plain == after
    assert folder.state == plain


FROZEN = {HullPointsState, FrozenDict, Walker, Vehicle, Infantry, Weapon, Model}


def kinds_in(value: Any) -> set[type]:
    """Give the classes of a state or a part of it, and of all in its mappings."""
    kinds = {type(value)}
    for name in () if isinstance(value, dict) else field_names(type(value)):
        if isinstance(getattr(value, name), dict):
            kinds |= kinds_in(getattr(value, name))
    if isinstance(value, dict):
        for part in value.values():
            if isinstance(part, Message):
                kinds |= kinds_in(part)
    return kinds


@each_game
def test_states_given_on_the_way_stay_as_they_were(seed: int) -> None:
    """What a fold hands out is frozen and apart from what it goes on with, events too."""
    every = 1 + 4 * seed
    folder = Folder(PROJECTION)
    given_out: list[tuple[Any, Any]] = []
    rows: list[tuple[Event, Any]] = []
    for number, (_, _, events, after) in enumerate(game(seed)):
        rows += [(event, CODEC.row(event)) for event in events]
        folder.apply_all(events)
        if number % every == 0:
            given_out.append((folder.state, after))
    for state, after in given_out:
        assert state == after
        assert kinds_in(state) <= FROZEN
    for event, row in rows:
        assert CODEC.row(event) == row


def test_after_an_event_that_does_not_fit_no_more_is_folded() -> None:
    """The state is not to be had either: how far it came is nobody's business."""
    folder = Folder(PROJECTION)
    for _, _, events, _ in replayed(1, 80):
        folder.apply_all(events)
    for again in range(2):
        with pytest.raises(FoldError, match="HullPointLost"):
            folder.apply(HullPointLost(unit="nobody", hull=again))
    with pytest.raises(FoldError, match="HullPointLost"):
        _ = folder.state


@each_game
def test_every_message_survives_its_row(seed: int) -> None:
    """Commands and events come back equal from the rows that a log would hold."""
    for _, command, events, _ in game(seed):
        for message in (command, *events):
            assert CODEC.message(CODEC.row(message)) == message


@given(seeds)
@some_seeds
def test_a_refusal_changes_nothing(seed: int) -> None:
    """A refused command leaves the state as it was, to the last value."""
    played = play(seed, 60)
    rng, game = random.Random(seed), played.game
    before = to_plain(game.state)
    kept = game.state
    for _ in range(60):
        command = random_command(rng, game.state)
        with suppress(RuleRefusal):
            game.decide(command)
        assert game.state is kept
        assert to_plain(game.state) == before


@each_game
def test_the_same_dice_give_the_same_events(seed: int) -> None:
    """A game played again from the same commands and dice is the same game."""
    first = [events for _, _, events, _ in game(seed)[:60]]
    second = [events for _, _, events, _ in replayed(seed, 60)]
    assert first == second


def check_numbers(state: Any) -> None:
    """Hold every number of a state within its bounds."""
    for name, unit in state.units.items():
        if isinstance(unit, Infantry):
            for model in unit.models.values():
                assert 0 <= model.wounds <= model.wounds_start
            continue
        assert 0 <= unit.hull <= unit.hull_start
        assert 0 <= unit.armor <= unit.armor_start
        assert 0 <= unit.movement <= unit.movement_start
        if unit.move is not None:
            assert unit.move.spent_milli <= unit.move.allowance_milli
            assert unit.move.turned_decideg <= unit.move.declared_decideg <= 1800
        if isinstance(unit, Vehicle):
            aboard = {
                f"{n}/{m}"
                for n, u in state.units.items()
                if isinstance(u, Infantry)
                for m, model in u.models.items()
                if model.aboard == name and model.status == "active"
            }
            assert set(unit.passengers) == aboard
            assert len(unit.passengers) == len(aboard)
    for owed in state.pending:
        wanted = {"resolve_explosion": "exploding", "resolve_timber": "slain"}[owed.do]
        assert state.units[owed.unit].status == wanted


@each_game
def test_numbers_stay_within_their_bounds(seed: int) -> None:
    """Hull, armor, movement, Wounds, turns, yards, passengers and what is owed fit together."""
    for _, _, _, after in game(seed):
        check_numbers(after)


@each_game
def test_each_lost_hull_point_rolls_once(seed: int) -> None:
    """With the default house rules every lost hull point is followed by its own roll."""
    for _, _, events, _ in game(seed, defaults=True):
        for event, after in zip(events, (*events[1:], None), strict=True):
            assert isinstance(event, e.HullPointLost) == isinstance(after, e.DamageTableRolled)


@each_game
def test_armor_shields_the_hull(seed: int) -> None:
    """No damage takes a hull point while an armor point is left, whatever the house rules."""
    for before, _, events, _ in game(seed):
        state = before
        for event in events:
            if isinstance(event, e.HullPointLost):
                assert state.units[event.unit].armor == 0
            state = PROJECTION.reduce(state, event)


@each_game
def test_movement_never_rises_but_by_a_ruling(seed: int) -> None:
    """Legs do not heal by themselves."""
    for before, _, events, after in game(seed):
        if before is None or isinstance(events[0], RulingMade):
            continue
        for name, unit in before.units.items():
            if not isinstance(unit, Infantry):
                assert after.units[name].movement <= unit.movement


@each_game
def test_removed_units_do_nothing_more(seed: int) -> None:
    """After its removal no event names a unit, but the end of its battle shock."""
    gone: set[str] = set()
    for before, _, events, _ in game(seed):
        if before is not None:
            gone = {n for n, u in before.units.items() if u.status == "removed"}
        for event in events:
            if isinstance(event, (RulingMade, e.BattleShockCleared)):
                continue
            assert getattr(event, "unit", None) not in gone
            if isinstance(event, e.UnitRemoved):
                gone.add(event.unit)


@each_game
def test_a_split_uses_every_hit(seed: int) -> None:
    """After an allocation no hit is left, and none was made up."""
    for before, _, events, after in game(seed):
        if isinstance(events[0], e.MeleeHitsAllocated):
            assert sum(a.hits for a in events[0].allocation) == before.combat.hits
            assert after.combat.hits == 0


def test_a_long_game_from_a_seed_reaches_every_event() -> None:
    """Two long games cause every kind of event there is, and keep their numbers."""
    caused: set[type] = set()
    for seed, defaults in ((1, True), (4, False)):
        for _, _, events, after in replayed(seed, 500, defaults=defaults):
            caused.update(map(type, events))
            check_numbers(after)
    all_events = {m for m in VOCABULARY.messages if issubclass(m, Event)}
    assert {c.__name__ for c in all_events - caused} <= {"GameEnded"}


@pytest.mark.slow
@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_long_games_hold_together(seed: int) -> None:
    """Games of a thousand commands fold to the decided state and keep their numbers."""
    folder = Folder(PROJECTION)
    after = None
    for _, _, events, after in replayed(seed, 1000):
        folder.apply_all(events)
        check_numbers(after)
    assert folder.state == after


def test_every_command_is_decided_and_every_event_reduced() -> None:
    """No command lacks a decider, no event a reducer."""
    commands = {m for m in VOCABULARY.messages if issubclass(m, Command)}
    assert commands == set(RULES.deciders)
    assert {m for m in VOCABULARY.messages if issubclass(m, Event)} == PROJECTION.handled()


def test_steps_can_be_hashed() -> None:
    """Steps and states are hashable, so that odds can merge equal situations."""
    game = play(3, 200).game
    assert isinstance(hash(game.state), int)
    assert start_command(random.Random(1), defaults=True)["house_rules"] == {}

"""Laws of odds, held over random states and commands of both rule sets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.border import read_command
from rollbook.engine.decide import Asked, decide
from rollbook.engine.dice.entered import Entered
from rollbook.engine.dice.generated import Generated
from rollbook.engine.dice.source import SimulatedSource
from rollbook.engine.odds import Odds, OddsTooLarge, odds_of
from rollbook.engine.odds.command import sampled_odds
from rollbook.engine.ruleset import RuleSet, rule_set
from rollbook.events.errors import RuleRefusal
from tests.conftest import Game
from tests.engine.armourvalue import random_play as armour
from tests.engine.hullpoints import play as hull
from tests.engine.odds.tables import damage, game, walker
from tests.engine.odds.truth import TooMany, ends_of, truth

RULES = ("hull-points", "armour-value")
seeds = st.integers(0, 2**32)
some_games = settings(max_examples=2, derandomize=True, deadline=None)
Situation = tuple[RuleSet, Any, Asked]


def situations(rules: str, seed: int, length: int) -> Iterator[Situation]:
    """Give the situations of a random game in which dice fall."""
    made = rule_set(rules)
    names = Game(made).commands
    if rules == "armour-value":
        for step in armour.play(seed, length):
            if step.before is not None and step.refused is None and step.command.get("dice"):
                yield made, step.before, without_dice(read_command(step.command, names))
        return
    state = None
    for command in hull.play(seed, length).accepted:
        asked = read_command(command, names)
        if asked.dice and state is not None:
            yield made, state, without_dice(asked)
        state = decide(made, state, asked, Entered(asked.dice or (), asked.choices)).state


def without_dice(asked: Asked) -> Asked:
    """Give a command as odds are asked for it."""
    return Asked(asked.command, asked.by, None, asked.choices)


def odds_or_none(situation: Situation, **how: Any) -> Odds | None:
    """Give exact odds, or nothing where they are too large for a test."""
    try:
        return odds_of(*situation, max_work=2_000, **how)
    except OddsTooLarge:
        return None


@pytest.mark.parametrize("rules", RULES)
@given(seeds)
@some_games
def test_all_chances_sum_to_exactly_one(rules: str, seed: int) -> None:
    """Ends and what stands apart sum to 1, and so does every field where nothing does."""
    for situation in situations(rules, seed, 60):
        odds = odds_or_none(situation)
        if odds is None:
            continue
        total = sum(chance for _, chance in odds.ends)
        assert total + sum(chance for _, chance in odds.apart) == 1
        for fields in odds.units.values():
            for name, values in fields.items():
                assert sum(values.values()) == total, name
                assert all(0 < chance <= 1 for chance in values.values())


@pytest.mark.parametrize("rules", RULES)
@given(seeds)
@some_games
def test_steps_say_truly_what_they_read(rules: str, seed: int) -> None:
    """Grouped dice give what every sequence of faces gives, so what steps say they read is true."""
    for situation in situations(rules, seed, 60):
        grouped, single = odds_or_none(situation), odds_or_none(situation, grouped=False)
        if grouped is None or single is None:
            continue
        assert ends_of(grouped) == ends_of(single)
        assert grouped.times == single.times
        assert grouped.ever == single.ever


@pytest.mark.parametrize("rules", RULES)
@given(seeds)
@some_games
def test_merging_changes_no_chance(rules: str, seed: int) -> None:
    """Small commands, decided once for every sequence of faces, have the same odds."""
    for situation in situations(rules, seed, 60):
        try:
            expected = truth(*situation, limit=700)
        except TooMany:
            continue
        assert ends_of(odds_of(*situation)) == expected


def test_the_laws_are_not_held_over_nothing() -> None:
    """The random games reach many kinds of commands that roll, small enough for the truth."""
    for rules in RULES:
        kinds: Counter[str] = Counter()
        for seed in range(3):
            for situation in situations(rules, seed, 60):
                if odds_or_none(situation) is not None:
                    kinds[type(situation[2].command).__name__] += 1
        assert len(kinds) >= 4, kinds
        assert kinds.total() >= 25, kinds


def simulated(situation: Situation, samples: int) -> Counter[Any]:
    """Count the ends of commands that were decided with simulated dice, the normal way."""
    rules, state, asked = situation
    source = SimulatedSource(b"monte carlo")
    ends: Counter[Any] = Counter()
    for number in range(samples):
        request = number.to_bytes(32, "big")
        answers = Generated(
            source, lambda request=request: source.begin(request, asked.by), asked.choices
        )
        try:
            ends[decide(rules, state, asked, answers).state] += 1
        except RuleRefusal as refusal:
            ends[refusal.code, refusal.extra.get("field")] += 1
    return ends


def hold_against(odds: Odds, ends: Counter[Any]) -> None:
    """Hold counted ends within five standard errors of their chances."""
    samples = ends.total()
    expected = ends_of(odds)
    assert set(ends) <= set(expected)
    for end, chance in expected.items():
        spread = (samples * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(ends[end] - samples * float(chance)) <= 5 * spread + 1e-9


def test_monte_carlo_through_the_normal_path_agrees() -> None:
    """Two thousand decided commands fall within five standard errors of the exact chances."""
    made = game()
    walker(made, "w")
    situation = (made.rules, made.state, damage(made, "w", 5))
    hold_against(odds_of(*situation), simulated(situation, 2_000))


@pytest.mark.parametrize("rules", RULES)
def test_monte_carlo_agrees_over_random_states(rules: str) -> None:
    """So do commands of random games."""
    rng = random.Random(7)
    found = [s for s in situations(rules, 11, 120) if odds_or_none(s) is not None]
    for situation in rng.sample(found, min(6, len(found))):
        hold_against(odds_of(*situation), simulated(situation, 300))


def test_samples_agree_with_exact_odds() -> None:
    """Sampled chances lie within the error that they state, and say that they are sampled."""
    made = game()
    walker(made, "w")
    command = damage(made, "w", 6)
    exact = odds_of(made.rules, made.state, command)
    sampled = sampled_odds(made.rules, made.state, command, 2_000)
    assert exact.exact
    assert not sampled.exact
    for value, chance in exact.units["w"]["hull"].items():
        assert abs(sampled.units["w"]["hull"][value] - chance) < sampled.error
    assert sampled.to_plain()["samples"] == 2_000

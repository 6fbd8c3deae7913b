"""Hull-point games in words."""

from __future__ import annotations

import re

import pytest

from rollbook.engine.border import read_command
from rollbook.engine.decide import decide
from rollbook.engine.dice.entered import Entered
from rollbook.engine.ruleset import rule_set
from rollbook.events.game import COMMON_MESSAGES, Change, Position, Ruling, RulingMade
from rollbook.events.hullpoints import HULL_POINTS
from rollbook.events.hullpoints import events as e
from rollbook.events.message import Command, Event
from rollbook.events.roll import Roll
from rollbook.projections import words_hullpoints as words
from rollbook.projections.words import command_sentence, names_of, sentence
from tests.conftest import Game
from tests.engine.hullpoints.play import play

MOVED = Position(x_milli=-1061, y_milli=2000, facing_decideg=2700)


def name(ref: str) -> str:
    return {"w": "Old Gertie", "s": "Ditch Rats", "v": "The Mule"}.get(ref, ref)


def test_every_message_has_its_sentence() -> None:
    """No command and no event of the rules falls back on its field names."""
    own = {m for m in HULL_POINTS.messages if m not in COMMON_MESSAGES}
    assert {m for m in own if issubclass(m, Event)} == set(words.EVENTS)
    assert {m for m in own if issubclass(m, Command)} <= set(words.COMMANDS)


def test_a_ruling_names_whom_it_touches() -> None:
    """What the judge set is said by the names of units, and a position as people write it."""
    asked = Ruling(reason="measured again", set={"units.w.hull": 2, "units.w.position": MOVED})
    for rules in ("hull-points", "armour-value"):
        assert command_sentence(rules, asked, name) == (
            "ruling: measured again (Old Gertie hull: 2; "
            "Old Gertie position: -1.061 / 2 facing 270°)"
        )
    event = RulingMade(
        reason="measured again",
        changes=(
            Change(path="units.w.battle_shocked_until", before=2, after=None),
            Change(path="units.w.position", before=None, after=MOVED),
            Change(path="round", before=1, after=2),
        ),
    )
    assert sentence("hull-points", event, name) == (
        "The judge rules: measured again (Old Gertie battle shocked until: 2 becomes none; "
        "Old Gertie position: none becomes -1.061 / 2 facing 270°; round: 1 becomes 2)"
    )


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (e.HullPointLost(unit="w", hull=2), "Old Gertie loses a hull point (2 left)"),
        (
            e.DamageTableRolled(
                unit="w", roll=Roll(purpose="damage_table", sides=6, faces=(3, 4)), row="leg_hit"
            ),
            "Damage table for Old Gertie: 3+4 = 7, leg hit",
        ),
        (
            e.WoundsLost(unit="s", model="sgt", points=1, wounds=0),
            "sgt of Ditch Rats loses 1 Wound (0 left)",
        ),
        (
            e.UnitExploded(unit="v", cause="movement", radius=6, unresolved=2),
            (
                "The Mule explodes, having no movement left to lose: "
                "everything within 6 yards, 2 hull points not taken"
            ),
        ),
        (
            e.TurnDeclared(unit="w", turn_decideg=450, band="half", allowance_milli=2500),
            "Old Gertie declares to turn 45 degrees: half a move (2.5 yards)",
        ),
        (
            e.MoraleChecked(unit="w", roll=None, value=0, passed=False, until=3),
            "Morale of Old Gertie: no dice against grit 0, battle-shocked to the end of round 3",
        ),
        (
            e.ControlHitSuffered(unit="v", ws_melee=None, ws_shooting=None, control_hits=2),
            "The Mule: the crew shoots worse (2 control hits)",
        ),
        (
            e.WeaponsDestroyed(unit="w", arc=None, weapons=(), roll=None),
            "Old Gertie: no weapon to be shot off",
        ),
    ],
)
def test_sentences(event: Event, said: str) -> None:
    """A sentence names units as people do, with every number that counts."""
    assert words.sentence(event, name) == said


def test_lengths_and_angles() -> None:
    """Thousandths of a yard and tenths of a degree are told as decimals."""
    assert words.yards(1) == "0.001 yards"
    assert words.yards(1000) == "1 yard"
    assert words.degrees(905) == "90.5 degrees"
    assert words.degrees(-10) == "-1 degree"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_are_told_without_ids(seed: int) -> None:
    """Whatever happens is told in one line, with names and without type or field names."""
    rules = rule_set("hull-points")
    names, state = Game(rules).commands, None
    for command in play(seed, 300).accepted:
        asked = read_command(command, names)
        decision = decide(rules, state, asked, Entered(asked.dice or (), asked.choices))
        state = decision.state
        known = names_of(state)
        told = [command_sentence("hull-points", asked.command, known)]
        told += [sentence("hull-points", event, known) for event in decision.events]
        for line in told:
            assert line
            assert "\n" not in line
            if "ruling" not in line and "judge" not in line and "start game" not in line:
                assert not re.search(r"\bu\d+\b|_", line), line

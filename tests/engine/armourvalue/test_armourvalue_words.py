"""Every event and command of armour-value has a sentence for people at a table."""

from __future__ import annotations

import re

from rollbook.events.armourvalue.commands import COMMANDS
from rollbook.events.armourvalue.happenings import EVENTS
from rollbook.projections import words, words_armourvalue
from rollbook.projections.words import names_of
from tests.engine.armourvalue.field import HERE, Field
from tests.engine.armourvalue.random_play import play


def told(field: Field, command: str, *dice: int, **fields: object) -> list[str]:
    """Give the sentences of what a command causes."""
    decision = field.game.decide({"do": command, "by": "judge", "dice": list(dice)} | fields)
    field.game.state = decision.state
    name = names_of(decision.state)
    return [words.sentence("armour-value", event, name) for event in decision.events]


def test_every_event_and_command_has_words():
    """None is left out, none is there that does not exist."""
    tables = ("_MOVES", "_SHOTS", "_DAMAGE", "_FIGHTS", "_RAMS")
    events = [e for t in tables for e in getattr(words_armourvalue, t)]
    assert sorted(e.__name__ for e in events) == sorted(e.__name__ for e in EVENTS)
    assert set(words_armourvalue._COMMANDS) == set(COMMANDS)


def test_a_shot_in_words():
    """Names, dice and numbers stand in it, no ids."""
    field = Field().unit("a1", "walker", name="Old Anvil").unit("b1", "vehicle", name="Buggy")
    field.phase("shooting")
    shot = {"unit": "a1", "weapon": "gun", "target": "b1", "struck": "side"}
    at = {"range_milli": 6500, "bearing_decideg": 225}
    assert told(field, "fire_weapon", 3, 3, 3, **shot, **at) == [
        "Old Anvil turns to 22.5 degrees",
        'Old Anvil fires gun at Buggy from 6.5"',
        "Old Anvil rolls to hit Buggy (gun): 3 for 3+, 1 hit",
        "Penetration of Buggy: Strength 8, rolled 3, 11 against side armour 11: glancing",
        "Damage table for Buggy: 3 -2 glancing = 1, crew shaken",
        "The crew of Buggy is shaken until the end of its turn 1",
    ]


def test_a_ram_in_words():
    """What is owed, what was tried, what came of it."""
    field = Field().unit("a1", "vehicle", tank=True, name="Bulwark").unit("b1", "infantry")
    field.phase()
    way = {"unit": "a1", "target": "b1", "distance_milli": 9000, "position": HERE}
    assert told(field, "ram", 5, 4, **way) == [
        'Bulwark drives into b1 after 9"',
        "b1 tests for the tank on 8: 5+4 = 9, falls back",
    ]


def test_no_words_of_the_machine_reach_the_table():
    """Random games are told without underscores or empty values."""
    for seed in range(3):
        for played in play(seed, 150, calm=True):
            name = names_of(played.after)
            for event in played.events:
                text = words.sentence("armour-value", event, name)
                assert not re.search(r"None|_milli|_decideg|<|[a-z]_[a-z]", text)

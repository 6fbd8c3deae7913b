"""Throws and rolls of logs: every die is seen once, with the chances of its moment."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.dice.source import SystemSource
from rollbook.engine.rollsseen import entry_of, rolls_seen
from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.engine.throws import NoThrow, throws_of
from rollbook.events.dicevalues import EnteredDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.log import NewEntry
from rollbook.projections.rollmeaning import MEANINGS
from rollbook.projections.rolls import rolls_of
from rollbook.projections.rollseen import RollSeen, counted
from tests.battles import BOTH, battle, demo
from tests.engine.odds.tables import ARMS

WALKER = {
    "do": "add_unit", "by": "ann", "unit": "w", "owner": "ann", "kind": "walker", "name": "W",
    "base_mm": 60, "weight": "medium", "ws": "5/4", "strength": 7, "toughness": 9, "grit": 5,
    "sagacity": 4, "weapons": ARMS,
}  # fmt: skip
DAMAGE = {"do": "apply_damage", "by": "ben", "unit": "w", "amount": 4, "cause": "mine"}


def new(source: Any = None, **players: str) -> Session:
    """Start a game in memory with a walker of Ann's."""
    named = players or {"ann": "Ann", "ben": "Ben"}
    first = {"do": "start_game", "by": "ann", "rules": "hull-points", "players": named}
    session = start(first, None)
    session.source = source
    session.submit(WALKER)
    return session


def seen(session: Session) -> tuple[RollSeen, ...]:
    """Give the rolls of a session's log."""
    return rolls_seen(session.log, session.rules)


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("seed", range(3))
def test_every_die_is_seen_once(rules: str, seed: int) -> None:
    """The faces of the rolls of an entry are the faces of its dice, in order."""
    session = battle(rules, seed)
    by_entry: dict[int, list[int]] = {}
    rolls = seen(session)
    for roll in rolls:
        by_entry.setdefault(entry_of(roll), []).extend(roll.faces)
    entries = session.log.entries(range(len(session.log)))
    assert by_entry == {e.seq: list(e.dice.faces) for e in entries if e.dice is not None}
    assert len(counted(rolls)) == len(rolls)


@pytest.mark.parametrize("rules", BOTH)
def test_every_roll_of_an_event_is_seen(rules: str) -> None:
    """What events carry, faces and purpose, is what the throws at their addresses say."""
    session = battle(rules, 5)
    faces: dict[tuple[str, str], list[int]] = {}
    for roll in seen(session):
        key = (roll.address.partition("/")[0], roll.purpose)
        faces.setdefault(key, []).extend(roll.faces)
    told: dict[tuple[str, str], list[int]] = {}
    for rolled in rolls_of(session.log):
        told.setdefault((rolled.address, rolled.roll.purpose), []).extend(rolled.roll.faces)
    assert faces == told


NEUTRAL = {
    "hull-points": {"damage_table", "weapon_shot_arc", "explosion_strength", "scatter"},
    "armour-value": {"explosion_radius", "weapon_destroyed"},
}
RARE = {"rending", "pinning", "to_hit_reroll", "dangerous_terrain", "cover_save"}
CHECKS = {"initiative", "sagacity", "grit"}


@pytest.mark.parametrize("rules", BOTH)
def test_purposes_have_meanings(rules: str) -> None:
    """What is rolled for has a meaning or is known to help nobody, and values have chances."""
    purposes: set[str] = set()
    for session in (demo(rules), *(battle(rules, seed) for seed in range(3))):
        for roll in seen(session):
            purposes.add(roll.purpose)
            if roll.better != "neither":
                assert roll.expected is not None
                assert roll.expected[roll.value or 0] > 0
    meant = set(MEANINGS[rules])
    assert purposes <= meant | NEUTRAL[rules]
    assert meant - RARE - CHECKS <= purposes


def test_a_failed_check_of_the_enemy_is_good_for_who_threw() -> None:
    """Ben throws Ann's morale check: its failure counts for him, and 1 of 6 faces fails."""
    session = new()
    session.submit({**DAMAGE, "dice": [2, 3, 6]})
    *_, morale = seen(session)
    assert (morale.player, morale.purpose, morale.value) == ("Ben", "morale", 1)
    assert (morale.better, morale.successes) == ("high", True)
    assert morale.expected == {0: Fraction(5, 6), 1: Fraction(1, 6)}


def test_her_own_check_counts_what_is_passed() -> None:
    """Ann throws it herself: passing is the success."""
    session = new()
    session.submit({**DAMAGE, "by": "ann", "dice": [2, 3, 6]})
    *_, morale = seen(session)
    assert (morale.player, morale.value) == ("Ann", 0)
    assert morale.expected == {1: Fraction(5, 6), 0: Fraction(1, 6)}


def test_a_face_rolled_again_is_a_throw_of_its_own() -> None:
    """The second throw of an event has its number behind the address."""
    players = {"ann": "Ann", "ben": "Ben"}
    first = {"do": "start_game", "by": "ann", "rules": "hull-points", "players": players}
    session = start({**first, "house_rules": {"top_weapons": "own_arc"}}, None)
    session.submit(WALKER)
    session.submit({**DAMAGE, "dice": [2, 2, 5, 6, 1, 3]})
    picks = [roll for roll in seen(session) if roll.purpose == "weapon_shot_arc"]
    assert [roll.faces for roll in picks] == [(5,), (6,), (1,)]
    first_, *rest = [roll.address for roll in picks]
    assert rest == [f"{first_}/2", f"{first_}/3"]


def test_withdrawn_rolls_count_and_say_so() -> None:
    """A take-back leaves the roll in the statistics, marked."""
    session = new()
    session.submit({**DAMAGE, "dice": [2, 3, 6]})
    session.submit({"do": "take_back", "by": "ben", "to": 1, "reason": "oops", "agreed": "ann"})
    session.submit({**DAMAGE, "dice": [1, 1]})
    assert [(r.faces, r.withdrawn) for r in seen(session)] == [
        ((2, 3), True),
        ((6,), True),
        ((1, 1), False),
    ]


def test_faces_that_are_used_again_count_once() -> None:
    """Generated dice of a command taken back and played again are one roll, at one address."""
    session = new(SystemSource())
    session.submit(DAMAGE)
    before = seen(session)
    session.submit({"do": "take_back", "by": "ben", "to": 1, "reason": "oops", "agreed": "ann"})
    session.submit(DAMAGE)
    after = seen(session)
    assert [r.address for r in after] == [r.address for r in before]
    assert [r.faces for r in after] == [r.faces for r in before]
    assert len(session.log) > 4


def test_a_held_roll_counts_once_with_its_meaning() -> None:
    """A roll that fell for a refused command is known for what when the command is completed."""
    session = new(SystemSource())
    squad = {"do": "add_unit", "by": "ben", "unit": "s", "owner": "ben", "kind": "infantry",
             "name": "S", "ws": "3/3", "strength": 3, "grit": 3, "sagacity": 3, "initiative": 3,
             "toughness": None, "wounds": 1, "models": ["a", "b"], "weapons": []}  # fmt: skip
    session.submit(squad)
    session.submit({"do": "start_round", "by": "ann"})
    session.submit({"do": "start_phase", "by": "ann", "phase": "shooting"})
    fire = {"do": "fire_weapon", "by": "ann", "unit": "w", "weapon": "chaingun", "target": "s",
            "arc": "side", "struck": None}  # fmt: skip
    with pytest.raises(RuleRefusal, match="wounded"):
        session.submit(fire)
    (held,) = seen(session)
    assert held.better == "neither"
    session.submit({**fire, "wounded": 1})
    (roll,) = seen(session)
    assert (roll.address, roll.faces) == (held.address, held.faces)
    assert (roll.better, roll.successes) == ("high", True)


def test_what_if_timelines_are_simulated(tmp_path: Path) -> None:
    """Whatever is typed on a simulated timeline never counts."""
    session = new()
    session.submit({"do": "fork", "by": "ann", "name": "try", "at": 1, "kind": "simulated"})
    Session(session.log, session.rules, "try").submit({**DAMAGE, "dice": [2, 3, 6]})
    rolls = seen(session)
    assert [roll.source for roll in rolls] == ["simulated", "simulated"]
    assert counted(rolls) == ()


def test_two_players_of_one_name_are_told_apart() -> None:
    """Their ids stand behind the name."""
    session = new(ann="Sam", ben="Sam")
    session.submit({**DAMAGE, "dice": [2, 3, 1]})
    assert {roll.player for roll in seen(session)} == {"Sam (ben)"}


def forged(faces: tuple[int, ...]) -> Session:
    """Give a log whose last entry has the events of one roll and the dice of another."""
    session = new()
    session.submit({**DAMAGE, "dice": [2, 3, 1]})
    entry = session.log.entry(2)
    dice = EnteredDice(source="entered", faces=faces, rolled_by="ben")
    session.log.append(NewEntry(entry.command, entry.events, "ben", dice=dice))
    return session


@pytest.mark.parametrize("faces", [(9, 9, 9), (2,), (2, 3, 1, 4, 4, 1, 1), (0, 1, 1)])
def test_an_entry_that_cannot_be_decided_again(faces: tuple[int, ...]) -> None:
    """It says so, and its rolls are those that its events tell, without chances."""
    session = forged(faces)
    state = session.states.at(2)
    with pytest.raises(NoThrow, match="entry 3"):
        throws_of(session.rules, state, session.log.entry(3))
    late = [roll for roll in seen(session) if entry_of(roll) == 3]
    assert [roll.faces for roll in late] == [(2, 3), (1,)]
    assert {roll.expected for roll in late} == {None}


def test_a_game_without_dice_has_no_rolls() -> None:
    """Nothing is made up."""
    assert seen(new()) == ()
    assert seen(demo("hull-points", count=20)) == ()

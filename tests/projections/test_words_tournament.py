"""Events and commands of a tournament in words."""

from __future__ import annotations

import json
from importlib import resources

from rollbook.engine.starting import start
from rollbook.events.message import Command, name_of
from rollbook.events.tournament import VOCABULARY
from rollbook.events.tournament.commands import COMMANDS as COMMAND_TYPES
from rollbook.events.tournament.facts import FACTS
from rollbook.projections import words_tournament as words
from rollbook.projections.tournament import TOURNAMENT
from rollbook.projections.words import command_sentence, names_of, sentence


def test_every_event_and_command_has_words():
    """Nothing is told by the names of its fields."""
    assert set(FACTS) <= set(words.EVENTS)
    assert set(COMMAND_TYPES) <= set(words.COMMANDS)
    assert {m for m in VOCABULARY.messages if issubclass(m, Command)} <= set(words.COMMANDS)


def test_every_event_has_a_reducer():
    """Every event of the vocabulary changes the state or is recorded on purpose."""
    events = {m for m in VOCABULARY.messages if m.KIND == 1}
    assert events <= TOURNAMENT.handled()


def test_the_shipped_event_in_words():
    """Names stand where ids could, and no sentence is a list of fields."""
    text = resources.files("rollbook.engine.tournament").joinpath("demo.jsonl").read_text("utf-8")
    commands = [json.loads(line) for line in text.splitlines()]
    session = start(commands[0], None)
    for command in commands[1:]:
        session.submit(command)
    said: list[str] = []
    for entry in session.log.entries(range(len(session.log))):
        name = names_of(session.states.at(entry.seq))
        said.append(command_sentence("tournament", entry.command, name))
        said += [sentence("tournament", event, name) for event in entry.events]
    text = "\n".join(said)
    assert "Cleo Adeyemi against Finn Ostrander (r2b-2): the judge rules 28:20" in text
    assert "Gus Tremaine drops after round 3: the remaining games are lost" in text
    assert "Mia Thornbury (mia) enters late, from round 2 on" in text
    assert "Round 2 is withdrawn" in text
    assert said[0] == "start the event"
    assert said[2].startswith("The event starts")
    for name in (name_of(cls) for cls in (*FACTS, *COMMAND_TYPES)):
        assert f"{name}:" not in text


def test_hostile_names_stay_printable():
    """Names, reasons and ids from a log reach no terminal unescaped."""
    session = start(
        {"do": "start_game", "by": "system", "rules": "tournament", "players": {}}, None
    )
    evil = "\x1b[2J\u202eeman"
    session.submit({"do": "start_tournament", "by": "judge", "name": evil, "seed": evil})
    about = {"name": evil, "club": evil, "team": evil, "rating": None}
    players = [{"player": p, **about} for p in ("a", "b", "c", "d")]
    session.submit({"do": "register_players", "by": "judge", "players": players})
    for command in (
        {"do": "pair_round", "seed": evil, "reason": evil},
        {"do": "publish_round"},
        {"do": "submit_result", "game": "r1-1", "score_a": 1, "score_b": 0},
        {"do": "dispute_result", "game": "r1-1", "reason": evil},
        {"do": "rule_result", "game": "r1-1", "reason": evil, "rule": evil},
        {"do": "give_penalty", "player": "a", "card": evil[:40], "reason": evil},
        {"do": "drop_player", "player": "b", "meaning": "void", "reason": evil},
        {"do": "pause_clock", "reason": evil},
        {"do": "ruling", "reason": evil, "set": {}},
        {"do": "withdraw_round", "reason": evil},
        {"do": "close_tournament", "reason": evil},
    ):
        session.submit({"by": "judge", **command})
    for entry in session.log.entries(range(len(session.log))):
        name = names_of(session.states.at(entry.seq))
        told = [sentence("tournament", event, name) for event in entry.events]
        for text in (*told, command_sentence("tournament", entry.command, name)):
            assert text.isprintable(), text
            assert "\u202e" not in text

"""The prompt, in a terminal: questions by name, undo, ``?``, completion, plain lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.log.file import FileLog
from tests.tools.prompt.terminal import Terminal

WALKER = {
    "do": "add_unit",
    "kind": "walker",
    "base_mm": 80,
    "weight": "heavy",
    "ws": "4/4",
    "strength": 7,
    "toughness": [11, 10, 9],
    "grit": 5,
    "sagacity": 4,
    "weapons": [
        {"id": "gun", "kind": "ranged", "shots": 2, "mount": "front", "strength": 9, "damage": 9}
    ],
}
START = {
    "do": "start_game",
    "by": "system",
    "rules": "hull-points",
    "players": {"ann": "Ann", "ben": "Ben"},
}


def shooting(path: Path) -> None:
    """Make a log in which two walkers may shoot at each other."""
    session = start(START, path)
    for owner, unit, name in (("ann", "gertie", "Old Gertie"), ("ben", "duchess", "Tin Duchess")):
        session.submit({**WALKER, "by": owner, "owner": owner, "unit": unit, "name": name})
    session.submit({"do": "start_round", "by": "system"})
    session.submit({"do": "start_phase", "by": "system", "phase": "shooting"})
    session.close()


def entries(path: Path) -> list[dict[str, object]]:
    """Give the commands of a log."""
    with FileLog.read(path) as log:
        return [e.to_plain("main") for e in log.entries(range(len(log)))]


WAYS = [
    pytest.param((), "", id="prompt_toolkit"),
    pytest.param((), "prompt_toolkit", id="readline"),
    pytest.param(("--plain",), "", id="plain"),
]


@pytest.mark.parametrize(("extra", "without"), WAYS)
def test_each_roll_is_asked_for_by_name(extra, without, tmp_path):
    """A shot asks for its rolls one by one, takes a slip back, and records them in one entry."""
    log = tmp_path / "g.rbk"
    shooting(log)
    with Terminal("play", str(log), *extra, without=without) as terminal:
        terminal.until("ann>")
        terminal.type("fire gertie gun at duchess arc=front struck=front")
        terminal.until("to hit for Old Gertie, 2 dice:")
        terminal.type("1 7")
        terminal.until("7 is no face of a die with 6 sides")
        terminal.type("16")
        terminal.until("to wound for Tin Duchess, 1 die:")
        terminal.type("back")
        terminal.until("to hit for Old Gertie, 2 dice:")
        terminal.type("1 5")
        terminal.until("to wound for Tin Duchess, 1 die:")
        terminal.type("5")
        terminal.until("damage table for Tin Duchess, 2 dice:")
        terminal.type("4 5")
        terminal.until("for Tin Duchess, 1 die:")
        terminal.type("3")
        for _ in range(2):
            terminal.until("damage table for Tin Duchess, 2 dice:")
            terminal.type("4 5")
            terminal.until("for Tin Duchess, 1 die:")
            terminal.type("3")
        terminal.until("ann>")
        terminal.type("quit")
        assert terminal.ended() == 0
    last = entries(log)[-1]
    assert last["command"]["do"] == "fire_weapon"
    assert last["dice"]["faces"] == [1, 5, 5, 4, 5, 3, 4, 5, 3, 4, 5, 3]


@pytest.mark.parametrize(("extra", "without"), WAYS)
def test_questions_and_undo(extra, without, tmp_path):
    """``?`` says what goes and why something does not; ``undo`` asks for agreement to dice."""
    log = tmp_path / "g.rbk"
    shooting(log)
    with Terminal("play", str(log), "--by", "ben", *extra, without=without) as terminal:
        terminal.until("ben>")
        terminal.type("?")
        terminal.until("fire: duchess")
        terminal.until("Not now:")
        terminal.until("HW-TIM-1")
        terminal.type("? duchess")
        terminal.until("Tin Duchess can now: fire")
        terminal.until("HW-TIM-1")
        terminal.type("? move duchess forward 2")
        terminal.until("WRONG_PHASE")
        terminal.type("check duchess grit [2]")
        terminal.until("5: ")
        terminal.type("undo")
        terminal.until("Who agrees (ann)?")
        terminal.type("ann")
        terminal.until("6: ")
        terminal.type("note here")
        terminal.until("7: ")
        terminal.type("undo a slip")
        terminal.until("8: ")
        terminal.type("quit")
        assert terminal.ended() == 0
    commands = [entry["command"] for entry in entries(log)]
    agreed = {"do": "take_back", "by": "ben", "to": 4, "reason": "undo", "agreed": "ann"}
    assert commands[6] == agreed
    assert commands[8] == {"do": "take_back", "by": "ben", "to": 6, "reason": "a slip"}


@pytest.mark.parametrize(("extra", "without"), WAYS)
def test_what_is_dropped_leaves_nothing(extra, without, tmp_path):
    """An empty answer, nonsense and a refusal record nothing, and the prompt goes on."""
    log = tmp_path / "g.rbk"
    shooting(log)
    before = log.read_bytes()
    with Terminal("play", str(log), *extra, columns=40, without=without) as terminal:
        terminal.until("ann>")
        terminal.type("check gertie grit")
        terminal.until("die:")
        terminal.type("")
        terminal.until("Nothing was recorded.")
        terminal.type("chek gertie grit")
        assert "check?" in terminal.until("(at")
        terminal.type("move gertie forward 1")
        terminal.until("WRONG_PHASE")
        terminal.type("show gertie")
        terminal.until("Old Gertie (gertie)")
        terminal.type("quit")
        assert terminal.ended() == 0
    assert log.read_bytes() == before


@pytest.mark.parametrize("without", ["", "prompt_toolkit"], ids=["prompt_toolkit", "readline"])
def test_tab_completes(without, tmp_path):
    """Tab completes commands, units, weapons and fields."""
    log = tmp_path / "g.rbk"
    shooting(log)
    with Terminal("play", str(log), without=without) as terminal:
        terminal.until("ann>")
        for part, whole in (
            ("fi", "re"),
            ("ger", "tie"),
            ("g", "un"),
            ("a", "t"),
            ("duch", "ess"),
            ("ar", "c="),
            ("fr", "ont"),
            ("str", "uck="),
            ("fr", "ont"),
        ):
            terminal.type(part, end="\t")
            terminal.until(whole)
        terminal.type("")
        terminal.until("to hit for Old Gertie, 2 dice:")
        terminal.type("1 1")
        terminal.until("ann>")
        terminal.type("quit")
        assert terminal.ended() == 0
    assert entries(log)[-1]["command"]["target"] == "duchess"


def test_a_new_game_is_asked_for(tmp_path):
    """Where there is no log, rules and players are asked for, and the log is made."""
    log = tmp_path / "new.rbk"
    with Terminal("play", str(log), "--plain") as terminal:
        for question, answer in (
            ("Rules", "armour-value"),
            ("Player 1", "ada Ada Quist"),
            ("Player 2", "ben"),
            ("Player 3", ""),
        ):
            terminal.until(question)
            terminal.type(answer)
        terminal.until("ada>")
        terminal.type("note hello")
        terminal.until("1: ")
        terminal.type("\x04", end="")
        assert terminal.ended() == 0
    session = Session.open(log)
    assert dict(session.state.players) == {"ada": "Ada Quist", "ben": "ben"}
    session.close()

"""The hull-point rules against a second implementation, written from the pages alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.ruleset import rule_set
from rollbook.events.plain import to_plain
from tests.conftest import CASES, Game, case_files, load
from tests.reference.hullpoints import Reference
from tests.reference.hullpoints_play import Player

Json = dict[str, Any]
NOT_STARTED: Json = {"units": {}, "pending": [], "phase": None, "combat": None}


def same_refusal(ours: Json, theirs: Json) -> bool:
    """
    Tell whether two refusals agree in code, rule and the keys that the page names.

    Of several bad fields the page does not say which is named, so the reference gives them all.
    """
    for name in ("code", "rule", "owed", "unit", "purpose", "count", "sides", "options"):
        if name in theirs and ours.get(name) != theirs[name]:
            return False
    field = theirs.get("field")
    if field is None:
        return True
    top = str(ours.get("field")).split(".")[0].split("[")[0]
    return top in field if isinstance(field, set) else top == field


def compare(game: Game, reference: Reference, command: Json) -> tuple[Json, str | None]:
    """Give both a command; give the result of the reference, and how they differ if they do."""
    theirs = reference.submit(command)
    ours = game.submit(command)
    told = f"{json.dumps(command)}\n  engine    {ours}\n  reference {theirs}"
    if "refused" in ours or "refused" in theirs:
        agree = ours.keys() == theirs.keys() and same_refusal(ours["refused"], theirs["refused"])
        return theirs, None if agree else told
    if json.dumps(ours, sort_keys=True) != json.dumps(theirs, sort_keys=True):
        return theirs, told
    return theirs, state_difference(to_plain(game.state), reference.state, told)


def state_difference(ours: Json, theirs: Json | None, told: str) -> str | None:
    """Compare the states, and the order of what is kept in order of entry."""
    if theirs is None or orders(ours) != orders(theirs):
        return f"order of the state after {told}"
    if ours == theirs:
        return None
    where = [name for name in theirs if ours.get(name) != theirs[name]]
    for unit, x in theirs["units"].items():
        if ours["units"][unit] != x:
            where.append(f"{unit}:\n  engine    {ours['units'][unit]}\n  reference {x}")
    return f"state after {told}\n" + "\n".join(where)


def orders(state: Json) -> list[list[str]]:
    """List the keys whose order means something."""
    found = [list(state["players"]), list(state["units"])]
    for unit in state["units"].values():
        found += [list(unit["weapons"]), list(unit.get("models", {}))]
    return found


def play(seed: int, length: int) -> tuple[int, str | None]:
    """Play a random game; give the number of commands compared and the first disagreement."""
    player, game, reference = Player(seed), Game(rule_set("hull-points")), Reference()
    wanted = [player.start()]
    if player.chance(0.3):
        wanted = [player.plausible(NOT_STARTED), player.broken(player.start()), *wanted]
    compared = 0
    for number in range(length):
        if number < len(wanted):
            command = wanted[number]
        else:
            assert reference.state is not None
            command = player.command(reference.state)
        while True:
            compared += 1
            result, found = compare(game, reference, command)
            if found is not None:
                return compared, f"seed {seed}: {found}"
            refused = result.get("refused", {})
            if refused.get("code") != "NEEDS_DICE" or player.chance(0.02):
                break
            command = {**command, "dice": [*command.get("dice", []), *player.faces(refused)]}
    return compared, None


def keyed(path: Path) -> bool:
    """Tell whether a case is about keys, which only a log knows."""
    return any("key" in command for command in load(path)["commands"])


@pytest.mark.parametrize(
    "path", [p for p in case_files("hull-points") if not keyed(p)], ids=lambda p: p.stem
)
def test_the_reference_agrees_with_the_cases(path: Path) -> None:
    """The reference gives what every handed case says, so it may judge the engine."""
    case, reference = load(path), Reference()
    for command, expected in zip(case["commands"], case["expect"], strict=True):
        result = reference.submit(command)
        if "refused" in expected:
            told = result.get("refused", {})
            assert {name: told.get(name) for name in expected["refused"]} == expected["refused"]
            continue
        shown = [
            event if isinstance(want, dict) else event["type"]
            for event, want in zip(result.get("events", []), expected["events"], strict=True)
        ]
        assert shown == expected["events"], command
    assert reference.state == case["state"]


def test_the_reference_agrees_with_the_demo_battle() -> None:
    """The reference plays the demo battle to the state that was given with it."""
    reference, folder = Reference(), CASES / "hull-points"
    for line in (folder / "demo_battle.jsonl").read_text().splitlines():
        assert "events" in reference.submit(json.loads(line)), line
    assert reference.state == load(folder / "demo_state.json")


def test_the_engine_agrees_with_the_reference() -> None:
    """Over random games the engine and the reference refuse, tell and keep the same."""
    for seed in range(25):
        compared, found = play(seed, 100)
        assert found is None, found
        assert compared > 50


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 3000, 200))
def test_the_engine_agrees_over_many_games(first: int) -> None:
    """The same over some two hundred thousand commands."""
    for seed in range(first, first + 200):
        _, found = play(seed, 100)
        assert found is None, found

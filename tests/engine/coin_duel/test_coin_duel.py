"""A third rule set plugs in with three files, and its walk-through is those files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rollbook.engine.ruleset import rule_set
from rollbook.events.errors import UnknownRuleSet
from rollbook.events.message import name_of
from rollbook.events.plain import to_plain
from rollbook.events.schema import Codec, schema_rows, vocabulary_of, with_values
from rollbook.projections import words
from rollbook.projections.fold import projection_of
from tests.conftest import Game
from tests.engine.coin_duel import deciders

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "add-a-rule-set.md"
START = {
    "do": "start_game",
    "by": "system",
    "rules": "coin-duel",
    "players": {"ann": "Ann", "ben": "Ben"},
    "house_rules": {},
}


def duel() -> Game:
    """Give a duel in which both stand ready, Ben with one courage."""
    game = Game(rule_set("coin-duel"))
    for command in (
        START,
        {"do": "enter", "by": "ann", "player": "ann"},
        {"do": "enter", "by": "ben", "player": "ben", "courage": 1},
    ):
        assert "events" in game.submit(command)
    return game


def test_it_plays_through_the_engine():
    """Tails does nothing, heads takes courage, and the last of it ends the duel."""
    game = duel()
    flip = {"do": "flip", "by": "ann", "player": "ann"}
    assert game.submit(flip)["refused"]["code"] == "NEEDS_DICE"
    assert [e["type"] for e in game.submit(flip | {"dice": [1]})["events"]] == ["CoinFlipped"]
    assert game.submit(flip | {"dice": [3]})["refused"]["code"] == "BAD_DIE"
    result = game.submit(flip | {"dice": [2]})
    assert [e["type"] for e in result["events"]] == ["CoinFlipped", "CourageLost", "GameEnded"]
    assert to_plain(game.state)["over"]["winner"] == "ann"
    assert game.submit(flip | {"dice": [2]})["refused"]["code"] == "GAME_OVER"


def test_its_refusals_are_those_of_the_engine_and_its_own():
    """The shared checks come first, then the rule set's."""
    game = Game(rule_set("coin-duel"))
    assert game.submit({"do": "flip", "by": "ann", "player": "ann"})["refused"]["code"] == (
        "NOT_STARTED"
    )
    game.submit(START)
    refused = game.submit({"do": "flip", "by": "ann", "player": "ann"})["refused"]
    assert (refused["code"], refused["rule"]) == ("NOT_READY", "DUEL-2")
    stranger = game.submit({"do": "enter", "by": "ann", "player": "eve"})["refused"]
    assert stranger["code"] == "UNKNOWN_PLAYER"


def test_other_tables_give_other_courage():
    """A league's own table reaches the deciders as their book."""
    game = Game(rule_set("coin-duel").with_tables("7"))
    game.submit(START)
    game.submit({"do": "enter", "by": "ann", "player": "ann"})
    assert game.state.units["ann"].courage == 7


def test_it_is_found_by_name_everywhere():
    """Vocabulary, reducers and rules register themselves; nothing else names them."""
    assert vocabulary_of("coin-duel") is deciders.VOCABULARY
    assert projection_of("coin-duel") is deciders.P
    with pytest.raises(UnknownRuleSet):
        rule_set("no-such-duel")


def test_its_messages_go_through_a_log_and_into_words():
    """Rows, and plain words, come from the fields alone."""
    game = duel()
    events = game.decide({"do": "flip", "by": "ann", "player": "ann", "dice": [2]}).events
    classes = with_values(deciders.VOCABULARY.messages)
    codec = Codec(schema_rows(classes), {name_of(c): c for c in classes})
    for event in events:
        assert codec.message(codec.row(event)) == event
        assert words.sentence("coin-duel", event, str)


@pytest.mark.parametrize("name", ["events", "reducers", "deciders"])
def test_the_walk_through_is_the_files(name: str):
    """The code blocks of the page are these files, letter for letter."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    text = (HERE / f"{name}.py").read_text()
    assert text in blocks


def test_no_shared_module_names_a_rule_set():
    """The log, the fold and the decider know no rule set by name."""
    root = HERE.parents[2]
    shared = [*(root / "events" / "log").glob("*.py"), root / "projections" / "fold.py"]
    for file in [*shared, root / "engine" / "decide.py", root / "engine" / "step.py"]:
        text = file.read_text()
        assert not re.search(r"hull.?points|armour.?value|coin.?duel", text, re.IGNORECASE), file

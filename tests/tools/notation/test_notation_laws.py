"""Laws of the notation, held over random games of both rule sets."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.session import Session
from rollbook.events.log.log import Log
from rollbook.tools.cli.record import Recorder
from rollbook.tools.notation import document_of, read, write
from rollbook.tools.notation.playing import Playing
from tests.tools.notation.games import RULE_SETS, random_log

some_games = settings(max_examples=6, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32)


def played(text: str) -> Session:
    """Play a text into memory; nothing may be refused."""
    document, errors = read(text)
    assert not errors, "\n".join(errors[0].shown("print"))
    assert document is not None
    recorder = Recorder(None)
    for outcome in Playing(recorder).play(document):
        assert outcome.refused is None, "\n".join(outcome.shown("print"))
        assert not outcome.finding
    assert recorder.session is not None
    return recorder.session


def contents(log: Log) -> list[tuple[Any, ...]]:
    """Give what must be the same: all of every entry but time, game id and hashes."""
    timelines = log.chain.timelines
    return [
        (
            e.seq,
            timelines.parent(e.seq),
            timelines.line(e.seq),
            e.by,
            e.key,
            e.command,
            e.events[1:] if e.seq == 0 else e.events,
            e.dice,
        )
        for e in log.entries(range(len(log)))
    ]


@pytest.mark.parametrize("rules", RULE_SETS)
@given(seeds)
@some_games
def test_playing_a_print_gives_the_same_game(rules: str, seed: int) -> None:
    """Commands, events, dice, keys, timelines and states are those of the printed log."""
    session = random_log(rules, seed, 90)
    again = played(write(document_of(session.log)))
    assert contents(again.log) == contents(session.log)
    for name, head in session.log.chain.timelines.heads.items():
        assert again.log.chain.timelines.heads[name] == head
        assert again.states.at(head) == session.states.at(head)


@pytest.mark.parametrize("rules", RULE_SETS)
@given(seeds)
@some_games
def test_formatting_is_a_fixed_point(rules: str, seed: int) -> None:
    """A print is in canonical form already: read and written again it is the same text."""
    text = write(document_of(random_log(rules, seed, 90).log))
    document, errors = read(text)
    assert not errors
    assert document is not None
    assert write(document) == text

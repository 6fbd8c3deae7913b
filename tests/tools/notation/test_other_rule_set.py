"""A rule set that the notation has no words for is written and read all the same."""

from __future__ import annotations

from rollbook.engine.starting import start
from rollbook.events.log.chain import Chain
from rollbook.tools.cli.common import json_line
from rollbook.tools.cli.export import export_lines
from rollbook.tools.cli.record import Recorder
from rollbook.tools.exporters.logtables import TABLES
from rollbook.tools.importers.jsonlog import payloads_of
from rollbook.tools.notation import document_of, read, write
from rollbook.tools.notation.forms import Form, register_forms
from rollbook.tools.notation.playing import Playing
from rollbook.tools.notation.verbs import verbs_of
from rollbook.tools.prompt.table import Table
from tests.engine.coin_duel import deciders
from tests.tools.prompt.test_answers import Said


def duel():
    """Play the start of a duel."""
    assert deciders.P.rules == "coin-duel"
    players = {"ann": "Ann", "ben": "Ben"}
    session = start(
        {"do": "start_game", "by": "ann", "rules": "coin-duel", "players": players}, None
    )
    session.submit({"do": "enter", "by": "ann", "player": "ann", "courage": 2})
    session.submit({"do": "enter", "by": "ben", "player": "ben"})
    session.submit({"do": "flip", "by": "ann", "player": "ann", "dice": [1]})
    return session


def test_commands_go_by_their_own_names():
    """Without forms every field is named, and the print plays again."""
    session = duel()
    text = write(document_of(session.log))
    assert "1. ann: enter player=ann courage=2\n" in text
    document, errors = read(text)
    assert not errors
    assert document is not None
    assert write(document) == text
    recorder = Recorder(None)
    assert not [o for o in Playing(recorder).play(document) if o.refused]
    assert recorder.session is not None
    assert recorder.session.state == session.state


def test_it_can_be_given_words():
    """A table of forms is all that it takes."""
    register_forms("coin-duel", {"flip": Form("flip by {player}")})
    verbs_of.cache_clear()
    try:
        assert "3. ann: flip by ann [1]" in write(document_of(duel().log))
    finally:
        register_forms("coin-duel", {})
        verbs_of.cache_clear()


def test_prompt_and_tables_know_nothing_of_it_and_work():
    """The prompt answers, tables have rows, JSON lines come back."""
    session = duel()
    lines = Said("1")
    table = Table(session, lines)
    for text in ("?", "? flip", "flip player=ben", "log", "help flip"):
        table.take(text)
    assert len(session.log) == 5
    view = Opened(session)
    for kind in TABLES.values():
        assert all(len(row) == len(kind.columns) for row in kind.rows(view))
    made = (json_line(line).encode() for line in export_lines(view))
    payloads = list(payloads_of(made, Chain()))
    assert payloads == [session.log.payload(seq) for seq in range(len(session.log))]


class Opened:
    """A log in memory, looked at as if it had been opened."""

    def __init__(self, session):
        self.log, self.states, self.rules = session.log, session.states, session.rules.name

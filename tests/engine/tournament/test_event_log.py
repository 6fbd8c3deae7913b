"""An event's log: audited, taken back, forked, compared; and what a large one costs."""

from __future__ import annotations

import json
import random
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.audit import audit_log
from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.log import MemoryLog, NewEntry
from rollbook.events.message import changed
from rollbook.events.tournament.facts import ResultSubmitted, RoundPaired
from rollbook.projections.diff import Side, compare
from rollbook.projections.standings import standings
from rollbook.projections.tournament.record import ranking_of, record_of
from tests.engine.tournament.event import Event
from tests.engine.tournament.event_play import begun, command
from tests.work import at_most

START = {"do": "start_game", "by": "system", "rules": "tournament", "players": {}}


def demo() -> Session:
    """The shipped event, in memory."""
    text = resources.files("rollbook.engine.tournament").joinpath("demo.jsonl").read_text("utf-8")
    commands = [json.loads(line) for line in text.splitlines()]
    session = start(commands[0], None)
    for asked in commands[1:]:
        session.submit(asked)
    return session


def test_the_audit_finds_nothing_in_an_honest_event():
    """Every entry follows again; the players are those who registered."""
    report = audit_log(demo().log, demo().rules)
    assert report.findings == ()
    assert report.players["mia"] == "Mia Thornbury"


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_random_events_are_audited_without_a_finding(seed):
    """Also with take-backs, restores and forks in between, by whoever may."""
    chance = random.Random(seed)
    event = begun(chance)
    session = start(START, None)
    session.submit({"do": "start_tournament", "by": "judge", "name": "C", "seed": "s"})
    names = list(event.event.players)
    blank = {"club": None, "team": None, "rating": None}
    players = [{"player": n, "name": n, **blank} for n in names]
    session.submit({"do": "register_players", "by": "judge", "players": players})
    mirror = Event.__new__(Event)
    mirror.__dict__.update(event.__dict__)
    for k in range(60):
        mirror.state = session.state
        asked = _move(session, chance) if chance.random() < 0.12 else command(mirror, chance)
        if asked["do"] == "fork":
            asked["name"] = f"f{k}"
        try:
            session.submit(asked)
        except RuleRefusal:
            continue
    report = audit_log(session.log, session.rules)
    assert report.findings == ()


def _move(session: Session, chance: random.Random) -> dict[str, Any]:
    by = chance.choice(("judge", "judge", *session.state.players))
    other = chance.choice((None, *session.state.players))
    made = {"by": by, "reason": "x", "agreed": other}
    return chance.choice(
        (
            {"do": "take_back", "to": max(2, session.head - chance.randint(1, 4)), **made},
            {"do": "restore", "entry": chance.randint(2, session.head), **made},
            {"do": "fork", "by": by, "at": chance.randint(2, session.head)},
        )
    )


def _forged(session: Session, change: Any) -> MemoryLog:
    """Give the log again with some events changed, hashes and all."""
    log = MemoryLog()
    for entry in session.log.entries(range(len(session.log))):
        events = tuple(change(entry.seq, event) for event in entry.events)
        log.append(NewEntry(entry.command, events, entry.by, entry.key, entry.dice))
    return log


def test_the_audit_names_a_pairing_that_the_seed_does_not_give():
    """Two players exchanged in a paired round: the entry is named."""
    session = demo()
    seqs = [e.seq for e in session.log.entries(range(70)) if isinstance(e.events[-1], RoundPaired)]

    def change(seq: int, event: Any) -> Any:
        if seq != seqs[0] or not isinstance(event, RoundPaired):
            return event
        one, two, *rest = event.pairings
        swapped = (changed(one, b=two.b), changed(two, b=one.b), *rest)
        return changed(event, pairings=swapped)

    report = audit_log(_forged(session, change), session.rules)
    assert str(seqs[0]) in report.findings[0].address


def test_the_audit_names_a_result_that_nobody_submitted():
    """A score changed in an event differs from its command."""
    session = demo()

    def change(seq: int, event: Any) -> Any:
        if seq == 8 and isinstance(event, ResultSubmitted):
            return changed(event, result=changed(event.result, score_a=60))
        return event

    report = audit_log(_forged(session, change), session.rules)
    assert report.findings[0].address.startswith("8")


def test_players_take_back_what_is_theirs_alone():
    """A player withdraws his own result; what the judge did only the judge undoes."""
    session = start(START, None)
    session.submit({"do": "start_tournament", "by": "judge", "name": "C", "seed": "s"})
    blank = {"club": None, "team": None, "rating": None}
    players = [{"player": n, "name": n, **blank} for n in ("ann", "ben")]
    session.submit({"do": "register_players", "by": "judge", "players": players})
    session.submit({"do": "pair_round", "by": "judge"})
    session.submit({"do": "publish_round", "by": "judge"})
    result = {"do": "submit_result", "game": "r1-1", "score_a": 3, "score_b": 1}
    session.submit({"by": "ann", **result})
    back = {"do": "take_back", "to": 4, "reason": "typo"}
    with pytest.raises(RuleRefusal, match="agree"):
        session.submit({"by": "ben", **back})
    session.submit({"by": "ann", **back})
    assert session.state.played[0].games["r1-1"].status == "open"
    with pytest.raises(RuleRefusal, match="judge only"):
        session.submit({"by": "ann", **back, "to": 3, "agreed": "ben"})
    with pytest.raises(RuleRefusal, match="no player zoe"):
        session.submit({"by": "zoe", **back, "to": 3})


def test_a_comparison_names_the_figure_that_differs():
    """Two timelines of an event differ in single scores, not in whole rounds."""
    session = demo()
    session.submit({"do": "fork", "by": "judge", "name": "before", "at": 67})
    heads = session.log.chain.timelines.heads
    one, other = (Side(session.log, session.states, heads[n]) for n in ("main", "before"))
    found = compare(one, other)
    paths = {".".join(field.path) for field in found.fields}
    assert "rounds.1.games.r1-3.result.score_a" in paths
    assert not any(path == "rounds" for path in paths)


def test_a_report_file_of_an_event_passes_the_strict_reader():
    """Byes, late entries, walkovers and corrections included."""
    pytest.importorskip("py4swiss", reason="py4swiss is not installed")
    from py4swiss.trf import TrfParser

    from rollbook.tools.exporters.trf import write_trf

    state = demo().state
    text = write_trf(record_of(state), ranking_of(state.settings))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.trf"
        path.write_text(text, encoding="utf-8", newline="")
        parsed = TrfParser.parse(path, strict=True)
    assert len(parsed.player_sections) == 13


def _large(players: int) -> Session:
    session = start(START, None)
    tables = list(range(1, players // 2 + 50))
    settings_ = {"name": "Large", "seed": "s", "tables": tables}
    session.submit({"do": "start_tournament", "by": "judge", **settings_})
    names = [f"p{k}" for k in range(players)]
    for first in range(0, players, 200):
        some = [
            {"player": n, "name": n, "club": f"c{k % 40}", "team": None, "rating": None}
            for k, n in enumerate(names[first : first + 200])
        ]
        session.submit({"do": "register_players", "by": "judge", "players": some})
    return session


def _play(session: Session) -> None:
    """Play the round that was paired."""
    chance = random.Random(1)
    blank = {"how": "played", "winner": None, "bonus_a": 0, "bonus_b": 0, "confirmed": True}
    session.submit({"do": "publish_round", "by": "judge"})
    lines = [
        {"game": i, "score_a": chance.randint(0, 9), "score_b": chance.randint(0, 9), **blank}
        for i, g in session.state.played[-1].games.items()
        if g.b is not None
    ]
    for first in range(0, len(lines), 200):
        some = lines[first : first + 200]
        session.submit({"do": "submit_results", "by": "judge", "results": some})


def test_a_round_of_a_large_event_is_little_work(matchings):
    """100 players through the rules and the log: a round costs little more than the one before."""
    session = _large(100)
    for number in range(1, 4):
        with at_most(420_000 + 60_000 * number):
            session.submit({"do": "pair_round", "by": "judge"})
        _play(session)
    pairs, tables = matchings[::2], matchings[1::2]
    assert len(pairs) == len(tables) == 3
    assert max(pairs) < 1_600, "of the 4,950 that there are"
    assert max(tables) <= 50 * 99


@pytest.mark.slow
def test_a_round_of_the_largest_event_is_bounded_work(matchings):
    """2,000 players have two million pairs, of which a fortieth is looked at."""
    session = _large(2000)
    for number in range(1, 4):
        session.submit({"do": "pair_round", "by": "judge"})
        assert len(matchings) == 2 * number
        _play(session)
    assert max(matchings) < 50_000


def test_standings_of_a_large_event_are_work_in_proportion():
    """200 players over 10 rounds: some hundred lines of Python a player and round, no more."""
    event = Event(0, seed="s")
    event.register([f"p{k}" for k in range(200)])
    names = list(event.event.players)
    blank = {"how": "played", "winner": None, "bonus_a": 0, "bonus_b": 0, "confirmed": True}
    for number in range(1, 11):
        pairs = [
            {"a": names[k], "b": names[100 + (k + number) % 100], "table": None, "board": 1}
            for k in range(100)
        ]
        event.begin(pairs=pairs, reason="work")
        lines = [{"game": i, "score_a": k % 17, "score_b": k % 13, **blank}
                 for k, i in enumerate(event.games)]  # fmt: skip
        event.do("submit_results", results=lines)
    settings_ = event.event.settings
    assert settings_ is not None
    with at_most(200 * 10 * 150):
        table = standings(record_of(event.event), ranking_of(settings_))
    assert len(table.rows) == 200

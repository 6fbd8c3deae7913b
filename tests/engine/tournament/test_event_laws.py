"""What holds in every event, whatever happens in it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.engine.tournament.derive import asks_of, problem_of
from rollbook.engine.tournament.pairing import pair_round
from rollbook.engine.tournament.questions import check_paired, later_rounds
from rollbook.events.frozen import FrozenDict
from rollbook.events.log.log import MemoryLog
from rollbook.events.message import changed
from rollbook.events.tournament.facts import RoundPaired
from rollbook.projections.fold import Folder
from rollbook.projections.standings import standings
from rollbook.projections.state import States
from rollbook.projections.tournament.record import ranking_of, record_of
from rollbook.projections.tournament.state import TOURNAMENT, PairedGame, TournamentState
from tests.engine.tournament.event import Event
from tests.engine.tournament.event_play import begun, command

SEEDS = st.integers(0, 2**32)
COMMANDS = 70


def check_state(state: TournamentState) -> None:
    """Hold a state against what must be so in every event."""
    for place, played in enumerate(state.played, 1):
        assert played.number == place
        names = [n for g in played.games.values() for n in (g.a, g.b) if n is not None]
        assert len(names) == len(set(names)), "nobody has two games in a round"
        assert set(names) <= set(state.players)
        tables = [(g.table, g.board) for g in played.games.values() if g.table is not None]
        assert len(tables) == len(set(tables)), "no table is used twice"
        for game in played.games.values():
            check_game(game, newest=place == len(state.played))
    assert all(state.entered[player].status == "dropped" for player in state.drops)


def check_game(game: PairedGame, *, newest: bool) -> None:
    """Hold a game against what must be so."""
    assert (game.result is None) == (game.status == "open")
    assert game.stated == (game.result.number if game.result is not None else 0)
    assert newest or game.status != "open"
    if game.b is None:
        assert game.result is not None
        assert game.result.how == "bye"


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_random_events(seed):
    """A refusal changes nothing, the fold equals what was decided, and the state stays sound."""
    chance = random.Random(seed)
    event = begun(chance)
    events: list[Any] = []
    accepted: list[dict[str, Any]] = []
    start_state = event.state
    for _ in range(COMMANDS):
        asked = command(event, chance)
        before = event.state
        result = event.submit(asked)
        if "refused" in result:
            assert event.state is before
            assert result["refused"]["message"]
        else:
            accepted.append(asked)
            check_state(event.event)
    replayed = start_state
    again = Event.__new__(Event)
    again.__dict__.update(event.__dict__ | {"state": start_state})
    for asked in accepted:
        decision = again.decide(asked)
        events.extend(decision.events)
        again.state = decision.state
    folder = Folder(TOURNAMENT, replayed)
    folder.apply_all(events)
    assert folder.state == event.state
    state = event.event
    assert state.settings is not None
    standings(record_of(state), ranking_of(state.settings))


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_every_message_survives_the_log(seed):
    """An event of a log, read back from its bytes, is the same event and the same state."""
    chance = random.Random(seed)
    event = begun(chance)
    commands = [_started(event), _registered(event)]
    if commands[0]["check_in"]:
        everybody = list(event.event.players)
        commands.append({"do": "check_in", "by": "judge", "players": everybody})
    session = start(
        {"do": "start_game", "by": "system", "rules": "tournament", "players": {}}, None
    )
    for asked in commands:
        session.submit(asked)
    for _ in range(COMMANDS):
        asked = command(event, chance)
        if "events" in event.submit(asked):
            _try(session, asked)
    log = session.log
    again = MemoryLog.of(log.payload(seq) for seq in range(len(log)))
    assert [again.entry(k) for k in range(len(log))] == [log.entry(k) for k in range(len(log))]
    head = log.chain.timelines.head("main")
    assert States(again, TOURNAMENT).at(head) == session.state


def _try(session: Session, asked: dict[str, Any]) -> None:
    from rollbook.events.errors import RuleRefusal

    try:
        session.submit(asked)
    except RuleRefusal:
        pytest.fail("a log refuses what the rules accept")


def _started(event: Event) -> dict[str, Any]:
    settings_ = event.event.settings
    assert settings_ is not None
    rows = [
        f"{r.low},{'*' if r.high is None else r.high} => {r.loser},{r.winner}"
        for r in settings_.scoring.table
    ]
    made = {
        "do": "start_tournament",
        "by": "judge",
        "name": event.event.name,
        "seed": settings_.seed,
        "keys": list(settings_.keys),
        "mates_rounds": settings_.mates_rounds,
        "tables": None if settings_.tables is None else list(settings_.tables),
        "pair_by": settings_.pair_by,
    }
    return made | ({"table": rows} if rows else {}) | {"check_in": settings_.check_in}


def _registered(event: Event) -> dict[str, Any]:
    players = [
        {"player": p, "name": e.name, "club": e.club, "team": None, "rating": None}
        for p, e in event.event.entered.items()
    ]
    return {"do": "register_players", "by": "judge", "players": players}


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(4, 13), st.integers(1, 4))
def test_a_correction_changes_exactly_what_follows_from_it(seed, players, rounds):
    """
    After a correction the standings are those of an event in which it was right at once.

    Pairings that were played stay as they were.
    """
    event = Event(players, seed=str(seed))
    event.play(rounds, seed)
    number, ident, game = _some_game(event, seed)
    pairs = [event.pairs(k) for k in range(1, rounds + 1)]
    before = event.event
    new = {"game": ident, "score_a": 21, "score_b": seed % 20, "reason": "slip misread"}
    event.do("correct_result", **new)
    assert [event.pairs(k) for k in range(1, rounds + 1)] == pairs
    assert game.result is not None
    right = changed(game, result=changed(game.result, score_a=21, score_b=seed % 20))
    played = before.played[number - 1]
    rounds_ = list(before.played)
    rounds_[number - 1] = changed(played, games=played.games.put(ident, right))
    expected = changed(before, rounds=FrozenDict({str(r.number): r for r in rounds_}))
    assert before.settings is not None
    ranking = ranking_of(before.settings)
    corrected = standings(record_of(event.event), ranking)
    wanted = standings(record_of(expected), ranking)
    assert [(r.rank, r.player, r.values) for r in corrected.rows] == [
        (r.rank, r.player, r.values) for r in wanted.rows
    ]


def _some_game(event: Event, seed: int) -> tuple[int, str, PairedGame]:
    chance = random.Random(seed)
    played = chance.choice(event.event.played)
    ident = chance.choice([i for i, g in played.games.items() if g.b is not None])
    return played.number, ident, played.games[ident]


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(4, 12), st.integers(2, 4))
def test_the_later_report_is_what_pairing_from_scratch_says(seed, players, rounds):
    """For every later round the report lists what two pairings from scratch differ in."""
    event = Event(players, seed=str(seed))
    event.play(rounds, seed)
    number, ident, _ = _some_game(event, seed)
    before = event.event
    event.do("correct_result", game=ident, score_a=22, score_b=22, reason="slip misread")
    after = event.event
    told = {later.round: later for later in later_rounds(before, after, number + 1)}
    for played in after.played[number:]:
        asks = asks_of(played)
        was, now = (_scratch(state, asks) for state in (before, after))
        if was == now:
            assert played.number not in told
        else:
            later = told[played.number]
            assert {frozenset(pair) for pair in later.not_made} == was - now
            assert {frozenset(pair) for pair in later.instead} == now - was


def _scratch(state: TournamentState, asks: Any) -> set[frozenset[str | None]]:
    plan = pair_round(problem_of(state, asks))
    bye = {frozenset((plan.bye, None))} if plan.bye is not None else set()
    return {frozenset((p.a, p.b)) for p in plan.pairs} | bye


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_every_round_follows_from_its_seed(seed):
    """Whatever happened before, a round derived again from the state before it is the same."""
    chance = random.Random(seed)
    event = begun(chance)
    for _ in range(COMMANDS):
        asked = command(event, chance)
        try_state = event.state
        if asked["do"] != "pair_round":
            event.submit(asked)
            continue
        result = event.submit(asked)
        if "refused" in result:
            continue
        again = Event.__new__(Event)
        again.__dict__.update(event.__dict__ | {"state": try_state})
        folder = Folder(TOURNAMENT, try_state)
        for fact in again.decide(asked).events:
            if isinstance(fact, RoundPaired):
                checked = check_paired(folder.state, fact)
                assert fact.by_hand or not checked.differences
            folder.apply(fact)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(3, 10), st.integers(0, 3))
def test_a_withdrawn_round_comes_back_the_same(seed, players, rounds):
    """Pairing again from the same state gives the same pairs at the same tables."""
    event = Event(players, seed=str(seed), tables=list(range(1, 13)))
    event.play(rounds, seed)
    event.do("pair_round")
    first = [(g.a, g.b, g.table) for g in event.games.values()]
    event.do("withdraw_round", reason="again")
    event.do("pair_round")
    assert [(g.a, g.b, g.table) for g in event.games.values()] == first


def test_the_report_on_a_hand_made_example():
    """
    Four players: the winner of a game of round 1 changes, and so does round 2.

    Round 2 pairs the two winners; with one winner exchanged the seed would
    have paired the other way.
    """
    event = Event(0, seed="x")
    event.register(["a", "b", "c", "d"])
    pairs = [
        {"a": "a", "b": "b", "table": None, "board": 1},
        {"a": "c", "b": "d", "table": None, "board": 1},
    ]
    event.begin(pairs=pairs, reason="example")
    for ident in event.open_games():
        event.do("submit_result", game=ident, score_a=9, score_b=1, signed=True)
    event.begin()
    assert frozenset(("a", "c")) in event.pairs()
    event.finish()
    before = event.event
    event.do("correct_result", game="r1-1", score_a=1, score_b=9, reason="read upside down")
    (later,) = later_rounds(before, event.event, 2)
    assert later.round == 2
    assert {frozenset(p) for p in later.not_made} == {frozenset("ac"), frozenset("bd")}
    assert {frozenset(p) for p in later.instead} == {frozenset("bc"), frozenset("ad")}
    event.do("correct_result", game="r1-1", score_a=2, score_b=9, reason="the same winner")
    assert later_rounds(before, event.event, 2)
    assert frozenset(("a", "c")) in event.pairs(2)


def test_teams_and_schedules_have_no_such_report():
    """Rounds that do not hang on results cannot have been different."""
    event = Event(5, system="round_robin")
    event.play(2)
    before = event.event
    event.do("correct_result", game=_some_game(event, 1)[1], score_a=30, score_b=0, reason="x")
    assert later_rounds(before, event.event, 1) == ()

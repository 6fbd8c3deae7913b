"""What may be done at an event, sentence by sentence."""

from __future__ import annotations

import pytest

from rollbook.engine.ruleset import rule_set
from rollbook.projections.crosstable import crosstable
from rollbook.projections.standings import standings
from rollbook.projections.tournament.record import ranking_of, record_of, teams_of
from tests.conftest import Game
from tests.engine.tournament.event import Event


@pytest.fixture
def playing() -> Event:
    """An event of eight whose first round is being played."""
    event = Event()
    event.begin()
    return event


def first(event: Event) -> str:
    """The first game of the newest round."""
    return next(iter(event.games))


def opened(*, begin: bool = True) -> Event:
    """An event without settings, or without anything."""
    event = Event.__new__(Event)
    Game.__init__(event, rule_set("tournament"))
    if begin:
        event.do("start_game", by="system", rules="tournament", players={})
    return event


class TestStart:
    def test_every_setting_is_written_out(self):
        """Entry 1 names every setting, also those that nobody chose."""
        event = Event(0, table=["0,4 => 10,10", "5,* => 0,20"], rounds=3)
        settings = event.event.settings
        assert settings is not None
        assert settings.scoring.table[1].winner == 20
        assert settings.keys[0] == "match_points"
        assert settings.mates_rounds is None

    @pytest.mark.parametrize(
        ("rows", "line"),
        [
            (["0,4 => 10,10", "6,* => 0,20"], "line 2"),
            (["0,4 => 10,10", "4,* => 0,20"], "line 2"),
            (["0,4 => 10"], "line 1"),
        ],
    )
    def test_a_difference_table_with_a_gap_or_overlap_names_its_line(self, rows, line):
        """Gaps, overlaps and other forms are refused with the line."""
        event = opened()
        result = event.ask("start_tournament", name="Cup", seed="s", table=rows)
        assert result["refused"]["code"] == "BAD_VALUE"
        assert line in result["refused"]["message"]

    def test_unknown_ranking_keys_are_refused(self):
        """A key that does not exist is named, with those that do."""
        result = opened().ask("start_tournament", name="C", seed="s", keys=["luck"])
        assert "luck" in result["refused"]["message"]

    def test_nothing_comes_before_it(self):
        """Before start_tournament everything else is refused, and it comes only once."""
        event = opened()
        assert event.refused("pair_round") == "NOT_STARTED"
        assert Event(2).refused("start_tournament", name="Cup", seed="s") == "ALREADY_STARTED"

    def test_players_do_not_stand_in_entry_0(self):
        """A tournament's players register later."""
        event = opened(begin=False)
        refused = event.ask("start_game", by="system", rules="tournament", players={"a": "Ann"})
        assert refused["refused"]["code"] == "BAD_VALUE"


class TestPlayers:
    def test_registered_players_may_act(self, playing):
        """Who has registered counts as a player of the log; nobody else does."""
        assert playing.refused("note", by="zoe", text="hello") == "UNKNOWN_PLAYER"
        playing.do("note", by="p1", text="hello")

    def test_an_id_is_taken_once(self):
        """A second player of one id is refused, and names who has it."""
        event = Event(2)
        players = [{"player": "p1", "name": "X", "club": None, "team": None, "rating": None}]
        assert event.refused("register_players", players=players) == "PLAYER_EXISTS"

    def test_a_late_entry_plays_from_the_next_round(self, playing):
        """Who comes after the first pairing is paired in the next round."""
        playing.register(["late"])
        assert "late" not in {n for pair in playing.pairs() for n in pair}
        playing.finish()
        playing.begin()
        assert "late" in {n for pair in playing.pairs() for n in pair}

    def test_a_late_entry_into_the_newest_round_meets_the_bye(self):
        """With a repair, a late player takes the opponent of whoever had the bye."""
        event = Event(7)
        event.begin()
        bye = next(g.a for g in event.games.values() if g.b is None)
        kept = {pair for pair in event.pairs() if None not in pair}
        event.register(["late"], first=1)
        event.do("repair_round", reason="he is here")
        assert event.pairs() == kept | {frozenset((bye, "late"))}

    def test_only_who_checked_in_is_paired(self):
        """With that setting, who is not here is left out, and the round says so."""
        event = Event(4, check_in=True)
        event.do("check_in", players=["p1", "p2"])
        event.do("pair_round")
        assert event.pairs() == {frozenset(("p1", "p2"))}
        assert event.event.played[0].absent == ("p3", "p4")

    def test_a_player_checks_in_himself_only(self):
        """Others are the judge's business."""
        event = Event(3)
        event.do("check_in", by="p1", players=["p1"])
        assert event.refused("check_in", by="p1", players=["p2"]) == "NOT_JUDGE"

    def test_a_locked_list_stays(self):
        """After the lock no other list is taken."""
        event = Event(2)
        event.do("submit_list", by="p1", player="p1", sha256="ab" * 32)
        event.do("lock_lists")
        assert event.refused("submit_list", player="p1", sha256="cd" * 32) == "WRONG_PHASE"
        assert event.event.entered["p1"].list_hash == bytes.fromhex("ab" * 32)


class TestResults:
    def test_submitted_then_confirmed_by_the_other(self, playing):
        """A result counts, marked, as soon as it is submitted; the other one confirms it."""
        ident = first(playing)
        game = playing.games[ident]
        playing.do("submit_result", by=game.a, game=ident, score_a=12, score_b=3)
        assert playing.games[ident].status == "submitted"
        assert playing.table()[game.a] == (1, 2)
        assert playing.refused("confirm_result", by=game.a, game=ident) == "OWN_RESULT"
        playing.do("confirm_result", by=game.b, game=ident)
        assert playing.games[ident].status == "confirmed"

    def test_others_have_no_say(self, playing):
        """Who does not play a game neither submits, confirms nor disputes it."""
        one, other = list(playing.games)[:2]
        stranger = playing.games[other].a
        for name in ("submit_result", "confirm_result"):
            assert playing.refused(name, by=stranger, game=one) == "NOT_YOUR_GAME"
        assert (
            playing.refused("dispute_result", by=stranger, game=one, reason="x") == "NOT_YOUR_GAME"
        )

    def test_a_dispute_takes_the_result_out_until_it_is_ruled(self, playing):
        """What is in dispute is worth nothing; the ruling replaces it and names it."""
        ident = first(playing)
        game = playing.games[ident]
        playing.do("submit_result", by=game.a, game=ident, score_a=12, score_b=3)
        playing.do("dispute_result", by=game.b, game=ident, reason="never")
        assert playing.table()[game.a][1] == 0
        events = playing.do("rule_result", game=ident, score_a=9, score_b=9, reason="counted")
        assert events[0]["replaces"] == 1
        assert events[0]["result"]["number"] == 2
        assert playing.table()[game.a][1] == 1

    def test_a_ruling_may_let_it_stand(self, playing):
        """Without scores the judge lets the submitted result stand."""
        ident = first(playing)
        game = playing.games[ident]
        assert playing.refused("rule_result", game=ident, reason="x") == "BAD_RESULT"
        playing.do("submit_result", by=game.a, game=ident, score_a=12, score_b=3)
        playing.do("dispute_result", by=game.b, game=ident, reason="never")
        events = playing.do("rule_result", game=ident, reason="both slips say so")
        assert events[0]["result"]["score_a"] == 12
        assert playing.games[ident].status == "ruled"

    def test_a_correction_names_what_it_replaces(self, playing):
        """Corrections count up, and each says which statement it replaces."""
        ident = first(playing)
        playing.do("submit_result", game=ident, score_a=1, score_b=2, signed=True)
        playing.do("correct_result", game=ident, score_a=2, score_b=1, reason="swapped")
        events = playing.do("correct_result", game=ident, score_a=3, score_b=1, reason="smudge")
        assert (events[0]["replaces"], events[0]["result"]["number"]) == (2, 3)
        same = {"game": ident, "score_a": 3, "score_b": 1, "reason": "again"}
        assert playing.refused("correct_result", **same) == "NOTHING_CHANGED"

    def test_who_may_correct(self, playing):
        """A player corrects his own result until it is confirmed; after that the judge does."""
        ident = first(playing)
        game = playing.games[ident]
        playing.do("submit_result", by=game.a, game=ident, score_a=1, score_b=2)
        fix = {"game": ident, "score_a": 2, "score_b": 2, "reason": "typo"}
        assert playing.refused("correct_result", by=game.b, **fix) == "NOT_JUDGE"
        playing.do("correct_result", by=game.a, **fix)
        assert playing.games[ident].status == "submitted"
        playing.do("confirm_result", by=game.b, game=ident)
        fix["score_a"] = 3
        assert playing.refused("correct_result", by=game.a, **fix) == "NOT_JUDGE"
        playing.do("correct_result", **fix)
        assert playing.games[ident].status == "ruled"

    @pytest.mark.parametrize(
        "fields",
        [
            {"score_a": 3},
            {},
            {"how": "walkover"},
            {"score_a": 200, "score_b": 0},
            {"score_a": -1, "score_b": 0},
        ],
    )
    def test_results_that_cannot_be_counted(self, fields):
        """Half a result, none, a walkover without winner, beyond the table, below zero."""
        event = Event(4, table=["0,50 => 10,10"])
        event.begin()
        assert event.refused("submit_result", game=first(event), **fields) == "BAD_RESULT"

    def test_no_result_before_the_round_is_published(self):
        """Pairings that nobody has seen have no results."""
        event = Event(4)
        event.do("pair_round")
        result = {"game": first(event), "score_a": 1, "score_b": 0}
        assert event.refused("submit_result", **result) == "WRONG_PHASE"

    def test_unknown_games(self, playing):
        """A game that is not there is named."""
        for ident in ("r9-1", "r1-99", "nonsense", "r1b-1"):
            assert playing.refused("confirm_result", game=ident) == "UNKNOWN_GAME"

    def test_many_results_are_taken_whole_or_not_at_all(self, playing):
        """One bad line, and none of them is recorded."""
        blank = {"how": "played", "winner": None, "bonus_a": 0, "bonus_b": 0, "confirmed": True}
        lines = [{"game": i, "score_a": 5, "score_b": 1, **blank} for i in playing.games]
        bad = [*lines[:-1], {**lines[-1], "score_b": None}]
        assert playing.refused("submit_results", results=bad) == "BAD_RESULT"
        playing.do("submit_results", results=lines)
        assert not playing.open_games()


class TestRounds:
    def test_pairing_waits_for_every_game_and_names_the_one(self, playing):
        """The next round is not paired while a game is open or in dispute."""
        playing.finish()
        last = list(playing.games)[-1]
        event = Event()
        event.begin()
        for ident in event.open_games()[:-1]:
            event.do("submit_result", game=ident, score_a=3, score_b=1)
        refused = event.ask("pair_round")["refused"]
        assert (refused["code"], refused["game"]) == ("GAME_OPEN", last)
        game = event.games[last]
        event.do("submit_result", by=game.a, game=last, score_a=3, score_b=1)
        event.do("dispute_result", by=game.b, game=last, reason="no")
        refused = event.ask("pair_round")["refused"]
        assert (refused["code"], refused["game"]) == ("GAME_DISPUTED", last)

    def test_counted_as_reported_stands_in_the_event(self, playing):
        """The disputed result counts as submitted, and the log says so."""
        ident = first(playing)
        game = playing.games[ident]
        playing.do("submit_result", by=game.a, game=ident, score_a=3, score_b=1)
        playing.do("dispute_result", by=game.b, game=ident, reason="no")
        playing.finish()
        events = playing.do("pair_round", count_as_reported=True)
        assert events[0] == {"type": "ResultCountedAsReported", "game": ident, "statement": 1}
        assert playing.table()[game.a][1] == 2
        assert playing.event.played[0].games[ident].status == "disputed"

    def test_a_result_of_an_earlier_round_may_be_disputed_late(self, playing):
        """What nobody has confirmed can still be disputed; then the next pairing waits."""
        ident = first(playing)
        game = playing.games[ident]
        playing.do("submit_result", by=game.a, game=ident, score_a=3, score_b=1)
        playing.finish()
        playing.begin()
        playing.do("dispute_result", by=game.b, game=ident, reason="I was not asked")
        playing.finish()
        assert playing.refused("pair_round") == "GAME_DISPUTED"
        playing.do("rule_result", game=ident, score_a=1, score_b=3, reason="two witnesses")
        playing.do("pair_round")

    def test_every_pairing_carries_rule_edition_and_seed(self, playing):
        """What paired a round stands in it."""
        played = playing.event.played[0]
        assert (played.rule, played.seed) == (f"RB-PR-1/{played.edition}", "s")

    def test_a_withdrawn_round_is_kept_and_comes_back_the_same(self):
        """From the same seed the same pairs, under ids of their own."""
        event = Event(9)
        event.play(1)
        event.begin()
        before, ids = event.pairs(), set(event.games)
        event.do("withdraw_round", reason="fire drill")
        assert len(event.event.played) == 1
        assert set(event.event.put_aside[0].games) == ids
        event.begin()
        assert event.pairs() == before
        assert not ids & set(event.games)
        assert all(ident.startswith("r2b-") for ident in event.games)

    def test_a_round_by_hand_needs_a_reason(self):
        """Manual pairs are allowed, recorded with their reason, and checked."""
        event = Event(4)
        pairs = [{"a": "p1", "b": "p2", "table": 1, "board": 1}]
        assert event.refused("pair_round", pairs=pairs) == "BAD_VALUE"
        twice = [*pairs, {"a": "p1", "b": "p3", "table": 2, "board": 1}]
        assert event.refused("pair_round", pairs=twice, reason="x") == "BAD_VALUE"
        same_table = [*pairs, {"a": "p3", "b": "p4", "table": 1, "board": 1}]
        assert event.refused("pair_round", pairs=same_table, reason="x") == "BAD_VALUE"
        event.do("pair_round", pairs=pairs, reason="the sponsor's game")
        assert event.event.played[0].by_hand
        assert event.event.played[0].reason == "the sponsor's game"

    def test_a_bye_that_was_asked_for(self):
        """It is worth what was said, and does not count as the bye that the pairing gives."""
        event = Event(4)
        event.begin(byes=[{"player": "p1", "worth": "draw"}])
        byes = [(g.a, g.worth) for g in event.games.values() if g.b is None]
        assert ("p1", "draw") in byes
        assert event.table()["p1"][1] == 1

    def test_pairs_changed_by_hand(self, playing):
        """Two games are set the other way round; what they were is kept aside."""
        one, two = list(playing.games)[:2]
        a, b = playing.games[one], playing.games[two]
        pairs = [
            {"a": a.a, "b": b.a, "table": None, "board": 1},
            {"a": a.b, "b": b.b, "table": None, "board": 1},
        ]
        playing.do("change_pairings", undo=[one, two], pairs=pairs, reason="brothers")
        assert frozenset((a.a, b.a)) in playing.pairs()
        assert set(playing.event.played[0].gone) == {one, two}

    def test_played_games_are_not_taken_apart(self, playing):
        """A game with a played result stays."""
        ident = first(playing)
        playing.do("submit_result", game=ident, score_a=3, score_b=1)
        assert playing.refused("repair_round", undo=[ident], reason="x") == "WRONG_PHASE"

    def test_the_repair_touches_few_tables(self):
        """Who lost his opponent and the bye are joined; everybody else stays seated."""
        event = Event(9, tables=[1, 2, 3, 4, 5])
        event.do("pair_round")
        bye = next(g.a for g in event.games.values() if g.b is None)
        gone, left = next((g.a, g.b) for g in event.games.values() if g.b is not None)
        kept = {frozenset((g.a, g.b)) for g in event.games.values() if g.b and gone != g.a}
        event.do("drop_player", player=gone, meaning="void", reason="ill")
        event.do("repair_round", reason="he left before the start")
        assert event.pairs() == kept | {frozenset((left, bye))}

    def test_tables_move_to_free_ones_only(self):
        """A game moves to a table that nobody sits at."""
        event = Event(4, tables=[1, 2, 3])
        event.begin()
        ident = next(i for i, g in event.games.items() if g.table == 1)
        assert event.refused("assign_table", game=ident, table=2, reason="x") == "BAD_VALUE"
        event.do("assign_table", game=ident, table=3, reason="a lamp is broken")
        assert event.games[ident].table == 3

    def test_mates_rematches_and_tables_are_kept_apart(self):
        """Over the rounds nobody meets twice, meets a club mate, or sits at a table again."""
        event = Event(12, clubs=4, tables=list(range(1, 13)))
        met: set[frozenset[str | None]] = set()
        seats: set[tuple[str, int | None]] = set()
        for _ in range(4):
            event.begin()
            pairs = event.pairs()
            assert not pairs & met
            met |= pairs
            for game in event.games.values():
                assert game.b is not None
                assert (int(game.a[1:]) - int(game.b[1:])) % 4
                for name in (game.a, game.b):
                    assert (name, game.table) not in seats
                    seats.add((name, game.table))
            event.finish()

    def test_kept_apart(self):
        """Two who are kept apart do not meet while it can be avoided."""
        event = Event(4)
        event.do("pair_round")
        a, b = sorted(next(iter(event.pairs())), key=str)
        event.do("withdraw_round", reason="they share a car")
        event.do("keep_apart", a=a, b=b)
        event.do("pair_round")
        assert frozenset((a, b)) not in event.pairs()

    def test_only_the_judge_runs_rounds(self, playing):
        """Players pair, publish, withdraw, close and rule nothing."""
        playing.finish()
        for name, fields in (
            ("pair_round", {}),
            ("close_round", {}),
            ("withdraw_round", {"reason": "x"}),
            ("give_penalty", {"player": "p2", "match_points": 1, "reason": "x"}),
            ("close_tournament", {}),
            ("pause_clock", {"reason": "x"}),
        ):
            assert playing.refused(name, by="p1", **fields) == "NOT_JUDGE"
            assert playing.refused(name, by="system", **fields) == "NOT_JUDGE"


class TestSystems:
    def test_round_robin_meets_everybody_once(self):
        """Five players: five rounds, each rests once, everybody meets everybody."""
        event = Event(5, system="round_robin")
        met: list[frozenset[str | None]] = []
        for _ in range(5):
            event.begin()
            met += [pair for pair in event.pairs() if None not in pair]
            event.finish()
        assert len(met) == len(set(met)) == 10
        assert event.refused("pair_round") == "CANNOT_PAIR"
        players = [{"player": "x", "name": "X", "club": None, "team": None, "rating": None}]
        assert event.refused("register_players", players=players) == "WRONG_PHASE"

    def test_knock_out_goes_on_with_winners(self):
        """Winners of neighbouring games meet until one is left; a draw must be ruled."""
        event = Event(6, system="elimination")
        event.begin()
        assert sum(1 for g in event.games.values() if g.b is None) == 2
        for ident in event.open_games():
            event.do("submit_result", game=ident, score_a=4, score_b=4, signed=True)
        assert event.refused("pair_round") == "CANNOT_PAIR"
        for ident, game in event.games.items():
            if game.b is not None:
                event.do("rule_result", game=ident, winner="a", how="judge_set", reason="dice-off")
        winners = {g.a for g in event.games.values()}
        event.begin()
        assert {n for pair in event.pairs() for n in pair} == winners
        event.finish(1)
        event.begin()
        event.finish(1)
        assert event.refused("pair_round") == "CANNOT_PAIR"

    def test_teams_sit_on_consecutive_boards(self):
        """A match of two teams takes one table after the other, and counts as one."""
        event = Event(0, teams="boards")
        players = [
            {"player": f"{t}{k}", "name": f"{t}{k}", "club": None, "team": t, "rating": None}
            for t in "abcd"
            for k in range(3)
        ]
        event.do("register_players", players=players)
        met: set[frozenset[str]] = set()
        for _ in range(3):
            event.begin()
            boards = sorted(
                (g.table, g.board, g.a[0], (g.b or "")[0]) for g in event.games.values()
            )
            assert [b[0] for b in boards] == [1, 2, 3, 4, 5, 6]
            assert [b[1] for b in boards] == [1, 2, 3, 1, 2, 3]
            pairs = {frozenset(b[2:]) for b in boards}
            assert len(pairs) == 2
            assert not pairs & met
            met |= pairs
            event.finish()
        record, ranking = teams_of(event.event)
        assert {row.player.id for row in standings(record, ranking).rows} == set("abcd")


class TestDrops:
    def test_before_the_first_round_a_player_just_withdraws(self):
        """He is in no table, and nobody asks what that means for games."""
        event = Event(5)
        event.do("drop_player", by="p5", player="p5", reason="flu")
        assert "p5" not in event.table()

    def test_the_meaning_is_chosen_each_time(self, playing):
        """Once a round is paired a drop without a meaning is refused."""
        refused = playing.ask("drop_player", player="p1", reason="x")["refused"]
        assert (refused["code"], refused["field"]) == ("NEEDS_FIELD", "meaning")

    @pytest.mark.parametrize("meaning", ["lost", "void"])
    def test_in_mid_round_the_open_game_is_a_walkover(self, playing, meaning):
        """The opponent wins without play, unless a ruling says otherwise."""
        ident = playing.game_of("p1")
        game = playing.games[ident]
        other = game.b if game.a == "p1" else game.a
        playing.do("drop_player", by="p1", player="p1", meaning=meaning, reason="train")
        result = playing.games[ident].result
        assert (result.how, playing.table()[other][1]) == ("walkover", 2)
        playing.do("rule_result", game=ident, how="agreed_draw", reason="the hall was locked")
        assert playing.table()[other][1] == 1

    def test_lost_void_and_erased(self):
        """Lost rounds count as losses, void ones not at all, the erased leave the table."""
        for meaning, shown in (("lost", "d"), ("void", "."), ("erased", None)):
            event = Event(6)
            event.play(1)
            event.do("drop_player", player="p1", meaning=meaning, reason="x")
            event.play(1)

            assert event.event.settings is not None
            rows = crosstable(record_of(event.event), ranking_of(event.event.settings))
            marks = {row.player.id: [c.mark for c in row.cells] for row in rows}
            assert (marks["p1"][1] if shown else marks.get("p1")) == shown

    def test_who_left_is_not_paired_and_does_not_leave_twice(self, playing):
        """After a drop there is no next round for him."""
        playing.do("drop_player", player="p1", meaning="lost", reason="x")
        again = {"player": "p1", "meaning": "lost", "reason": "x"}
        assert playing.refused("drop_player", **again) == "WRONG_PHASE"
        playing.finish()
        playing.begin()
        assert "p1" not in {n for pair in playing.pairs() for n in pair}

    def test_a_drop_in_a_round_that_is_withdrawn(self, playing):
        """The round that is paired instead is the first that he does not play."""
        playing.do("drop_player", player="p1", meaning="lost", reason="x")
        playing.do("withdraw_round", reason="x")
        playing.begin()
        playing.finish()
        assert playing.event.drops["p1"].round == 1
        assert "p1" in playing.table()


class TestTheRest:
    def test_penalties_count_until_they_are_lifted(self, playing):
        """Points go and come back; a penalty of nothing is refused."""
        playing.finish()
        before = playing.table()["p1"][1]
        playing.do("give_penalty", player="p1", match_points=1, card="yellow", reason="late")
        assert playing.table()["p1"][1] == before - 1
        playing.do("lift_penalty", penalty=1, reason="the clock was wrong")
        assert playing.table()["p1"][1] == before
        assert playing.refused("lift_penalty", penalty=1, reason="x") == "NOTHING_CHANGED"
        assert playing.refused("give_penalty", player="p1", reason="x") == "BAD_VALUE"

    def test_a_link_fills_the_result(self, playing):
        """With scores from the game's log an open game gets its result."""
        ident = playing.game_of("p1")
        link = {"rules": "hull-points", "game_id": "ab" * 16, "size": 9, "root": "cd" * 32}
        events = playing.do("link_game", by="p1", game=ident, score_a=3, score_b=1, **link)
        assert [e["type"] for e in events] == ["GameLinked", "ResultSubmitted"]
        assert playing.games[ident].link.size == 9
        assert playing.refused("link_game", by="p1", game=ident, **link) == "NOT_JUDGE"
        events = playing.do("link_game", game=ident, **{**link, "size": 12})
        assert [e["type"] for e in events] == ["GameLinked"]

    def test_after_the_end_only_notes(self, playing):
        """A closed event takes notes and nothing else; it closes when every game is done."""
        assert playing.refused("close_tournament") == "GAME_OPEN"
        playing.finish()
        playing.do("close_tournament", winner="p1")
        playing.do("note", text="thanks to all")
        assert playing.refused("pair_round") == "GAME_OVER"

    def test_a_ruling_about_no_result(self, playing):
        """It is kept; it may set no values, since a tournament's have their own commands."""
        playing.do("ruling", reason="talking is allowed", set={})
        assert playing.refused("ruling", reason="x", set={"round": 9}) == "BAD_VALUE"

    def test_the_clock(self, playing):
        """A pause is noted for a game or for the round."""
        ident = first(playing)
        assert playing.do("pause_clock", game=ident, minutes=5, reason="spilt tea")
        assert playing.refused("pause_clock", game="r1-99", reason="x") == "UNKNOWN_GAME"

"""Later rounds after a correction, rounds from a record, round robin and knock-out."""

from itertools import combinations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("rustworkx", reason="the extra 'tournament' is not installed")

from rollbook.engine.tournament.brackets import (
    bracket_order,
    first_elimination_round,
    next_elimination_round,
    round_robin,
)
from rollbook.engine.tournament.entrants import PairingSettings, present, problem_for
from rollbook.engine.tournament.later import later_pairings
from rollbook.engine.tournament.pairing import check_round, pair_round
from rollbook.engine.tournament.problem import Pair, PairingError, PairingRules
from rollbook.projections.standings import RankingSettings
from rollbook.projections.tournament_record import Drop, Game, Player, Record

RANKING = RankingSettings()
PAIRING = PairingSettings(seed="s", rules=PairingRules(tables=tuple(range(1, 9))))


def played(names: str, rounds: int, scores: list[tuple[int, int]]) -> Record:
    """Play *rounds* rounds as the seed pairs them, with results out of *scores*."""
    record = Record(players=tuple(Player(id=n, name=n) for n in names))
    place = 0
    for number in range(1, rounds + 1):
        plan = pair_round(problem_for(record, RANKING, PAIRING, number))
        games: list[Game] = []
        for pair in plan.pairs:
            a, b = scores[place % len(scores)]
            place += 1
            games.append(
                Game(round=number, a=pair.a, b=pair.b, table=pair.table, score_a=a, score_b=b)
            )
        if plan.bye is not None:
            games.append(Game(round=number, a=plan.bye, how="bye"))
        record = attrs.evolve(record, games=record.games + tuple(games), rounds=number)
    return record


class TestFromTheRecord:
    def test_a_withdrawn_round_comes_back_the_same(self):
        """Taking the last round out and pairing again gives the very same pairs and tables."""
        record = played("ABCDEFG", 4, [(9, 1), (3, 3), (0, 8)])
        last = [g for g in record.games if g.round == 4 and g.b is not None]
        bye = next(g.a for g in record.games if g.round == 4 and g.b is None)
        without = attrs.evolve(
            record, games=tuple(g for g in record.games if g.round < 4), rounds=3
        )
        question = problem_for(without, RANKING, PAIRING, 4)
        published = [Pair(a=g.a, b=g.b or "", table=g.table) for g in last]
        assert check_round(question, published, bye) == ()
        assert problem_for(record, RANKING, PAIRING, 4) == question

    def test_who_is_there(self):
        """Late entries, drops, asked-for byes and the absent are not paired."""
        record = Record(
            players=tuple(
                Player(id=n, name=n, entered_round=3 if n == "B" else 1) for n in "ABCDE"
            ),
            drops=(Drop(player="C", round=2),),
            games=(Game(round=2, a="D", how="bye", winner="draw", requested=True),),
        )
        assert present(record, 1) == ("A", "C", "D", "E")
        assert present(record, 2, absent={"E"}) == ("A",)
        assert present(record, 3) == ("A", "B", "D", "E")

    def test_a_walkover_is_no_meeting(self):
        """They never sat down, so they may still be paired."""
        games = (
            Game(round=1, a="A", b="B", table=1, how="walkover", winner="a"),
            Game(round=1, a="C", b="D", table=2, score_a=1, score_b=0),
        )
        record = Record(players=tuple(Player(id=n, name=n) for n in "ABCD"), games=games, rounds=1)
        entrants = {e.id: e for e in problem_for(record, RANKING, PAIRING, 2).entrants}
        assert entrants["A"].met == ()
        assert entrants["C"].met == ("D",)
        assert entrants["C"].used_tables == {2}


class TestLaterPairings:
    def test_a_correction_by_hand(self):
        """
        A beat B, C beat D: the winners meet.  B had won in truth, so B and C
        would have met instead.
        """
        players = tuple(Player(id=n, name=n) for n in "ABCD")
        first = (
            Game(round=1, a="A", b="B", score_a=9, score_b=0),
            Game(round=1, a="C", b="D", score_a=9, score_b=0),
        )
        second = (
            Game(round=2, a="A", b="C", score_a=9, score_b=0),
            Game(round=2, a="B", b="D", score_a=9, score_b=0),
        )
        before = Record(players=players, games=first + second, rounds=2)
        fixed = attrs.evolve(first[0], score_a=0, score_b=9)
        after = attrs.evolve(before, games=(fixed, *before.games[1:]))
        found = later_pairings(before, after, RANKING, PairingSettings(seed="s"), 2)
        assert [r.round for r in found] == [2]
        assert {frozenset(p) for p in found[0].not_made} == {frozenset("AC"), frozenset("BD")}
        assert {frozenset(p) for p in found[0].instead} == {frozenset("BC"), frozenset("AD")}

    @given(
        st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=12),
        st.integers(0, 2),
        st.sampled_from(["ABCDEF", "ABCDEFG", "ABCDEFGH"]),
    )
    @settings(max_examples=40, deadline=None)
    def test_it_is_pairing_from_scratch(self, scores, which, names):
        """Every later round, paired anew with the corrected record, says the same."""
        before = played(names, 4, scores)
        old = before.games[which]
        fixed = attrs.evolve(old, score_a=old.score_b, score_b=old.score_a)
        after = attrs.evolve(before, games=tuple(fixed if g is old else g for g in before.games))
        report = {r.round: r for r in later_pairings(before, after, RANKING, PAIRING, 2)}
        for number in (2, 3, 4):
            cut = attrs.evolve(
                after, games=tuple(g for g in after.games if g.round < number), rounds=number - 1
            )
            plan = pair_round(problem_for(cut, RANKING, PAIRING, number))
            scratch = {pair.key for pair in plan.pairs}
            was = {
                frozenset((g.a, g.b)) for g in before.games if g.round == number and g.b is not None
            }
            said = report.get(number)
            gone = {frozenset(p) for p in said.not_made if p[1]} if said else set()
            new = {frozenset(p) for p in said.instead if p[1]} if said else set()
            assert (was - scratch, scratch - was) == (gone, new)


class TestRoundRobin:
    @given(st.integers(2, 15), st.integers(1, 2), st.text(max_size=3))
    def test_everybody_meets_everybody(self, n, laps, seed):
        """Once a lap, nobody twice in a round, everybody rests equally often."""
        names = [f"p{k}" for k in range(n)]
        fixtures = round_robin(names, seed, laps)
        meetings = [p.key for f in fixtures for p in f.pairs]
        assert sorted(map(sorted, meetings)) == sorted(
            sorted(c) for c in combinations(names, 2) for _ in range(laps)
        )
        for fixture in fixtures:
            there = [x for p in fixture.pairs for x in (p.a, p.b)]
            there += [fixture.bye] if fixture.bye else []
            assert sorted(there) == sorted(names)
        assert [f.round for f in fixtures] == list(range(1, len(fixtures) + 1))

    def test_the_second_lap_turns_the_sides(self):
        """Who was named first is named second."""
        one, two = round_robin("AB", "s", 2)
        assert (one.pairs[0].a, one.pairs[0].b) == (two.pairs[0].b, two.pairs[0].a)

    def test_one_player_is_no_tournament(self):
        """Neither is a player twice."""
        for names in ("A", "AA"):
            with pytest.raises(PairingError, match="two players"):
                round_robin(names, "s")


class TestKnockOut:
    @given(st.integers(2, 40))
    def test_the_better_seed_always_wins_its_way_through(self, n):
        """If the better seed always wins, the first two meet in the final."""
        seeds = [f"s{k:02d}" for k in range(1, n + 1)]
        matches = first_elimination_round(seeds)
        assert sum(1 for m in matches if m[1] is None) == (1 << (n - 1).bit_length()) - n
        final = matches
        while matches:
            final = matches
            winners = {x: min(a, b) for a, b in matches if b for x in (a, b)}
            matches = next_elimination_round(matches, winners)
        assert {final[0][0], final[0][1]} == {"s01", "s02"}

    def test_the_order_of_lines(self):
        """Each half holds one of the first two seeds, each quarter one of the first four."""
        order = bracket_order(16)
        assert sorted(order) == list(range(1, 17))
        assert all(len({1, 2, 3, 4} & set(order[k : k + 4])) == 1 for k in range(0, 16, 4))

    def test_a_match_without_a_winner_is_named(self):
        """The next round waits for it."""
        with pytest.raises(PairingError, match="A against B has no winner"):
            next_elimination_round([("A", "B"), ("C", "D")], {"C": "C"})

"""Each pairing rule on an example small enough to see."""

import sys

import attrs
import pytest

pytest.importorskip("rustworkx", reason="the extra 'tournament' is not installed")

from rollbook.engine.tournament.pairing import check_round, differences, pair_round
from rollbook.engine.tournament.problem import (
    Apart,
    Entrant,
    Pair,
    PairingError,
    PairingRules,
    Problem,
)
from rollbook.engine.tournament.repair import repair_round
from rollbook.engine.tournament.why import why
from rollbook.events.errors import MissingExtra


def problem(*entrants: Entrant, round_: int = 2, seed: str = "seed", **rules) -> Problem:
    return Problem(round=round_, seed=seed, entrants=entrants, rules=PairingRules(**rules))


def keys(plan) -> set[frozenset[str]]:
    return {pair.key for pair in plan.pairs}


def pairs(*texts: str) -> set[frozenset[str]]:
    return {frozenset(text) for text in texts}


class TestRules:
    def test_a_rematch_gives_way_to_a_gap(self):
        """A and B have met, so they play others although their scores are equal."""
        plan = pair_round(
            problem(
                Entrant(id="A", score=4, met=("B",)),
                Entrant(id="B", score=4, met=("A",)),
                Entrant(id="C", score=0),
                Entrant(id="D", score=0),
            )
        )
        assert frozenset("AB") not in keys(plan)

    def test_mates_meet_before_anybody_is_met_again(self):
        """With two, the rule about clubs gives way; with a rematch at stake it holds the pair."""
        a = Entrant(id="A", club="x", met=("C", "D"))
        b = Entrant(id="B", club="x", met=("C", "D"))
        c = Entrant(id="C", met=("A", "B"))
        d = Entrant(id="D", met=("A", "B"))
        assert keys(pair_round(problem(a, b, c, d))) == pairs("AB", "CD")

    @pytest.mark.parametrize(
        ("mates_rounds", "round_", "apart"),
        [(None, 9, True), (1, 1, True), (1, 2, False), (3, 3, True), (3, 4, False), (0, 1, False)],
    )
    def test_how_long_mates_stay_apart(self, mates_rounds, round_, apart):
        """Always, round 1 only, the first n rounds, or never: then equal scores meet."""
        field = (
            Entrant(id="A", score=4, club="x"),
            Entrant(id="B", score=4, club="x"),
            Entrant(id="C", score=0, club="y"),
            Entrant(id="D", score=0, club="y"),
        )
        plan = pair_round(problem(*field, round_=round_, mates_rounds=mates_rounds))
        assert (frozenset("AB") not in keys(plan)) is apart

    def test_team_mates_count_like_club_mates(self):
        """Different clubs, one team."""
        field = (
            Entrant(id="A", score=4, club="x", team="t"),
            Entrant(id="B", score=4, club="y", team="t"),
            Entrant(id="C"),
            Entrant(id="D"),
        )
        assert frozenset("AB") not in keys(pair_round(problem(*field)))

    def test_two_who_shall_not_meet_in_some_rounds(self):
        """A pair kept apart in rounds 2 to 3 may meet in round 4."""
        field = [Entrant(id=n, score=4 if n in "AB" else 0) for n in "ABCD"]
        rule = Apart(a="A", b="B", first=2, last=3)
        meet = [
            frozenset("AB") in keys(pair_round(problem(*field, round_=r, apart=(rule,))))
            for r in (1, 2, 3, 4)
        ]
        assert meet == [True, False, False, True]

    def test_the_bye_goes_to_the_lowest_without_one(self):
        """E is lowest and had one; D is next."""
        plan = pair_round(
            problem(
                Entrant(id="A", score=6),
                Entrant(id="B", score=6),
                Entrant(id="C", score=4),
                Entrant(id="D", score=2),
                Entrant(id="E", score=0, byes=1),
            )
        )
        assert plan.bye == "D"

    def test_nobody_twice_at_a_table_while_it_can_be(self):
        """Two tables, everybody has sat at one: both pairs fit only one way round."""
        field = (
            Entrant(id="A", score=4, used_tables=frozenset({1})),
            Entrant(id="B", score=4, used_tables=frozenset({2})),
            Entrant(id="C", used_tables=frozenset({1})),
            Entrant(id="D", used_tables=frozenset({2})),
        )
        plan = pair_round(problem(*field, tables=(1, 2)))
        assert {(p.key, p.table) for p in plan.pairs} == {
            (frozenset("AC"), 2),
            (frozenset("BD"), 1),
        }
        free = pair_round(problem(*field, tables=(1, 2), fresh_tables=False))
        assert keys(free) == pairs("AB", "CD")

    def test_leaders_sit_at_the_first_tables(self):
        """Table numbers follow the scores."""
        field = [Entrant(id=f"p{k}", score=k // 2) for k in range(20)]
        plan = pair_round(problem(*field, tables=tuple(range(11, 21))))
        scores = {e.id: e.score for e in field}
        assert [scores[p.a] for p in plan.pairs] == sorted(
            (scores[p.a] for p in plan.pairs), reverse=True
        )
        assert [p.table for p in plan.pairs] == list(range(11, 21))

    def test_the_seed_decides_among_equals(self):
        """Other seeds give other rounds, the same seed the same."""
        field = [Entrant(id=f"p{k}") for k in range(12)]
        rounds = {frozenset(keys(pair_round(problem(*field, seed=str(s))))) for s in range(20)}
        assert len(rounds) > 15
        first = pair_round(problem(*field, seed="x"))
        assert pair_round(problem(*field, seed="x")) == first

    def test_known_rounds_do_not_change(self):
        """The lot is part of the record: a new version must draw the same one."""
        field = [Entrant(id=f"p{k}", score=k % 3) for k in range(9)]
        plan = pair_round(problem(*field, seed="known"))
        drawn = sorted("-".join(sorted((p.a, p.b))) for p in plan.pairs)
        assert (drawn, plan.bye) == KNOWN

    @pytest.mark.parametrize(
        ("entrants", "rules", "words"),
        [
            ((), {}, "nobody to pair"),
            ((Entrant(id="A"), Entrant(id="A")), {}, "stands in the list twice"),
            (tuple(Entrant(id=n) for n in "ABCD"), {"tables": (1,)}, "needs 2 tables"),
            (tuple(Entrant(id=n) for n in "AB"), {"tables": (1, 1)}, "table number stands"),
        ],
    )
    def test_what_cannot_be_paired(self, entrants, rules, words):
        """The reason and what to do about it."""
        with pytest.raises(PairingError, match=words):
            pair_round(problem(*entrants, **rules))

    def test_without_the_extra_its_name_is_said(self, monkeypatch):
        """Pairing is an extra; whoever lacks it is told what to install."""
        monkeypatch.setitem(sys.modules, "rustworkx", None)
        with pytest.raises(MissingExtra, match=r"rollbook\[tournament\]"):
            pair_round(problem(Entrant(id="A"), Entrant(id="B")))

    def test_one_alone_gets_the_bye(self):
        """And no table is needed."""
        assert pair_round(problem(Entrant(id="A"), tables=())).bye == "A"

    def test_scores_far_apart_are_refused_not_miscounted(self):
        """Weights that the library cannot hold are an error, never a wrong round."""
        field = [Entrant(id=f"p{k}", score=k * 10**15) for k in range(10)]
        with pytest.raises(PairingError, match="too far apart"):
            pair_round(problem(*field))


KNOWN = (["p0-p3", "p1-p4", "p2-p5", "p7-p8"], "p6")


class TestCheck:
    FIELD = tuple(Entrant(id=n, score=2 if n in "AB" else 0) for n in "ABCDE")

    def test_every_kind_of_difference(self):
        """Pairs made otherwise, a table changed, another bye: each is said."""
        question = problem(*self.FIELD, tables=(1, 2))
        plan = pair_round(question)
        moved = [attrs.evolve(p, table=3 - (p.table or 0)) for p in plan.pairs]
        assert {d.kind for d in check_round(question, moved, plan.bye)} == {"table"}
        low = next(p for p in plan.pairs if p.a not in "AB")
        swapped = [
            p if p is not low else Pair(a=low.a, b=plan.bye or "", table=p.table)
            for p in plan.pairs
        ]
        found = differences(plan, swapped, low.b)
        assert sorted(d.kind for d in found) == ["bye", "extra", "missing"]


class TestWhy:
    def test_a_float_because_of_a_rematch(self):
        """A plays C because any other round would have a rematch."""
        field = (
            Entrant(id="A", score=4, met=("B", "D")),
            Entrant(id="B", score=4, met=("A", "C")),
            Entrant(id="C", score=0, met=("B",)),
            Entrant(id="D", score=0, met=("A",)),
        )
        answer = why(problem(*field), "A", "C")
        assert (answer.level, answer.rule.split("/")[0]) == ("rematches", "RB-PR-2")
        assert "never met before" in answer.facts

    def test_equals_by_the_seed(self):
        """All equal: the lot."""
        field = [Entrant(id=n) for n in "ABCDEF"]
        pair = pair_round(problem(*field)).pairs[0]
        assert why(problem(*field), pair.a, pair.b).level == "lot"

    def test_score_gaps(self):
        """Equal scores meet."""
        field = [Entrant(id=n, score=9 if n in "AB" else 0) for n in "ABCD"]
        assert why(problem(*field), "B", "A").level == "gaps"

    def test_the_bye(self):
        """C has the lowest score."""
        field = [Entrant(id="A", score=4), Entrant(id="B", score=4), Entrant(id="C")]
        answer = why(problem(*field), "C", None)
        assert (answer.level, answer.rule.split("/")[0]) == ("bye_height", "RB-PR-3")

    def test_the_only_way(self):
        """Two entrants: there is no round without the pair."""
        answer = why(problem(Entrant(id="A"), Entrant(id="B")), "A", "B")
        assert answer.level is None
        assert answer.without is None

    @pytest.mark.parametrize(("a", "b"), [("A", "C"), ("A", None), ("A", "Z")])
    def test_a_pair_that_the_seed_did_not_make(self, a, b):
        """It was made by hand, or is none; no reason is made up for it."""
        field = [Entrant(id=n, score=9 if n in "AB" else 0) for n in "ABCD"]
        with pytest.raises(PairingError):
            why(problem(*field), a, b)


class TestRepair:
    FIELD = tuple(Entrant(id=n) for n in "ABCDEF")
    PUBLISHED = tuple(Pair(a=x[0], b=x[1], table=t) for t, x in enumerate(("AB", "CD", "EF"), 1))

    def test_a_late_arrival_and_a_missing_player(self):
        """G takes F's place at the same table; nobody else moves."""
        field = (*self.FIELD[:5], Entrant(id="G"))
        repair = repair_round(problem(*field, tables=(1, 2, 3)), self.PUBLISHED)
        assert keys(repair.plan) == pairs("AB", "CD", "EG")
        assert repair.new[0].table == 3
        assert repair.kept == self.PUBLISHED[:2]
        assert repair.gone == (self.PUBLISHED[2],)

    def test_a_rematch_is_not_worth_a_quiet_hall(self):
        """E and G have met: a second table is touched rather than pairing them again."""
        field = (
            *(attrs.evolve(e, met=("G",)) if e.id == "E" else e for e in self.FIELD[:5]),
            Entrant(id="G", met=("E",)),
        )
        repair = repair_round(problem(*field, tables=(1, 2, 3)), self.PUBLISHED)
        assert len(repair.new) == 2
        assert repair.plan.cost.rematches == 0

    def test_two_pairs_are_taken_apart(self):
        """Both are undone, and neither comes back."""
        undo = [self.PUBLISHED[0].key, self.PUBLISHED[1].key]
        repair = repair_round(problem(*self.FIELD, tables=(1, 2, 3)), self.PUBLISHED, undo=undo)
        assert repair.kept == (self.PUBLISHED[2],)
        assert {p.table for p in repair.new} == {1, 2}
        assert not keys(repair.plan) & set(undo)

    def test_the_bye_player_fills_the_gap(self):
        """With F gone the one with the bye plays E."""
        field = (*self.FIELD[:5], Entrant(id="G"))
        repair = repair_round(problem(*field, tables=(1, 2, 3)), self.PUBLISHED, bye="G")
        assert keys(repair.plan) == pairs("AB", "CD", "EG")
        assert (repair.old_bye, repair.plan.bye) == ("G", None)

    def test_nothing_to_do(self):
        """A round that stands is left as it is."""
        repair = repair_round(problem(*self.FIELD, tables=(1, 2, 3)), self.PUBLISHED)
        assert (repair.new, repair.gone, repair.plan.pairs) == ((), (), self.PUBLISHED)

    def test_a_player_published_twice_is_refused(self):
        """The published round is checked too."""
        twice = (*self.PUBLISHED, Pair(a="A", b="C", table=4))
        with pytest.raises(PairingError, match=r"published twice.*A, C"):
            repair_round(problem(*self.FIELD), twice)

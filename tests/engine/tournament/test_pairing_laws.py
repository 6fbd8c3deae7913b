"""The pairing laws, held against an exact search."""

import importlib.util
import sys
from pathlib import Path
from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.tournament.costs import field_of
from rollbook.engine.tournament.pairing import check_round, pair_round
from rollbook.engine.tournament.problem import Entrant, PairingRules, Problem
from rollbook.engine.tournament.repair import repair_round
from tests.work import at_most

pytest.importorskip("rustworkx", reason="the extra 'tournament' is not installed")

HERE = Path(__file__).parent


def _load(name: str):
    spec = importlib.util.spec_from_file_location(f"tournament_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


oracle = _load("oracle")
problems = _load("problems").problems


def levels(plan) -> tuple[int, ...]:
    cost = plan.cost
    return (
        cost.rematches,
        cost.second_byes,
        cost.mates,
        cost.tables,
        cost.bye_height,
        cost.gaps,
    )


def _with_meetings(random: Random, n: int, seed: str) -> Problem:
    """A field with up to ten meetings behind it."""
    met: dict[int, set[int]] = {k: set() for k in range(n)}
    for _ in range(random.randint(0, 10)):
        a, b = random.sample(range(n), 2)
        met[a].add(b)
        met[b].add(a)
    entrants = tuple(
        Entrant(id=f"p{k}", score=random.randint(0, 6), met=tuple(f"p{j}" for j in sorted(met[k])))
        for k in range(n)
    )
    return Problem(round=2, seed=seed, entrants=entrants)


class TestAgainstTheExactSearch:
    @given(problems(most=9))
    @settings(max_examples=60, deadline=None)
    def test_no_round_is_better_on_any_level(self, problem):
        """Rematches, byes, mates, the bye's height and gaps are the least possible in order."""
        assert levels(pair_round(problem)) == oracle.best(problem)

    @given(problems(most=7, tables=True))
    @settings(max_examples=60, deadline=None)
    def test_tables_come_before_gaps_and_after_mates(self, problem):
        """With scarce tables the pairs give way, as far as no rematch, bye or mate is at stake."""
        plan = pair_round(problem)
        assert levels(plan) == oracle.best(problem)
        assert plan.tables_proven

    @given(
        st.lists(st.integers(0, 10**10), min_size=2, max_size=7),
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12),
    )
    @settings(max_examples=60, deadline=None)
    def test_scores_that_need_all_the_bits(self, scores, meetings):
        """Weights of more than a hundred bits are added and compared without loss."""
        met: dict[int, list[str]] = {k: [] for k in range(len(scores))}
        for a, b in meetings:
            if a != b and max(a, b) < len(scores):
                met[a].append(f"p{b}")
                met[b].append(f"p{a}")
        problem = Problem(
            round=3,
            seed="s",
            entrants=tuple(
                Entrant(id=f"p{k}", score=s, met=tuple(met[k])) for k, s in enumerate(scores)
            ),
        )
        assert levels(pair_round(problem)) == oracle.best(problem)

    @pytest.mark.slow
    @given(problems(least=10, most=10))
    @settings(max_examples=25, deadline=None)
    def test_ten_entrants(self, problem):
        """The law holds at the size that the search can still reach."""
        assert levels(pair_round(problem)) == oracle.best(problem)

    @given(problems(most=8, tables=True))
    @settings(max_examples=40, deadline=None)
    def test_the_stated_cost_is_the_cost_of_the_pairs(self, problem):
        """What the plan says it gives up is what its pairs and tables give up."""
        plan = pair_round(problem)
        by_id = {e.id: e for e in problem.entrants}
        round_ = [(by_id[p.a], by_id[p.b]) for p in plan.pairs]
        if plan.bye is not None:
            round_.append((by_id[plan.bye], None))
        again = sum(
            (p.table in by_id[p.a].used_tables) + (p.table in by_id[p.b].used_tables)
            for p in plan.pairs
        )
        assert levels(plan) == (
            *oracle.violations(problem, round_),
            again,
            oracle.bye_height(problem, round_),
            oracle.gaps(round_),
        )


class TestEveryRound:
    @given(problems(most=24, tables=True))
    @settings(max_examples=50, deadline=None)
    def test_everybody_once_and_every_table_once(self, problem):
        """Each entrant has one opponent or the only bye; no table is used twice."""
        plan = pair_round(problem)
        names = [n for p in plan.pairs for n in (p.a, p.b)] + ([plan.bye] if plan.bye else [])
        assert sorted(names) == sorted(e.id for e in problem.entrants)
        tables = [p.table for p in plan.pairs]
        assert len(set(tables)) == len(tables)
        assert set(tables) <= set(problem.rules.tables or ())

    @given(problems(most=24), st.randoms(use_true_random=False))
    @settings(max_examples=50, deadline=None)
    def test_it_comes_back_the_same(self, problem, random):
        """The order of the list decides nothing, and a check finds no difference."""
        plan = pair_round(problem)
        mixed = list(problem.entrants)
        random.shuffle(mixed)
        assert pair_round(attrs.evolve(problem, entrants=tuple(mixed))) == plan
        assert check_round(problem, plan.pairs, plan.bye) == ()

    def test_the_narrow_way_is_left_when_it_gives_something_away(self):
        """
        With hardly any partner to look at first, the round is still the best
        there is: among these fields are some where two ranks are not enough.
        """
        import rollbook.engine.tournament.swiss as swiss

        random = Random(1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(swiss, "NARROW_FROM_EDGES", 0)
            for turn in range(300):
                patch.setattr(swiss, "NARROW_SPAN", 1 + turn % 3)
                problem = _with_meetings(random, 8, seed=str(turn))
                assert levels(pair_round(problem)) == oracle.best(problem)

    @given(problems(least=3, most=40))
    @settings(max_examples=40, deadline=None)
    def test_the_window_gives_away_nothing(self, problem):
        """Looking at every pair finds no better round than the proven window does."""
        import rollbook.engine.tournament.swiss as swiss

        field = field_of(problem)
        found = swiss.total(swiss.cost_of(field, i, j) for i, j in swiss.solve(field))
        n = len(field.order)
        every = [(i, j) for i in range(n) for j in range(i + 1, n)]
        every += [(swiss.BYE, j) for j in range(n)] if field.odd else []
        full = swiss._match(field, sorted(every), None)
        best = swiss.total(swiss.cost_of(field, i, j) for i, j in full)
        assert attrs.evolve(found, lot=0) == attrs.evolve(best, lot=0)


class TestRepairLaws:
    @given(problems(least=6, most=9), st.integers(0, 5))
    @settings(max_examples=40, deadline=None)
    def test_as_few_new_pairs_as_can_be(self, problem, which):
        """When one leaves, no repair without rematches or mates touches fewer tables."""
        plain = attrs.evolve(
            problem,
            entrants=tuple(
                attrs.evolve(e, met=(), club=None, team=None, byes=0) for e in problem.entrants
            ),
        )
        plan = pair_round(plain)
        leaver = plain.entrants[which].id
        rest = attrs.evolve(plain, entrants=tuple(e for e in plain.entrants if e.id != leaver))
        repair = repair_round(rest, plan.pairs, plan.bye)
        names = {n for p in repair.plan.pairs for n in (p.a, p.b)} | {repair.plan.bye}
        assert names - {None} == {e.id for e in rest.entrants}
        lonely = plan.bye is not None and leaver != plan.bye
        assert len(repair.new) == (1 if lonely else 0)


class TestLargeFields:
    def test_a_repair_of_a_large_round_touches_one_table(self):
        """Of 500 one leaves and one comes: 249 tables go on undisturbed."""
        entrants = tuple(Entrant(id=f"p{k}", score=k % 4) for k in range(500))
        rules = PairingRules(tables=tuple(range(1, 260)))
        problem = Problem(round=3, seed="s", entrants=entrants, rules=rules)
        plan = pair_round(problem)
        changed = attrs.evolve(problem, entrants=(*entrants[1:], Entrant(id="new")))
        repair = repair_round(changed, plan.pairs)
        assert (len(repair.kept), len(repair.new), len(repair.gone)) == (249, 1, 1)
        assert repair.new[0].table == repair.gone[0].table

    def test_a_large_field_without_conflicts_takes_the_narrow_way(self):
        """300 entrants in three score groups: nothing above the score gaps is given up."""
        entrants = tuple(
            Entrant(id=f"p{k}", score=k % 3, club=f"c{k % 40}", met=(f"p{(k + 7) % 300}",))
            for k in range(300)
        )
        plan = pair_round(Problem(round=2, seed="s", entrants=entrants, rules=PairingRules()))
        cost = plan.cost
        assert (cost.rematches, cost.mates, cost.tables) == (0, 0, 0)
        assert cost.gaps == 0

    @pytest.mark.slow
    def test_the_narrow_way_equals_the_proven_window(self, monkeypatch):
        """Both ways to solve a field of 600 give the same cost on every level but the lot."""
        import rollbook.engine.tournament.swiss as swiss

        entrants = tuple(
            Entrant(id=f"p{k}", score=(k * 7919) % 11, club=f"c{k % 60}") for k in range(601)
        )
        problem = Problem(round=4, seed="s", entrants=entrants)
        monkeypatch.setattr(swiss, "NARROW_FROM_EDGES", 0)
        quick = pair_round(problem).cost
        monkeypatch.setattr(swiss, "NARROW_FROM_EDGES", 10**9)
        proven = pair_round(problem).cost
        assert attrs.evolve(quick, lot=0) == attrs.evolve(proven, lot=0)


class TestWork:
    """One matching of pairs and one of tables, each of far fewer edges than there are pairs."""

    @pytest.mark.parametrize(
        ("n", "most"), [(200, 12_000), pytest.param(2000, 50_000, marks=pytest.mark.slow)]
    )
    def test_a_late_round_of_a_large_event(self, n, most, matchings):
        """Nine rounds played, clubs of eight, every table numbered."""
        met: dict[int, list[int]] = {k: [] for k in range(n)}
        for turn in range(1, 10):
            for k in range(n):
                met[k].append((turn * 37 - k) % n)
        entrants = tuple(
            Entrant(
                id=f"p{k}",
                score=(k * 7919 % 19 + k * 104729 % 3),
                met=tuple(f"p{j}" for j in met[k] if j != k),
                club=f"c{k * 31 % (n // 8)}",
                used_tables=frozenset((k * 13 + r) % (n // 2) + 1 for r in range(9)),
            )
            for k in range(n)
        )
        rules = PairingRules(tables=tuple(range(1, n // 2 + 1)))
        problem = Problem(round=10, seed="s", entrants=entrants, rules=rules)
        with at_most(200 * most):
            plan = pair_round(problem)
        pairs, tables = matchings
        assert 0 < pairs < most
        assert 0 < tables <= 45 * n // 2, "those near the table of a pair's place"
        cost = plan.cost
        assert (cost.rematches, cost.mates, cost.tables) == (0, 0, 0)

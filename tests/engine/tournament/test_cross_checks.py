"""Other programs' answers, where their definitions are the same as ours."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.tournament.brackets import round_robin
from rollbook.projections.standings import RankingSettings, standings
from rollbook.projections.tournament_record import Game, Player, Record

SAME = {
    "buchholz": "buchholz",
    "buchholz_cut_1": "buchholz_cut1",
    "buchholz_median": "median_buchholz",
    "sonneborn_berger": "sonneborn_berger",
}
RESULTS = st.sampled_from(["a", "draw", "b"])


@st.composite
def events(draw: st.DrawFn) -> Record:
    """
    Three rounds or more of a round robin, everybody paired or with a
    pairing-allocated bye.  With fewer rounds the other side cuts nothing.
    """
    n = draw(st.integers(3, 9))
    ids = [str(k) for k in range(1, n + 1)]
    fixtures = round_robin(ids, draw(st.text(max_size=3)))
    rounds = draw(st.integers(3, len(fixtures)))
    games = [
        Game(round=f.round, a=p.a, b=p.b, winner=draw(RESULTS))
        for f in fixtures[:rounds]
        for p in f.pairs
    ]
    games += [Game(round=f.round, a=f.bye, how="bye") for f in fixtures[:rounds] if f.bye]
    players = tuple(Player(id=i, name=i) for i in ids)
    return Record(players=players, games=tuple(games), rounds=rounds)


def their_players(record: Record, points: dict[str, int]) -> dict[int, object]:
    from tiebreak_core import GameRecord, PlayerTiebreakData

    games: dict[str, list[object]] = {p.id: [] for p in record.players}
    score = {"a": (1.0, 0.0), "b": (0.0, 1.0), "draw": (0.5, 0.5)}
    for g in sorted(record.games, key=lambda g: g.round):
        if g.b is None:
            games[g.a].append(GameRecord(-1, 0, 1.0, "white", g.round, kind="pairing_bye"))
            continue
        one, other = score[g.winner or "draw"]
        games[g.a].append(GameRecord(int(g.b), 0, one, "white", g.round, kind="played"))
        games[g.b].append(GameRecord(int(g.a), 0, other, "black", g.round, kind="played"))
    return {
        int(p.id): PlayerTiebreakData(int(p.id), 0, points[p.id] / 2, games[p.id])
        for p in record.players
    }


class TestTieBreaks:
    @given(events())
    @settings(max_examples=80, deadline=None)
    def test_buchholz_and_sonneborn_berger(self, record):
        """Equal under the 2024 rules where the only unplayed rounds are pairing byes."""
        core = pytest.importorskip("tiebreak_core", reason="tiebreak-core is not installed")
        table = standings(record, RankingSettings(keys=("match_points", *SAME)))
        ours = {r.player.id: r.values for r in table.rows}
        theirs = their_players(record, {name: v[0] for name, v in ours.items()})
        for name, row in ours.items():
            found = core.calculate_all_strict(
                theirs[int(name)],
                theirs,
                list(SAME.values()),
                total_rounds=record.rounds,
                ruleset="fide-2024",
            )
            expected = [Fraction(found[key]) * 2 for key in SAME.values()]
            assert [Fraction(v) for v in row[1:]] == expected


class TestPairing:
    @given(
        st.lists(st.integers(0, 3), min_size=2, max_size=12),
        st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20),
        st.lists(st.booleans(), min_size=12, max_size=12),
    )
    @settings(max_examples=80, deadline=None)
    def test_a_legal_round_within_score_groups(self, scores, meetings, byes):
        """
        Both find a round without rematch and second bye exactly when there is
        one, and one within the score groups exactly when there is one.
        """
        swisspair = pytest.importorskip("swisspair", reason="swisspair is not installed")
        pytest.importorskip("rustworkx", reason="the extra 'tournament' is not installed")
        from rollbook.engine.tournament.pairing import pair_round
        from rollbook.engine.tournament.problem import Entrant, Problem

        scores = sorted(scores, reverse=True)
        n = len(scores)
        met: dict[int, set[int]] = {k: set() for k in range(n)}
        for a, b in meetings:
            if a < n and b < n and a != b:
                met[a].add(b)
                met[b].add(a)
        field = [
            swisspair.Player(
                id=str(k),
                points=scores[k],
                rank=k + 1,
                can_get_bye=not byes[k],
                cannot_be_paired_against_ids={str(j) for j in met[k]},
            )
            for k in range(n)
        ]
        try:
            theirs = swisspair.create_matches(field)
        except RuntimeError:  # its way to say that no round is legal
            theirs = []
        ours = pair_round(
            Problem(
                round=2,
                seed="s",
                entrants=tuple(
                    Entrant(
                        id=str(k),
                        score=scores[k],
                        met=tuple(str(j) for j in met[k]),
                        byes=int(byes[k]),
                    )
                    for k in range(n)
                ),
            )
        )
        real = [m for m in theirs if m.p2 is not None]
        legal = sum(1 if m.p2 is None else 2 for m in theirs) == n
        assert legal == (ours.cost.rematches == 0 and ours.cost.second_byes == 0)
        if legal and n % 2 == 0:
            level = all(m.p1.points == m.p2.points for m in real)
            assert level == (ours.cost.gaps == 0)

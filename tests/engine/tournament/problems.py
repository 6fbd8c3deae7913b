from hypothesis import strategies as st

from rollbook.engine.tournament.problem import Entrant, PairingRules, Problem


@st.composite
def problems(draw: st.DrawFn, least: int = 2, most: int = 10, tables: bool = False) -> Problem:
    """Problems with a random past: scores, meetings, byes, clubs, teams, used tables."""
    n = draw(st.integers(least, most))
    ids = [f"p{k}" for k in range(n)]
    met: dict[str, list[str]] = {name: [] for name in ids}
    for a, b in draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=24)):
        if a != b:
            met[a].append(b)
            met[b].append(a)
    hall = tuple(range(1, n // 2 + draw(st.integers(0, 2)) + 1)) if tables else None
    used = st.frozensets(st.sampled_from(hall), max_size=4) if hall else st.just(frozenset())
    name = st.none() | st.sampled_from(["x", "y", "z"])
    return Problem(
        round=draw(st.integers(1, 5)),
        seed=draw(st.text(max_size=4)),
        rules=PairingRules(mates_rounds=draw(st.none() | st.integers(0, 3)), tables=hall),
        entrants=tuple(
            Entrant(
                id=i,
                score=draw(st.integers(0, 6)),
                met=tuple(met[i]),
                byes=draw(st.integers(0, 1)),
                club=draw(name),
                team=draw(name),
                used_tables=draw(used),
            )
            for i in ids
        ),
    )

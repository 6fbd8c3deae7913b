"""Which pair sits where: nobody twice at a table, leaders at the first tables."""

from collections.abc import Sequence

from attrs import frozen

from rollbook.engine.tournament.costs import BYE, Field
from rollbook.engine.tournament.lots import lot
from rollbook.engine.tournament.matching import Edge, cheapest_matching
from rollbook.engine.tournament.problem import PairingError

ALL_TABLES_UP_TO = 60
"""Up to so many pairs every table is looked at for every pair."""

Match = tuple[int, int]


@frozen
class Seats:
    """A table for each match, and how many players sit at one again."""

    tables: dict[Match, int]
    repeats: int


def seat_order(field: Field, matches: Sequence[Match]) -> list[Match]:
    """Order matches as their tables are: best score first, then the other's, then the lot."""

    def key(match: Match) -> tuple[int, int, int]:
        a, b = field.order[match[0]], field.order[match[1]]
        return (-a.score, -b.score, match[0])

    return sorted((m for m in matches if m[0] != BYE), key=key)


def seat(field: Field, matches: Sequence[Match], free: Sequence[int] | None = None) -> Seats:
    """
    Give each match a table out of *free* (all tables of the rules if None).

    As few players as possible sit at a table again; then every match is as
    near as possible to the place that its scores give it.  Without table
    numbers the tables are 1, 2, 3 .. in that order.  Rule: RB-PR-5.
    """
    ordered = seat_order(field, matches)
    rules = field.problem.rules
    tables = sorted(free if free is not None else rules.tables or range(1, len(ordered) + 1))
    if len(tables) < len(ordered):
        raise PairingError(f"{len(ordered)} pairs and only {len(tables)} free tables")
    if not rules.fresh_tables or rules.tables is None:
        given = dict(zip(ordered, tables, strict=False))
        return Seats(given, 0)
    near = _near(field, ordered, tables)
    found = _assign(field, ordered, tables, near)
    if found is None or (found.repeats and near < len(tables)):
        found = _assign(field, ordered, tables, len(tables))
    if found is None:
        raise PairingError(f"{len(ordered)} pairs do not fit {len(tables)} tables")
    return found


def _near(field: Field, ordered: list[Match], tables: list[int]) -> int:
    if len(ordered) <= ALL_TABLES_UP_TO:
        return len(tables)
    most = max((len(e.used_tables) for e in field.order), default=0)
    return 2 * most + 4


def _assign(field: Field, ordered: list[Match], tables: list[int], near: int) -> Seats | None:
    """One matching of pairs and tables no further than *near* from their own place."""
    size, spare = len(ordered), len(tables)
    lots = len(ordered) * 2**16
    place_sum = len(ordered) * spare**2 + 1
    edges: list[Edge] = []
    repeats: dict[tuple[int, int], int] = {}
    for row, match in enumerate(ordered):
        for column in range(max(0, row - near), min(spare, row + near + 1)):
            again = _again(field, match, tables[column])
            repeats[row, column] = again
            drawn = lot(field.problem.seed, "table", field.problem.round, row, column) >> 24
            cost = (again * place_sum + (row - column) ** 2) * lots + drawn
            edges.append((row, size + column, cost))
    found = cheapest_matching(size + spare, edges, pairs=size)
    if found is None:
        return None
    taken = [(row, node - size) for row, node in found if row < size]
    return Seats(
        {ordered[row]: tables[column] for row, column in taken},
        sum(repeats[row, column] for row, column in taken),
    )


def _again(field: Field, match: Match, table: int) -> int:
    a, b = field.order[match[0]], field.order[match[1]]
    return (table in a.used_tables) + (table in b.used_tables)

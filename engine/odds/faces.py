"""The rolls that a step tells apart, and the chance of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from rollbook.engine.odds.errors import OddsTooLarge
from rollbook.engine.step import EachReaching, Reads, RollAsk
from rollbook.projections import exact

MAX_GROUPS = 50_000
"""The most different rolls of one throw that are followed one by one."""

Group = tuple[tuple[int, ...], Fraction]
"""One throw that stands for all that the step does not tell apart, and their chance."""


def groups_of(ask: RollAsk) -> tuple[Group, ...]:
    """
    Give one throw for everything that *ask* reads, with exact chances that sum to 1.

    Raises :class:`~rollbook.engine.odds.errors.OddsTooLarge`.

    >>> from rollbook.engine.step import RollAsk
    >>> groups_of(RollAsk("to_hit", 2, 6, 5))[1]
    ((5, 4), Fraction(4, 9))
    """
    return _told(ask, ask.reads)


def each_face(ask: RollAsk) -> tuple[Group, ...]:
    """Give every sequence of faces, whatever *ask* reads: the slow truth that tests go by."""
    return _told(ask, "each")


def _told(ask: RollAsk, reads: Reads) -> tuple[Group, ...]:
    try:
        return _groups(ask.count, ask.sides, reads)
    except (ValueError, OverflowError) as error:
        raise OddsTooLarge(f"{ask.count} dice for {ask.purpose}, {error}") from None


def chances_of(ask: RollAsk) -> Mapping[int, Fraction] | None:
    """
    Give the chances of the number that *ask* reads, or nothing where it is not one number.

    A single die counts as its face.
    """
    read = value_read(ask, (1,) * ask.count)
    if read is None:
        return None
    chances: dict[int, Fraction] = {}
    for faces, chance in groups_of(ask):
        value = value_read(ask, faces)
        if value is not None:
            chances[value] = chances.get(value, Fraction(0)) + chance
    return chances


def value_read(ask: RollAsk, faces: tuple[int, ...]) -> int | None:
    """
    Give the number that *ask* reads from *faces*: a total, a highest, a count of successes.

    >>> value_read(RollAsk("to_hit", 3, 6, 4), (1, 4, 6))
    2
    """
    match ask.reads:
        case "sum":
            return sum(faces)
        case "highest":
            return max(faces, default=0)
        case "each":
            return faces[0] if ask.count == 1 else None
        case EachReaching(needed=needed) | int(needed):
            return sum(face >= needed for face in faces)


@lru_cache(maxsize=512)
def _groups(count: int, sides: int, reads: Reads) -> tuple[Group, ...]:
    match reads:
        case "sum":
            totals = exact.sum_of_dice(count, sides)
            return tuple((_adding_up(count, sides, t), p) for t, p in totals.items() if p)
        case "highest" if count:
            tops = exact.highest_of(count, sides)
            return tuple(((1,) * (count - 1) + (h,), p) for h, p in tops.items() if p)
        case EachReaching(needed=needed):
            return tuple(_patterns(count, sides, needed))
        case int(needed):
            found = exact.reaching(count, sides, needed)
            return tuple((_reaching(count, sides, needed, k), p) for k, p in found.items() if p)
        case _:
            _check_number(sides, count)
            chance = Fraction(1, sides**count)
            return tuple((faces, chance) for faces in product(range(1, sides + 1), repeat=count))


def _check_number(kinds: int, count: int) -> None:
    if count > 64 or kinds**count > MAX_GROUPS:
        raise ValueError(f"of which more than {MAX_GROUPS:,} throws differ")


def _adding_up(count: int, sides: int, total: int) -> tuple[int, ...]:
    """Give *count* faces whose sum is *total*."""
    faces, spare = [1] * count, total - count
    for place in reversed(range(count)):
        more = min(spare, sides - 1)
        faces[place] += more
        spare -= more
    return tuple(faces)


def _reaching(count: int, sides: int, needed: int, hits: int) -> tuple[int, ...]:
    """Give *count* faces of which *hits* reach *needed*."""
    high, low = min(max(needed, 1), sides), min(max(needed - 1, 1), sides)
    return (high,) * hits + (low,) * (count - hits)


def _patterns(count: int, sides: int, needed: int) -> Iterator[Group]:
    good = min(max(sides - needed + 1, 0), sides)
    kinds = [(min(max(needed, 1), sides), good), (min(max(needed - 1, 1), sides), sides - good)]
    kinds = [kind for kind in kinds if kind[1]]
    _check_number(len(kinds), count)
    for throw in product(kinds, repeat=count):
        ways = 1
        for _, faces in throw:
            ways *= faces
        yield tuple(face for face, _ in throw), Fraction(ways, sides**count)

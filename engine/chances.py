"""
Exact chances of one roll: of what came out, and of what another face had done.

A step says which events and steps follow from faces, so its outcomes can be
counted one by one.  Equal outcomes are one outcome, whatever the faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from attrs import frozen

from rollbook.engine.replay import IMPOSSIBLE, Thrown, undecidable
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.step import Step
from rollbook.events.errors import RuleRefusal
from rollbook.events.message import Message, field_names
from rollbook.events.roll import Roll

MOST_WAYS = 7_776
"""Most face lists that are counted one by one: five dice with six sides."""

Distribution = dict[int, int]
"""Value: number of ways, out of ``sides ** count``."""


@frozen
class Otherwise:
    """What would have come out if die number *die* (from 0) had shown *face*."""

    die: int
    face: int
    items: tuple[Any, ...]
    """Events and steps in order; a single text where the rules would have asked for more."""


def outcome(rules: RuleSet, thrown: Thrown, faces: tuple[int, ...]) -> tuple[Any, ...]:
    """Give what follows from *faces*: events without their faces, then steps."""
    return tuple(_without_faces(item) for item in _items(rules, thrown, faces))


def _items(rules: RuleSet, thrown: Thrown, faces: tuple[int, ...]) -> tuple[Any, ...]:
    try:
        return tuple(thrown.step.resolve(thrown.state, rules.book, faces))
    except RuleRefusal as refusal:
        return (refusal.code,)
    except IMPOSSIBLE as error:
        return (undecidable(error).code,)


def _without_faces(item: Any) -> Any:
    if isinstance(item, Step) or not isinstance(item, Message):
        return item
    values = (getattr(item, name) for name in field_names(type(item)))
    return (type(item), *(None if isinstance(value, Roll) else value for value in values))


def chance(rules: RuleSet, thrown: Thrown) -> Fraction | None:
    """
    Give the exact chance of the outcome that this roll had.

    ``None`` where there are too many ways to count and the step reads every
    face.
    """
    came_out = outcome(rules, thrown, thrown.faces)
    ways = 0
    for faces, weight in _classes(thrown):
        if weight is None:
            return None
        if outcome(rules, thrown, faces) == came_out:
            ways += weight
    return Fraction(ways, int(thrown.ask.sides**thrown.ask.count)) if ways else None


def _classes(thrown: Thrown) -> Iterator[tuple[tuple[int, ...], int | None]]:
    """Give one list of faces for each class that the step tells apart, and its ways."""
    ask = thrown.ask
    count, sides, reads = ask.count, ask.sides, ask.reads
    if isinstance(reads, int):
        yield from _successes(count, sides, reads)
    elif reads == "sum":
        for total, ways in sums(count, sides).items():
            yield _with_sum(total, count, sides), ways
    elif reads == "highest":
        for top in range(1, sides + 1):
            yield (top,) * count, top**count - (top - 1) ** count
    elif sides**count <= MOST_WAYS:
        for faces in product(range(1, sides + 1), repeat=count):
            yield faces, 1
    else:
        yield (), None


def _successes(count: int, sides: int, needed: int) -> Iterator[tuple[tuple[int, ...], int]]:
    good = min(max(sides - needed + 1, 0), sides)
    for hits in range(count + 1):
        ways = comb(count, hits) * good**hits * (sides - good) ** (count - hits)
        if ways:
            yield (sides,) * hits + (1,) * (count - hits), ways


def _with_sum(total: int, count: int, sides: int) -> tuple[int, ...]:
    faces: list[int] = []
    for left in range(count - 1, -1, -1):
        face = min(sides, total - left)
        faces.append(face)
        total -= face
    return tuple(faces)


def sums(count: int, sides: int) -> Distribution:
    """Give in how many ways *count* dice show each sum."""
    ways: Distribution = {0: 1}
    for _ in range(count):
        ways = convolved(ways, dict.fromkeys(range(1, sides + 1), 1))
    return ways


def convolved(a: Distribution, b: Distribution) -> Distribution:
    """Give the ways of the sum of two independent values."""
    made: Distribution = {}
    for value_a, ways_a in a.items():
        for value_b, ways_b in b.items():
            made[value_a + value_b] = made.get(value_a + value_b, 0) + ways_a * ways_b
    return made


def value_of(thrown: Thrown) -> tuple[int, Distribution] | None:
    """
    Give the value that a roll was about, and in how many ways each value falls.

    Successes where the step counts them, else the sum or the highest face;
    ``None`` where several faces are read one by one.
    """
    ask, faces = thrown.ask, thrown.faces
    if isinstance(ask.reads, int):
        needed = ask.reads
        ways = {
            sum(f >= needed for f in fs): n for fs, n in _successes(ask.count, ask.sides, needed)
        }
        return sum(face >= needed for face in faces), ways
    if ask.reads == "highest":
        tops = {t: t**ask.count - (t - 1) ** ask.count for t in range(1, ask.sides + 1)}
        return max(faces, default=0), tops
    if ask.reads == "sum" or ask.count == 1:
        return sum(faces), sums(ask.count, ask.sides)
    return None


def otherwise(rules: RuleSet, thrown: Thrown) -> tuple[Otherwise, ...]:
    """Give what each other face of each die would have done, where it is another outcome."""
    came_out = outcome(rules, thrown, thrown.faces)
    found: list[Otherwise] = []
    for die, shown in enumerate(thrown.faces[:64]):
        for face in range(1, min(thrown.ask.sides, 20) + 1):
            if face == shown:
                continue
            faces = (*thrown.faces[:die], face, *thrown.faces[die + 1 :])
            if outcome(rules, thrown, faces) != came_out:
                found.append(Otherwise(die, face, _items(rules, thrown, faces)))
    return tuple(found)

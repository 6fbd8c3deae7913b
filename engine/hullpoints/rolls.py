"""The dice that many sections share: to hit, to wound, checks, random picks."""

from __future__ import annotations

from rollbook.engine.hullpoints.house_rules import CANNOT_HIT, SKILLS_LISTED
from rollbook.engine.step import RollAsk
from rollbook.projections.hullpoints import HullPointsState

SIDES = 6


def needed_to_hit(state: HullPointsState, skill: int) -> int:
    """
    Give the face that a die needs to hit; 7 cannot.

    Seven minus the skill and never below 2; house rule ``to_hit`` may list
    the faces for skills 0 to 10 instead.  Rule: CM-HIT-1.
    """
    listed = state.house_rules["to_hit"]
    if isinstance(listed, tuple):
        return listed[min(skill, SKILLS_LISTED - 1)]
    return CANNOT_HIT if skill == 0 else max(2, CANNOT_HIT - skill)


def needed_to_wound(state: HullPointsState, strength: int, toughness: int) -> int:
    """
    Give the face that a die needs to wound; it may lie outside 1 to 6.

    Strength plus die against toughness, or with house rule ``to_wound`` =
    ``ratio`` the first line that fits.  Rule: CM-WND-1.
    """
    if state.house_rules["to_wound"] != "ratio":
        return toughness - strength
    lines = (
        (strength >= 2 * toughness, 2),
        (strength > toughness, 3),
        (strength == toughness, 4),
        (2 * strength <= toughness, 6),
    )
    return next((face for fits, face in lines if fits), 5)


def reaching(faces: tuple[int, ...], needed: int) -> int:
    """Count the faces that reach *needed*."""
    return sum(face >= needed for face in faces)


def check_ask(state: HullPointsState, value: int | None, purpose: str) -> RollAsk | None:
    """
    Give the roll of a check; none where value 0 or absent fails without dice.

    Rule: CM-CHK-1.
    """
    if not value:
        return None
    if state.house_rules["check"] == "2d6":
        return RollAsk(purpose, 2, SIDES, "sum")
    return RollAsk(purpose, 1, SIDES, _failing(state, value))


def check_passed(state: HullPointsState, value: int | None, faces: tuple[int, ...] | None) -> bool:
    """Tell whether a check passes: dice equal to or below the value.  Rule: CM-CHK-1."""
    if not value or faces is None:
        return False
    if state.house_rules["check"] == "2d6":
        return sum(faces) <= value
    return faces[0] < _failing(state, value)


def _failing(state: HullPointsState, value: int) -> int:
    """Give the lowest face that fails."""
    six_fails = state.house_rules["check"] == "d6_six_fails"
    return min(value + 1, SIDES) if six_fails else value + 1


def picked(count: int, face: int) -> int | None:
    """
    Give the place, from 0, that *face* picks among *count* (1 to 6) things.

    The faces are shared out evenly; ``None`` for a face that is left over and
    is rolled again.  Rule: CM-RND-1.

    >>> picked(3, 4), picked(4, 5)
    (1, None)
    """
    place = (face - 1) // (SIDES // count)
    return place if place < count else None

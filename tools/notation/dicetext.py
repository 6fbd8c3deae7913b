"""Dice between brackets, with a bar between rolls: ``[4 5 | 6 2]``."""

from __future__ import annotations

import re

from rollbook.events.quantities import MAX_ITEMS
from rollbook.tools.notation.tokens import Token

_PIECE = re.compile(r"[\s,]+|(\|)|(-?[0-9]+)|(.)")


def dice_of(token: Token) -> tuple[tuple[int, ...], ...]:
    """
    Read the faces of a command, roll by roll.

    Raises :class:`~rollbook.tools.notation.errors.NotationError` for what is
    no number, and for more faces than an entry can hold.
    """
    rolls: list[list[int]] = [[]]
    count = 0
    for found in _PIECE.finditer(token.text, 1, len(token.text) - 1):
        if found[1]:
            rolls.append([])
        elif found[2]:
            if len(found[2]) > 6:
                raise token.error("expected the face of a die", found.start())
            count += 1
            rolls[-1].append(int(found[2]))
        elif found[3]:
            problem = f"expected the face of a die, | or ], found {found[3]!r}"
            raise token.error(problem, found.start())
    if count > MAX_ITEMS:
        raise token.error(f"more than {MAX_ITEMS} dice")
    return tuple(tuple(roll) for roll in rolls if roll)


def dice_text(rolls: tuple[tuple[int, ...], ...]) -> str:
    """
    Write faces, roll by roll.

    >>> dice_text(((4, 5), (6, 2)))
    '[4 5 | 6 2]'
    """
    return f"[{' | '.join(' '.join(map(str, roll)) for roll in rolls)}]"

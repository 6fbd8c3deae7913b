"""
A repeatable stream of faces for Monte Carlo tests and studies.

The bytes come from SHAKE-256 over a seed, so the same seed gives the same faces
on every machine and version.  For statistics only: no die of a game is ever
drawn from here.
"""

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

_BLOCK = 1 << 14
_LIMIT = 1 << 20
_RANGE = 1 << 32


class FaceStream:
    """
    Draws faces of fair or loaded dice, in an order fixed by *seed*.

    >>> FaceStream("example").faces(5, [1] * 6)
    [6, 4, 1, 2, 5]
    """

    __slots__ = ("_block", "_rest", "_seed", "_tables")

    def __init__(self, seed: str) -> None:
        self._seed = hashlib.sha256(b"rollbook/statistics\0" + seed.encode()).digest()
        self._block = 0
        self._rest = b""
        self._tables: dict[tuple[int, ...], bytes] = {}

    def counts(self, dice: int, weights: Sequence[int]) -> tuple[int, ...]:
        """
        Throw *dice* dice and give how often each face fell.

        *weights* has a whole number for each face; a face falls in proportion to
        its weight.  Their sum is from 1 to 1,048,576 (:class:`ValueError` otherwise).
        """
        if sum(weights) <= 256:
            thrown = self._narrow(dice, weights)
            return tuple(thrown.count(face) for face in range(len(weights)))
        seen = Counter(self._wide(dice, weights))
        return tuple(seen[face] for face in range(len(weights)))

    def faces(self, dice: int, weights: Sequence[int]) -> list[int]:
        """Throw *dice* dice and give their faces in order, as :meth:`counts` does."""
        narrow = sum(weights) <= 256
        thrown = self._narrow(dice, weights) if narrow else self._wide(dice, weights)
        return [face + 1 for face in thrown]

    def _narrow(self, dice: int, weights: Sequence[int]) -> bytes:
        """One byte a die, mapped and sifted in one call: the fast path."""
        table = self._table(weights)
        limit = 256 // sum(weights) * sum(weights)
        refused = bytes(range(limit, 256))
        kept = b""
        while len(kept) < dice:
            # Asking for no more than is missing keeps the stream in step.
            kept += self._take(dice - len(kept)).translate(table, refused)
        return kept

    def _wide(self, dice: int, weights: Sequence[int]) -> list[int]:
        ends = list(accumulate(weights))
        if min(weights) < 0 or ends[-1] > _LIMIT:
            raise ValueError(f"the weights of a die are whole numbers that sum to at most {_LIMIT}")
        limit = _RANGE // ends[-1] * ends[-1]
        kept: list[int] = []
        while len(kept) < dice:
            raw = self._take(4 * (dice - len(kept)))
            drawn = (int.from_bytes(raw[at : at + 4], "big") for at in range(0, len(raw), 4))
            kept += [bisect_right(ends, v % ends[-1]) for v in drawn if v < limit]
        return kept

    def _table(self, weights: Sequence[int]) -> bytes:
        key = tuple(weights)
        if key not in self._tables:
            if min(key, default=0) < 0 or not sum(key):
                raise ValueError("the weights of a die are whole numbers, not all 0")
            owner = [face for face, weight in enumerate(key) for _ in range(weight)]
            self._tables[key] = bytes(owner[byte % len(owner)] for byte in range(256))
        return self._tables[key]

    def _take(self, size: int) -> bytes:
        while len(self._rest) < size:
            name = self._seed + self._block.to_bytes(8, "big")
            self._rest += hashlib.shake_256(name).digest(_BLOCK)
            self._block += 1
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

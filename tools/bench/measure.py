"""How things are timed: the best of several turns, two things always in turn."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from attrs import frozen

Action = Callable[[], object]


@frozen
class Figure:
    """
    One line of the benchmark.

    *value* in *unit* (``x`` times, ``R`` bare decodings, ``B`` bytes, ``ms``),
    measured *against* something, with a *goal* in words and the *spread*
    (lowest and highest value seen).
    """

    name: str
    value: float
    unit: str
    against: str
    goal: str
    spread: tuple[float, float] | None = None

    def to_plain(self) -> dict[str, object]:
        """Give the object that ``bench --json`` prints."""
        return {
            "name": self.name,
            "value": round(self.value, 3),
            "unit": self.unit,
            "against": self.against,
            "goal": self.goal,
            "spread": None if self.spread is None else [round(v, 3) for v in self.spread],
        }


def seconds(action: Action) -> float:
    """Give how long *action* takes once, without garbage of before."""
    gc.collect()
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def ratio(action: Action, other: Action, turns: int) -> tuple[float, tuple[float, float]]:
    """
    Give how many times longer *action* takes than *other*, and the spread.

    Both run in turn, so that a slower moment of the machine hits both; the
    value is the best of the one over the best of the other.
    """
    pairs = [(seconds(action), seconds(other)) for _ in range(turns)]
    each = [a / b for a, b in pairs]
    best = min(a for a, _ in pairs) / min(b for _, b in pairs)
    return best, (min(each), max(each))

"""
How things are timed: many short turns, two things always in turn.

A machine that does other work too gives a process its cores late and cold.
So what only computes is timed in CPU time of the process, which does not
count the waiting; the two sides take turns that are short and many; and the
garbage collector runs before each turn, not over what the benchmark itself
holds, and stays on during it, as in real use.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import fmean, median, quantiles

from attrs import frozen

Action = Callable[[], object]
Timed = Callable[[], float]
"""Does something once and gives the seconds that it took."""

MOST_REPEATS = 10
_FINE = time.get_clock_info("process_time").resolution < 1e-4
cpu_clock = time.process_time if _FINE else time.perf_counter
"""The CPU seconds of this process, where the system counts them finely."""


@frozen
class Goal:
    """
    What a figure is to reach first, and then.

    >>> str(Goal(2, 4, at_least=True)), str(Goal(5))
    ('>= 2, then 4', '<= 5')
    """

    first: float
    then: float | None = None
    at_least: bool = False

    def __str__(self) -> str:
        text = f"{'>=' if self.at_least else '<='} {self.first:,g}"
        return text if self.then is None else f"{text}, then {self.then:,g}"

    def met_by(self, value: float) -> str:
        """
        Tell how far *value* comes: ``none``, ``first`` or ``all``.

        >>> [Goal(18, 12).met_by(value) for value in (19, 18, 12)]
        ['none', 'first', 'all']
        """
        if not self._holds(value, self.first):
            return "none"
        return "all" if self.then is None or self._holds(value, self.then) else "first"

    def _holds(self, value: float, limit: float) -> bool:
        return value >= limit if self.at_least else value <= limit


@frozen
class Figure:
    """
    One line of the benchmark.

    *value* in *unit* (``x`` times, ``R`` bare decodings, ``B`` bytes, ``ms``),
    measured *against* something, with a *goal* if there is one and the
    *spread*: eight of ten turns lie between these two.
    """

    name: str
    value: float
    unit: str
    against: str
    goal: Goal | None = None
    spread: tuple[float, float] | None = None

    @property
    def met(self) -> str | None:
        """How far the goal is reached: ``none``, ``first`` or ``all``."""
        return None if self.goal is None else self.goal.met_by(self.value)

    def to_plain(self) -> dict[str, object]:
        """Give the object that ``bench --json`` prints."""
        return {
            "name": self.name,
            "value": round(self.value, 3),
            "unit": self.unit,
            "against": self.against,
            "goal": None if self.goal is None else str(self.goal),
            "met": self.met,
            "spread": None if self.spread is None else [round(v, 3) for v in self.spread],
        }


def timed(action: Action) -> Timed:
    """Give what does *action* once and tells the CPU seconds that it took."""

    def once() -> float:
        start = cpu_clock()
        action()
        return cpu_clock() - start

    return once


def ratio(action: Timed, other: Timed, turns: int) -> tuple[float, tuple[float, float]]:
    """
    Give how many times longer *action* takes than *other*, and the spread.

    Both run once to warm up and then in turn, the shorter one several times a
    turn, so that a slower moment of the machine hits both alike.  The value is
    the middle one of the turns: on a busy machine it came out two to five
    times steadier than the best of the one over the best of the other.
    """
    with quiet_heap():
        first, second = _turn(action, 1), _turn(other, 1)
        more = min(MOST_REPEATS, max(1, round(second / first)))
        again = min(MOST_REPEATS, max(1, round(first / second)))
        each = [_turn(action, more) / _turn(other, again) for _ in range(turns)]
    return median(each), spread(each)


def _turn(action: Timed, times: int) -> float:
    gc.collect()
    return fmean(action() for _ in range(times))


def spread(values: list[float]) -> tuple[float, float]:
    """
    Give the two values between which eight of ten of *values* lie.

    >>> spread([1.0, 2.0, 3.0, 4.0, 5.0])
    (1.4, 4.6)
    """
    cuts = quantiles(values, n=10, method="inclusive")
    return cuts[0], cuts[-1]


@contextmanager
def quiet_heap() -> Iterator[None]:
    """Keep the garbage collector from what stands in memory already."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()

"""From the graph of a command to the chances of its ends."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from attrs import frozen

from rollbook.engine.odds.errors import OddsTooLarge
from rollbook.engine.odds.graph import Branch, Graph, Label

ONE, ZERO = Fraction(1), Fraction(0)


@frozen
class Flow:
    """The chance of each end by its number, and how often each thing is expected to happen."""

    ends: dict[int, Fraction]
    times: dict[Label, Fraction]


def flow_through(graph: Graph) -> Flow:
    """
    Give the exact chance of every end.

    A roll that is rolled again leads back to the situation it came from;
    chances are shared out over the ways that leave it.  Raises
    :class:`~rollbook.engine.odds.errors.OddsTooLarge` for longer circles.
    """
    order = in_order(graph)
    mass: defaultdict[int, Fraction] = defaultdict(lambda: ZERO)
    times: defaultdict[Label, Fraction] = defaultdict(lambda: ZERO)
    mass[0] = ONE
    for label in graph.first:
        times[label] += ONE
    for number in order:
        branches = graph.branches[number]
        if not branches:
            continue
        here = mass.pop(number) / _leaving(number, branches)
        for branch in branches:
            part = here * branch.chance
            if branch.to != number:
                mass[branch.to] += part
            for label in branch.labels:
                times[label] += part
    return Flow(dict(mass), dict(times))


def ever(graph: Graph, labels: tuple[Label, ...]) -> dict[Label, Fraction]:
    """Give the chance that each of *labels* happens at least once."""
    order = list(reversed(in_order(graph)))
    found = {label: ONE - _never(graph, order, label) for label in labels}
    return {label: ONE if label in graph.first else chance for label, chance in found.items()}


def _never(graph: Graph, order: list[int], label: Label) -> Fraction:
    never: dict[int, Fraction] = {}
    for number in order:
        branches = graph.branches[number]
        if not branches:
            continue
        total, again = ZERO, ZERO
        for branch in branches:
            if label in branch.labels:
                continue
            if branch.to == number:
                again += branch.chance
            else:
                total += branch.chance * never.get(branch.to, ONE)
        chance = total / (ONE - again)
        if chance != ONE:
            never[number] = chance
    return never.get(0, ONE)


def in_order(graph: Graph) -> list[int]:
    """Give all situations so that each comes after all that lead to it."""
    waiting = [0] * len(graph.branches)
    for number, branches in enumerate(graph.branches):
        for to in {branch.to for branch in branches if branch.to != number}:
            waiting[to] += 1
    ready, order = [0] if not waiting[0] else [], []
    while ready:
        number = ready.pop()
        order.append(number)
        for to in {branch.to for branch in graph.branches[number] if branch.to != number}:
            waiting[to] -= 1
            if not waiting[to]:
                ready.append(to)
    if len(order) < len(graph.branches):
        raise OddsTooLarge("its rolls can go round in circles")
    return order


def _leaving(number: int, branches: tuple[Branch, ...]) -> Fraction:
    again = sum((b.chance for b in branches if b.to == number), ZERO)
    if again == ONE:
        raise OddsTooLarge("a roll is rolled again for ever")
    return ONE - again
